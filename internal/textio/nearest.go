package textio

import "unicode"

// Nearest returns the candidate that word was probably meant to be, or "" when
// none is close: one edit for every three letters, at most three. Letter case
// does not count, so "Scan" finds "scan". The first of equally close
// candidates wins.
//
// It never looks at more than 64 code points, because words come from users.
func Nearest(word string, candidates []string) string {
	w := fold(word)
	if len(w) == 0 || len(w) > maxNearest {
		return ""
	}
	best, bestDistance := "", len(w)
	for _, c := range candidates {
		k := fold(c)
		if len(k) > maxNearest || c == word {
			continue
		}
		limit := min(max(len(w), len(k))/3, 3)
		if d := distance(w, k); d <= limit && d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

const maxNearest = 64

func fold(s string) []rune {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if len(out) > maxNearest {
			break
		}
		out = append(out, unicode.ToLower(r))
	}
	return out
}

// distance is the number of insertions, deletions, substitutions and swaps of
// neighbours that turn a into b.
func distance(a, b []rune) int {
	before := make([]int, len(b)+1)
	prev := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, prev, row = prev, row, before
	}
	return prev[len(b)]
}
