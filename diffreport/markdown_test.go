package diffreport_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/renma/renma/internal/testrepo"
)

func TestMarkdown(t *testing.T) {
	from := base.With(testrepo.Files{"skills/gone/SKILL.md": testrepo.Skill("gone", testrepo.Continues("skill.gone"))})
	to := base.With(testrepo.Files{
		"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Published, testrepo.Continues("skill.b", "skill.c", "skill.c", "skill.c"), testrepo.Requires("context.gone")),
		"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Published, testrepo.Continues("skill.a")),
		"skills/c/SKILL.md": testrepo.Skill("c", testrepo.Deprecated),
		"contexts/n.md":     "# n\n",
	})
	md := diff(t, from, to).Markdown()
	at := 0
	for _, want := range []string{
		"# Renma semantic diff\n", "- From: `from` (6 assets, readiness ready ", "## Summary\n", "(level ready → not_ready)",
		"## Skill Discovery Changes\n", "- Adoption: `adopted`\n", "- Coverage: `authoritative`\n", "- Published entrypoints: +1 / -0\n",
		"- Reachability: +0 reachable / +0 not reached\n", "- Unrouted Skills: +0 / -0\n", "- Routes: +2 / -1 / 0 changed\n", "- Cyclic components: +1 / -1\n",
		"### Added entrypoints\n", "- `skill.b` (`skills/b/SKILL.md`)\n",
		"### Added routes\n", "- `skills/a/SKILL.md` → `skill.c` (resolved, unusable, declared 3 times)\n",
		"### Removed routes\n", "- `skills/gone/SKILL.md` → `skill.gone` (resolved, usable, declared once)\n",
		"### Added cycles\n", "- `skill.a`, `skill.b`\n", "### Resolved cycles\n", "- `skill.gone` (self-loop)\n",
		"## Asset Changes\n", "### Added assets\n", "- skill `skill.c` (`skills/c/SKILL.md`)\n", "### Removed assets\n",
		"## Graph Changes\n", "### New unresolved edges\n", "- `skill.a` requires `context.gone` (unresolved)\n",
		"## Readiness Check Changes\n", "- `graph.unresolved_edges`: pass → fail\n",
		"## Finding Changes\n", "### Added findings\n", "- medium `META-MISSING-ID` `contexts/n.md`: ",
	} {
		i := strings.Index(md[at:], want)
		if i < 0 {
			t.Fatalf("no %q after byte %d in\n%s", want, at, md)
		}
		at += i
	}
	empty := diff(t, from, from).Markdown()
	if strings.Count(empty, "None.\n") != 4 || strings.Contains(empty, "###") {
		t.Errorf("nothing differs:\n%s", empty)
	}
}

// What a repository names cannot write into the page.
func TestMarkdownIsInert(t *testing.T) {
	hostile := "x\\n# head <b> | `code` \u202e"
	to := base.With(testrepo.Files{
		"skills/<b>`|`\n# x/SKILL.md": testrepo.Skill("b"),
		"skills/b/SKILL.md":           testrepo.Skill("b", `owner: "`+hostile+`"`, testrepo.Continues(hostile), testrepo.Requires(hostile)),
	})
	for i := range 15 {
		to[fmt.Sprintf("contexts/%d\n## y.md", i)] = testrepo.Context(fmt.Sprintf(`"%d %s"`, i, hostile))
	}
	md := diff(t, base, to).Markdown()
	for line := range strings.Lines(md) {
		if strings.HasPrefix(line, "#") && strings.ContainsAny(line, "<|`xy") && !strings.HasPrefix(line, "## ") && !strings.HasPrefix(line, "### ") && !strings.HasPrefix(line, "# ") {
			t.Errorf("a heading comes from the repository: %q", line)
		}
		if strings.HasPrefix(line, "# ") && line != "# Renma semantic diff\n" || strings.HasPrefix(line, "## y") {
			t.Errorf("a heading comes from the repository: %q", line)
		}
	}
	if strings.Contains(md, "\u202e") || !strings.Contains(md, "10 of 17 shown") {
		t.Errorf("got\n%s", md)
	}
}
