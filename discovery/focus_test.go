package discovery

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/snapshot"
)

// neighbours is a small repository with everything that focus keeps or drops.
func neighbours() tree {
	return tree{}.
		skill("a", published(), continues("skill.b", "skill.missing")).
		skill("b", continues("skill.c", "context.facts")).
		skill("c", continues("skill.d")).
		skill("d", continues("skill.gone")).
		skill("e", "renma.published-entrypoint: \"no\"", continues("skill.twin", "skill.b")).
		skillWithID("t1", "skill.twin").skillWithID("t2", "skill.twin").
		context("facts")
}

func ids(skills []*Skill) []string {
	var out []string
	for _, s := range skills {
		out = append(out, s.Name)
	}
	return out
}

func TestFocusKeepsDirectNeighbours(t *testing.T) {
	x := prepare(t, neighbours())
	tests := []struct {
		focus, id string
		skills    []string
		routes    int
		codes     []string
	}{
		{"skill.b", "skill.b", []string{"a", "b", "c", "e"}, 4, []string{codeInvalidMarker, codeTargetNotSkill}},
		{" ./skills/b/SKILL.md\n", "skill.b", []string{"a", "b", "c", "e"}, 4, []string{codeInvalidMarker, codeTargetNotSkill}},
		{`skills\d\SKILL.md`, "skill.d", []string{"c", "d"}, 2, []string{codeUnresolvedRoute}},
		// A route that may mean t1 is kept; its other candidate is not.
		{"skills/t1/SKILL.md", "skill.twin", []string{"e", "t1"}, 1, []string{codeInvalidMarker, codeUnresolvedRoute}},
	}
	for _, tt := range tests {
		t.Run(tt.focus, func(t *testing.T) {
			p, err := x.Focus(tt.focus)
			if err != nil {
				t.Fatal(err)
			}
			checkFocus(t, x, p)
			if p.Focused.ID != tt.id || len(p.Routes) != tt.routes {
				t.Errorf("focus on %v with %d routes", p.Focused, len(p.Routes))
			}
			if diff := cmp.Diff(tt.skills, ids(p.Skills)); diff != "" {
				t.Errorf("Skills (-want +got):\n%s", diff)
			}
			var codes []string
			for i := range p.Diagnostics {
				codes = append(codes, p.Diagnostics[i].Code)
			}
			if diff := cmp.Diff(tt.codes, codes); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
			again, err := p.Focus("skill.d")
			if err != nil || !slices.Equal(ids(again.Skills), []string{"c", "d"}) {
				t.Errorf("a projection of a projection shows %v, %v", ids(again.Skills), err)
			}
		})
	}
}

func TestFocusErrors(t *testing.T) {
	x := prepare(t, neighbours())
	pair := []snapshot.AssetRef{{ID: "skill.twin", SourcePath: "skills/t1/SKILL.md"}, {ID: "skill.twin", SourcePath: "skills/t2/SKILL.md"}}
	facts := []snapshot.AssetRef{{ID: "context.facts", SourcePath: "contexts/facts.md"}}
	tests := []struct {
		given string
		want  FocusError
	}{
		{"", FocusError{Fault: FocusUnknown}},
		{"nope", FocusError{Fault: FocusUnknown}},
		{"skill.bb", FocusError{Fault: FocusUnknown, Nearest: "skill.b"}},
		{"Skill.B", FocusError{Fault: FocusUnknown, Nearest: "skill.b"}},
		{"b", FocusError{Fault: FocusUnknown, Nearest: "skill.b"}},
		{"skills/b", FocusError{Fault: FocusUnknown, Nearest: "skills/b/SKILL.md"}},
		{"skills/b/", FocusError{Fault: FocusUnknown, Nearest: "skills/b/SKILL.md"}},
		{"skill.twin", FocusError{Fault: FocusAmbiguous, Candidates: pair}},
		{"context.facts", FocusError{Fault: FocusNotASkill, Candidates: facts}},
	}
	for _, tt := range tests {
		p, err := x.Focus(tt.given)
		var got *FocusError
		if p != nil || !errors.As(err, &got) {
			t.Errorf("Focus(%q) = %v, %v", tt.given, p, err)
			continue
		}
		tt.want.Given = tt.given
		if diff := cmp.Diff(tt.want, *got); diff != "" {
			t.Errorf("Focus(%q) (-want +got):\n%s", tt.given, diff)
		}
		if _, err := x.Explain(tt.given); err == nil || err.Error() != got.Error() {
			t.Errorf("Explain(%q) says %v", tt.given, err)
		}
	}
}

func TestFocusErrorText(t *testing.T) {
	for want, e := range map[string]*FocusError{
		`"x" matches no Skill id or source path exactly`:                                    {Given: "x", Fault: FocusUnknown},
		`"x" matches no Skill id or source path exactly; did you mean "y"?`:                 {Given: "x", Fault: FocusUnknown, Nearest: "y"},
		`"x" is ambiguous: use one exact repository-relative SKILL.md path, such as a or b`: {Given: "x", Fault: FocusAmbiguous, Candidates: []snapshot.AssetRef{{SourcePath: "a"}, {SourcePath: "b"}}},
		`"x" is the exact id or path of contexts/x.md, which is no Skill`:                   {Given: "x", Fault: FocusNotASkill, Candidates: []snapshot.AssetRef{{SourcePath: "contexts/x.md"}}},
	} {
		if got := e.Error(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestCycleStaysWhenOneOfItsRoutesIsKept(t *testing.T) {
	x := prepare(t, tree{}.
		skill("a", continues("skill.b")).skill("b", continues("skill.c")).skill("c", continues("skill.a")).
		skill("d", continues("skill.a")).skill("z"))
	for focus, want := range map[string]int{"skill.a": 1, "skill.b": 1, "skill.d": 0, "skill.z": 0} {
		p, err := x.Focus(focus)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Diagnostics) != want {
			t.Errorf("focus on %s keeps %d diagnostics, want %d", focus, len(p.Diagnostics), want)
		}
	}
}

func TestExplain(t *testing.T) {
	x := prepare(t, tree{}.
		skill("a", published(), continues("skill.b", "skill.c")).
		skill("b", continues("skill.d")).
		skill("c", status("archived"), continues("skill.e")).
		skill("d", continues("skill.a")).
		skill("e", continues("skill.f")).
		skill("f").
		skill("z").adopted())
	path := func(routes []*Route) []string {
		var out []string
		for _, r := range routes {
			out = append(out, r.SourceID+" > "+r.ResolvedTarget.ID)
		}
		return out
	}
	tests := []struct {
		id           string
		path, broken []string
		nearest      string
		in, out      int
	}{
		{"skill.a", nil, nil, "skill.a", 1, 2},
		{"skill.d", []string{"skill.a > skill.b", "skill.b > skill.d"}, nil, "skill.a", 1, 1},
		{
			"skill.f", []string{"skill.a > skill.c", "skill.c > skill.e", "skill.e > skill.f"},
			[]string{"skill.a > skill.c", "skill.c > skill.e"}, "skill.a", 1, 0,
		},
		{"skill.z", nil, nil, "", 0, 0},
	}
	for _, tt := range tests {
		e, err := x.Explain(tt.id)
		if err != nil {
			t.Fatal(err)
		}
		nearest := ""
		if e.Nearest != nil {
			nearest = e.Nearest.ID
		}
		if diff := cmp.Diff(tt.path, path(e.Path)) + cmp.Diff(tt.broken, path(e.Broken)); diff != "" {
			t.Errorf("%s: path and broken (-want +got):\n%s", tt.id, diff)
		}
		if nearest != tt.nearest || len(e.Incoming) != tt.in || len(e.Outgoing) != tt.out || e.Skill.ID != tt.id {
			t.Errorf("%s: nearest %q, %d incoming, %d outgoing", tt.id, nearest, len(e.Incoming), len(e.Outgoing))
		}
	}
}

func TestIterators(t *testing.T) {
	x := prepare(t, neighbours())
	if got := ids(slices.Collect(x.Entrypoints())); !slices.Equal(got, []string{"a"}) {
		t.Errorf("entrypoints %v", got)
	}
	if got := ids(slices.Collect(x.Missed())); !slices.Equal(got, []string{"e"}) {
		t.Errorf("missed %v", got)
	}
	all := x.filter(func(*Skill) bool { return true })
	for range all {
		break // must end the iteration
	}
	if got := ids(slices.Collect(all)); len(got) != len(x.Skills) {
		t.Errorf("all are %v", got)
	}
	if got := ids(x.SkillsByID("skill.twin")); !slices.Equal(got, []string{"t1", "t2"}) {
		t.Errorf("twins %v", got)
	}
	if x.Skill("skills/none/SKILL.md") != nil || len(slices.Collect(x.RoutesFrom("skills/none/SKILL.md"))) > 0 {
		t.Error("a path of nothing has a Skill or routes")
	}
	p, err := x.Focus("skill.c")
	if err != nil {
		t.Fatal(err)
	}
	// b declares two routes, of which the projection shows one.
	if from, to := len(slices.Collect(p.RoutesFrom("skills/b/SKILL.md"))), len(slices.Collect(p.RoutesTo("skills/b/SKILL.md"))); from != 1 || to != 0 {
		t.Errorf("the projection shows %d routes from b and %d to it", from, to)
	}
	for range x.RoutesTo("skills/b/SKILL.md") {
		break // an iterator must bear that
	}
}
