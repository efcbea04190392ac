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

func diffGraph(from, to *snapshot.Catalog) Graph {
	before, after := edges(from, to), edges(to, from)
	g := Graph{AddedEdges: []Edge{}, RemovedEdges: []Edge{}, NewUnresolvedEdges: []Edge{}, ResolvedEdges: []Edge{}}
	keys := make([]edgeKey, 0, 16)
	for key, d := range after {
		if old := before[key]; old == nil || resolved(from, old) != resolved(to, d) {
			keys = append(keys, key)
		}
	}
	for key := range before {
		if after[key] == nil {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, compareEdgeKeys)
	for _, key := range keys {
		old, d := before[key], after[key]
		if d == nil {
			g.RemovedEdges = append(g.RemovedEdges, newEdge(from, old))
			continue
		}
		now := newEdge(to, d)
		if old == nil {
			g.AddedEdges = append(g.AddedEdges, now)
		}
		switch {
		case !now.Resolved:
			g.NewUnresolvedEdges = append(g.NewUnresolvedEdges, now)
		case old != nil:
			g.ResolvedEdges = append(g.ResolvedEdges, now)
		}
	}
	return g
}

// edges returns the dependencies of c by identity. Of several declarations of one
// target the first counts.
func edges(c, other *snapshot.Catalog) map[edgeKey]*snapshot.Dependency {
	m := make(map[edgeKey]*snapshot.Dependency, len(c.Dependencies))
	var key edgeKey
	var source *snapshot.Entry
	for _, d := range c.Dependencies {
		if d.Source() != source {
			source = d.Source()
			key.source = keyOf(source, c, other)
		}
		key.kind, key.target = d.Kind, d.To
		if _, ok := m[key]; !ok {
			m[key] = d
		}
	}
	return m
}

func resolved(c *snapshot.Catalog, d *snapshot.Dependency) bool { return c.Resolve(d.To) != nil }

func newEdge(c *snapshot.Catalog, d *snapshot.Dependency) Edge {
	e := Edge{Source: d.From, Target: d.To, Kind: d.Kind, Evidence: d.Evidence}
	if target := c.Resolve(d.To); target != nil {
		e.Target, e.Resolved = target.ID, true
	}
	return e
}
