package frontmatter

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/renma/renma/internal/textio"
)

// parseYAML reads a guarded block with LF line ends. A nil Value with a nil
// Fault is an empty document.
func parseYAML(block string) (root *Value, fault *Fault) {
	if fault := refuseDirectives(block); fault != nil {
		return nil, fault
	}
	b := &builder{text: block, lines: textio.NewLines(block), anchors: map[string]*anchor{}, near: cursor{1, 1, 0}}
	// The parser is a dependency that reads hostile text: should it panic,
	// that is a fault of this one file.
	defer func() {
		if r := recover(); r != nil {
			root, fault = nil, &Fault{Code: CodeSyntax, Pos: Pos{2, 1}, Message: "The frontmatter cannot be read as YAML"}
		}
	}()
	file, err := parser.ParseBytes([]byte(block), 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, b.parserFault(err)
	}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if body != nil {
			line := doc.Body.GetToken().Position.Line
			return nil, b.fault(CodeDocuments, line, 1, "A second YAML document begins inside the frontmatter", "Keep one document between the two --- lines.")
		}
		body = doc.Body
	}
	if body == nil {
		return nil, nil
	}
	value := b.value(body)
	if b.err != nil {
		return nil, b.err
	}
	return value, nil
}

// refuseDirectives finds a %YAML or %TAG line: the block has no room for the
// "---" that a directive needs.
func refuseDirectives(block string) *Fault {
	offset := 0
	for line := range strings.Lines(block) {
		switch {
		case strings.HasPrefix(line, "%"):
			return faultAt(block, offset, CodeDirective, "A YAML directive cannot stand in frontmatter", "Remove the line that begins with %.")
		case strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#"):
			return nil
		}
		offset += len(line)
	}
	return nil
}

// anchor is an anchored value. Its value is nil while it is being built, which
// is how an alias inside its own anchor shows.
type anchor struct {
	value *Value
	cost  int // alias uses inside the value, expanded
}

// builder turns the parser's tree into Values. Positions of the tree count
// runes, so offsets are found again in the text.
type builder struct {
	text    string
	lines   *textio.Lines
	anchors map[string]*anchor
	aliases int // expanded alias uses so far
	near    cursor
	err     *Fault
}

// cursor is a place of the block seen lately. Most look-ups go a little further
// on the same line, so a long line is not counted from its start each time.
type cursor struct{ line, column, offset int }

// fault places a fault at a line and column of the block.
func (b *builder) fault(code Code, line, column int, message, hint string) *Fault {
	return &Fault{Code: code, Pos: Pos{line + 1, column}, Message: message, Hint: hint}
}

// fail keeps the first fault.
func (b *builder) fail(code Code, at *token.Position, message, hint string) {
	if b.err == nil {
		b.err = b.fault(code, at.Line, at.Column, message, hint)
	}
}

// offset returns the byte offset of a position of the parser, past blanks
// that the parser sometimes counts to a token.
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
	for i < len(b.text) && (b.text[i] == ' ' || b.text[i] == '\t') {
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
	return Pos{c.line + 1, c.column}
}

func (b *builder) span(v *Value, start, end int) *Value {
	v.Pos, v.End = b.pos(start), b.pos(end)
	return v
}

func (b *builder) value(n ast.Node) *Value {
	switch n := n.(type) {
	case *ast.MappingNode:
		return b.mapping(n)
	case *ast.SequenceNode:
		return b.sequence(n)
	case *ast.LiteralNode:
		start := b.offset(n.Start.Position)
		return b.span(&Value{Kind: String, Text: n.Value.Value}, start, b.blockScalarEnd(start))
	case *ast.AnchorNode:
		return b.anchored(n)
	case *ast.AliasNode:
		return b.alias(n)
	case *ast.TagNode:
		return b.tagged(n)
	}
	return b.scalar(n.GetToken())
}

func (b *builder) mapping(n *ast.MappingNode) *Value {
	v := &Value{Kind: MappingKind, Fields: make([]Field, 0, len(n.Values))}
	for _, pair := range n.Values {
		v.Fields = append(v.Fields, b.field(pair))
	}
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
	if explicit, ok := key.(*ast.MappingKeyNode); ok {
		key = explicit.Value
	}
	f.Key, f.KeyPos = b.key(key)
	f.Value = b.value(pair.Value)
	if f.Value.Kind == Null && f.Value.Text == "" {
		after := b.offsetAfterKey(pair)
		b.span(f.Value, after, after)
	}
	f.StartLine = f.KeyPos.Line
	f.EndLine = max(f.StartLine, f.Value.End.Line)
	return f
}

// offsetAfterKey is the place after the colon of a field without a value, or
// the end of its key where a flow mapping leaves out the colon too.
func (b *builder) offsetAfterKey(pair *ast.MappingValueNode) int {
	at := b.offset(pair.Start.Position)
	if at < len(b.text) && b.text[at] == ':' {
		return at + 1
	}
	_, end := b.plainSpan(pair.Start.Position.Line, at, strings.Trim(pair.Start.Origin, " \t\n"))
	return end
}

// key returns the text of a scalar key. Every plain key is a string; a
// collection or an alias is no key (contract 02 section 1.2).
func (b *builder) key(n ast.Node) (string, Pos) {
	switch n := n.(type) {
	case *ast.AnchorNode:
		text, _ := b.key(n.Value)
		return text, b.pos(b.offset(n.Start.Position))
	case *ast.TagNode:
		text, _ := b.key(n.Value)
		return text, b.pos(b.offset(n.Start.Position))
	case *ast.AliasNode, *ast.MappingNode, *ast.SequenceNode:
		b.fail(CodeKey, n.GetToken().Position, "A key must be text, not an alias or a collection", "Write the key as plain text.")
		return "", b.pos(b.offset(n.GetToken().Position))
	case *ast.LiteralNode:
		return n.Value.Value, b.pos(b.offset(n.Start.Position))
	}
	v := b.scalar(n.GetToken())
	return v.Text, v.Pos
}

func (b *builder) sequence(n *ast.SequenceNode) *Value {
	v := &Value{Kind: Sequence, Items: make([]*Value, 0, len(n.Values))}
	for i, item := range n.Values {
		value := b.value(item)
		if value.Kind == Null && value.Text == "" && i < len(n.Entries) {
			after := b.offset(n.Entries[i].Start.Position) + 1
			b.span(value, after, after)
		}
		v.Items = append(v.Items, value)
	}
	start := b.offset(n.Start.Position)
	switch {
	case n.IsFlowStyle && n.End != nil:
		b.span(v, start, b.offset(n.End.Position)+1)
	case len(v.Items) > 0:
		v.Pos, v.End = b.pos(start), v.Items[len(v.Items)-1].End
	}
	return v
}

func (b *builder) anchored(n *ast.AnchorNode) *Value {
	a := &anchor{}
	before := b.aliases
	b.anchors[n.Name.GetToken().Value] = a
	v := b.value(n.Value)
	if v.Kind == Null && v.Text == "" {
		start := b.offset(n.Name.GetToken().Position)
		end := start + len(n.Name.GetToken().Value)
		b.span(v, start, end)
	}
	a.value, a.cost = v, b.aliases-before
	return v
}

// alias stands for the anchored value. The uses inside that value count again,
// so that expanding everything stays within maxAliases.
func (b *builder) alias(n *ast.AliasNode) *Value {
	name := n.Value.GetToken().Value
	start := b.offset(n.Start.Position)
	a := b.anchors[name]
	if a == nil || a.value == nil {
		b.fail(CodeAlias, n.Start.Position, fmt.Sprintf("The alias *%s has no anchor before it", textio.Terminal(clip(name))), "Quote a value that begins with *.")
		return b.span(&Value{}, start, start)
	}
	if b.aliases += 1 + a.cost; b.aliases > maxAliases {
		b.fail(CodeLimit, n.Start.Position, "The frontmatter uses more than 100 aliases", "Write the values out.")
	}
	v := *a.value
	return b.span(&v, start, start+1+len(name))
}

// tagged applies an explicit tag: !!str makes text of anything, the core tags
// type the text where it fits, and the collection tags make it no string.
func (b *builder) tagged(n *ast.TagNode) *Value {
	v := b.value(n.Value)
	if v.Kind == Null && v.Text == "" {
		start := b.offset(n.Start.Position)
		b.span(v, start, start+len(n.Start.Value))
	}
	if v.Kind == Sequence || v.Kind == MappingKind {
		return v
	}
	plain := resolvePlain(v.Text)
	switch n.Start.Value {
	case "!!str":
		v.Kind = String
	case "!!int", "!!float":
		v.Kind = kindIf(plain == Number, Number)
	case "!!bool":
		v.Kind = kindIf(plain == Bool, Bool)
	case "!!null":
		v.Kind = kindIf(plain == Null, Null)
	case "!!binary", "!!set", "!!omap":
		v.Kind = Opaque
	default:
		v.Kind = String
	}
	return v
}

func kindIf(fits bool, k Kind) Kind {
	if fits {
		return k
	}
	return String
}

func clip(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return s
}
