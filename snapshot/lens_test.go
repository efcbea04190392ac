package snapshot

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestLensDiagnostics(t *testing.T) {
	const field = "error CONTEXT-LENS-MISSING-REQUIRED-FIELD "
	good := []string{"id: lens.a", "owner: team", "purpose: p", "applies_to: [context.b]"}
	lens := func(lines ...string) string { return testAsset(append(good[:4:4], lines...)...) }
	tests := []struct {
		name, text string
		want       []string
	}{
		{"good", lens("type: context_lens", "version: 1", "scope: context"), nil},
		{"version as text", lens(`version: "1"`), nil},
		{"empty file", " \n\n", []string{
			"1 error CONTEXT-LENS-EMPTY-DEFINITION ", "1 warning CONTEXT-LENS-GOVERNANCE-MEANINGLESS ",
			"1 " + field + "applies_to", "1 " + field + "id", "1 " + field + "owner", "1 " + field + "purpose",
		}},
		{"headings only", "# A\n\n## B\n", []string{
			"1 warning CONTEXT-LENS-GOVERNANCE-MEANINGLESS ",
			"1 " + field + "applies_to", "1 " + field + "id", "1 " + field + "owner", "1 " + field + "purpose",
		}},
		{"a body says something", testAsset("id: lens.a", "owner: team") + "Look for risk.\n", []string{
			"1-4 " + field + "applies_to", "1-4 " + field + "purpose",
		}},
		{"empty and repeated fields", testAsset("id: lens.a", "owner: ''", "purpose: p", "purpose: q", "applies_to: []", "focus: [x]"), []string{
			"3 " + field + "owner", "4 " + field + "purpose", "6 " + field + "applies_to",
			"5 error CONTEXT-LENS-UNPARSEABLE-FRONTMATTER purpose",
		}},
		{"unclosed", "---\nid: lens.a\n", []string{"1 error CONTEXT-LENS-UNPARSEABLE-FRONTMATTER "}},
		{"not YAML", "---\nid: a: b\n---\n", []string{"2 error CONTEXT-LENS-UNPARSEABLE-FRONTMATTER "}},
		{"no mapping", "---\n- a\n---\n", []string{"2 error CONTEXT-LENS-UNPARSEABLE-FRONTMATTER "}},
		{"fixed values", lens("version: 1.0", "type: checklist", "scope: skill"), []string{
			"7 error CONTEXT-LENS-UNSUPPORTED-KIND type", "8 error CONTEXT-LENS-UNSUPPORTED-SCOPE scope", "6 error CONTEXT-LENS-UNSUPPORTED-VERSION version",
		}},
		{"old fields", lens("target: a", "targets: [a]", "output: b", "outputs: {b: c}"), []string{
			"6 error CONTEXT-LENS-UNSUPPORTED-LEGACY-FIELD target", "7 error CONTEXT-LENS-UNSUPPORTED-LEGACY-FIELD targets",
			"8 error CONTEXT-LENS-UNSUPPORTED-LEGACY-FIELD output", "9 error CONTEXT-LENS-UNSUPPORTED-LEGACY-FIELD outputs",
		}},
		{"targets", testAsset("id: lens.a", "owner: team", "purpose: p", "applies_to: [./contexts/b.md, 'contexts\\b.md', none, lens.a]"), []string{
			"5 warning CONTEXT-LENS-PATH-NORMALIZATION-MISMATCH ./contexts/b.md", `5 warning CONTEXT-LENS-PATH-NORMALIZATION-MISMATCH contexts\b.md`,
			"5 error CONTEXT-LENS-TARGET-NOT-CONTEXT lens.a", "5 error CONTEXT-LENS-TARGET-NOT-FOUND none",
		}},
		{"an id of two assets", testAsset("id: context.b", "owner: team", "purpose: p", "applies_to: [contexts/b.md]"), []string{
			"2 error CONTEXT-LENS-DUPLICATE-ID ",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := build(t, map[string]string{"lenses/a.md": tt.text, "contexts/b.md": testContext("context.b")}, Config{}, Options{})
			got := []string{}
			for i, line := range brief(s.LensDiagnostics) {
				d := s.LensDiagnostics[i]
				subject := d.Details.Get("field")
				if subject == nil {
					subject = d.Details.Get("target")
				}
				if subject == nil {
					subject = ""
				}
				got = append(got, line[len("lenses/a.md:"):]+" "+fmt.Sprint(subject))
			}
			if diff := cmp.Diff(append([]string{}, tt.want...), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLensMessagesNameThePresence(t *testing.T) {
	s := build(t, map[string]string{"lenses/a.md": testAsset("id: lens.a", "owner: ''", "purpose: {}")}, Config{}, Options{})
	var got []string
	for _, d := range s.LensDiagnostics {
		if d.Code == "CONTEXT-LENS-MISSING-REQUIRED-FIELD" {
			got = append(got, d.Message)
		}
	}
	want := []string{
		"owner is empty: a lens needs id, owner, purpose and applies_to.",
		"purpose is invalid: a lens needs id, owner, purpose and applies_to.",
		"applies_to is absent: a lens needs id, owner, purpose and applies_to.",
	}
	less := cmpopts.SortSlices(func(a, b string) bool { return a < b })
	if diff := cmp.Diff(want, got, less); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

func TestLensesByType(t *testing.T) {
	body := testAsset("type: context_lens", "id: lens.x", "owner: team", "purpose: p", "applies_to: [context.b]")
	s := build(t, map[string]string{
		"contexts/b.md":            testContext("context.b"),
		"contexts/lens.md":         body,
		"lenses/plain.md":          testAsset("id: lens.y", "owner: team", "purpose: p", "applies_to: [context.b]"),
		"skills/a/references/r.md": body,
		"notes/a.md":               body,
	}, Config{}, Options{})
	want := []string{"notes/a.md:2 warning CONTEXT-LENS-UNSUPPORTED-KIND", "skills/a/references/r.md:2 warning CONTEXT-LENS-UNSUPPORTED-KIND"}
	got := brief(s.LensDiagnostics)
	if diff := cmp.Diff(append([]string{"contexts/lens.md:3 error CONTEXT-LENS-DUPLICATE-ID"}, want...), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"contexts/lens.md", "lenses/plain.md"}, s.ContextLens.DefinitionPaths); diff != "" {
		t.Errorf("lenses (-want +got):\n%s", diff)
	}
	if f := s.Files[1]; f.Classification.Kind != KindContextLens {
		t.Errorf("%s is of kind %s", f.Path, f.Classification.Kind)
	}
}

func TestContextLensSummary(t *testing.T) {
	s := build(t, map[string]string{
		"contexts/b.md": testContext("context.b"),
		"lenses/a.md":   testAsset("id: lens.a", "owner: team", "purpose: p", "applies_to: [./contexts/b.md, none]"),
		"lenses/b.md":   testAsset("id: lens.b", "owner: team", "purpose: p", "applies_to: [contexts/b.md, context.b]", "scope: skill"),
		"lenses/c.md":   testAsset("id: lens.c", "owner: team", "purpose: p", "applies_to: [context.b]"),
	}, Config{}, Options{})
	want := ContextLens{
		Enabled: true, Detected: true, TotalLensCount: 3, ValidLensCount: 1, InvalidLensCount: 2,
		DiagnosticCounts: SeverityCounts{Error: 2, Warning: 1}, RepresentativeCode: "CONTEXT-LENS-PATH-NORMALIZATION-MISMATCH",
		DefinitionPaths:  []string{"lenses/a.md", "lenses/b.md", "lenses/c.md"},
		TargetReferences: []string{"context.b", "contexts/b.md", "none"}, TargetPaths: []string{"contexts/b.md"},
		UnresolvedTargetReferences: []string{"none"}, ScopeSummary: []ScopeCount{{"context", 2}, {"skill", 1}},
		Lenses: []Lens{
			{"lens.a", "lenses/a.md", false, "context", []string{"contexts/b.md", "none"}, []string{"contexts/b.md"}, SeverityCounts{Error: 1, Warning: 1},
				[]string{"CONTEXT-LENS-PATH-NORMALIZATION-MISMATCH", "CONTEXT-LENS-TARGET-NOT-FOUND"}},
			{"lens.b", "lenses/b.md", false, "skill", []string{"context.b", "contexts/b.md"}, []string{"contexts/b.md"}, SeverityCounts{Error: 1},
				[]string{"CONTEXT-LENS-UNSUPPORTED-SCOPE"}},
			{"lens.c", "lenses/c.md", true, "context", []string{"context.b"}, []string{"contexts/b.md"}, SeverityCounts{}, []string{}},
		},
	}
	if diff := cmp.Diff(want, s.ContextLens); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
