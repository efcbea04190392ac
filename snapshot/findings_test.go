package snapshot

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
)

// briefFindings writes each finding as "path:line level id".
func briefFindings(list []diagnostic.Finding) []string {
	out := []string{}
	for _, f := range list {
		out = append(out, fmt.Sprintf("%s:%d %s %s", f.Evidence.Path, f.Evidence.StartLine, f.Severity, f.ID))
	}
	return out
}

func TestFindingsOfDependencies(t *testing.T) {
	s := build(t, map[string]string{
		"skills/a/SKILL.md": testSkill("renma.id: skill.a",
			`renma.requires-context: '["lens.l", "contexts/c.md", "gone", "gone", "context.gone"]'`,
			`renma.requires-lens: '["context.c"]'`,
			`renma.conflicts: '["skill.a", "skills/a/references/r.md", "nobody"]'`),
		"skills/a/references/r.md": testAsset("applies_to: [context.c]"),
		"contexts/c.md":            testContext("context.c"),
		"lenses/l.md":              testAsset("id: lens.l", "owner: team", "purpose: p", "applies_to: [context.c, skill.a]"),
	}, Config{}, Options{})
	want := []string{
		"lenses/l.md:5 medium META-DEPENDENCY-TARGET-KIND-MISMATCH",
		"skills/a/SKILL.md:6 medium META-DEPENDENCY-TARGET-KIND-MISMATCH",
		"skills/a/SKILL.md:6 low META-DUPLICATE-DECLARED-DEPENDENCY",
		"skills/a/SKILL.md:6 medium META-UNKNOWN-REFERENCE",
		"skills/a/SKILL.md:6 medium META-UNKNOWN-REFERENCE",
		"skills/a/SKILL.md:6 medium META-UNKNOWN-REFERENCE",
		"skills/a/SKILL.md:6 medium META-UNKNOWN-DEPENDENCY",
		"skills/a/SKILL.md:7 medium META-DEPENDENCY-TARGET-KIND-MISMATCH",
		"skills/a/SKILL.md:8 medium META-DEPENDENCY-TARGET-KIND-MISMATCH",
		"skills/a/SKILL.md:8 medium META-UNKNOWN-REFERENCE",
		"skills/a/SKILL.md:8 medium META-CATALOG-DIAGNOSTIC",
		"skills/a/SKILL.md:8 medium META-CATALOG-DIAGNOSTIC",
		"skills/a/references/r.md:2 medium META-DEPENDENCY-SOURCE-KIND-MISMATCH",
	}
	if diff := cmp.Diff(want, briefFindings(s.Findings)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	class := Classify("skills/a/SKILL.md")
	classification := diagnostic.Detail{Key: "classification", Value: &class}
	wantDetails := diagnostic.Details{
		{Key: "source", Value: "skill.a"}, {Key: "target", Value: "gone"}, {Key: "referenceKind", Value: DependencyRequires},
		{Key: "sourcePath", Value: "skills/a/SKILL.md"}, {Key: "declaration", Value: "requires_context"},
		{Key: "occurrences", Value: []int{2, 3}}, classification,
	}
	if diff := cmp.Diff(wantDetails, s.Findings[2].Details); diff != "" {
		t.Errorf("duplicate (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(append(wantDetails[:4:4], classification), s.Findings[4].Details); diff != "" {
		t.Errorf("unknown (-want +got):\n%s", diff)
	}
}

func TestEveryFindingIsComplete(t *testing.T) {
	s := build(t, map[string]string{
		"contexts/a.md": "# A\n",
		"contexts/b.md": testContext("context.b", "status: odd", "canonical_context: context.x"),
		"contexts/c.md": testContext("context.b", "expires_at: 2020-01-01", "last_reviewed_at: 2020-01-01", "review_cycle: P1D"),
	}, Config{}, Options{Now: time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)})
	want := []string{
		"contexts/a.md:1 medium META-MISSING-ID",
		"contexts/b.md:2 medium META-DUPLICATE-ASSET-ID",
		"contexts/b.md:6 medium META-INVALID-STATUS",
		"contexts/b.md:7 medium META-CATALOG-DIAGNOSTIC",
		"contexts/c.md:2 medium META-DUPLICATE-ASSET-ID",
		"contexts/c.md:6 medium MAINT-ASSET-EXPIRED",
		"contexts/c.md:7 medium MAINT-ASSET-REVIEW-OVERDUE",
	}
	if diff := cmp.Diff(want, briefFindings(s.Findings)); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
	for _, f := range s.Findings {
		if f.Title == "" || f.WhyItMatters == "" || f.Remediation == "" || f.Category == "" || f.Confidence == "" || f.Evidence.Snippet == "" {
			t.Errorf("incomplete: %+v", f)
		}
	}
}

// The id of one asset may be the path of another, which has no id field to
// point at.
func TestDuplicateOfAPathDerivedID(t *testing.T) {
	s := build(t, map[string]string{
		"contexts/a.md": "# A\n",
		"contexts/b.md": testContext("contexts/a.md"),
	}, Config{}, Options{})
	var got []string
	for _, f := range s.Findings {
		if f.ID == "META-DUPLICATE-ASSET-ID" {
			got = append(got, fmt.Sprintf("%s:%d %v", f.Evidence.Path, f.Evidence.StartLine, f.Details.Get("duplicatePaths")))
		}
	}
	want := []string{"contexts/a.md:1 [contexts/a.md contexts/b.md]", "contexts/b.md:2 [contexts/a.md contexts/b.md]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFreshnessNeedsADay(t *testing.T) {
	files := map[string]string{
		"contexts/a.md":            testContext("context.a", "expires_at: 2026-03-09"),
		"lenses/l.md":              testAsset("id: l", "owner: t", "purpose: p", "applies_to: [context.a]", "last_reviewed_at: 2026-03-01", "review_cycle: P1D"),
		"skills/a/SKILL.md":        testSkill("renma.expires-at: 2026-03-09"),
		"skills/a/references/r.md": testAsset("expires_at: 2026-03-09"),
	}
	if got := briefFindings(build(t, files, Config{}, Options{}).Findings); len(got) > 0 {
		t.Errorf("without a day: %v", got)
	}
	want := []string{
		"contexts/a.md:6 medium MAINT-ASSET-EXPIRED",
		"lenses/l.md:6 medium MAINT-ASSET-REVIEW-OVERDUE",
		"skills/a/SKILL.md:5 medium MAINT-ASSET-EXPIRED",
	}
	got := briefFindings(build(t, files, Config{}, Options{Now: time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)}).Findings)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
