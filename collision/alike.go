package collision

import (
	"slices"
	"unicode"
)

// Two descriptions are nearly the same when the runs of runLength words that both
// have are at least 17 in 20 of all runs that either has. Words are letters and
// digits in lower case; a Han, Kana or Hangul character is a word of its own.
const (
	runLength    = 3
	similarNum   = 17
	similarDenom = 20
)

// maxLeaders bounds how many groups one run of words can lead to. A run that more
// groups hold says nothing about any of them, and following it would cost the
// square of their number.
const maxLeaders = 32

// alike returns the groups of texts that are nearly the same, each in order, in the
// order of their first members. A text belongs to the group of the first text before
// it that leads a group and that it is nearly the same as; if there is none, it leads
// one of its own. So every member is near the first one, and groups do not grow along
// chains. Texts of fewer than minDescriptionWords words belong to no group.
func alike(texts []string) [][]int {
	runs := allRuns(texts)
	index := leaderIndex{at: map[uint64]leaders{}, runs: runs, seen: make([]int, len(texts))}
	members := make([][]int, len(texts))
	for i := range runs {
		if runs[i] == nil {
			continue
		}
		if leader := index.find(i); leader >= 0 {
			members[leader] = append(members[leader], i)
			continue
		}
		members[i] = []int{i}
		index.add(i)
	}
	return slices.DeleteFunc(members, func(m []int) bool { return len(m) < 2 })
}

// leaderIndex finds the leaders that share a run with a text. It holds of each
// leader as many runs, rare ones first, as a similar text cannot all lack.
type leaderIndex struct {
	at   map[uint64]leaders
	next []link
	runs [][]uint64
	seen []int // by leader: the text that it was compared with last, plus one
}

// leaders is a list of leaders in next.
type leaders struct{ head, count int32 }

type link struct{ leader, next int32 }

// prefix is the part of the runs of a text that must share a run with those of any
// similar text.
func prefix(runs []uint64) []uint64 {
	need := (len(runs)*similarNum + similarDenom - 1) / similarDenom
	return runs[:len(runs)-need+1]
}

// find returns the first leader that is similar to text i, -1 for none.
func (x *leaderIndex) find(i int) int {
	best := -1
	for _, run := range prefix(x.runs[i]) {
		if unique(run) {
			continue
		}
		list := x.at[run]
		for n, left := list.head, list.count; left > 0; left-- {
			at := x.next[n]
			n = at.next
			leader := int(at.leader)
			if x.seen[leader] == i+1 || best >= 0 && leader > best {
				continue
			}
			x.seen[leader] = i + 1
			if similar(x.runs[i], x.runs[leader]) {
				best = leader
			}
		}
	}
	return best
}

func (x *leaderIndex) add(i int) {
	for _, run := range prefix(x.runs[i]) {
		if unique(run) {
			continue
		}
		list := x.at[run]
		if list.count == maxLeaders {
			continue
		}
		x.next = append(x.next, link{int32(i), list.head})
		x.at[run] = leaders{int32(len(x.next) - 1), list.count + 1}
	}
}

// similar compares two sorted sets.
func similar(a, b []uint64) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a)*similarDenom < len(b)*similarNum {
		return false
	}
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			common++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return common*similarDenom >= (len(a)+len(b)-common)*similarNum
}

// allRuns returns the set of runs of each text, nil for a text that is too short.
// A run is a number whose upper 16 bits say in how many places it occurs, at least:
// the sets are sorted, so the rare runs come first.
func allRuns(texts []string) [][]uint64 {
	runs := make([][]uint64, len(texts))
	total := 0
	var words []uint64
	for i, text := range texts {
		words = appendWords(append(words[:0], 0, 0), text)
		if len(words) < minDescriptionWords+2 {
			continue
		}
		words = append(words, 0, 0)
		list := make([]uint64, len(words)-runLength+1)
		for n := range list {
			for _, w := range words[n : n+runLength] {
				list[n] = mix(list[n] ^ w)
			}
		}
		slices.Sort(list)
		runs[i] = slices.Compact(list)
		total += len(runs[i])
	}
	counts := newCounts(total)
	for _, list := range runs {
		for _, run := range list {
			counts.add(run)
		}
	}
	for _, list := range runs {
		for n, run := range list {
			list[n] = counts.of(run)<<48 | run>>16
		}
		slices.Sort(list)
	}
	return runs
}

// unique reports a run that no other text has.
func unique(run uint64) bool { return run>>48 == 1 }

// counts tells how often a number was added, or more: numbers may share a slot.
type counts []uint16

func newCounts(total int) counts {
	size := 1
	for size < 2*total && size < 1<<20 {
		size *= 2
	}
	return make(counts, size)
}

func (c counts) slot(run uint64) *uint16 { return &c[run&uint64(len(c)-1)] }

func (c counts) add(run uint64) {
	if n := c.slot(run); *n < 1<<16-1 {
		*n++
	}
}

func (c counts) of(run uint64) uint64 { return uint64(*c.slot(run)) }

// appendWords appends a number for each word of text.
func appendWords(words []uint64, text string) []uint64 {
	const start, prime = 14695981039346656037, 1099511628211 // FNV-1a
	hash := uint64(start)
	end := func() {
		if hash != start {
			words = append(words, mix(hash))
			hash = start
		}
	}
	for _, r := range text {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			hash = (hash ^ uint64(r)) * prime
		case r < unicode.MaxASCII && !unicode.IsLetter(r):
			end()
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			end()
			words = append(words, mix(uint64(r)))
		case unicode.IsLetter(r), unicode.IsDigit(r):
			hash = (hash ^ uint64(unicode.ToLower(r))) * prime
		case unicode.IsMark(r):
		default:
			end()
		}
	}
	end()
	return words
}

// mix spreads the bits of a number.
func mix(n uint64) uint64 {
	n = (n ^ n>>33) * 0xff51afd7ed558ccd
	n = (n ^ n>>33) * 0xc4ceb9fe1a85ec53
	return n ^ n>>33
}
