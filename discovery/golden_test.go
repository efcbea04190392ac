package discovery

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
)

var update = flag.Bool("update", false, "rewrite the texts in testdata/golden")

// team is a repository in which everything happens that the texts have words for.
func team() tree {
	t := tree{}.adopted().context("facts").
		skill("start", published(), continues("skill.plan", "skill.review", "skills/plan/SKILL.md", "skill.gone", "context.facts", "../out", "skill.twin", "skill.old")).
		skill("plan", continues("skill.review", "skill.plan")).
		skill("review", continues("skill.plan", "skill.stopped")).
		skill("old", status("deprecated"), "renma.status-reason: Replaced by review.", "renma.status-changed-at: 2026-01-02", continues("skill.review")).
		skill("stopped", published(), status("suspended"), "renma.status-reason: Wrong advice.", "renma.status-changed-at: 2026-01-03").
		skill("revoked", status("revoked"), "renma.status-reason: Leaks names.", continues("skill.start")).
		skill("marked", `renma.published-entrypoint: "yes"`).
		skill("listed", "renma.continues-with: '[\"skill.plan\", 1]'").
		skillWithID("twin-a", "skill.twin").
		skillWithID("twin-b", "skill.twin").
		skillWithID("nameless", "").
		skill("second", published())
	t["skills/vague/SKILL.md"] = "---\nname: vague\ndescription: Reviews requests.\nmetadata:\n  renma.id: skill.vague\n  renma.published-entrypoint: \"true\"\n---\n\n# Work\n"
	t["skills/broken/SKILL.md"] = "---\nname: broken\ndescription: [\n---\n"
	return t
}

// crowd is a repository with more of everything than a text shows.
func crowd() tree {
	t := tree{}.adopted()
	var all []string
	for i := range 12 {
		all = append(all, fmt.Sprintf("skill.s%02d", i))
	}
	for i := range all {
		lines := []string{continues(all...)}
		if i%2 == 0 {
			lines = append(lines, published())
		}
		t.skill(fmt.Sprintf("s%02d", i), lines...)
	}
	for i := range 12 {
		t.skill(fmt.Sprintf("alone%02d", i), continues(fmt.Sprintf("skill.gone%02d", i)))
	}
	return t
}

// The texts for people are kept in testdata/golden: read a difference before
// accepting it with go test ./discovery -update.
func TestTexts(t *testing.T) {
	for name, files := range map[string]tree{"team": team(), "crowd": crowd(), "empty": {}, "not-adopted": tree{}.skill("a", continues("skill.b")).skill("b")} {
		x := textIndex(t, files)
		golden(t, name+"-index.md", x.SkillIndexReport().Markdown())
		golden(t, name+"-graph.md", x.GraphReport().Markdown())
		golden(t, name+"-graph.mmd", x.GraphReport().Mermaid())
		golden(t, name+"-graph.dot", x.GraphReport().DOT())
	}
	x := textIndex(t, team())
	for name, skill := range map[string]string{
		"start": "skill.start", "plan": "skill.plan", "old": "skill.old", "stopped": "skill.stopped", "marked": "skill.marked",
		"twin": "skills/twin-a/SKILL.md", "nameless": "skills/nameless/SKILL.md",
	} {
		focus, err := x.Focus(skill)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "focus-"+name+"-index.md", focus.SkillIndexReport().Markdown())
		golden(t, "focus-"+name+"-graph.md", focus.GraphReport().Markdown())
	}
}

// textIndex is an index about which other packages say one thing each.
func textIndex(t *testing.T, files tree) *Index {
	t.Helper()
	x := prepare(t, files)
	x.snap.FileDiagnostics, x.snap.LensDiagnostics, x.snap.CatalogDiagnostics = nil, nil, nil
	for _, s := range x.Skills {
		x.snap.CatalogDiagnostics = append(x.snap.CatalogDiagnostics, diagnostic.Diagnostic{
			Code: "META-X", Severity: diagnostic.SeverityWarning, Path: s.SourcePath, Message: "Something is missing.", LLMHint: "Add it.",
			Evidence: &diagnostic.Evidence{Path: s.SourcePath, StartLine: 1, EndLine: 2},
		})
	}
	return x
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
