package textio

import (
	"math"
	"sort"
	"strings"
	"unicode/utf8"
)

// Lines is a line table over a source text. Lines end at LF or CRLF; a lone CR
// is text. A final line break is followed by one empty line, so even an empty
// text has one line (contract 02, conventions).
type Lines struct {
	text string
	// starts are the offsets of the lines. A repository has many lines, so an
	// offset takes four bytes; what lies behind 4 GiB is one line.
	starts []uint32
}

// NewLines builds the table in one pass over text.
func NewLines(text string) *Lines {
	starts := make([]uint32, 1, 1+strings.Count(text, "\n"))
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if i += n + 1; n < 0 || uint64(i) > math.MaxUint32 {
			break
		}
		starts = append(starts, uint32(i))
	}
	return &Lines{text, starts}
}

// Count returns the number of lines, at least 1.
func (l *Lines) Count() int { return len(l.starts) }

// Text returns the source text.
func (l *Lines) Text() string { return l.text }

// Line returns line n (1-based) without its line break, or "" outside the text.
func (l *Lines) Line(n int) string {
	if n < 1 || n > len(l.starts) {
		return ""
	}
	end := len(l.text)
	if n < len(l.starts) {
		end = int(l.starts[n]) - 1
	}
	return strings.TrimSuffix(l.text[l.starts[n-1]:end], "\r")
}

// Offset returns the byte offset at which line n (1-based) starts; lines past
// the end give the length of the text.
func (l *Lines) Offset(n int) int {
	if n < 1 {
		return 0
	}
	if n > len(l.starts) {
		return len(l.text)
	}
	return int(l.starts[n-1])
}

// Position returns the 1-based line and the 1-based code point column of the
// byte at offset.
func (l *Lines) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(l.text))
	line = sort.Search(len(l.starts), func(i int) bool { return int(l.starts[i]) > offset })
	return line, utf8.RuneCountInString(l.text[l.starts[line-1]:offset]) + 1
}

// Snippet returns the complete lines start to end (1-based, inclusive) joined
// with "\n", without carriage returns. Lines outside the text are left out.
func (l *Lines) Snippet(start, end int) string {
	start, end = max(start, 1), min(end, len(l.starts))
	switch {
	case start > end:
		return ""
	case start == end:
		return l.Line(start)
	}
	var b strings.Builder
	for n := start; n <= end; n++ {
		if n > start {
			b.WriteByte('\n')
		}
		b.WriteString(l.Line(n))
	}
	return b.String()
}
