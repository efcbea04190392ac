package frontmatter

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/renma/renma/internal/textio"
)

// parseTree reads a block with the YAML parser. It takes what the reader
// leaves: rarities of YAML. A nil Value with a nil Fault is an empty document.
func parseTree(block string) (*Value, *Fault) {
	if fault := guardParser(block); fault != nil {
		return nil, fault
	}
	b := &builder{text: block, lines: textio.NewLines(block), near: cursor{1, 1, 0}}
	file, err := parseFile(block)
	if err != nil {
		return nil, b.parserFault(err)
	}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if body != nil {
			at := doc.Body.GetToken().Position
			return nil, b.fault(CodeDocuments, at.Line, 1, messageDocuments, hintDocuments)
		}
		body = doc.Body
	}
	if body == nil {
		return nil, nil
	}
	value := b.value(body, place{after: 0, column: -1})
	if b.err != nil {
		return nil, b.err
	}
	return value, nil
}

// parseFile runs the parser. It is a dependency that reads hostile text: should
// it panic, that is a fault of this one block.
func parseFile(block string) (file *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the YAML parser panicked: %v", r)
		}
	}()
	return parser.ParseBytes([]byte(block), 0, parser.AllowDuplicateMapKey())
}

// builder turns the parser's tree into Values. Of the tree it takes the shape,
// the style of scalars and where things begin; texts, types and ends are read
// from the source, because the parser's texts mix in YAML 1.1 and lose the
// spelling.
type builder struct {
	text    string
	lines   *textio.Lines
	anchors anchors
	depth   int
	near    cursor
	err     *Fault
}

// cursor is a place of the block seen lately. Most look-ups go a little further
// on the same line, so a long line is not counted from its start each time.
type cursor struct{ line, column, offset int }

// place is what a value needs to know of its surroundings.
type place struct {
	after  int // offset where a value without text stands
	column int // 0-based column of the collection that holds it
}

// fault places a fault at a line and column of the block.
func (b *builder) fault(code Code, line, column int, message, hint string) *Fault {
	return &Fault{Code: code, Pos: inFile(line, column), Message: message, Hint: hint}
}

// fail keeps the first fault.
func (b *builder) fail(code Code, at *token.Position, message, hint string) {
	if b.err == nil {
		b.err = b.fault(code, at.Line, at.Column, message, hint)
	}
}

// offset returns the byte offset of a position of the parser, which counts
// code points. It skips blanks that the parser sometimes counts to a token.
func (b *builder) offset(at *token.Position) int {
	c := b.near
	if c.line != at.Line || c.column > at.Column {
		c = cursor{at.Line, 1, b.lines.Offset(at.Line)}
	}
	for c.column < at.Column && c.offset < len(b.text) {
		_, size := utf8.DecodeRuneInString(b.text[c.offset:])
		c.column, c.offset = c.column+1, c.offset+size
	}
	b.near = c
	i := c.offset
	for i < len(b.text) && isBlank(b.text[i]) {
		i++
	}
	return i
}

// pos is the file position of a byte offset of the block.
func (b *builder) pos(offset int) Pos {
	c := b.near
	if offset < c.offset || strings.IndexByte(b.text[c.offset:offset], '\n') >= 0 {
		c.line, c.column = b.lines.Position(offset)
	} else {
		c.column += utf8.RuneCountInString(b.text[c.offset:offset])
	}
	c.offset = offset
	b.near = c
	return inFile(c.line, c.column)
}

func (b *builder) span(v *Value, start, end int) *Value {
	v.Pos, v.End = b.pos(start), b.pos(end)
	return v
}

func (b *builder) value(n ast.Node, at place) *Value {
	if b.err != nil {
		return &Value{}
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return b.mapping(n)
	case *ast.SequenceNode:
		return b.sequence(n)
	case *ast.LiteralNode:
		start := b.offset(n.Start.Position)
		text, end := block(b.text, start, at.column)
		return b.span(&Value{Kind: String, Text: text}, start, end)
	case *ast.AnchorNode:
		return b.anchored(n, at)
	case *ast.AliasNode:
		return b.alias(n)
	case *ast.TagNode:
		return b.tagged(n, at)
	}
	return b.scalar(n.GetToken(), at)
}

func (b *builder) enter(at *token.Position) {
	if b.depth++; b.depth > maxDepth {
		b.fail(CodeLimit, at, messageDeep, hintDeep)
	}
}

func (b *builder) mapping(n *ast.MappingNode) *Value {
	b.enter(n.Start.Position)
	v := &Value{Kind: MappingKind, Fields: slices.Grow([]Field(nil), len(n.Values))}
	for _, pair := range n.Values {
		v.Fields = append(v.Fields, b.field(pair))
	}
	b.depth--
	switch {
	case n.IsFlowStyle && n.End != nil:
		b.span(v, b.offset(n.Start.Position), b.offset(n.End.Position)+1)
	case len(v.Fields) > 0:
		v.Pos, v.End = v.Fields[0].KeyPos, v.Fields[len(v.Fields)-1].Value.End
	}
	return v
}

func (b *builder) field(pair *ast.MappingValueNode) Field {
	f := Field{}
	var key ast.Node = pair.Key
	at := place{b.offset(pair.Key.GetToken().Position), pair.Key.GetToken().Position.Column - 1}
	if explicit, ok := key.(*ast.MappingKeyNode); ok {
		key = explicit.Value
		at.after++
	}
	f.Key, f.KeyPos, f.KeyEnd = b.key(key, at)
	at.after = b.offsetOf(f.KeyEnd)
	if colon := b.offset(pair.Start.Position); colon < len(b.text) && b.text[colon] == ':' {
		at.after = colon + 1
	}
	f.Value = b.value(pair.Value, at)
	return f
}

// key returns the text of a scalar key with its place and the one behind it.
// Every plain key is a string; a collection or an alias is no key (contract 02
// section 1.2).
func (b *builder) key(n ast.Node, at place) (text string, pos, end Pos) {
	switch n := n.(type) {
	case *ast.AnchorNode:
		return b.key(n.Value, at)
	case *ast.TagNode:
		return b.key(n.Value, at)
	case nil, *ast.AliasNode, *ast.MappingNode, *ast.SequenceNode:
		where := &token.Position{Line: 1, Column: 1}
		if n != nil {
			where = n.GetToken().Position
		}
		b.fail(CodeKey, where, messageKey, hintKey)
		return "", Pos{}, Pos{}
	}
	v := b.value(n, at)
	return v.Text, v.Pos, v.End
}

// offsetOf returns the byte offset of a file position.
func (b *builder) offsetOf(p Pos) int {
	return b.offset(&token.Position{Line: p.Line() - firstLine + 1, Column: p.Column()})
}

func (b *builder) sequence(n *ast.SequenceNode) *Value {
	b.enter(n.Start.Position)
	v := &Value{Kind: Sequence, Items: slices.Grow([]*Value(nil), len(n.Values))}
	start := b.offset(n.Start.Position)
	for i, item := range n.Values {
		after := start + 1
		if !n.IsFlowStyle && i < len(n.Entries) && n.Entries[i].Start != nil {
			after = b.offset(n.Entries[i].Start.Position) + 1
		}
		v.Items = append(v.Items, b.value(item, place{after, n.Start.Position.Column - 1}))
	}
	b.depth--
	switch {
	case n.IsFlowStyle && n.End != nil:
		b.span(v, start, b.offset(n.End.Position)+1)
	case len(v.Items) > 0:
		v.Pos, v.End = b.pos(start), v.Items[len(v.Items)-1].End
	}
	return v
}

// scalar reads a plain or quoted scalar.
func (b *builder) scalar(t *token.Token, at place) *Value {
	if t.Type == token.ImplicitNullType {
		return b.span(&Value{Kind: Null, Plain: true}, at.after, at.after)
	}
	start := b.offset(t.Position)
	v := &Value{Kind: String}
	end := -1
	switch t.Type {
	case token.SingleQuoteType:
		if end = singleEnd(b.text, start); end > 0 {
			v.Text = single(b.text[start+1 : end-1])
		}
	case token.DoubleQuoteType:
		if end = doubleEnd(b.text, start); end > 0 {
			v.Text, _ = double(b.text[start+1 : end-1])
		}
	default:
		start, end = b.plainSpan(start, at.after, t.Value)
		v.Text = fold(b.text[start:end])
		v.Kind, v.Plain = resolvePlain(v.Text), true
		b.checkPlain(t, v.Text)
	}
	if end < 0 {
		b.fail(CodeSyntax, t.Position, messageUnreadable, "")
		end = start
	}
	return b.span(v, start, end)
}

// checkPlain refuses what the parser lets begin a plain scalar.
func (b *builder) checkPlain(t *token.Token, text string) {
	if text == "?" {
		b.fail(CodeSyntax, t.Position, messageQuestion, hintQuote)
	}
	if text != "" && strings.IndexByte(",]}%@`", text[0]) >= 0 {
		b.fail(CodeSyntax, t.Position, "A plain value cannot begin with \""+text[:1]+"\"", hintQuote)
	}
}

// plainSpan finds the plain scalar that the parser read as value and places at
// start. The parser counts the blanks behind some scalars to its position;
// then the scalar is the first text behind after.
func (b *builder) plainSpan(start, after int, value string) (from, to int) {
	if end := b.match(start, value); end >= 0 {
		return start, end
	}
	for after < len(b.text) && (isBlank(b.text[after]) || b.text[after] == '\n') {
		after++
	}
	if end := b.match(after, value); end >= 0 {
		return after, end
	}
	return start, start
}

// match returns the end of value at off, -1 when the text is another one. The
// parser's text and the source agree in all but white space.
func (b *builder) match(off int, value string) int {
	end := off
	for i := 0; i < len(value); i++ {
		if isBlank(value[i]) || value[i] == '\n' {
			continue
		}
		for off < len(b.text) && (isBlank(b.text[off]) || b.text[off] == '\n') {
			off++
		}
		if off == len(b.text) || b.text[off] != value[i] {
			return -1
		}
		off++
		end = off
	}
	return end
}

func (b *builder) anchored(n *ast.AnchorNode, at place) *Value {
	name := n.Name.GetToken()
	a := b.anchors.open(name.Value)
	at.after = b.offset(name.Position) + len(name.Value)
	v := b.value(n.Value, at)
	b.anchors.close(a, v)
	return v
}

func (b *builder) alias(n *ast.AliasNode) *Value {
	name := n.Value.GetToken().Value
	start := b.offset(n.Start.Position)
	v, code, message, hint := b.anchors.resolve(name)
	if code != "" {
		b.fail(code, n.Start.Position, message, hint)
	}
	return b.span(&v, start, min(start+1+len(name), len(b.text)))
}

func (b *builder) tagged(n *ast.TagNode, at place) *Value {
	at.after = b.offset(n.Start.Position) + len(n.Start.Value)
	v := b.value(n.Value, at)
	retag(v, n.Start.Value)
	return v
}

// parserFault turns an error of the parser into a fault in our words, at the
// line that contract 02 section 1.2 names.
func (b *builder) parserFault(err error) *Fault {
	var syntax *yaml.SyntaxError
	if !errors.As(err, &syntax) || syntax.Token == nil {
		return b.fault(CodeSyntax, 1, 1, messageUnreadable, "")
	}
	at := syntax.Token.Position
	has := func(part string) bool { return strings.Contains(syntax.Message, part) }
	switch {
	case has("mapping value is not allowed"):
		return b.fault(CodeSyntax, at.Line, at.Column, messageColon, hintColon)
	case has("end character of double-quoted"), has("end character of single-quoted"):
		return b.fault(CodeSyntax, at.Line, at.Column, messageUnclosedQuote, hintUnclosedQuote)
	case has("sequence end token"), has("mapping end token"), has("could not find flow"):
		return b.unclosed(at)
	case has("character '\t'"), has("tab character"):
		return b.fault(CodeTab, at.Line, max(strings.IndexByte(b.lines.Line(at.Line), '\t'), 0)+1, messageTab, hintTab)
	case has("is a reserved character"), has("unexpected directive"):
		return b.fault(CodeSyntax, at.Line, at.Column, "A plain value cannot begin with this character", hintQuote)
	case has("invalid key"), has("map key definition"):
		return b.fault(CodeKey, at.Line, at.Column, messageKey, hintKey)
	}
	return b.otherFault(at)
}

// unclosed places a missing bracket at the first line that cannot continue the
// collection, because it is not indented deeper than the entry that holds it, or
// at the last line with text.
func (b *builder) unclosed(at *token.Position) *Fault {
	indent := func(n int) int {
		line := b.lines.Line(n)
		return len(line) - len(strings.TrimLeft(line, " "))
	}
	last, column := b.lines.Position(len(strings.TrimRight(b.text, " \t\n")))
	for n := at.Line + 1; n <= last; n++ {
		if strings.TrimSpace(b.lines.Line(n)) != "" && indent(n) <= indent(at.Line) {
			return b.fault(CodeSyntax, n, 1+indent(n), messageUnclosedBracket, hintFlow)
		}
	}
	return b.fault(CodeSyntax, last, column, messageUnclosedBracket, hintFlow)
}

// otherFault handles the parser's general "not allowed here".
func (b *builder) otherFault(at *token.Position) *Fault {
	line := b.lines.Line(at.Line)
	trimmed := strings.TrimLeft(line, " ")
	_, value, _ := strings.Cut(trimmed, ":")
	value = strings.TrimLeft(value, " \t")
	switch {
	case strings.HasPrefix(value, "*") && b.offset(at) > b.lines.Offset(at.Line)+len(line)-len(value):
		return b.fault(CodeAlias, at.Line, at.Column, messageAfterAlias, hintAlias)
	case at.Column <= 1+len(line)-len(trimmed):
		return b.fault(CodeSyntax, at.Line, at.Column, messageIndent, hintIndent)
	}
	return b.fault(CodeSyntax, at.Line, at.Column, messageHere, hintQuote)
}
