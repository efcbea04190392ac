package frontmatter

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// fold joins the lines of a plain or single-quoted scalar: one line break is a
// space, n breaks are n-1 line breaks. Blanks at the very start and end stay.
func fold(text string) string {
	if strings.IndexByte(text, '\n') < 0 {
		return text
	}
	var b strings.Builder
	breaks := 0
	for rest, more := text, true; more; {
		var line string
		line, rest, more = strings.Cut(rest, "\n")
		if breaks > 0 || b.Len() > 0 {
			line = strings.TrimLeft(line, " \t")
		}
		if more {
			line = strings.TrimRight(line, " \t")
		}
		if line != "" || !more {
			writeBreaks(&b, breaks)
			b.WriteString(line)
			breaks = 0
		}
		breaks++
	}
	return b.String()
}

func writeBreaks(b *strings.Builder, breaks int) {
	if breaks == 1 {
		b.WriteByte(' ')
	}
	for ; breaks > 1; breaks-- {
		b.WriteByte('\n')
	}
}

// singleEnd returns the offset behind the single-quoted scalar at start, -1
// when it is not closed.
func singleEnd(text string, start int) int {
	for i := start + 1; i < len(text); i++ {
		if text[i] != '\'' {
			continue
		}
		if i+1 == len(text) || text[i+1] != '\'' {
			return i + 1
		}
		i++
	}
	return -1
}

// single decodes the text between single quotes.
func single(body string) string {
	return strings.ReplaceAll(fold(body), "''", "'")
}

// doubleEnd returns the offset behind the double-quoted scalar at start, -1
// when it is not closed.
func doubleEnd(text string, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// double decodes the text between double quotes. bad is the offset of the
// first escape that YAML does not know, -1 without one; it stays as written.
func double(body string) (text string, bad int) {
	bad = -1
	if !strings.ContainsAny(body, "\\\n") {
		return body, bad
	}
	out := make([]byte, 0, len(body))
	kept := 0 // blanks before this length are no trailing blanks
	for i := 0; i < len(body); {
		switch body[i] {
		case '\\':
			var n int
			if out, n = appendEscape(out, body[i:]); n == 0 {
				if bad < 0 {
					bad = i
				}
				out, n = append(out, '\\'), 1
			}
			i += n
			kept = len(out)
		case '\n':
			for len(out) > kept && isBlank(out[len(out)-1]) {
				out = out[:len(out)-1]
			}
			breaks := 0
			for ; i < len(body) && (body[i] == '\n' || isBlank(body[i])); i++ {
				if body[i] == '\n' {
					breaks++
				}
			}
			if breaks == 1 {
				out = append(out, ' ')
			}
			for ; breaks > 1; breaks-- {
				out = append(out, '\n')
			}
			kept = len(out)
		default:
			out = append(out, body[i])
			i++
		}
	}
	return string(out), bad
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// appendEscape decodes the escape at the start of s and returns its length, 0
// for an escape that YAML does not know.
func appendEscape(out []byte, s string) ([]byte, int) {
	if len(s) < 2 {
		return out, 0
	}
	switch c := s[1]; c {
	case '0':
		return append(out, 0), 2
	case 'a':
		return append(out, '\a'), 2
	case 'b':
		return append(out, '\b'), 2
	case 't', '\t':
		return append(out, '\t'), 2
	case 'n':
		return append(out, '\n'), 2
	case 'v':
		return append(out, '\v'), 2
	case 'f':
		return append(out, '\f'), 2
	case 'r':
		return append(out, '\r'), 2
	case 'e':
		return append(out, 0x1b), 2
	case ' ', '"', '/', '\\':
		return append(out, c), 2
	case 'N':
		return append(out, "\u0085"...), 2
	case '_':
		return append(out, "\u00a0"...), 2
	case 'L':
		return append(out, "\u2028"...), 2
	case 'P':
		return append(out, "\u2029"...), 2
	case '\n': // an escaped line break joins the lines
		n := 2
		for n < len(s) && isBlank(s[n]) {
			n++
		}
		return out, n
	}
	r, n := hexEscape(s)
	if n > 0 && utf16.IsSurrogate(r) {
		if low, m := hexEscape(s[n:]); utf16.IsSurrogate(low) && m > 0 {
			r, n = utf16.DecodeRune(r, low), n+m
		}
	}
	if n > 0 {
		out = utf8.AppendRune(out, r)
	}
	return out, n
}

// hexEscape reads \xHH, \uHHHH or \UHHHHHHHH; its length is 0 for anything else.
func hexEscape(s string) (rune, int) {
	if len(s) < 2 || s[0] != '\\' {
		return 0, 0
	}
	end := 0
	switch s[1] {
	case 'x':
		end = 4
	case 'u':
		end = 6
	case 'U':
		end = 10
	}
	if end == 0 || end > len(s) {
		return 0, 0
	}
	n, err := strconv.ParseUint(s[2:end], 16, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, 0
	}
	return rune(n), end
}

// header is the first line of a block scalar.
type header struct {
	end    int  // offset behind the indicators
	indent int  // the indentation indicator, 0 without one
	chomp  byte // '+', '-' or 0
}

func blockHeader(text string, start int) header {
	h := header{end: start + 1}
	for ; h.end < len(text); h.end++ {
		switch c := text[h.end]; {
		case (c == '+' || c == '-') && h.chomp == 0:
			h.chomp = c
		case '1' <= c && c <= '9' && h.indent == 0:
			h.indent = int(c - '0')
		default:
			return h
		}
	}
	return h
}

// block decodes the literal or folded scalar whose header is at start. Its
// lines are indented deeper than parent, the 0-based column of the collection
// that holds it. end is that of the last text line, or of the header.
func block(text string, start, parent int) (value string, end int) {
	h := blockHeader(text, start)
	need := -1 // indentation of the text, unknown before its first line
	if h.indent > 0 {
		need = max(parent, 0) + h.indent
	}
	var lines []string
	last := 0 // number of lines up to the last one with text
	end = h.end
	next := len(text)
	if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
		next = start + n + 1
	}
	for next < len(text) {
		line, _, _ := strings.Cut(text[next:], "\n")
		spaces := len(line) - len(strings.TrimLeft(line, " "))
		if spaces < len(line) {
			if need < 0 {
				need = max(spaces, parent+1)
			}
			if spaces < need {
				break
			}
		}
		if need >= 0 && len(line) > need {
			lines = append(lines, line[need:])
			last, end = len(lines), next+len(line)
		} else {
			lines = append(lines, "")
		}
		next += len(line) + 1
	}
	value = strings.Join(lines[:last], "\n")
	if text[start] == '>' {
		value = foldBlock(lines[:last])
	}
	switch {
	case h.chomp == '+':
		value += strings.Repeat("\n", len(lines)-last+min(last, 1))
	case h.chomp == 0 && last > 0:
		value += "\n"
	}
	return value, end
}

// foldBlock joins the lines of a folded scalar. Lines that begin with a blank
// keep the breaks around them.
func foldBlock(lines []string) string {
	var b strings.Builder
	breaks, apart := 0, true
	for i, line := range lines {
		if i > 0 {
			breaks++
		}
		if line == "" {
			continue
		}
		indented := isBlank(line[0])
		if apart || indented {
			b.WriteString(strings.Repeat("\n", breaks))
		} else {
			writeBreaks(&b, breaks)
		}
		b.WriteString(line)
		breaks, apart = 0, indented
	}
	return b.String()
}
