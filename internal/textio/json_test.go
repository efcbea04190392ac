package textio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEncodeJSON(t *testing.T) {
	type inner struct {
		Empty []int          `json:"empty"`
		None  map[string]int `json:"none"`
		Text  string         `json:"text"`
	}
	v := []any{inner{[]int{}, map[string]int{}, "<a> & \"b\" \\u2028 \u2028\u2029 é {[:,"}, nil, true, -1.5, []int{1, 2}}
	want := `[
  {
    "empty": [],
    "none": {},
    "text": "<a> & \"b\" \\u2028 ` + "\u2028\u2029" + ` é {[:,"
  },
  null,
  true,
  -1.5,
  [
    1,
    2
  ]
]
`
	var b strings.Builder
	if err := EncodeJSON(&b, v); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
}

func TestEncodeJSONFails(t *testing.T) {
	circle := &ring{}
	circle.Next = circle
	for name, v := range map[string]any{
		"a function in a list":   []any{1, func() {}},
		"a function in a member": struct{ A, B any }{1, func() {}},
		"a number in a list":     struct{ A []float64 }{[]float64{1, math.NaN()}},
		"a circle":               circle,
	} {
		var b bytes.Buffer
		if err := EncodeJSON(&b, v); err == nil || b.Len() > 0 {
			t.Errorf("%s: error %v, and %q is written", name, err, b.String())
		}
	}
}

type ring struct{ Next *ring }

// loud encodes itself, but only behind a pointer; quiet does always.
type (
	loud  struct{ A int }
	quiet struct{ A int }
	named struct {
		Text string
	}
)

func (*loud) MarshalJSON() ([]byte, error) { return []byte(`"loud"`), nil }
func (quiet) MarshalText() ([]byte, error) { return []byte("quiet"), nil }

// pairs has members in an order of its own: texts and values in turn.
type pairs []any

func (p pairs) MarshalJSON() ([]byte, error) {
	if p == nil {
		return []byte("null"), nil
	}
	return MarshalObject(p.Members())
}

func (p pairs) Members() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for i := 0; i < len(p) && yield(p[i].(string), p[i+1]); i += 2 {
		}
	}
}

type word string

// What is written in pieces is what encoding/json writes.
func TestEncodeJSONInPieces(t *testing.T) {
	type section struct {
		Loud       loud
		LoudPtr    *loud
		Quiet      quiet
		List       []loud
		Of1        []section    `json:"of1,omitempty"`
		Named      []*named     `json:"named"`
		Bytes      []byte       `json:"bytes"`
		Map        map[int]loud `json:"map,omitempty"`
		hidden     int
		Dashed     int             `json:"-"`
		Zero       int             `json:",omitempty"`
		No         bool            `json:"no,omitempty"`
		Text       string          `json:"text,omitempty"`
		Any        any             `json:"any,omitempty"`
		Array      [2]int          `json:"array,omitempty"`
		Raw        json.RawMessage `json:"raw,omitempty"`
		Struct     named           `json:"struct,omitempty"`
		Nil        *named          `json:"nil"`
		NilList    []string
		EmptyList  []string
		Interfaces []any
		Pairs      pairs   `json:"pairs"`
		Empty      []pairs `json:"empty"`
		Odd        json.Number
		Odds       []json.Number `json:"odds,omitempty"`
		Word       word
		Words      []word         `json:",omitempty"`
		Quiets     []quiet        `json:",omitempty"`
		Wide       int64          `json:"wide"`
		Ptr        *string        `json:"ptr"`
		PtrPtr     **named        `json:"ptrptr,omitempty"`
		Deep       [][][]string   `json:"deep,omitempty"`
		Maps       []map[word]any `json:"maps,omitempty"`
	}
	type embedding struct {
		named
		Odd int `json:"odd name,string"`
	}
	full := section{
		LoudPtr: &loud{}, List: []loud{{}, {}}, Named: []*named{{"a"}, nil}, Bytes: []byte("b"), Map: map[int]loud{1: {}},
		hidden: 1, Dashed: 1, Any: &named{"<&>"}, Raw: json.RawMessage(`{"a": [ ]}`), EmptyList: []string{}, Interfaces: []any{1, "a", nil, named{}},
		Pairs:  pairs{"b", nil, "a \"", []string{"x", "", "<é>\x00"}, "a \"", &named{}, "p", pairs{"q", true}, "odd", json.Number("1e2"), "none", []string(nil), "b\xff", 1.5},
		Empty:  []pairs{{}, nil},
		Odds:   []json.Number{"1", "-2.50"},
		Word:   "w\t",
		Words:  []word{"a", "\\", "~\x7e"},
		Quiets: []quiet{{}},
		Wide:   -1 << 62,
		PtrPtr: new(&named{"deep"}),
		Deep:   [][][]string{{{"a"}, {}}, nil, {nil}},
		Maps:   []map[word]any{{"k": pairs{"l", 1}}, nil},
	}
	text := "text"
	full.Ptr = &text
	full.Of1 = []section{full}
	for _, v := range []any{
		full, &full, []any{&full}, struct{}{}, struct{ A *section }{}, struct {
			A int `json:"a,omitempty"`
		}{}, embedding{named{"a"}, 1},
		&struct{ E embedding }{}, struct {
			A int `json:"B"`
			B int
		}{1, 2}, nil, (*section)(nil), map[string]any{"a": full}, []section{full, full}, "a",
	} {
		var want, got bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
		if err := EncodeJSON(&got, v); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.String(), got.String()); diff != "" {
			t.Errorf("%T (-want +got):\n%s", v, diff)
		}
	}
}

func TestEncodeJSONIsInertOnATerminal(t *testing.T) {
	in := "\x1b]0;x\a\x7f\u0085\u009b31m\u061c\u200f\u202e\u2066 é 箱 👩\u200d🚀 \\u009b \u2028"
	want := `"\u001b]0;x\u0007\u007f\u0085\u009b31m\u061c\u200f\u202e\u2066 é 箱 👩` + "\u200d" + `🚀 \\u009b ` + "\u2028\"\n"
	var b strings.Builder
	if err := EncodeJSON(&b, in); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
	var back string
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil || back != in {
		t.Errorf("reads back as %q (%v)", back, err)
	}
}

// Large documents leave in chunks, and the chunks join without a seam.
func TestEncodeJSONInChunks(t *testing.T) {
	v := map[string][]string{"list": {}}
	for range 3000 {
		v["list"] = append(v["list"], strings.Repeat("x", 100))
	}
	want, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := EncodeJSON(&got, v); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(append(want, '\n'), got.Bytes()) {
		t.Error("the document differs from that of encoding/json")
	}
}

// asPairs turns maps into objects that have an order of their own.
func asPairs(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = asPairs(v[i])
		}
	case map[string]any:
		p := pairs{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			p = append(p, key, asPairs(v[key]))
		}
		return p
	}
	return v
}

func FuzzEncodeJSON(f *testing.F) {
	for _, s := range []string{`{}`, `[]`, `[[],{}]`, `{"a":{"b":[1,"\"\\",null]}}`, `"\u2028\\u2028"`, `-1e5`, `"<&>"`, ` [ 1 ] `, strings.Repeat(`[{"a":`, 20) + `"é"` + strings.Repeat("}]", 20)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var v any
		if json.Unmarshal([]byte(s), &v) != nil {
			t.Skip()
		}
		v = asPairs(v)
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := EncodeJSON(&got, v); err != nil {
			t.Fatal(err)
		}
		escaped := strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(got.String())
		var inert strings.Builder
		for _, r := range want.String() {
			if obeyed(r) {
				fmt.Fprintf(&inert, `\u%04x`, r)
			} else {
				inert.WriteRune(r)
			}
		}
		if diff := cmp.Diff(inert.String(), escaped); diff != "" {
			t.Errorf("%q (-want +got):\n%s", s, diff)
		}
	})
}
