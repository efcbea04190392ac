package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/schemas"
)

// actionRepo makes a repository whose directory team is the bundled example. Its
// second commit, which is checked out, also has a skill that breaks a rule.
func actionRepo(t *testing.T) string {
	t.Helper()
	var from []conformance.File
	example := os.DirFS("../../examples/repository")
	err := fs.WalkDir(example, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(example, p)
		from = append(from, conformance.File{Path: path.Join("team", p), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	broken := conformance.File{Path: "team/skills/broken/SKILL.md", Data: []byte("---\nname: Broken\ndescription: Breaks. Use when nothing works.\n---\n")}
	return buildCase(t, &conformance.Case{From: from, To: append(slices.Clone(from), broken)})
}

// step is what a step of the action left behind.
type step struct {
	code                        int
	stdout, stderr              string
	outputs, summary, temporary string
}

// runStep runs a script of the action as the runner does.
func runStep(t *testing.T, script, workspace string, env ...string) step {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("bash takes other paths than the program there")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	script, err = filepath.Abs("../../scripts/action/" + script)
	if err != nil {
		t.Fatal(err)
	}
	temporary := t.TempDir()
	output, summary := filepath.Join(temporary, "output"), filepath.Join(temporary, "summary")
	for _, name := range []string{output, summary} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(bash, script)
	cmd.Dir, cmd.Stdout, cmd.Stderr = workspace, &stdout, &stderr
	cmd.Env = slices.Concat(os.Environ(), []string{
		"GITHUB_OUTPUT=" + output, "GITHUB_STEP_SUMMARY=" + summary, "RUNNER_TEMP=" + temporary, "RUNNER_OS=Linux", "RUNNER_ARCH=X64",
	}, env)
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return step{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String(), readText(t, output), readText(t, summary), temporary}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// noInputs are the variables of run.sh when a workflow gives no input.
var noInputs = []string{
	"RENMA=renma", "DIRECTORY=.", "CONFIG=", "FAIL_ON=", "STRICT=false", "BASE=", "HEAD=HEAD", "FAIL_ON_STATUS=", "SARIF_FILE=", "UPLOAD_SARIF=false",
}

func TestActionRuns(t *testing.T) {
	installProgram(t)
	repo := actionRepo(t)
	tests := []struct {
		name    string
		env     []string
		code    int
		outputs string   // with the directory for temporary files as TMP
		stdout  []string // parts
		summary []string
	}{
		{
			name:    "a push",
			env:     []string{"DIRECTORY=team"},
			outputs: "scan=pass\nsarif-file=TMP/renma.sarif\nchanges=skipped\n",
			stdout:  []string{"::error file=team/skills/broken/SKILL.md,line=2,"},
			summary: []string{"## renma scan\n", "skills/broken/SKILL.md  invalid"},
		},
		{
			name:    "a pull request",
			env:     []string{"DIRECTORY=team", "BASE=from"},
			outputs: "scan=pass\nsarif-file=TMP/renma.sarif\nchanges=pass\n",
			stdout:  []string{"::error file=team/skills/broken/SKILL.md,line=2,", "title=renma%3A warn"},
			summary: []string{"## renma scan\n", "# Renma CI Report", "skills/broken/SKILL.md"},
		},
		{
			name:    "strict",
			env:     []string{"DIRECTORY=team", "STRICT=true", "SARIF_FILE=out.sarif", "CONFIG=renma.config.jsonc", "FAIL_ON=critical"},
			outputs: "scan=fail\nsarif-file=out.sarif\nchanges=skipped\n",
		},
		{
			name: "not true and not false", env: []string{"STRICT=yes"}, code: 2,
			stdout: []string{"::error title=renma::The inputs strict and upload-sarif must be true or false.\n"},
		},
		{
			name: "an option for a commit", env: []string{"BASE=--help"}, code: 2,
			stdout: []string{"::error title=renma::The inputs base and head must name commits.\n"},
		},
		{
			name: "a second output", env: []string{"SARIF_FILE=a\nscan=pass"}, code: 2,
			stdout: []string{"::error title=renma::The input sarif-file must be one line.\n"},
		},
		{
			name: "a shallow clone", env: []string{"DIRECTORY=team", "BASE=0123456789012345678901234567890123456789"}, code: 2,
			outputs: "scan=pass\nsarif-file=TMP/renma.sarif\n",
			stdout:  []string{"fetch-depth: 0."},
		},
		{name: "commands in an input", env: []string{"DIRECTORY=$(touch trap);`touch trap`"}, code: exitUsage},
		{name: "an option for a directory", env: []string{"DIRECTORY=--help"}, code: exitUsage},
		{name: "a level that there is not", env: []string{"FAIL_ON=urgent"}, code: exitUsage},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runStep(t, "run.sh", repo, append(slices.Clone(noInputs), tt.env...)...)
			if got.code != tt.code {
				t.Errorf("exit status %d, want %d\n%s%s", got.code, tt.code, got.stdout, got.stderr)
			}
			if diff := cmp.Diff(tt.outputs, strings.ReplaceAll(got.outputs, got.temporary, "TMP")); diff != "" {
				t.Errorf("outputs (-want +got):\n%s", diff)
			}
			for _, want := range tt.stdout {
				if !strings.Contains(got.stdout, want) {
					t.Errorf("standard output lacks %q:\n%s", want, got.stdout)
				}
			}
			for _, want := range tt.summary {
				if !strings.Contains(got.summary, want) {
					t.Errorf("the summary lacks %q:\n%s", want, got.summary)
				}
			}
			if _, err := os.Stat(filepath.Join(repo, "trap")); err == nil {
				t.Error("an input was run")
			}
		})
	}
	var log struct{ Version string }
	if err := json.Unmarshal([]byte(readText(t, filepath.Join(repo, "out.sarif"))), &log); err != nil || log.Version != "2.1.0" {
		t.Errorf("SARIF version %q, %v", log.Version, err)
	}
}

func TestActionVerdict(t *testing.T) {
	for _, tt := range []struct {
		scan, changes string
		code, errors  int
	}{
		{"pass", "pass", 0, 0},
		{"pass", "skipped", 0, 0},
		{"fail", "skipped", 1, 1},
		{"pass", "fail", 1, 1},
		{"fail", "fail", 1, 2},
	} {
		got := runStep(t, "verdict.sh", t.TempDir(), "SCAN="+tt.scan, "CHANGES="+tt.changes)
		if got.code != tt.code || strings.Count(got.stdout, "::error ") != tt.errors {
			t.Errorf("%s and %s: exit status %d\n%s", tt.scan, tt.changes, got.code, got.stdout)
		}
	}
}

// A release as goreleaser makes it is downloaded, and a damaged one is not used.
func TestActionDownloads(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip(err)
	}
	const archive = "renma_1.2.3_linux_amd64.tar.gz"
	var packed bytes.Buffer
	zipped := gzip.NewWriter(&packed)
	files := tar.NewWriter(zipped)
	for name, text := range map[string]string{"renma": "#!/bin/sh\necho it runs\n", "README.md": "# renma\n"} {
		if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := files.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(files.Close(), zipped.Close()); err != nil {
		t.Fatal(err)
	}
	releases := t.TempDir()
	release := filepath.Join(releases, "v1.2.3")
	sums := fmt.Sprintf("%x  %s\n%064d  renma_1.2.3_linux_arm64.tar.gz\n", sha256.Sum256(packed.Bytes()), archive, 0)
	for name, text := range map[string]string{
		archive: packed.String(), "renma_1.2.3_linux_arm64.tar.gz": packed.String(), "checksums.txt": sums,
	} {
		if err := os.MkdirAll(release, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(release, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name string
		env  []string
		code int
		want string // part of standard output
	}{
		{"a release", []string{"VERSION=v1.2.3"}, 0, ""},
		{"a damaged archive", []string{"VERSION=v1.2.3", "RUNNER_ARCH=ARM64"}, 2, "checksum"},
		{"a release that there is not", []string{"VERSION=v9.9.9"}, 2, "could not be downloaded"},
		{"a path for a version", []string{"VERSION=v1.2.3/../../x"}, 2, "must look like v1.2.3"},
		{"another processor", []string{"VERSION=v1.2.3", "RUNNER_ARCH=ARM"}, 2, "this processor"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runStep(t, "install.sh", t.TempDir(), append(tt.env, "RENMA_RELEASES=file://"+filepath.ToSlash(releases))...)
			if got.code != tt.code || !strings.Contains(got.stdout, tt.want) {
				t.Fatalf("exit status %d, want %d\n%s%s", got.code, tt.code, got.stdout, got.stderr)
			}
			program, found := strings.CutPrefix(strings.TrimSpace(got.outputs), "renma=")
			if found != (tt.code == 0) {
				t.Fatalf("outputs %q", got.outputs)
			}
			if !found {
				return
			}
			if out, err := exec.Command(program).Output(); err != nil || string(out) != "it runs\n" {
				t.Errorf("%q, %v", out, err)
			}
		})
	}
}

func TestActionBuildsItself(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	got := runStep(t, "install.sh", t.TempDir(), "VERSION=", "GITHUB_ACTION_PATH="+checkout)
	program, found := strings.CutPrefix(strings.TrimSpace(got.outputs), "renma=")
	if got.code != 0 || !found {
		t.Fatalf("exit status %d, outputs %q\n%s%s", got.code, got.outputs, got.stdout, got.stderr)
	}
	document, err := exec.Command(program, "version", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := schemas.Validate("renma.version.v1", document); err != nil {
		t.Error(err)
	}
}
