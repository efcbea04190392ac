package diffreport

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/renma/renma/discovery"
)

// SkillDiscoverySchema identifies the discovery section.
const SkillDiscoverySchema = "renma.skill-discovery-diff.v1"

// SkillDiscovery says what changed in Skill Discovery (contract 04 section 3b).
// It states facts and has no exit status of its own. Its lists are never nil.
type SkillDiscovery struct {
	SchemaVersion        string                          `json:"schemaVersion"`
	Adoption             Change[discovery.AdoptionState] `json:"adoption"`
	Coverage             Change[discovery.CoverageMode]  `json:"coverage"`
	Summary              SkillDiscoverySummary           `json:"summary"`
	PublishedEntrypoints PublishedEntrypoints            `json:"publishedEntrypoints"`
	Reachability         Reachability                    `json:"reachability"`
	UnroutedSkills       UnroutedSkills                  `json:"unroutedSkills"`
	Routes               Routes                          `json:"routes"`
	Cycles               Cycles                          `json:"cycles"`
}

// Change is one value on both sides.
type Change[T comparable] struct {
	From    T    `json:"from"`
	To      T    `json:"to"`
	Changed bool `json:"changed"`
}

func changeOf[T comparable](from, to T) Change[T] { return Change[T]{from, to, from != to} }

// SkillDiscoverySummary holds differences of counts. Routes count as
// declarations here, while the lists of [Routes] hold groups. A count of reached
// Skills is 0 while coverage is not evaluated.
type SkillDiscoverySummary struct {
	PublishedEntrypointCountDelta int `json:"publishedEntrypointCountDelta"`
	RouteEligibleSkillCountDelta  int `json:"routeEligibleSkillCountDelta"`
	ReachableSkillCountDelta      int `json:"reachableSkillCountDelta"`
	NotReachedSkillCountDelta     int `json:"notReachedSkillCountDelta"`
	UnroutedSkillCountDelta       int `json:"unroutedSkillCountDelta"`
	UsableRouteCountDelta         int `json:"usableRouteCountDelta"`
	UnusableRouteCountDelta       int `json:"unusableRouteCountDelta"`
	UnresolvedRouteCountDelta     int `json:"unresolvedRouteCountDelta"`
	CycleComponentCountDelta      int `json:"cycleComponentCountDelta"`
}

// SkillRef identifies a Skill: a change of either member is a removal and an
// addition. Lists of them are sorted by path, then id.
type SkillRef struct {
	ID   string `json:"id"`
	Path string `json:"path"`
}

func compareSkills(a, b SkillRef) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID))
}

// PublishedEntrypoints are the entrypoints in effect on one side only.
type PublishedEntrypoints struct {
	Added   []SkillRef `json:"added"`
	Removed []SkillRef `json:"removed"`
}

// Reachability holds the Skills that are reached, and those that are not
// reached, on the to side only. The two are no complements: a Skill that is gone
// or no longer evaluated is in neither.
type Reachability struct {
	NewlyReachable  []SkillRef `json:"newlyReachable"`
	NewlyNotReached []SkillRef `json:"newlyNotReached"`
}

// UnroutedSkills are the Skills that are unrouted on one side only.
type UnroutedSkills struct {
	NewlyUnrouted    []SkillRef `json:"newlyUnrouted"`
	ResolvedUnrouted []SkillRef `json:"resolvedUnrouted"`
}

// Cycles are the cyclic components of one side only, sorted by member ids. A
// component that grows is one resolved and one added.
type Cycles struct {
	Added    []Cycle `json:"added"`
	Resolved []Cycle `json:"resolved"`
}

// Cycle is a cyclic component. Its identity are its member ids.
type Cycle struct {
	SkillIDs []string   `json:"skillIds"` // sorted
	Skills   []SkillRef `json:"skills"`   // sorted by path
	SelfLoop bool       `json:"selfLoop"` // a single Skill that continues with itself
}

// DiffDiscovery compares two discovery indexes. Without one of them the result
// is neutral: nothing is inferred (contract 04 section 3b, neutral form).
func DiffDiscovery(from, to *discovery.Index) *SkillDiscovery {
	if from == nil || to == nil {
		from, to = &discovery.Index{}, &discovery.Index{}
		from.Adoption.State, to.Adoption.State = discovery.NotAdopted, discovery.NotAdopted
		from.Coverage.Mode, to.Coverage.Mode = discovery.CoverageNotEvaluated, discovery.CoverageNotEvaluated
	}
	d := &SkillDiscovery{
		SchemaVersion: SkillDiscoverySchema,
		Adoption:      changeOf(from.Adoption.State, to.Adoption.State),
		Coverage:      changeOf(from.Coverage.Mode, to.Coverage.Mode),
		Summary:       summaryDeltas(from, to),
		Routes:        diffRoutes(from, to),
	}
	pairs := match(from.Skills, to.Skills, compareSources, skillRef)
	diff := func(has func(*discovery.Skill) bool) (added, removed []SkillRef) {
		return diffSkills(from, to, pairs, has)
	}
	d.PublishedEntrypoints.Added, d.PublishedEntrypoints.Removed = diff(func(s *discovery.Skill) bool { return s.Publication.Accepted })
	d.Reachability.NewlyReachable, _ = diff(inState(discovery.Reachable))
	d.Reachability.NewlyNotReached, _ = diff(inState(discovery.NotReached))
	d.UnroutedSkills.NewlyUnrouted, d.UnroutedSkills.ResolvedUnrouted = diff(func(s *discovery.Skill) bool { return s.Unrouted })
	d.Cycles.Added, d.Cycles.Resolved = diffCycles(from, to)
	return d
}

// EntryCount counts the entries of all lists, and adoption and coverage where
// they changed.
func (d *SkillDiscovery) EntryCount() int {
	n := len(d.PublishedEntrypoints.Added) + len(d.PublishedEntrypoints.Removed) +
		len(d.Reachability.NewlyReachable) + len(d.Reachability.NewlyNotReached) +
		len(d.UnroutedSkills.NewlyUnrouted) + len(d.UnroutedSkills.ResolvedUnrouted) +
		len(d.Routes.Added) + len(d.Routes.Removed) + len(d.Routes.Changed) +
		len(d.Cycles.Added) + len(d.Cycles.Resolved)
	if d.Adoption.Changed {
		n++
	}
	if d.Coverage.Changed {
		n++
	}
	return n
}

// IsEmpty reports that nothing differs, not even a count.
func (d *SkillDiscovery) IsEmpty() bool {
	return d.EntryCount() == 0 && d.Summary == (SkillDiscoverySummary{})
}

func summaryDeltas(from, to *discovery.Index) SkillDiscoverySummary {
	a, b := &from.Summary, &to.Summary
	return SkillDiscoverySummary{
		PublishedEntrypointCountDelta: b.PublishedEntrypointCount - a.PublishedEntrypointCount,
		RouteEligibleSkillCountDelta:  b.RouteEligibleSkillCount - a.RouteEligibleSkillCount,
		ReachableSkillCountDelta:      b.ReachableSkillCount - a.ReachableSkillCount,
		NotReachedSkillCountDelta:     b.NotReachedSkillCount - a.NotReachedSkillCount,
		UnroutedSkillCountDelta:       b.UnroutedSkillCount - a.UnroutedSkillCount,
		UsableRouteCountDelta:         b.UsableRouteCount - a.UsableRouteCount,
		UnusableRouteCountDelta:       (b.DeclaredRouteCount - b.UsableRouteCount) - (a.DeclaredRouteCount - a.UsableRouteCount),
		UnresolvedRouteCountDelta:     b.UnresolvedRouteCount - a.UnresolvedRouteCount,
		CycleComponentCountDelta:      len(to.Cycles) - len(from.Cycles),
	}
}

// inState selects eligible Skills of one reachability. Only eligible ones are
// ever evaluated, so the state alone says so.
func inState(state discovery.ReachState) func(*discovery.Skill) bool {
	return func(s *discovery.Skill) bool { return s.Reachability.State == state }
}

// diffSkills returns the Skills that have a property on the to side only, and on
// the from side only.
func diffSkills(from, to *discovery.Index, pairs []pair, has func(*discovery.Skill) bool) (added, removed []SkillRef) {
	added, removed = []SkillRef{}, []SkillRef{}
	for _, p := range pairs {
		before := p.from >= 0 && has(from.Skills[p.from])
		after := p.to >= 0 && has(to.Skills[p.to])
		switch {
		case after && !before:
			added = append(added, skillRef(to.Skills[p.to]))
		case before && !after:
			removed = append(removed, skillRef(from.Skills[p.from]))
		}
	}
	slices.SortFunc(added, compareSkills)
	slices.SortFunc(removed, compareSkills)
	return added, removed
}

func compareSources(a, b *discovery.Skill) int { return cmp.Compare(a.SourcePath, b.SourcePath) }

func skillRef(s *discovery.Skill) SkillRef { return SkillRef{s.ID, cleanPath(s.SourcePath)} }

// cleanPath is the form in which paths are compared.
func cleanPath(p string) string {
	return path.Clean(strings.TrimPrefix(strings.ReplaceAll(p, `\`, "/"), "./"))
}

func diffCycles(from, to *discovery.Index) (added, resolved []Cycle) {
	return cyclesWithout(to.Cycles, from.Cycles), cyclesWithout(from.Cycles, to.Cycles)
}

// cyclesWithout returns the cycles of list whose members are no cycle of other.
// Both are sorted by their members.
func cyclesWithout(list, other []*discovery.Cycle) []Cycle {
	out := []Cycle{}
	for _, c := range list {
		_, found := slices.BinarySearchFunc(other, c, func(a, b *discovery.Cycle) int { return slices.Compare(a.SkillIDs, b.SkillIDs) })
		if !found {
			out = append(out, newCycle(c))
		}
	}
	return out
}

func newCycle(c *discovery.Cycle) Cycle {
	skills := make([]SkillRef, len(c.Skills))
	for i, s := range c.Skills {
		skills[i] = SkillRef{s.ID, cleanPath(s.SourcePath)}
	}
	slices.SortFunc(skills, compareSkills)
	return Cycle{slices.Clone(c.SkillIDs), skills, c.SelfLoop}
}
