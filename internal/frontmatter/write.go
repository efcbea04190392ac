package frontmatter

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// WriteScalar renders s so that readers of YAML 1.1 and 1.2 both take it for that
// string. indent is what the lines of a block scalar begin with.
func WriteScalar(s, indent string) string {
	if isLiteral(s) {
		return literal(s, indent)
	}
	return WriteKey(s)
}

// WriteKey renders s on one line, for a mapping key or a value.
func WriteKey(s string) string {
	if isPlain(s) {
		return s
	}
	return quoted(s)
}

// quoted writes s on one line: in double quotes, or in single ones when that
// saves escapes.
func quoted(s string) string {
	if strings.Contains(s, `"`) && !strings.Contains(s, "'") && strings.IndexFunc(s, mustEscape) < 0 {
		return "'" + s + "'"
	}
	return doubleQuoted(s)
}

func doubleQuoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case !mustEscape(r):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// mustEscape reports a character that YAML wants escaped, or that some reader
// takes for a line break.
func mustEscape(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\ufeff' ||
		r == utf8.RuneError || r&0xfffe == 0xfffe || unicode.Is(unicode.Bidi_Control, r)
}

// isPlain reports whether s needs no quotes. It asks for more than YAML does:
// a first letter no reader takes for an indicator or for the start of a number
// or date, and no word that YAML 1.1 reads as a boolean or null.
func isPlain(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	switch {
	case s == "" || !unicode.IsLetter(first) && !strings.ContainsRune("_/($", first):
		return false
	case last == ':' || unicode.IsSpace(last):
		return false
	case strings.Contains(s, ": ") || strings.Contains(s, " #") || strings.ContainsAny(s, indicators):
		return false
	case strings.IndexFunc(s, mustEscape) >= 0:
		return false
	}
	return !slices.Contains(reservedWords, strings.ToLower(s))
}

// indicators mean something to some reader also in the middle of a text: one
// takes "a<<" for a merge key.
const indicators = "<>{}|&*!%@`"

// reservedWords are no strings for YAML 1.1 or 1.2, in any letter case.
var reservedWords = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}

// isLiteral reports whether s can stand as a literal block: several lines of
// printable text, of which the first fixes the indentation. Some readers drop
// blanks at the end of a line.
func isLiteral(s string) bool {
	text := strings.TrimSuffix(s, "\n")
	if !strings.Contains(s, "\n") || text == "" || text[0] == ' ' {
		return false
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.IndexFunc(line, mustEscape) >= 0 || strings.HasSuffix(line, " ") {
			return false
		}
	}
	return text[0] != '\n' && text[len(text)-1] != '\n'
}

// literal writes a literal block; blank lines get no indentation.
func literal(s, indent string) string {
	header := "|-"
	text, newline := strings.CutSuffix(s, "\n")
	if newline {
		header = "|"
	}
	var b strings.Builder
	b.WriteString(header)
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteByte('\n')
		if line != "" {
			b.WriteString(indent + line)
		}
	}
	return b.String()
}
