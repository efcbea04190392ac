// Package graph holds the graph algorithms that several packages need.
package graph

import "slices"

// Components returns the strongly connected components of a directed graph
// whose node i has edges to next[i]. Members are ascending, and components are
// ordered by their first member. A node on no cycle is a component of its own,
// and so is one whose only cycle is an edge to itself.
//
// It is Tarjan's algorithm without recursion: linear in nodes and edges, and
// safe on a chain of any length.
func Components(next [][]int) [][]int {
	const unseen = -1
	n := len(next)
	order, low, edge := make([]int, n), make([]int, n), make([]int, n)
	for i := range order {
		order[i] = unseen
	}
	onStack := make([]bool, n)
	var stack, path []int
	byFirst := make([][]int, n)
	seen := 0
	visit := func(v int) {
		order[v], low[v] = seen, seen
		seen++
		stack, path = append(stack, v), append(path, v)
		onStack[v] = true
	}
	for root := range next {
		if order[root] == unseen {
			visit(root)
		}
		for len(path) > 0 {
			v := path[len(path)-1]
			if edge[v] < len(next[v]) {
				w := next[v][edge[v]]
				edge[v]++
				if order[w] == unseen {
					visit(w)
				} else if onStack[w] {
					low[v] = min(low[v], order[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1]
				low[parent] = min(low[parent], low[v])
			}
			if low[v] != order[v] {
				continue
			}
			at := len(stack) - 1
			for stack[at] != v {
				at--
			}
			component := slices.Clone(stack[at:])
			stack = stack[:at]
			for _, w := range component {
				onStack[w] = false
			}
			slices.Sort(component)
			byFirst[component[0]] = component
		}
	}
	return slices.DeleteFunc(byFirst, func(component []int) bool { return component == nil })
}
