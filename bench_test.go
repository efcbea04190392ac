package renma_test

import (
	"fmt"
	"testing"

	"github.com/renma/renma"
	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/internal/testrepo"
)

// BenchmarkCompare reads and compares two commits that differ in 2% of their
// Skills, and beside it one of them, whose index is built. The repository is
// packed.
func BenchmarkCompare(b *testing.B) {
	for _, n := range []int{100, 1000} {
		from, to := corpus.Generate(corpus.Default(n))
		root := commits(b, testrepo.Files(from), testrepo.Files(to))
		runGit(b, root, "gc", "-q")
		b.Run(fmt.Sprintf("index/skills=%d", n), func(b *testing.B) {
			for b.Loop() {
				repo, err := renma.OpenRef(b.Context(), root, "to", renma.Options{})
				if err != nil {
					b.Fatal(err)
				}
				repo.Index().SkillIndexReport()
			}
		})
		b.Run(fmt.Sprintf("diff/skills=%d", n), func(b *testing.B) {
			for b.Loop() {
				compare(b, root, renma.Options{}).Diff()
			}
		})
	}
}
