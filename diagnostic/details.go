package diagnostic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"github.com/renma/renma/internal/textio"
)

// Detail is one named fact of a diagnostic or finding.
type Detail struct {
	Key   string
	Value any
}

// Details are the facts behind a diagnostic or finding, in the order of the
// contract. They encode as one JSON object with that member order.
type Details []Detail

// Get returns the value stored under key, or nil.
func (d Details) Get(key string) any {
	for _, f := range d {
		if f.Key == key {
			return f.Value
		}
	}
	return nil
}

// With returns a copy of d with one more fact at the end. The receiver is not
// changed, so one list can be extended twice.
func (d Details) With(key string, value any) Details {
	return slices.Concat(d, Details{{key, value}})
}

// UnmarshalJSON decodes an object into its members in the order of the text.
// Values have the types that encoding/json gives to an any.
func (d *Details) UnmarshalJSON(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	switch open, err := dec.Token(); {
	case err != nil:
		return err
	case open == nil:
		return nil
	case open != json.Delim('{'):
		return fmt.Errorf("details are an object, not %v", open)
	}
	*d = Details{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var value any
		if err := dec.Decode(&value); err != nil {
			return err
		}
		*d = append(*d, Detail{key.(string), value}) // a key of an object is a string
	}
	_, err := dec.Token() // the closing brace
	return err
}

// Members returns the facts in list order.
func (d Details) Members() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, f := range d {
			if !yield(f.Key, f.Value) {
				return
			}
		}
	}
}

// MarshalJSON encodes the facts as an object in list order.
func (d Details) MarshalJSON() ([]byte, error) {
	if d == nil {
		return []byte("null"), nil
	}
	return textio.MarshalObject(d.Members())
}
