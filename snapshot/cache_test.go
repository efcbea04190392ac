package snapshot

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// namedFS is a file system that can tell contents apart without reading, and
// that counts how often a file is opened.
type namedFS struct {
	fstest.MapFS
	mu     sync.Mutex
	opened map[string]int
}

func (f *namedFS) Open(name string) (fs.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.MapFS[name] != nil {
		f.opened[name]++
	}
	return f.MapFS.Open(name)
}

func (f *namedFS) Lstat(name string) (fs.FileInfo, error) {
	info, err := f.MapFS.Lstat(name)
	if err != nil || info.IsDir() {
		return info, err
	}
	return namedInfo{info, fmt.Sprintf("%x", sha256.Sum256(f.MapFS[name].Data))}, nil
}

type namedInfo struct {
	fs.FileInfo
	id string
}

func (i namedInfo) Sys() any          { return i }
func (i namedInfo) ContentID() string { return i.id }

func TestCacheSharesParsedFiles(t *testing.T) {
	text := testSkill("renma.id: skill.a")
	body := text + "See [notes](references/n.md) and [more](references/m.md).\n"
	tree := func(files map[string]string) *namedFS {
		f := &namedFS{MapFS: fstest.MapFS{}, opened: map[string]int{}}
		for name, text := range files {
			f.MapFS[name] = &fstest.MapFile{Data: []byte(text)}
		}
		return f
	}
	from := tree(map[string]string{
		"skills/a/SKILL.md": body, "skills/a/references/n.md": "# n\n", "skills/b/references/o.md": "# o\n", "README.md": "# x\n",
	})
	to := tree(map[string]string{
		"skills/a/SKILL.md": body, "skills/a/references/n.md": "# n\n", "skills/a/references/m.md": "# m\n",
		"skills/b/references/o.md": "# o\n", "skills/b/SKILL.md": text, "README.md": "# y\n",
	})
	collectWith := func(f *namedFS, opts Options) *Snapshot {
		s, err := Collect(t.Context(), f, opts)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	collect := func(f *namedFS, cache *Cache) *Snapshot { return collectWith(f, Options{Cache: cache}) }
	var cache Cache
	first := collect(from, &cache)
	before := first.CatalogReport()
	again, other := collect(from, &cache), collect(to, &cache)
	for name, n := range from.opened {
		if n != 1 {
			t.Errorf("%s was opened %d times on the first side", name, n)
		}
	}
	want := map[string]int{"skills/a/references/m.md": 1, "skills/b/SKILL.md": 1, "README.md": 1}
	if diff := cmp.Diff(want, to.opened); diff != "" {
		t.Errorf("opened on the second side (-want +got):\n%s", diff)
	}
	brief := collectWith(to, Options{Cache: &cache, MetadataOnly: true})
	if got := brief.Skills[0].File.Lines().Text(); len(got) >= len(text) {
		t.Errorf("the metadata alone come with %q", got)
	}
	for name := range to.MapFS {
		want[name]++ // what is kept of a file differs
	}
	held := len(cache.parsed)
	last := collectWith(to, Options{Cache: &cache, LastUse: true})
	if diff := cmp.Diff(want, to.opened); diff != "" || len(cache.parsed) != held-len(to.MapFS) {
		t.Errorf("the last use leaves %d of %d files; opened (-want +got):\n%s", len(cache.parsed), held, diff)
	}
	for name, pair := range map[string][2]CatalogReport{
		"first side, cached":          {before, again.CatalogReport()},
		"first side, after the other": {before, first.CatalogReport()},
		"second side":                 {collect(to, nil).CatalogReport(), other.CatalogReport()},
		"second side, the last use":   {other.CatalogReport(), last.CatalogReport()},
	} {
		if diff := cmp.Diff(pair[0], pair[1], cmp.AllowUnexported(Entry{}, Dependency{}), cmp.FilterPath(hidden, cmp.Ignore())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for name, pair := range map[string][2]*Snapshot{"first": {collect(from, nil), first}, "second": {collect(to, nil), other}} {
		for i, want := range pair[0].Files {
			if diff := cmp.Diff(want.Classification, pair[1].Files[i].Classification); diff != "" {
				t.Errorf("%s side, classification of %s (-want +got):\n%s", name, want.Path, diff)
			}
		}
	}
	if first.Skills[0].File == other.Skills[0].File || first.Skills[0].File.doc != other.Skills[0].File.doc {
		t.Error("the two sides must share the parsed document, and not the file")
	}
}

// hidden are the unexported parts of the catalog, which point back into it.
func hidden(p cmp.Path) bool {
	f, ok := p.Last().(cmp.StructField)
	return ok && f.Name()[0] >= 'a'
}

func TestCacheKeepsTheSizeLimit(t *testing.T) {
	f := &namedFS{MapFS: fstest.MapFS{
		"skills/a/SKILL.md": {Data: []byte(testSkill())},
		"large.json":        {Data: []byte("{}")},
		"small.json":        {Data: []byte(`{"max_file_size_bytes": 10}`)},
	}, opened: map[string]int{}}
	var cache Cache
	for _, config := range []string{"large.json", "small.json", "large.json"} {
		s, err := Collect(t.Context(), f, Options{Cache: &cache, ConfigPath: config})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := len(s.Skills), map[string]int{"large.json": 1}[config]; got != want {
			t.Errorf("%s: %d Skills, want %d", config, got, want)
		}
	}
}

// What a Skill was judged to be under one profile is not taken over for
// another.
func TestCacheKeepsProfilesApart(t *testing.T) {
	f := &namedFS{MapFS: fstest.MapFS{
		"skills/a/SKILL.md": {Data: []byte("---\nname: a\ndescription: Sorts invoices. Use when a payment run is planned.\neffort: high\n---\n")},
	}, opened: map[string]int{}}
	var cache Cache
	for _, test := range []struct {
		profile string
		valid   bool
	}{{"", false}, {"claude-code", true}, {"spec", false}, {"claude-code", true}} {
		s, err := Collect(t.Context(), f, Options{Cache: &cache, Profile: test.profile})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Skills[0].Result.Valid; got != test.valid {
			t.Errorf("valid under %q: %v", test.profile, got)
		}
	}
}
