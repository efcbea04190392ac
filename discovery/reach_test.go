package discovery

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// matrix is a graph for the naive implementations: matrix[i][j] is an edge.
type matrix [][]bool

func randomMatrix(rnd *rand.Rand) matrix {
	n := 1 + rnd.IntN(9)
	density := rnd.Float64() * rnd.Float64()
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]bool, n)
		for j := range m[i] {
			m[i][j] = rnd.Float64() < density
		}
	}
	return m
}

func (m matrix) edges() edges {
	e := make(edges, len(m))
	for i, row := range m {
		for j, set := range row {
			if set {
				e[i] = append(e[i], edge{target: j})
			}
		}
	}
	return e
}

// distances is Floyd and Warshall's algorithm; far stands for no path.
func (m matrix) distances() [][]int {
	const far = 1 << 20
	d := make([][]int, len(m))
	for i, row := range m {
		d[i] = make([]int, len(m))
		for j, set := range row {
			d[i][j] = far
			if set {
				d[i][j] = 1
			}
			if i == j {
				d[i][j] = 0
			}
		}
	}
	for k := range d {
		for i := range d {
			for j := range d {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	for i := range d {
		for j := range d[i] {
			if d[i][j] >= far {
				d[i][j] = unreached
			}
		}
	}
	return d
}

func TestReachAgreesWithFloydWarshall(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 4000 {
		m := randomMatrix(rnd)
		var entrypoints []int
		var ids []string
		for i := range m {
			if rnd.IntN(3) == 0 {
				entrypoints = append(entrypoints, i)
				ids = append(ids, fmt.Sprint("s", i))
			}
		}
		distance := m.distances()
		wantDepth := make([]int, len(m))
		wantSources := make([][]string, len(m))
		for j := range m {
			wantDepth[j], wantSources[j] = unreached, []string{}
			for k, i := range entrypoints {
				if d := distance[i][j]; d != unreached {
					wantSources[j] = append(wantSources[j], ids[k])
					if wantDepth[j] == unreached || d < wantDepth[j] {
						wantDepth[j] = d
					}
				}
			}
		}
		if diff := cmp.Diff(wantDepth, m.edges().depths(entrypoints)); diff != "" {
			t.Fatalf("round %d, graph %v, entrypoints %v: depths (-want +got):\n%s", round, m, entrypoints, diff)
		}
		if diff := cmp.Diff(wantSources, m.edges().sources(entrypoints, ids)); diff != "" {
			t.Fatalf("round %d, graph %v, entrypoints %v: sources (-want +got):\n%s", round, m, entrypoints, diff)
		}
	}
}

func TestComponentsAgreeWithMutualReach(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 4000 {
		m := randomMatrix(rnd)
		distance := m.distances()
		var want [][]int
		seen := make([]bool, len(m))
		for i := range m {
			if seen[i] {
				continue
			}
			var members []int
			for j := range m {
				if distance[i][j] != unreached && distance[j][i] != unreached {
					seen[j] = true
					members = append(members, j)
				}
			}
			want = append(want, members)
		}
		if diff := cmp.Diff(want, m.edges().components()); diff != "" {
			t.Fatalf("graph %v: components (-want +got):\n%s", m, diff)
		}
	}
}

func TestSourcesOfManyEntrypointsCrossWords(t *testing.T) {
	const n = 200
	e := make(edges, n+1)
	var entrypoints []int
	var ids []string
	for i := range n {
		e[i] = []edge{{target: n}}
		entrypoints, ids = append(entrypoints, i), append(ids, fmt.Sprintf("s%03d", i))
	}
	got := e.sources(entrypoints, ids)
	if diff := cmp.Diff(ids, got[n]); diff != "" {
		t.Errorf("sources of the sink (-want +got):\n%s", diff)
	}
	if !slices.Equal(got[130], ids[130:131]) {
		t.Errorf("sources of an entrypoint are %v", got[130])
	}
}
