//go:build unix

package snapshot_test

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/diskfs"
)

// special fills a directory with everything that a Skill can be instead of a
// file. It returns the paths by what they are.
func special(t *testing.T, dir string) map[string]string {
	t.Helper()
	made := map[string]string{}
	make := func(name string, how func(path string) error) {
		path := filepath.Join(dir, "skills", name, "SKILL.md")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := how(path); err != nil {
			t.Logf("no %s here: %v", name, err)
			return
		}
		made[name] = "skills/" + name + "/SKILL.md"
	}
	make("pipe", func(p string) error { return syscall.Mkfifo(p, 0o644) })
	make("socket", func(p string) error {
		if len(p) > 100 {
			// The name of a socket is short: bind it elsewhere and move it.
			short, err := os.MkdirTemp("", "s")
			if err != nil {
				return err
			}
			defer os.RemoveAll(short)
			if err := listen(t, filepath.Join(short, "s")); err != nil {
				return err
			}
			return os.Rename(filepath.Join(short, "s"), p)
		}
		return listen(t, p)
	})
	make("null", func(p string) error { return syscall.Mknod(p, syscall.S_IFCHR|0o666, 1<<8|3) })
	make("zero", func(p string) error { return syscall.Mknod(p, syscall.S_IFCHR|0o666, 1<<8|5) })
	make("block", func(p string) error { return syscall.Mknod(p, syscall.S_IFBLK|0o666, 7<<8) })
	make("directory", func(p string) error { return os.Mkdir(p, 0o755) })
	make("unreadable", func(p string) error {
		if os.Getuid() == 0 {
			return syscall.EPERM // root reads everything
		}
		return os.WriteFile(p, skill("unreadable").Data, 0)
	})
	return made
}

func listen(t *testing.T, path string) error {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err == nil {
		l.SetUnlinkOnClose(false)
		t.Cleanup(func() { l.Close() })
	}
	return err
}

func TestSpecialFilesAreNotOpened(t *testing.T) {
	dir := t.TempDir()
	made := special(t, dir)
	if err := os.MkdirAll(filepath.Join(dir, "skills/good"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "skills/good/SKILL.md"), skill("good").Data, 0o644); err != nil {
		t.Fatal(err)
	}
	disk, err := diskfs.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	s := collect(t, disk)
	if len(s.Skills) != 1 || s.ScannedFileCount != 1 {
		t.Errorf("%d Skills in %d files", len(s.Skills), s.ScannedFileCount)
	}
	states := map[string]string{}
	for _, issue := range s.Coverage.BlockingIssues {
		states[issue.Path] = issue.State
	}
	want := map[string]string{}
	for what, path := range made {
		switch what {
		case "unreadable":
			want[path] = "unreadable"
		case "directory": // holds no file, so nothing is missed
		default:
			want[path] = "unsupported"
		}
	}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Errorf("coverage (-want +got):\n%s", diff)
	}
}

// Links that loop, leave the repository or double a part of it are reported and
// lead nowhere.
func TestLinksAreNotFollowed(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	for path, text := range map[string][]byte{
		filepath.Join(outside, "SKILL.md"): skill("outside").Data, filepath.Join(dir, "skills/a/SKILL.md"): skill("a").Data,
		filepath.Join(dir, "shared/SKILL.md"): skill("shared").Data,
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	links := map[string]string{
		"skills/out": outside, "skills/loop": "loop", "skills/ping": "pong", "skills/pong": "ping", "skills/again": ".", "skills/up": "../..",
		"skills/shared": "../shared", "skills/dangling": "nothing", "skills/a/again": "../../skills", "skills/proc": "/proc/self/root",
	}
	var want []string
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("no links here:", err)
		}
		want = append(want, name)
	}
	disk, err := diskfs.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	s := collect(t, disk)
	var got []string
	for _, d := range s.FileDiagnostics {
		if d.Code == "SUPPORT-SYMLINK-PATH" {
			got = append(got, d.Path)
		}
	}
	if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" || len(s.Skills) != 1 {
		t.Errorf("%d Skills; links (-want +got):\n%s", len(s.Skills), diff)
	}
}
