package renma

import (
	"context"
	"errors"
	"slices"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/gitfs"
	"github.com/renma/renma/problem"
	"github.com/renma/renma/snapshot"
)

// ChangedSince says which files of a work tree differ from a commit.
type ChangedSince struct {
	Ref    string   `json:"ref"`    // as given
	Commit string   `json:"commit"` // full object id
	Paths  []string `json:"paths"`  // below the root, sorted, never nil; removed files are among them
}

// Changed returns the files below dir at which the work tree differs from the
// commit that ref names. Uncommitted, untracked and ignored files count; a renamed
// file counts under its new name and under its old one.
//
// The errors are a [*TargetError] or [*GitError] for the directory, a [*RefError]
// for the ref, and that of ctx.
func Changed(ctx context.Context, dir, ref string) (*ChangedSince, error) {
	abs, err := directory(dir)
	if err != nil {
		return nil, err
	}
	repo, err := gitfs.Open(ctx, abs)
	if err != nil {
		return nil, err
	}
	commit, err := repo.Resolve(ref)
	if err != nil {
		err = &RefError{SideChanged, ref, err}
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return nil, errors.Join(err, repo.Close())
	}
	paths, err := repo.Changed(commit)
	if err := errors.Join(err, repo.Close()); err != nil {
		return nil, err
	}
	return &ChangedSince{commit.Ref, commit.ID, orEmpty(paths)}, nil
}

// Only returns the report about the files of c alone: the Skills, findings and
// diagnostics of other files are left out and do not count. Boundary and coverage
// still tell of the whole scan, because all of it was evaluated.
func (r *ScanReport) Only(c *ChangedSince) *ScanReport {
	changed := make(map[string]bool, len(c.Paths))
	for _, path := range c.Paths {
		changed[path] = true
	}
	only := *r
	only.ChangedSince = c
	only.AgentSkills = newAgentSkills(where(r.AgentSkills.Results, func(s **agentskills.Result) bool { return changed[(*s).Path] }))
	only.SuppressedIssues = where(r.SuppressedIssues, func(s *agentskills.SuppressedIssue) bool { return changed[s.Issue.Path] })
	only.SuppressedFindings = where(r.SuppressedFindings, func(f *snapshot.SuppressedFinding) bool { return changed[f.Finding.Evidence.Path] })
	only.Findings = where(r.Findings, func(f *diagnostic.Finding) bool { return changed[f.Evidence.Path] })
	only.Diagnostics = where(r.Diagnostics, func(d *diagnostic.Diagnostic) bool { return changed[d.Path] })
	only.Collisions = where(r.Collisions, func(d *diagnostic.Diagnostic) bool { return changed[d.Path] })
	only.DiagnosticsV2 = newDiagnosticsV2(only.Findings, only.allDiagnostics())
	only.ReviewBundles = newReviewBundles(only.DiagnosticsV2)
	if c := r.ClientProfiles; c != nil {
		only.ClientProfiles = &ClientProfiles{c.Profile, where(c.Skills, func(s *ClientAcceptance) bool { return changed[s.Path] })}
	}
	only.problems = where(r.Problems(), func(p *problem.Problem) bool { return changed[p.Path] })
	if r.Baseline != nil {
		summary := *r.Baseline
		summary.count(only.problems)
		only.Baseline = &summary
	}
	return &only
}

// where returns the members of a list that keep wants, never nil.
func where[T any](list []T, keep func(*T) bool) []T {
	kept := []T{}
	for i := range list {
		if keep(&list[i]) {
			kept = append(kept, list[i])
		}
	}
	return slices.Clip(kept)
}
