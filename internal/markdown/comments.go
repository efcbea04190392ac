package markdown

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

const (
	commentOpen  = "<!--"
	commentClose = "-->"
)

// Position is a place in the file. Line and Column are 1-based; columns count
// code points.
type Position struct{ Line, Column int }

// Comment is one HTML comment. What looks like one inside code is none.
type Comment struct {
	// Text is what stands between the delimiters, without the marks of
	// enclosing quotes and lists. That of a comment which is never closed
	// ends with its block.
	Text   string
	Closed bool
	// Start is the place of the opening delimiter, and End the one behind
	// the closing delimiter.
	Start, End Position

	rows []commentRow
}

// commentRow says that the text from offset on stands at a place.
type commentRow struct {
	offset int
	at     Position
}

// Position returns the place of the byte at offset of Text.
func (c *Comment) Position(offset int) Position {
	i := sort.Search(len(c.rows), func(i int) bool { return c.rows[i].offset > offset })
	row := c.rows[max(i-1, 0)]
	row.at.Column += utf8.RuneCountInString(c.Text[row.offset:offset])
	return row.at
}

// comments adds the comments in the pieces of one HTML block, or of one inline
// tag or comment.
func (w *walker) comments(pieces []text.Segment) {
	var b strings.Builder
	var starts []int
	for _, p := range pieces {
		starts = append(starts, b.Len())
		b.Write(w.src[p.Start:p.Stop])
	}
	raw := b.String()
	place := func(offset int) Position {
		i := max(sort.SearchInts(starts, offset+1)-1, 0)
		return w.position(pieces[i].Start + offset - starts[i])
	}
	for lo := 0; ; {
		n := strings.Index(raw[lo:], commentOpen)
		if n < 0 {
			return
		}
		c := Comment{Start: place(lo + n)}
		lo += n + len(commentOpen)
		first := lo
		c.Text, _, c.Closed = strings.Cut(raw[lo:], commentClose)
		closing := len(commentClose)
		for _, abrupt := range []string{">", "->"} { // <!--> and <!---> are whole comments
			if strings.HasPrefix(raw[lo:], abrupt) {
				c.Text, c.Closed, closing = "", true, len(abrupt)
			}
		}
		lo += len(c.Text)
		c.rows = append(c.rows, commentRow{0, place(first)})
		for i := sort.SearchInts(starts, first+1); i < len(starts) && starts[i] < lo; i++ {
			c.rows = append(c.rows, commentRow{starts[i] - first, place(starts[i])})
		}
		if c.Closed {
			lo += closing
		}
		c.End = place(lo)
		w.doc.Comments = append(w.doc.Comments, c)
	}
}

// position returns the place of the byte at offset of the source. Looking
// forward along a line costs no more than the way there.
func (w *walker) position(offset int) Position {
	line := w.source.line(offset)
	if w.last.line != line || w.last.offset > offset {
		w.last = columnCursor{line, w.source.start(), 1}
	}
	w.last.column += utf8.RuneCount(w.src[w.last.offset:offset])
	w.last.offset = offset
	return Position{line, w.last.column}
}

// columnCursor is the place that was looked up last.
type columnCursor struct{ line, offset, column int }

// htmlPieces returns the source of an HTML block, line by line.
func htmlPieces(n *ast.HTMLBlock) []text.Segment {
	lines := n.Lines()
	pieces := append([]text.Segment(nil), lines.Sliced(0, lines.Len())...)
	if n.HasClosure() {
		pieces = append(pieces, n.ClosureLine)
	}
	return pieces
}
