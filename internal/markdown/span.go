package markdown

import (
	"strings"

	"github.com/yuin/goldmark/util"
)

// prose collects the text of one block. Text that stands in the source as it
// is read is not copied.
type prose struct {
	quiet    bool // only references are wanted
	keepCode bool // inline code is text
	inCell   bool

	lo, hi    int    // source that follows buf
	buf       []byte // text that differs from the source
	copied    bool
	lines     []lineStart
	lineStart int
}

// beginText starts the text of a block.
func (s *scanner) beginText(quiet bool) {
	s.quiet, s.lo, s.hi, s.buf, s.copied, s.lineStart = quiet, 0, 0, s.buf[:0], false, len(s.lines)
}

// endText returns the text of the block.
func (s *scanner) endText() string {
	if !s.copied {
		return s.src[s.lo:s.hi]
	}
	s.flush()
	return string(s.buf)
}

func (s *scanner) blockLines() []lineStart { return s.lines[s.lineStart:len(s.lines):len(s.lines)] }

func (s *scanner) flush() {
	s.buf = append(s.buf, s.src[s.lo:s.hi]...)
	s.lo = s.hi
}

// at notes that what follows stands on line.
func (s *scanner) at(line int) {
	if !s.quiet && (len(s.lines) == s.lineStart || s.lines[len(s.lines)-1].line < line) {
		s.lines = append(s.lines, lineStart{len(s.buf) + s.hi - s.lo, line})
	}
}

// add adds src[lo:hi].
func (s *scanner) add(lo, hi int) {
	switch {
	case s.quiet || lo == hi:
	case s.hi == s.lo && !s.copied:
		s.lo, s.hi = lo, hi
	case s.hi == lo:
		s.hi = hi
	default:
		s.flush()
		s.copied = true
		s.lo, s.hi = lo, hi
	}
}

// insert adds text that is not in the source.
func (s *scanner) insert(text string) {
	if !s.quiet {
		s.flush()
		s.copied = true
		s.buf = append(s.buf, text...)
	}
}

// inliner reads the inlines of one paragraph, heading or cell.
type inliner struct {
	*scanner
	lines []textLine
	row   int
	// links reports that some bracket may belong to a link.
	links bool
}

func (s *scanner) inlines(lines []textLine) {
	t := inliner{scanner: s, lines: lines}
	t.links = strings.Contains(s.src[lines[0].lo:lines[len(lines)-1].hi], "](")
	at := lines[0].lo
	for {
		t.read(at, lines[t.row].hi)
		last := lines[t.row]
		if t.row++; t.row == len(lines) || s.declined {
			return
		}
		if s.src[last.hi-1] == '\\' {
			s.decline() // may break the line
			return
		}
		s.add(last.end, last.end+1)
		at = lines[t.row].lo
	}
}

// special are the bytes at which markup may begin inside a line.
var special = [256]bool{'\\': true, '`': true, '[': true, '!': true, '<': true, '*': true, '_': true}

// read reads src[i:hi], which stands on one line.
func (t *inliner) read(i, hi int) {
	from, row := i, t.row
	for i < hi && !t.declined {
		if !special[t.src[i]] {
			i++
			continue
		}
		t.plain(from, i)
		from = i
		end := t.markup(i, hi)
		if end == i {
			i++
			continue
		}
		i, from = end, end
		if t.row != row { // a code span that goes on
			row, hi = t.row, t.lines[t.row].hi
		}
	}
	t.plain(from, hi)
}

func (t *inliner) note() { t.at(t.lines[t.row].line) }

func (t *inliner) plain(lo, hi int) {
	if lo < hi {
		t.note()
		t.add(lo, hi)
	}
}

func (t *inliner) reference(kind ReferenceKind, target string) {
	if target != "" {
		if t.doc.References == nil {
			t.doc.References = make([]Reference, 0, 8)
		}
		t.doc.References = append(t.doc.References, Reference{kind, target, t.lines[t.row].line})
	}
}

// markup reads the markup at i and returns where it ends, or i when there is
// none.
func (t *inliner) markup(i, hi int) int {
	switch t.src[i] {
	case '\\':
		if i+1 < hi && util.IsPunct(t.src[i+1]) {
			t.plain(i+1, i+2)
			return i + 2
		}
	case '`':
		return t.code(i)
	case '!':
		if i+1 < hi && t.src[i+1] == '[' {
			return t.link(i, i+1, hi)
		}
	case '[':
		return t.link(i, i, hi)
	case '<':
		return t.tag(i, hi)
	default:
		return t.emphasis(i, hi)
	}
	return i
}

// emphasis drops the asterisks or underscores at i, as markLen does.
func (t *inliner) emphasis(i, hi int) int {
	c, end := t.src[i], i
	for end < hi && t.src[end] == c {
		end++
	}
	if c == '_' && i > 0 && isWord(t.src[i-1]) && end < hi && isWord(t.src[end]) {
		t.plain(i, i+1)
		return i + 1
	}
	t.note()
	if end-i > 1 {
		t.insert(string(BoldMark))
	}
	return end
}

// code reads the code span at i, or the backticks that open none.
func (t *inliner) code(i int) int {
	lo := i
	for hi := t.lines[t.row].hi; lo < hi && t.src[lo] == '`'; {
		lo++
	}
	ticks := t.src[i:lo]
	code := ""
	for row := t.row; row < len(t.lines); row++ {
		l := t.lines[row]
		if row > t.row {
			lo = l.lo
		}
		end := closingTicks(t.src[lo:l.hi], len(ticks))
		if end < 0 {
			code += t.src[lo:l.end] + " "
			continue
		}
		if code += t.src[lo : lo+end]; t.inCell {
			code = strings.ReplaceAll(code, `\|`, "|")
		}
		code = strings.TrimSpace(code)
		t.reference(Code, code)
		t.note()
		if t.keepCode {
			t.insert(code)
		} else {
			t.insert(string(CodeMark))
		}
		t.row = row
		return lo + end + len(ticks)
	}
	t.plain(i, i+len(ticks))
	return i + len(ticks)
}

// closingTicks returns where exactly n backticks stand in text, or -1.
func closingTicks(text string, n int) int {
	for i := 0; i < len(text); i++ {
		if text[i] != '`' {
			continue
		}
		lo := i
		for i < len(text) && text[i] == '`' {
			i++
		}
		if i-lo == n {
			return lo
		}
	}
	return -1
}

// link reads the link whose text begins at the bracket at open, or the image
// that begins at i before it. Without definitions, which the scanner declines,
// every other bracket is text.
func (t *inliner) link(i, open, hi int) int {
	if !t.links {
		return i
	}
	end := t.closingBracket(open+1, hi)
	if end < 0 {
		t.decline()
		return i
	}
	if end+1 >= hi || t.src[end+1] != '(' {
		return i
	}
	target, after := t.destination(end+2, hi)
	if after < 0 {
		t.decline()
		return i
	}
	if open == i {
		t.reference(Link, target)
		t.read(open+1, end)
		return after
	}
	t.reference(Image, target)
	t.note()
	t.insert(string(CodeMark))
	quiet := t.quiet
	t.quiet = true
	t.read(open+1, end)
	t.quiet = quiet
	return after
}

// maxLabel bounds the text of a link; from 999 bytes on there are special rules.
const maxLabel = 900

// closingBracket returns where the link text from i on ends, or -1 when that is
// not plain to see.
func (t *inliner) closingBracket(i, hi int) int {
	for hi = min(hi, i+maxLabel); i < hi; i++ {
		switch t.src[i] {
		case ']':
			return i
		case '[', '<':
			return -1
		case '\\':
			i++
		case '`':
			lo := i
			for i < hi && t.src[i] == '`' {
				i++
			}
			end := closingTicks(t.src[i:hi], i-lo)
			if end < 0 {
				return -1
			}
			i += end + i - lo - 1
		}
	}
	return -1
}

// destination reads the target of a link from i on and returns where the link
// ends, or -1 when that is not plain to see.
func (t *inliner) destination(i, hi int) (target string, end int) {
	lo := i
	for i < hi && strings.IndexByte(" \t()<\\", t.src[i]) < 0 {
		i++
	}
	target = t.src[lo:i]
	if strings.IndexByte(target, '&') >= 0 {
		target = destination([]byte(target))
	}
	if i > lo && i+1 < hi && t.src[i:i+2] == ` "` {
		n := strings.IndexAny(t.src[i+2:hi], "\"\\")
		if n < 0 || t.src[i+2+n] != '"' {
			return "", -1
		}
		i += 2 + n + 1
	}
	if i >= hi || t.src[i] != ')' {
		return "", -1
	}
	return target, i + 1
}

// tag reads the HTML tag or the autolink at i. Tags with attributes and those
// that go on on the next line are left to goldmark.
func (t *inliner) tag(i, hi int) int {
	rest := t.src[i+1 : hi]
	name := strings.TrimPrefix(rest, "/")
	n := 0
	for n < len(name) && (isWord(name[n]) && name[n] < 0x80 || name[n] == '-') {
		n++
	}
	letter := n > 0 && name[0] >= 'A' && name[0] != '-'
	switch after := name[n:]; {
	case rest == "":
		return i
	case strings.Contains(rest, "@"), rest[0] == '!', rest[0] == '?':
	case letter && strings.HasPrefix(after, ">"):
		return hi - len(after) + len(">")
	case rest[0] == '/':
	case letter && strings.HasPrefix(after, "/>"):
		return hi - len(after) + len("/>")
	case !letter:
		return i
	case after == "", isBlank(after[0]):
	default:
		stop := util.FindURLIndex([]byte(rest))
		if stop < 0 {
			return i
		}
		if stop < len(rest) && rest[stop] == '>' {
			t.note()
			t.insert(string(CodeMark))
			return i + 1 + stop + 1
		}
	}
	t.decline()
	return i
}
