package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asProgram makes the test program behave as renma, for tests that need a
// program to start.
const asProgram = "RENMA_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// installProgram puts a program named renma first on the search path.
func installProgram(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("links to the test program need a privilege on Windows")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "renma")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv(asProgram, "1")
}

func TestCompletions(t *testing.T) {
	tests := []struct {
		args string
		want []string
	}{
		{"scan --fail-on-x", nil},
		{"scan --fail", []string{"--fail-on:exit 1 for a finding at or above LEVEL: low, medium, high or critical"}},
		{"scan --fail-on", levels()},
		{"scan . --fail-on", levels()},
		{"scan --fail-on low", nil}, // paths
		{"scan --format", scanFormats},
		{"scan --format sarif=x.sarif --format", scanFormats},
		{"scan --config", nil}, // paths
		{"scan -c", nil},
		{"--fail-on", levels()}, // of scan, which needs no name
		{"ci-report --base main --fail-on-status", []string{"fail", "warn"}},
		{"graph --view", []string{"discovery"}},
		{"version", nil},
		{"version --j", []string{"--json:the same as --format json"}},
		{"config", []string{"check", "show", "schema"}},
		{"config show --form", []string{"--format:print the report as FORMAT: text or json"}},
		{"config show --format", []string{"text", "json"}},
		{"completion", shells},
		{"completion bash", nil},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			out := runIn(t.TempDir(), append(strings.Fields(tt.args), "--generate-shell-completion")...)
			if out.code != exitOK || len(out.stderr) > 0 {
				t.Errorf("exit status %d, standard error %q", out.code, out.stderr)
			}
			var want strings.Builder
			for _, line := range tt.want {
				want.WriteString(line + "\n")
			}
			if diff := cmp.Diff(want.String(), string(out.stdout)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Each shell gets the words that follow a line from the script that we print.
func TestCompletionInShells(t *testing.T) {
	installProgram(t)
	drivers := map[string]string{
		// The last word of the line is the one that is completed.
		"bash": `source <(renma completion bash)
			COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _renma; printf '%s\n' "${COMPREPLY[@]}"`,
		"fish": `renma completion fish | source
			complete -C "$argv" | cut -f 1`,
	}
	tests := []struct {
		line string // words by one blank; bash breaks at = by itself
		want []string
	}{
		{"renma sche", []string{"schema"}},
		{"renma scan --str", []string{"--strict"}},
		{"renma graph --view ", []string{"discovery"}},
		{"renma explain AS-SKILL-INVALID-Y", []string{"AS-SKILL-INVALID-YAML"}},
		{"renma $(touch trap) schem", []string{"schema"}},
		{"renma completion z", []string{"zsh"}},
	}
	for shell, driver := range drivers {
		t.Run(shell, func(t *testing.T) {
			program, err := exec.LookPath(shell)
			if err != nil {
				t.Skip(err)
			}
			for _, tt := range tests {
				args := []string{"-c", driver, shell}
				if shell == "fish" {
					args = []string{"-c", driver, tt.line}
				} else {
					args = append(args, strings.Split(tt.line, " ")...)
				}
				cmd := exec.Command(program, args...)
				cmd.Dir = t.TempDir()
				cmd.Env = append(os.Environ(), "HOME="+cmd.Dir)
				out, err := cmd.Output()
				if err != nil {
					t.Fatalf("%s: %v", tt.line, err)
				}
				if diff := cmp.Diff(tt.want, strings.Fields(string(out))); diff != "" {
					t.Errorf("%s (-want +got):\n%s", tt.line, diff)
				}
				if _, err := os.Stat(filepath.Join(cmd.Dir, "trap")); err == nil {
					t.Errorf("%s: the script evaluates the line", tt.line)
				}
			}
		})
	}
}
