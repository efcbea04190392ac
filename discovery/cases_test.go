package discovery

import (
	"errors"
	"slices"
	"testing"

	"github.com/renma/renma/diagnostic"
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
				checkEvidence(t, x, repository)
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

// Each code has details of its own, all of them required but a few texts.
func TestSchemaRequiresTheDetailsOfEachCode(t *testing.T) {
	cases, err := conformance.ReadAll("../testdata/documents")
	if err != nil {
		t.Fatal(err)
	}
	optional := []string{
		"normalizationRejection", "targetStatusReason", "targetStatusChangedAt", "lifecycle", "lifecycleReason", "lifecycleChangedAt", "configPath",
	}
	seen := map[string]bool{}
	for _, c := range cases {
		repository := tree{}
		for _, f := range c.Tree {
			repository[f.Path] = string(f.Data)
		}
		x := prepare(t, repository)
		for i := range x.Diagnostics {
			d := x.Diagnostics[i]
			if seen[d.Code] {
				continue
			}
			seen[d.Code] = true
			for k, detail := range d.Details {
				changed := *x
				changed.Diagnostics = slices.Clone(x.Diagnostics)
				changed.Diagnostics[i].Details = slices.Delete(slices.Clone(d.Details), k, k+1)
				refused := validate(t, &changed) != nil
				// The status is what makes a marker suspended or revoked.
				status := detail.Key == "lifecycle" && d.Code != codeInvalidMarker
				if want := status || !slices.Contains(optional, detail.Key); refused != want {
					t.Errorf("%s without %s: refused is %v", d.Code, detail.Key, refused)
				}
				changed.Diagnostics[i].Details = d.Details.With(detail.Key+"X", 1)
				if validate(t, &changed) == nil {
					t.Errorf("%s may have a further detail", d.Code)
				}
			}
			changed := *x
			changed.Diagnostics = slices.Clone(x.Diagnostics)
			changed.Diagnostics[i].Severity = map[bool]diagnostic.Severity{true: "error", false: "warning"}[d.Severity == "warning"]
			if validate(t, &changed) == nil {
				t.Errorf("%s may have severity %s", d.Code, changed.Diagnostics[i].Severity)
			}
		}
	}
	for _, rule := range Rules() {
		if !seen[rule.ID] {
			t.Errorf("no document shows %s", rule.ID)
		}
	}
}

// validate checks a document in which the diagnostics of x stand alone, because
// the rest is checked elsewhere and large.
func validate(tb testing.TB, x *Index) error {
	tb.Helper()
	short := *x
	short.Skills, short.Routes = []*Skill{}, []*Route{}
	err := schemas.Validate(SkillIndexSchema, document(tb, short.SkillIndexReport()))
	var invalid *schemas.InvalidError
	if err != nil && !errors.As(err, &invalid) {
		tb.Fatal(err)
	}
	return err
}
