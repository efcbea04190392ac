package diffreport

import (
	"cmp"
	"slices"

	"github.com/renma/renma/discovery"
	"github.com/renma/renma/readiness"
	"github.com/renma/renma/snapshot"
)

// Schema identifies the document.
const Schema = "renma.diff.v1"

// Side is one of the two states that are compared.
type Side struct {
	// Ref is the name that the caller knows the state by. It is repeated
	// as it is.
	Ref string
	// Commit is the id of the commit that Ref names, "" when there is none.
	// It only tells whether both sides are the same commit.
	Commit string
	// Snapshot is required. Its Root is shown for the whole report.
	Snapshot *snapshot.Snapshot
	// Index is the discovery index of Snapshot. When either side has none,
	// the discovery section of the report is neutral.
	Index *discovery.Index
	// Target is the directory below the root that was compared, "." or ""
	// for the root itself.
	Target string
	// MissingTarget says that this side has no such directory.
	MissingTarget bool
	// UnreadGitlinks are submodules in which Skills could be and which were
	// not read.
	UnreadGitlinks []string
}

// Report is the diff document (contract 04 section 3a). Deltas are always to
// minus from. Its lists are never nil.
type Report struct {
	SchemaVersion   string          `json:"schemaVersion,omitempty"` // absent inside a CI report
	Root            string          `json:"root"`
	Target          string          `json:"target,omitempty"` // absent in reports of older programs
	From            Endpoint        `json:"from"`
	To              Endpoint        `json:"to"`
	Summary         Summary         `json:"summary"`
	Catalog         Catalog         `json:"catalog"`
	Graph           Graph           `json:"graph"`
	Readiness       Readiness       `json:"readiness"`
	Discovery       *SkillDiscovery `json:"discovery,omitempty"` // absent inside a CI report and in reports of older programs
	Findings        Findings        `json:"findings"`
	TokenEstimate   *TokenChanges   `json:"tokenEstimate,omitempty"` // absent without Skills, inside a CI report and in reports of older programs
	OmittedAnalyses []string        `json:"omittedAnalyses"`

	sameCommit bool
}

// Endpoint sums one side up. Score and level are those of readiness without
// Skill Discovery, so the level of the same commit may be worse in a readiness
// report.
type Endpoint struct {
	Ref              string          `json:"ref"`
	ScannedFileCount int             `json:"scannedFileCount"`
	TotalAssets      int             `json:"totalAssets"`
	ReadinessScore   int             `json:"readinessScore"`
	ReadinessLevel   readiness.Level `json:"readinessLevel"`
	Ownership        Ownership       `json:"ownership"`
	MissingTarget    bool            `json:"missingTarget,omitempty"`
	UnreadGitlinks   []string        `json:"unreadGitlinks,omitempty"`
}

// Ownership counts the assets with an owner among all.
type Ownership struct {
	OwnedAssets     int `json:"ownedAssets"`
	EligibleAssets  int `json:"eligibleAssets"`
	CoveragePercent int `json:"coveragePercent"`
}

// Summary holds the differences in numbers.
type Summary struct {
	ReadinessScoreDelta         int  `json:"readinessScoreDelta"`
	ReadinessLevelChanged       bool `json:"readinessLevelChanged"`
	TotalAssetsDelta            int  `json:"totalAssetsDelta"`
	OwnershipCoverageDelta      int  `json:"ownershipCoverageDelta"`
	GraphResolutionDelta        int  `json:"graphResolutionDelta"`
	FindingsDelta               int  `json:"findingsDelta"`
	HighOrCriticalFindingsDelta int  `json:"highOrCriticalFindingsDelta"`
	// ContentChangedAssets counts the assets on both sides whose bytes
	// differ. It is nil when there is no asset on both sides.
	ContentChangedAssets *int `json:"contentChangedAssets,omitempty"`
}

// Readiness holds the checks that changed, those of Skill Discovery left out.
type Readiness struct {
	CheckChanges []CheckChange `json:"checkChanges"` // sorted by id
}

// CheckChange is a check whose status, severity or evidence differs. A check of
// one side only is Absent on the other.
type CheckChange struct {
	ID             string `json:"id"`
	Title          string `json:"title"`
	FromStatus     string `json:"fromStatus"`
	ToStatus       string `json:"toStatus"`
	FromSeverity   string `json:"fromSeverity"`
	ToSeverity     string `json:"toSeverity"`
	SummaryChanged bool   `json:"summaryChanged"`
}

// Absent is the status and severity of a check on a side that does not have it.
const Absent = "absent"

// omitted names, sorted, the analyses of contract 04 section 1.3 that the report
// has no section for.
var omitted = []string{
	"composition", "context-lens", "docs", "executable-surface", "inspection-coverage", "layout", "maintenance", "metadata-policy",
	"quality", "scaffold", "scan-boundary", "security", "support-integrity",
}

// BuildDiffReport compares two states of a repository. It changes nothing in
// them and shares nothing that may be changed.
func BuildDiffReport(from, to Side) *Report {
	before, after := readiness.BuildReport(from.Snapshot, nil), readiness.BuildReport(to.Snapshot, nil)
	ids := newIdentities(&from.Snapshot.Catalog, &to.Snapshot.Catalog)
	catalog, common := diffCatalog(&from.Snapshot.Catalog, &to.Snapshot.Catalog, ids)
	r := &Report{
		SchemaVersion:   Schema,
		Root:            to.Snapshot.Root,
		Target:          cmp.Or(to.Target, from.Target, "."),
		From:            newEndpoint(from, before),
		To:              newEndpoint(to, after),
		Catalog:         catalog,
		Graph:           diffGraph(&from.Snapshot.Catalog, &to.Snapshot.Catalog, ids),
		Readiness:       Readiness{diffChecks(before.Checks, after.Checks)},
		Discovery:       DiffDiscovery(from.Index, to.Index),
		Findings:        diffFindings(from.Snapshot, to.Snapshot),
		TokenEstimate:   diffTokens(from.Snapshot, to.Snapshot, ids),
		OmittedAnalyses: slices.Clone(omitted),
		sameCommit:      from.Commit != "" && from.Commit == to.Commit,
	}
	r.Summary = Summary{
		ReadinessScoreDelta:         after.Score - before.Score,
		ReadinessLevelChanged:       after.Level != before.Level,
		TotalAssetsDelta:            after.Summary.TotalAssets - before.Summary.TotalAssets,
		OwnershipCoverageDelta:      after.Summary.OwnershipCoveragePercent - before.Summary.OwnershipCoveragePercent,
		GraphResolutionDelta:        after.Summary.GraphResolutionPercent - before.Summary.GraphResolutionPercent,
		FindingsDelta:               len(to.Snapshot.Findings) - len(from.Snapshot.Findings),
		HighOrCriticalFindingsDelta: blocking(to.Snapshot) - blocking(from.Snapshot),
		ContentChangedAssets:        contentChanges(common, catalog.ChangedAssets),
	}
	return r
}

// SameCommit reports that both refs name one commit. It is known of built
// reports only.
func (r *Report) SameCommit() bool { return r.sameCommit }

func newEndpoint(s Side, r *readiness.Report) Endpoint {
	return Endpoint{
		Ref:              s.Ref,
		ScannedFileCount: s.Snapshot.ScannedFileCount,
		TotalAssets:      r.Summary.TotalAssets,
		ReadinessScore:   r.Score,
		ReadinessLevel:   r.Level,
		Ownership:        Ownership{r.Summary.OwnedAssets, r.Summary.TotalAssets, r.Summary.OwnershipCoveragePercent},
		MissingTarget:    s.MissingTarget,
		UnreadGitlinks:   slices.Clone(s.UnreadGitlinks),
	}
}

// diffChecks compares the checks of two reports, those of Skill Discovery left
// out.
func diffChecks(before, after []readiness.Check) []CheckChange {
	from, to := checksByID(before), checksByID(after)
	changes := []CheckChange{}
	for _, id := range unionOfKeys(from, to) {
		b, a := from[id], to[id]
		change := CheckChange{ID: id, FromStatus: Absent, ToStatus: Absent, FromSeverity: Absent, ToSeverity: Absent, SummaryChanged: true}
		if b != nil {
			change.Title, change.FromStatus, change.FromSeverity = b.Title, string(b.Status), string(b.Severity)
		}
		if a != nil {
			change.Title, change.ToStatus, change.ToSeverity = a.Title, string(a.Status), string(a.Severity)
		}
		if b != nil && a != nil {
			change.SummaryChanged = a.Summary != b.Summary
			if a.Status == b.Status && a.Severity == b.Severity && slices.Equal(evidenceKeys(a), evidenceKeys(b)) {
				continue
			}
		}
		changes = append(changes, change)
	}
	return changes
}

func checksByID(checks []readiness.Check) map[string]*readiness.Check {
	byID := make(map[string]*readiness.Check, len(checks))
	for i := range checks {
		if c := &checks[i]; !readiness.AboutDiscovery(c.ID) {
			byID[c.ID] = c
		}
	}
	return byID
}

// evidenceKeys is the set of ids and paths that a check rests on, sorted.
func evidenceKeys(c *readiness.Check) [][2]string {
	keys := make([][2]string, len(c.Evidence))
	for i, e := range c.Evidence {
		keys[i] = [2]string{e.ID, e.Path}
	}
	slices.SortFunc(keys, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(keys)
}

// unionOfKeys returns the keys of both maps, sorted.
func unionOfKeys[K cmp.Ordered, V any](a, b map[K]V) []K {
	keys := make([]K, 0, max(len(a), len(b)))
	for k := range a {
		keys = append(keys, k)
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}
