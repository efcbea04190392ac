package markdown

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Sizes beyond which goldmark's cost is no longer linear. Nobody writes lists
// sixteen levels deep or paragraphs of four thousand bytes for an agent.
const (
	// maxOpenBlocks bounds nesting; a list level opens two blocks.
	maxOpenBlocks = 32
	// maxParagraph bounds, in bytes, the text whose inlines are read at once.
	maxParagraph = 4096
)

// guarded lets a block parser open a block only where allow says so. Further
// down the marker is ordinary text.
type guarded struct {
	parser.BlockParser
	allow func(node ast.Node, line []byte, pc parser.Context) bool
}

func (g guarded) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	row, pos := r.Position()
	line, _ := r.PeekLine()
	node, state := g.BlockParser.Open(parent, r, pc)
	if node == nil || g.allow(node, line, pc) {
		return node, state
	}
	r.SetPosition(row, pos)
	return nil, parser.NoChildren
}

func notTooDeep(_ ast.Node, _ []byte, pc parser.Context) bool {
	return len(pc.OpenedBlocks()) < maxOpenBlocks
}

func shortLine(_ ast.Node, line []byte, _ parser.Context) bool { return len(line) <= maxParagraph }

func shortTitle(_ ast.Node, _ []byte, pc parser.Context) bool {
	return textLen(pc.LastOpenedBlock().Node.Lines()) <= maxParagraph
}

// noLoneTag refuses the HTML blocks that CommonMark opens for any tag that
// stands alone on its line.
func noLoneTag(node ast.Node, _ []byte, _ parser.Context) bool {
	return node.(*ast.HTMLBlock).HTMLBlockType != ast.HTMLBlockType7
}

// definitions takes link reference definitions off the head of a paragraph,
// maxParagraph bytes at a time: goldmark's cost is quadratic in their number.
type definitions struct{}

func (definitions) Transform(node *ast.Paragraph, r text.Reader, pc parser.Context) {
	if head := node.Lines().At(0); !bytes.HasPrefix(bytes.TrimLeft(head.Value(r.Source()), " \t"), []byte("[")) {
		return
	}
	parent, next := node.Parent(), node.NextSibling()
	lines := slices.Clone(node.Lines().Sliced(0, node.Lines().Len()))
	for from := 0; from < len(lines); {
		to, size := from, 0
		for to < len(lines) && (to == from || size <= maxParagraph) {
			size += lines[to].Len()
			to++
		}
		if node.Parent() == nil {
			parent.InsertBefore(parent, next, node)
		}
		part := text.NewSegments()
		part.AppendAll(lines[from:to])
		node.SetLines(part)
		parser.LinkReferenceParagraphTransformer.Transform(node, r, pc)
		if node.Parent() != nil {
			node.Lines().AppendAll(lines[to:])
			return
		}
		from = to
	}
}

// splitParagraphs cuts paragraphs over maxParagraph into several.
type splitParagraphs struct{}

func (splitParagraphs) Transform(node *ast.Paragraph, r text.Reader, _ parser.Context) {
	if textLen(node.Lines()) <= maxParagraph {
		return
	}
	parts := splitSegments(r.Source(), node.Lines())
	node.SetLines(parts[0])
	var last ast.Node = node
	for _, part := range parts[1:] {
		p := ast.NewParagraph()
		p.SetLines(part)
		p.SetPos(part.At(0).Start)
		node.Parent().InsertAfter(node.Parent(), last, p)
		last = p
	}
}

// splitSegments groups segments into runs of at most maxParagraph bytes. A
// segment that is longer by itself is cut at a space where there is one.
func splitSegments(src []byte, lines *text.Segments) []*text.Segments {
	parts := []*text.Segments{}
	size := maxParagraph
	add := func(seg text.Segment) {
		if size+seg.Len() > maxParagraph {
			parts = append(parts, text.NewSegments())
			size = 0
		}
		parts[len(parts)-1].Append(seg)
		size += seg.Len()
	}
	for i := range lines.Len() {
		seg := lines.At(i)
		for seg.Len() > maxParagraph {
			cut := cutPoint(src, seg.Start, seg.Start+maxParagraph)
			add(text.NewSegment(seg.Start, cut))
			seg = text.NewSegment(cut, seg.Stop)
		}
		add(seg)
	}
	return parts
}

func cutPoint(src []byte, lo, hi int) int {
	for i := hi; i > (lo+hi)/2; i-- {
		if src[i-1] == ' ' {
			return i
		}
	}
	for i := hi; i > hi-utf8.UTFMax; i-- {
		if utf8.RuneStart(src[i]) {
			return i
		}
	}
	return hi
}

func textLen(lines *text.Segments) int {
	n := 0
	for i := range lines.Len() {
		seg := lines.At(i)
		n += seg.Len()
	}
	return n
}
