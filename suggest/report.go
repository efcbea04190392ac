package suggest

import (
	"slices"
	"strings"

	"github.com/renma/renma/agentskills/migrate"
	"github.com/renma/renma/internal/unidiff"
)

// ReportSchemaVersion identifies a [Report].
const ReportSchemaVersion = "renma.metadata-suggestions.v1"

// Report is the answer for several files (contract 02 section 6.12).
type Report struct {
	SchemaVersion string `json:"schemaVersion"`
	// Suggestions are in the order of the arguments, and below a directory
	// in the order of paths.
	Suggestions []*Document `json:"suggestions"`
	Summary     Summary     `json:"summary"`
}

// Summary counts the answers of a report. Failed counts the arguments that
// could not be read and have no answer.
type Summary struct {
	Ready     int `json:"ready"`
	Blocked   int `json:"blocked"`
	Unchanged int `json:"unchanged"`
	Failed    int `json:"failed"`
}

// SuggestAll answers for several files. Files that would move to one and the
// same path block each other.
func SuggestAll(targets []Target, failed int) *Report {
	r := &Report{SchemaVersion: ReportSchemaVersion, Suggestions: make([]*Document, len(targets)), Summary: Summary{Failed: failed}}
	movers := map[string]int{}
	for i, t := range targets {
		r.Suggestions[i] = Suggest(t)
		if at := r.Suggestions[i].destination(); at != "" {
			movers[at]++
		}
	}
	for i, t := range targets {
		if movers[r.Suggestions[i].destination()] > 1 {
			t.Options.Collision = migrate.CollisionContested
			r.Suggestions[i] = Suggest(t)
		}
		switch r.Suggestions[i].DecisionStatus {
		case migrate.StatusBlocked:
			r.Summary.Blocked++
		case migrate.StatusNoChange:
			r.Summary.Unchanged++
		default:
			r.Summary.Ready++
		}
	}
	return r
}

// destination is where the file would move, "" when it stays.
func (d *Document) destination() string {
	if d.AgentSkills == nil || d.AgentSkills.TargetPath == d.AgentSkills.SourcePath {
		return ""
	}
	return d.target.Boundary.Root + "\x00" + d.AgentSkills.TargetPath
}

// Patch returns the change of the file as a unified diff that git apply
// accepts, "" when nothing is offered or the change cannot be written as one.
func (d *Document) Patch() string {
	if d.content == "" {
		return ""
	}
	from, to := d.target.Boundary.Path, d.target.Boundary.Path
	if d.AgentSkills != nil {
		from, to = d.AgentSkills.SourcePath, d.AgentSkills.TargetPath
	}
	base := d.target.PatchPath
	if base != "" {
		base += "/"
	}
	return unidiff.File(base+from, base+to, string(d.target.Source), d.content)
}

// Unpatched says in one line why the file has no part in a patch; it is "" for
// a file that has one, and for one that needs none.
func (d *Document) Unpatched() string {
	switch {
	case d.content != "" || d.DecisionStatus == migrate.StatusNoChange:
		return ""
	case d.DecisionStatus != migrate.StatusBlocked:
		return d.Path + ": the metadata cannot be added as a small edit; do it by hand"
	}
	var fields []string
	for _, b := range d.BlockedMetadata {
		fields = append(fields, b.Field)
	}
	if fields == nil {
		return d.Path + ": blocked: " + d.Decision.Summary
	}
	return d.Path + ": blocked: " + strings.Join(fields, ", ")
}

// PatchRoots returns the directories to which changes apply, sorted. A patch
// can be applied only when there is one.
func (r *Report) PatchRoots() []string {
	var roots []string
	for _, d := range r.Suggestions {
		if d.content != "" {
			roots = append(roots, d.target.PatchRoot)
		}
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// Patch returns the changes of all files as one diff.
func (r *Report) Patch() string {
	var b strings.Builder
	for _, d := range r.Suggestions {
		b.WriteString(d.Patch())
	}
	return b.String()
}
