package diskfs

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadRegular(t *testing.T) {
	dir := t.TempDir()
	f := write(t, dir, "a/b.md", "a/long.md", "empty/x")
	if _, ok := f.readDir("."); !ok {
		t.Skip("this system does not open paths below a directory")
	}
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, err := range []error{
		os.Truncate(path("empty/x"), 0),
		os.Truncate(path("a/long.md"), 100_000),
		os.Symlink("b.md", path("a/link.md")),
		os.Symlink("a", path("inside")),
		os.Symlink(t.TempDir(), path("outside")),
		syscall.Mkfifo(path("pipe"), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	const limit = 10_000
	for name, want := range map[string]string{"a/b.md": "a/b.md", "empty/x": ""} {
		content, ok := f.ReadRegular(name, limit, []byte("before "))
		if !ok || string(content) != "before "+want {
			t.Errorf("%s: %q, %v", name, content, ok)
		}
	}
	for _, name := range []string{"a/long.md", "a/link.md", "inside/b.md", "outside", "pipe", "a", "gone", "../x", "/etc/hostname", ""} {
		if content, ok := f.ReadRegular(name, limit, nil); ok {
			t.Errorf("%q was read: %q", name, content)
		}
	}
	if content, ok := f.ReadRegular("a/long.md", 100_000, nil); !ok || len(content) != 100_000 {
		t.Errorf("%d bytes, %v", len(content), ok)
	}
}

// The kernel's own files claim to be empty; a file that grows is like them.
func TestReadRegularBeyondItsSize(t *testing.T) {
	f, err := Open("/proc/self")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	if content, ok := f.ReadRegular("status", 1<<20, nil); !ok || !strings.HasPrefix(string(content), "Name:") {
		t.Errorf("%q, %v", content, ok)
	}
	if _, ok := f.ReadRegular("status", 10, nil); ok {
		t.Error("read past the limit")
	}
}

func TestTypesOfEntries(t *testing.T) {
	dir := t.TempDir()
	f := write(t, dir, "dir/a.md", "file")
	if err := os.Symlink("file", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	list, ok := f.readDir(".")
	if !ok {
		t.Skip("this system does not open paths below a directory")
	}
	got := map[string]fs.FileMode{}
	for _, e := range list {
		info, err := e.Info()
		if err != nil || info.Mode().Type() != e.Type() || info.Name() != e.Name() {
			t.Errorf("%v: %v, %v", e, info, err)
		}
		got[e.Name()] = e.Type()
	}
	want := map[string]fs.FileMode{"dir": fs.ModeDir, "file": 0, "link": fs.ModeSymlink, "pipe": fs.ModeNamedPipe}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("types (-want +got)\n%s", diff)
	}
}
