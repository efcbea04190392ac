package corpus_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/corpus"
)

func TestEqualOptionsGiveEqualTrees(t *testing.T) {
	o := corpus.Default(200)
	from, to := corpus.Generate(o)
	again, toAgain := corpus.Generate(o)
	if diff := cmp.Diff(from, again); diff != "" {
		t.Errorf("first tree differs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(to, toAgain); diff != "" {
		t.Errorf("second tree differs (-want +got):\n%s", diff)
	}
}

func TestSecondTreeChangesTheShareAskedFor(t *testing.T) {
	from, to := corpus.Generate(corpus.Default(1000))
	changed := 0
	for p, text := range from {
		if to[p] != text {
			changed++
		}
	}
	// 20 Skills and 2 contexts; a removed Skill takes its support files along.
	if changed < 15 || changed > 40 {
		t.Errorf("%d of %d files changed, want about 22", changed, len(from))
	}
}

func TestWriteCreatesEveryFile(t *testing.T) {
	tree, _ := corpus.Generate(corpus.Default(10))
	dir := t.TempDir()
	if err := tree.Write(dir); err != nil {
		t.Fatal(err)
	}
	for p, want := range tree {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(p)))
		if err != nil || string(got) != want {
			t.Errorf("%s: not written as generated (%v)", p, err)
		}
	}
}
