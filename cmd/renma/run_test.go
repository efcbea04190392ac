package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestUsageErrors(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"repository", "help"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	const help = "Run \"renma --help\" for the options it accepts.\n"
	const scanHelp = "Run \"renma scan --help\" for the options it accepts.\n"
	tests := []struct {
		args string
		want string // standard error
	}{
		{"nope", `renma: unknown command "nope"` + "\n" + help},
		{"scna", `renma: unknown command "scna"; did you mean scan?` + "\n" + help},
		{"scna --json", `renma: unknown command "scna"; did you mean scan?` + "\n" + help},
		{"help nope", `renma: unknown command "nope"` + "\n" + help},
		{"help scna", `renma: unknown command "scna"; did you mean scan?` + "\n" + help},
		{"help config chek", `renma: unknown command "chek"; did you mean check?` + "\nRun \"renma config --help\" for the options it accepts.\n"},
		{"config chek --help", `renma: unknown command "chek"; did you mean check?` + "\nRun \"renma config --help\" for the options it accepts.\n"},
		{"h -A0", "renma: unknown option --A0\n" + scanHelp},
		{"--jsno", "renma: unknown option --jsno; did you mean --json?\n" + scanHelp},
		{"scan --unknown", "renma: unknown option --unknown\n" + scanHelp},
		{"scan -x", "renma: unknown option -x\n" + scanHelp},
		{"scan --format", "renma: option --format needs a value\n" + scanHelp},
		{"scan --format yaml", `renma: --format accepts text, json, sarif, github, junit or rdjson, not "yaml"` + "\n" + scanHelp},
		{"scan --format jsn --json", `renma: --format accepts text, json, sarif, github, junit or rdjson, not "jsn"; did you mean json?` + "\n" + scanHelp},
		{"scan --format=", `renma: --format accepts text, json, sarif, github, junit or rdjson, not ""` + "\n" + scanHelp},
		{"scan --json=perhaps", `renma: option --json does not take the value "perhaps"` + "\n" + scanHelp},
		{"scan --fail-on urgent", `renma: --fail-on accepts low, medium, high or critical, not "urgent"` + "\n" + scanHelp},
		{"scan --config=", "renma: option --config needs a value\n" + scanHelp},
		{"scan . extra", `renma: unexpected argument "extra"` + "\n" + scanHelp},
		{"scan -- --json .", `renma: unexpected argument "."` + "\n" + scanHelp},
		{"scan file", "renma: cannot read DIR/file: it is no directory; name the root of a repository\n"},
		{"scan repositry", `renma: cannot read DIR/repositry: there is no such directory; did you mean "repository"?` + "\n"},
		{
			"skill-index --json --format markdown",
			"renma: --json and --format markdown contradict each other\nRun \"renma skill-index --help\" for the options it accepts.\n",
		},
		{
			"skill-index --format mermaid",
			`renma: --format accepts markdown or json, not "mermaid"` + "\nRun \"renma skill-index --help\" for the options it accepts.\n",
		},
		{"skill-index repository --focus nope", "renma: skill-index --focus: \"nope\" matches no Skill id or source path exactly\n"},
		{"skill-index repository --focus=", "renma: skill-index --focus: \"\" matches no Skill id or source path exactly\n"},
		{"graph repository", "renma: graph needs --view discovery, the only view there is\nRun \"renma graph --help\" for the options it accepts.\n"},
		{
			"graph repository --view full",
			`renma: --view accepts discovery, not "full"` + "\nRun \"renma graph --help\" for the options it accepts.\n",
		},
		{"graph repository --view discovery --focus=", "renma: graph --focus: \"\" matches no Skill id or source path exactly\n"},
		{"catalog --strict", "renma: unknown option --strict\nRun \"renma catalog --help\" for the options it accepts.\n"},
		{"explain A B", "renma: unexpected argument \"B\"\nRun \"renma explain --help\" for the options it accepts.\n"},
		{
			"explain AS-SKILL-INVALID-NAMES",
			"renma: unknown id \"AS-SKILL-INVALID-NAMES\"; did you mean AS-SKILL-INVALID-NAME?\nRun \"renma explain --help\" for the options it accepts.\n",
		},
		{
			"schema renma.scan.v2",
			"renma: unknown schema \"renma.scan.v2\"; did you mean renma.scan.v1?\nRun \"renma schema --help\" for the options it accepts.\n",
		},
		{"completion bsh", "renma: name the shell: bash, zsh, fish or pwsh; did you mean bash?\nRun \"renma completion --help\" for the options it accepts.\n"},
		{"config", "renma: name what to do: check, show or schema\nRun \"renma config --help\" for the options it accepts.\n"},
		{"config chekc", "renma: unknown command \"chekc\"; did you mean check?\nRun \"renma config --help\" for the options it accepts.\n"},
		{"config schema x", "renma: unexpected argument \"x\"\nRun \"renma config schema --help\" for the options it accepts.\n"},
		{"config check --confg", "renma: unknown option --confg; did you mean --config?\nRun \"renma config check --help\" for the options it accepts.\n"},
		{"version now", "renma: unexpected argument \"now\"\nRun \"renma version --help\" for the options it accepts.\n"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			out := runIn(dir, strings.Fields(tt.args)...)
			if out.code != exitUsage || len(out.stdout) > 0 {
				t.Errorf("exit status %d, standard output %q", out.code, out.stdout)
			}
			got := strings.ReplaceAll(filepath.ToSlash(string(out.stderr)), filepath.ToSlash(dir), "DIR")
			if got != tt.want {
				t.Errorf("standard error:\n%swant:\n%s", got, tt.want)
			}
		})
	}
}

func TestAcceptedCalls(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "help"), 0o755); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args string
		want string // beginning of standard output
	}{
		{"", "No Skill was found.\n"},
		{"--json", "{\n  \"schemaVersion\": \"renma.scan.v1\""},
		{"scan", "No Skill was found.\n"},
		{"scan .", "No Skill was found.\n"},
		{"scan help", "No Skill was found.\n"},
		{"scan -- help", "No Skill was found.\n"},
		{"scan help --json", "{\n"},
		{"scan --json help", "{\n"},
		{"scan --format json --format text", "No Skill was found.\n"},
		{"scan --format text --json", "{\n"},
		{"scan --json --json=false", "No Skill was found.\n"},
		{"scan --fail-on low --fail-on critical --json", "{\n"},
		{"catalog", "{\n  \"schemaVersion\": \"renma.catalog.v1\""},
		{"catalog --format markdown", "# "},
		{"schema", "renma.baseline.v1\n"},
		{"schema renma.scan.v1", "{\n  \"$schema\""},
		{"explain as-skill-invalid-name", "AS-SKILL-INVALID-NAME (error)\n"},
		{"explain", "AS-SKILL-"},
		{"version", "renma "},
		{"--version", "renma "},
		{"-v", "renma "},
		{"--help", "NAME:\n   renma - "},
		{"-h", "NAME:\n   renma - "},
		{"help", "NAME:\n   renma - "},
		{"help scan", "NAME:\n   renma scan - "},
		{"help config check", "NAME:\n   renma config check - "},
		{"scan --help", "NAME:\n   renma scan - "},
		{"scan . --help", "NAME:\n   renma scan - "},
		{"scan -h -", "NAME:\n   renma scan - "},
		{"config check dir -h", "NAME:\n   renma config check - "},
		{"completion bash --help", "NAME:\n   renma completion - "},
		{"scan -h", "NAME:\n   renma scan - "},
		{"completion bash", "# Completion of renma for bash"},
		{"version --json", "{\n  \"schemaVersion\": \"renma.version.v1\""},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			out := runIn(dir, strings.Fields(tt.args)...)
			if out.code != exitOK || len(out.stderr) > 0 {
				t.Errorf("exit status %d, standard error %q", out.code, out.stderr)
			}
			if !strings.HasPrefix(string(out.stdout), tt.want) {
				t.Errorf("standard output begins with %.60q, want %q", out.stdout, tt.want)
			}
		})
	}
}

func TestColour(t *testing.T) {
	tests := []struct {
		name     string
		terminal bool
		env      map[string]string
		want     bool
	}{
		{"a pipe", false, nil, false},
		{"a terminal", true, nil, true},
		{"a dumb terminal", true, map[string]string{"TERM": "dumb"}, false},
		{"NO_COLOR", true, map[string]string{"NO_COLOR": "1"}, false},
		{"FORCE_COLOR", false, map[string]string{"FORCE_COLOR": "1"}, true},
		{"FORCE_COLOR=0", true, map[string]string{"FORCE_COLOR": "0"}, false},
		{"NO_COLOR wins", false, map[string]string{"NO_COLOR": "1", "FORCE_COLOR": "1"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			e := env{
				stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, dir: t.TempDir(), now: today,
				outIsTerm: tt.terminal, getenv: func(key string) string { return tt.env[key] },
			}
			if code := run(context.Background(), e, []string{"scan"}); code != exitOK {
				t.Fatalf("exit status %d: %s", code, stderr.String())
			}
			if got := strings.Contains(stdout.String(), "\x1b["); got != tt.want {
				t.Errorf("coloured = %v, want %v", got, tt.want)
			}
		})
	}
}

// brokenWriter fails after some bytes.
type brokenWriter struct {
	room int
	err  error
}

func (w *brokenWriter) Write(p []byte) (int, error) {
	if len(p) <= w.room {
		w.room -= len(p)
		return len(p), nil
	}
	n := w.room
	w.room = 0
	return n, w.err
}

func TestOutputThatCannotBeWritten(t *testing.T) {
	tests := []struct {
		err  error
		want string
	}{
		{&os.PathError{Op: "write", Path: "stdout", Err: syscall.EPIPE}, ""},
		{&os.PathError{Op: "write", Path: "stdout", Err: syscall.ENOSPC}, "renma: cannot write the report: write stdout: no space left on device\n"},
	}
	for _, args := range []string{"scan", "scan --json", "catalog", "explain", "--help", "version"} {
		for _, tt := range tests {
			var stderr bytes.Buffer
			e := env{
				stdin: strings.NewReader(""), stdout: &brokenWriter{5, tt.err}, stderr: &stderr, dir: t.TempDir(), now: today,
				getenv: func(string) string { return "" },
			}
			if code := run(context.Background(), e, strings.Fields(args)); code != exitInternal {
				t.Errorf("renma %s, %v: exit status %d", args, tt.err, code)
			}
			if stderr.String() != tt.want {
				t.Errorf("renma %s, %v: standard error %q, want %q", args, tt.err, stderr.String(), tt.want)
			}
		}
	}
}

func TestErrorsAreOneInertLine(t *testing.T) {
	var stderr bytes.Buffer
	e := env{stderr: &stderr}
	if code := reportError(&e, errors.New("a\x1b[31m\nb")); code != exitInternal {
		t.Errorf("exit status %d", code)
	}
	if want := "Renma internal error: a\\x1b[31m\\nb\n"; stderr.String() != want {
		t.Errorf("standard error %q, want %q", stderr.String(), want)
	}
}

func TestProgress(t *testing.T) {
	tests := []struct {
		name     string
		terminal bool
		lasts    time.Duration
		want     string
	}{
		{"short work", true, progressAfter / 2, ""},
		{"long work", true, 2 * progressAfter, "working\r\x1b[2K"},
		{"long work in a pipe", false, 2 * progressAfter, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var stderr bytes.Buffer
				e := env{stderr: &stderr, errIsTerm: tt.terminal, getenv: func(string) string { return "" }}
				stop := e.progress("working")
				time.Sleep(tt.lasts) // fake time
				synctest.Wait()
				stop()
				if stderr.String() != tt.want {
					t.Errorf("standard error %q, want %q", stderr.String(), tt.want)
				}
			})
		})
	}
}
