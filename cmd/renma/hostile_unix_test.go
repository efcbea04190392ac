//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/renma/renma/internal/corpus"
)

// program is renma as a process of its own.
func program(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	return cmd, &stderr
}

func exitCode(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		t.Fatal(err)
	}
	return exit.ExitCode()
}

func repository(t *testing.T, skills int) string {
	t.Helper()
	tree, _ := corpus.Generate(corpus.Default(skills))
	dir := t.TempDir()
	if err := tree.Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestProgramOnBrokenOutput(t *testing.T) {
	dir := repository(t, 30)
	for _, args := range [][]string{{"scan", dir}, {"scan", dir, "--json"}, {"readiness", dir}, {"explain"}, {"--help"}} {
		t.Run(args[0], func(t *testing.T) {
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err == nil {
				defer full.Close()
				cmd, stderr := program(t, args...)
				cmd.Stdout = full
				if code := exitCode(t, cmd.Run()); code != exitInternal {
					t.Errorf("full disk: exit status %d", code)
				}
				if got := stderr.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "no space left") {
					t.Errorf("full disk: standard error %q", got)
				}
			}
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			r.Close()
			defer w.Close()
			cmd, stderr := program(t, args...)
			cmd.Stdout = w
			// The signal for a closed pipe ends a program as it ends cat.
			var exit *exec.ExitError
			if err := cmd.Run(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGPIPE && exit.ExitCode() != exitInternal {
				t.Errorf("closed pipe: %v", err)
			}
			if stderr.Len() > 0 {
				t.Errorf("closed pipe: standard error %q", stderr)
			}
		})
	}
}

// A command that nobody reads from hangs in its last write, where no context is
// looked at any more.
func TestInterrupt(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd, stderr := program(t, "scan", repository(t, 100), "--json")
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if _, err := io.ReadFull(r, make([]byte, 1)); err != nil { // the report has begun
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := exitCode(t, cmd.Wait()); code != exitInternal || stderr.String() != "renma: interrupted\n" {
		t.Errorf("exit status %d, standard error %q", code, stderr)
	}
}

// With little memory the collector works harder and the answer stays the same.
func TestLittleMemory(t *testing.T) {
	dir := repository(t, 100)
	var want []byte
	for _, limit := range []string{"off", "8MiB"} {
		cmd, stderr := program(t, "scan", dir, "--json")
		cmd.Env = append(cmd.Env, "GOMEMLIMIT="+limit)
		var stdout bytes.Buffer
		cmd.Stdout = &stdout
		if code := exitCode(t, cmd.Run()); code > exitFailed || stderr.Len() > 0 {
			t.Fatalf("limit %s: exit status %d, standard error %q", limit, code, stderr)
		}
		if want == nil {
			want = stdout.Bytes()
		}
		if !bytes.Equal(want, stdout.Bytes()) {
			t.Errorf("limit %s: another report", limit)
		}
	}
}

// Whatever names a directory holds, standard error and standard output show them
// inert.
func TestProgramOnHostileNames(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("names must be UTF-8 there")
	}
	dir := t.TempDir()
	for _, name := range []string{"line\nbreak", "\xff\xfe", "\x1b[31mred", "\u202egpj", "\u009b31m"} {
		path := filepath.Join(dir, "skills", name, "SKILL.md")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("---\nname: [\n---\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"scan", dir}, {"scan", dir, "--json"}, {"readiness", dir}, {"graph", "--view", "discovery", dir}, {"skill-index", dir}, {"catalog", dir},
		{"suggest-metadata", dir}, {"scan", filepath.Join(dir, "skills", "\x1b[31mrad")}, {"scan", "--config", "\x1b[31m\n", dir},
		{"diff", dir, "--from", "\x1b[31m"}, {"\x1b[31m"}, {"scan", "--\u202e"},
	} {
		cmd, stderr := program(t, args...)
		out, err := cmd.Output()
		if code := exitCode(t, err); code > exitUsage {
			t.Errorf("renma %q: exit status %d, %s", args, code, stderr)
		}
		if both := string(out) + stderr.String(); !utf8.ValidString(both) || strings.ContainsAny(both, "\x1b\u202e\u009b") || strings.Contains(both, "line\nbreak") {
			t.Errorf("renma %q prints a name raw: %.300q", args, both)
		}
	}
}
