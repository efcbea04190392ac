package diffreport

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
