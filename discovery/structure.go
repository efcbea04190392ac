package discovery

import (
	"cmp"
	"slices"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/graph"
	"github.com/renma/renma/snapshot"
)

// edge is a route that discovery can follow.
type edge struct {
	target int
	route  *Route
}

// edges are the authoritative edges by source: routes that are usable and
// representative, which implies that they resolve to a Skill. The edges of a
// Skill are sorted by target and no two have the same one.
type edges [][]edge

func (x *Index) authoritativeEdges() edges {
	next := make(edges, len(x.Skills))
	for _, r := range x.Routes {
		if r.Usable {
			next[r.source] = append(next[r.source], edge{r.target, r})
		}
	}
	for _, list := range next {
		slices.SortFunc(list, func(a, b edge) int { return cmp.Compare(a.target, b.target) })
	}
	return next
}

// components returns the strongly connected components of the edges.
func (e edges) components() [][]int {
	next := make([][]int, len(e))
	for i, list := range e {
		for _, to := range list {
			next[i] = append(next[i], to.target)
		}
	}
	return graph.Components(next)
}

// markStructure sets the structural facts of every Skill (contract 03 section
// 2.8). A route of a Skill to itself counts as incoming.
func (x *Index) markStructure(next edges) {
	incoming := make([]bool, len(x.Skills))
	for _, list := range next {
		for _, e := range list {
			incoming[e.target] = true
		}
	}
	for i, s := range x.Skills {
		s.StructuralRoot = s.RouteEligible && !incoming[i]
		s.Standalone = s.StructuralRoot && len(next[i]) == 0
		s.Unrouted = s.StructuralRoot && !s.Publication.Accepted
	}
}

// Cycle is a maximal set of Skills that reach each other through usable routes,
// or one Skill that continues with itself (contract 03 section 2.8).
type Cycle struct {
	SkillIDs []string            `json:"cycleSkillIds"` // sorted
	Skills   []snapshot.AssetRef `json:"cycleSkills"`   // in the order of SkillIDs
	// SelfLoop reports a cycle of one Skill. A larger cycle may hold routes
	// of a Skill to itself as well.
	SelfLoop bool `json:"selfLoop"`
	// Routes are all routes between members, sorted by source id, target
	// id, and so on. The first is where the cycle is reported.
	Routes []CycleRoute `json:"cycleRoutes"`

	members []int
	routes  []*Route
}

// CycleRoute is one route inside a cycle.
type CycleRoute struct {
	SourceID         string              `json:"sourceId"`
	SourcePath       string              `json:"sourcePath"`
	TargetID         string              `json:"targetId"`
	TargetPath       string              `json:"targetPath"`
	DeclarationIndex int                 `json:"declarationIndex"`
	Evidence         diagnostic.Evidence `json:"evidence"`
}

// findCycles fills x.Cycles. Members are eligible Skills, whose ids are unique.
func (x *Index) findCycles(next edges) {
	components := next.components()
	component := make([]int, len(next))
	for i, members := range components {
		for _, m := range members {
			component[m] = i
		}
	}
	for i, members := range components {
		c := &Cycle{SelfLoop: len(members) == 1, members: members}
		for _, m := range members {
			for _, e := range next[m] {
				if component[e.target] == i {
					c.routes = append(c.routes, e.route)
				}
			}
		}
		if len(c.routes) > 0 {
			x.describeCycle(c)
			x.Cycles = append(x.Cycles, c)
		}
	}
	slices.SortFunc(x.Cycles, func(a, b *Cycle) int { return slices.Compare(a.SkillIDs, b.SkillIDs) })
}

// describeCycle fills the public part of a cycle.
func (x *Index) describeCycle(c *Cycle) {
	for _, m := range c.members {
		c.Skills = append(c.Skills, x.Skills[m].Ref())
	}
	slices.SortFunc(c.Skills, func(a, b snapshot.AssetRef) int { return cmp.Compare(a.ID, b.ID) })
	for _, s := range c.Skills {
		c.SkillIDs = append(c.SkillIDs, s.ID)
	}
	// Ids of members are unique and a Skill has one edge to each target, so
	// the two ids decide the order.
	slices.SortFunc(c.routes, func(a, b *Route) int {
		return cmp.Or(cmp.Compare(a.SourceID, b.SourceID), cmp.Compare(a.ResolvedTarget.ID, b.ResolvedTarget.ID))
	})
	for _, r := range c.routes {
		c.Routes = append(c.Routes, CycleRoute{
			SourceID: r.SourceID, SourcePath: r.SourcePath,
			TargetID: r.ResolvedTarget.ID, TargetPath: r.ResolvedTarget.SourcePath,
			DeclarationIndex: r.DeclarationIndex, Evidence: r.Evidence,
		})
	}
}
