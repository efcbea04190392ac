package discovery

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// ReachState says whether discovery finds a Skill.
type ReachState string

// The reachability states (contract 03 section 1.6).
const (
	Reachable         ReachState = "reachable"
	NotReached        ReachState = "not-reached"
	ReachNotEvaluated ReachState = "not-evaluated"
)

// Reachability says from which effective entrypoints a Skill is found, and after
// how many routes at least.
type Reachability struct {
	State               ReachState `json:"state"`
	Reason              string     `json:"reason"`
	SourceEntrypointIDs []string   `json:"sourceEntrypointIds"`    // sorted; empty unless reachable
	MinimumDepth        *int       `json:"minimumDepth,omitempty"` // nil unless reachable
}

// reach decides the coverage, and the reachability of every Skill.
func (x *Index) reach(next edges) {
	x.decideCoverage()
	evaluated := x.Coverage.Mode != CoverageNotEvaluated
	var entrypoints []int
	for i, s := range x.Skills {
		if s.RouteEligible {
			x.Coverage.EligibleSkillCount++
		}
		if evaluated && s.Publication.Accepted {
			entrypoints = append(entrypoints, i)
		}
	}
	slices.SortFunc(entrypoints, func(a, b int) int { return cmp.Compare(x.Skills[a].ID, x.Skills[b].ID) })
	for _, e := range entrypoints {
		x.Coverage.SourceEntrypointIDs = append(x.Coverage.SourceEntrypointIDs, x.Skills[e].ID)
	}
	depth := next.depths(entrypoints)
	sources := next.sources(entrypoints, x.Coverage.SourceEntrypointIDs)
	for i, s := range x.Skills {
		s.Reachability = Reachability{SourceEntrypointIDs: []string{}}
		r := &s.Reachability
		switch {
		case !s.RouteEligible:
			r.State, r.Reason = ReachNotEvaluated, "skill-not-discovery-eligible"
		case !evaluated:
			r.State, r.Reason = ReachNotEvaluated, "coverage-not-evaluated"
		case depth[i] == unreached:
			r.State, r.Reason = NotReached, "no-usable-path-from-published-entrypoint"
			x.Coverage.NotReachedSkillCount++
		default:
			r.State, r.Reason = Reachable, "reachable-through-usable-route"
			if s.Publication.Accepted {
				r.Reason = "published-entrypoint"
			}
			r.SourceEntrypointIDs, r.MinimumDepth = sources[i], &depth[i]
			x.Coverage.ReachableSkillCount++
		}
	}
	if x.Coverage.Mode == CoverageAuthoritative {
		complete := x.Coverage.NotReachedSkillCount == 0
		x.Coverage.Complete = &complete
	}
}

const unreached = -1

// depths returns for each Skill the least number of edges from any entrypoint.
func (e edges) depths(entrypoints []int) []int {
	depth := make([]int, len(e))
	for i := range depth {
		depth[i] = unreached
	}
	queue := slices.Clone(entrypoints)
	for _, i := range queue {
		depth[i] = 0
	}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		for _, to := range e[from] {
			if depth[to.target] == unreached {
				depth[to.target] = depth[from] + 1
				queue = append(queue, to.target)
			}
		}
	}
	return depth
}

// sources returns for each Skill the ids of all entrypoints that reach it, in
// the order of ids, which names entrypoints.
//
// What reaches one member of a component reaches all, so components are walked
// in topological order and hand sets of bits on. Equal sets share one list.
func (e edges) sources(entrypoints []int, ids []string) [][]string {
	components := e.components()
	component := make([]int, len(e))
	waiting := make([]int, len(components)) // edges from components not walked yet
	for i, members := range components {
		for _, m := range members {
			component[m] = i
		}
	}
	for from, list := range e {
		for _, to := range list {
			if component[from] != component[to.target] {
				waiting[component[to.target]]++
			}
		}
	}
	sets := make([]bitset, len(components))
	for bit, i := range entrypoints {
		sets[component[i]] = sets[component[i]].with(bit, len(entrypoints))
	}
	var ready []int
	for i := range components {
		if waiting[i] == 0 {
			ready = append(ready, i)
		}
	}
	out := make([][]string, len(e))
	lists := idLists{ids: ids, known: map[string][]string{}}
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		list := lists.of(sets[i])
		for _, m := range components[i] {
			out[m] = list
			for _, to := range e[m] {
				next := component[to.target]
				if next == i {
					continue
				}
				sets[next] = sets[next].union(sets[i])
				if waiting[next]--; waiting[next] == 0 {
					ready = append(ready, next)
				}
			}
		}
		sets[i] = nil
	}
	return out
}

// bitset is a set of small integers; nil is the empty set.
type bitset []uint64

func (b bitset) with(bit, size int) bitset {
	if b == nil {
		b = make(bitset, (size+63)/64)
	}
	b[bit/64] |= 1 << (bit % 64)
	return b
}

// union adds the members of other to b, which is not shared with it.
func (b bitset) union(other bitset) bitset {
	switch {
	case other == nil:
		return b
	case b == nil:
		return slices.Clone(other)
	}
	for i, word := range other {
		b[i] |= word
	}
	return b
}

// idLists turns sets into lists of ids, each distinct set once.
type idLists struct {
	ids   []string
	known map[string][]string
	key   []byte
}

func (l *idLists) of(set bitset) []string {
	l.key = l.key[:0]
	count := 0
	for _, word := range set {
		l.key = binary.LittleEndian.AppendUint64(l.key, word)
		count += bits.OnesCount64(word)
	}
	if list, ok := l.known[string(l.key)]; ok {
		return list
	}
	list := make([]string, 0, count)
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			list = append(list, l.ids[i*64+bits.TrailingZeros64(word)])
		}
	}
	l.known[string(l.key)] = list
	return list
}
