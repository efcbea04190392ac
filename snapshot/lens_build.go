package snapshot

import (
	"maps"
	"slices"

	"github.com/renma/renma/diagnostic"
)

const defaultLensScope = "context"

// lensScope returns the scope that a lens declares, or the only supported one.
func (e *Entry) lensScope() string {
	if scope := e.declared.text("scope"); scope != "" {
		return scope
	}
	return defaultLensScope
}

// contextLens sums up the lenses and the diagnostics about them.
func contextLens(c *Catalog, diagnostics []diagnostic.Diagnostic) ContextLens {
	byPath := map[string][]diagnostic.Diagnostic{}
	for _, d := range diagnostics {
		byPath[d.Path] = append(byPath[d.Path], d)
	}
	sum := ContextLens{
		Enabled:          true,
		DiagnosticCounts: Count(diagnostics),
		DefinitionPaths:  []string{},
		ScopeSummary:     []ScopeCount{},
		Lenses:           []Lens{},
	}
	if len(diagnostics) > 0 {
		sum.RepresentativeCode = diagnostics[0].Code
	}
	targets, paths, unresolved, scopes := set{}, set{}, set{}, map[string]int{}
	for _, e := range c.Entries {
		if e.Kind != KindContextLens {
			continue
		}
		lens := newLens(c, e, byPath[e.SourcePath], unresolved)
		targets.add(lens.Targets...)
		paths.add(lens.TargetPaths...)
		scopes[lens.Scope]++
		sum.DefinitionPaths = append(sum.DefinitionPaths, e.SourcePath)
		sum.Lenses = append(sum.Lenses, lens)
		if lens.Valid {
			sum.ValidLensCount++
		}
	}
	sum.TotalLensCount = len(sum.Lenses)
	sum.InvalidLensCount = sum.TotalLensCount - sum.ValidLensCount
	sum.Detected = sum.TotalLensCount > 0
	sum.TargetReferences, sum.TargetPaths, sum.UnresolvedTargetReferences = targets.sorted(), paths.sorted(), unresolved.sorted()
	for _, scope := range slices.Sorted(maps.Keys(scopes)) {
		sum.ScopeSummary = append(sum.ScopeSummary, ScopeCount{scope, scopes[scope]})
	}
	return sum
}

// newLens describes one lens and adds its targets that do not resolve to
// unresolved.
func newLens(c *Catalog, e *Entry, diagnostics []diagnostic.Diagnostic, unresolved set) Lens {
	targets, paths, codes := set{}, set{}, set{}
	for _, to := range e.Metadata.AppliesTo {
		to = targetPath(to)
		targets.add(to)
		if target := c.Resolve(to); target != nil {
			paths.add(target.SourcePath)
		} else {
			unresolved.add(to)
		}
	}
	counts := Count(diagnostics)
	for _, d := range diagnostics {
		codes.add(d.Code)
	}
	return Lens{
		ID:               e.ID,
		Path:             e.SourcePath,
		Valid:            counts.Error == 0,
		Scope:            e.lensScope(),
		Targets:          targets.sorted(),
		TargetPaths:      paths.sorted(),
		DiagnosticCounts: counts,
		DiagnosticCodes:  codes.sorted(),
	}
}

// set is a set of strings that is listed in byte order.
type set map[string]struct{}

func (s set) add(list ...string) {
	for _, x := range list {
		s[x] = struct{}{}
	}
}

func (s set) sorted() []string { return orEmpty(slices.Sorted(maps.Keys(s))) }
