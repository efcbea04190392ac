package snapshot

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAssetMetadata(t *testing.T) {
	none := []string{}
	base := Metadata{
		Tags: none, WhenToUse: none, WhenNotToUse: none, RequiresContext: none, OptionalContext: none, Conflicts: none, SupersededBy: none,
	}
	with := func(change func(*Metadata)) Metadata {
		m := base
		change(&m)
		return m
	}
	tests := []struct {
		name, text string
		want       Metadata
	}{
		{"no frontmatter", "# Notes\n", base},
		{"empty text", testAsset("id:", `owner: "  "`, "purpose: null", "version: ~"), base},
		{"source spelling", testAsset("id: 017", "version: 1.0", "owner: yes", "purpose: 0x1F"), with(func(m *Metadata) {
			m.ID, m.Version, m.Owner, m.Purpose = "017", "1.0", "yes", "0x1F"
		})},
		{"collections under text keys", testAsset("id: [a]", "owner: {a: b}"), base},
		{"title is for Skills", testAsset("title: T", "id: x"), with(func(m *Metadata) { m.ID = "x" })},
		{"list as sequence", testAsset("tags: [a, ' b ', '', 1.0, null, true]"), with(func(m *Metadata) { m.Tags = []string{"a", "b", "1.0", "true"} })},
		{"list as text", testAsset("tags: a, b , ,c"), with(func(m *Metadata) { m.Tags = []string{"a", "b", "c"} })},
		{"list as JSON text", testAsset(`tags: '["a, b", " c ", ""]'`), with(func(m *Metadata) { m.Tags = []string{"a, b", "c"} })},
		{"list as broken JSON text", testAsset(`tags: '["a", b]'`), base},
		{"list with a nested list", testAsset("tags: [a, [b]]"), base},
		{"list as mapping", testAsset("tags: {a: b}"), base},
		{"empty lists", testAsset("focus: []", "requires_lens: ''", "applies_to:"), base},
		{"lens lists", testAsset("focus: a", "expected_outputs: [b]", "applies_to: [c]", "requires_lens: [d]", "optional_lens: [e]"), with(func(m *Metadata) {
			m.Focus, m.ExpectedOutputs, m.AppliesTo = []string{"a"}, []string{"b"}, []string{"c"}
			m.RequiresLens, m.OptionalLens = []string{"d"}, []string{"e"}
		})},
		{"repeated key", testAsset("id: a", "owner: team", "id: b"), with(func(m *Metadata) { m.Owner = "team" })},
		{"wrong dates stay", testAsset("expires_at: soon", "review_cycle: P3M"), with(func(m *Metadata) { m.ExpiresAt, m.ReviewCycle = "soon", "P3M" })},
		{"status with blanks", testAsset(`status: " stable "`), base},
		{"status", testAsset("status: revoked"), with(func(m *Metadata) { m.Status = StatusRevoked })},
		{"Skill keys mean nothing", testAsset("metadata: {renma.id: x}", "renma.id: y"), base},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := build(t, map[string]string{"contexts/a.md": tt.text}, Config{}, Options{})
			if diff := cmp.Diff(&tt.want, s.Catalog.Entries[0].Metadata); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSkillMetadata(t *testing.T) {
	s := build(t, map[string]string{"skills/a/SKILL.md": testSkill(
		"renma.id: ' skill.a '", "renma.title: T", "renma.status: ' stable '", "renma.purpose: ''",
		`renma.tags: '[" a ", "", "a"]'`, "renma.conflicts: a, b",
		`renma.continues-with: '[" skill.b "]'`, "renma.when-to-use: '[\"x\"]'", "renma.requires_context: '[\"x\"]'", "owner: foreign",
	)}, Config{}, Options{})
	e := s.Catalog.Entries[0].withEvidence()
	if s.Skills[0].Entry != s.Catalog.Entries[0] {
		t.Error("the Skill does not know its entry")
	}
	none := []string{}
	want := &Metadata{
		ID: "skill.a", Title: "T", Status: StatusStable, Tags: []string{"a", "a"}, WhenToUse: none, WhenNotToUse: none,
		RequiresContext: none, OptionalContext: none, Conflicts: none, SupersededBy: none, ContinuesWith: &[]string{"skill.b"},
	}
	if diff := cmp.Diff(want, e.Metadata); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	wantFields := map[string]FieldEvidence{
		"id":             {"skills/a/SKILL.md", "renma.id", 5, 5, "  renma.id: ' skill.a '"},
		"title":          {"skills/a/SKILL.md", "renma.title", 6, 6, "  renma.title: T"},
		"status":         {"skills/a/SKILL.md", "renma.status", 7, 7, "  renma.status: ' stable '"},
		"purpose":        {"skills/a/SKILL.md", "renma.purpose", 8, 8, "  renma.purpose: ''"},
		"tags":           {"skills/a/SKILL.md", "renma.tags", 9, 9, `  renma.tags: '[" a ", "", "a"]'`},
		"conflicts":      {"skills/a/SKILL.md", "renma.conflicts", 10, 10, "  renma.conflicts: a, b"},
		"continues_with": {"skills/a/SKILL.md", "renma.continues-with", 11, 11, `  renma.continues-with: '[" skill.b "]'`},
	}
	if diff := cmp.Diff(wantFields, e.MetadataFields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	for name := range wantFields {
		if items, ok := e.MetadataListItems[name]; !ok || items == nil || len(items) != 0 {
			t.Errorf("items of %s are %v, want an empty list", name, items)
		}
	}
}

func TestContinuesWithIsAllOrNothing(t *testing.T) {
	for value, want := range map[string]*[]string{
		`'[]'`: {}, `'["a", "b"]'`: {"a", "b"},
		`'["a", " "]'`: nil, `'["a", 1]'`: nil, `'a, b'`: nil, `'{}'`: nil,
	} {
		s := build(t, map[string]string{"skills/a/SKILL.md": testSkill("renma.continues-with: " + value)}, Config{}, Options{})
		if diff := cmp.Diff(want, s.Catalog.Entries[0].Metadata.ContinuesWith); diff != "" {
			t.Errorf("%s (-want +got):\n%s", value, diff)
		}
	}
}

func TestSkillsThatAreNotValidDeclareNothing(t *testing.T) {
	valid := testSkill("renma.id: skill.a", "renma.owner: team", `renma.requires-context: '["context.b"]'`)
	for name, text := range map[string]string{
		"wrong name":      strings.Replace(valid, "name: a", "name: other", 1),
		"a legacy field":  strings.Replace(valid, "metadata:", "owner: old\nmetadata:", 1),
		"a repeated key":  strings.Replace(valid, "  renma.owner", "  renma.id: again\n  renma.owner", 1),
		"not YAML":        strings.Replace(valid, "name: a", "name: [a", 1),
		"no closing line": strings.Replace(valid, "\n---\n", "\n", 1),
	} {
		s := build(t, map[string]string{"skills/a/SKILL.md": text, "skills/a/references/r.md": "# R\n"}, Config{}, Options{})
		skill, support := s.Catalog.Entries[0], s.Catalog.Entries[1]
		if skill.ID != "skills/a/SKILL.md" || len(skill.withEvidence().MetadataFields) > 0 || skill.Ownership.Source != OwnershipUnowned ||
			len(skill.Metadata.RequiresContext) > 0 || support.Ownership.Source != OwnershipUnowned {
			t.Errorf("%s: %+v, support %+v", name, skill, support.Ownership)
		}
	}
}

func TestAssetFieldEvidence(t *testing.T) {
	text := "---\nid: context.a\ncolour: blue\ntags:\n  - one # first\n  - ''\n  - two\n    lines\n\nfocus: a, b\nowner: [team]\nshape:\n  a: b\n---\n"
	s := build(t, map[string]string{"contexts/a.md": text}, Config{}, Options{})
	e := s.Catalog.Entries[0].withEvidence()
	const path = "contexts/a.md"
	wantFields := map[string]FieldEvidence{
		"id":     {path, "id", 2, 2, "id: context.a"},
		"colour": {path, "colour", 3, 3, "colour: blue"},
		"tags":   {path, "tags", 4, 8, "tags:\n  - one # first\n  - ''\n  - two\n    lines"},
		"focus":  {path, "focus", 10, 10, "focus: a, b"},
	}
	if diff := cmp.Diff(wantFields, e.MetadataFields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	wantItems := map[string][]FieldEvidence{"tags": {
		{path, "tags", 5, 5, "  - one # first"},
		{path, "tags", 7, 8, "  - two\n    lines"},
	}}
	if diff := cmp.Diff(wantItems, e.MetadataListItems); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
}

func TestBlockScalarItemsReachToTheirLastLine(t *testing.T) {
	text := "---\ntags:\n  - one\n  - >\n    two\n    lines\n\n  - three\n---\n"
	s := build(t, map[string]string{"contexts/a.md": text}, Config{}, Options{})
	e := s.Catalog.Entries[0].withEvidence()
	if diff := cmp.Diff([]string{"one", "two lines", "three"}, e.Metadata.Tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	want := []FieldEvidence{
		{"contexts/a.md", "tags", 3, 3, "  - one"},
		{"contexts/a.md", "tags", 4, 6, "  - >\n    two\n    lines"},
		{"contexts/a.md", "tags", 8, 8, "  - three"},
	}
	if diff := cmp.Diff(want, e.MetadataListItems["tags"]); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
}

// The places of fields are the same in a catalog report and in what was read from
// one.
func TestFieldEvidenceOfAReport(t *testing.T) {
	s := build(t, map[string]string{"contexts/a.md": testAsset("id: context.a", "colour: blue")}, Config{}, Options{})
	text, err := json.Marshal(s.CatalogReport())
	if err != nil {
		t.Fatal(err)
	}
	var back CatalogReport
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"id", "colour", "owner"} {
		want, wantOK := s.Catalog.Entries[0].FieldEvidence(name)
		got, ok := back.Catalog.Entries[0].FieldEvidence(name)
		if got != want || ok != wantOK || ok != (name != "owner") {
			t.Errorf("%s: %+v (%v), want %+v (%v)", name, got, ok, want, wantOK)
		}
	}
}
