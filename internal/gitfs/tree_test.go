package gitfs

import (
	"bytes"
	"crypto/sha1"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func blobID(content string) string {
	return fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(content), content)))
}

func prepareFuzz(f *testing.F, dir string) {
	f.Helper()
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"},
		{"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "--allow-empty", "-m", "x"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			f.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

func TestTreeIsAFileSystem(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	r.write("a/b/c.md", "two")
	r.write("a/b.md", "three")
	r.write("a.b/x", "")
	r.write("a-b", "four")
	r.write("run.sh", "#!/bin/sh\n")
	r.git("add", "-A")
	r.git("update-index", "--chmod=+x", "run.sh")
	r.git("commit", "-q", "-m", "x")
	for _, form := range []string{"loose", "packed"} {
		t.Run(form, func(t *testing.T) {
			if form == "packed" {
				r.git("gc", "-q")
			}
			tr := tree(t, open(t, r.dir), "HEAD")
			if err := fstest.TestFS(tr, "a.md", "a/b/c.md", "a/b.md", "a.b/x", "a-b", "run.sh"); err != nil {
				t.Error(err)
			}
			want := map[string]string{
				"a.md": "one", "a/b/c.md": "two", "a/b.md": "three", "a.b/x": "", "a-b": "four", "run.sh": "#!/bin/sh\n",
			}
			if diff := cmp.Diff(want, list(t, tr)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if tr.repo.Err() != nil {
				t.Error(tr.repo.Err())
			}
		})
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	r := newRepo(t)
	r.write("real/a.md", "one")
	r.link("dir", "real")
	r.link("out", "../../etc")
	r.link("file.md", "real/a.md")
	r.commit("x")
	tr := tree(t, open(t, r.dir), "HEAD")
	want := map[string]string{"real/a.md": "one", "dir": "-> real", "out": "-> ../../etc", "file.md": "-> real/a.md"}
	if diff := cmp.Diff(want, list(t, tr)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, name := range []string{"dir", "out", "file.md"} {
		if _, err := tr.Open(name); err == nil {
			t.Errorf("%s opens", name)
		}
		if _, err := tr.ReadFile(name); err == nil {
			t.Errorf("%s can be read", name)
		}
		if info, err := tr.Lstat(name); err != nil || info.Mode().Type() != fs.ModeSymlink {
			t.Errorf("%s is %v, %v", name, info, err)
		}
	}
	if _, err := tr.ReadDir("dir"); err == nil {
		t.Error("dir can be listed")
	}
	if _, err := tr.Lstat("dir/a.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("dir/a.md: %v", err)
	}
	if _, err := tr.ReadLink("real/a.md"); err == nil {
		t.Error("a file is read as a link")
	}
}

func TestPathsAreBytes(t *testing.T) {
	r := newRepo(t)
	want := map[string]string{}
	for _, name := range []string{
		"skills/line\nbreak/SKILL.md", "tab\there", `quote"back\slash`, "\x1b[31mred", "-rf", "--", "\xff\xfe/latin\xe9.md",
		" leading and trailing ", "ünïcödé/☃.md", "u\u0308/decomposed", "*glob?[a]", "a:b", "HEAD", "%s%n", ":(top)x",
	} {
		r.write(name, name)
		want[name] = name
	}
	r.commit("x")
	repo := open(t, r.dir)
	if diff := cmp.Diff(want, list(t, tree(t, repo, "HEAD"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, dir := range []string{"skills/line\nbreak", "\xff\xfe"} {
		sub := open(t, filepath.Join(r.dir, dir))
		if got := len(list(t, tree(t, sub, "HEAD"))); got != 1 || sub.Target() != dir {
			t.Errorf("target %q holds %d files", sub.Target(), got)
		}
	}
}

func TestSubdirectory(t *testing.T) {
	r := newRepo(t)
	r.write("pkg/in/a.md", "one")
	r.write("other/a.md", "two")
	r.link("link", "pkg")
	r.commit("directory")
	r.git("rm", "-q", "-r", "pkg")
	r.link("pkg", "other")
	r.commit("link")
	r.git("rm", "-q", "pkg")
	r.write("pkg", "file")
	r.commit("file")
	r.git("rm", "-q", "pkg")
	r.commit("nothing")
	r.git("checkout", "-q", "HEAD~3")

	repo := open(t, filepath.Join(r.dir, "pkg"))
	if repo.Top() != r.dir || repo.Target() != "pkg" {
		t.Errorf("top %s, target %s", repo.Top(), repo.Target())
	}
	tests := []struct {
		dir, ref string
		want     map[string]string
		missing  bool
	}{
		{"pkg", ":/directory", map[string]string{"in/a.md": "one"}, false},
		{"pkg", ":/link", map[string]string{}, true},
		{"pkg", ":/file", map[string]string{}, true},
		{"pkg", ":/nothing", map[string]string{}, true},
		{"pkg/in", ":/directory", map[string]string{"a.md": "one"}, false},
		{"pkg/in", ":/link", map[string]string{}, true},
		{"link", ":/directory", map[string]string{}, true},
		{"link/in", ":/directory", map[string]string{}, true},
	}
	for _, tt := range tests {
		sub := open(t, filepath.Join(r.dir, tt.dir))
		if sub.Target() != tt.dir {
			t.Errorf("target of %s is %s", tt.dir, sub.Target())
		}
		tr := tree(t, sub, tt.ref)
		if diff := cmp.Diff(tt.want, list(t, tr)); diff != "" || tr.Missing != tt.missing {
			t.Errorf("%s at %s: missing %v (-want +got):\n%s", tt.dir, tt.ref, tr.Missing, diff)
		}
	}
}

// A link outside the repository that leads into it is the user's own way to it.
func TestLinkFromOutside(t *testing.T) {
	r := newRepo(t)
	r.write("pkg/a.md", "one")
	r.commit("x")
	outside := testRepo{t, t.TempDir()}
	outside.link("way", r.dir)
	outside.link("in", filepath.Join(r.dir, "pkg"))
	for name, target := range map[string]string{"way": ".", "way/pkg": "pkg", "in": "pkg"} {
		repo := open(t, filepath.Join(outside.dir, name))
		if repo.Top() != r.dir || repo.Target() != target {
			t.Errorf("%s: top %s, target %s", name, repo.Top(), repo.Target())
		}
	}
}

func TestAttributesHideAndChangeNothing(t *testing.T) {
	r := newRepo(t)
	r.write("skills/a/SKILL.md", "line\n$Format:%H$ $Id$\n")
	r.write("lfs.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
	r.write(".gitattributes", "skills export-ignore\n*.md export-subst ident text eol=crlf working-tree-encoding=UTF-16\n")
	r.git("-c", "core.autocrlf=false", "add", "lfs.bin", ".gitattributes")
	blob := r.git("hash-object", "-w", "--no-filters", "skills/a/SKILL.md")
	r.git("update-index", "--add", "--cacheinfo", "100644,"+blob+",skills/a/SKILL.md")
	r.git("commit", "-q", "-m", "x")
	r.write(".git/info/attributes", "lfs.bin export-ignore filter=lfs\n")
	got := list(t, tree(t, open(t, r.dir), "HEAD"))
	want := map[string]string{
		".gitattributes":    "skills export-ignore\n*.md export-subst ident text eol=crlf working-tree-encoding=UTF-16\n",
		"lfs.bin":           "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
		"skills/a/SKILL.md": "line\n$Format:%H$ $Id$\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSubmodule(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	id := r.commit("x")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+id+",skills/sub")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+id+",b")
	r.git("commit", "-q", "-m", "submodules")
	repo := open(t, r.dir)
	tr := tree(t, repo, "HEAD")
	if diff := cmp.Diff([]string{"b", "skills/sub"}, tr.Gitlinks); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	mark := "gitlink " + id + "\n"
	want := map[string]string{"a.md": "one", "b/.git": mark, "skills/sub/.git": mark}
	if diff := cmp.Diff(want, list(t, tr)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Each distinct blob is asked for once, however many files of both commits it is.
func TestBlobsAreReadOnce(t *testing.T) {
	r := newRepo(t)
	for i := range 20 {
		r.write(fmt.Sprintf("same/%d.md", i), "same")
		r.write(fmt.Sprintf("own/%d.md", i), fmt.Sprint(i))
	}
	r.commit("one")
	r.write("own/7.md", "changed")
	r.commit("two")
	repo := open(t, r.dir)
	from, to := tree(t, repo, "HEAD~1"), tree(t, repo, "HEAD")
	if len(repo.blobs.known) != 0 {
		t.Error("blobs were read before anybody asked")
	}
	var wg sync.WaitGroup
	for range 4 {
		for _, tr := range []*Tree{from, to} {
			wg.Go(func() {
				if got := len(list(t, tr)); got != 40 {
					t.Errorf("%d files", got)
				}
			})
		}
	}
	wg.Wait()
	if got := len(repo.blobs.known); got != 22 {
		t.Errorf("%d blobs were read, want 22", got)
	}
	id := func(tr *Tree, name string) string {
		info, err := tr.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Sys().(interface{ ContentID() string }).ContentID()
	}
	if a, b, c := id(from, "own/1.md"), id(to, "own/1.md"), id(to, "own/7.md"); a != b || a == c || a == "" {
		t.Errorf("objects %s, %s, %s", a, b, c)
	}
}

func TestLargeBlobIsNotKept(t *testing.T) {
	r := newRepo(t)
	large := strings.Repeat("x", keepLimit+1)
	r.write("large", large)
	r.write("limit", large[1:])
	r.commit("x")
	repo := open(t, r.dir)
	tr := tree(t, repo, "HEAD")
	for name, want := range map[string]string{"large": large, "limit": large[1:]} {
		info, err := tr.Lstat(name)
		if err != nil || info.Size() != int64(len(want)) {
			t.Errorf("%s has %d bytes, %v", name, info.Size(), err)
		}
		got, err := tr.ReadFile(name)
		if err != nil || string(got) != want {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	for id, b := range repo.blobs.known {
		if (b.data == nil) != (b.size > keepLimit) {
			t.Errorf("blob %s of %d bytes: %d kept", id, b.size, len(b.data))
		}
	}
}

func TestReadFileGivesACopy(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	r.commit("x")
	tr := tree(t, open(t, r.dir), "HEAD")
	first, _ := tr.ReadFile("a.md")
	first[0] = 'X'
	if again, _ := tr.ReadFile("a.md"); string(again) != "one" {
		t.Errorf("got %q", again)
	}
}

func TestTreeThatNoDirectoryCanHold(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	r.commit("x")
	id := r.git("rev-parse", "HEAD:a.md")
	raw := make([]byte, len(id)/2)
	if _, err := fmt.Sscanf(id, "%x", &raw); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"..", ".", "a/../../b", "a//b", "twice"} {
		entry := "100644 " + name + "\x00" + string(raw)
		if name == "twice" {
			entry += entry
		}
		cmd := exec.Command("git", "hash-object", "-t", "tree", "-w", "--stdin", "--literally")
		cmd.Dir, cmd.Stdin = r.dir, strings.NewReader(entry)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		commit := r.git("commit-tree", "-m", "x", string(bytes.TrimSpace(out)))
		repo := open(t, r.dir)
		c, err := repo.Resolve(commit)
		if err != nil {
			t.Fatal(err)
		}
		_, err = repo.Tree(c)
		wantKind(t, err, BadTree)
	}
}

func TestDamagedObject(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	r.write("dir/b.md", "two")
	r.commit("x")
	remove := func(name string) {
		id := r.git("rev-parse", "HEAD:"+name)
		if err := os.Remove(filepath.Join(r.dir, ".git", "objects", id[:2], id[2:])); err != nil {
			t.Fatal(err)
		}
	}
	remove("a.md")
	repo := open(t, r.dir)
	_, err := tree(t, repo, "HEAD").ReadFile("a.md")
	wantKind(t, err, MissingObject)
	wantKind(t, repo.Err(), MissingObject)

	remove("dir")
	repo = open(t, r.dir)
	c, err := repo.Resolve("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	_, err = repo.Tree(c)
	wantKind(t, err, MissingObject)
}

func FuzzTreeEntries(f *testing.F) {
	f.Add("100644 blob 1\ta.md\x00120000 blob 2\tdir/link\x00160000 commit 3\tsub")
	f.Add("100644 blob 1\ta\x00100644 blob 1\ta/b")
	f.Add("160000 commit 3\ta\x00100644 blob 1\ta/.git")
	f.Add("100644 blob 1\t../a\x00 \t\x00100644 blob\ta")
	f.Fuzz(func(t *testing.T, listing string) {
		tr := &Tree{repo: &Repo{}, nodes: map[string]*node{".": {name: ".", mode: fs.ModeDir | 0o555}}}
		added := 1
		for entry := range strings.SplitSeq(listing, "\x00") {
			if tr.add(entry) {
				added++
			}
		}
		seen := 0
		err := fs.WalkDir(tr, ".", func(name string, d fs.DirEntry, err error) error {
			seen++
			if tr.nodes[name] == nil || slices.Contains(strings.Split(name, "/"), "..") {
				t.Errorf("the walk finds %q", name)
			}
			return err
		})
		if err != nil || seen < added || seen != len(tr.nodes) {
			t.Errorf("%d added, %d seen of %d, %v", added, seen, len(tr.nodes), err)
		}
	})
}
