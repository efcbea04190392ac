package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/schemas"
)

// disagreements are commands of cases whose want we do not follow, with the
// reason. They are run all the same, and must still differ.
var disagreements = map[string]string{
	"public/07-flow-like-value#1": "INVALID-YAML stands alone (contract 02 section 2.3); the want judges fields of a block that is no YAML",
}

// today is the date of every test run; cases use dates in the distant past
// or in 2099 only.
var today = time.Date(2026, 12, 2, 0, 0, 0, 0, time.UTC)

func TestConformance(t *testing.T) {
	cases, err := conformance.ReadAll("../../testdata/conformance")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 300 {
		t.Fatalf("found only %d cases", len(cases))
	}
	own, err := conformance.ReadAll("../../testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	cases = append(cases, own...)
	for name := range disagreements {
		if !slices.ContainsFunc(cases, func(c conformance.Case) bool { return strings.HasPrefix(name, c.Name+"#") }) {
			t.Errorf("the disagreement %s names no case", name)
		}
	}
	ids := &idSet{}
	if runCases(t, cases, ids) == len(cases) {
		ids.compareWithRules(t)
	}
}

// runCases runs each case as a parallel subtest, waits for all of them and
// returns how many ran.
func runCases(t *testing.T, cases []conformance.Case, ids *idSet) int {
	var ran atomic.Int64
	dir := t.TempDir()
	builder, err := conformance.NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("case", func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				if misfit := builder.Misfit(&c); misfit != "" {
					t.Skip(misfit)
				}
				ran.Add(1)
				root := filepath.Join(dir, strings.ReplaceAll(c.Name, "/", "+"), "repo")
				if err := builder.Build(&c, root); err != nil {
					t.Fatal(err)
				}
				for _, cmd := range c.Commands {
					checkCommand(t, c.Name, cmd, root, ids)
				}
			})
		}
	})
	return int(ran.Load())
}

func checkCommand(t *testing.T, name string, cmd conformance.Command, root string, ids *idSet) {
	t.Helper()
	out := runIn(root, cmd.Args...)
	ids.collect(out.stdout)
	diff := out.fault()
	if cmd.WantExit >= 0 && out.code != cmd.WantExit {
		diff += fmt.Sprintf("exit status %d, want %d; standard error: %s\n", out.code, cmd.WantExit, out.stderr)
	}
	if cmd.WantJSON != nil {
		want, got, err := cmd.Compare(out.stdout, root)
		switch d := cmp.Diff(want, got); {
		case err != nil:
			diff += fmt.Sprintf("%v; standard error: %s\n", err, out.stderr)
		case d != "":
			diff += "(-want +got):\n" + d
		}
	}
	key := fmt.Sprintf("%s#%d", name, cmd.Number)
	reason, known := disagreements[key]
	switch {
	case known && diff == "":
		t.Errorf("%s does what the case wants: take it off the list of disagreements (%s)", key, reason)
	case !known && diff != "":
		t.Errorf("renma %s\n%s", strings.Join(cmd.Args, " "), diff)
	}
}

// result is what one run of the program left behind.
type result struct {
	// partial allows an answer beside exit status 2: of several files some
	// may be readable (contract 02 section 6.12).
	partial        bool
	code           int
	stdout, stderr []byte
}

// runIn runs the program in-process with dir as the working directory.
func runIn(dir string, args ...string) result {
	var stdout, stderr bytes.Buffer
	e := env{
		stdin:  strings.NewReader(""),
		stdout: &stdout,
		stderr: &stderr,
		dir:    dir,
		now:    today,
		getenv: func(string) string { return "" },
	}
	code := run(context.Background(), e, args)
	return result{slices.Contains(args, "suggest-metadata"), code, stdout.Bytes(), stderr.Bytes()}
}

// fault says in which way a run breaks the rules that hold for every command.
func (r result) fault() string {
	failed := r.code == exitUsage || r.code == exitInternal
	var b strings.Builder
	switch {
	case r.code < exitOK || r.code > exitInternal:
		fmt.Fprintf(&b, "exit status %d has no meaning\n", r.code)
	case failed && len(r.stdout) > 0 && !r.partial:
		fmt.Fprintf(&b, "exit status %d, but standard output holds %.200q\n", r.code, r.stdout)
	case failed && len(r.stderr) == 0:
		fmt.Fprintf(&b, "exit status %d without a word on standard error\n", r.code)
	case r.code == exitInternal:
		fmt.Fprintf(&b, "%s", r.stderr)
	}
	if bytes.HasPrefix(r.stdout, []byte("{\n")) { // else it may be the name of a file
		if err := checkDocument(r.stdout); err != nil {
			fmt.Fprintf(&b, "%v\n", err)
		}
	}
	return b.String()
}

// checkDocument checks what holds for every JSON document that is printed.
func checkDocument(document []byte) error {
	var head struct {
		SchemaVersion string `json:"schemaVersion"`
		Schema        string `json:"$schema"`
		Source        any    `json:"source"` // of rdjson, which names no version
	}
	if err := json.Unmarshal(document, &head); err != nil {
		return fmt.Errorf("standard output is no JSON: %w", err)
	}
	if head.SchemaVersion == "" && head.Schema == "" && head.Source == nil {
		return fmt.Errorf("the document has no schemaVersion")
	}
	if !bytes.HasSuffix(document, []byte("}\n")) || bytes.HasSuffix(document, []byte("\n\n")) {
		return fmt.Errorf("the document does not end with one newline")
	}
	var whole any
	if err := json.Unmarshal(document, &whole); err != nil {
		return err
	}
	if err := checkMessages(whole); err != nil {
		return err
	}
	if slices.Contains(schemas.IDs(), head.SchemaVersion) {
		return schemas.Validate(head.SchemaVersion, document)
	}
	return nil
}

// checkMessages fails for a message with a control character: what a message takes
// from a file it quotes. The messages of rdjson have a line for the hint.
func checkMessages(v any) error {
	switch v := v.(type) {
	case []any:
		for _, element := range v {
			if err := checkMessages(element); err != nil {
				return err
			}
		}
	case map[string]any:
		if text, ok := v["message"].(string); ok && strings.ContainsFunc(strings.ReplaceAll(text, "\n", ""), unicode.IsControl) {
			return fmt.Errorf("the message %q holds a control character", text)
		}
		for _, member := range v {
			if err := checkMessages(member); err != nil {
				return err
			}
		}
	}
	return nil
}
