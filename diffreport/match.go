package diffreport

import (
	"cmp"
	"iter"
)

// pair holds indexes into the lists of both sides, -1 for none.
type pair struct{ from, to int }

// match finds the elements of two lists that have the same key: first those that
// stand in the same place of the order, which both lists have and which nearly all
// elements keep, then the others wherever they are. A key stands for at most one
// element of each list. The pairs of the to list come first, in its order.
func match[T any, K comparable](from, to []T, order func(a, b T) int, key func(T) K) []pair {
	pairs := make([]pair, len(to))
	for j := range pairs {
		pairs[j] = pair{-1, j}
	}
	var left []int // of the from list
	i := 0
	for j := range to {
		for i < len(from) && order(from[i], to[j]) < 0 {
			left = append(left, i)
			i++
		}
		if i < len(from) && order(from[i], to[j]) == 0 && key(from[i]) == key(to[j]) {
			pairs[j].from = i
			i++
		}
	}
	for ; i < len(from); i++ {
		left = append(left, i)
	}
	if len(left) == 0 {
		return pairs
	}
	unmatched := map[K]int{}
	for j := range pairs {
		if pairs[j].from < 0 {
			unmatched[key(to[j])] = j
		}
	}
	for _, i := range left {
		if j, ok := unmatched[key(from[i])]; ok {
			pairs[j].from = i
		} else {
			pairs = append(pairs, pair{i, -1})
		}
	}
	return pairs
}

// runs yields the elements of two lists that are equal in the order that both
// lists have, one such group after the other.
func runs[T any](from, to []T, order func(a, b T) int) iter.Seq2[[]T, []T] {
	return func(yield func(before, after []T) bool) {
		for len(from) > 0 || len(to) > 0 {
			var first T
			switch {
			case len(from) == 0, len(to) > 0 && order(to[0], from[0]) < 0:
				first = to[0]
			default:
				first = from[0]
			}
			before, after := runLen(from, first, order), runLen(to, first, order)
			if !yield(from[:before], to[:after]) {
				return
			}
			from, to = from[before:], to[after:]
		}
	}
}

// runLen returns how many elements at the head of the list are equal to first.
func runLen[T any](list []T, first T, order func(a, b T) int) int {
	n := 0
	for n < len(list) && order(list[n], first) == 0 {
		n++
	}
	return n
}

// different returns what stands in runs that are not the same on both sides.
func different[T any, K cmp.Ordered](from, to []T, key func(T) K, same func(before, after []T) bool) (before, after []T) {
	order := func(a, b T) int { return cmp.Compare(key(a), key(b)) }
	for a, b := range runs(from, to, order) {
		if !same(a, b) {
			before, after = append(before, a...), append(after, b...)
		}
	}
	return before, after
}
