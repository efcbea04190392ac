package problem

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/schemas"
)

func named(id, path, subject string, line int) Problem {
	return Problem{ID: id, Path: path, Subject: subject, StartLine: line, Message: "message of " + id}
}

func known(list []Problem) []bool {
	out := make([]bool, len(list))
	for i := range list {
		out[i] = list[i].Known
	}
	return out
}

func TestBaselineMarksWhatItHolds(t *testing.T) {
	before := []Problem{named("R-ONE", "a", "x", 3), named("R-ONE", "a", "x", 9), named("R-TWO", "a", "y", 5), named("R-ONE", "", "z", 0)}
	b := NewBaseline(before)
	tests := []struct {
		name  string
		now   []Problem
		known []bool
		fixed map[string]int
	}{
		{"nothing changed", before, []bool{true, true, true, true}, map[string]int{}},
		{"lines moved", []Problem{named("R-ONE", "a", "x", 30), named("R-ONE", "a", "x", 90), named("R-TWO", "a", "y", 50), named("R-ONE", "", "z", 0)},
			[]bool{true, true, true, true}, map[string]int{}},
		{"the file has a new name", []Problem{named("R-TWO", "b", "y", 5)}, []bool{false}, map[string]int{"R-ONE a": 2, "R-TWO a": 1, "R-ONE ": 1}},
		{"one more of a kind", []Problem{named("R-ONE", "a", "x", 1), named("R-ONE", "a", "x", 2), named("R-ONE", "a", "x", 3)},
			[]bool{true, true, false}, map[string]int{"R-TWO a": 1, "R-ONE ": 1}},
		{"one less of a kind", []Problem{named("R-ONE", "a", "x", 9), named("R-TWO", "a", "y", 5), named("R-ONE", "", "z", 0)},
			[]bool{true, true, true}, map[string]int{"R-ONE a": 1}},
		{"all fixed", nil, []bool{}, map[string]int{"R-ONE a": 2, "R-TWO a": 1, "R-ONE ": 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			marked, fixed := b.Mark(tt.now)
			if diff := cmp.Diff(tt.known, known(marked)); diff != "" {
				t.Errorf("known (-want +got):\n%s", diff)
			}
			got := map[string]int{}
			for _, e := range fixed {
				got[e.ID+" "+e.Path] = e.Count
			}
			if diff := cmp.Diff(tt.fixed, got); diff != "" {
				t.Errorf("fixed (-want +got):\n%s", diff)
			}
			// What is left without the fixed ones is exactly what was found again.
			rest, _ := b.Without(fixed).Mark(tt.now)
			if diff := cmp.Diff(known(marked), known(rest)); diff != "" {
				t.Errorf("after pruning (-want +got):\n%s", diff)
			}
			if _, left := b.Without(fixed).Mark(tt.now); len(left) > 0 {
				t.Errorf("pruning left %v", left)
			}
		})
	}
}

func TestBaselineLeavesSuppressedProblemsAlone(t *testing.T) {
	p := named("R-ONE", "a", "x", 3)
	p.Suppression = &Suppression{Reason: "later"}
	if b := NewBaseline([]Problem{p}); len(b.Problems) != 0 {
		t.Errorf("the baseline holds %v", b.Problems)
	}
	p.Suppression = nil
	b := NewBaseline([]Problem{p})
	p.Suppression = &Suppression{Reason: "later"}
	marked, fixed := b.Mark([]Problem{p})
	if marked[0].Known || len(fixed) != 1 {
		t.Errorf("known %v, fixed %v", marked[0].Known, fixed)
	}
}

func TestBaselineComesBackAsWritten(t *testing.T) {
	b := NewBaseline([]Problem{named("R-ONE", "a\nb", "\u2028<>&", 3), named("R-ONE", "", "", 0)})
	var text bytes.Buffer
	if err := b.Write(&text); err != nil {
		t.Fatal(err)
	}
	again, err := ParseBaseline(text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, again); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseBaselineRefusesOtherTexts(t *testing.T) {
	for _, text := range []string{
		"", "null", "[]", "{}", `{"schemaVersion": "renma.scan.v1"}`, `{"schemaVersion": "renma.baseline.v1", "problems": [{}]}`,
		`{"schemaVersion": "renma.baseline.v1", "problems": [{"id": "R-ONE", "fingerprint": "0", "count": 1, "message": "m"}]}`,
		`{"schemaVersion": "renma.baseline.v1", "problems": [{"id": "R-ONE", "fingerprint": "00000000000000000000000000000000", "count": 1e30, "message": "m"}]}`,
	} {
		_, err := ParseBaseline([]byte(text))
		var fault *BaselineError
		if !errors.As(err, &fault) {
			t.Errorf("%s: %v", text, err)
		}
	}
	_, err := ParseBaseline([]byte(`{"schemaVersion": 1,`))
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		t.Errorf("the cause is hidden: %v", err)
	}
}

func FuzzParseBaseline(f *testing.F) {
	f.Add([]byte(`{"schemaVersion": "renma.baseline.v1", "problems": []}`))
	f.Add([]byte(`{"schemaVersion": "renma.baseline.v1", "problems": [{"id": "R-ONE", "path": "a", "fingerprint": "00000000000000000000000000000000", "count": 2, "message": "m"}]}`))
	for _, seed := range []string{
		`{"SchemaVersion": "renma.baseline.v1", "problems": []}`, `{"schemaVersion": "renma.baseline.v1", "problems": null}`,
		`{"schemaVersion": "renma.baseline.v1", "problems": [], "more": 1}`, `{"schemaVersion": "renma.baseline.v1", "problems": [null]}`,
		`{"schemaVersion": "renma.baseline.v1", "problems": [{"id": "R-ONE", "path": "/a", "fingerprint": "00000000000000000000000000000000", "count": 2, "message": "m"}]}`,
		`{"schemaVersion": "renma.baseline.v1", "problems": [{"id": "R-ONE", "path": null, "fingerprint": "00000000000000000000000000000000", "count": 2.0, "message": "m"}]}`,
		`{"schemaVersion": "renma.baseline.v1", "problems": [{"id": "R-ONE\n", "fingerprint": "00000000000000000000000000000000\n", "count": 0, "message": ""}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := ParseBaseline(text)
		invalid := schemas.Validate(BaselineSchema, text)
		if err == nil && invalid != nil {
			t.Fatalf("accepted, but %v", invalid)
		}
		if err != nil {
			// A count may be a whole number with a point, or too large for an int.
			if invalid == nil && json.Unmarshal(text, new(Baseline)) == nil {
				t.Fatalf("refused against the schema: %v", err)
			}
			return
		}
		_, fixed := b.Mark(nil)
		if rest := b.Without(fixed); len(rest.Problems) != 0 {
			t.Errorf("pruning everything leaves %v", rest.Problems)
		}
		var out bytes.Buffer
		if err := b.Write(&out); err != nil {
			t.Fatal(err)
		}
		if _, err := ParseBaseline(out.Bytes()); err != nil {
			t.Errorf("cannot be read again: %v", err)
		}
	})
}
