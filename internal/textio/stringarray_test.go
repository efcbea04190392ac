package textio

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStringArray(t *testing.T) {
	tests := []struct {
		in   string
		want []string
		ok   bool
	}{
		{`["a","b"]`, []string{"a", "b"}, true},
		{` [ " a " , "" ] `, []string{" a ", ""}, true},
		{`[]`, []string{}, true},
		{`["a","a"]`, []string{"a", "a"}, true},
		{`["\u0041"]`, []string{"A"}, true},
		{`["a",]`, nil, false},
		{`['a']`, nil, false},
		{`[a]`, nil, false},
		{`["a"] x`, nil, false},
		{`["a", null]`, nil, false},
		{`["a", 1]`, nil, false},
		{`[["a"]]`, nil, false},
		{`null`, nil, false},
		{`"a"`, nil, false},
		{`{"a":"b"}`, nil, false},
		{`a, b`, nil, false},
		{``, nil, false},
	}
	for _, tt := range tests {
		got, err := StringArray(tt.in)
		if (err == nil) != tt.ok {
			t.Errorf("StringArray(%q) error = %v, want ok %v", tt.in, err, tt.ok)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("StringArray(%q) (-want +got):\n%s", tt.in, diff)
		}
	}
}

func FuzzStringArray(f *testing.F) {
	for _, s := range []string{`["a"]`, `[]`, `["a",]`, `[null]`, `null`, "[\"\xff\"]", `["\ud800"]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := StringArray(s)
		if (err == nil) != (got != nil) {
			t.Fatalf("StringArray(%q) = %v, %v", s, got, err)
		}
		if err != nil {
			return
		}
		again, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := StringArray(string(again))
		if err != nil || !cmp.Equal(got, twice) {
			t.Fatalf("%q reads as %q, %v after one round", got, twice, err)
		}
	})
}
