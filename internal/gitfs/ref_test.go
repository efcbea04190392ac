package gitfs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRefsThatNameACommit(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	first := r.commit("first: one")
	r.write("a.md", "two")
	second := r.commit("second two")
	r.git("tag", "light", first)
	r.git("tag", "-a", "heavy", "-m", "x", first)
	r.git("tag", "-a", "twice", "-m", "x", "heavy")
	r.git("branch", "topic/ünïcode-☃", first)
	r.git("branch", "a.md", first) // also the name of a file
	repo := open(t, r.dir)
	tests := map[string]string{
		"main":                  second,
		"refs/heads/main":       second,
		"HEAD":                  second,
		"@":                     second,
		"HEAD~1":                first,
		"HEAD^":                 first,
		"main@{0}":              second,
		"main@{1}":              first,
		"HEAD^{commit}":         second,
		":/first":               first,
		":/second two":          second,
		"HEAD^{/first: one}":    first,
		"light":                 first,
		"heavy":                 first,
		"twice":                 first,
		"tags/heavy":            first,
		"topic/ünïcode-☃":       first,
		"a.md":                  first,
		first:                   first,
		first[:7]:               first,
		"heavy-0-g" + first[:7]: first,
	}
	for ref, want := range tests {
		got, err := repo.Resolve(ref)
		if err != nil {
			t.Errorf("%q: %v", ref, err)
			continue
		}
		if diff := cmp.Diff(Commit{ref, want}, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", ref, diff)
		}
	}
}

func TestRefsThatNameNone(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	r.write("dir/b.md", "two")
	first := r.commit("one")
	r.git("tag", "-a", "blob", "-m", "x", "HEAD:a.md")
	r.git("update-ref", "refs/remotes/origin/release", first)
	before := state(t, r.dir)
	repo := open(t, r.dir)
	tests := []struct {
		ref  string
		want Kind
		says string
	}{
		{"", BadRef, "empty"},
		{"-l", BadRef, "dash"},
		{"--list", BadRef, "dash"},
		{"--output=" + filepath.Join(r.dir, "out"), BadRef, "dash"},
		{"--upload-pack=touch out", BadRef, "dash"},
		{"main\nHEAD", BadRef, "control character"},
		{"main\x00", BadRef, "control character"},
		{"main\x1b[31m", BadRef, "control character"},
		{"\u0085", BadRef, "control character"},
		{"nope", UnknownRef, "git branch --all"},
		{"mian", UnknownRef, `did you mean "main"?`},
		{"release", UnknownRef, `did you mean "origin/release"?`},
		{"main missing", UnknownRef, ""},
		{"main..main", UnknownRef, "one commit on each side"},
		{"main...main", UnknownRef, "one commit on each side"},
		{"^main", UnknownRef, ""},
		{"main^@", UnknownRef, ""},
		{"main@{u}", UnknownRef, ""},
		{"main@{99}", UnknownRef, ""},
		{"HEAD~99", UnknownRef, ""},
		{":/no such message", UnknownRef, ""},
		{"$(touch out)", UnknownRef, ""},
		{"`touch out`", UnknownRef, ""},
		{"; touch out", UnknownRef, ""},
		{"../../etc/passwd", UnknownRef, ""},
		{"main HEAD", UnknownRef, ""},
		{" main", UnknownRef, ""},
		{"\xff\xfe", UnknownRef, ""},
		{strings.Repeat("a", 5000), UnknownRef, ""},
		{strings.Repeat("0", 40), UnknownRef, ""},
		{"HEAD:", NotCommit, "tree"},
		{"HEAD:dir", NotCommit, "tree"},
		{"HEAD^{tree}", NotCommit, "tree"},
		{"HEAD:a.md", NotCommit, "blob"},
		{":a.md", NotCommit, "blob"},
		{"blob", NotCommit, "tag"},
	}
	for _, tt := range tests {
		_, err := repo.Resolve(tt.ref)
		e := wantKind(t, err, tt.want)
		if e.Ref != tt.ref {
			t.Errorf("the error for %q names %q", tt.ref, e.Ref)
		}
		if !strings.Contains(e.Error(), tt.says) {
			t.Errorf("the error for %q does not say %q: %v", tt.ref, tt.says, e)
		}
	}
	if diff := cmp.Diff(before, state(t, r.dir)); diff != "" {
		t.Errorf("the repository changed (-before +after):\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(r.dir, "out")); err == nil {
		t.Error("a ref was run as a command")
	}
}

func TestUnbornHead(t *testing.T) {
	r := newRepo(t)
	_, err := open(t, r.dir).Resolve("HEAD")
	if e := wantKind(t, err, UnknownRef); !strings.Contains(e.Error(), "commit something first") {
		t.Errorf("the error does not help: %v", err)
	}
}

// A short id that two objects share still names the one that is a commit.
func TestShortIDPrefersACommit(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one")
	commit := r.commit("one")
	prefix := commit[:4]
	n := 0
	for !strings.HasPrefix(blobID(fmt.Sprint(n)), prefix) {
		n++
	}
	r.write("blob", fmt.Sprint(n))
	r.git("hash-object", "-w", "blob")
	got, err := open(t, r.dir).Resolve(prefix)
	if err != nil || got.ID != commit {
		t.Errorf("%s is %v, %v, want %s", prefix, got, err, commit)
	}
}

func FuzzResolve(f *testing.F) {
	for _, ref := range []string{"HEAD", "main~1", "-l", "a..b", ":/x", "HEAD:a.md", "x\ny", "", "\xff", "HEAD missing", "HEAD^{tree}"} {
		f.Add(ref)
	}
	r := testRepo{nil, f.TempDir()}
	prepareFuzz(f, r.dir)
	f.Fuzz(func(t *testing.T, ref string) {
		repo, err := Open(t.Context(), r.dir)
		if err != nil {
			t.Fatal(err)
		}
		defer repo.Close()
		c, err := repo.Resolve(ref)
		if err != nil {
			if e, ok := err.(*Error); !ok || e.Kind == Failed {
				t.Fatalf("%q: %v", ref, err)
			}
			return
		}
		if _, err := repo.Tree(c); err != nil {
			t.Fatalf("%q is %s, which cannot be read: %v", ref, c.ID, err)
		}
	})
}
