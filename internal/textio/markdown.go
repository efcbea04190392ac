package textio

import (
	"strings"
	"unicode"
)

// MarkdownText renders s as inert Markdown prose on one line: no mark-up, no
// link, no HTML and no table border comes from it. The result is safe in a
// paragraph, a heading, a list item and a table cell, also at their start.
// White space and control characters become spaces; characters that reorder
// text become U+FFFD.
func MarkdownText(s string) string {
	s = Trim(singleLine(s))
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
			continue
		case r == '_' && insideWord(s, i):
			// It cannot begin emphasis, and names full of backslashes read badly.
		case strings.ContainsRune("\\`*_[]<>|~$", r),
			i == 0 && strings.ContainsRune("#+-=", r),
			r == ':' && strings.HasPrefix(s[i:], "://"),
			r == '.' && endsWithWWW(s[:i]),
			(r == '.' || r == ')') && allDigits(s[:i]):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// MarkdownCode renders s as a code span that no content of s can leave. The
// result is safe wherever [MarkdownText] is; an id or a path belongs here.
func MarkdownCode(s string) string {
	s = singleLine(s)
	// A code span cannot be empty, and inside a table it cannot hold a pipe
	// after a backslash, so these two are spelt as HTML.
	if s == "" || strings.Contains(s, "|") {
		return "<code>" + MarkdownText(s) + "</code>"
	}
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	if s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' ' {
		s = " " + s + " "
	}
	return fence + s + fence
}

// MarkdownCell renders s as the prose of a table cell. An absent value shows as
// a dash.
func MarkdownCell(s string) string {
	if s = MarkdownText(s); s != "" {
		return s
	}
	return "–"
}

// singleLine replaces what could end a line or change how the line reads.
func singleLine(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case IsSpace(r), unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// insideWord reports whether ASCII letters or digits stand on both sides of the
// byte at i.
func insideWord(s string, i int) bool {
	return i > 0 && i+1 < len(s) && alphanumeric(s[i-1]) && alphanumeric(s[i+1])
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func endsWithWWW(s string) bool {
	return len(s) >= 3 && strings.EqualFold(s[len(s)-3:], "www")
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
