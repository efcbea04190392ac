package diffreport_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

func side(t testing.TB, ref string, files testrepo.Files) diffreport.Side {
	t.Helper()
	s, err := snapshot.Collect(t.Context(), files.FS(), snapshot.Options{Root: "/repo", Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return diffreport.Side{Ref: ref, Commit: ref, Snapshot: s, Index: discovery.PrepareDiscovery(s)}
}

func diff(t testing.TB, from, to testrepo.Files) *diffreport.Report {
	t.Helper()
	return diffreport.BuildDiffReport(side(t, "from", from), side(t, "to", to))
}

func encode(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var base = testrepo.Files{
	"renma.config.json":              testrepo.Adopted("off"),
	"skills/a/SKILL.md":              testrepo.Skill("a", testrepo.Published, testrepo.Continues("skill.b"), testrepo.Requires("context.x")),
	"skills/b/SKILL.md":              testrepo.Skill("b"),
	"skills/b/references/notes.md":   "# Notes\n",
	"contexts/x.md":                  testrepo.Context("context.x"),
	"skills/nowhere/assets/lost.txt": "lost\n",
}

func TestCatalogIdentities(t *testing.T) {
	twin := strings.Replace(testrepo.Skill("c"), "skill.c", "skill.b", 1)
	moved := strings.ReplaceAll(testrepo.Skill("b"), "name: b", "name: moved")
	type rows struct{ Added, Removed, Changed []string }
	tests := []struct {
		name string
		from testrepo.Files
		to   testrepo.Files
		want rows
	}{
		{"nothing", nil, nil, rows{}},
		{"a move keeps the id", nil, testrepo.Files{"skills/b/SKILL.md": "", "skills/moved/SKILL.md": moved},
			rows{Changed: []string{"skill.b skills/moved/SKILL.md path content", "skills/b/references/notes.md skills/b/references/notes.md effectiveOwner"}}},
		{"another id is another asset", nil, testrepo.Files{"contexts/x.md": testrepo.Context("context.y")},
			rows{Added: []string{"context.y contexts/x.md"}, Removed: []string{"context.x contexts/x.md"}}},
		{"a twin is added and the first one stays", nil, testrepo.Files{"skills/c/SKILL.md": twin},
			rows{Added: []string{"skill.b skills/c/SKILL.md"}}},
		{"of twins each one is compared", testrepo.Files{"skills/c/SKILL.md": twin},
			testrepo.Files{"skills/c/SKILL.md": strings.Replace(twin, "renma.owner: team", "renma.owner: other", 1)},
			rows{Changed: []string{"skill.b skills/c/SKILL.md declaredOwner,effectiveOwner content"}}},
		{"owner of support follows the Skill", nil, testrepo.Files{"skills/b/SKILL.md": strings.Replace(testrepo.Skill("b"), "team", "other", 1)},
			rows{Changed: []string{"skill.b skills/b/SKILL.md declaredOwner,effectiveOwner content",
				"skills/b/references/notes.md skills/b/references/notes.md effectiveOwner"}}},
		{"other metadata are content", nil, testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", `tags: '["x"]'`)},
			rows{Changed: []string{"skill.b skills/b/SKILL.md  content"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := diff(t, base.With(tt.from), base.With(tt.from).With(tt.to))
			var got rows
			for _, a := range r.Catalog.AddedAssets {
				got.Added = append(got.Added, a.ID+" "+a.Path)
			}
			for _, a := range r.Catalog.RemovedAssets {
				got.Removed = append(got.Removed, a.ID+" "+a.Path)
			}
			for _, c := range r.Catalog.ChangedAssets {
				text := c.ID + " " + c.Path + " " + strings.Join(c.ChangedFields, ",")
				if c.ContentChanged {
					text += " content"
				}
				got.Changed = append(got.Changed, text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestContentChangedAssets(t *testing.T) {
	none := diff(t, testrepo.Files{"README.md": "x"}, base)
	if none.Summary.ContentChangedAssets != nil {
		t.Errorf("no common asset, but %d changed", *none.Summary.ContentChangedAssets)
	}
	one := diff(t, base, base.With(testrepo.Files{"contexts/x.md": testrepo.Context("context.x") + "More.\n"}))
	if got := one.Summary.ContentChangedAssets; got == nil || *got != 1 {
		t.Errorf("got %v", got)
	}
}

// Text that means the same changes nothing but content hashes.
func TestEqualMeaningIsNoChange(t *testing.T) {
	skill := `---
name: b
description: Review b files for gaps. Use when b files need review; do not use for implementation work.
metadata:
  renma.id: skill.b
  renma.owner: team
  renma.status: deprecated
  renma.status-reason: old
  renma.requires-context: '["context.gone","context.x","context.gone"]'
  renma.continues-with: '["skill.a","skills/a/SKILL.md","skill.gone","skill.gone"]'
---
# b

Body.
`
	rewritten := `---
# a comment
metadata:
  renma.continues-with: |-
    ["skill.gone",
     "skills/a/SKILL.md",
     "skill.gone", " skill.a "]
  renma.requires-context: "[\"context.x\", \"context.gone\",\"context.gone\"]"

  renma.status-reason: "old"
  renma.owner: 'team'
  renma.status: "deprecated"
  "renma.id": skill.b
description: >-
  Review b files for gaps. Use when b files need review;
  do not use for implementation work.
name: "b"
---
# b

Body.
`
	context := "---\nid: y\nstatus: odd\ntags: [one, two]\n---\n"
	for name, to := range map[string]testrepo.Files{
		"Skill":      {"skills/b/SKILL.md": rewritten},
		"context":    {"contexts/y.md": "---\ntags:\n  - one\n  - two\n\nstatus: \"odd\"\nid: 'y'\n---\n"},
		"CRLF":       {"skills/b/SKILL.md": strings.ReplaceAll(skill, "\n", "\r\n")},
		"moved down": {"skills/b/SKILL.md": strings.Replace(skill, "---\n", "---\n\n\n# moved\n", 1)},
	} {
		from := base.With(testrepo.Files{"skills/b/SKILL.md": skill, "contexts/y.md": context})
		got := diff(t, from, from.With(to))
		want := diff(t, from, from)
		one := 1
		want.Summary.ContentChangedAssets = &one
		if n := len(got.Catalog.ChangedAssets); n != 1 || len(got.Catalog.ChangedAssets[0].ChangedFields) > 0 {
			t.Errorf("%s: changed assets %v", name, got.Catalog.ChangedAssets)
		}
		want.Catalog = got.Catalog
		if diff := cmp.Diff(encode(t, want), encode(t, got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestGraph(t *testing.T) {
	twin := strings.Replace(testrepo.Skill("c", testrepo.Requires("context.gone")), "skill.c", "skill.b", 1)
	type rows struct{ Added, Removed, Unresolved, Resolved []string }
	tests := []struct {
		name     string
		from, to testrepo.Files
		want     rows
	}{
		{"a target that goes", nil, testrepo.Files{"contexts/x.md": ""}, rows{Unresolved: []string{"skill.a requires context.x false"}}},
		{"a target that comes", testrepo.Files{"contexts/x.md": ""}, testrepo.Files{"contexts/x.md": testrepo.Context("context.x")},
			rows{Resolved: []string{"skill.a requires context.x true"}}},
		{"a target that gets another id", nil, testrepo.Files{"contexts/x.md": testrepo.Context("context.y")},
			rows{Unresolved: []string{"skill.a requires context.x false"}}},
		{"an edge of a twin is an edge of its own", testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Requires("context.gone"))},
			testrepo.Files{"skills/c/SKILL.md": twin},
			rows{Added: []string{"skill.b requires context.gone false"}, Unresolved: []string{"skill.b requires context.gone false"}}},
		{"a path names the id", nil, testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Optional("contexts/x.md"))},
			rows{Added: []string{"skill.b optional context.x true"}}},
		{"a repeated declaration is one edge", nil, testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Optional("context.x", "context.x"))},
			rows{Added: []string{"skill.b optional context.x true"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := diff(t, base.With(tt.from), base.With(tt.from).With(tt.to)).Graph
			text := func(list []diffreport.Edge) (out []string) {
				for _, e := range list {
					if e.Kind != "inherits_owner" && e.Kind != "owns_local_resource" {
						out = append(out, fmt.Sprint(e.Source, " ", e.Kind, " ", e.Target, " ", e.Resolved))
					}
				}
				return out
			}
			got := rows{text(g.AddedEdges), text(g.RemovedEdges), text(g.NewUnresolvedEdges), text(g.ResolvedEdges)}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFindingsAreAMultiset(t *testing.T) {
	one := base.With(testrepo.Files{"contexts/n.md": "# n\n"})
	two := base.With(testrepo.Files{"contexts/m.md": "# m\n", "contexts/n.md": "\n\n# n, moved\n"})
	r := diff(t, one, two)
	if len(r.Findings.Added) != 1 || r.Findings.Added[0].Evidence.Path != "contexts/m.md" || len(r.Findings.Removed) != 0 {
		t.Errorf("added %v, removed %v", r.Findings.Added, r.Findings.Removed)
	}
	if diff := cmp.Diff([]diffreport.CountDelta{{ID: "META-MISSING-ID", From: 1, To: 2, Delta: 1}}, r.Findings.CountByID); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.Summary.FindingsDelta != 1 || r.Findings.Suppressed != nil {
		t.Errorf("delta %d, suppressed %v", r.Summary.FindingsDelta, r.Findings.Suppressed)
	}
	quiet := two.With(testrepo.Files{"renma.config.json": `{"suppressions": [{"id": "META-MISSING-ID", "paths": ["contexts/n.md"], "reason": "x"}]}`})
	s := diff(t, two, quiet).Findings.Suppressed
	if s == nil || len(s.Added) != 1 || s.Added[0].Evidence.Path != "contexts/n.md" || len(s.Removed) != 0 {
		t.Errorf("suppressed %v", s)
	}
}

func TestCheckChanges(t *testing.T) {
	r := diff(t, base, base.With(testrepo.Files{
		"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Gated("revoked")...),
		"skills/c/SKILL.md": "# c\n",
	}))
	want := []diffreport.CheckChange{
		{ID: "assets.lifecycle", FromStatus: "pass", ToStatus: "pass", FromSeverity: "info", ToSeverity: "info", SummaryChanged: true},
		{ID: "ownership.coverage", FromStatus: "warn", ToStatus: "warn", FromSeverity: "warning", ToSeverity: "warning", SummaryChanged: true},
		{ID: "specification.agent_skills", FromStatus: "pass", ToStatus: "fail", FromSeverity: "info", ToSeverity: "error", SummaryChanged: true},
	}
	got := r.Readiness.CheckChanges
	for i := range got {
		if got[i].Title == "" {
			t.Errorf("%s has no title", got[i].ID)
		}
		got[i].Title = ""
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEndpoints(t *testing.T) {
	from, to := side(t, "from", base), side(t, "to", testrepo.Files{"README.md": "x"})
	from.Target, to.Target = "pkg", "pkg"
	to.MissingTarget, to.UnreadGitlinks = true, []string{"skills/sub"}
	r := diffreport.BuildDiffReport(from, to)
	if r.Target != "pkg" || r.From.MissingTarget || !r.To.MissingTarget || len(r.To.UnreadGitlinks) != 1 || r.SameCommit() {
		t.Errorf("got %+v", r)
	}
	for _, want := range []string{"- Directory: `pkg`", "it has no such directory", "submodules not read: `skills/sub`"} {
		if md := r.Markdown(); !strings.Contains(md, want) {
			t.Errorf("no %q in\n%s", want, md)
		}
	}
	to.Commit = from.Commit
	same := diffreport.BuildDiffReport(from, to)
	if !same.SameCommit() || !strings.Contains(same.Markdown(), "same commit") {
		t.Error("nothing says that both refs are one commit")
	}
}

// Without an index on either side nothing is inferred.
func TestNeutralForm(t *testing.T) {
	from, to := side(t, "from", base), side(t, "to", base.With(testrepo.Files{"renma.config.json": "{}", "skills/b/SKILL.md": ""}))
	const want = `{
  "schemaVersion": "renma.skill-discovery-diff.v1",
  "adoption": {"from": "not-adopted", "to": "not-adopted", "changed": false},
  "coverage": {"from": "not-evaluated", "to": "not-evaluated", "changed": false},
  "summary": {
    "publishedEntrypointCountDelta": 0, "routeEligibleSkillCountDelta": 0, "reachableSkillCountDelta": 0, "notReachedSkillCountDelta": 0,
    "unroutedSkillCountDelta": 0, "usableRouteCountDelta": 0, "unusableRouteCountDelta": 0, "unresolvedRouteCountDelta": 0, "cycleComponentCountDelta": 0
  },
  "publishedEntrypoints": {"added": [], "removed": []},
  "reachability": {"newlyReachable": [], "newlyNotReached": []},
  "unroutedSkills": {"newlyUnrouted": [], "resolvedUnrouted": []},
  "routes": {"added": [], "removed": [], "changed": []},
  "cycles": {"added": [], "resolved": []}
}`
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(want)); err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string][2]*discovery.Index{
		"neither": {nil, nil}, "from only": {from.Index, nil}, "to only": {nil, to.Index},
	} {
		from.Index, to.Index = pair[0], pair[1]
		r := diffreport.BuildDiffReport(from, to)
		got, err := json.Marshal(r.Discovery)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(compact.String(), string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if !r.Discovery.IsEmpty() || len(r.Catalog.RemovedAssets) != 1 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestSerializedReports(t *testing.T) {
	r := diff(t, base, base.With(testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Deprecated), "skills/c/SKILL.md": "# c", "contexts/n.md": "# n"}))
	document := encode(t, r)
	read, err := diffreport.ReadReport([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(document, encode(t, read)); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(r.Markdown(), read.Markdown()); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}

	legacy := `{
  "schemaVersion": "renma.diff.v1",
  "root": "/r",
  "from": {
    "ref": "<a> & b",
    "securityPolicyInventory": {
      "z": 1.50,
      "a": null
    }
  },
  "to": {
    "ref": "b"
  },
  "executableSurface": {
    "added": []
  }
}
`
	read, err = diffreport.ReadReport([]byte(legacy))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(legacy, encode(t, read)); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	md := read.Markdown()
	if strings.Contains(md, "Skill Discovery") || !strings.Contains(md, "## Graph Changes") {
		t.Errorf("the Markdown of a report without discovery:\n%s", md)
	}
	if diff := cmp.Diff(legacy, encode(t, read)); diff != "" {
		t.Errorf("formatting changed the report:\n%s", diff)
	}
	for _, bad := range []string{"", "[]", "7", `{"from": []}`, `{"summary": {"findingsDelta": "x"}}`} {
		if _, err := diffreport.ReadReport([]byte(bad)); err == nil {
			t.Errorf("%q is taken for a report", bad)
		}
	}
}
