package textio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"unicode"
	"unicode/utf8"
)

// EncodeJSON writes v as renma writes every document: two-space indent, one
// final newline, and no escaping of "<", ">", "&", U+2028 and U+2029. Beyond
// what JSON requires it escapes only what a terminal would obey: DEL, the C1
// control characters and those that reorder text.
//
// A document can be gigabytes, so it is encoded and written in pieces (see pieces).
// A value that cannot be encoded is an error, and what was written before it no
// document.
func EncodeJSON(w io.Writer, v any) error {
	p := pieces{out: indenter{w: w}, plans: map[reflect.Type]*plan{}}
	p.enc = json.NewEncoder(&p.buf)
	p.enc.SetEscapeHTML(false)
	if err := p.any(v); err != nil {
		return err
	}
	p.out.raw('\n')
	return p.out.flush()
}

// indenter adds line breaks and indent to compact JSON and writes it a chunk at
// a time. It trusts its input to be valid, which makes it several times faster
// than json.Indent.
type indenter struct {
	w     io.Writer
	out   []byte
	depth int
	err   error
}

const indentChunk = 64 << 10

func (n *indenter) flush() error {
	if n.err == nil {
		_, n.err = n.w.Write(n.out)
	}
	n.out = n.out[:0]
	return n.err
}

func (n *indenter) raw(c byte) { n.out = append(n.out, c) }

// line begins a line. What stands before it may leave.
func (n *indenter) line() {
	if len(n.out) >= indentChunk {
		n.flush()
	}
	n.raw('\n')
	for rest := 2 * n.depth; rest > 0; rest -= len(blanks) {
		n.out = append(n.out, blanks[:min(rest, len(blanks))]...)
	}
}

const blanks = "                                "

// next leads from one member or element to the next.
func (n *indenter) next() {
	n.raw(',')
	n.line()
}

// begin leads to a member or element, the first or another.
func (n *indenter) begin(opener byte, first bool) {
	if first {
		n.open(opener)
	} else {
		n.next()
	}
}

// end closes what begin opened, or writes that there was nothing to begin.
func (n *indenter) end(opener, closer byte, empty bool) error {
	if empty {
		n.out = append(n.out, opener, closer)
	} else {
		n.close(closer)
	}
	return n.err
}

func (n *indenter) open(c byte) {
	n.raw(c)
	n.depth++
	n.line()
}

func (n *indenter) close(c byte) {
	n.depth--
	n.line()
	n.raw(c)
}

// write takes one compact value.
func (n *indenter) write(compact []byte) error {
	for i := 0; i < len(compact) && n.err == nil; i++ {
		switch c := compact[i]; c {
		case '"':
			end := stringEnd(compact, i)
			n.out = appendString(n.out, compact[i:end])
			i = end - 1
		case '{', '[':
			if next := compact[i+1]; next == '}' || next == ']' {
				n.out = append(n.out, c, next)
				i++
			} else {
				n.open(c)
			}
		case '}', ']':
			n.close(c)
		case ',':
			n.next()
		case ':':
			n.out = append(n.out, c, ' ')
		default:
			n.raw(c)
		}
	}
	return n.err
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
