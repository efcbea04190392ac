package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/schemas"
)

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestConfigCheck(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "good/renma.config.jsonc"), `{ "fail_on": "low", "quality": { "ci_policy": "off" } } // ok`)
	writeFile(t, filepath.Join(dir, "bad/renma.config.jsonc"), "{\n  \"fail_on\": \"hihg\",\n  \"max_dept\": 3\n}\n")
	writeFile(t, filepath.Join(dir, "bad/other.json"), `{ "format": "text" }`)
	writeFile(t, filepath.Join(dir, "bad/many.json"), `{ "exclude": [`+strings.Repeat("1, ", 59)+`1] }`)
	writeFile(t, filepath.Join(dir, "none/README.md"), "# none\n")
	writeFile(t, filepath.Join(dir, "old/.renma.json"), "{}")
	tests := []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"good", exitOK, "renma.config.jsonc: valid; no analysis reads quality.ci_policy\n", ""},
		{"none", exitOK, "no configuration file in DIR/none: the defaults hold\n", ""},
		{"bad --config bad/other.json", exitOK, "other.json: valid\n", ""},
		{
			"bad", exitUsage, "",
			"renma.config.jsonc:2:14: fail_on must be one of low, medium, high, critical, not \"hihg\"; did you mean \"high\"?\n" +
				"renma.config.jsonc:3:3: unknown key max_dept (did you mean max_depth?)\n" +
				"renma: 2 faults in the configuration\n",
		},
		{
			"bad --config bad/many.json", exitUsage, "",
			strings.Repeat("many.json:1:N: exclude[N] must be a string, not a number\n", 50) + "renma: 60 faults in the configuration, 50 of them shown\n",
		},
		{"old", exitUsage, "", "renma: .renma.json: this name is no longer read; rename the file to renma.config.json\n"},
		{"bad --config good/renma.config.jsonc", exitUsage, "", "renma: ../good/renma.config.jsonc: the configuration must be a file inside the repository\n"},
	}
	for _, tt := range tests {
		out := runIn(dir, append([]string{"config", "check"}, strings.Fields(tt.args)...)...)
		if out.code != tt.code {
			t.Errorf("%s: exit status %d, want %d", tt.args, out.code, tt.code)
		}
		stdout := strings.ReplaceAll(filepath.ToSlash(string(out.stdout)), filepath.ToSlash(dir), "DIR")
		stderr := string(out.stderr)
		if strings.Contains(tt.args, "many") {
			stderr = numbers(stderr)
		}
		if diff := cmp.Diff(tt.stdout+tt.stderr, stdout+stderr); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.args, diff)
		}
	}
}

// numbers puts N for the column and the index of a fault.
func numbers(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if place, rest, ok := strings.Cut(line, ": "); ok && strings.HasPrefix(place, "many.json:1:") {
			_, rest, _ = strings.Cut(rest, "]")
			line = "many.json:1:N: exclude[N]" + rest
		}
		b.WriteString(line)
	}
	return b.String()
}

// A fault of the configuration is the same to every command, apart from how many
// are shown.
func TestConfigFaultStopsEveryCommand(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "renma.config.json"), `{ "max_depth": 0 }`)
	const fault = "renma.config.json:1:16: max_depth must be a whole number from 1 to 9007199254740991\n"
	for _, args := range []string{"scan", "catalog", "readiness", "skill-index", "config check", "config show", "config show --json"} {
		out := runIn(dir, strings.Fields(args)...)
		if out.code != exitUsage || len(out.stdout) > 0 || !strings.HasSuffix(string(out.stderr), fault) {
			t.Errorf("%s: exit status %d, %q, %q", args, out.code, out.stdout, out.stderr)
		}
	}
}

func TestConfigShow(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "renma.config.jsonc"), "{\n  \"exclude\": [\"a&b\", \"\u202ec\"],\n  \"globs\": [\"*.md\"],\n\"metadata\": {}\n}")
	out := runIn(dir, "config", "show", "--fail-on", "low")
	want := []string{
		`fail_on                          --fail-on             "low"`,
		`format                           default               "text"`,
		`globs                            renma.config.jsonc:3  ["*.md"]`,
		`exclude                          renma.config.jsonc:2  "a&b"`,
		`                                                       "\u202ec"`,
		`max_file_size_bytes              default               524288`,
	}
	got := strings.Split(string(out.stdout), "\n")
	if diff := cmp.Diff(want, got[:min(len(want), len(got))]); out.code != exitOK || diff != "" {
		t.Errorf("exit status %d (-want +got):\n%s", out.code, diff)
	}
}

func TestConfigSchema(t *testing.T) {
	source, err := schemas.Source(schemas.Config)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"config", "schema"}, {"schema", schemas.Config}} {
		if out := runIn(t.TempDir(), args...); out.code != exitOK || !bytes.Equal(out.stdout, source) {
			t.Errorf("%v: exit status %d, %.80q", args, out.code, out.stdout)
		}
	}
}
