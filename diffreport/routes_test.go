package diffreport_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/internal/testrepo"
)

// routes describes the groups of the to side, by adding them to a repository in
// which a declares nothing.
func routes(t *testing.T, continues string, others testrepo.Files) []string {
	t.Helper()
	from := base.With(testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Published)}).With(others)
	r := diff(t, from, from.With(testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Published, continues)}))
	var got []string
	for _, g := range r.Discovery.Routes.Added {
		reasons := make([]string, len(g.UsabilityReasons))
		for i, reason := range g.UsabilityReasons {
			reasons[i] = string(reason)
		}
		text := g.NormalizedTarget + " x" + strings.Repeat("1", g.DeclarationCount) + " " + string(g.Resolution)
		if g.Usable {
			text += " usable"
		}
		got = append(got, strings.TrimSpace(text+" "+strings.Join(reasons, ",")))
	}
	return got
}

func TestRouteGroups(t *testing.T) {
	gated := testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Gated("suspended")...)}
	twin := testrepo.Files{"skills/c/SKILL.md": strings.Replace(testrepo.Skill("c"), "skill.c", "skill.b", 1)}
	tests := []struct {
		name    string
		targets []string
		others  testrepo.Files
		want    []string
	}{
		{"one", []string{"skill.b"}, nil, []string{"skill.b x1 resolved usable"}},
		{"repeated", []string{"skill.b", "skill.b", " skill.b "}, nil, []string{"skill.b x111 resolved usable"}},
		{"unresolved, repeated", []string{"skill.z", "skill.z"}, nil, []string{"skill.z x11 unresolved unresolved-target"}},
		{"two spellings", []string{"skill.b", "skills/b/SKILL.md"}, nil,
			[]string{"skill.b x1 resolved usable", "skills/b/SKILL.md x1 resolved duplicate-declaration"}},
		{"two spellings, the other way round", []string{"./skills/b/SKILL.md", "skills/b/SKILL.md", "skill.b"}, nil,
			[]string{"skill.b x1 resolved usable", "skills/b/SKILL.md x11 resolved duplicate-declaration"}},
		{"two spellings of a gated Skill", []string{"skills/b/SKILL.md", "skill.b"}, gated,
			[]string{"skill.b x1 resolved inactive-target", "skills/b/SKILL.md x1 resolved inactive-target,duplicate-declaration"}},
		{"ambiguous spellings are no duplicates", []string{"skill.b", "skill.b", "skills/b/SKILL.md"}, twin,
			[]string{"skill.b x11 ambiguous ambiguous-target", "skills/b/SKILL.md x1 resolved duplicate-target-id"}},
		{"wrong kind, repeated", []string{"context.x", "context.x"}, nil, []string{"context.x x11 wrong-kind wrong-kind"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, routes(t, testrepo.Continues(tt.targets...), tt.others)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestChangedRoutes(t *testing.T) {
	stable := testrepo.Skill("b", "status: stable")
	tests := []struct {
		name     string
		from, to testrepo.Files
		want     []string
	}{
		{"lifecycle alone", nil, testrepo.Files{"skills/b/SKILL.md": stable}, []string{"targetLifecycle"}},
		{"the target goes", testrepo.Files{"skills/b/SKILL.md": stable}, testrepo.Files{"skills/b/SKILL.md": ""},
			[]string{"resolution", "candidates", "resolvedTarget", "targetLifecycle", "usable", "usabilityReasons"}},
		{"declared again", nil, testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Published, testrepo.Continues("skill.b", "skill.b"))},
			[]string{"declarationCount"}},
		{"the source gets another id", nil, testrepo.Files{"skills/a/SKILL.md": strings.Replace(testrepo.Skill("a", testrepo.Published, testrepo.Continues("skill.b")), "skill.a", "skill.z", 1)},
			[]string{"sourceId"}},
		{"the target becomes invalid", nil, testrepo.Files{"skills/b/SKILL.md": strings.Replace(testrepo.Skill("b"), "name: b", "name: B", 1)},
			[]string{"resolution", "candidates", "resolvedTarget", "usable", "usabilityReasons"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := diff(t, base.With(tt.from), base.With(tt.from).With(tt.to)).Discovery.Routes
			if len(r.Changed) != 1 || len(r.Added)+len(r.Removed) != 0 {
				t.Fatalf("got %+v", r)
			}
			if diff := cmp.Diff(tt.want, r.Changed[0].ChangedFields); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if want := (diffreport.RouteIdentity{SourcePath: "skills/a/SKILL.md", NormalizedTarget: "skill.b"}); r.Changed[0].Identity != want {
				t.Errorf("identity is %v", r.Changed[0].Identity)
			}
		})
	}
}

func TestLineOfTheDeclaration(t *testing.T) {
	r := diff(t, base, base.With(testrepo.Files{"skills/b/SKILL.md": `---
name: b
description: Review b files for gaps. Use when b files need review; do not use for implementation work.
metadata:
  renma.id: skill.b
  renma.continues-with: |-
    ["skill.gone",
     "skill.a"]
---
`}))
	got := map[string]int{}
	for _, route := range r.Discovery.Routes.Added {
		got[route.NormalizedTarget] = route.Line
	}
	if diff := cmp.Diff(map[string]int{"skill.gone": 7, "skill.a": 8}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
