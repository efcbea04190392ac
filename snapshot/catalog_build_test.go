package snapshot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/schemas"
)

var testNow = Options{Now: time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)}

// everything is a repository and its configuration in which every rule about
// metadata has something to say.
func everything() (map[string]string, Config) {
	gone := func(id, status string) string {
		return testContext(id, "status: "+status, "status_reason: why", "status_changed_at: 2026-01-01")
	}
	files := map[string]string{
		"skills/a/SKILL.md": testSkill("renma.id: shared", "renma.owner: team",
			`renma.requires-context: '["context.b", "context.b", "context.gone", "context.paused", "context.revoked", "lens.l"]'`,
			`renma.optional-context: '["context.paused", "context.revoked", "context.old"]'`),
		"skills/a/references/r.md": "# R\n",
		"skills/a/scripts/run.sh":  "echo\n",
		"skills/a/profiles/p.md":   testAsset("owner: a", "owner: b", "applies_to: [context.b]"),
		"contexts/b.md":            testContext("context.b", "superseded_by: [context.c]", "expires_at: 2020-01-01"),
		"contexts/bare.md":         "# Bare\n",
		"contexts/c.md":            testContext("context.c", "superseded_by: [contexts/b.md]", "conflicts: [nobody]"),
		"contexts/d.md":            testContext("shared", "tags: [a, [b]]", "canonical_context: context.b"),
		"contexts/dates.md":        testContext("context.dates", "last_reviewed_at: x", "review_cycle: x", "expires_at: x", "status_changed_at: x", "status: x"),
		"contexts/late.md":         testContext("context.late", "last_reviewed_at: 2020-01-01", "review_cycle: P1D"),
		"contexts/long.md":         testContext("context.long", "tags: ["+strings.Repeat("x", 257)+"]", strings.Repeat("#\n", 60)+"#"),
		"contexts/old.md":          gone("context.old", "archived"),
		"contexts/paused.md":       gone("context.paused", "suspended"),
		"contexts/reasonless.md":   testContext("context.reasonless", "status: suspended"),
		"contexts/revoked.md":      gone("context.revoked", "revoked"),
		"contexts/revoked2.md":     testContext("context.revoked2", "status: revoked"),
		"contexts/unused.md":       testAsset("id: context.unused", "owner: team"),
		"contexts/vague.md":        testAsset("id: context.vague", "owner: team", "when_to_use: [todo]", "when_not_to_use: [x]"),
		"lenses/l.md":              testAsset("id: lens.l", "owner: team", "scope: odd", "version: 2", "type: odd", "targets: [x]", "applies_to: [./contexts/b.md, shared, none]"),
		"lenses/l2.md":             testAsset("id: lens.l"),
		"lenses/m.md":              "---\nid: [\n",
		"lenses/void.md":           "\n",
		"notes/x.md":               testAsset("type: context_lens"),
	}
	config := Config{MetadataRequired: []string{"tags"}, Suppressions: []Suppression{
		{ID: "META-MISSING-ID", Paths: []string{"contexts"}, Reason: "migrating"},
		{ID: "META-MISSING-ID", Paths: []string{"lenses"}, Reason: "old", Expires: "2020-01-01"},
	}}
	return files, config
}

func TestEveryRuleHasSomethingToSay(t *testing.T) {
	files, config := everything()
	s := build(t, files, config, testNow)
	said := set{}
	for _, d := range slices.Concat(s.CatalogDiagnostics, s.LensDiagnostics, s.SuppressionDiagnostics) {
		said.add(d.Code)
	}
	for _, f := range s.Findings {
		said.add(f.ID)
	}
	registered := set{}
	for _, r := range catalogRules() {
		registered.add(r.ID)
	}
	if diff := cmp.Diff(registered.sorted(), said.sorted()); diff != "" {
		t.Errorf("(-registered +said):\n%s", diff)
	}
	if err := schemas.Validate(CatalogReportSchema, []byte(encode(t, s.CatalogReport()))); err != nil {
		t.Error(err)
	}
}

func encode(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// projected is everything that documents take from the catalog.
func projected(s *Snapshot) any {
	return []any{s.CatalogReport(), s.Findings, s.Suppressed, s.SuppressionDiagnostics}
}

func TestOrderOfFilesDoesNotShow(t *testing.T) {
	files, config := everything()
	want := build(t, files, config, testNow)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		s := &Snapshot{Root: "/repo", Config: config}
		for name, text := range files {
			s.addFile(name, text, files)
		}
		s.resolveParents()
		rng.Shuffle(len(s.Files), func(i, j int) { s.Files[i], s.Files[j] = s.Files[j], s.Files[i] })
		if err := buildCatalog(context.Background(), s, testNow); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(encode(t, projected(want)), encode(t, projected(s))); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	}
}

func TestCatalogOrder(t *testing.T) {
	files := map[string]string{"notes/x.md": "# X\n", "skills/a/SKILL.md": testSkill()}
	for _, name := range []string{"contexts/d.md", "contexts/b.md", "lenses/l.md", "skills/a/scripts/run.sh", "skills/a/assets/z.svg",
		"skills/a/examples/e.md", "skills/a/profiles/p.md", "skills/a/references/r.md"} {
		files[name] = "# Notes\n"
	}
	s := build(t, files, Config{}, Options{})
	var got []string
	for _, e := range s.Catalog.Entries {
		got = append(got, fmt.Sprint(e.Kind, " ", e.SourcePath))
	}
	want := []string{
		"skill skills/a/SKILL.md",
		"context contexts/b.md", "context contexts/d.md",
		"context_lens lenses/l.md",
		"profile skills/a/profiles/p.md",
		"reference skills/a/references/r.md",
		"asset skills/a/assets/z.svg", "example skills/a/examples/e.md", "script skills/a/scripts/run.sh",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOwnership(t *testing.T) {
	team, other := "team", "other"
	s := build(t, map[string]string{
		"skills/a/SKILL.md":          testSkill("renma.id: skill.a", "renma.owner: ' team '"),
		"skills/a/references/r.md":   "# R\n",
		"skills/a/references/own.md": testAsset("owner: other"),
		"skills/a/references/bad.md": "---\nowner: [\n---\n",
		"skills/a/b/references/r.md": "# R\n",
		"contexts/c.md":              "# C\n",
	}, Config{}, Options{})
	inherited := Ownership{EffectiveOwner: &team, Source: OwnershipInherited, InheritedFrom: &AssetRef{"skill.a", "skills/a/SKILL.md"}}
	for path, want := range map[string]Ownership{
		"skills/a/SKILL.md":          {DeclaredOwner: &team, EffectiveOwner: &team, Source: OwnershipDeclared},
		"skills/a/references/r.md":   inherited,
		"skills/a/references/bad.md": inherited,
		"skills/a/references/own.md": {DeclaredOwner: &other, EffectiveOwner: &other, Source: OwnershipDeclared},
		"skills/a/b/references/r.md": {Source: OwnershipUnowned},
		"contexts/c.md":              {Source: OwnershipUnowned},
	} {
		if diff := cmp.Diff(want, s.Catalog.ByPath(path).Ownership); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func TestCatalogDocument(t *testing.T) {
	s := build(t, map[string]string{"skills/a/SKILL.md": testSkill("renma.id: skill.a"), "contexts/b.md": "# B\n"}, Config{}, Options{})
	var document struct {
		Catalog struct{ Entries, Assets []map[string]json.RawMessage }
	}
	if err := json.Unmarshal([]byte(encode(t, s.CatalogReport())), &document); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(document.Catalog.Entries, document.Catalog.Assets); diff != "" {
		t.Errorf("entries and assets differ:\n%s", diff)
	}
	skill, context := document.Catalog.Entries[0], document.Catalog.Entries[1]
	for _, key := range []string{"requiredContext", "optionalContext", "requiredLens", "optionalLens", "conflicts"} {
		if string(skill[key]) != "[]" || context[key] != nil {
			t.Errorf("%s is %s for a Skill and %s for a context", key, skill[key], context[key])
		}
	}
	want := `{"tags":[],"whenToUse":[],"whenNotToUse":[],"requiresContext":[],"optionalContext":[],"conflicts":[],"supersededBy":[]}`
	compact := &bytes.Buffer{}
	if err := json.Compact(compact, context["metadata"]); err != nil || compact.String() != want {
		t.Errorf("metadata without values is %s, %v", compact, err)
	}
}

// Whatever stands in the files, nothing is claimed without a rule and without
// source lines that show it.
func FuzzCatalog(f *testing.F) {
	files, _ := everything()
	for _, text := range files {
		f.Add(testSkill(`renma.requires-context: '["context.b"]'`), text)
	}
	f.Add("---\nname: a\n---", "---\n? [a]\n: b\n---")
	f.Add("---\nmetadata: {a: b}\nmetadata: {renma.id: c}\n---", "---\ntags: &a [*a]\n---")
	f.Fuzz(func(t *testing.T, skill, asset string) {
		files := map[string]string{"skills/a/SKILL.md": skill, "contexts/b.md": asset, "lenses/c.md": asset, "skills/a/references/r.md": asset}
		config := Config{MetadataRequired: requirable, Suppressions: []Suppression{{ID: "META-MISSING-ID", Paths: []string{asset}}}}
		s := build(t, files, config, testNow)
		rules := map[string]bool{}
		for _, r := range catalogRules() {
			rules[r.ID] = true
		}
		check := func(id, message string, at *diagnostic.Evidence) {
			if !rules[id] {
				t.Errorf("%s has no rule", id)
			}
			if message == "" || strings.ContainsAny(message, "\n\r\x1b") {
				t.Errorf("message %q", message)
			}
			if at == nil {
				return
			}
			i := slices.IndexFunc(s.Files, func(f *File) bool { return f.Path == at.Path })
			if i < 0 || at.StartLine < 1 || at.EndLine < at.StartLine || at.EndLine > s.Files[i].lines.Count() ||
				at.Snippet != s.Files[i].lines.Snippet(at.StartLine, at.EndLine) {
				t.Errorf("%s: evidence %+v", id, at)
			}
		}
		for _, d := range slices.Concat(s.CatalogDiagnostics, s.LensDiagnostics) {
			check(d.Code, d.Message, d.Evidence)
		}
		for _, f := range s.Findings {
			check(f.ID, f.Title, &f.Evidence)
		}
		for _, d := range s.Catalog.Dependencies {
			if d.Evidence != nil {
				check("META-UNKNOWN-REFERENCE", "edge", d.Evidence)
			}
		}
		if encode(t, projected(s)) != encode(t, projected(build(t, files, config, testNow))) {
			t.Error("two runs differ")
		}
	})
}
