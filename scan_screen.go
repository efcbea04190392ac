package renma

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/renma/renma/internal/textio"
)

// Screen is the size of a terminal in characters; 0 is unknown.
type Screen struct{ Columns, Rows int }

// leastRoom is how many rows of problems even the smallest screen shows.
const leastRoom = 6

// room is how many rows the problems may fill so that they and the summary stand
// on one screen, 0 for any number.
func (t *scanText) room(r *ScanReport, opts TextOptions) int {
	if opts.Screen.Rows <= 0 || opts.All {
		return 0
	}
	below := &scanText{style: t.style}
	if !opts.Quiet {
		below.summary(r, opts.Strict)
	}
	// One row is for the prompt of the shell.
	return max(opts.Screen.Rows-1-opts.Screen.rows(below.b.String()), leastRoom)
}

// fits reports whether all groups stand in that many rows.
func (t *scanText) fits(groups []*scanGroup, room int, screen Screen) bool {
	whole := &scanText{style: t.style, explained: map[string]bool{}}
	for _, g := range groups {
		whole.group(g)
		if screen.rows(whole.b.String()) > room {
			return false
		}
	}
	return true
}

// shortened writes the worst of the groups as far as there is room, and how many
// problems are left out.
func (t *scanText) shortened(groups []*scanGroup, room int, opts TextOptions) {
	const notice = 2 // the row that says what is left out, and an empty one
	room -= notice
	left, files := 0, 0
	full := false
	for _, g := range worstFirst(groups) {
		shown := 0
		if !full {
			shown = t.part(g, room-opts.Screen.rows(t.b.String()), opts.Screen)
			full = shown < len(g.items)
		}
		if n := len(g.items) - shown; n > 0 {
			left += n
			files++
		}
	}
	text := textio.Plural(left, "more problem") + " in " + textio.Plural(files, "file")
	if opts.Command != "" {
		text += "; show all with: " + opts.Command
	}
	t.b.WriteString(t.bold(textio.Terminal(text)) + "\n\n")
}

// part writes as much of a group as stands in that many rows, and returns how many
// of its problems that are. Without room for one it writes nothing, unless nothing
// was written before.
func (t *scanText) part(g *scanGroup, room int, screen Screen) int {
	width := g.placeWidth()
	try := func(n int) *scanText {
		next := &scanText{style: t.style, explained: maps.Clone(t.explained)}
		next.heading(g)
		for i := range g.items[:n] {
			next.item(&g.items[i], width)
		}
		if n == len(g.items) {
			next.ending(g)
		} else {
			next.b.WriteByte('\n')
		}
		return next
	}
	best := 0
	var text *scanText
	for n := 1; n <= len(g.items); n++ {
		next := try(n)
		if screen.rows(next.b.String()) > room && (n > 1 || t.b.Len() > 0) {
			break
		}
		best, text = n, next
	}
	if best > 0 {
		t.b.WriteString(text.b.String())
		t.explained = text.explained
	}
	return best
}

// worstFirst sorts files by their worst problem, then by how many they have that
// are as bad.
func worstFirst(groups []*scanGroup) []*scanGroup {
	worst := func(g *scanGroup) (rank, count int) {
		rank = g.items[0].Rank()
		for i := range g.items {
			rank = min(rank, g.items[i].Rank())
		}
		for i := range g.items {
			if g.items[i].Rank() == rank {
				count++
			}
		}
		return rank, count
	}
	groups = slices.Clone(groups)
	slices.SortStableFunc(groups, func(a, b *scanGroup) int {
		rankA, countA := worst(a)
		rankB, countB := worst(b)
		return cmp.Or(cmp.Compare(rankA, rankB), cmp.Compare(countB, countA))
	})
	return groups
}

// rows is how many rows of the screen a text fills, with the lines that the
// terminal breaks.
func (s Screen) rows(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if s.Columns > 0 {
			n += max(visibleWidth(strings.TrimSuffix(line, "\n"))-1, 0) / s.Columns
		}
	}
	return n
}

// visibleWidth counts the characters of a line without those that switch colours.
func visibleWidth(line string) int {
	n := 0
	for {
		before, after, found := strings.Cut(line, "\x1b[")
		n += utf8.RuneCountInString(before)
		if !found {
			return n
		}
		_, line, _ = strings.Cut(after, "m")
	}
}
