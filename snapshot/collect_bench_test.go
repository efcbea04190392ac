package snapshot_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/internal/diskfs"
	"github.com/renma/renma/snapshot"
)

func BenchmarkCollect(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprintf("skills=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			tree, _ := corpus.Generate(corpus.Default(n))
			if err := tree.Write(dir); err != nil {
				b.Fatal(err)
			}
			root, err := diskfs.Open(dir)
			if err != nil {
				b.Fatal(err)
			}
			defer root.Close()
			for b.Loop() {
				s, err := snapshot.Collect(context.Background(), root, snapshot.Options{})
				if err != nil || len(s.Skills) != n {
					b.Fatal(len(s.Skills), err)
				}
			}
		})
	}
}
