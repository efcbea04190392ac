package diskfs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
)

func write(t *testing.T, dir string, files ...string) *FS {
	t.Helper()
	for _, p := range files {
		full := filepath.Join(dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(p), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestIsAFileSystem(t *testing.T) {
	f := write(t, t.TempDir(), "a.md", "skills/a/SKILL.md", "skills/a/references/x.md", "skills/b/SKILL.md")
	if err := fstest.TestFS(f, "a.md", "skills/a/SKILL.md", "skills/a/references/x.md"); err != nil {
		t.Error(err)
	}
}

func TestNothingLeadsOut(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret.md"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := write(t, dir, "in/a.md")
	for name, target := range map[string]string{"file": filepath.Join(outside, "secret.md"), "dir": outside, "in/up": "../../" + filepath.Base(outside)} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	for _, name := range []string{"file", "dir/secret.md", "in/up/secret.md", "../secret.md", "/etc/hostname", "in/../file", ""} {
		if _, err := fs.ReadFile(f, name); err == nil {
			t.Errorf("%q can be read", name)
		}
	}
	for _, name := range []string{"dir", "in/up", "..", "in/../..", "/", ""} {
		if _, err := fs.ReadDir(f, name); err == nil {
			t.Errorf("%q can be listed", name)
		}
	}
	if info, err := f.Lstat("dir"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("Lstat: %v, %v", info, err)
	}
	if target, err := f.ReadLink("dir"); err != nil || target != outside {
		t.Errorf("ReadLink: %q, %v", target, err)
	}
}

func TestErrorsNameThePath(t *testing.T) {
	f := write(t, t.TempDir(), "a/b/c.md")
	for _, name := range []string{"a/b/gone.md", "a/gone/c.md", "a/b/c.md/d"} {
		_, err := f.Open(name)
		var pathError *fs.PathError
		if !errors.As(err, &pathError) || pathError.Path != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := f.Open("a/b/gone.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// More directories than may stay open, used by several goroutines at a time.
func TestManyDirectories(t *testing.T) {
	var files []string
	for i := range 3 * maxOpen {
		files = append(files, fmt.Sprintf("skills/%d/references/x.md", i))
	}
	f := write(t, t.TempDir(), files...)
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range files {
				name := files[(i*(worker+1)*7)%len(files)]
				if data, err := fs.ReadFile(f, name); err != nil || string(data) != name {
					t.Errorf("%s: %q, %v", name, data, err)
				}
			}
		})
	}
	wg.Wait()
	if n := len(f.dirs); n > maxOpen || n != len(f.recent) {
		t.Errorf("%d directories stay open, %d in the list", n, len(f.recent))
	}
}
