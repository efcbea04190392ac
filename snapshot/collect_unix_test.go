//go:build unix

package snapshot_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A pipe without a writer blocks whoever opens it.
func TestPipesAreNotOpened(t *testing.T) {
	dir := t.TempDir()
	for _, p := range []string{"skills/a/SKILL.md", "skills/b/SKILL.md", "contexts/c.md"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, p)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "skills/a/SKILL.md"), skill("a").Data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"skills/b/SKILL.md", "contexts/c.md", "notes.md"} {
		if err := syscall.Mkfifo(filepath.Join(dir, p), 0o644); err != nil {
			t.Skip("no pipes here:", err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s := collect(t, root.FS())
	if diff := cmp.Diff([]string{"exact unsupported contexts/c.md", "exact unsupported skills/b/SKILL.md"}, summary(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(s.Skills) != 1 {
		t.Errorf("%d skills", len(s.Skills))
	}
}
