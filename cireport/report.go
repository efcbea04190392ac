package cireport

import (
	"slices"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/readiness"
	"github.com/renma/renma/snapshot"
)

// Schema identifies the document.
const Schema = "renma.ci-report.v1"

// Status is the outcome of a report.
type Status string

// The statuses, from best to worst.
const (
	StatusPass Status = "pass"
	StatusWarn Status = "warn"
	StatusFail Status = "fail"
)

// Rank orders statuses: the worse one is greater. An unknown status is worst.
func (s Status) Rank() int {
	switch s {
	case StatusPass:
		return 0
	case StatusWarn:
		return 1
	}
	return 2
}

// Report is the CI document (contract 04 section 4a). The discovery diff and
// the tokens stand once, at the top; Diff is the rest of the semantic diff.
type Report struct {
	SchemaVersion string              `json:"schemaVersion"`
	Root          string              `json:"root"`
	Target        string              `json:"target,omitempty"` // absent in reports of older programs
	From          diffreport.Endpoint `json:"from"`
	To            diffreport.Endpoint `json:"to"`
	Status        Status              `json:"status"`
	Summary       diffreport.Summary  `json:"summary"`
	// SkillDiscovery and SkillDiscoveryPolicy are nil in reports of older
	// programs only.
	SkillDiscovery       *diffreport.SkillDiscovery `json:"skillDiscovery,omitempty"`
	SkillDiscoveryPolicy *Policy                    `json:"skillDiscoveryPolicy,omitempty"`
	// TokenEstimate never decides the status. It is nil when neither side
	// has a Skill, and in reports of older programs.
	TokenEstimate   *diffreport.TokenChanges `json:"tokenEstimate,omitempty"`
	Notes           []string                 `json:"notes"` // for the reviewer, most important first
	Diff            diffreport.Report        `json:"diff"`
	OmittedAnalyses []string                 `json:"omittedAnalyses,omitempty"` // absent in reports of older programs
}

// BuildCiReport projects a semantic diff and the policy evaluated over its
// discovery section. It changes neither.
func BuildCiReport(d *diffreport.Report, policy Policy) *Report {
	rest := *d
	rest.SchemaVersion, rest.Discovery, rest.TokenEstimate = "", nil, nil
	r := &Report{
		SchemaVersion:        Schema,
		Root:                 d.Root,
		Target:               d.Target,
		From:                 d.From,
		To:                   d.To,
		Summary:              d.Summary,
		SkillDiscovery:       d.Discovery,
		SkillDiscoveryPolicy: &policy,
		TokenEstimate:        d.TokenEstimate,
		Diff:                 rest,
		OmittedAnalyses:      slices.Clone(d.OmittedAnalyses),
	}
	r.Status = compose(statusOf(&rest), policy.Outcome)
	r.Notes = r.notes()
	return r
}

// HasFailed reports a status as bad as threshold or worse. It is what decides the
// exit status; the report itself does not depend on the threshold.
func (r *Report) HasFailed(threshold Status) bool { return r.Status.Rank() >= threshold.Rank() }

// statusOf judges a diff without its discovery section (contract 04 section 4,
// step 1).
func statusOf(d *diffreport.Report) Status {
	s := &d.Summary
	switch {
	case len(blocking(d.Findings.Added)) > 0, len(requiredEdges(d)) > 0:
		return StatusFail
	case levelDropped(d), len(failedChecks(d)) > 0,
		s.ReadinessScoreDelta < 0, s.OwnershipCoverageDelta < 0, s.GraphResolutionDelta < 0, s.FindingsDelta > 0:
		return StatusWarn
	}
	return StatusPass
}

// compose lets the policy turn pass into warn, and nothing else.
func compose(status, policy Status) Status {
	if status == StatusPass && policy == StatusWarn {
		return StatusWarn
	}
	return status
}

func blocking(findings []diffreport.Finding) []diffreport.Finding {
	var list []diffreport.Finding
	for _, f := range findings {
		if f.Severity.Rank() >= diagnostic.LevelHigh.Rank() {
			list = append(list, f)
		}
	}
	return list
}

func requiredEdges(d *diffreport.Report) []diffreport.Edge {
	var list []diffreport.Edge
	for _, e := range d.Graph.NewUnresolvedEdges {
		if e.Kind == snapshot.DependencyRequires {
			list = append(list, e)
		}
	}
	return list
}

func levelDropped(d *diffreport.Report) bool {
	return d.To.ReadinessLevel.Rank() > d.From.ReadinessLevel.Rank()
}

// failedChecks are the checks that passed or were absent before and fail now.
func failedChecks(d *diffreport.Report) []diffreport.CheckChange {
	var list []diffreport.CheckChange
	for _, c := range d.Readiness.CheckChanges {
		before := c.FromStatus == string(readiness.Pass) || c.FromStatus == diffreport.Absent
		if before && (c.ToStatus == string(readiness.Fail) || c.ToSeverity == string(diagnostic.SeverityError)) {
			list = append(list, c)
		}
	}
	return list
}
