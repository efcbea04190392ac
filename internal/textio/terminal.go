package textio

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Terminal makes a text from a repository safe to print on one line of a
// terminal. Whatever could move the cursor, switch colours, reorder or hide
// text (control and format characters, line and paragraph separators, bytes
// that are no UTF-8) becomes a visible escape such as \n, \x1b or \u202e.
// A joiner between emoji or letters stays, because it belongs to the writing.
func Terminal(s string) string {
	clean := true
	for _, r := range s {
		if !printable(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case printable(r):
			b.WriteString(s[i : i+size])
		default:
			b.WriteString(visible(r))
		}
		i += size
	}
	return b.String()
}

// TerminalLines is [Terminal] for a text whose lines stay lines.
func TerminalLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Terminal(lines[i])
	}
	return strings.Join(lines, "\n")
}

func printable(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= ' ' && r != 0x7f
	case r == utf8.RuneError: // also stands for an invalid byte
		return false
	case r == '\u200c', r == '\u200d':
		return true
	}
	return unicode.IsGraphic(r)
}

func visible(r rune) string {
	switch {
	case r == utf8.RuneError:
		return string(r)
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
