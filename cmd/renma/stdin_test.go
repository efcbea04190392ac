package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/renma/renma/schemas"
)

// runWith runs renma with text on standard input; change adapts the process.
func runWith(dir string, stdin io.Reader, change func(*env), args ...string) result {
	var stdout, stderr bytes.Buffer
	e := env{
		stdin: stdin, stdout: &stdout, stderr: &stderr, dir: dir, now: today, getenv: func(string) string { return "" },
	}
	if change != nil {
		change(&e)
	}
	code := run(context.Background(), e, args)
	return result{false, code, stdout.Bytes(), stderr.Bytes()}
}

func TestScanStdin(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "renma.config.json"), `{ "max_file_size_bytes": 2000 }`)
	writeFile(t, filepath.Join(dir, "low.json"), `{ "fail_on": "low", "exclude": ["vendor"] }`)
	writeFile(t, filepath.Join(dir, "bad.json"), `{ "fail_on": 1, "max_depth": 0 }`)
	const good = "---\nname: x\ndescription: Reviews x requests and lists the findings. Use when a request waits; do not use for deployment.\n---\n# X\n"
	const status = "---\nname: x\ndescription: Reviews x requests and lists the findings. Use when a request waits; do not use for deployment.\n" +
		"metadata:\n  renma.status: odd\n---\n# X\n"
	const help = "Run \"renma scan --help\" for the options it accepts.\n"
	tests := []struct {
		args, stdin    string
		code           int
		stdout, stderr string // parts
	}{
		{"scan -", good, exitOK, "skills       1/1 valid", ""},
		{"-", good, exitOK, "config       renma.config.json\n", ""},
		{"scan - --json", good, exitOK, `"path": "skills/x/SKILL.md"`, ""},
		{"scan --stdin-path skills/y/SKILL.md -", good, exitOK, "skills/y/SKILL.md  invalid\n  2:7  error     The name \"x\" differs", ""},
		{"scan - --stdin-path skills/y/SKILL.md --strict", good, exitFailed, "failed: 1 invalid skill\n", ""},
		{"scan - --fail-on low", status, exitFailed, "META-INVALID-STATUS", ""},
		{"scan - --config low.json", status, exitFailed, "config       low.json\n", ""},
		{"scan - --config low.json --fail-on critical", status, exitOK, "META-INVALID-STATUS", ""},
		{"scan -", "", exitOK, "skills/stdin/SKILL.md  invalid", ""},
		{"scan -", "\xff\xfe", exitOK, "the file is UTF-16", ""},
		{"scan - --strict", strings.Repeat("x", 2001), exitFailed, "larger than max_file_size_bytes (2000)", ""},
		{
			"scan - --config low.json --stdin-path skills/vendor/SKILL.md", good, exitOK, "No Skill was found.",
			"renma: globs or exclude of the configuration leave this file out, so nothing was checked\n",
		},
		{
			"scan - --config bad.json", good, exitUsage, "",
			"bad.json:1:14: fail_on must be a string, not a number\nbad.json:1:30: max_depth must be a whole number from 1 to 9007199254740991\n" +
				"renma: 2 faults in the configuration\n",
		},
		{"scan - x", good, exitUsage, "", `renma: unexpected argument "x"` + "\n" + help},
		{"scan . --stdin-path skills/x/SKILL.md", good, exitUsage, "", "renma: --stdin-path needs the target -\n" + help},
		{
			"scan - --changed-since HEAD", good, exitUsage, "",
			"renma: --baseline and --changed-since need a repository, not standard input\n" + help,
		},
		{"scan - --stdin-path=", good, exitUsage, "", "renma: option --stdin-path needs a value\n" + help},
		{"scan - --stdin-path ../x/SKILL.md", good, exitUsage, "", `renma: --stdin-path "../x/SKILL.md" leads out of the repository` + "\n" + help},
		{
			"scan - --stdin-path README.md", good, exitUsage, "",
			`renma: --stdin-path "README.md" is no place for a Skill; name a file NAME/SKILL.md below skills/ or .agents/skills/` + "\n" + help,
		},
	}
	for _, tt := range tests {
		out := runWith(dir, strings.NewReader(tt.stdin), nil, strings.Fields(tt.args)...)
		if out.code != tt.code || !strings.Contains(string(out.stdout), tt.stdout) || string(out.stderr) != tt.stderr {
			t.Errorf("renma %s: exit status %d\n%s%s", tt.args, out.code, out.stdout, out.stderr)
		}
		if fault := out.fault(); fault != "" {
			t.Errorf("renma %s: %s", tt.args, fault)
		}
	}
	out := runWith(dir, strings.NewReader(good), nil, "scan", "-", "--json")
	if err := schemas.Validate("renma.scan.v1", out.stdout); err != nil {
		t.Error(err)
	}
}

func TestScanStdinOnATerminal(t *testing.T) {
	out := runWith(t.TempDir(), strings.NewReader(""), func(e *env) { e.inIsTerm = true }, "scan", "-")
	if !strings.HasPrefix(string(out.stderr), "renma: reading a SKILL.md from the terminal; end it with Ctrl-") {
		t.Errorf("standard error %q", out.stderr)
	}
}

// Reading is given up when the user interrupts, and a fault of the input is no
// fault of renma.
func TestScanStdinFaults(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	pipe, w := io.Pipe()
	defer w.Close()
	if _, err := (&input{ctx, pipe}).Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted read gives %v", err)
	}
	failed, end := io.Pipe()
	end.CloseWithError(errors.New("gone"))
	out := runWith(t.TempDir(), failed, nil, "scan", "-")
	if out.code != exitUsage || string(out.stderr) != "renma: cannot read standard input: gone\n" || len(out.stdout) > 0 {
		t.Errorf("exit status %d, %q", out.code, out.stderr)
	}
}
