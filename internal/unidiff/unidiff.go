// Package unidiff writes unified diffs as git does, for git apply to read:
// renames, line ends, missing final newlines and unusual names included.
package unidiff

import (
	"fmt"
	"strings"
)

// context is how many unchanged lines surround a change.
const context = 3

// File returns the diff of one file that changes from oldText to newText and,
// where the names differ, moves. Names are slash-separated and relative to
// where the patch is applied. Equal texts under one name give "".
func File(oldName, newName, oldText, newText string) string {
	if oldName == newName && oldText == newText {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "diff --git %s %s\n", quoteName("a/"+oldName), quoteName("b/"+newName))
	if oldName != newName {
		if oldText == newText {
			b.WriteString("similarity index 100%\n")
		}
		fmt.Fprintf(&b, "rename from %s\nrename to %s\n", quoteName(oldName), quoteName(newName))
	}
	if oldText == newText {
		return b.String()
	}
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", headerName("a/"+oldName), headerName("b/"+newName))
	for _, h := range hunks(script(splitLines(oldText), splitLines(newText))) {
		h.write(&b)
	}
	return b.String()
}

// headerName is a name on a --- or +++ line, where a blank inside an unquoted
// name needs a tab after it.
func headerName(name string) string {
	quoted := quoteName(name)
	if quoted == name && strings.Contains(name, " ") {
		return name + "\t"
	}
	return quoted
}

// quoteName puts a name that holds control characters, quotes, backslashes or
// bytes outside ASCII in double quotes, with octal escapes.
func quoteName(name string) string {
	var b strings.Builder
	plain := true
	b.WriteByte('"')
	for i := range len(name) {
		c := name[i]
		if short := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); short >= 0 {
			b.WriteByte('\\')
			b.WriteByte(`abtnvfr"\`[short])
			plain = false
			continue
		}
		if c < ' ' || c >= 0x7f {
			fmt.Fprintf(&b, `\%03o`, c)
			plain = false
			continue
		}
		b.WriteByte(c)
	}
	if plain {
		return name
	}
	b.WriteByte('"')
	return b.String()
}

// splitLines splits after each line feed; a last line without one keeps none.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// step is one line of an edit script: ' ' kept, '-' removed, '+' added.
type step struct {
	op   byte
	line string
}

// maxTable bounds the table of the exact comparison. A larger difference is
// written as one replacement.
const maxTable = 4 << 20

// script turns a into b.
func script(a, b []string) []step {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out []step
	add := func(op byte, lines []string) {
		for _, l := range lines {
			out = append(out, step{op, l})
		}
	}
	add(' ', a[:head])
	midA, midB := a[head:len(a)-tail], b[head:len(b)-tail]
	if (len(midA)+1)*(len(midB)+1) > maxTable {
		add('-', midA)
		add('+', midB)
	} else {
		out = append(out, exact(midA, midB)...)
	}
	add(' ', a[len(a)-tail:])
	return out
}

// exact finds the shortest edit script over a table of common suffix lengths.
func exact(a, b []string) []step {
	width := len(b) + 1
	common := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	var out []step
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, step{' ', a[i]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[(i+1)*width+j] >= common[i*width+j+1]:
			out = append(out, step{'-', a[i]})
			i++
		default:
			out = append(out, step{'+', b[j]})
			j++
		}
	}
	return out
}

// hunk is a run of changes with their context. Lines are 1-based.
type hunk struct {
	oldLine, newLine   int
	oldCount, newCount int
	steps              []step
}

// hunks cuts a script where more than twice the context is unchanged.
func hunks(steps []step) []hunk {
	var out []hunk
	oldLine, newLine := 1, 1
	start, lastChange := -1, -1
	h := hunk{}
	for i, s := range steps {
		if s.op != ' ' {
			if start < 0 || i-lastChange-1 > 2*context {
				if start >= 0 {
					out = append(out, h.finish(steps[start:lastChange+1+context]))
				}
				start = max(i-context, 0)
				h = hunk{oldLine: oldLine - (i - start), newLine: newLine - (i - start)}
			}
			lastChange = i
		}
		if s.op != '+' {
			oldLine++
		}
		if s.op != '-' {
			newLine++
		}
	}
	if start >= 0 {
		out = append(out, h.finish(steps[start:min(lastChange+1+context, len(steps))]))
	}
	return out
}

func (h hunk) finish(steps []step) hunk {
	h.steps = steps
	for _, s := range steps {
		if s.op != '+' {
			h.oldCount++
		}
		if s.op != '-' {
			h.newCount++
		}
	}
	// A side without lines names the line before it.
	if h.oldCount == 0 {
		h.oldLine--
	}
	if h.newCount == 0 {
		h.newLine--
	}
	return h
}

func (h hunk) write(b *strings.Builder) {
	fmt.Fprintf(b, "@@ -%s +%s @@\n", extent(h.oldLine, h.oldCount), extent(h.newLine, h.newCount))
	for _, s := range h.steps {
		b.WriteByte(s.op)
		b.WriteString(s.line)
		if !strings.HasSuffix(s.line, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

func extent(line, count int) string {
	if count == 1 {
		return fmt.Sprint(line)
	}
	return fmt.Sprintf("%d,%d", line, count)
}
