package diagnostic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
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

// MarshalJSON encodes the facts as an object in list order.
func (d Details) MarshalJSON() ([]byte, error) {
	if d == nil {
		return []byte("null"), nil
	}
	w := detailWriter{}
	w.enc = json.NewEncoder(&w.Buffer)
	w.enc.SetEscapeHTML(false)
	w.Grow(d.size())
	w.WriteByte('{')
	for i, f := range d {
		if i > 0 {
			w.WriteByte(',')
		}
		err := w.text(f.Key)
		if err == nil {
			w.WriteByte(':')
			err = w.value(f.Value)
		}
		if err != nil {
			return nil, err
		}
	}
	w.WriteByte('}')
	return w.Bytes(), nil
}

// size returns about how many bytes the facts take, and seldom less.
func (d Details) size() int {
	n := 2
	for _, f := range d {
		n += len(f.Key) + 16
		switch v := f.Value.(type) {
		case string:
			n += len(v)
		case []string:
			for _, s := range v {
				n += len(s) + 3
			}
		}
	}
	return n
}

// detailWriter writes values as enc does. Most are texts that need no escape, and
// a list of them may be as long as there are entrypoints.
type detailWriter struct {
	bytes.Buffer
	enc *json.Encoder
}

func (w *detailWriter) value(v any) error {
	switch v := v.(type) {
	case string:
		return w.text(v)
	case []string:
		if v == nil {
			break
		}
		w.WriteByte('[')
		for i, s := range v {
			if i > 0 {
				w.WriteByte(',')
			}
			if err := w.text(s); err != nil {
				return err
			}
		}
		w.WriteByte(']')
		return nil
	}
	return w.enc.Encode(v)
}

func (w *detailWriter) text(s string) error {
	for i := range len(s) {
		if !plain[s[i]] {
			return w.enc.Encode(s)
		}
	}
	w.WriteByte('"')
	w.WriteString(s)
	w.WriteByte('"')
	return nil
}

// plain are the bytes that a JSON text holds as they are.
var plain = func() (t [256]bool) {
	for c := ' '; c <= '~'; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()
