package frontmatter

import (
	"strings"

	"github.com/goccy/go-yaml/token"
)

// scalar reads a plain or quoted scalar. The token of an absent value stands
// for no text; it gets its place from whoever holds it.
func (b *builder) scalar(t *token.Token) *Value {
	start := b.offset(t.Position)
	switch t.Type {
	case token.SingleQuoteType:
		return b.span(&Value{Kind: String, Text: t.Value}, start, b.singleQuotedEnd(start))
	case token.DoubleQuoteType:
		return b.span(&Value{Kind: String, Text: t.Value}, start, b.doubleQuotedEnd(start))
	}
	raw := strings.Trim(t.Origin, " \t\n")
	if raw == "" || !strings.HasPrefix(b.text[start:], raw) {
		raw = ""
		if t.Type != token.NullType && t.Type != token.ImplicitNullType {
			raw = b.text[start:b.plainEnd(start, t)]
		}
	}
	if raw == "?" {
		b.fail(CodeSyntax, t.Position, "A lone ? is no value", "Quote the value.")
	}
	if strings.HasPrefix(raw, ",") {
		b.fail(CodeSyntax, t.Position, "A plain value cannot begin with a comma", "Quote the value.")
	}
	text := fold(raw)
	return b.span(&Value{Kind: resolvePlain(text), Text: text, Plain: true}, start, start+len(raw))
}

// plainEnd is the end of a plain scalar on its first line, for tokens whose
// recorded source does not stand at their position.
func (b *builder) plainEnd(start int, t *token.Token) int {
	if strings.HasPrefix(b.text[start:], t.Value) {
		return start + len(t.Value)
	}
	end := start
	for end < len(b.text) && b.text[end] != '\n' {
		end++
	}
	return end
}

// fold joins the lines of a plain scalar: one break is a space, each further
// one a newline.
func fold(raw string) string {
	if !strings.Contains(raw, "\n") {
		return raw
	}
	var out strings.Builder
	blank := 0
	for i, line := range strings.Split(raw, "\n") {
		line = strings.Trim(line, " \t")
		switch {
		case line == "":
			blank++
			continue
		case i == 0:
		case blank > 0:
			out.WriteString(strings.Repeat("\n", blank))
		default:
			out.WriteByte(' ')
		}
		blank = 0
		out.WriteString(line)
	}
	return out.String()
}

func (b *builder) singleQuotedEnd(start int) int {
	for i := start + 1; i < len(b.text); i++ {
		if b.text[i] != '\'' {
			continue
		}
		if i+1 < len(b.text) && b.text[i+1] == '\'' {
			i++
			continue
		}
		return i + 1
	}
	return len(b.text)
}

func (b *builder) doubleQuotedEnd(start int) int {
	for i := start + 1; i < len(b.text); i++ {
		switch b.text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b.text)
}

// blockScalarEnd finds the last text line of the block scalar whose header is
// at offset header: the lines that are indented as its first one, without the
// blank lines after the last.
func (b *builder) blockScalarEnd(header int) int {
	line, _ := b.lines.Position(header)
	headerEnd := b.lines.Offset(line) + len(strings.TrimRight(b.lines.Line(line), " \t"))
	indent, end := -1, headerEnd
	for n := line + 1; n <= b.lines.Count(); n++ {
		text := b.lines.Line(n)
		depth := len(text) - len(strings.TrimLeft(text, " "))
		if strings.Trim(text, " \t") == "" {
			continue
		}
		if indent < 0 {
			if indent = b.blockIndent(line, header, depth); indent < 0 {
				break
			}
		}
		if depth < indent {
			break
		}
		end = b.lines.Offset(n) + len(text)
	}
	return end
}

// blockIndent is the least indentation of the scalar's text lines: that of the
// first one, or what an indentation indicator in the header allows. It is -1
// when the first line after the header belongs to the parent already.
func (b *builder) blockIndent(line, header, first int) int {
	parent := len(b.lines.Line(line)) - len(strings.TrimLeft(b.lines.Line(line), " -"))
	for _, c := range b.text[header+1 : min(header+3, len(b.text))] {
		if c >= '1' && c <= '9' {
			return parent + int(c-'0')
		}
	}
	if first <= parent {
		return -1
	}
	return first
}
