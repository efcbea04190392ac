package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// terminal makes a process whose output is a terminal of that size.
func terminal(columns, rows int) func(*env) {
	return func(e *env) {
		e.outIsTerm, e.outSize = true, func() (int, int) { return columns, rows }
		e.getenv = func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] }
	}
}

func TestScanFillsOneScreenOfATerminal(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		writeFile(t, filepath.Join(dir, "my skills/skills", name, "SKILL.md"), "# "+name+"\n")
	}
	const notice = "; show all with: renma scan --all 'my skills' --strict\n"
	args := []string{"scan", "my skills", "--strict"}
	out := runWith(dir, strings.NewReader(""), terminal(80, 24), args...)
	if n := bytes.Count(out.stdout, []byte("\n")); out.code != exitFailed || n > 23 || !strings.Contains(string(out.stdout), notice) {
		t.Errorf("exit status %d, %d lines:\n%s", out.code, n, out.stdout)
	}
	file := filepath.Join(dir, "report.txt")
	for name, got := range map[string]result{
		"no terminal": runIn(dir, args...),
		"--all":       runWith(dir, strings.NewReader(""), terminal(80, 24), append(args, "--all")...),
		"no size":     runWith(dir, strings.NewReader(""), terminal(0, 0), args...),
		"a file":      runWith(dir, strings.NewReader(""), terminal(80, 24), append(args, "--format", "text="+file, "--output", file+"2")...),
	} {
		if strings.Contains(string(got.stdout), "more problem") || got.code != exitFailed {
			t.Errorf("%s: exit status %d\n%s", name, got.code, got.stdout)
		}
	}
}

func TestQuiet(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "good/skills/x/SKILL.md"),
		"---\nname: x\ndescription: Reviews requests and lists the findings. Use when a request waits; do not use for deployment.\n---\n# X\n")
	writeFile(t, filepath.Join(dir, "bad/skills/x/SKILL.md"), "# X\n")
	tests := []struct {
		args string
		code int
		want string // all of standard output, or its beginning before "…"
	}{
		{"scan good --quiet", exitOK, ""},
		{"scan good -q --strict", exitOK, ""},
		{"-q good", exitOK, ""},
		{"scan bad -q --strict", exitFailed, "skills/x/SKILL.md  invalid, format unknown\n  1:1  error …"},
		{"scan good -q --json", exitOK, "{\n…"},
		{"config check good -q", exitOK, ""},
	}
	for _, tt := range tests {
		out := runIn(dir, strings.Fields(tt.args)...)
		want, cut := strings.CutSuffix(tt.want, "…")
		got := string(out.stdout)
		if out.code != tt.code || len(out.stderr) > 0 || got != want && !(cut && strings.HasPrefix(got, want)) {
			t.Errorf("renma %s: exit status %d\n%s%s", tt.args, out.code, got, out.stderr)
		}
		if strings.Contains(got, "coverage ") {
			t.Errorf("renma %s: the summary is shown", tt.args)
		}
	}
}

// The line that says what is going on is gone before the report begins, and fits
// on one row.
func TestProgressEndsBeforeTheReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var screen bytes.Buffer
		e := &env{stderr: &screen, errIsTerm: true, errSize: func() (int, int) { return 20, 5 }, getenv: func(string) string { return "" }}
		out := &outputWriter{w: &screen, before: e.endProgress}
		e.progress("renma: reading /a/very/long/path")
		time.Sleep(2 * progressAfter)
		synctest.Wait()
		for range 2 {
			if _, err := out.Write([]byte("report\n")); err != nil {
				t.Fatal(err)
			}
		}
		e.endProgress()
		if want := "renma: reading /a/…\r\x1b[2Kreport\nreport\n"; screen.String() != want {
			t.Errorf("the screen shows %q, want %q", screen.String(), want)
		}
	})
}

func TestColor(t *testing.T) {
	tests := []struct {
		terminal bool
		vars     string
		want     bool
	}{
		{true, "", true},
		{false, "", false},
		{true, "NO_COLOR=1", false},
		{true, "NO_COLOR=0", false},
		{true, "NO_COLOR=", true},
		{false, "FORCE_COLOR=1", true},
		{false, "FORCE_COLOR=", false},
		{true, "FORCE_COLOR=0", false},
		{true, "TERM=dumb", false},
		{false, "TERM=dumb FORCE_COLOR=3", true},
		{true, "NO_COLOR=1 FORCE_COLOR=1", false},
	}
	for _, tt := range tests {
		vars := map[string]string{}
		for v := range strings.FieldsSeq(tt.vars) {
			name, value, _ := strings.Cut(v, "=")
			vars[name] = value
		}
		e := env{outIsTerm: tt.terminal, getenv: func(name string) string { return vars[name] }}
		if got := e.color(); got != tt.want {
			t.Errorf("terminal %v, %s: %v", tt.terminal, tt.vars, got)
		}
	}
}
