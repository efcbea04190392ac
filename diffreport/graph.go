package diffreport

import (
	"cmp"
	"slices"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/snapshot"
)

// Graph holds the dependencies that differ, each list sorted by source, kind,
// declared target. Continuations are routes, not dependencies.
type Graph struct {
	AddedEdges   []Edge `json:"addedEdges"`
	RemovedEdges []Edge `json:"removedEdges"`
	// NewUnresolvedEdges name no asset, and are new or named one before.
	NewUnresolvedEdges []Edge `json:"newUnresolvedEdges"`
	// ResolvedEdges are on both sides and named no asset before.
	ResolvedEdges []Edge `json:"resolvedEdges"`
}

// Edge is one dependency. Target is the id of the asset it names, or the
// declared text when it names none. Derived edges have no evidence.
type Edge struct {
	Source   string               `json:"source"`
	Target   string               `json:"target"`
	Kind     string               `json:"kind"`
	Resolved bool                 `json:"resolved"`
	Evidence *diagnostic.Evidence `json:"evidence,omitempty"`
}

// edgeKey identifies an edge by what was declared, not by what it names now.
type edgeKey struct {
	source assetKey
	kind   string
	target string
}

func compareEdgeKeys(a, b edgeKey) int {
	return cmp.Or(cmp.Compare(a.source.id, b.source.id), cmp.Compare(a.kind, b.kind), cmp.Compare(a.target, b.target),
		cmp.Compare(a.source.path, b.source.path))
}

// edgeChange is an edge of one side, or of both with another outcome.
type edgeChange struct {
	edgeKey
	from, to *snapshot.Dependency
}

func diffGraph(from, to *snapshot.Catalog, ids identities) Graph {
	var changes []edgeChange
	// All edges of one identity are in one run.
	for before, after := range runs(from.Dependencies, to.Dependencies, snapshot.CompareDependencies) {
		if len(before) == 1 && len(after) == 1 && ids.edge(before[0]) == ids.edge(after[0]) && resolved(before[0]) == resolved(after[0]) {
			continue // as nearly all are
		}
		changes = append(changes, edgeChanges(ids.edges(before), ids.edges(after))...)
	}
	slices.SortFunc(changes, func(a, b edgeChange) int { return compareEdgeKeys(a.edgeKey, b.edgeKey) })
	g := Graph{AddedEdges: []Edge{}, RemovedEdges: []Edge{}, NewUnresolvedEdges: []Edge{}, ResolvedEdges: []Edge{}}
	for _, c := range changes {
		if c.to == nil {
			g.RemovedEdges = append(g.RemovedEdges, newEdge(c.from))
			continue
		}
		now := newEdge(c.to)
		if c.from == nil {
			g.AddedEdges = append(g.AddedEdges, now)
		}
		switch {
		case !now.Resolved:
			g.NewUnresolvedEdges = append(g.NewUnresolvedEdges, now)
		case c.from != nil:
			g.ResolvedEdges = append(g.ResolvedEdges, now)
		}
	}
	return g
}

func (shared identities) edge(d *snapshot.Dependency) edgeKey {
	return edgeKey{shared.key(d.Source()), d.Kind, d.To}
}

// edges returns edges by identity. Of several declarations of one target the
// first counts.
func (shared identities) edges(list []*snapshot.Dependency) map[edgeKey]*snapshot.Dependency {
	m := make(map[edgeKey]*snapshot.Dependency, len(list))
	for _, d := range list {
		if key := shared.edge(d); m[key] == nil {
			m[key] = d
		}
	}
	return m
}

func edgeChanges(before, after map[edgeKey]*snapshot.Dependency) []edgeChange {
	var changes []edgeChange
	for key, d := range after {
		if old := before[key]; old == nil || resolved(old) != resolved(d) {
			changes = append(changes, edgeChange{key, old, d})
		}
	}
	for key, d := range before {
		if after[key] == nil {
			changes = append(changes, edgeChange{key, d, nil})
		}
	}
	return changes
}

func resolved(d *snapshot.Dependency) bool { return d.Target() != nil }

func newEdge(d *snapshot.Dependency) Edge {
	e := Edge{Source: d.From, Target: d.To, Kind: d.Kind, Evidence: d.Evidence}
	if target := d.Target(); target != nil {
		e.Target, e.Resolved = target.ID, true
	}
	return e
}
