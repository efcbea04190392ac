package diffreport_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/snapshot"
)

func TestTokenChanges(t *testing.T) {
	broken := strings.Replace(testrepo.Skill("b"), "description: ", "description: Broken: ", 1)
	type row struct {
		ID, Path        string
		Delta           int
		Added, Removed  bool
		Metadata, Body  int
		SupportBecame   int
		SupportWasThere bool
	}
	tests := []struct {
		name string
		to   testrepo.Files
		want []row
	}{
		{"nothing", nil, nil},
		{"an asset of no Skill", testrepo.Files{"contexts/x.md": testrepo.Context("context.x") + "More words.\n"}, nil},
		{"the same with other metadata", testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", "purpose: "+strings.Repeat("word ", 50))}, nil},
		{"body and support grow", testrepo.Files{
			"skills/a/SKILL.md":            testrepo.Skill("a", testrepo.Published, testrepo.Continues("skill.b"), testrepo.Requires("context.x")) + strings.Repeat("word ", 10),
			"skills/b/references/notes.md": "# Notes\n" + strings.Repeat("word ", 100),
		}, []row{
			{ID: "skill.b", Path: "skills/b/SKILL.md", Delta: 98, SupportBecame: 101, SupportWasThere: true},
			{ID: "skill.a", Path: "skills/a/SKILL.md", Delta: 9, Body: 9},
		}},
		{"one comes, one goes", testrepo.Files{"skills/a/SKILL.md": "", "skills/c/SKILL.md": testrepo.Skill("c")}, []row{
			{ID: "skill.c", Path: "skills/c/SKILL.md", Delta: 42, Added: true, Metadata: 21, Body: 21},
			{ID: "skill.a", Path: "skills/a/SKILL.md", Delta: -42, Removed: true, Metadata: -21, Body: -21},
		}},
		{"a move", testrepo.Files{"skills/a/SKILL.md": "", "skills/team/a/SKILL.md": testrepo.Skill("a")}, nil},
		{"an id that is lost", testrepo.Files{"skills/b/SKILL.md": broken}, []row{
			{ID: "skills/b/SKILL.md", Path: "skills/b/SKILL.md", Delta: -21, Metadata: -21, SupportBecame: 3, SupportWasThere: true},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := diff(t, base, base.With(tt.to)).TokenEstimate
			var got []row
			for _, s := range d.ChangedSkills {
				from, to := snapshot.Tokens{}, snapshot.Tokens{}
				if s.From != nil {
					from = *s.From
				}
				if s.To != nil {
					to = *s.To
				}
				got = append(got, row{s.ID, s.Path, s.Delta, s.From == nil, s.To == nil, to.Metadata - from.Metadata, to.Body - from.Body, to.Support, from.Support > 0})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			sum := 0
			for _, s := range d.ChangedSkills {
				sum += s.Delta
			}
			if sum != d.To.Total-d.From.Total {
				t.Errorf("the Skills differ by %d, the sums by %d", sum, d.To.Total-d.From.Total)
			}
		})
	}
}

func TestNoSkillsHaveNoTokens(t *testing.T) {
	none := testrepo.Files{"contexts/x.md": testrepo.Context("context.x")}
	r := diff(t, none, none)
	if r.TokenEstimate != nil || strings.Contains(r.Markdown(), "Token") {
		t.Errorf("got %+v", r.TokenEstimate)
	}
	if md := r.TokenEstimate.Markdown(); md != "" {
		t.Errorf("nothing has the Markdown %q", md)
	}
}

func TestTokenMarkdown(t *testing.T) {
	const want = `Estimated (renma.word-pieces.v1): metadata is always loaded, the body on activation, support on demand.

| tier | before | after | change |
| --- | --- | --- | --- |
| metadata | 42 | 42 | +0 |
| body | 42 | 51 | +9 |
| support | 3 | 0 | -3 |
| total | 87 | 93 | +6 |

### Skills with other tokens

- ` + "`skill.c` (`skills/c/SKILL.md`)" + `: +51 (metadata 0 → 21, body 0 → 30, support 0), added
- ` + "`skill.b` (`skills/b/SKILL.md`)" + `: -45 (metadata 21 → 0, body 21 → 0, support 3 → 0), removed
`
	r := diff(t, base, base.With(testrepo.Files{
		"skills/b/SKILL.md": "", "skills/b/references/notes.md": "", "skills/c/SKILL.md": testrepo.Skill("c") + strings.Repeat("word ", 10),
	}))
	if diff := cmp.Diff(want, r.TokenEstimate.Markdown()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.HasSuffix(r.Markdown(), "\n## Token Changes\n\n"+want) {
		t.Errorf("the diff does not end with it:\n%s", r.Markdown())
	}
}

func TestTokenListIsCapped(t *testing.T) {
	to := base.With(nil)
	for i := range 30 {
		name := fmt.Sprintf("s%02d", i)
		to["skills/"+name+"/SKILL.md"] = testrepo.Skill(name) + strings.Repeat("word ", i)
	}
	md := diff(t, base, to).TokenEstimate.Markdown()
	if first, last := strings.Index(md, "`skill.s29`"), strings.Index(md, "`skill.s20`"); first < 0 || last < first ||
		strings.Contains(md, "`skill.s19`") || !strings.Contains(md, "10 of 30 shown; the other 20 are in the JSON form only.") {
		t.Errorf("the ten that grew most are not shown:\n%s", md)
	}
}
