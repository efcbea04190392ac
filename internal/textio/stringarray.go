package textio

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// StringArray parses text as a JSON array that holds strings only, in the
// strict grammar of RFC 8259. The members are returned as written, in order;
// an empty array gives an empty list. The error says in a few words what is
// wrong and holds nothing of the text.
func StringArray(text string) ([]string, error) {
	if out, ok := plainStrings(text); ok {
		return out, nil
	}
	var members []json.RawMessage
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrongType) {
			return nil, errors.New("it is JSON but no array")
		}
		return nil, errors.New("it is no JSON array")
	}
	if members == nil {
		return nil, errors.New("it is JSON but no array")
	}
	out := make([]string, 0, len(members))
	for _, m := range members {
		var s string
		if m[0] != '"' || json.Unmarshal(m, &s) != nil {
			return nil, errors.New("a member is no string")
		}
		out = append(out, s)
	}
	return out, nil
}

// plainStrings reads an array without escapes, which is what people write. When
// ok is false the text may be anything.
func plainStrings(text string) (out []string, ok bool) {
	if !utf8.ValidString(text) {
		return nil, false
	}
	const space = " \t\r\n"
	rest, ok := strings.CutPrefix(strings.Trim(text, space), "[")
	if rest = strings.TrimLeft(rest, space); rest == "]" {
		return []string{}, ok
	}
	out = make([]string, 0, 1+strings.Count(rest, ","))
	for ok {
		if rest, ok = strings.CutPrefix(rest, `"`); !ok {
			break
		}
		end := 0
		for end < len(rest) && rest[end] != '"' && rest[end] != '\\' && rest[end] >= ' ' {
			end++
		}
		if end == len(rest) || rest[end] != '"' {
			break
		}
		out = append(out, rest[:end])
		if rest = strings.TrimLeft(rest[end+1:], space); rest == "]" {
			return out, true
		}
		rest, ok = strings.CutPrefix(rest, ",")
		rest = strings.TrimLeft(rest, space)
	}
	return nil, false
}
