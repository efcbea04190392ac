package diagnostic_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
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
		var document bytes.Buffer
		var written diagnostic.Details
		if err := textio.EncodeJSON(&document, d); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(document.Bytes(), &written); err != nil {
			t.Fatalf("%s: %v", document.Bytes(), err)
		}
		if diff := cmp.Diff(d, written); diff != "" {
			t.Errorf("a document holds %s (-want +got):\n%s", document.Bytes(), diff)
		}
	})
}
