package diagnostic_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
)

func TestDetailsReadBackAsWritten(t *testing.T) {
	for _, text := range []string{`null`, `{}`, `{"a":1}`, `{"b":{"c":[1,"x",null]},"a":"<&>","a":false}`} {
		var d diagnostic.Details
		if err := d.UnmarshalJSON([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got, err := d.MarshalJSON()
		var compact any
		if err != nil || json.Unmarshal(got, &compact) != nil {
			t.Errorf("%s is written as %q (%v)", text, got, err)
			continue
		}
		var again diagnostic.Details
		if err := again.UnmarshalJSON(got); err != nil {
			t.Errorf("%s: %v", got, err)
		}
		if diff := cmp.Diff(d, again); diff != "" {
			t.Errorf("%s (-first +second):\n%s", text, diff)
		}
	}
}

func TestDetailsThatAreNoObject(t *testing.T) {
	for _, text := range []string{``, `[]`, `"a"`, `1`, `{`, `{"a"`, `{"a":`, `{"a":1,`, `{1:2}`} {
		var d diagnostic.Details
		if err := d.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%q is read as %v", text, d)
		}
	}
}

func TestDetailsThatJSONCannotHold(t *testing.T) {
	d := diagnostic.Details{{Key: "a", Value: func() {}}}
	if text, err := d.MarshalJSON(); err == nil {
		t.Errorf("written as %q", text)
	}
}

// Details are what a document shows: a text that is no UTF-8 stays text.
func FuzzDetails(f *testing.F) {
	for _, seed := range []string{`null`, `{"a":[1,{"b":null}],"a":"\u2028"}`, `{"a":1}x`, `{"\ud800":1}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var d diagnostic.Details
		if json.Unmarshal(text, &d) != nil {
			return
		}
		got, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var again diagnostic.Details
		if err := json.Unmarshal(got, &again); err != nil {
			t.Fatalf("%s: %v", got, err)
		}
		if diff := cmp.Diff(d, again); diff != "" {
			t.Errorf("%s (-first +second):\n%s", got, diff)
		}
	})
}

// Texts have a short way of their own, which writes what encoding/json writes.
func FuzzDetailTexts(f *testing.F) {
	for _, seed := range []string{"", "skill.a", "a \"b\" \\", "tab\t", "\x7f", "é\u2028", "\xff", "<&>"} {
		f.Add(seed, "key")
		f.Add("value", seed)
	}
	f.Fuzz(func(t *testing.T, text, key string) {
		list := []string{text, key}
		got, err := json.Marshal(diagnostic.Details{{Key: key, Value: text}, {Key: "list", Value: list}, {Key: "none", Value: []string(nil)}})
		if err != nil {
			t.Fatal(err)
		}
		encode := func(v any) string {
			b, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		want := "{" + encode(key) + ":" + encode(text) + `,"list":` + encode(list) + `,"none":null}`
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
