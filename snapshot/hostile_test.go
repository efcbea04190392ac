package snapshot_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"go.uber.org/goleak"

	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/snapshot"
)

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}

// wide is a file system with one directory of many files, which takes no more
// memory than a listing of it.
type wide struct {
	fstest.MapFS
	dir string
	n   int
}

func (w wide) ReadDir(name string) ([]fs.DirEntry, error) {
	if name != w.dir {
		return w.MapFS.ReadDir(name)
	}
	list := make([]fs.DirEntry, w.n)
	for i := range list {
		list[i] = info{name: fmt.Sprintf("note%06d.txt", i)}
	}
	return append(list, info{name: "SKILL.md"}), nil
}

func TestDirectoryOfManyEntries(t *testing.T) {
	const n = 100_000
	files := wide{fstest.MapFS{"skills/a/SKILL.md": skill("a"), "skills/b/SKILL.md": skill("b")}, "skills/a", n}
	s := collect(t, files)
	if len(s.Skills) != 2 || len(s.FileDiagnostics) != 0 || !s.Coverage.Complete {
		t.Errorf("%d Skills, %v", len(s.Skills), summary(s))
	}
}

// cancelling cancels a context at the k-th call.
type cancelling struct {
	fs.FS
	mu     sync.Mutex
	left   int
	cancel context.CancelFunc
	late   int // calls that began after the cancellation
}

func (c *cancelling) call() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left--
	switch {
	case c.left == 0:
		c.cancel()
	case c.left < 0:
		c.late++
	}
}

func (c *cancelling) Open(name string) (fs.File, error) {
	c.call()
	return c.FS.Open(name)
}

func (c *cancelling) ReadDir(name string) ([]fs.DirEntry, error) {
	c.call()
	return fs.ReadDir(c.FS, name)
}

func (c *cancelling) Lstat(name string) (fs.FileInfo, error) {
	c.call()
	return fs.Lstat(c.FS, name)
}

func (c *cancelling) ReadLink(name string) (string, error) { return fs.ReadLink(c.FS, name) }

// Wherever the context ends, Collect gives up with its error, asks for next to
// nothing more and leaves no goroutine behind.
func TestCancelledAtAnyCall(t *testing.T) {
	defer goleak.VerifyNone(t)
	o := corpus.Default(6)
	tree, _ := corpus.Generate(o)
	files := tree.FS()
	counter := &cancelling{FS: files, left: -1}
	collect(t, counter)
	calls := counter.late
	for k := 1; k <= calls; k++ {
		ctx, cancel := context.WithCancel(t.Context())
		fsys := &cancelling{FS: files, left: k, cancel: cancel}
		s, err := snapshot.Collect(ctx, fsys, snapshot.Options{})
		cancel()
		if !errors.Is(err, context.Canceled) || s != nil {
			t.Errorf("cancelled at call %d of %d: error %v", k, calls, err)
		}
		if perFile := 2; fsys.late > perFile*snapshot.DefaultConfig().Concurrency {
			t.Errorf("cancelled at call %d of %d: %d calls followed", k, calls, fsys.late)
		}
	}
}

// Ten readers of one file system do not disturb each other.
func TestCollectSideBySide(t *testing.T) {
	defer goleak.VerifyNone(t)
	o := corpus.Default(12)
	o.Invalid = 0.2
	tree, _ := corpus.Generate(o)
	files := tree.FS()
	want := document(t, collect(t, files))
	var got [10]string
	var wg sync.WaitGroup
	cache := &snapshot.Cache{}
	for i := range got {
		wg.Go(func() {
			s, err := snapshot.Collect(t.Context(), files, snapshot.Options{Root: "/repo", Cache: cache})
			if err != nil {
				t.Error(err)
				return
			}
			got[i] = document(t, s)
		})
	}
	wg.Wait()
	for i, text := range got {
		if text != want {
			t.Errorf("reader %d sees something else", i)
		}
	}
}

// What a name or a text holds never reaches a diagnostic raw.
func TestDiagnosticsOfHostileNames(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"line\nbreak", "\x1b[31mred", "\u202egpj", "\u009b31m", "bell\a", "tab\t", "nul\x00"} {
		files["skills/"+name+"/SKILL.md"] = &fstest.MapFile{Data: []byte("---\nname: \"" + strings.Repeat("\\u202e", 3) + "\"\n\"\\e\": [\n---\n")}
		files["skills/"+name+".skill.md"] = &fstest.MapFile{Data: []byte("\xff")}
		files["docs/"+name+"/SKILL.md"] = skill("x")
	}
	s := collect(t, files)
	for _, d := range s.FileDiagnostics {
		if strings.ContainsAny(d.Message, "\n\t\a\x00\x1b\u009b\u202e") {
			t.Errorf("%s: %q", d.Code, d.Message)
		}
	}
	if len(s.FileDiagnostics) < 14 {
		t.Errorf("%d diagnostics", len(s.FileDiagnostics))
	}
}
