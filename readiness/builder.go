package readiness

import (
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/snapshot"
)

// builder holds what several checks look at.
type builder struct {
	snap        *snapshot.Snapshot
	index       *discovery.Index // nil when discovery is left out
	diagnostics []diagnostic.Diagnostic
}

func newBuilder(s *snapshot.Snapshot, x *discovery.Index) *builder {
	b := &builder{snap: s, index: x}
	b.diagnostics = slices.Concat(s.FileDiagnostics, s.LensDiagnostics, s.SuppressionDiagnostics)
	for i := range s.CatalogDiagnostics {
		if lifecycleCodes[s.CatalogDiagnostics[i].Code] {
			b.diagnostics = append(b.diagnostics, s.CatalogDiagnostics[i])
		}
	}
	return b
}

// lifecycleCodes are the catalog diagnostics that the document shows as such.
var lifecycleCodes = map[string]bool{
	"META-SUSPENDED-STATUS-METADATA-INCOMPLETE": true,
	"META-REVOKED-STATUS-METADATA-INCOMPLETE":   true,
	"META-INVALID-STATUS-CHANGED-AT":            true,
	"META-REQUIRED-SUSPENDED-DEPENDENCY":        true,
	"META-OPTIONAL-SUSPENDED-DEPENDENCY":        true,
	"META-REQUIRED-REVOKED-DEPENDENCY":          true,
	"META-OPTIONAL-REVOKED-DEPENDENCY":          true,
}

// summary counts everything but the checks.
func (b *builder) summary() Summary {
	entries := b.snap.Catalog.Entries
	s := Summary{
		TotalAssets:      len(entries),
		NodeCount:        len(entries),
		EdgeCount:        len(b.snap.Catalog.Dependencies),
		DiagnosticCounts: snapshot.Count(b.diagnostics),
		ContextLens:      b.snap.ContextLens,
		SkillDiscovery:   b.skillDiscovery(),
	}
	for _, e := range entries {
		if owned(e) {
			s.OwnedAssets++
		}
	}
	for _, e := range b.snap.Catalog.Dependencies {
		if e.Target() != nil {
			s.ResolvedEdges++
		}
	}
	s.UnownedAssets = s.TotalAssets - s.OwnedAssets
	s.UnresolvedEdges = s.EdgeCount - s.ResolvedEdges
	s.OwnershipCoveragePercent = percent(s.OwnedAssets, s.TotalAssets)
	s.GraphResolutionPercent = percent(s.ResolvedEdges, s.EdgeCount)
	return s
}

func owned(e *snapshot.Entry) bool {
	o := e.Ownership.EffectiveOwner
	return o != nil && strings.TrimSpace(*o) != ""
}

func (b *builder) skillDiscovery() SkillDiscovery {
	x := b.index
	if x == nil {
		return SkillDiscovery{AdoptionState: discovery.NotAdopted}
	}
	return SkillDiscovery{
		AdoptionState:            x.Adoption.State,
		PublishedEntrypointCount: x.Summary.PublishedEntrypointCount,
		RouteEligibleSkillCount:  x.Summary.RouteEligibleSkillCount,
		ReachableSkillCount:      x.Summary.ReachableSkillCount,
		NotReachedSkillCount:     x.Summary.NotReachedSkillCount,
		UnroutedSkillCount:       x.Summary.UnroutedSkillCount,
		UsableRouteCount:         x.Summary.UsableRouteCount,
		UnusableRouteCount:       x.Summary.DeclaredRouteCount - x.Summary.UsableRouteCount,
		UnresolvedRouteCount:     x.Summary.UnresolvedRouteCount,
		CycleComponentCount:      len(x.Cycles),
	}
}

func workflow(s *snapshot.Snapshot, checks []Check) Workflow {
	w := Workflow{SkillEntrypoints: len(s.Skills)}
	for i := range checks {
		if !strings.HasPrefix(checks[i].ID, "workflow.") {
			continue
		}
		w.Checks++
		switch checks[i].Status {
		case Pass:
			w.Pass++
		case Warn:
			w.Warn++
		case Fail:
			w.Fail++
		}
	}
	w.ReadinessPercent = percent(w.Pass, w.Checks)
	return w
}

// percent is 100*n/d rounded half up, 100 when d is 0.
func percent(n, d int) int {
	if d == 0 {
		return 100
	}
	return (200*n + d) / (2 * d)
}

// score takes the penalties of contract 04 section 1.4 off 100. Discovery costs
// nothing.
func (b *builder) score(s *Summary, checks []Check) int {
	score := 100
	if s.DiagnosticCounts.Error > 0 {
		score -= 40
	}
	if s.TotalAssets == 0 {
		score -= 10
	} else {
		score -= (40*s.UnownedAssets + s.TotalAssets) / (2 * s.TotalAssets)
	}
	for i := range checks {
		switch {
		case checks[i].ID == checkUnresolvedEdges && checks[i].Status == Fail:
			score -= 30
		case checks[i].ID == checkOptionalContext && checks[i].Status == Warn:
			score -= 5
		}
	}
	return max(score, 0)
}

func level(score int, checks []Check) Level {
	failing := slices.ContainsFunc(checks, func(c Check) bool { return c.Status == Fail })
	switch {
	case failing || score < 70:
		return NotReady
	case score >= 90:
		return Ready
	}
	return NeedsAttention
}
