package renma_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma"
	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/schemas"
	"github.com/renma/renma/snapshot"
)

// commits makes a repository whose tags "from" and "to" hold two trees; the work
// tree is that of "to".
func commits(t testing.TB, from, to testrepo.Files) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	builder, err := conformance.NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	list := func(files testrepo.Files) (out []conformance.File) {
		for name, text := range files {
			out = append(out, conformance.File{Path: name, Data: []byte(text)})
		}
		return out
	}
	root := filepath.Join(dir, "repo")
	if err := builder.Build(&conformance.Case{From: list(from), To: list(to)}, root); err != nil {
		t.Fatal(err)
	}
	return root
}

func runGit(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func encode(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func compare(t testing.TB, dir string, opts renma.Options) *renma.Comparison {
	t.Helper()
	c, err := renma.Compare(t.Context(), dir, "from", "to", opts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var (
	fromFiles = testrepo.Files{
		"renma.config.json":     testrepo.Adopted("off"),
		"skills/a/SKILL.md":     testrepo.Skill("a", testrepo.Published),
		"skills/b/SKILL.md":     testrepo.Skill("b"),
		"pkg/skills/p/SKILL.md": testrepo.Skill("p"),
	}
	toFiles = fromFiles.With(testrepo.Files{
		"renma.config.json":     testrepo.Adopted("warn"),
		"skills/b/SKILL.md":     testrepo.Skill("b", testrepo.Published),
		"pkg/skills/p/SKILL.md": testrepo.Skill("p", testrepo.Published),
		"new/skills/n/SKILL.md": testrepo.Skill("n"),
	})
)

func TestCompare(t *testing.T) {
	root := commits(t, fromFiles, toFiles)
	c := compare(t, root, renma.Options{})
	d := c.Diff()
	if d.Root != root || d.Target != "." || d.From.Ref != "from" || d.To.Ref != "to" || d.SameCommit() {
		t.Errorf("got root %s, target %s, refs %s and %s", d.Root, d.Target, d.From.Ref, d.To.Ref)
	}
	if n := len(d.Discovery.PublishedEntrypoints.Added); n != 1 {
		t.Errorf("%d entrypoints are new", n)
	}
	r := c.CiReport()
	if got := fmt.Sprint(r.SkillDiscoveryPolicy.Configured); got != "{off warn warn}" {
		t.Errorf("the policy is %s", got)
	}
	if encode(t, r.SkillDiscovery) != encode(t, d.Discovery) {
		t.Error("the CI report holds another discovery diff")
	}
	// What did not change was parsed once.
	a := func(r *renma.Repository) any { return r.Snapshot().Skills[0].File.Frontmatter() }
	b := func(r *renma.Repository) any { return r.Snapshot().Skills[1].File.Frontmatter() }
	if a(c.From()) != a(c.To()) || b(c.From()) == b(c.To()) {
		t.Error("shared files are parsed twice, or others once")
	}
}

func TestCompareDefaultsToHead(t *testing.T) {
	root := commits(t, fromFiles, toFiles)
	c, err := renma.Compare(t.Context(), root, "HEAD~1", "", renma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := c.Diff(); d.To.Ref != "HEAD" || len(d.Discovery.PublishedEntrypoints.Added) != 1 {
		t.Errorf("got %s, %v", d.To.Ref, d.Discovery.PublishedEntrypoints)
	}
	same, err := renma.Compare(t.Context(), root, "to", "main", renma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !same.Diff().SameCommit() || !same.Diff().Discovery.IsEmpty() {
		t.Error("two names of one commit differ")
	}
}

// state describes every file below dir: mode, time of change, content.
func state(t *testing.T, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var sum [32]byte
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = sha256.Sum256(data)
		}
		got[path] = fmt.Sprint(info.Mode(), info.ModTime().UnixNano(), sum)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A dirty index, changed and untracked files and a merge that goes on have no
// effect, and nothing in the repository changes.
func TestCompareReadsCommitsAlone(t *testing.T) {
	root := commits(t, fromFiles, toFiles)
	want := encode(t, compare(t, root, renma.Options{}).Diff())
	runGit(t, root, "reset", "-q", "--hard", "to")
	runGit(t, root, "checkout", "-q", "-b", "other", "from")
	runGit(t, root, "rm", "-q", "skills/b/SKILL.md")
	runGit(t, root, "commit", "-q", "-m", "x")
	runGit(t, root, "checkout", "-q", "main")
	cmd := exec.Command("git", "-c", "user.name=t", "-c", "user.email=t@example.com", "merge", "other")
	cmd.Dir = root
	if cmd.Run() == nil {
		t.Fatal("the merge has no conflict")
	}
	for name, text := range map[string]string{"skills/a/SKILL.md": "broken", "skills/new/SKILL.md": "untracked", "renma.config.json": "{"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	runGit(t, root, "add", "renma.config.json")
	before := state(t, root)
	if diff := cmp.Diff(want, encode(t, compare(t, root, renma.Options{}).Diff())); diff != "" {
		t.Errorf("(-clean +dirty):\n%s", diff)
	}
	if diff := cmp.Diff(before, state(t, root)); diff != "" {
		t.Errorf("the repository changed (-before +after):\n%s", diff)
	}
}

func TestCompareDirectory(t *testing.T) {
	root := commits(t, fromFiles, toFiles)
	d := compare(t, filepath.Join(root, "pkg"), renma.Options{}).Diff()
	if d.Root != root || d.Target != "pkg" || d.From.MissingTarget || len(d.Discovery.PublishedEntrypoints.Added) != 1 ||
		d.Discovery.Adoption.To != "partial" {
		t.Errorf("got %s", encode(t, d))
	}
	d = compare(t, filepath.Join(root, "new"), renma.Options{}).Diff()
	if !d.From.MissingTarget || d.To.MissingTarget || len(d.Catalog.AddedAssets) != 1 {
		t.Errorf("got %s", encode(t, d))
	}
	if err := os.Mkdir(filepath.Join(root, "nowhere"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := renma.Compare(t.Context(), filepath.Join(root, "nowhere"), "from", "to", renma.Options{})
	var gitError *renma.GitError
	if !errors.As(err, &gitError) || gitError.Kind != renma.GitMissingTarget {
		t.Errorf("got %v", err)
	}
}

func TestCompareNamesUnreadSubmodules(t *testing.T) {
	root := commits(t, fromFiles, toFiles)
	id := runGit(t, root, "rev-parse", "to")
	runGit(t, root, "reset", "-q", "--hard", "to")
	for _, path := range []string{"skills/sub", ".agents", "vendor/lib", "skillset"} {
		runGit(t, root, "update-index", "--add", "--cacheinfo", "160000,"+id+","+path)
	}
	runGit(t, root, "commit", "-q", "-m", "submodules")
	c, err := renma.Compare(t.Context(), root, "to", "HEAD", renma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := c.Diff()
	if diff := cmp.Diff([]string{".agents", "skills/sub"}, d.To.UnreadGitlinks); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if d.From.UnreadGitlinks != nil || len(d.Catalog.AddedAssets) != 0 {
		t.Errorf("got %s", encode(t, d))
	}
}

func TestCompareConfiguration(t *testing.T) {
	root := commits(t, fromFiles.With(testrepo.Files{"team.json": testrepo.Adopted("warn"), "old.json": "{}"}),
		toFiles.With(testrepo.Files{"team.json": testrepo.Adopted("off"), "pkg/own.json": testrepo.Adopted("off")}))
	outside := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(outside, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	pkg := filepath.Join(root, "pkg")
	tests := []struct {
		name, dir, config string
		adoption          string // of both sides; "" when the call must fail
		fault             string
	}{
		{"relative", root, "team.json", "{adopted adopted false}", ""},
		{"absolute", root, filepath.Join(root, "team.json"), "{adopted adopted false}", ""},
		{"in the directory", pkg, "own.json", "", `from: ref "from": own.json`},
		{"above the directory", pkg, filepath.Join(root, "team.json"), "{incomplete adopted true}", ""},
		{"on one side only", root, "old.json", "", `to: ref "to": old.json`},
		{"outside", root, outside, "", "the configuration must be a file of the repository"},
		{"climbing out", root, "../x.json", "", "inside the repository"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := renma.Compare(t.Context(), tt.dir, "from", "to", renma.Options{ConfigPath: tt.config})
			if tt.fault != "" {
				var config *snapshot.ConfigError
				if err == nil || !errors.As(err, &config) || !strings.Contains(err.Error(), tt.fault) {
					t.Fatalf("got %v, want a configuration error with %q", err, tt.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(c.Diff().Discovery.Adoption); got != tt.adoption {
				t.Errorf("adoption %s, want %s", got, tt.adoption)
			}
		})
	}
}

func TestCompareErrors(t *testing.T) {
	root := commits(t, fromFiles, toFiles.With(testrepo.Files{"renma.config.json": `{"skill_discovery": {"adopted": "yes"}}`}))
	tests := []struct {
		from, to string
		side     string
		kind     renma.GitErrorKind
		message  string
	}{
		{"nope", "to", "from", renma.GitUnknownRef, `from: ref "nope" names no commit`},
		{"from", "nope", "to", renma.GitUnknownRef, `to: ref "nope" names no commit`},
		{"", "to", "from", renma.GitBadRef, "is empty"},
		{"from", "--all", "to", renma.GitBadRef, "begins with a dash"},
		{"from", "from:skills", "to", renma.GitNoCommit, "is a tree"},
		{"from", "to", "to", "", `to: ref "to": renma.config.json:1:`},
		{"to", "from", "from", "", `from: ref "to": renma.config.json:1:`},
	}
	for _, tt := range tests {
		_, err := renma.Compare(t.Context(), root, tt.from, tt.to, renma.Options{})
		var ref *renma.RefError
		if !errors.As(err, &ref) || ref.Side != tt.side {
			t.Errorf("%q, %q: %v is no fault of the %s side", tt.from, tt.to, err, tt.side)
			continue
		}
		if !strings.Contains(err.Error(), tt.message) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q, %q: the message is %q", tt.from, tt.to, err)
		}
		var gitError *renma.GitError
		if errors.As(err, &gitError) != (tt.kind != "") || gitError != nil && gitError.Kind != tt.kind {
			t.Errorf("%q, %q: %v is of kind %v", tt.from, tt.to, err, gitError)
		}
	}
	if _, err := renma.Compare(t.Context(), t.TempDir(), "from", "to", renma.Options{}); err == nil || errors.As(err, new(*renma.RefError)) {
		t.Errorf("no repository: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := renma.Compare(ctx, root, "from", "to", renma.Options{}); !errors.Is(err, context.Canceled) || errors.As(err, new(*renma.RefError)) {
		t.Errorf("cancelled: %v", err)
	}
}

// An object that is missing is no fault of a file.
func TestCompareWithDamagedObject(t *testing.T) {
	root := commits(t, fromFiles, toFiles)
	id := runGit(t, root, "rev-parse", "to:skills/b/SKILL.md")
	if err := os.Remove(filepath.Join(root, ".git/objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
	_, err := renma.Compare(t.Context(), root, "from", "to", renma.Options{})
	var ref *renma.RefError
	var gitError *renma.GitError
	if !errors.As(err, &ref) || ref.Side != "to" || !errors.As(err, &gitError) || gitError.Kind != renma.GitMissingObject {
		t.Errorf("got %v", err)
	}
}

func TestOpenRef(t *testing.T) {
	root := commits(t, fromFiles, toFiles)
	r, err := renma.OpenRef(t.Context(), root, "from", renma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Index().Summary.PublishedEntrypointCount; n != 1 {
		t.Errorf("%d entrypoints", n)
	}
	var gitError *renma.GitError
	if _, err := renma.OpenRef(t.Context(), root, "nope", renma.Options{}); !errors.As(err, &gitError) || gitError.Kind != renma.GitUnknownRef {
		t.Errorf("got %v", err)
	}
	if _, err := renma.OpenRef(t.Context(), filepath.Join(root, "new"), "from", renma.Options{}); !errors.As(err, &gitError) || gitError.Kind != renma.GitMissingTarget {
		t.Errorf("got %v", err)
	}
}

// A commit scans like the directory that it is a copy of.
func TestCommitScansLikeItsCheckout(t *testing.T) {
	cases, err := conformance.ReadAll("testdata/conformance/collection")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	builder, err := conformance.NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, c := range cases {
		if builder.Misfit(&c) != "" {
			continue
		}
		root := filepath.Join(dir, strings.ReplaceAll(c.Name, "/", "+"))
		if err := builder.Build(&c, root); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(root, ".git", "HEAD")); err != nil {
			continue
		}
		runGit(t, root, "add", "-A", "-f")
		runGit(t, root, "commit", "-q", "--allow-empty", "-m", "x")
		disk, err := renma.Open(t.Context(), root, renma.Options{})
		committed, refErr := renma.OpenRef(t.Context(), root, "HEAD", renma.Options{})
		if err != nil || refErr != nil {
			if (err == nil) != (refErr == nil) {
				t.Errorf("%s: from disk %v, from the commit %v", c.Name, err, refErr)
			}
			continue
		}
		compared++
		if diff := cmp.Diff(encode(t, disk.Scan()), encode(t, committed.Scan())); diff != "" {
			t.Errorf("%s (-disk +commit):\n%s", c.Name, diff)
		}
	}
	if compared < 30 {
		t.Errorf("only %d trees were compared", compared)
	}
}

// A submodule that is checked out is no more read from disk than from a commit.
func TestSubmoduleScansAlike(t *testing.T) {
	other, root := commits(t, fromFiles, toFiles), commits(t, fromFiles, toFiles)
	runGit(t, root, "reset", "-q", "--hard", "to")
	runGit(t, root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", other, "skills/sub")
	runGit(t, root, "commit", "-q", "-m", "submodule")
	disk, err := renma.Open(t.Context(), root, renma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	commit, err := renma.OpenRef(t.Context(), root, "HEAD", renma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(encode(t, disk.Scan()), encode(t, commit.Scan())); diff != "" {
		t.Errorf("(-disk +commit):\n%s", diff)
	}
	named := 0
	for _, d := range commit.Scan().Diagnostics {
		if d.Code == "DISCOVERY-OTHER-REPOSITORY-SKIPPED" && d.Path == "skills/sub" {
			named++
		}
	}
	if named != 1 {
		t.Errorf("the submodule is named %d times", named)
	}
}

// Any bytes can be a path of a commit.
func TestCompareWithHostileNames(t *testing.T) {
	root := commits(t, fromFiles, fromFiles)
	runGit(t, root, "reset", "-q", "--hard", "to")
	for _, name := range []string{"line\nbreak", "\xff\xfe", "\x1b[31mred", "-rf", `back\slash`, "quo\"te", "\u202egpj.exe", "*", "a:b"} {
		path := filepath.Join(root, "skills", name, "SKILL.md")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(testrepo.Skill("x")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	runGit(t, root, "add", "-A")
	runGit(t, root, "commit", "-q", "-m", "names")
	c, err := renma.Compare(t.Context(), root, "to", "HEAD", renma.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := c.CiReport()
	if n := len(r.Diff.Catalog.AddedAssets); n != 7 { // a name that is no UTF-8 or holds a backslash is reported instead
		t.Errorf("%d assets are new: %+v", n, r.Diff.Catalog.AddedAssets)
	}
	reported := 0
	for _, d := range c.To().Snapshot().FileDiagnostics {
		if strings.HasPrefix(d.Path, "skills/") {
			reported++
		}
	}
	if reported != 2 {
		t.Errorf("%d diagnostics", reported)
	}
	if err := schemas.Validate("renma.ci-report.v1", []byte(encode(t, r))); err != nil {
		t.Error(err)
	}
	for name, text := range map[string]string{"Markdown": r.Markdown(), "annotations": r.Annotations(), "diff": c.Diff().Markdown()} {
		if strings.ContainsAny(text, "\x1b\u202e") {
			t.Errorf("%s: a name is live", name)
		}
	}
}
