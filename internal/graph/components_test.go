package graph

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComponents(t *testing.T) {
	tests := []struct {
		name string
		next [][]int
		want [][]int
	}{
		{"empty", nil, [][]int{}},
		{"chain", [][]int{{1}, {2}, nil}, [][]int{{0}, {1}, {2}}},
		{"self", [][]int{{0}}, [][]int{{0}}},
		{"pair", [][]int{{1}, {0}}, [][]int{{0, 1}}},
		{"two cycles joined by an edge", [][]int{{2}, {3}, {0, 1}, {1}}, [][]int{{0, 2}, {1, 3}}},
		{"overlapping cycles are one", [][]int{{1}, {0, 2}, {1}}, [][]int{{0, 1, 2}}},
		{"repeated edges", [][]int{{1, 1}, {0, 0}}, [][]int{{0, 1}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Components(tt.next)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Two nodes share a component exactly when each reaches the other.
func TestComponentsAgainstReachability(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 1 + rng.IntN(8)
		next := make([][]int, n)
		reach := make([][]bool, n)
		for i := range reach {
			reach[i] = make([]bool, n)
			reach[i][i] = true
		}
		for range rng.IntN(2 * n) {
			a, b := rng.IntN(n), rng.IntN(n)
			next[a] = append(next[a], b)
			reach[a][b] = true
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		var want [][]int
		taken := make([]bool, n)
		for i := range n {
			if taken[i] {
				continue
			}
			var component []int
			for j := range n {
				if reach[i][j] && reach[j][i] {
					component, taken[j] = append(component, j), true
				}
			}
			want = append(want, component)
		}
		if diff := cmp.Diff(want, Components(next)); diff != "" {
			t.Fatalf("%v (-want +got):\n%s", next, diff)
		}
	}
}

func TestComponentsOfALongCycle(t *testing.T) {
	const n = 1_000_000
	next := make([][]int, n)
	for i := range next {
		next[i] = []int{(i + 1) % n}
	}
	if got := Components(next); len(got) != 1 || len(got[0]) != n {
		t.Errorf("got %d components, want one of %d nodes", len(got), n)
	}
}

func TestComponentsOfALongChain(t *testing.T) {
	const n = 300_000
	next := make([][]int, n)
	for i := range n - 1 {
		next[i] = []int{i + 1}
	}
	if got := Components(next); len(got) != n {
		t.Errorf("got %d components, want %d", len(got), n)
	}
}
