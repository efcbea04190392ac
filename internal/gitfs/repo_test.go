package gitfs

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// testRepo is a repository on disk whose history a test writes with git.
type testRepo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) testRepo {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "t")
		t.Setenv("GIT_"+who+"_EMAIL", "t@example.com")
		t.Setenv("GIT_"+who+"_DATE", "2024-01-01T00:00:00Z")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := testRepo{t, filepath.Join(dir, "repo")}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r testRepo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r testRepo) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r testRepo) link(name, target string) {
	r.t.Helper()
	if err := os.Symlink(target, filepath.Join(r.dir, name)); err != nil {
		r.t.Fatal(err)
	}
}

func (r testRepo) commit(message string) string {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", message)
	return r.git("rev-parse", "HEAD")
}

// open opens dir and closes it when the test ends.
func open(t *testing.T, dir string) *Repo {
	t.Helper()
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func tree(t *testing.T, r *Repo, ref string) *Tree {
	t.Helper()
	c, err := r.Resolve(ref)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := r.Tree(c)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// list returns what a walk finds: contents of files, "-> target" for links.
func list(t *testing.T, tr *Tree) map[string]string {
	t.Helper()
	got := map[string]string{}
	err := fs.WalkDir(tr, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case d.Type() == fs.ModeSymlink:
			target, err := tr.ReadLink(name)
			got[name] = "-> " + target
			return err
		}
		data, err := tr.ReadFile(name)
		got[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// wantKind checks that err is an *Error of a kind and that its message is fit
// to be shown: one line, no path of a temporary file, no words of git.
func wantKind(t *testing.T, err error, kind Kind) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %v (%T), want an *Error of kind %s", err, err, kind)
	}
	if e.Kind != kind {
		t.Errorf("kind is %s, want %s: %v", e.Kind, kind, err)
	}
	for _, bad := range []string{"\n", "fatal:", "exit status"} {
		if strings.Contains(e.Error(), bad) {
			t.Errorf("the message holds %q: %q", bad, e.Error())
		}
	}
	return e
}

// state describes every file below dir: type, mode, time of change, content.
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
		sum := ""
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = fmt.Sprintf("%x", sha256.Sum256(data))
		}
		got[path] = fmt.Sprint(info.Mode(), info.ModTime().UnixNano(), info.Size(), sum)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestLinkedWorktree(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	r.commit("one")
	linked := filepath.Join(filepath.Dir(r.dir), "linked")
	r.git("worktree", "add", "-q", "-b", "other", linked)
	repo := open(t, linked)
	if repo.Top() != linked {
		t.Errorf("top is %s, want %s", repo.Top(), linked)
	}
	if got := list(t, tree(t, repo, "HEAD")); got["a.md"] != "one" {
		t.Errorf("got %v", got)
	}
}

func TestShallowClone(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	first := r.commit("one")
	r.write("a.md", "two")
	r.commit("two")
	shallow := testRepo{t, filepath.Join(filepath.Dir(r.dir), "shallow")}
	r.git("clone", "-q", "--depth", "1", "file://"+r.dir, shallow.dir)
	repo := open(t, shallow.dir)
	if got := list(t, tree(t, repo, "HEAD")); got["a.md"] != "two" {
		t.Errorf("got %v", got)
	}
	for _, ref := range []string{"HEAD~1", first} {
		_, err := repo.Resolve(ref)
		if e := wantKind(t, err, UnknownRef); !strings.Contains(e.Error(), "fetch-depth: 0") {
			t.Errorf("no word about the depth of the clone: %v", err)
		}
	}
	_, err := repo.Resolve("mian")
	if e := wantKind(t, err, UnknownRef); !strings.Contains(e.Error(), `"main"`) {
		t.Errorf("no word about the branch that was meant: %v", err)
	}
}

// A clone made without blobs would fetch them when git is asked for one.
func TestPartialCloneDoesNotFetch(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	r.commit("one")
	r.git("config", "uploadpack.allowFilter", "true")
	partial := testRepo{t, filepath.Join(filepath.Dir(r.dir), "partial")}
	r.git("clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+r.dir, partial.dir)
	before := state(t, partial.dir)
	repo := open(t, partial.dir)
	tr := tree(t, repo, "HEAD")
	_, err := tr.ReadFile("a.md")
	wantKind(t, err, MissingObject)
	wantKind(t, repo.Err(), MissingObject)
	if diff := cmp.Diff(before, state(t, partial.dir)); diff != "" {
		t.Errorf("the clone changed (-before +after):\n%s", diff)
	}
}

func TestWhereNothingCanBeRead(t *testing.T) {
	r := newRepo(t)
	r.write("dir/a.md", "one")
	r.commit("one")
	outside := t.TempDir()
	bare := filepath.Join(filepath.Dir(r.dir), "bare.git")
	r.git("clone", "-q", "--bare", r.dir, bare)
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, ".git"), []byte("gitdir: /nowhere\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, dir string
		want      Kind
	}{
		{"missing", filepath.Join(r.dir, "nope"), NoDirectory},
		{"file", filepath.Join(r.dir, "dir/a.md"), NoDirectory},
		{"outside", outside, NotRepository},
		{"bare", bare, BareRepository},
		{"git directory", filepath.Join(r.dir, ".git"), InsideGitDir},
		{"inside the git directory", filepath.Join(r.dir, ".git", "refs"), InsideGitDir},
		{"link to a git directory that is gone", broken, NotRepository},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(t.Context(), tt.dir)
			wantKind(t, err, tt.want)
		})
	}
}

func TestGitIsMissing(t *testing.T) {
	r := newRepo(t)
	t.Setenv("PATH", t.TempDir())
	_, err := Open(t.Context(), r.dir)
	if e := wantKind(t, err, NoGit); !errors.Is(e, exec.ErrNotFound) {
		t.Errorf("the cause is not told: %v", errors.Unwrap(e))
	}
}

func TestForeignOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
	r := newRepo(t)
	r.write("a.md", "one")
	r.commit("one")
	for name := range state(t, r.dir) {
		if err := os.Lchown(name, 4711, 4711); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Open(t.Context(), r.dir)
	wantKind(t, err, Ownership)

	config := "[safe]\n\tdirectory = " + r.dir + "\n"
	if err := os.WriteFile(filepath.Join(os.Getenv("HOME"), ".gitconfig"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	tree(t, open(t, r.dir), "HEAD")
}

func TestEnvironmentNamesAnotherRepository(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "right")
	r.commit("one")
	other := testRepo{t, t.TempDir()}
	other.git("init", "-q", "-b", "main")
	other.write("a.md", "wrong")
	other.commit("one")
	t.Setenv("GIT_DIR", filepath.Join(other.dir, ".git"))
	t.Setenv("GIT_WORK_TREE", other.dir)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(other.dir, ".git", "index"))
	t.Setenv("GIT_OBJECT_DIRECTORY", filepath.Join(other.dir, ".git", "objects"))
	t.Setenv("GIT_NAMESPACE", "x")
	t.Setenv("GIT_TRACE", filepath.Join(r.dir, "trace"))
	repo := open(t, r.dir)
	if repo.Top() != r.dir {
		t.Errorf("top is %s, want %s", repo.Top(), r.dir)
	}
	if diff := cmp.Diff(map[string]string{"a.md": "right"}, list(t, tree(t, repo, "HEAD"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(r.dir, "trace")); err == nil {
		t.Error("git wrote the trace that the environment asked for")
	}
}

// Everything that can make git run a program or write a file is configured, in
// the repository and for the user, and nothing of it happens.
func TestNothingIsRunOrWritten(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the trap is a shell script")
	}
	r := newRepo(t)
	r.write("a.md", "one\n$Format:%H$\n")
	r.write("left.txt", "tracked once\n")
	r.write(".gitattributes", "*.md filter=trap diff=trap text eol=crlf export-subst\n*.txt filter=trap.two\n")
	r.commit("one")
	r.write("a.md", "two\n")
	r.commit("two")
	r.git("rm", "-q", "--cached", "left.txt")
	trap := filepath.Join(t.TempDir(), "trap")
	mark := trap + ".sprung"
	if err := os.WriteFile(trap, []byte("#!/bin/sh\ntouch "+mark+"\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf(`[core]
	fsmonitor = %[1]s
	pager = %[1]s
	hooksPath = %[2]s
	askPass = %[1]s
	sshCommand = %[1]s
[alias]
	rev-parse = !%[1]s
	ls-tree = !%[1]s
	cat-file = !%[1]s
[pager]
	ls-tree = true
[diff "trap"]
	textconv = %[1]s
	command = %[1]s
[filter "trap"]
	smudge = %[1]s
	clean = %[1]s
	required = true
[filter "trap.two"]
	process = %[1]s
	required = true
[trace2]
	normalTarget = %[3]s
	eventTarget = %[3]s
`, trap, filepath.Dir(trap), mark)
	for _, file := range []string{filepath.Join(r.dir, ".git", "config"), filepath.Join(os.Getenv("HOME"), ".gitconfig")} {
		f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(f, config)
		f.Close()
	}
	r.write("untracked.md", "never seen")
	r.write("a.md", "dirty")

	before := state(t, r.dir)
	repo, err := Open(t.Context(), r.dir)
	if err != nil {
		t.Fatal(err)
	}
	got := list(t, tree(t, repo, "HEAD~1"))
	want := map[string]string{
		".gitattributes": "*.md filter=trap diff=trap text eol=crlf export-subst\n*.txt filter=trap.two\n",
		"a.md":           "one\n$Format:%H$\n",
		"left.txt":       "tracked once\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	list(t, tree(t, repo, "HEAD"))
	commit, err := repo.Resolve("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	changed, err := repo.Changed(commit)
	if diff := cmp.Diff([]string{"a.md", "untracked.md"}, changed); diff != "" || err != nil {
		t.Errorf("changed: %v (-want +got):\n%s", err, diff)
	}
	if err := repo.Close(); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(before, state(t, r.dir)); diff != "" {
		t.Errorf("the repository changed (-before +after):\n%s", diff)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("git ran a program or wrote a trace")
	}
}

// A filter that cannot be switched off is a reason to refuse, not to run it.
func TestChangedRefusesAFilterThatStaysOn(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one\n")
	r.commit("one")
	r.git("config", "filter.a=b.clean", "false")
	repo := open(t, r.dir)
	commit, err := repo.Resolve("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	changed, err := repo.Changed(commit)
	wantKind(t, err, Failed)
	if changed != nil {
		t.Errorf("changed: %q", changed)
	}
}

func TestReplacedAndGraftedCommitsStayAsTheyAre(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	first := r.commit("one")
	r.write("a.md", "two")
	second := r.commit("two")
	r.write("a.md", "three")
	third := r.commit("three")
	r.git("replace", third, first)
	if err := os.MkdirAll(filepath.Join(r.dir, ".git", "info"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.write(".git/info/grafts", third+" "+first+"\n")
	repo := open(t, r.dir)
	if got := list(t, tree(t, repo, "HEAD"))["a.md"]; got != "three" {
		t.Errorf("HEAD holds %q", got)
	}
	parent, err := repo.Resolve("HEAD~1")
	if err != nil || parent.ID != second {
		t.Errorf("the parent of HEAD is %v, %v, want %s", parent, err, second)
	}
}

func TestCancellation(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	r.write("b.md", "two")
	r.commit("one")
	ctx, cancel := context.WithCancel(t.Context())
	repo, err := Open(ctx, r.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	tr := tree(t, repo, "HEAD")
	if _, err := tr.ReadFile("a.md"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := tr.ReadFile("b.md"); !errors.Is(err, context.Canceled) {
		t.Errorf("reading gives %v", err)
	}
	if !errors.Is(repo.Err(), context.Canceled) {
		t.Errorf("the repository says %v", repo.Err())
	}
	if _, err := repo.Resolve("HEAD"); !errors.Is(err, context.Canceled) {
		t.Errorf("resolving gives %v", err)
	}
	if _, err := Open(ctx, r.dir); !errors.Is(err, context.Canceled) {
		t.Errorf("opening gives %v", err)
	}
	if _, err := repo.Tree(tr.Commit); !errors.Is(err, context.Canceled) {
		t.Errorf("listing gives %v", err)
	}
}

func TestClosedRepository(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	r.write("b.md", "two")
	r.commit("one")
	repo, err := Open(t.Context(), r.dir)
	if err != nil {
		t.Fatal(err)
	}
	tr := tree(t, repo, "HEAD")
	if _, err := tr.ReadFile("a.md"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := repo.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := tr.ReadFile("b.md"); err == nil {
		t.Error("a closed repository still reads")
	}
}
