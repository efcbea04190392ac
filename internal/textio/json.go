package textio

import (
	"bytes"
	"encoding/json"
	"io"
)

// EncodeJSON writes v as renma writes every document: two-space indent, one
// final newline, and no escaping beyond what JSON requires, so "<", ">", "&",
// U+2028 and U+2029 stand as they are.
func EncodeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(unescapeLineSeparators(b.Bytes()))
	return err
}

// unescapeLineSeparators turns \u2028 and \u2029 back into the characters:
// encoding/json always escapes them. A backslash that is itself escaped does
// not begin an escape, so the scan steps over pairs.
func unescapeLineSeparators(b []byte) []byte {
	if !bytes.Contains(b, []byte(`\u202`)) {
		return b
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		switch {
		case b[i] != '\\' || i+1 >= len(b):
			out = append(out, b[i])
			i++
		case bytes.HasPrefix(b[i:], []byte(`\u2028`)):
			out = append(out, "\u2028"...)
			i += 6
		case bytes.HasPrefix(b[i:], []byte(`\u2029`)):
			out = append(out, "\u2029"...)
			i += 6
		default:
			out = append(out, b[i], b[i+1])
			i += 2
		}
	}
	return out
}
