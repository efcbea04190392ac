package snapshot

import (
	"slices"

	"github.com/renma/renma/internal/graph"
)

// supersessionCycles returns the cycles among contexts that name each other as
// replacements: each maximal set of contexts that all lead to each other, and
// each context that names itself. Members keep the order of nodes, and so do
// the cycles by their first member.
func supersessionCycles(c *Catalog, nodes []*Entry) [][]*Entry {
	number := make(map[*Entry]int, len(nodes))
	for i, e := range nodes {
		number[e] = i
	}
	next := make([][]int, len(nodes))
	var out [][]*Entry
	self := make([]bool, len(nodes))
	for i, e := range nodes {
		for _, to := range e.Metadata.SupersededBy {
			j, ok := number[c.Resolve(to)]
			if e.names(to) {
				j, ok = i, true
			}
			if ok {
				next[i] = append(next[i], j)
				self[i] = self[i] || i == j
			}
		}
	}
	for _, component := range graph.Components(next) {
		for _, i := range component {
			if self[i] {
				out = append(out, []*Entry{nodes[i]})
			}
		}
		if len(component) > 1 {
			members := make([]*Entry, len(component))
			for k, i := range component {
				members[k] = nodes[i]
			}
			out = append(out, members)
		}
	}
	slices.SortStableFunc(out, func(a, b []*Entry) int { return number[a[0]] - number[b[0]] })
	return out
}

// names reports whether a declared target is the entry itself, by id or path.
func (e *Entry) names(target string) bool {
	return target == e.ID || targetPath(target) == e.SourcePath
}
