package markdown_test

import (
	"strings"
	"testing"

	"github.com/renma/renma/internal/markdown"
)

func BenchmarkParse(b *testing.B) {
	body := strings.Repeat("## Steps\n\nRead `plan.md` and **check** it\nagainst [the guide](references/guide.md).\n\n"+
		"- Never guess; ask the owner.\n- Write a report.\n\n| a | b |\n|---|---|\n| `c` | d |\n\n```sh\nmake test\n```\n\n", 25)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		markdown.Parse(body, 1)
	}
}

func BenchmarkParseHostile(b *testing.B) {
	for name, body := range hostile(512 << 10) {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				markdown.Parse(body, 1)
			}
		})
	}
}
