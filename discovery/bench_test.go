package discovery_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/internal/textio"
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

// The time per Skill must stay flat.
func BenchmarkPrepareDiscovery(b *testing.B) {
	for _, skills := range []int{100, 1000, 10000, 50000} {
		b.Run(fmt.Sprintf("skills=%d", skills), func(b *testing.B) {
			s := corpusSnapshot(b, skills)
			b.ReportAllocs()
			for b.Loop() {
				discovery.PrepareDiscovery(s)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(skills), "ns/skill")
		})
	}
}

func BenchmarkSkillIndexJSON(b *testing.B) {
	for _, skills := range []int{100, 1000} {
		b.Run(fmt.Sprintf("skills=%d", skills), func(b *testing.B) {
			report := discovery.PrepareDiscovery(corpusSnapshot(b, skills)).SkillIndexReport()
			var out bytes.Buffer
			b.ReportAllocs()
			for b.Loop() {
				out.Reset()
				if err := textio.EncodeJSON(&out, report); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(out.Len()))
		})
	}
}
