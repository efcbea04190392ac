package problem

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/renma/renma/diagnostic"
)

// sample has one of everything that writers must tell apart.
func sample() *Report {
	r := &Report{
		Problems: []Problem{
			{ID: "R-ONE", Severity: diagnostic.SeverityError, Level: "error", Path: "skills/a b/SKILL.md", StartLine: 3, EndLine: 3, StartColumn: 2, EndColumn: 3,
				Source: "é: 100%", Subject: "x", Message: "It is wrong: 100%.", Fix: "Repair it."},
			{ID: "R-ONE", Severity: diagnostic.SeverityError, Level: "error", Path: "skills/a b/SKILL.md", StartLine: 5, EndLine: 6, Source: "one\ntwo", Subject: "x", Message: "Again."},
			{ID: "R-TWO", Severity: diagnostic.SeverityWarning, Level: "medium", Path: "skills/a b/SKILL.md", StartLine: 9, EndLine: 9, Message: "Old.", Known: true},
			{ID: "R-TWO", Severity: diagnostic.SeverityWarning, Level: "medium", Path: "skills/b/SKILL.md", Message: "Unread."},
			{ID: "R-TWO", Severity: diagnostic.SeverityWarning, Level: "low", Path: "skills/b/SKILL.md", StartLine: 1, EndLine: 1, Message: "Hidden.", Suppression: &Suppression{Reason: "later"}},
			{ID: "R-THREE", Severity: diagnostic.SeverityInfo, Level: "info", Message: "Of no file."},
		},
		Passed:  []string{"skills/good/SKILL.md"},
		Version: "v1.2.3-rc.1", Prefix: "sub", Outcome: "failed: 2 findings",
	}
	for _, id := range []string{"R-TWO", "R-ONE", "R-THREE", "R-UNUSED"} {
		r.Rules = append(r.Rules, diagnostic.Rule{
			ID: id, Family: "Test", Severity: "error, warning", Title: "Title", Meaning: "Meaning *x*.", Why: "Why.", Fix: "Fix.", Wrong: "wrong", Right: "right",
		})
	}
	return r
}

func render(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// validator returns a check of documents against one of the vendored schemas.
func validator(t testing.TB, name string) func(document []byte) error {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("testdata/formats/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return func(document []byte) error {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
		if err != nil {
			return err
		}
		return schema.Validate(v)
	}
}

func (r *Report) sarif(compared bool) func(io.Writer) error {
	return func(w io.Writer) error { return r.WriteSARIF(w, compared) }
}

func TestSARIF(t *testing.T) {
	text := render(t, sample().sarif(true))
	if err := validator(t, "sarif-2.1.0.json")(text); err != nil {
		t.Error(err)
	}
	var log sarifLog
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if d := run.Tool.Driver; d.Version != "1.2.3-rc.1" || len(d.Rules) != 3 || d.Rules[0].ID != "R-ONE" || d.Rules[0].Default.Level != "error" {
		t.Errorf("driver %+v", d)
	}
	type row struct {
		Rule, Level, URI, Region, State, Suppressed string
	}
	var got []row
	prints := map[string]bool{}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is not %s", r.RuleIndex, r.RuleID)
		}
		print := r.Fingerprints[fingerprintName]
		if prints[print] {
			t.Errorf("the fingerprint %s stands twice", print)
		}
		prints[print] = true
		physical := r.Locations[0].Physical
		region, err := json.Marshal(physical.Region)
		if err != nil {
			t.Fatal(err)
		}
		w := row{r.RuleID, r.Level, physical.Artifact.URI, string(region), r.Baseline, ""}
		if r.Suppressions != nil {
			w.Suppressed = r.Suppressions[0].Kind + " " + r.Suppressions[0].Justification
		}
		got = append(got, w)
	}
	want := []row{
		{"R-ONE", "error", "sub/skills/a%20b/SKILL.md", `{"startLine":3,"startColumn":2,"endLine":3,"endColumn":3,"snippet":{"text":"é: 100%"}}`, "new", ""},
		{"R-ONE", "error", "sub/skills/a%20b/SKILL.md", `{"startLine":5,"endLine":6,"snippet":{"text":"one\ntwo"}}`, "new", ""},
		{"R-TWO", "warning", "sub/skills/a%20b/SKILL.md", `{"startLine":9,"endLine":9}`, "unchanged", ""},
		{"R-TWO", "warning", "sub/skills/b/SKILL.md", `{"startLine":1}`, "new", ""},
		{"R-TWO", "warning", "sub/skills/b/SKILL.md", `{"startLine":1,"endLine":1}`, "new", "external later"},
		{"R-THREE", "note", "sub", `{"startLine":1}`, "new", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}

func TestSARIFWithoutBaselineHasNoStates(t *testing.T) {
	text := render(t, sample().sarif(false))
	if bytes.Contains(text, []byte("baselineState")) {
		t.Error("a state without a baseline")
	}
	empty := &Report{Version: "(devel)"}
	text = render(t, empty.sarif(false))
	if err := validator(t, "sarif-2.1.0.json")(text); err != nil {
		t.Error(err)
	}
	if !bytes.Contains(text, []byte(`"version": "0.0.0-devel"`)) {
		t.Errorf("a work tree has another version:\n%s", text)
	}
}

func TestGitHubAnnotations(t *testing.T) {
	got := string(render(t, sample().WriteGitHub))
	want := `::error file=sub/skills/a b/SKILL.md,line=3,col=2,endColumn=3,title=R-ONE::It is wrong: 100%25.%0ARepair it.
::error file=sub/skills/a b/SKILL.md,line=5,endLine=6,title=R-ONE::Again.
::warning file=sub/skills/b/SKILL.md,title=R-TWO::Unread.
::notice title=R-THREE::Of no file.
renma: failed: 2 findings
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRDJSON(t *testing.T) {
	text := render(t, sample().WriteRDJSON)
	if err := validator(t, "rdjson.json")(text); err != nil {
		t.Error(err)
	}
	var result rdResult
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	want := []rdDiagnostic{
		{"It is wrong: 100%.\nRepair it.", rdLocation{"sub/skills/a b/SKILL.md", &rdRange{rdPosition{3, 3}, &rdPosition{3, 4}}}, "ERROR", rdCode{"R-ONE", ruleURL("R-ONE")}},
		{"Again.", rdLocation{"sub/skills/a b/SKILL.md", &rdRange{rdPosition{5, 0}, &rdPosition{6, 0}}}, "ERROR", rdCode{"R-ONE", ruleURL("R-ONE")}},
		{"Unread.", rdLocation{"sub/skills/b/SKILL.md", nil}, "WARNING", rdCode{"R-TWO", ruleURL("R-TWO")}},
		{"Of no file.", rdLocation{"", nil}, "INFO", rdCode{"R-THREE", ruleURL("R-THREE")}},
	}
	if diff := cmp.Diff(want, result.Diagnostics); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJUnit(t *testing.T) {
	got := string(render(t, sample().WriteJUnit))
	want, err := os.ReadFile("testdata/junit.xml")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Whatever a repository holds, every writer keeps to its format.
func FuzzWriters(f *testing.F) {
	f.Add("skills/a/SKILL.md", "is wrong", "name: x", "team:\n::error::x", 1, 3)
	f.Add("a\n::error::b", "]]>\x00\x1b[31m", "箱\xff", "</failure>", -1, 0)
	f.Add("", "%0A%25", "", "\u202e", 0, 1<<40)
	validSARIF, validRD := validator(f, "sarif-2.1.0.json"), validator(f, "rdjson.json")
	f.Fuzz(func(t *testing.T, path, message, source, fix string, line, column int) {
		p := Problem{
			ID: "R-ONE", Severity: diagnostic.SeverityError, Level: "error", Path: path, Message: message, Fix: fix, Source: source, Subject: source,
			StartLine: max(line, 0), EndLine: max(line, 0), StartColumn: max(column, 0), EndColumn: max(column, 0),
		}
		hidden := p
		hidden.Suppression = &Suppression{InSource: true, Reason: fix}
		r := &Report{Problems: []Problem{p, p, hidden}, Rules: sample().Rules, Passed: []string{path}, Outcome: message}
		if err := validSARIF(render(t, r.sarif(true))); err != nil {
			t.Error(err)
		}
		if err := validRD(render(t, r.WriteRDJSON)); err != nil {
			t.Error(err)
		}
		dec := xml.NewDecoder(bytes.NewReader(render(t, r.WriteJUnit)))
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		lines := strings.Split(strings.TrimSuffix(string(render(t, r.WriteGitHub)), "\n"), "\n")
		if len(lines) != 3 {
			t.Fatalf("%d lines: %q", len(lines), lines)
		}
		for i, line := range lines {
			if start := []string{"::error ", "::error ", "renma: "}[i]; !strings.HasPrefix(line, start) || strings.ContainsAny(line, "\r\x1b") {
				t.Errorf("line %d is %q", i, line)
			}
		}
	})
}
