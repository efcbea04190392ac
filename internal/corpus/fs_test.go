package corpus_test

import (
	"testing"
	"testing/fstest"

	"github.com/renma/renma/internal/corpus"
)

func TestFS(t *testing.T) {
	tree, _ := corpus.Generate(corpus.Default(5))
	if err := fstest.TestFS(tree.FS(), tree.Paths()...); err != nil {
		t.Error(err)
	}
	if _, err := (corpus.Tree{}).FS().Open("."); err != nil {
		t.Errorf("an empty tree has no root: %v", err)
	}
}
