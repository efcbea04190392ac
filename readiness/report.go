package readiness

import (
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/snapshot"
)

// Schema identifies the document.
const Schema = "renma.readiness.v2"

// Level sums the checks and the score up.
type Level string

// The levels, from best to worst.
const (
	Ready          Level = "ready"
	NeedsAttention Level = "needs_attention"
	NotReady       Level = "not_ready"
)

// Rank orders levels: the worse one is greater. An unknown level is worst.
func (l Level) Rank() int {
	switch l {
	case Ready:
		return 0
	case NeedsAttention:
		return 1
	}
	return 2
}

// Status is the outcome of a check.
type Status string

// The statuses of a check. Each has one severity: info, warning, error.
const (
	Pass Status = "pass"
	Warn Status = "warn"
	Fail Status = "fail"
)

func (s Status) severity() diagnostic.Severity {
	switch s {
	case Warn:
		return diagnostic.SeverityWarning
	case Fail:
		return diagnostic.SeverityError
	}
	return diagnostic.SeverityInfo
}

// Report is the readiness document (contract 04 section 1.2).
//
// Diagnostics are those of the walk, of the context lenses and of expired
// suppressions, and of the catalog those about suspension and revocation. The
// others of the catalog are Findings. Discovery diagnostics are evidence of
// checks and not repeated here.
type Report struct {
	SchemaVersion    string                  `json:"schemaVersion"`
	Root             string                  `json:"root"`
	ConfigPath       string                  `json:"configPath,omitempty"` // absent when no configuration was loaded
	ScannedFileCount int                     `json:"scannedFileCount"`
	Score            int                     `json:"score"` // 0 to 100
	Level            Level                   `json:"level"`
	Summary          Summary                 `json:"summary"`
	Checks           []Check                 `json:"checks"` // in the fixed order of contract 04 section 1.3
	OmittedAnalyses  []string                `json:"omittedAnalyses"`
	Diagnostics      []diagnostic.Diagnostic `json:"diagnostics,omitempty"`
	Findings         []diagnostic.Finding    `json:"findings,omitempty"`
}

// Summary counts. A percentage is a whole number, 100 when there is nothing to
// count.
type Summary struct {
	TotalAssets              int                     `json:"totalAssets"`
	OwnedAssets              int                     `json:"ownedAssets"`
	UnownedAssets            int                     `json:"unownedAssets"`
	OwnershipCoveragePercent int                     `json:"ownershipCoveragePercent"`
	NodeCount                int                     `json:"nodeCount"`
	EdgeCount                int                     `json:"edgeCount"` // dependencies; continuations are none
	ResolvedEdges            int                     `json:"resolvedEdges"`
	UnresolvedEdges          int                     `json:"unresolvedEdges"`
	GraphResolutionPercent   int                     `json:"graphResolutionPercent"`
	DiagnosticCounts         snapshot.SeverityCounts `json:"diagnosticCounts"`
	Workflow                 Workflow                `json:"workflow"`
	ContextLens              snapshot.ContextLens    `json:"contextLens"`
	SkillDiscovery           SkillDiscovery          `json:"skillDiscovery"`
}

// Workflow counts Skills, and the checks whose id begins with "workflow.".
type Workflow struct {
	SkillEntrypoints int `json:"skillEntrypoints"`
	Checks           int `json:"checks"`
	Pass             int `json:"pass"`
	Warn             int `json:"warn"`
	Fail             int `json:"fail"`
	ReadinessPercent int `json:"readinessPercent"`
}

// SkillDiscovery sums the discovery index up (contract 04 section 1.5).
// Reachable and not reached are 0 while coverage is not evaluated.
type SkillDiscovery struct {
	AdoptionState            discovery.AdoptionState `json:"adoptionState"`
	PublishedEntrypointCount int                     `json:"publishedEntrypointCount"`
	RouteEligibleSkillCount  int                     `json:"routeEligibleSkillCount"`
	ReachableSkillCount      int                     `json:"reachableSkillCount"`
	NotReachedSkillCount     int                     `json:"notReachedSkillCount"`
	UnroutedSkillCount       int                     `json:"unroutedSkillCount"`
	UsableRouteCount         int                     `json:"usableRouteCount"`
	UnusableRouteCount       int                     `json:"unusableRouteCount"`   // duplicates included
	UnresolvedRouteCount     int                     `json:"unresolvedRouteCount"` // ambiguous ones not included
	CycleComponentCount      int                     `json:"cycleComponentCount"`
}

// Check is one statement about the repository. Title depends on the id alone.
type Check struct {
	ID       string              `json:"id"`
	Title    string              `json:"title"`
	Status   Status              `json:"status"`
	Severity diagnostic.Severity `json:"severity"`
	// Summary says what was found and ends with the next step.
	Summary  string     `json:"summary"`
	Evidence []Evidence `json:"evidence,omitempty"`
}

// Evidence is one thing that a check rests on. ID is an asset's or a
// diagnostic's. Members are empty when they do not apply.
type Evidence struct {
	ID      string `json:"id,omitempty"`
	Path    string `json:"path,omitempty"`
	Message string `json:"message,omitempty"`
}

// omitted names, sorted, the analyses of contract 04 section 1.3 that no check
// rests on yet.
var omitted = []string{
	"composition", "docs", "executable-surface", "layout", "maintenance",
	"quality", "scaffold", "security", "support-integrity",
}

// BuildReport projects a snapshot and the discovery index prepared from it. A
// nil index leaves discovery out: its counts are 0 and its checks pass. The
// report shares values with both, which must not be changed.
func BuildReport(s *snapshot.Snapshot, x *discovery.Index) *Report {
	b := newBuilder(s, x)
	r := &Report{
		SchemaVersion:    Schema,
		Root:             s.Root,
		ConfigPath:       s.ConfigPath,
		ScannedFileCount: s.ScannedFileCount,
		Summary:          b.summary(),
		OmittedAnalyses:  slices.Clone(omitted),
		Diagnostics:      b.diagnostics,
		Findings:         s.Findings,
	}
	r.Checks = append(b.checks(), b.discoveryChecks()...)
	r.Summary.Workflow = workflow(s, r.Checks)
	r.Score = b.score(&r.Summary, r.Checks)
	r.Level = level(r.Score, r.Checks)
	return r
}

// HasFailed reports a level other than ready, which fails the command.
func (r *Report) HasFailed() bool { return r.Level != Ready }

// AboutDiscovery reports whether a check projects the discovery index.
func AboutDiscovery(id string) bool { return strings.HasPrefix(id, "discovery.") }

// Check returns the check with an id, or nil.
func (r *Report) Check(id string) *Check {
	for i := range r.Checks {
		if r.Checks[i].ID == id {
			return &r.Checks[i]
		}
	}
	return nil
}
