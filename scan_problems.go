package renma

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/problem"
	"github.com/renma/renma/snapshot"
)

// Problems returns everything that the report says is wrong, sorted as
// [problem.Sort] does, in the one shape that all writers of other formats take.
// Suppressed findings are among them and marked.
func (r *ScanReport) Problems() []problem.Problem {
	if r.problems != nil {
		return r.problems
	}
	return r.joinProblems()
}

func (r *ScanReport) joinProblems() []problem.Problem {
	list := []problem.Problem{}
	for _, skill := range r.AgentSkills.Results {
		for i := range skill.Issues {
			list = append(list, issueProblem(&skill.Issues[i]))
		}
	}
	for i := range r.SuppressedIssues {
		s := &r.SuppressedIssues[i]
		p := issueProblem(&s.Issue)
		p.Suppression = &problem.Suppression{InSource: true, Reason: s.Suppression.Reason}
		list = append(list, p)
	}
	for i := range r.Findings {
		list = append(list, findingProblem(&r.Findings[i]))
	}
	for i := range r.SuppressedFindings {
		s := &r.SuppressedFindings[i]
		p := findingProblem(&s.Finding)
		p.Suppression = &problem.Suppression{Reason: s.Suppression.Reason}
		list = append(list, p)
	}
	list = append(list, r.uninspected()...)
	problem.Sort(list)
	return list
}

// uninspected returns the diagnostics, and a problem for each path that blocks
// coverage without one.
func (r *ScanReport) uninspected() []problem.Problem {
	issues := r.InspectionCoverage.BlockingIssues
	blocking := make(map[string]*snapshot.CoverageIssue, len(issues))
	for i := range issues {
		blocking[issues[i].Path] = &issues[i]
	}
	var list []problem.Problem
	diagnostics := r.allDiagnostics()
	for i := range diagnostics {
		p := diagnosticProblem(&diagnostics[i])
		if issue := blocking[p.Path]; issue != nil {
			p.Message += coverageNote(issue)
			p.Blocking = true
			delete(blocking, p.Path)
		}
		list = append(list, p)
	}
	for path, issue := range blocking {
		list = append(list, problem.Problem{
			ID: snapshot.NotInspected, Severity: diagnostic.SeverityWarning, Level: string(diagnostic.SeverityWarning),
			Path: path, Message: issue.Reason + coverageNote(issue), Subject: issue.State,
			Origin: problem.FromCoverage, Blocking: true,
		})
	}
	return list
}

func coverageNote(issue *snapshot.CoverageIssue) string {
	if issue.Scope == "subtree" {
		return " (blocks coverage: nothing below it was inspected)"
	}
	return " (blocks coverage: it was not inspected)"
}

func issueProblem(issue *agentskills.Issue) problem.Problem {
	p := problem.Problem{
		ID: issue.Code, Severity: issue.Severity, Level: string(issue.Severity),
		Message: issue.Message, Fix: issue.Hint, Subject: issue.Field, Origin: problem.FromSkill,
	}
	place(&p, issue.Evidence())
	p.Subject = cmp.Or(p.Subject, p.Source)
	return p
}

func findingProblem(f *diagnostic.Finding) problem.Problem {
	p := problem.Problem{
		ID: f.ID, Severity: diagnostic.SeverityWarning, Level: string(f.Severity),
		Message: f.Title, Why: f.WhyItMatters, Fix: f.Remediation,
		Subject: cmp.Or(subject(f.Details), f.Evidence.Snippet), Origin: problem.FromFinding,
	}
	if f.Severity.Rank() >= diagnostic.LevelHigh.Rank() {
		p.Severity = diagnostic.SeverityError
	}
	place(&p, &f.Evidence)
	return p
}

func diagnosticProblem(d *diagnostic.Diagnostic) problem.Problem {
	p := problem.Problem{
		ID: d.Code, Severity: d.Severity, Level: string(d.Severity), Path: d.Path, Message: d.Message,
		Subject: subject(d.Details), Origin: problem.FromDiagnostic,
	}
	if d.Evidence != nil {
		place(&p, d.Evidence)
		p.Path = cmp.Or(d.Path, p.Path)
		p.Subject = cmp.Or(p.Subject, p.Source)
	}
	return p
}

func place(p *problem.Problem, at *diagnostic.Evidence) {
	p.Path, p.Source = at.Path, at.Snippet
	p.StartLine, p.EndLine, p.StartColumn, p.EndColumn = at.StartLine, at.EndLine, at.StartColumn, at.EndColumn
}

// subjects are the details that say what a problem is about and hold no line: the
// field or entry, and what it names.
var subjects = []string{
	"metadataKey", "requiredField", "declaration", "kind", "rawTarget", "target", "suppressionId", "paths", "status", "state",
}

// subject joins the details that identify a problem within its file, "" when
// there are none.
func subject(details diagnostic.Details) string {
	var parts []string
	for _, key := range subjects {
		if v := details.Get(key); v != nil && v != "" {
			parts = append(parts, fmt.Sprintf("%s=%v", key, v))
		}
	}
	return strings.Join(parts, " ")
}

// ProblemReport returns the problems with all that the writers of other formats
// need. version is that of the program, prefix the way from the directory that
// readers know to the root of the scan; both may be empty.
func (r *ScanReport) ProblemReport(version, prefix string, strict bool) *problem.Report {
	report := &problem.Report{Problems: r.Problems(), Passed: []string{}, Rules: Rules(), Version: version, Prefix: prefix, Outcome: r.Outcome(strict)}
	wrong := make(map[string]bool, len(report.Problems))
	for i := range report.Problems {
		wrong[report.Problems[i].Path] = true
	}
	for _, skill := range r.AgentSkills.Results {
		if !wrong[skill.Path] {
			report.Passed = append(report.Passed, skill.Path)
		}
	}
	return report
}

// BaselineSummary says how a scan compares with a baseline.
type BaselineSummary struct {
	Path       string `json:"path"` // of the baseline, as the caller names it
	NewCount   int    `json:"newCount"`
	KnownCount int    `json:"knownCount"`
	FixedCount int    `json:"fixedCount"`
	// Known are the problems of the scan that the baseline holds, Fixed those
	// of the baseline that the scan did not find; both never nil, and sorted
	// by path, id and fingerprint.
	Known []problem.Entry `json:"known"`
	Fixed []problem.Entry `json:"fixed"`
}

// Against returns the report with the problems that the baseline b holds marked
// as known: they are shown where a format can show them so, and no longer make
// the scan fail. path names the baseline in documents.
func (r *ScanReport) Against(b *problem.Baseline, path string) *ScanReport {
	marked, fixed := b.Mark(r.Problems())
	summary := &BaselineSummary{Path: path, Fixed: fixed}
	for _, e := range fixed {
		summary.FixedCount += e.Count
	}
	summary.count(marked)
	report := *r
	report.problems, report.Baseline = marked, summary
	return &report
}

// count fills in what the marked problems say.
func (s *BaselineSummary) count(marked []problem.Problem) {
	known := where(marked, func(p *problem.Problem) bool { return p.Known })
	s.KnownCount = len(known)
	s.NewCount = len(where(marked, func(p *problem.Problem) bool { return !p.Known && p.Suppression == nil }))
	s.Known = problem.NewBaseline(known).Problems
}
