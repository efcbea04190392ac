package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma"
	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/internal/testrepo"
)

// flawed is a Skill with one error and, on equal lines, n equal warnings.
func flawed(name string, n int) string {
	text := strings.Replace(testrepo.Skill(name), "description:", "licence: MIT\ndescription:", 1)
	return text + "\n## Steps\n\nStart.\n" + strings.Repeat("\n- Never push to main; ask the owner instead.\n", n)
}

// fileFormats are the formats of scan that are written for other programs.
var fileFormats = []string{"json", "sarif", "github", "junit", "rdjson"}

func TestScanWritesSeveralFormatsAtOnce(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "sub/skills/a/SKILL.md"), flawed("a", 2))
	args := []string{"scan", "sub", "--strict"}
	plain := runIn(dir, args...)
	all := args
	for _, format := range fileFormats {
		all = append(all, "--format", format+"=out,"+format)
	}
	out := runIn(dir, all...)
	if out.code != exitFailed || !bytes.Equal(out.stdout, plain.stdout) || len(out.stderr) > 0 {
		t.Errorf("exit status %d, standard error %q, standard output %s", out.code, out.stderr, out.stdout)
	}
	for _, format := range fileFormats {
		got, err := os.ReadFile(filepath.Join(dir, "out,"+format))
		if err != nil {
			t.Fatal(err)
		}
		alone := runIn(dir, append(args, "--format", format)...)
		if fault := alone.fault(); fault != "" || alone.code != exitFailed {
			t.Errorf("%s: exit status %d %s", format, alone.code, fault)
		}
		if diff := cmp.Diff(string(alone.stdout), string(got)); diff != "" {
			t.Errorf("%s (-alone +file):\n%s", format, diff)
		}
		if format != "json" && !bytes.Contains(got, []byte("sub/skills/a/SKILL.md")) {
			t.Errorf("%s: paths do not lead from the working directory:\n%s", format, got)
		}
	}
}

func TestScanOutputFile(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "skills/a/SKILL.md"), flawed("a", 1))
	plain := runIn(dir, "scan")
	file := filepath.Join(dir, "report.txt")
	writeFile(t, file, "old")
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	name, links := "report.txt", t.TempDir()
	if err := os.Symlink(file, filepath.Join(links, "link")); err == nil {
		name = filepath.Join(links, "link")
	}
	out := runIn(dir, "scan", "--output", name)
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if out.code != exitOK || len(out.stdout) > 0 || string(got) != string(plain.stdout) {
		t.Errorf("exit status %d, standard output %q, file %q", out.code, out.stdout, got)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("the file became %v", mode)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".renma-*")); err != nil || left != nil {
		t.Errorf("left behind: %q %v", left, err)
	}
	tests := []struct{ args, want string }{
		{"scan --output=", "needs a value"},
		{"scan --format sarif=", "needs the name of a file"},
		{"scan --format sarif=x --format json=x", "two reports cannot go to the same file"},
		{"scan --format sarif=x -o ./x", "two reports cannot go to the same file"},
		{"scan -o skills", "it is a directory"},
		{"scan -o missing/x", "there is no such directory"},
		{"scan --format srif=x", "did you mean sarif?"},
	}
	for _, tt := range tests {
		out := runIn(dir, strings.Fields(tt.args)...)
		if out.code != exitUsage || len(out.stdout) > 0 || !strings.Contains(string(out.stderr), tt.want) {
			t.Errorf("renma %s: exit status %d, standard output %q, standard error %q", tt.args, out.code, out.stdout, out.stderr)
		}
	}
}

func scanJSON(t *testing.T, out result) *renma.ScanReport {
	t.Helper()
	if fault := out.fault(); fault != "" {
		t.Fatal(fault)
	}
	var report renma.ScanReport
	if err := json.Unmarshal(out.stdout, &report); err != nil {
		t.Fatal(err)
	}
	return &report
}

func TestBaselineFollowsTheRepository(t *testing.T) {
	dir := t.TempDir()
	skill := filepath.Join(dir, "skills/a/SKILL.md")
	writeFile(t, skill, flawed("a", 1))
	step := func(name string, code int, newCount, known, fixed int) {
		t.Helper()
		out := runIn(dir, "scan", "--strict", "--json", "--baseline", "known.json")
		b := scanJSON(t, out).Baseline
		if out.code != code || b.NewCount != newCount || b.KnownCount != known || b.FixedCount != fixed {
			t.Errorf("%s: exit status %d, new %d, known %d, fixed %d; want %d, %d, %d, %d", name, out.code, b.NewCount, b.KnownCount, b.FixedCount, code, newCount, known, fixed)
		}
	}
	write := func(want string, args ...string) {
		t.Helper()
		out := runIn(dir, append([]string{"baseline", "write", "known.json"}, args...)...)
		if out.code != exitOK || string(out.stdout) != want {
			t.Errorf("baseline write: exit status %d, %q %q, want %q", out.code, out.stdout, out.stderr, want)
		}
	}
	write("known.json: 2 added, 0 kept, 0 fixed and dropped\n")
	step("nothing changed", exitOK, 0, 2, 0)
	writeFile(t, skill, strings.Replace(flawed("a", 1), "---\n#", "---\n\nMoved by two lines.\n\n#", 1))
	step("lines moved", exitOK, 0, 2, 0)
	writeFile(t, skill, flawed("a", 2))
	step("the same again", exitOK, 1, 2, 0) // a new warning, which strict allows
	writeFile(t, skill, strings.Replace(flawed("a", 1), "licence:", "licens: MIT\nlicence:", 1))
	step("another error", exitFailed, 1, 2, 0)
	writeFile(t, skill, testrepo.Skill("a"))
	step("all fixed", exitOK, 0, 0, 2)
	writeFile(t, filepath.Join(dir, "skills/b/SKILL.md"), flawed("b", 1))
	step("a new file", exitFailed, 2, 0, 2)
	write("known.json: 2 new and not added, 0 kept, 2 fixed and dropped\n", "--prune")
	step("pruned", exitFailed, 2, 0, 0)
	write("known.json: 2 added, 0 kept, 0 fixed and dropped\n")
	step("written again", exitOK, 0, 2, 0)
}

func TestBaselineIsNeverGuessed(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "skills/a/SKILL.md"), flawed("a", 1))
	writeFile(t, filepath.Join(dir, "notes.json"), `{"mine": true}`)
	tests := []struct{ args, want string }{
		{"scan --baseline missing.json", "there is no such file; write it with renma baseline write"},
		{"scan --baseline notes.json", "this is no baseline"},
		{"scan --baseline=", "needs a value"},
		{"baseline", "name what to do: write"},
		{"baseline wrte", "did you mean write?"},
		{"baseline write", "needs the name of a file"},
		{"baseline write notes.json", "this is no baseline"},
		{"baseline write new.json --prune", "there is no such file"},
		{"baseline write new.json . extra", `unexpected argument "extra"`},
	}
	for _, tt := range tests {
		out := runIn(dir, strings.Fields(tt.args)...)
		if out.code != exitUsage || len(out.stdout) > 0 || !strings.Contains(string(out.stderr), tt.want) {
			t.Errorf("renma %s: exit status %d, standard output %q, standard error %q", tt.args, out.code, out.stdout, out.stderr)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "notes.json")); err != nil || string(text) != `{"mine": true}` {
		t.Errorf("notes.json became %q %v", text, err)
	}
}

func TestScanTextWithBaseline(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "skills/a/SKILL.md"), flawed("a", 1))
	if out := runIn(dir, "baseline", "write", "known.json"); out.code != exitOK {
		t.Fatalf("%s", out.stderr)
	}
	short := string(runIn(dir, "scan", "--baseline", "known.json").stdout)
	if strings.Contains(short, "AS-SKILL") || !strings.Contains(short, "baseline     0 new, 2 known, 0 fixed; known.json\n") || strings.Contains(short, "use --strict") {
		t.Errorf("known problems are shown:\n%s", short)
	}
	all := string(runIn(dir, "scan", "--baseline", "known.json", "--all").stdout)
	if strings.Count(all, "(known)") != 2 {
		t.Errorf("--all does not show them:\n%s", all)
	}
}

func TestScanChangedSince(t *testing.T) {
	var files []conformance.File
	for _, name := range []string{"a", "b", "gone"} {
		files = append(files, conformance.File{Path: "sub/skills/" + name + "/SKILL.md", Data: []byte(flawed(name, 1))})
	}
	root := buildCase(t, &conformance.Case{From: files, To: files})
	check := func(name, target string, code int, want ...string) {
		t.Helper()
		out := runIn(root, "scan", target, "--strict", "--json", "--changed-since", "from")
		report := scanJSON(t, out)
		got := []string{}
		for _, skill := range report.AgentSkills.Results {
			got = append(got, skill.Path)
		}
		if diff := cmp.Diff(want, got); diff != "" || out.code != code {
			t.Errorf("%s: exit status %d, skills (-want +got):\n%s", name, out.code, diff)
		}
		if report.ScannedFileCount < 2 || len(report.ChangedSince.Commit) != 40 {
			t.Errorf("%s: %d files read, commit %q", name, report.ScannedFileCount, report.ChangedSince.Commit)
		}
	}
	check("nothing", "sub", exitOK, []string{}...)
	writeFile(t, filepath.Join(root, "sub/skills/b/SKILL.md"), flawed("b", 2))
	if err := os.RemoveAll(filepath.Join(root, "sub/skills/gone")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(root, "sub/skills/new/SKILL.md"), testrepo.Skill("new"))
	writeFile(t, filepath.Join(root, ".gitignore"), "new/\n")
	check("one changed, one ignored by git", "sub", exitFailed, "skills/b/SKILL.md", "skills/new/SKILL.md")

	text := string(runIn(root, "scan", "sub", "--changed-since", "from").stdout)
	if strings.Contains(text, "skills/a/") || !strings.Contains(text, "skills/b/SKILL.md") || !strings.Contains(text, "changed      3 files since from") {
		t.Errorf("text:\n%s", text)
	}
	if out := runIn(root, "baseline", "write", "known.json", "sub"); out.code != exitOK {
		t.Fatalf("%s", out.stderr)
	}
	writeFile(t, filepath.Join(root, "sub/skills/a/SKILL.md"), flawed("a", 2))
	b := scanJSON(t, runIn(root, "scan", "sub", "--json", "--baseline", "known.json", "--changed-since", "to")).Baseline
	if b.NewCount != 1 || b.KnownCount != 5 {
		t.Errorf("with a baseline: %d new, %d known", b.NewCount, b.KnownCount)
	}

	for ref, want := range map[string]string{"nowhere": `renma: --changed-since: ref "nowhere"`, "": `option --changed-since needs a value`} {
		out := runIn(root, "scan", "sub", "--changed-since="+ref)
		if out.code != exitUsage || len(out.stdout) > 0 || !strings.Contains(string(out.stderr), want) {
			t.Errorf("%q: exit status %d, %q", ref, out.code, out.stderr)
		}
	}
	if out := runIn(t.TempDir(), "scan", "--changed-since=HEAD"); out.code != exitUsage {
		t.Errorf("outside a repository: exit status %d, %q", out.code, out.stderr)
	}
}
