package markdown

import (
	"sort"
	"strings"
)

// maxBlankRun is the number of blank lines in a row that goldmark gets to see.
// It remembers every line of an open list once per nesting level, so a body of
// blank lines after a nested list would cost it gigabytes. Further blank lines
// mean nothing in Markdown.
const maxBlankRun = 4

// source is the text given to goldmark and the file line of each of its lines.
type source struct {
	text   string
	starts []int
	// lines is nil when line i of the text is file line first+i.
	lines []int
	first int
	// last is the index of the line found last: look-ups mostly go forward.
	last int
}

// newSource drops surplus blank lines from body.
func newSource(body string, first int) *source {
	s := &source{text: body, first: first, starts: make([]int, 1, 1+len(body)/32)}
	blank, cut := 0, false
	for start := 0; ; {
		n := strings.IndexByte(body[start:], '\n')
		if n < 0 {
			break
		}
		if blank++; !allBlank(body[start : start+n]) {
			blank = 0
		}
		cut = cut || blank > maxBlankRun
		start += n + 1
		s.starts = append(s.starts, start)
	}
	if cut {
		s.squeeze()
	}
	return s
}

func (s *source) squeeze() {
	body, starts := s.text, s.starts
	out := make([]byte, 0, len(body))
	s.starts = []int{}
	s.lines = []int{}
	blank := 0
	for i, start := range starts {
		end := len(body)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		line := body[start:end]
		if blank++; !allBlank(line) {
			blank = 0
		}
		if blank > maxBlankRun {
			continue
		}
		s.starts = append(s.starts, len(out))
		s.lines = append(s.lines, s.first+i)
		out = append(out, line...)
	}
	s.text = string(out)
}

// line returns the file line of the byte at offset.
func (s *source) line(offset int) int {
	i := s.last
	if s.starts[i] > offset || i+8 < len(s.starts) && s.starts[i+8] <= offset {
		i = max(sort.SearchInts(s.starts, offset+1)-1, 0)
	}
	for i+1 < len(s.starts) && s.starts[i+1] <= offset {
		i++
	}
	s.last = i
	if s.lines != nil {
		return s.lines[i]
	}
	return s.first + i
}

// start returns the offset at which the line found last begins.
func (s *source) start() int { return s.starts[s.last] }

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func allBlank(s string) bool {
	for i := range len(s) {
		if !isBlank(s[i]) {
			return false
		}
	}
	return true
}
