package discovery_test

import (
	"context"
	"strings"
	"testing"

	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/snapshot"
)

func corpusSnapshot(b *testing.B, skills int) *snapshot.Snapshot {
	b.Helper()
	tree, _ := corpus.Generate(corpus.Default(skills))
	for path := range tree {
		if !strings.HasSuffix(path, "/SKILL.md") && !strings.HasPrefix(path, "contexts/") && !strings.HasPrefix(path, "renma.config") {
			delete(tree, path) // discovery never sees support files
		}
	}
	s, err := snapshot.Collect(context.Background(), tree.FS(), snapshot.Options{Root: "/repository"})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkPrepareDiscovery(b *testing.B) {
	corpus.Bench(b, func(b *testing.B, skills int) {
		s := corpusSnapshot(b, skills)
		corpus.Measure(b, skills, func() { discovery.PrepareDiscovery(s) })
	})
}
