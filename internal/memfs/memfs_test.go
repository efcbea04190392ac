package memfs_test

import (
	"testing"
	"testing/fstest"

	"github.com/renma/renma/internal/memfs"
)

func TestFS(t *testing.T) {
	files := map[string]string{"a/b/c": "text", "a/d": "", "e": "x"}
	if err := fstest.TestFS(memfs.New(files), "a/b/c", "a/d", "e"); err != nil {
		t.Error(err)
	}
	if _, err := memfs.New(nil).Open("."); err != nil {
		t.Errorf("an empty tree has no root: %v", err)
	}
}
