package frontmatter

import (
	"strings"
	"unicode/utf8"
)

// The movements of a reader over its text.

// position works out the file position of an offset. Offsets come mostly in
// ascending order, so the text is counted once.
func (r *reader) position(off int) Pos {
	if off < r.near.off {
		r.near = mark{0, Pos{firstLine, 1}}
	}
	passed := r.text[r.near.off:off]
	if i := strings.LastIndexByte(passed, '\n'); i >= 0 {
		r.near.line += int32(strings.Count(passed, "\n"))
		r.near.column = 1
		passed = passed[i+1:]
	}
	r.near.column += int32(utf8.RuneCountInString(passed))
	r.near.off = off
	return r.near.Pos
}

// nextLine moves the cursor to the first line at or behind off, which is the
// start of a line, that holds more than blanks and a comment.
func (r *reader) nextLine(off int) {
	for off < len(r.text) {
		spaces := off
		for off < len(r.text) && r.text[off] == ' ' {
			off++
		}
		r.indent = off - spaces
		start := off
		off = r.skipBlanks(off)
		if c := r.peek(off); c != '\n' && c != '#' {
			r.off, r.tab = off, off > start
			if r.indent == 0 && documentMark(r.text[off:]) {
				r.endDocument()
			}
			return
		}
		off = r.lineEnd(off) + 1
	}
	r.off, r.end = len(r.text), true
}

// endDocument handles the "---" or "..." at the cursor. Only a comment may
// follow "..."; "---" begins a second document.
func (r *reader) endDocument() {
	mark, off := r.text[r.off], r.off+3
	next, blank := r.blankTail(off)
	if mark == '.' && blank {
		r.nextLine(r.lineEnd(next) + 1)
	} else if mark == '.' {
		r.off = next
	}
	if !r.end {
		r.fail(CodeDocuments, r.off, messageDocuments, hintDocuments)
		r.end = true
	}
}

// documentMark reports whether text begins with "---" or "..." as a word.
func documentMark(text string) bool {
	if !strings.HasPrefix(text, "---") && !strings.HasPrefix(text, "...") {
		return false
	}
	return len(text) == 3 || text[3] == ' ' || text[3] == '\t' || text[3] == '\n'
}

// peek returns the byte at off; the end of the text reads as a line break.
func (r *reader) peek(off int) byte {
	if off < len(r.text) {
		return r.text[off]
	}
	return '\n'
}

// gap reports whether off is at white space or the end.
func (r *reader) gap(off int) bool {
	c := r.peek(off)
	return c == ' ' || c == '\t' || c == '\n'
}

func (r *reader) skipBlanks(off int) int {
	for off < len(r.text) && (r.text[off] == ' ' || r.text[off] == '\t') {
		off++
	}
	return off
}

func (r *reader) lineEnd(off int) int {
	if off >= len(r.text) {
		return len(r.text)
	}
	if n := strings.IndexByte(r.text[off:], '\n'); n >= 0 {
		return off + n
	}
	return len(r.text)
}

// blankTail reports whether nothing but blanks and a comment is left on the
// line; next is the first character otherwise.
func (r *reader) blankTail(off int) (next int, blank bool) {
	next = r.skipBlanks(off)
	return next, r.peek(next) == '\n' || r.peek(next) == '#' && next > off
}

// contentLine finds the next line behind that of off that is not blank: the
// offset of its first character, or -1, and its leading spaces. The end of the
// document counts -1 spaces: it continues nothing.
func (r *reader) contentLine(off int) (next, spaces int) {
	for off = r.lineEnd(off) + 1; off < len(r.text); off = r.lineEnd(off) + 1 {
		start := off
		for off < len(r.text) && r.text[off] == ' ' {
			off++
		}
		spaces = off - start
		if spaces == 0 && documentMark(r.text[off:]) {
			return off, -1
		}
		if off = r.skipBlanks(off); r.peek(off) != '\n' {
			return off, spaces
		}
	}
	return -1, 0
}
