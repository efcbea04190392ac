package discovery

import (
	"slices"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/snapshot"
)

// Index is the prepared discovery of one repository, or the projection of it
// that [Index.Focus] makes (contract 03 section 1.2). Encoded as JSON it is the
// "discovery" member of the graph document. Nothing in an index may be changed:
// lists are shared between its parts.
//
// Under focus, Adoption and Coverage stay those of the repository; everything
// else holds the visible Skills and routes only.
type Index struct {
	Skills   []*Skill `json:"skills"` // sorted by path
	Routes   []*Route `json:"routes"` // sorted by source path, then declaration
	Adoption Adoption `json:"adoption"`
	Coverage Coverage `json:"coverage"`
	// PublishedEntrypointIDs are in the order of Skills, the other lists of
	// ids are sorted.
	PublishedEntrypointIDs              []string                `json:"publishedEntrypointIds"`
	ReachableDiscoveryEligibleSkillIDs  []string                `json:"reachableDiscoveryEligibleSkillIds"`
	NotReachedDiscoveryEligibleSkillIDs []string                `json:"notReachedDiscoveryEligibleSkillIds"`
	StructuralRootIDs                   []string                `json:"structuralRootIds"`
	StandaloneSkillIDs                  []string                `json:"standaloneSkillIds"`
	UnroutedSkillIDs                    []string                `json:"unroutedSkillIds"`
	Summary                             Summary                 `json:"summary"`
	Diagnostics                         []diagnostic.Diagnostic `json:"diagnostics"` // sorted by code, path, line, declaration
	// Focused is the Skill of a projection, nil for a whole index.
	Focused *snapshot.AssetRef `json:"focus,omitempty"`
	// Cycles are the maximal cyclic components, sorted by member ids. Under
	// focus they stay those of the repository.
	Cycles []*Cycle `json:"-"`

	// whole is the index a projection was made from; a whole index is its own.
	whole *Index
	snap  *snapshot.Snapshot
	// byPath finds the position of a Skill in whole.Skills.
	byPath map[string]int
	// from and to hold, for each Skill of a whole index, the positions of the
	// routes that it declares and of those that name it.
	from, to [][]int
	// about holds, for each diagnostic, the routes that it speaks of.
	about [][]*Route
}

// PrepareDiscovery builds the index of a snapshot (contract 03 section 2). It
// depends on nothing but s, changes nothing in it, and takes time linear in the
// Skills, their routes and, for the lists of reaching entrypoints, in Skills
// times entrypoints divided by the word size.
func PrepareDiscovery(s *snapshot.Snapshot) *Index {
	x := PrepareComparison(s)
	x.diagnose()
	return x
}

// PrepareComparison is [PrepareDiscovery] without diagnostics and the links to
// them: what the comparison of two snapshots needs.
func PrepareComparison(s *snapshot.Snapshot) *Index {
	x := &Index{snap: s, byPath: make(map[string]int, len(s.Skills))}
	x.whole = x
	x.addSkills()
	x.addRoutes()
	x.markDuplicates()
	edges := x.authoritativeEdges()
	x.findCycles(edges)
	x.markStructure(edges)
	x.decideAdoption()
	x.reach(edges)
	x.collectIDs()
	return x
}

// HasErrors reports a discovery diagnostic of error severity.
func (x *Index) HasErrors() bool { return hasErrors(x.Diagnostics) }

// Summary counts what an index holds (contract 03 section 1.10). Declared routes
// are usable, unresolved or ambiguous, or invalid, and nothing else.
type Summary struct {
	VisibleSkillCount               int `json:"visibleSkillCount"`
	RouteEligibleSkillCount         int `json:"routeEligibleSkillCount"`
	DeclaredRouteCount              int `json:"declaredRouteCount"`
	UsableRouteCount                int `json:"usableRouteCount"`
	UnresolvedRouteCount            int `json:"unresolvedRouteCount"`
	AmbiguousRouteCount             int `json:"ambiguousRouteCount"`
	UnresolvedOrAmbiguousRouteCount int `json:"unresolvedOrAmbiguousRouteCount"`
	InvalidRouteCount               int `json:"invalidRouteCount"`
	StructuralRootCount             int `json:"structuralRootCount"`
	StandaloneSkillCount            int `json:"standaloneSkillCount"`
	UnroutedSkillCount              int `json:"unroutedSkillCount"`
	PublishedEntrypointCount        int `json:"publishedEntrypointCount"`
	ReachableSkillCount             int `json:"reachableSkillCount"`
	NotReachedSkillCount            int `json:"notReachedSkillCount"`
}

// ids returns the ids of the Skills that have a property, in the order of Skills.
func (x *Index) ids(has func(*Skill) bool) []string {
	list := []string{}
	for _, s := range x.Skills {
		if has(s) {
			list = append(list, s.ID)
		}
	}
	return list
}

func (x *Index) sortedIDs(has func(*Skill) bool) []string {
	list := x.ids(has)
	slices.Sort(list)
	return list
}

// collectIDs fills the lists of ids and the summary from Skills and Routes.
func (x *Index) collectIDs() {
	x.PublishedEntrypointIDs = x.ids(func(s *Skill) bool { return s.Publication.Accepted })
	x.ReachableDiscoveryEligibleSkillIDs = x.sortedIDs(func(s *Skill) bool { return s.Reachability.State == Reachable })
	x.NotReachedDiscoveryEligibleSkillIDs = x.sortedIDs(func(s *Skill) bool { return s.Reachability.State == NotReached })
	x.StructuralRootIDs = x.sortedIDs(func(s *Skill) bool { return s.StructuralRoot })
	x.StandaloneSkillIDs = x.sortedIDs(func(s *Skill) bool { return s.Standalone })
	x.UnroutedSkillIDs = x.sortedIDs(func(s *Skill) bool { return s.Unrouted })

	sum := Summary{
		VisibleSkillCount:        len(x.Skills),
		DeclaredRouteCount:       len(x.Routes),
		StructuralRootCount:      len(x.StructuralRootIDs),
		StandaloneSkillCount:     len(x.StandaloneSkillIDs),
		UnroutedSkillCount:       len(x.UnroutedSkillIDs),
		PublishedEntrypointCount: len(x.PublishedEntrypointIDs),
		ReachableSkillCount:      len(x.ReachableDiscoveryEligibleSkillIDs),
		NotReachedSkillCount:     len(x.NotReachedDiscoveryEligibleSkillIDs),
	}
	for _, s := range x.Skills {
		if s.RouteEligible {
			sum.RouteEligibleSkillCount++
		}
	}
	for _, r := range x.Routes {
		switch {
		case r.Usable:
			sum.UsableRouteCount++
		case r.Resolution == Unresolved:
			sum.UnresolvedRouteCount++
		case r.Resolution == Ambiguous:
			sum.AmbiguousRouteCount++
		default:
			sum.InvalidRouteCount++
		}
	}
	sum.UnresolvedOrAmbiguousRouteCount = sum.UnresolvedRouteCount + sum.AmbiguousRouteCount
	x.Summary = sum
}
