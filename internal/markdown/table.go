package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// goldmark's own table extension pads every row to the width of the header,
// which costs rows times columns in memory. Here a table is its cells in
// source order and nothing else: they are only searched for references.

var kindCell = ast.NewNodeKind("TableCell")

// cell is one non-empty cell of a GFM table. The first node of a table is a
// cell without text that marks where it begins.
type cell struct {
	ast.BaseBlock
	first bool
}

func (*cell) Kind() ast.NodeKind { return kindCell }

func (c *cell) Dump(src []byte, level int) { ast.DumpHelper(c, src, level, nil, nil) }

// tables turns the end of a paragraph into a table when one of its lines is a
// delimiter row as wide as the line above it.
type tables struct{}

func (tables) Transform(node *ast.Paragraph, r text.Reader, _ parser.Context) {
	lines, src := node.Lines(), r.Source()
	for i := 1; i < lines.Len(); i++ {
		delim := lines.At(i)
		columns := delimiterColumns(delim.Value(src))
		if columns == 0 {
			continue
		}
		start := lines.At(i - 1)
		if len(cells(src, start.Start, start.Stop, columns+1)) != columns {
			continue
		}
		top := &cell{first: true}
		top.SetPos(start.Start)
		node.Parent().InsertAfter(node.Parent(), node, top)
		var last ast.Node = top
		for j := i - 1; j < lines.Len(); j++ {
			if j == i {
				continue
			}
			row := lines.At(j)
			for _, c := range cells(src, row.Start, row.Stop, columns) {
				last = appendCell(src, node.Parent(), last, text.NewSegment(c.lo, c.hi))
			}
		}
		lines.SetSliced(0, i-1)
		if lines.Len() == 0 {
			node.Parent().RemoveChild(node.Parent(), node)
		}
		return
	}
}

func appendCell(src []byte, parent, after ast.Node, seg text.Segment) ast.Node {
	if seg.Len() == 0 {
		return after
	}
	lines := text.NewSegments()
	lines.Append(seg)
	parts := []*text.Segments{lines}
	if seg.Len() > maxParagraph {
		parts = splitSegments(src, lines)
	}
	for _, part := range parts {
		c := &cell{}
		c.SetLines(part)
		c.SetPos(part.At(0).Start)
		parent.InsertAfter(parent, after, c)
		after = c
	}
	return after
}

// delimiterColumns returns the number of columns that a line such as
// "| --- | :-: |" declares, or 0 when it is no delimiter row.
func delimiterColumns(line []byte) int {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] != '|' && line[0] != ':' && line[0] != '-' || !bytes.ContainsAny(line, "|:") {
		return 0
	}
	line = bytes.TrimSuffix(bytes.TrimPrefix(line, []byte("|")), []byte("|"))
	columns := 0
	for column := range bytes.SplitSeq(line, []byte("|")) {
		column = bytes.TrimSpace(column)
		column = bytes.TrimSuffix(bytes.TrimPrefix(column, []byte(":")), []byte(":"))
		if len(column) == 0 || len(bytes.Trim(column, "-")) > 0 {
			return 0
		}
		columns++
	}
	return columns
}

// extent is a part of a text.
type extent struct{ lo, hi int }

// cells splits the row src[lo:hi] at its unescaped pipes into at most limit
// cells without the white space around them.
func cells[T string | []byte](src T, lo, hi, limit int) []extent {
	row := trim(src, lo, hi)
	start, stop := row.lo, row.hi
	if start < stop && src[start] == '|' {
		start++
	}
	if start < stop && src[stop-1] == '|' && src[max(stop-2, start)] != '\\' {
		stop--
	}
	var out []extent
	for i := start; i < stop && len(out) < limit; i++ {
		if src[i] == '|' && (i == start || src[i-1] != '\\') {
			out = append(out, trim(src, start, i))
			start = i + 1
		}
	}
	if len(out) < limit {
		out = append(out, trim(src, start, stop))
	}
	return out
}

func trim[T string | []byte](src T, lo, hi int) extent {
	for lo < hi && isBlank(src[lo]) {
		lo++
	}
	for lo < hi && isBlank(src[hi-1]) {
		hi--
	}
	return extent{lo, hi}
}
