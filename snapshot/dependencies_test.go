package snapshot

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// edges writes each dependency as "from kind to", followed by its position in
// the list and its first line where it has them.
func edges(list []*Dependency) []string {
	var out []string
	for _, d := range list {
		line := fmt.Sprint(d.From, " ", d.Kind, " ", d.To)
		if d.DeclarationIndex != nil {
			line += fmt.Sprintf(" [%d]", *d.DeclarationIndex)
		}
		if d.Evidence != nil {
			line += fmt.Sprintf(" line %d", d.Evidence.StartLine)
		}
		out = append(out, line)
	}
	return out
}

func TestDeclaredDependencies(t *testing.T) {
	s := build(t, map[string]string{
		"skills/a/SKILL.md": testSkill("renma.id: skill.a",
			`renma.superseded-by: '["skill.b"]'`, `renma.conflicts: '["c", "c"]'`, `renma.optional-lens: '["l"]'`,
			`renma.requires-lens: '["z"]'`, `renma.requires-context: '["y", "x"]'`, `renma.continues-with: '["skill.c"]'`),
		"lenses/l.md": testAsset("id: lens.l", "applies_to:", "  - b", "  - ''", "  - a"),
	}, Config{}, Options{})
	want := []string{
		"lens.l applies_to a [1] line 6",
		"lens.l applies_to b [0] line 4",
		"skill.a requires x [1] line 10",
		"skill.a requires y [0] line 10",
		"skill.a requires z [0] line 9",
		"skill.a optional l [0] line 8",
		"skill.a conflicts c [0] line 7",
		"skill.a conflicts c [1] line 7",
		"skill.a references skill.b [0] line 6",
	}
	if diff := cmp.Diff(want, edges(s.Catalog.Dependencies)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, d := range s.Catalog.Dependencies {
		if d.SourcePath != d.Source().SourcePath || d.From != d.Source().ID {
			t.Errorf("%v does not know its source", d)
		}
	}
}

func TestDerivedDependencies(t *testing.T) {
	s := build(t, map[string]string{
		"skills/a/SKILL.md": testSkill("renma.id: skill.a", "renma.owner: team", "x: '[r](profiles/none.md)'") +
			"\nRead [r](references/r.md), `contexts/c.md` and [r](references/r.md) again.\n" +
			"See [me](SKILL.md), [the profile](profiles/p.md) and `skills/orphan/references/r.md`.\n",
		"skills/a/references/r.md":      "Run `sh scripts/run.sh`.\n",
		"skills/a/profiles/p.md":        testAsset("id: profile.p", "owner: other"),
		"skills/a/profiles/none.md":     "# Named in the frontmatter only\n",
		"skills/a/scripts/run.sh":       "echo\n",
		"skills/a/nested/assets/x.svg":  "<svg/>\n",
		"skills/orphan/references/r.md": "# R\n",
		"contexts/c.md":                 testContext("context.c") + "See [r](../skills/a/references/r.md).\n",
	}, Config{}, Options{})
	want := []string{
		"skill.a owns_local_resource skills/a/profiles/none.md",
		"skill.a owns_local_resource skills/a/profiles/p.md",
		"skill.a statically_references skills/a/profiles/p.md line 12",
		"skill.a owns_local_resource skills/a/references/r.md",
		"skill.a statically_references skills/a/references/r.md line 11",
		"skill.a owns_local_resource skills/a/scripts/run.sh",
		"skill.a statically_references skills/orphan/references/r.md line 12",
		"skills/a/profiles/none.md inherits_owner skills/a/SKILL.md",
		"skills/a/references/r.md inherits_owner skills/a/SKILL.md",
		"skills/a/references/r.md statically_references skills/a/scripts/run.sh line 1",
		"skills/a/scripts/run.sh inherits_owner skills/a/SKILL.md",
		"skills/a/scripts/run.sh inherits_policy skills/a/SKILL.md",
	}
	if diff := cmp.Diff(want, edges(s.Catalog.Dependencies)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Members of a JSON list share the evidence of the field, so a long list does
// not hold as many copies of itself.
func TestMembersShareTheEvidenceOfTheField(t *testing.T) {
	s := build(t, map[string]string{"skills/a/SKILL.md": testSkill(`renma.requires-context: '["a", "b"]'`)}, Config{}, Options{})
	d := s.Catalog.Dependencies
	if len(d) != 2 || d[0].Evidence != d[1].Evidence {
		t.Errorf("got %v", edges(d))
	}
}
