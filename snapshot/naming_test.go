package snapshot

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/markdown"
)

// What is cut off a body before it is read names nothing, and changes nothing.
func FuzzNaming(f *testing.F) {
	for _, seed := range []string{
		"", "no name", "a `b.md` c\n\nd", "![i](a.png)\ntitle\n\n# more\n", "[x]: a.md\n\nsee [x]\n", "see [x]\n\n[x]:\na.md",
		"```\n`a.md`\n\n```\n`b.md`\n", "<!-- `a.md`\n\n-->\n", "- `a.md`\n\n  b\n\n      code\n", "> [a](b.md\n> \"t\")\n\n> c", "`a\n\nb.md`", "| `a.md` |\n|---|\n\n| b |\n|---|\n",
		"[a](<b\n\nc.md>)", "`a.md`\r\n\r\nb\n\nc\r", "\\`a.md\n\n", "<div>`a.md`\n\n</div>", "`a.md` b\n===\n\nc\n---\n", "*[a](b.md)\n\n*",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		part := string(naming([]byte(body)))
		if diff := cmp.Diff(markdown.References(body, 1), markdown.References(part, 1)); diff != "" {
			t.Errorf("%q is cut to %q (-all +part):\n%s", body, part, diff)
		}
	})
}
