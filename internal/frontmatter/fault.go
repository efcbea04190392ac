package frontmatter

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"
)

// Hints for the slips that people make most.
const (
	hintColon  = "Put quotes around the value: \": \" begins a nested mapping in plain text."
	hintTab    = "Indent with spaces."
	hintQuote  = "Close the quote on the line where the value ends."
	hintAlias  = "Quote a value that begins with *."
	hintQuoted = "Quote the whole value."
	hintIndent = "Indent the line like the entries around it."
)

// parserFault turns an error of the parser into a fault in our words, at the
// line that contract 02 section 1.2 names.
func (b *builder) parserFault(err error) *Fault {
	var syntax *yaml.SyntaxError
	if !errors.As(err, &syntax) || syntax.Token == nil {
		return b.fault(CodeSyntax, 1, 1, "The frontmatter cannot be read as YAML", "")
	}
	at := syntax.Token.Position
	has := func(part string) bool { return strings.Contains(syntax.Message, part) }
	switch {
	case has("mapping value is not allowed"):
		return b.nestedColon(at)
	case has("end character of double-quoted"), has("end character of single-quoted"):
		return b.fault(CodeSyntax, at.Line, at.Column, "A quoted value has no closing quote", hintQuote)
	case has("sequence end token"), has("mapping end token"), has("could not find flow"):
		return b.unclosed(at)
	case has("character '\t'"), has("tab character"):
		line := b.lines.Line(at.Line)
		return b.fault(CodeTab, at.Line, strings.IndexByte(line, '\t')+1, "A tab cannot indent YAML", hintTab)
	case has("is a reserved character"), has("unexpected directive"):
		return b.fault(CodeSyntax, at.Line, at.Column, "A plain value cannot begin with this character", hintQuoted)
	case has("invalid key"), has("map key definition"):
		return b.fault(CodeKey, at.Line, at.Column, "A key must be text on one line", "Write the key as plain text.")
	}
	return b.otherFault(at)
}

// nestedColon places a ": " inside a plain value. When the value goes on over
// several lines and the colon is on a later one, that line is indented wrongly.
func (b *builder) nestedColon(at *token.Position) *Fault {
	first := b.lines.Text()[b.offset(at):]
	for n, line := at.Line, first; n <= b.lines.Count(); n++ {
		if n > at.Line {
			line = b.lines.Line(n)
		}
		line, _, _ = strings.Cut(line, "\n")
		if i := colonIn(line); i >= 0 {
			if n == at.Line {
				column := at.Column + len([]rune(line[:i]))
				return b.fault(CodeSyntax, n, column, "A plain value cannot contain \": \"", hintColon)
			}
			return b.fault(CodeSyntax, n, 1+len(line)-len(strings.TrimLeft(line, " ")), "The line is indented into the value before it", hintIndent)
		}
	}
	return b.fault(CodeSyntax, at.Line, at.Column, "A plain value cannot contain \": \"", hintColon)
}

// colonIn returns the index of the first ": " or of a colon at the end, -1
// without one.
func colonIn(line string) int {
	for i := range len(line) {
		if line[i] == ':' && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t') {
			return i
		}
	}
	return -1
}

// unclosed places a missing bracket at the first line that cannot continue the
// collection, because it is not indented deeper than the entry that holds it, or
// at the last line of the block.
func (b *builder) unclosed(at *token.Position) *Fault {
	indent := func(n int) int {
		line := b.lines.Line(n)
		return len(line) - len(strings.TrimLeft(line, " "))
	}
	n := at.Line + 1
	last := b.lines.Count()
	for last > at.Line && strings.TrimSpace(b.lines.Line(last)) == "" {
		last--
	}
	for n < last && (strings.TrimSpace(b.lines.Line(n)) == "" || indent(n) > indent(at.Line)) {
		n++
	}
	n = min(n, last)
	return b.fault(CodeSyntax, n, 1, "A bracket of an earlier line is not closed", "Add the missing ] or }, or quote the value.")
}

// otherFault handles the parser's general "not allowed here", which it gives
// for trailing text after a quote, an alias, a bracket or a badly indented line.
func (b *builder) otherFault(at *token.Position) *Fault {
	line := b.lines.Line(at.Line)
	trimmed := strings.TrimLeft(line, " ")
	_, value, _ := strings.Cut(trimmed, ":")
	value = strings.TrimLeft(value, " \t")
	switch {
	case strings.HasPrefix(value, "*") && b.offset(at) > b.lines.Offset(at.Line)+len(line)-len(value):
		return b.fault(CodeAlias, at.Line, at.Column, "Text follows an alias", hintAlias)
	case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "..."):
		return b.fault(CodeDocuments, at.Line, 1, "A second YAML document begins inside the frontmatter", "Keep one document between the two --- lines.")
	case strings.HasPrefix(value, `"`), strings.HasPrefix(value, "'"):
		return b.fault(CodeSyntax, at.Line, at.Column, "Text follows the closing quote", "Quote the whole value once and escape the quotes inside it.")
	case strings.HasPrefix(value, "["), strings.HasPrefix(value, "{"):
		return b.fault(CodeSyntax, at.Line, at.Column, "Text follows a closing bracket", hintQuoted)
	case at.Column <= 1+len(line)-len(trimmed):
		return b.fault(CodeSyntax, at.Line, at.Column, "The line does not fit the entries around it", hintIndent)
	}
	return b.fault(CodeSyntax, at.Line, at.Column, "The text is not valid YAML here", hintQuoted)
}
