package collision

// groups collects indexes by key, in the order in which keys are first seen.
type groups[K comparable] struct {
	at      map[K]int
	members [][]int
}

func newGroups[K comparable]() *groups[K] { return &groups[K]{at: map[K]int{}} }

func (g *groups[K]) add(key K, index int) {
	n, ok := g.at[key]
	if !ok {
		n = len(g.members)
		g.at[key] = n
		g.members = append(g.members, nil)
	}
	g.members[n] = append(g.members[n], index)
}

// several returns the groups of more than one index.
func (g *groups[K]) several() [][]int {
	var out [][]int
	for _, members := range g.members {
		if len(members) > 1 {
			out = append(out, members)
		}
	}
	return out
}

// sets are disjoint sets of indexes, each index in one of its own at first.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) find(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// join makes one set of all members.
func (s sets) join(members []int) {
	for _, i := range members[1:] {
		s[s.find(i)] = s.find(members[0])
	}
}

// split returns the first member of each set that the members lie in, in order,
// and for each member the position of its set in that list.
func (s sets) split(members []int) (firsts, positions []int) {
	at := map[int]int{}
	for _, i := range members {
		root := s.find(i)
		n, ok := at[root]
		if !ok {
			n = len(firsts)
			at[root] = n
			firsts = append(firsts, i)
		}
		positions = append(positions, n)
	}
	return firsts, positions
}
