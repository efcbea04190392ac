package snapshot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// words is a text of n words, each of which is about one token.
func words(n int) string { return strings.Repeat("a ", n) }

func TestTokensByTier(t *testing.T) {
	skill := func(body string) string {
		return "---\nname: a\ndescription: one two three four\nmetadata:\n  renma.purpose: " + words(300) + "\n---\n" + body
	}
	s := build(t, map[string]string{
		"skills/a/SKILL.md":                  skill(words(1000)),
		"skills/a/references/r.md":           "---\nowner: team\n---\n" + words(100),
		"skills/a/references/deep/SKILL.md":  words(10),
		"skills/a/notes.md":                  words(5), // beside the entrypoint, in no support directory
		"skills/a/scripts/run.sh":            "",
		"skills/a/assets/logo.png":           words(900),
		"skills/a/inner/SKILL.md":            skill("x"),
		"skills/a/inner/references/r.md":     words(40),
		"skills/none/references/r.md":        words(7000),
		"skills/broken/SKILL.md":             "---\nname: [\n---\nx",
		"contexts/shared.md":                 words(7000),
		".agents/skills/b/SKILL.md":          "no head",
		".agents/skills/b/examples/other.md": words(20),
	}, Config{}, testNow)
	var counter TokenCounter
	got := map[string]Tokens{}
	for i, tokens := range counter.Count(s) {
		got[s.Skills[i].File.Path] = tokens
	}
	want := map[string]Tokens{
		"skills/a/SKILL.md":         {Metadata: 5, Body: 980, Support: 107 + 10 + 5},
		"skills/a/inner/SKILL.md":   {Metadata: 5, Body: 1, Support: 40},
		"skills/broken/SKILL.md":    {Body: 1},
		".agents/skills/b/SKILL.md": {Body: 2, Support: 20},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The frontmatter of a support file is text like any other, that of a Skill is
// not part of its body; one file may be both.
func TestTokenCounterKeepsBodiesAndFilesApart(t *testing.T) {
	text := testSkill()
	s := build(t, map[string]string{
		"skills/a/SKILL.md":               text,
		"skills/a/references/SKILL.md":    text,
		"skills/a/references/x/old.md":    text,
		"skills/b/SKILL.md":               text,
		"skills/b/references/template.md": text,
	}, Config{}, testNow)
	var counter TokenCounter
	counts := counter.Count(s)
	a, b := counts[0], counts[1]
	if a.Metadata != b.Metadata || a.Body != b.Body || a.Support != 2*b.Support || b.Support <= b.Body+b.Metadata {
		t.Errorf("got %+v and %+v", a, b)
	}
	if diff := cmp.Diff(counts, counter.Count(s)); diff != "" {
		t.Errorf("the second count differs (-first +second):\n%s", diff)
	}
}

func TestCatalogReportHoldsTokens(t *testing.T) {
	s := build(t, map[string]string{"skills/a/SKILL.md": testSkill(), "skills/b/SKILL.md": testSkill(), "contexts/c.md": "x"}, Config{}, testNow)
	r := s.CatalogReport()
	sum := Tokens{}
	for i, e := range r.Catalog.Entries {
		if (e.Kind == KindSkill) != (e.Tokens != nil) {
			t.Errorf("%s has tokens %v", e.SourcePath, e.Tokens)
		}
		if e.Tokens != nil {
			sum = sum.Plus(*e.Tokens)
		}
		if s.Catalog.Entries[i].Tokens != nil {
			t.Errorf("the report changed the snapshot at %s", e.SourcePath)
		}
	}
	want := &TokenEstimate{TokenMethod, TokenSum{2, sum, sum.Total()}}
	if diff := cmp.Diff(want, r.TokenEstimate); diff != "" || sum.Total() == 0 {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r := build(t, map[string]string{"contexts/c.md": "x"}, Config{}, testNow).CatalogReport(); r.TokenEstimate != nil {
		t.Errorf("no Skill and yet %+v", r.TokenEstimate)
	}
}

func TestTokenTableNamesTheMostExpensive(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("skills/s%02d/SKILL.md", i)] = testSkill() + words(100*i)
	}
	md := build(t, files, Config{}, testNow).CatalogReport().Markdown()
	for _, want := range []string{
		"| all 12 | 192 | 6504 | 0 | 6696 |\n| `skills/s11/SKILL.md` | 16 | 1081 | 0 | 1097 |\n| `skills/s10/SKILL.md` |",
		"| `skills/s02/SKILL.md` | 16 | 199 | 0 | 215 |\n\n10 of 12 shown, those with most tokens; the other 2 are in the JSON form only.\n\n## Assets\n",
	} {
		if !strings.Contains(md, want) {
			t.Errorf("%q is missing in\n%s", want, md)
		}
	}
}
