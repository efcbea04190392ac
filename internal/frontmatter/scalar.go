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
	if t.Type == token.ImplicitNullType {
		return b.span(&Value{Kind: Null, Plain: true}, start, start)
	}
	raw := strings.Trim(t.Origin, " \t\n")
	start, end := b.plainSpan(t.Position.Line, start, raw)
	text := fold(raw)
	switch {
	case text == "?":
		b.fail(CodeSyntax, t.Position, "A lone ? is no value", "Quote the value.")
	case strings.HasPrefix(text, ","):
		b.fail(CodeSyntax, t.Position, "A plain value cannot begin with a comma", "Quote the value.")
	}
	return b.span(&Value{Kind: resolvePlain(text), Text: text, Plain: true}, start, end)
}

// plainSpan finds a plain scalar in the text, near the offset that the parser
// gives. Its column counts blanks after the text too, so the text stands at the
// offset or before it on the same line.
func (b *builder) plainSpan(line, near int, raw string) (start, end int) {
	first, rest, several := strings.Cut(raw, "\n")
	first = strings.TrimRight(first, " \t")
	lineStart, found := b.lines.Offset(line), -1
	for s := min(near, len(b.text)); s >= lineStart && first != "" && found < 0; s-- {
		if strings.HasPrefix(b.text[s:], first) {
			found = s
		}
	}
	if found < 0 {
		near = min(near, len(b.text))
		return near, near
	}
	if !several {
		return found, found + len(first)
	}
	lastLine := line + 1 + strings.Count(rest, "\n")
	last := strings.Trim(rest[strings.LastIndexByte(rest, '\n')+1:], " \t")
	return found, b.lines.Offset(lastLine) + max(strings.Index(b.lines.Line(lastLine), last), 0) + len(last)
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
