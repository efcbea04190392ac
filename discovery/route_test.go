package discovery

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/snapshot"
)

func TestResolution(t *testing.T) {
	tests := []struct {
		target     string
		resolution Resolution
		candidates []string // path and what matched
		reasons    []Reason
	}{
		{"skill.b", Resolved, []string{"skills/b/SKILL.md [id]"}, []Reason{}},
		{"skills/b/SKILL.md", Ambiguous, []string{"skills/b/SKILL.md [path]", "skills/c/SKILL.md [id]"}, []Reason{AmbiguousTarget}},
		{"./skills/plain/SKILL.md", Resolved, []string{"skills/plain/SKILL.md [id path]"}, []Reason{}},
		{`skills\plain\SKILL.md`, Resolved, []string{"skills/plain/SKILL.md [id path]"}, []Reason{}},
		{"skill.twin", Ambiguous, []string{"skills/twin1/SKILL.md [id]", "skills/twin2/SKILL.md [id]"}, []Reason{AmbiguousTarget}},
		{"skills/twin1/SKILL.md", Resolved, []string{"skills/twin1/SKILL.md [path]"}, []Reason{DuplicateTargetID}},
		{"skills/odd/SKILL.md", Resolved, []string{"skills/odd/SKILL.md [id path]"}, []Reason{InvalidTarget}},
		{"skill.odd", Unresolved, []string{}, []Reason{UnresolvedTarget}},
		{"context.facts", WrongKind, []string{"contexts/facts.md [id]"}, []Reason{WrongKindTarget}},
		{"contexts/facts.md", WrongKind, []string{"contexts/facts.md [path]"}, []Reason{WrongKindTarget}},
		{"Skill.b", Unresolved, []string{}, []Reason{UnresolvedTarget}},
		{"skills/b", Unresolved, []string{}, []Reason{UnresolvedTarget}},
		{"b", Unresolved, []string{}, []Reason{UnresolvedTarget}},
		{"skills/x/../plain/SKILL.md", Unresolved, []string{}, []Reason{UnresolvedTarget}},
		{"/skills/plain/SKILL.md", Unresolved, []string{}, []Reason{UnresolvedTarget}},
		{"../skills/plain/SKILL.md", Unresolved, []string{}, []Reason{UnresolvedTarget}},
	}
	targets := make([]string, len(tests))
	for i, tt := range tests {
		targets[i] = tt.target
	}
	x := prepare(t, tree{}.
		skill("a", continues(targets...)).
		skill("b").
		skillWithID("c", "skills/b/SKILL.md"). // the path of b
		skillWithID("plain", "").
		skillWithID("twin1", "skill.twin").skillWithID("twin2", "skill.twin").
		skill("odd", "renma.number: 1").
		context("facts"))
	for i, tt := range tests {
		r := x.Routes[i]
		candidates := []string{}
		for _, c := range r.Candidates {
			candidates = append(candidates, fmt.Sprintf("%s %v", c.SourcePath, c.MatchedBy))
		}
		if r.RawTarget != tt.target || r.Resolution != tt.resolution {
			t.Errorf("%q is %s, want %q to be %s", r.RawTarget, r.Resolution, tt.target, tt.resolution)
		}
		if diff := cmp.Diff(tt.candidates, candidates); diff != "" {
			t.Errorf("%q: candidates (-want +got):\n%s", tt.target, diff)
		}
		reasons := slices.DeleteFunc(slices.Clone(r.UsabilityReasons), func(why Reason) bool { return why == DuplicateDeclaration })
		if diff := cmp.Diff(tt.reasons, reasons); diff != "" {
			t.Errorf("%q: reasons (-want +got):\n%s", tt.target, diff)
		}
	}
}

func TestReasonsComeInOrder(t *testing.T) {
	x := prepare(t, tree{}.
		skill("a", "renma.number: 1", continues("skills/b/SKILL.md", "skills/b/SKILL.md", "context.facts")).
		skill("b", "renma.number: 1").
		skillWithID("c", "skill.c", status("archived"), continues("skill.d", "nothing")).
		skillWithID("c2", "skill.c").
		skillWithID("d", "skill.d", status("suspended")).
		skillWithID("d2", "other").
		context("facts"))
	want := map[string][]Reason{
		"skills/a/SKILL.md 0": {InvalidSource, InvalidTarget},
		"skills/a/SKILL.md 1": {InvalidSource, InvalidTarget, DuplicateDeclaration},
		"skills/a/SKILL.md 2": {InvalidSource, WrongKindTarget},
		"skills/c/SKILL.md 0": {InactiveSource, InactiveTarget, DuplicateSourceID},
		"skills/c/SKILL.md 1": {InactiveSource, DuplicateSourceID, UnresolvedTarget},
	}
	got := map[string][]Reason{}
	for _, r := range x.Routes {
		got[fmt.Sprintf("%s %d", r.SourcePath, r.DeclarationIndex)] = r.UsabilityReasons
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
}

func TestDuplicates(t *testing.T) {
	x := prepare(t, tree{}.
		skill("a", continues("gone", "skill.b", "skills/b/SKILL.md", "other", "gone", "skill.b", "context.facts", "context.facts")).
		skill("b").context("facts"))
	type row struct {
		representative, usable bool
		indices                []int
	}
	want := []row{
		{true, false, []int{0, 4}}, {true, true, []int{1, 2, 5}}, {false, false, []int{1, 2, 5}}, {true, false, []int{}},
		{false, false, []int{0, 4}}, {false, false, []int{1, 2, 5}}, {true, false, []int{}}, {true, false, []int{}},
	}
	var got []row
	for _, r := range x.Routes {
		got = append(got, row{r.Representative, r.Usable, r.DuplicateDeclarationIndices})
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{})); diff != "" {
		t.Errorf("routes (-want +got):\n%s", diff)
	}
	var groups [][]int
	for i := range x.Diagnostics {
		if x.Diagnostics[i].Code == codeDuplicateRoute {
			groups = append(groups, x.Diagnostics[i].Details.Get("declarationIndices").([]int))
		}
	}
	if diff := cmp.Diff([][]int{{0, 4}, {1, 2, 5}}, groups); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
}

// Declaration 10 comes after declaration 9, not after declaration 1.
func TestDiagnosticsCountDeclarations(t *testing.T) {
	var targets []string
	for i := range 12 {
		targets = append(targets, fmt.Sprint("gone", i))
	}
	x := prepare(t, tree{}.skill("a", continues(targets...)))
	for i := range x.Diagnostics {
		if got := x.Diagnostics[i].Details.Get("declarationIndex"); got != i {
			t.Errorf("diagnostic %d is about declaration %v", i, got)
		}
	}
}

func TestInactiveTargets(t *testing.T) {
	codes := map[snapshot.Status]string{
		"deprecated": codeInactiveTarget, "archived": codeInactiveTarget, "suspended": codeSuspendedTarget, "revoked": codeRevokedTarget,
	}
	reason := "renma.status-reason: Waits\nrenma.status-changed-at: \"2026-01-02\""
	for s, code := range codes {
		x := prepare(t, tree{}.skill("a", continues("skill.b", "skills/b/SKILL.md")).skill("b", status(s), reason))
		var got []string
		for i := range x.Diagnostics {
			got = append(got, x.Diagnostics[i].Code)
		}
		// Each declaration is reported, and their repetition once more.
		want := []string{code, code, codeDuplicateRoute}
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s, diff)
		}
		if d := x.Diagnostics[slices.Index(got, code)]; d.Details.Get("targetStatusReason") != "Waits" || d.Details.Get("targetStatusChangedAt") != "2026-01-02" {
			t.Errorf("%s: details %v", s, d.Details)
		}
		wantErrors := s == "suspended" || s == "revoked"
		if x.HasErrors() != wantErrors {
			t.Errorf("%s: errors are %v", s, x.HasErrors())
		}
	}
	// A source that is not eligible is not asked about its targets.
	x := prepare(t, tree{}.skill("a", status("archived"), continues("skill.b")).skill("b", status("revoked")))
	if len(x.Diagnostics) > 0 {
		t.Errorf("an archived source gives %v", x.Diagnostics)
	}
}

func TestCycles(t *testing.T) {
	x := prepare(t, tree{}.
		skill("a", continues("skill.b", "skill.a")).skill("b", continues("skill.c", "skill.z")).skill("c", continues("skill.a")).
		skill("d", continues("skill.a")).
		skill("z", continues("skill.z")).
		skill("p", continues("skill.q")).skill("q", status("archived"), continues("skill.p")))
	var got []string
	for _, c := range x.Cycles {
		text := fmt.Sprintf("%v %v", c.SkillIDs, c.SelfLoop)
		for _, r := range c.Routes {
			text += fmt.Sprintf(" %s>%s", r.SourceID, r.TargetID)
		}
		got = append(got, text)
	}
	want := []string{
		"[skill.a skill.b skill.c] false skill.a>skill.a skill.a>skill.b skill.b>skill.c skill.c>skill.a",
		"[skill.z] true skill.z>skill.z",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cycles (-want +got):\n%s", diff)
	}
	for _, s := range x.Skills {
		linked := slices.ContainsFunc(s.LinkedDiagnostics, func(l Link) bool { return l.Code == codeCycle })
		if linked != strings.Contains("abcz", s.Name) {
			t.Errorf("%s links a cycle: %v", s.ID, linked)
		}
	}
	if x.Skill("skills/z/SKILL.md").StructuralRoot {
		t.Error("a Skill that continues with itself is a structural root")
	}
}

// What is listed in a diagnostic must not be the list of the table of repairs.
func TestRepairsAreNotShared(t *testing.T) {
	x := prepare(t, tree{}.skill("a", continues("skill.twin", "gone")).skillWithID("b", "skill.twin").skillWithID("c", "skill.twin"))
	count := func(i int) int { return len(x.Diagnostics[i].RepairConstraints) }
	if x.Diagnostics[0].RepairConstraints[count(0)-1].Kind != diagnostic.RequiresHumanDecision || count(1) != 3 {
		t.Errorf("constraints %v and %v", x.Diagnostics[0].RepairConstraints, x.Diagnostics[1].RepairConstraints)
	}
}
