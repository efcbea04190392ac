package snapshot_test

import (
	"context"
	"testing"

	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/internal/diskfs"
	"github.com/renma/renma/snapshot"
)

func BenchmarkCollect(b *testing.B) {
	corpus.Bench(b, func(b *testing.B, n int) {
		dir := b.TempDir()
		tree, _ := corpus.Generate(corpus.Default(n))
		if err := tree.Write(dir); err != nil {
			b.Fatal(err)
		}
		tree = nil // its memory would make the collector look cheaper
		root, err := diskfs.Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		defer root.Close()
		corpus.Measure(b, n, func() {
			s, err := snapshot.Collect(context.Background(), root, snapshot.Options{})
			if err != nil || len(s.Skills) != n {
				b.Fatal(len(s.Skills), err)
			}
		})
	})
}
