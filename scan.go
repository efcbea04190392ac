package renma

import (
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/problem"
	"github.com/renma/renma/snapshot"
)

// Schema identifiers of the documents that this package builds.
const (
	ScanSchema     = "renma.scan.v1"
	boundarySchema = "renma.scan-boundary.v1"
)

// ScanReport is the scan document (contract 01 section 5.1). Its lists are
// never nil, and nothing in it may be changed: parts are shared with the
// snapshot that it was made from.
type ScanReport struct {
	SchemaVersion      string               `json:"schemaVersion"`
	Root               string               `json:"root"`
	ConfigPath         string               `json:"configPath,omitempty"`
	ScanBoundary       ScanBoundary         `json:"scanBoundary"`
	InspectionCoverage snapshot.Coverage    `json:"inspectionCoverage"`
	ScannedFileCount   int                  `json:"scannedFileCount"`
	Format             string               `json:"format"` // always "json"
	AgentSkills        AgentSkills          `json:"agentSkills"`
	ContextLens        snapshot.ContextLens `json:"contextLens"`
	// Findings are sorted by path and line. Only they count against
	// ExitThreshold.
	Findings           []diagnostic.Finding         `json:"findings"`
	SuppressedFindings []snapshot.SuppressedFinding `json:"suppressedFindings"`
	// SuppressedIssues are the authoring warnings that comments in the files
	// of Skills hide, by path and line; nil when there are none.
	SuppressedIssues []agentskills.SuppressedIssue `json:"suppressedIssues,omitempty"`
	// Diagnostics are those of the walk, of Skill Discovery, of the context
	// lenses, and expired suppressions, in this order.
	Diagnostics []diagnostic.Diagnostic `json:"diagnostics"`
	// Collisions are Skills that get in each other's way, by path and code;
	// nil when there are none. They are ours, not the contract's.
	Collisions []diagnostic.Diagnostic `json:"collisions,omitempty"`
	// DiagnosticsV2 holds every finding and diagnostic again in one shape,
	// sorted by code, path, line and message; ReviewBundles groups them.
	DiagnosticsV2   []DiagnosticV2   `json:"diagnosticsV2"`
	ReviewBundles   []ReviewBundle   `json:"reviewBundles"`
	ExitThreshold   diagnostic.Level `json:"exitThreshold"`
	OmittedAnalyses []string         `json:"omittedAnalyses"`
	// ClientProfiles is nil when no client profile was asked for.
	ClientProfiles *ClientProfiles `json:"clientProfiles,omitempty"`
	// Baseline is set by Against, ChangedSince by Only.
	Baseline     *BaselineSummary `json:"baseline,omitempty"`
	ChangedSince *ChangedSince    `json:"changedSince,omitempty"`

	problems []problem.Problem // nil in a report that was read from JSON
}

// ScanBoundary says what the scan was allowed to read.
type ScanBoundary struct {
	SchemaVersion      string                 `json:"schemaVersion"`
	ConfigPath         *string                `json:"configPath"` // null without a configuration file
	Globs              []string               `json:"globs"`      // sorted
	Exclude            []string               `json:"exclude"`    // sorted
	MaxFileSizeBytes   int64                  `json:"maxFileSizeBytes"`
	MaxDepth           int                    `json:"maxDepth"`
	ActiveSuppressions []snapshot.Suppression `json:"activeSuppressions"`
}

// AgentSkills sums up the validation of all Skills (contract 02 section 5.1).
// A Skill of unknown format counts only in TotalSkillCount.
type AgentSkills struct {
	Specification       string                `json:"specification"`
	Profile             string                `json:"profile"`
	TotalSkillCount     int                   `json:"totalSkillCount"`
	ValidSkillCount     int                   `json:"validSkillCount"`
	InvalidSkillCount   int                   `json:"invalidSkillCount"`
	CanonicalSkillCount int                   `json:"canonicalSkillCount"`
	LegacySkillCount    int                   `json:"legacySkillCount"`
	HybridSkillCount    int                   `json:"hybridSkillCount"`
	WarningCount        int                   `json:"warningCount"`
	Results             []*agentskills.Result `json:"results"` // sorted by path
}

// UnknownSkillCount is the number of Skills whose format could not be told.
func (a *AgentSkills) UnknownSkillCount() int {
	return a.TotalSkillCount - a.CanonicalSkillCount - a.LegacySkillCount - a.HybridSkillCount
}

// omittedFromScan names, sorted, the analyses of contract 04 section 1.3 and
// 01 section 5.1 that the scan does not run.
func omittedFromScan() []string {
	return []string{
		"composition", "docs", "executable-surface", "layout", "maintenance",
		"quality", "scaffold", "security", "support-integrity",
	}
}

// newScanReport projects a snapshot and the diagnostics made from it.
func newScanReport(s *snapshot.Snapshot, discovery, collisions []diagnostic.Diagnostic) *ScanReport {
	r := &ScanReport{
		SchemaVersion:      ScanSchema,
		Root:               s.Root,
		ConfigPath:         s.ConfigPath,
		ScanBoundary:       newScanBoundary(s),
		InspectionCoverage: s.Coverage,
		ScannedFileCount:   s.ScannedFileCount,
		Format:             "json",
		AgentSkills:        newAgentSkills(results(s.Skills)),
		ContextLens:        s.ContextLens,
		Findings:           orEmpty(s.Findings),
		SuppressedFindings: orEmpty(s.Suppressed),
		SuppressedIssues:   suppressedIssues(s.Skills),
		Diagnostics:        scanDiagnostics(s, discovery),
		Collisions:         collisions,
		ExitThreshold:      s.Config.FailOn,
		OmittedAnalyses:    omittedFromScan(),
		ClientProfiles:     newClientProfiles(s),
	}
	r.DiagnosticsV2 = newDiagnosticsV2(r.Findings, r.allDiagnostics())
	r.ReviewBundles = newReviewBundles(r.DiagnosticsV2)
	r.problems = r.joinProblems()
	return r
}

func newScanBoundary(s *snapshot.Snapshot) ScanBoundary {
	b := ScanBoundary{
		SchemaVersion:      boundarySchema,
		Globs:              slices.Sorted(slices.Values(s.Config.Globs)),
		Exclude:            slices.Sorted(slices.Values(s.Config.Exclude)),
		MaxFileSizeBytes:   s.Config.MaxFileSizeBytes,
		MaxDepth:           s.Config.MaxDepth,
		ActiveSuppressions: orEmpty(s.ActiveSuppressions),
	}
	b.Globs, b.Exclude = orEmpty(b.Globs), orEmpty(b.Exclude)
	if s.ConfigPath != "" {
		b.ConfigPath = &s.ConfigPath
	}
	return b
}

func results(skills []*snapshot.Skill) []*agentskills.Result {
	list := make([]*agentskills.Result, len(skills))
	for i, skill := range skills {
		list[i] = &skill.Result
	}
	return list
}

func newAgentSkills(results []*agentskills.Result) AgentSkills {
	a := AgentSkills{
		Specification:   agentskills.Specification,
		Profile:         agentskills.Profile,
		TotalSkillCount: len(results),
		Results:         results,
	}
	for _, result := range results {
		a.WarningCount += result.WarningCount
		if result.Valid {
			a.ValidSkillCount++
		} else {
			a.InvalidSkillCount++
		}
		switch result.Format {
		case agentskills.FormatAgentSkills:
			a.CanonicalSkillCount++
		case agentskills.FormatLegacy:
			a.LegacySkillCount++
		case agentskills.FormatHybrid:
			a.HybridSkillCount++
		}
	}
	return a
}

// allDiagnostics returns the diagnostics of every member.
func (r *ScanReport) allDiagnostics() []diagnostic.Diagnostic {
	return slices.Concat(r.Diagnostics, r.Collisions)
}

// scanDiagnostics joins the lists that a scan shows and classifies what they
// are about, where that is a file that was read. The layout diagnostics judge
// a path before anything is known about its neighbours, and show it so.
func scanDiagnostics(s *snapshot.Snapshot, discovery []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	list := slices.Concat(s.FileDiagnostics, discovery, s.LensDiagnostics, s.SuppressionDiagnostics)
	classes := make(map[string]*snapshot.Classification, len(s.Files))
	for _, f := range s.Files {
		classes[f.Path] = f.Classification
	}
	for i := range list {
		d := &list[i]
		class := classes[d.Path]
		if class == nil {
			continue
		}
		if strings.HasPrefix(d.Code, "LAYOUT-") {
			pathOnly := snapshot.Classify(d.Path)
			class = &pathOnly
		}
		d.Details = d.Details.With("classification", class)
	}
	return orEmpty(list)
}

// PolicyMatch is one reason for a scan to fail (contract 01 section 5.2).
type PolicyMatch struct {
	ID    string
	Count int
}

// The reasons for a scan to fail. All but the first need strict mode.
const (
	MatchFindingThreshold     = "strict_scan.finding_threshold"
	MatchInvalidAgentSkill    = "strict_scan.invalid_agent_skill"
	MatchErrorDiagnostic      = "strict_scan.error_diagnostic"
	MatchIncompleteInspection = "strict_scan.incomplete_inspection"
)

// Policy returns the reasons for the scan to fail, none when it passes. A
// plain scan fails only for findings at or above its threshold; a strict one
// also for invalid Skills, error diagnostics and paths that were not inspected
// (contract 01 section 5.2). What a baseline holds is no reason.
func (r *ScanReport) Policy(strict bool) []PolicyMatch {
	var findings, diagnostics, blocked int
	invalid := map[string]bool{}
	for _, p := range r.Problems() {
		if p.Known || p.Suppression != nil {
			continue
		}
		switch {
		case p.Origin == problem.FromFinding && diagnostic.Level(p.Level).Rank() >= r.ExitThreshold.Rank():
			findings++
		case p.Origin == problem.FromSkill && p.Severity == diagnostic.SeverityError:
			invalid[p.Path] = true
		case p.Origin == problem.FromDiagnostic && p.Severity == diagnostic.SeverityError:
			diagnostics++
		}
		if p.Blocking {
			blocked++
		}
	}
	var matches []PolicyMatch
	add := func(id string, count int) {
		if count > 0 {
			matches = append(matches, PolicyMatch{id, count})
		}
	}
	add(MatchFindingThreshold, findings)
	if strict {
		add(MatchInvalidAgentSkill, len(invalid))
		add(MatchErrorDiagnostic, diagnostics)
		add(MatchIncompleteInspection, blocked)
	}
	return matches
}

// orEmpty turns a nil list into an empty one, so that JSON never shows null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
