//go:build unix

package renma_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/renma/renma"
	"github.com/renma/renma/agentskills/migrate"
)

// A pipe would make a reader wait for ever.
func TestPipeIsNotRead(t *testing.T) {
	dir := lay(t, map[string]string{"skills/a/SKILL.md": legacyText})
	if err := syscall.Mkfifo(filepath.Join(dir, "fifo.md"), 0o644); err != nil {
		t.Skip(err)
	}
	_, err := renma.SuggestMetadata(context.Background(), "fifo.md", renma.SuggestOptions{Dir: dir})
	var fileError *renma.FileError
	if !errors.As(err, &fileError) || err.Error() != `cannot read "fifo.md": it is no regular file` {
		t.Errorf("%v", err)
	}
}

func TestUnreadablePlaces(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root can read everything")
	}
	dir := lay(t, map[string]string{"skills/a.skill.md": legacyText, "skills/a/x": "", "skills/b/SKILL.md": legacyText, "skills/c/SKILL.md": legacyText})
	for _, name := range []string{"skills/a", "skills/b", "skills/c/SKILL.md"} {
		file := filepath.Join(dir, name)
		if err := os.Chmod(file, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(file, 0o755) })
	}
	report, failures := renma.SuggestMetadataAll(context.Background(), []string{"skills"}, renma.SuggestOptions{Dir: dir})
	if len(failures) != 3 || report.Summary.Failed != 3 || len(report.Suggestions) != 1 {
		t.Errorf("%v, %+v", failures, report.Summary)
	}
	if b := report.Suggestions[0].BlockedMetadata; len(b) != 1 || b[0].Code != migrate.BlockTargetUnverifiable {
		t.Errorf("%+v", b)
	}
}
