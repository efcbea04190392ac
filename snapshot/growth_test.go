package snapshot_test

import (
	"io/fs"
	"sync"
	"testing"

	"github.com/renma/renma/internal/corpus"
)

// counted counts what is asked of a file system.
type counted struct {
	fs.FS
	mu           sync.Mutex
	opens, lists int
}

func (c *counted) Open(name string) (fs.File, error) {
	c.mu.Lock()
	c.opens++
	c.mu.Unlock()
	return c.FS.Open(name)
}

func (c *counted) ReadDir(name string) ([]fs.DirEntry, error) {
	c.mu.Lock()
	c.lists++
	c.mu.Unlock()
	return fs.ReadDir(c.FS, name)
}

// The work that Collect asks of a file system is what is there: one listing
// for each directory and one opening for each file. What it does with them is
// counted in internal/growth.
func TestWorkGrowsWithTheRepository(t *testing.T) {
	const perSkill = 4 // of each, in a corpus of any size
	for _, n := range []int{100, 1000} {
		tree, _ := corpus.Generate(corpus.Default(n))
		files := tree.FS()
		directories := 0
		if err := fs.WalkDir(files, ".", func(_ string, d fs.DirEntry, err error) error {
			if d.IsDir() {
				directories++
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		c := &counted{FS: files}
		s := collect(t, c)
		if c.lists != directories || c.opens > s.ScannedFileCount+1 {
			t.Errorf("%d skills: %d listings of %d directories, %d openings for %d files", n, c.lists, directories, c.opens, s.ScannedFileCount)
		}
		if c.lists > perSkill*n || c.opens > perSkill*n {
			t.Errorf("%d skills: %d listings and %d openings, more than %d for each", n, c.lists, c.opens, perSkill)
		}
	}
}
