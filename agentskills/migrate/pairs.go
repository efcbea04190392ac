package migrate

import (
	"slices"

	"github.com/renma/renma/internal/textio"
)

// Pair is one entry of [Pairs].
type Pair struct{ Key, Value string }

// Pairs are string entries in a fixed order, each key once. They encode as one
// JSON object with that member order; nil is the empty object.
type Pairs []Pair

// Get returns the value of key and whether it is there.
func (p Pairs) Get(key string) (string, bool) {
	if i := p.index(key); i >= 0 {
		return p[i].Value, true
	}
	return "", false
}

func (p Pairs) index(key string) int {
	return slices.IndexFunc(p, func(e Pair) bool { return e.Key == key })
}

// add appends an entry whose key is not there yet.
func (p *Pairs) add(key, value string) {
	if p.index(key) < 0 {
		*p = append(*p, Pair{key, value})
	}
}

// remove drops an entry.
func (p *Pairs) remove(key string) {
	*p = slices.DeleteFunc(*p, func(e Pair) bool { return e.Key == key })
}

// MarshalJSON encodes the entries as an object in list order.
func (p Pairs) MarshalJSON() ([]byte, error) {
	return textio.MarshalObject(func(yield func(string, any) bool) {
		for _, e := range p {
			if !yield(e.Key, e.Value) {
				return
			}
		}
	})
}
