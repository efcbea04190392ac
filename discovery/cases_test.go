package discovery

import (
	"testing"

	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/schemas"
)

// Whatever repository a case holds, its documents follow their schemas, the
// parts agree with each other, and every projection is a part of the whole.
func TestEveryCaseHolds(t *testing.T) {
	cases, err := conformance.ReadAll("../testdata/conformance")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range cases {
		for _, files := range [][]conformance.File{c.Tree, c.From, c.To} {
			repository := tree{}
			for _, f := range files {
				if !f.Link {
					repository[f.Path] = string(f.Data)
				}
			}
			s, err := tryCollect(repository)
			if err != nil || len(s.Skills) == 0 {
				continue
			}
			t.Run(c.Name, func(t *testing.T) {
				x := PrepareDiscovery(s)
				checkIndex(t, x)
				for _, skill := range x.Skills {
					part, err := x.Focus(skill.SourcePath)
					if err != nil {
						continue // the path of one Skill is the id of another
					}
					checkFocus(t, x, part)
				}
				for i := range x.Diagnostics {
					seen[x.Diagnostics[i].Code] = true
				}
				if err := schemas.Validate(SkillIndexSchema, document(t, x.SkillIndexReport())); err != nil {
					t.Error(err)
				}
			})
		}
	}
	for _, rule := range Rules() {
		if !seen[rule.ID] {
			t.Errorf("no case shows %s", rule.ID)
		}
	}
}
