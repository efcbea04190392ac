package markdown

import (
	"bytes"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// newParser builds the one goldmark parser. It is safe for concurrent use:
// the state of a parse lives in its parser.Context. Emphasis is left out,
// because dropping the marks from the text needs no tree and hostile runs of
// them are costly.
var newParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(guarded{parser.NewSetextHeadingParser(), shortTitle}, 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(guarded{parser.NewListParser(), notTooDeep}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(guarded{parser.NewATXHeadingParser(), shortLine}, 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(guarded{parser.NewBlockquoteParser(), notTooDeep}, 800),
			util.Prioritized(guarded{parser.NewHTMLBlockParser(), noLoneTag}, 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewRawHTMLParser(), 400),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(definitions{}, 100),
			util.Prioritized(tables{}, 200),
			util.Prioritized(splitParagraphs{}, 300),
		),
	)
})

// Parse reads a Markdown body. firstLine is the file line of its first line.
// Any text is a document: Parse has no errors. Lines may end in CRLF, which
// changes nothing.
func Parse(body string, firstLine int) *Document { return read(body, firstLine, false) }

// read is Parse or, where brief, no more of it than the references need.
func read(body string, firstLine int, brief bool) *Document {
	// Goldmark takes the carriage return behind an empty list marker for text.
	body = strings.ReplaceAll(body, "\r\n", "\n")
	if doc := scan(body, firstLine, brief); doc != nil {
		return doc
	}
	return parse(body, firstLine)
}

// parse is Parse by goldmark.
func parse(body string, firstLine int) *Document {
	s := newSource(body, firstLine)
	src := []byte(s.text)
	root := newParser().Parse(text.NewReader(src))
	w := &walker{doc: &Document{src: s.text}, source: s, src: src, section: -1}
	w.text.Grow(len(src))
	w.lines = make([]lineStart, 0, len(s.starts))
	w.children(root, scope{})
	return w.doc
}

// scope is what encloses a block.
type scope struct{ quote, list, first bool }

type walker struct {
	doc     *Document
	source  *source
	src     []byte
	section int
	// last is where a column was looked up last.
	last columnCursor
	// text and lines hold those of all blocks one after the other; the block
	// at hand begins at textStart and lineStart.
	text                 strings.Builder
	lines                []lineStart
	textStart, lineStart int
}

func (w *walker) children(parent ast.Node, in scope) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		w.block(n, in)
		in.first = false
	}
}

func (w *walker) block(n ast.Node, in scope) {
	switch n := n.(type) {
	case *ast.Heading:
		w.heading(n, in)
	case *ast.Paragraph, *ast.TextBlock:
		w.paragraph(n, in)
	case *ast.HTMLBlock:
		w.html(n, in)
	case *ast.Blockquote:
		in.quote = true
		w.children(n, in)
	case *ast.ListItem:
		w.children(n, scope{in.quote, true, true})
	case *ast.List:
		w.children(n, in)
	case *cell:
		if n.first {
			w.doc.Tables = append(w.doc.Tables, Table{w.source.line(n.Pos()), w.section})
		}
		w.references(n)
	}
}

func (w *walker) heading(n *ast.Heading, in scope) {
	w.references(n)
	if in.quote || in.list {
		return
	}
	w.reset()
	w.inlines(n, true)
	line := w.source.line(n.Pos())
	parent := w.section
	for parent >= 0 && w.doc.Headings[parent].Level >= n.Level {
		parent = w.doc.Headings[parent].Parent
	}
	w.section = len(w.doc.Headings)
	w.doc.Headings = append(w.doc.Headings, Heading{n.Level, title(w.current()), line, parent})
}

// title is the text of a heading on one line.
func title(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, string(BoldMark), "")), " ")
}

func (w *walker) paragraph(n ast.Node, in scope) {
	w.references(n)
	w.reset()
	w.inlines(n, false)
	lines := n.Lines()
	w.add(in, lines.At(0).Start, lines.At(lines.Len()-1).Stop)
}

// html takes the text out of an HTML block: what stands between its tags.
func (w *walker) html(n *ast.HTMLBlock, in scope) {
	switch n.HTMLBlockType {
	case ast.HTMLBlockType2, ast.HTMLBlockType6:
	default:
		return
	}
	w.comments(htmlPieces(n))
	lines := n.Lines()
	lo, hi := n.Pos(), n.Pos()
	if lines.Len() > 0 {
		lo, hi = lines.At(0).Start, lines.At(lines.Len()-1).Stop
	}
	if n.HasClosure() {
		hi = n.ClosureLine.Stop
	}
	w.reset()
	w.markup(lo, hi)
	if w.add(in, lo, hi) {
		w.doc.Blocks[len(w.doc.Blocks)-1].HTML = true
	}
}

// markup adds the source between lo and hi without HTML tags and comments.
func (w *walker) markup(lo, hi int) {
	for lo < hi {
		open := bytes.IndexByte(w.src[lo:hi], '<')
		if open < 0 {
			w.plain(lo, hi)
			return
		}
		w.plain(lo, lo+open)
		lo += open
		stop := ">"
		if bytes.HasPrefix(w.src[lo:hi], []byte("<!--")) {
			stop = "-->"
		}
		end := bytes.Index(w.src[lo:hi], []byte(stop))
		if end < 0 {
			return
		}
		lo += end + len(stop)
	}
}

func (w *walker) reset() {
	w.textStart, w.lineStart = w.text.Len(), len(w.lines)
}

// current returns the text of the block at hand.
func (w *walker) current() string { return w.text.String()[w.textStart:] }

// add keeps the collected text as a block when it holds more than marks.
func (w *walker) add(in scope, lo, hi int) bool {
	if onlyMarks(w.current()) {
		return false
	}
	w.doc.Blocks = append(w.doc.Blocks, Block{
		Text: w.current(), Section: w.section,
		Quote: in.quote, List: in.list, First: in.first,
		lines: w.lines[w.lineStart:len(w.lines):len(w.lines)], lo: lo, hi: hi,
	})
	return true
}

// onlyMarks reports text without a word or a code span.
func onlyMarks(text string) bool {
	return strings.Trim(text, " \t\r\n"+string(BoldMark)) == ""
}
