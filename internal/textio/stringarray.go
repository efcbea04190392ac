package textio

import (
	"encoding/json"
	"errors"
)

// StringArray parses text as a JSON array that holds strings only, in the
// strict grammar of RFC 8259. The members are returned as written, in order;
// an empty array gives an empty list. The error says in a few words what is
// wrong and holds nothing of the text.
func StringArray(text string) ([]string, error) {
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
