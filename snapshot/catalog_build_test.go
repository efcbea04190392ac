package snapshot

import (
	"bytes"
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
)

var testNow = Options{Now: time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)}

// assets is a repository in which most rules have something to say.
func assets() map[string]string {
	return map[string]string{
		"skills/a/SKILL.md":        testSkill("renma.id: shared", "renma.owner: team", `renma.requires-context: '["context.b", "context.b", "context.gone", "context.paused"]'`),
		"skills/a/references/r.md": "# R\n",
		"skills/a/scripts/run.sh":  "echo\n",
		"skills/a/profiles/p.md":   testAsset("owner: a", "owner: b", "applies_to: [context.b]"),
		"contexts/b.md":            testContext("context.b", "superseded_by: [context.c]", "expires_at: 2020-01-01"),
		"contexts/c.md":            testContext("context.c", "superseded_by: [contexts/b.md]", "conflicts: [nobody]"),
		"contexts/d.md":            testContext("shared", "tags: [a, [b]]"),
		"contexts/paused.md":       testContext("context.paused", "status: suspended"),
		"contexts/bare.md":         "# Bare\n",
		"lenses/l.md":              testAsset("id: lens.l", "owner: team", "scope: odd", "applies_to: [./contexts/b.md, shared]"),
		"lenses/m.md":              "---\nid: [\n",
		"notes/x.md":               testAsset("type: context_lens"),
	}
}

func encode(t testing.TB, s *Snapshot) string {
	t.Helper()
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, []any{s.CatalogReport(), s.Findings, s.Suppressed, s.SuppressionDiagnostics}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestOrderOfFilesDoesNotShow(t *testing.T) {
	want := build(t, assets(), Config{MetadataRequired: []string{"tags"}}, testNow)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		s := &Snapshot{Config: want.Config}
		for name, text := range assets() {
			s.addFile(name, text, assets())
		}
		s.resolveParents()
		rng.Shuffle(len(s.Files), func(i, j int) { s.Files[i], s.Files[j] = s.Files[j], s.Files[i] })
		buildCatalog(s, testNow)
		if diff := cmp.Diff(encode(t, want), encode(t, s)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	}
}

func TestCatalogOrder(t *testing.T) {
	s := build(t, assets(), Config{}, Options{})
	var got []string
	for _, e := range s.Catalog.Entries {
		got = append(got, fmt.Sprint(e.Kind, " ", e.SourcePath))
	}
	want := []string{
		"skill skills/a/SKILL.md",
		"context contexts/b.md", "context contexts/bare.md", "context contexts/c.md", "context contexts/d.md", "context contexts/paused.md",
		"context_lens lenses/l.md", "context_lens lenses/m.md",
		"profile skills/a/profiles/p.md",
		"reference skills/a/references/r.md",
		"script skills/a/scripts/run.sh",
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
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, s.CatalogReport()); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &document); err != nil {
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
	for _, text := range assets() {
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
		if encode(t, s) != encode(t, build(t, files, config, testNow)) {
			t.Error("two runs differ")
		}
	})
}
