package snapshot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/snapshot"
)

// faulty is a file system that lies: about some paths it says something else
// when they are listed, looked at or opened.
type faulty struct {
	fstest.MapFS
	listErr map[string]error
	list    map[string][]fs.DirEntry // listings in place of the true ones
	lstat   map[string]fs.FileMode   // what a path has become since it was listed
	open    map[string]func() (fs.File, error)

	mu     sync.Mutex
	opened map[string]int
}

func (f *faulty) ReadDir(name string) ([]fs.DirEntry, error) {
	if list, ok := f.list[name]; ok {
		return list, nil
	}
	list, err := f.MapFS.ReadDir(name)
	if f.listErr[name] != nil {
		err = f.listErr[name]
	}
	return list, err
}

func (f *faulty) Lstat(name string) (fs.FileInfo, error) {
	if mode, ok := f.lstat[name]; ok {
		return info{name: name, mode: mode}, nil
	}
	return f.MapFS.Lstat(name)
}

func (f *faulty) Open(name string) (fs.File, error) {
	f.mu.Lock()
	if f.opened == nil {
		f.opened = map[string]int{}
	}
	f.opened[name]++
	f.mu.Unlock()
	if open := f.open[name]; open != nil {
		return open()
	}
	return f.MapFS.Open(name)
}

func (f *faulty) Sub(dir string) (fs.FS, error) { return nil, errors.ErrUnsupported }

// info is the information of an invented file.
type info struct {
	fs.FileInfo
	name string
	mode fs.FileMode
	size int64
}

func (i info) Name() string      { return i.name }
func (i info) Mode() fs.FileMode { return i.mode }
func (i info) Type() fs.FileMode { return i.mode.Type() }
func (i info) IsDir() bool       { return i.mode.IsDir() }
func (i info) Size() int64       { return i.size }

// Info completes fs.DirEntry.
func (i info) Info() (fs.FileInfo, error) { return i, nil }

// stream is an open file with invented information.
type stream struct {
	io.Reader
	info
}

func (s stream) Stat() (fs.FileInfo, error) { return s.info, nil }
func (stream) Close() error                 { return nil }

type endless struct{ read *int64 }

func (e endless) Read(p []byte) (int, error) {
	*e.read += int64(len(p))
	return copy(p, bytes.Repeat([]byte("x"), len(p))), nil
}

// summary lists the diagnostics and the coverage issues of a snapshot.
func summary(s *snapshot.Snapshot) []string {
	var out []string
	for _, d := range s.FileDiagnostics {
		out = append(out, d.Code+" "+d.Path)
	}
	for _, i := range s.Coverage.BlockingIssues {
		out = append(out, fmt.Sprintf("%s %s %s", i.Scope, i.State, i.Path))
	}
	return out
}

func TestFileThatChangesWhileTheRepositoryIsRead(t *testing.T) {
	const p = "skills/a/SKILL.md"
	var served int64
	failing := func(err error) func() (fs.File, error) { return func() (fs.File, error) { return nil, err } }
	tests := map[string]struct {
		fs   *faulty
		want []string
	}{
		"becomes a link":   {&faulty{lstat: map[string]fs.FileMode{p: fs.ModeSymlink}}, []string{"DISCOVERY-SYMLINK-SKIPPED " + p, "exact symlink " + p}},
		"becomes a pipe":   {&faulty{lstat: map[string]fs.FileMode{p: fs.ModeNamedPipe}}, []string{"exact unsupported " + p}},
		"becomes a device": {&faulty{lstat: map[string]fs.FileMode{p: fs.ModeDevice}}, []string{"exact unsupported " + p}},
		"vanishes":         {&faulty{open: map[string]func() (fs.File, error){p: failing(fs.ErrNotExist)}}, []string{"DISCOVERY-FILE-READ-FAILED " + p, "exact unreadable " + p}},
		"is forbidden":     {&faulty{open: map[string]func() (fs.File, error){p: failing(fs.ErrPermission)}}, []string{"DISCOVERY-FILE-READ-FAILED " + p, "exact unreadable " + p}},
		"becomes a directory once open": {&faulty{open: map[string]func() (fs.File, error){p: func() (fs.File, error) {
			return stream{strings.NewReader(""), info{mode: fs.ModeDir}}, nil
		}}}, []string{"exact unsupported " + p}},
		"breaks off": {&faulty{open: map[string]func() (fs.File, error){p: func() (fs.File, error) {
			return stream{io.MultiReader(strings.NewReader("---"), brokenReader{}), info{size: 9}}, nil
		}}}, []string{"DISCOVERY-FILE-READ-FAILED " + p, "exact unreadable " + p}},
		"never ends": {&faulty{open: map[string]func() (fs.File, error){p: func() (fs.File, error) {
			return stream{endless{&served}, info{size: 9}}, nil
		}}}, []string{"DISCOVERY-FILE-TOO-LARGE " + p, "exact oversize " + p}},
		"claims too much": {&faulty{open: map[string]func() (fs.File, error){p: func() (fs.File, error) {
			return stream{endless{&served}, info{size: 1 << 60}}, nil
		}}}, []string{"DISCOVERY-FILE-TOO-LARGE " + p, "exact oversize " + p}},
	}
	for name, test := range tests {
		test.fs.MapFS = fstest.MapFS{p: skill("a"), "skills/b/SKILL.md": skill("b")}
		s := collect(t, test.fs)
		if diff := cmp.Diff(test.want, summary(s)); diff != "" {
			t.Errorf("a file that %s (-want +got):\n%s", name, diff)
		}
		if len(s.Skills) != 1 || s.Skills[0].File.Path != "skills/b/SKILL.md" {
			t.Errorf("a file that %s: %d skills", name, len(s.Skills))
		}
		if test.fs.lstat != nil && test.fs.opened[p] > 0 {
			t.Errorf("a file that %s was opened all the same", name)
		}
	}
	if limit := 2 * snapshot.DefaultConfig().MaxFileSizeBytes; served > limit {
		t.Errorf("an endless file was read for %d bytes", served)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) {
	return 0, errors.New("read skills/a/SKILL.md: input/output error")
}

func TestClaimedSizeIsNotReserved(t *testing.T) {
	files := &faulty{MapFS: fstest.MapFS{
		"renma.config.json": {Data: []byte(`{"max_file_size_bytes": 9007199254740991}`)}, "contexts/a.md": {},
	}}
	files.open = map[string]func() (fs.File, error){"contexts/a.md": func() (fs.File, error) {
		return stream{strings.NewReader("# A"), info{size: 1 << 50}}, nil
	}}
	if s := collect(t, files); len(s.Files) != 1 || s.Files[0].SizeBytes != 3 {
		t.Errorf("%d files, %v", len(s.Files), summary(s))
	}
}

func TestNamesThatNoPathCanHold(t *testing.T) {
	files := &faulty{MapFS: fstest.MapFS{"skills/a/SKILL.md": skill("a")}}
	a := info{name: "a", mode: fs.ModeDir}
	files.list = map[string][]fs.DirEntry{
		"skills": {a, info{name: "bad\xff", mode: fs.ModeDir}, info{name: "..", mode: fs.ModeDir}, info{name: "x/y", mode: fs.ModeDir}, a},
		"skills/a": {
			info{name: "SKILL.md"}, info{name: "SKILL.md"}, info{name: "notes\xff.txt"}, info{name: ""},
			info{name: "b\\SKILL.md"}, info{name: "references", mode: fs.ModeDir},
		},
		"skills/a/references": {info{name: "r\xff.md"}},
	}
	want := []string{
		"RENMA-DIAGNOSTIC .", // the name ".." below skills
		"LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR skills/a/b\\SKILL.md",
		"DISCOVERY-FILE-READ-FAILED skills/a/references/r\ufffd.md",
		"RENMA-DIAGNOSTIC skills/bad\ufffd",
		"RENMA-DIAGNOSTIC skills/x/y",
		"subtree unreadable skills/bad\ufffd",
		"subtree unreadable skills/x/y",
	}
	s := collect(t, files)
	if diff := cmp.Diff(want, summary(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(s.Files) != 1 || files.opened["skills/a/SKILL.md"] != 1 {
		t.Errorf("%d files, SKILL.md opened %d times", len(s.Files), files.opened["skills/a/SKILL.md"])
	}
}

func TestListingThatBreaksOffKeepsWhatItGave(t *testing.T) {
	s := collect(t, &faulty{
		MapFS:   fstest.MapFS{"skills/a/SKILL.md": skill("a")},
		listErr: map[string]error{"skills": errors.New("readdir skills: input/output error")},
	})
	if diff := cmp.Diff([]string{"RENMA-DIAGNOSTIC skills", "subtree unreadable skills"}, summary(s)); diff != "" || len(s.Skills) != 1 {
		t.Errorf("%d skills (-want +got):\n%s", len(s.Skills), diff)
	}
}

func TestConfigurationIsOpenedOnceAlsoWhenAGlobSelectsIt(t *testing.T) {
	for _, p := range []string{"renma.config.jsonc", "conf/team.jsonc"} {
		files := &faulty{MapFS: fstest.MapFS{p: {Data: []byte(`{"globs": ["**/*"]}`)}, "skills/a/SKILL.md": skill("a")}}
		opts := snapshot.Options{}
		if p != "renma.config.jsonc" {
			opts.ConfigPath = p
		}
		s, err := snapshot.Collect(context.Background(), files, opts)
		if err != nil {
			t.Fatal(err)
		}
		if files.opened[p] != 1 || s.ScannedFileCount != 2 || s.ConfigPath != p {
			t.Errorf("%s was opened %d times, %d files", p, files.opened[p], s.ScannedFileCount)
		}
	}
}

// minimal is a file system without any optional method.
type minimal struct{ fsys fs.FS }

func (m minimal) Open(name string) (fs.File, error) { return m.fsys.Open(name) }

func TestMinimalFileSystem(t *testing.T) {
	files := fstest.MapFS{
		"renma.config.json": {Data: []byte(`{"fail_on": "low"}`)}, "skills/a/SKILL.md": skill("a"), "contexts/c.md": {Data: []byte("# C")},
	}
	want, got := collect(t, files), collect(t, minimal{files})
	if diff := cmp.Diff(document(t, want), document(t, got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
