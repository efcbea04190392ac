package textio

import (
	"bytes"
	"encoding/json"
	"fmt"
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

func TestEncodeJSONWritesNothingOnFailure(t *testing.T) {
	var b bytes.Buffer
	if err := EncodeJSON(&b, []any{1, func() {}}); err == nil || b.Len() > 0 {
		t.Errorf("error %v, and %q is written", err, b.String())
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

func FuzzEncodeJSON(f *testing.F) {
	for _, s := range []string{`{}`, `[]`, `[[],{}]`, `{"a":{"b":[1,"\"\\",null]}}`, `"\u2028\\u2028"`, `-1e5`, `"<&>"`, ` [ 1 ] `} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var v any
		if json.Unmarshal([]byte(s), &v) != nil {
			t.Skip()
		}
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
