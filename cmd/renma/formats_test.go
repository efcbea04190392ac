package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/renma/renma/internal/conformance"
)

var formatsDir = flag.String("formats", "", "directory of the format check, with its node modules installed")

// Programs that are not ours accept what scan writes about the example, about
// repositories with one of everything, and about those that broke other programs.
func TestForeignValidators(t *testing.T) {
	if *formatsDir == "" {
		t.Skip("runs with -formats DIR, see scripts/formats/README.md")
	}
	roots := map[string]string{"example": filepath.FromSlash("../../examples/repository")}
	dir := t.TempDir()
	builder, err := conformance.NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"documents", "conformance/public", "conformance/collection"} {
		cases, err := conformance.ReadAll("../../testdata/" + folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			name := strings.ReplaceAll(folder+"-"+c.Name, "/", "-")
			roots[name] = filepath.Join(dir, name)
			if err := builder.Build(&c, roots[name]); err != nil {
				t.Fatal(err)
			}
		}
	}
	var logs []string
	suites := map[string]string{}
	for name, root := range roots {
		log := filepath.Join(dir, name+".sarif")
		out := runIn(root, "scan", "--format", "junit", "--format", "sarif="+log)
		if out.code == exitUsage {
			continue // the case shows a configuration error
		}
		if fault := out.fault(); fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
		logs, suites[name] = append(logs, log), string(out.stdout)
	}
	if len(logs) < 40 {
		t.Errorf("only %d repositories were scanned", len(logs))
	}
	validateSARIF(t, logs)
	validateJUnit(t, suites)
}

func validateSARIF(t *testing.T, logs []string) {
	tool := filepath.Join(*formatsDir, "node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool")
	if err := os.Chmod(tool, 0o755); err != nil { // npm does that in a script that does not run here
		t.Fatal(err)
	}
	cmd := exec.Command(tool, append([]string{"validate", "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning"}, logs...)...)
	cmd.Env = append(os.Environ(), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1")
	out, err := cmd.CombinedOutput()
	if err != nil || regexp.MustCompile(`: (error|warning) `).Match(out) || !bytes.Contains(out, []byte("Analysis completed successfully")) {
		t.Errorf("SARIF: %v\n%.5000s", err, out)
	}
}

func validateJUnit(t *testing.T, suites map[string]string) {
	input, err := json.Marshal(suites)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := filepath.Abs("../../problem/testdata/formats/junit.xsd")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "check.mjs", schema)
	cmd.Dir, cmd.Stdin = *formatsDir, bytes.NewReader(input)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("JUnit: %v\n%.5000s", err, out)
	}
}
