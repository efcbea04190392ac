package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// references adds the links, images, code spans and comments below a block.
func (w *walker) references(block ast.Node) {
	for n := block.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Link:
			w.reference(Link, n, destination(n.Destination))
		case *ast.Image:
			w.reference(Image, n, destination(n.Destination))
		case *ast.CodeSpan:
			w.reference(Code, n, w.code(n))
			continue
		case *ast.RawHTML:
			w.comments(n.Segments.Sliced(0, n.Segments.Len()))
		}
		w.references(n)
	}
}

func (w *walker) reference(kind ReferenceKind, n ast.Node, target string) {
	if target != "" {
		w.doc.References = append(w.doc.References, Reference{kind, target, w.source.line(n.Pos())})
	}
}

// destination resolves the escapes of a link destination.
func destination(raw []byte) string {
	s := util.ResolveNumericReferences(util.ResolveEntityNames(util.UnescapePunctuations(raw)))
	return strings.TrimSpace(string(s))
}

// code returns the content of a code span on one line.
func (w *walker) code(n *ast.CodeSpan) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(w.src))
		}
	}
	s := strings.ReplaceAll(strings.ReplaceAll(b.String(), "\r\n", " "), "\n", " ")
	if n.Parent().Kind() == kindCell {
		s = strings.ReplaceAll(s, `\|`, "|")
	}
	return strings.TrimSpace(s)
}

// inlines adds the text of a block's inlines. Inline code is a mark unless
// keepCode is set.
func (w *walker) inlines(parent ast.Node, keepCode bool) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			w.plain(n.Segment.Start, n.Segment.Stop)
			if n.SoftLineBreak() || n.HardLineBreak() {
				w.text.WriteByte('\n')
			}
		case *ast.CodeSpan:
			w.at(n.Pos())
			if keepCode {
				w.text.WriteString(w.code(n))
			} else {
				w.text.WriteRune(CodeMark)
			}
		case *ast.AutoLink, *ast.Image:
			w.at(n.Pos())
			w.text.WriteRune(CodeMark)
		case *ast.RawHTML:
		default:
			w.inlines(n, keepCode)
		}
	}
}

// at notes the line of the text that follows.
func (w *walker) at(offset int) {
	line := w.source.line(offset)
	if len(w.lines) == w.lineStart || w.lines[len(w.lines)-1].line < line {
		w.lines = append(w.lines, lineStart{w.text.Len() - w.textStart, line})
	}
}

// plain adds source text without emphasis marks and backslashes. A pair of
// emphasis marks becomes one BoldMark.
func (w *walker) plain(lo, hi int) {
	if lo >= hi {
		return
	}
	w.at(lo)
	start := lo
	for i := lo; i < hi; {
		c := w.src[i]
		if c == '\n' && i+1 < hi {
			w.text.Write(w.src[start : i+1])
			start = i + 1
			w.at(start)
			i++
			continue
		}
		n, mark := w.markLen(i, lo, hi)
		if n == 0 {
			i++
			continue
		}
		w.text.Write(w.src[start:i])
		if mark {
			w.text.WriteRune(BoldMark)
		}
		i += n
		start = i
		if c == '\\' {
			i++
		}
	}
	w.text.Write(w.src[start:hi])
}

// markLen returns how many bytes at i are markup, and whether they delimit a
// bold run. Underscores inside a word are text, and so are asterisks between
// spaces.
func (w *walker) markLen(i, lo, hi int) (n int, bold bool) {
	c := w.src[i]
	switch {
	case c == '\\' && i+1 < hi && util.IsPunct(w.src[i+1]):
		return 1, false
	case c != '*' && c != '_':
		return 0, false
	}
	for i+n < hi && w.src[i+n] == c {
		n++
	}
	before, after := byte(' '), byte(' ')
	if i > lo {
		before = w.src[i-1]
	}
	if i+n < hi {
		after = w.src[i+n]
	}
	if c == '_' && isWord(before) && isWord(after) {
		return 0, false
	}
	return n, n > 1
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
