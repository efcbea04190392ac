package textio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// EncodeJSON writes v as renma writes every document: two-space indent, one
// final newline, and no escaping of "<", ">", "&", U+2028 and U+2029. Beyond
// what JSON requires it escapes only what a terminal would obey: DEL, the C1
// control characters and those that reorder text. Nothing is written when v
// cannot be encoded.
func EncodeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(indenter{w})
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// indenter indents what is written to it. An encoder writes a document in one
// piece, and only once all of it is encoded.
type indenter struct{ w io.Writer }

func (i indenter) Write(compact []byte) (int, error) {
	return len(compact), writeIndented(i.w, compact)
}

const indentChunk = 64 << 10

// writeIndented writes compact JSON with line breaks and indent, a chunk at a
// time. It trusts the input to be valid, which makes it several times faster
// than json.Indent, and documents can be tens of megabytes.
func writeIndented(w io.Writer, compact []byte) error {
	out := make([]byte, 0, indentChunk+indentChunk/4)
	depth := 0
	for i := 0; i < len(compact); {
		if len(out) >= indentChunk {
			if _, err := w.Write(out); err != nil {
				return err
			}
			out = out[:0]
		}
		switch c := compact[i]; c {
		case '"':
			end := stringEnd(compact, i)
			out = appendString(out, compact[i:end])
			i = end
			continue
		case '{', '[':
			out = append(out, c)
			if next := compact[i+1]; next == '}' || next == ']' {
				out = append(out, next)
				i++
				break
			}
			depth++
			out = appendLine(out, depth)
		case '}', ']':
			depth--
			out = append(appendLine(out, depth), c)
		case ',':
			out = appendLine(append(out, c), depth)
		case ':':
			out = append(out, ':', ' ')
		default:
			out = append(out, c)
		}
		i++
	}
	_, err := w.Write(out)
	return err
}

func appendLine(b []byte, depth int) []byte {
	b = append(b, '\n')
	for range depth {
		b = append(b, ' ', ' ')
	}
	return b
}

// stringEnd returns the place after the string that starts at start.
func stringEnd(b []byte, start int) int {
	for i := start + 1; ; i++ {
		switch b[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
}

// appendString appends a JSON string. It turns \u2028 and \u2029, which
// encoding/json always escapes, back into the characters, and escapes what it
// leaves to a terminal. A backslash that is itself escaped does not begin an
// escape, so the scan steps over pairs.
func appendString(out, s []byte) []byte {
	if plain(s) {
		return append(out, s...)
	}
	for i := 0; i < len(s); {
		switch {
		case s[i] >= 0x7f:
			r, size := utf8.DecodeRune(s[i:])
			if obeyed(r) {
				out = fmt.Appendf(out, `\u%04x`, r)
			} else {
				out = append(out, s[i:i+size]...)
			}
			i += size
		case s[i] != '\\':
			out = append(out, s[i])
			i++
		case bytes.HasPrefix(s[i:], []byte(`\u2028`)):
			out = append(out, "\u2028"...)
			i += 6
		case bytes.HasPrefix(s[i:], []byte(`\u2029`)):
			out = append(out, "\u2029"...)
			i += 6
		default:
			out = append(out, s[i], s[i+1])
			i += 2
		}
	}
	return out
}

// plain reports a string that is written as it stands: only ASCII, and none of
// the escapes that are undone.
func plain(s []byte) bool {
	for _, c := range s {
		if c >= 0x7f {
			return false
		}
	}
	return !bytes.Contains(s, []byte(`\u202`))
}

// obeyed reports a character that acts on a terminal and that encoding/json
// writes as it is.
func obeyed(r rune) bool {
	return r >= 0x7f && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r)
}
