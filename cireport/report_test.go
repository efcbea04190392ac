package cireport_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/cireport"
	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/snapshot"
)

func side(t testing.TB, ref string, files testrepo.Files) diffreport.Side {
	t.Helper()
	s, err := snapshot.Collect(t.Context(), files.FS(), snapshot.Options{Root: "/repo"})
	if err != nil {
		t.Fatal(err)
	}
	return diffreport.Side{Ref: ref, Commit: ref, Snapshot: s, Index: discovery.PrepareDiscovery(s)}
}

func report(t testing.TB, from, to testrepo.Files) *cireport.Report {
	t.Helper()
	a, b := side(t, "main", from), side(t, "topic", to)
	return build(diffreport.BuildDiffReport(a, b), a, b)
}

func build(d *diffreport.Report, a, b diffreport.Side) *cireport.Report {
	mode := func(s diffreport.Side) cireport.Mode { return cireport.Mode(s.Snapshot.Config.SkillDiscovery.CIPolicy) }
	return cireport.BuildCiReport(d, cireport.EvaluateCiPolicy(d.Discovery, mode(a), mode(b)))
}

var (
	owner = "  renma.owner: team\n"
	base  = testrepo.Files{
		"renma.config.json": testrepo.Adopted("warn"),
		"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Published, testrepo.Continues("skill.b"), testrepo.Requires("context.x")),
		"skills/b/SKILL.md": testrepo.Skill("b"),
		"contexts/x.md":     testrepo.Context("context.x"),
	}
)

func TestStatus(t *testing.T) {
	tests := []struct {
		name     string
		from, to testrepo.Files
		want     cireport.Status
		note     string
	}{
		{"nothing", nil, nil, cireport.StatusPass, "No regressions."},
		{"content alone", nil, testrepo.Files{"contexts/x.md": testrepo.Context("context.x") + "More.\n"}, cireport.StatusPass, "No regressions."},
		{"an asset more", nil, testrepo.Files{"contexts/y.md": testrepo.Context("context.y")}, cireport.StatusPass, "No regressions."},
		{"required context goes", nil, testrepo.Files{"contexts/x.md": ""}, cireport.StatusFail, "1 required dependency newly names no asset"},
		{"high finding", nil, testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", "status: suspended")}, cireport.StatusFail, "1 new high or critical finding"},
		{"invalid Skill", nil, testrepo.Files{"skills/c/SKILL.md": "# c"}, cireport.StatusWarn, "specification.agent_skills"},
		{"a lost owner", nil, testrepo.Files{"skills/b/SKILL.md": strings.Replace(testrepo.Skill("b"), owner, "", 1)}, cireport.StatusWarn, "Fewer assets have an owner"},
		{"an owner more", testrepo.Files{"skills/b/SKILL.md": strings.Replace(testrepo.Skill("b"), owner, "", 1)}, testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b")},
			cireport.StatusPass, "More assets have an owner"},
		{"optional context unresolved", nil, testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Optional("context.none"))}, cireport.StatusWarn, "score fell by 5"},
		{"a finding less", testrepo.Files{"contexts/n.md": "---\nowner: t\n---\n"}, testrepo.Files{"contexts/n.md": "---\nid: n\nowner: t\n---\n"},
			cireport.StatusPass, "1 fewer finding than before."},
		{"an emptied repository", nil, testrepo.Files{"skills/a/SKILL.md": "", "skills/b/SKILL.md": "", "contexts/x.md": ""}, cireport.StatusWarn, "level fell from ready to not_ready"},
		{"policy", nil, testrepo.Files{"skills/c/SKILL.md": testrepo.Skill("c")}, cireport.StatusWarn, "asks for a review of 1 match"},
		{"policy cannot lower a failure", nil, testrepo.Files{"contexts/x.md": "", "skills/c/SKILL.md": testrepo.Skill("c")}, cireport.StatusFail, "asks for a review of 1 match"},
		{"a cycle", nil, testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Continues("skill.a"))}, cireport.StatusPass, "No regressions."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := report(t, base.With(tt.from), base.With(tt.from).With(tt.to))
			if r.Status != tt.want {
				t.Errorf("status %s, want %s; notes %q", r.Status, tt.want, r.Notes)
			}
			if !strings.Contains(strings.Join(r.Notes, "\n"), tt.note) {
				t.Errorf("no %q in %q", tt.note, r.Notes)
			}
			if tt.note == "No regressions." && len(r.Notes) != 1 {
				t.Errorf("more than one note: %q", r.Notes)
			}
			if r.Status != cireport.StatusPass && len(r.Notes) == 0 {
				t.Error("nothing says why")
			}
			if r.HasFailed(cireport.StatusFail) != (tt.want == cireport.StatusFail) || r.HasFailed(cireport.StatusWarn) != (tt.want != cireport.StatusPass) {
				t.Error("the thresholds do not follow the status")
			}
			if r.Diff.Discovery != nil || r.Diff.SchemaVersion != "" || r.SkillDiscovery == nil {
				t.Error("the discovery diff does not stand once, at the top")
			}
			checkMarkdown(t, r)
		})
	}
}

func checkMarkdown(t *testing.T, r *cireport.Report) {
	t.Helper()
	md := r.Markdown()
	at := 0
	for _, want := range []string{
		"# Renma CI Report\n", "## Summary\n", "**" + strings.ToUpper(string(r.Status)) + "**", "`main` → `topic`", "## Review Notes\n", "<details>\n",
		"## Readiness\n", "## Semantic Diff\n", "## Asset Changes\n", "## Graph Changes\n", "## Readiness Check Changes\n", "## Skill Discovery Changes\n", "</details>\n",
	} {
		i := strings.Index(md[at:], want)
		if i < 0 {
			t.Errorf("no %q after byte %d in\n%s", want, at, md)
			return
		}
		at += i
	}
	if strings.Contains(md, "\n\n\n") {
		t.Errorf("empty lines in a row in\n%s", md)
	}
	warned := r.SkillDiscoveryPolicy.Outcome == cireport.StatusWarn
	if strings.Contains(md, "### Policy matches") != warned || strings.Contains(md, "policy matches +") != warned {
		t.Errorf("policy matches are shown wrongly in\n%s", md)
	}
	if strings.Contains(md, "No topology changes.") != r.SkillDiscovery.IsEmpty() || strings.Contains(md, "Skill Discovery ~") == r.SkillDiscovery.IsEmpty() {
		t.Errorf("topology changes are shown wrongly in\n%s", md)
	}
}

func TestOverviewOfCountsAlone(t *testing.T) {
	from := base.With(testrepo.Files{"skills/c/SKILL.md": testrepo.Skill("c", testrepo.Continues("skill.b"))})
	r := report(t, from, from)
	r.SkillDiscovery.Summary.UsableRouteCountDelta = 1
	if md := r.Markdown(); !strings.Contains(md, "Skill Discovery ~1") {
		t.Errorf("a difference of counts is not shown in\n%s", md)
	}
}

func TestPolicyLines(t *testing.T) {
	off := base.With(testrepo.Files{"renma.config.json": testrepo.Adopted("off")})
	gap := testrepo.Files{"skills/c/SKILL.md": testrepo.Skill("c")}
	tests := []struct {
		from, to testrepo.Files
		want     []string
	}{
		{off, off.With(gap), []string{"- Policy: `off`\n", "PASS (the policy is off)"}},
		{base, base, []string{"- Policy: `warn`\n", "PASS (nothing matches)"}},
		{base, off.With(gap), []string{"- Policy: `warn` → `off`, in effect `warn`\n", "WARN (a review is asked for"}},
	}
	for _, tt := range tests {
		md := report(t, tt.from, tt.to).Markdown()
		for _, want := range tt.want {
			if !strings.Contains(md, want) {
				t.Errorf("no %q in\n%s", want, md)
			}
		}
	}
}

func TestSameCommit(t *testing.T) {
	a := side(t, "main", base)
	b := a
	b.Ref = "HEAD"
	r := build(diffreport.BuildDiffReport(a, b), a, b)
	if diff := cmp.Diff([]string{"Both refs name the same commit, so there is nothing to compare."}, r.Notes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTokens(t *testing.T) {
	r := report(t, base, base.With(testrepo.Files{"skills/b/SKILL.md": testrepo.Skill("b") + strings.Repeat("word ", 100)}))
	if r.Status != cireport.StatusPass || r.TokenEstimate == nil || r.Diff.TokenEstimate != nil {
		t.Errorf("status %s, tokens %v, in the diff %v", r.Status, r.TokenEstimate, r.Diff.TokenEstimate)
	}
	md := r.Markdown()
	for _, want := range []string{
		"- Tokens, estimated: 84 → 182 (+98); always loaded 42 → 42 (+0)\n",
		"## Token Changes\n",
		"- `skill.b` (`skills/b/SKILL.md`): +98 (metadata 21, body 21 → 119, support 0)\n",
	} {
		if !strings.Contains(md, want) {
			t.Errorf("%q is missing in\n%s", want, md)
		}
	}
	if md := report(t, base, base).Markdown(); strings.Contains(md, "- Tokens, estimated") {
		t.Errorf("the summary speaks of tokens that are the same:\n%s", md)
	}
}

func TestListsAreCapped(t *testing.T) {
	to := base.With(nil)
	for i := range 30 {
		name := fmt.Sprintf("s%02d", i)
		to["skills/"+name+"/SKILL.md"] = strings.Replace(testrepo.Skill(name, testrepo.Continues("skill.none"), testrepo.Requires("context.none")), owner, "", 1)
	}
	r := report(t, base, to)
	md := r.Markdown()
	if n := strings.Count(md, "- `skill_discovery_ci."); n != 10 {
		t.Errorf("%d policy matches are shown", n)
	}
	if !strings.Contains(md, "10 of 60 shown; the other 50 are in the JSON form only.") {
		t.Errorf("nothing says what is left out of the matches in\n%s", md)
	}
	annotations := r.Annotations()
	for _, level := range []string{"::error ", "::warning "} {
		if n := strings.Count(annotations, level); n != 10 {
			t.Errorf("%d annotations of %s", n, level)
		}
	}
	if !strings.Contains(annotations, "more annotations are left out here") {
		t.Errorf("nothing says what is left out of\n%s", annotations)
	}
}

func TestAnnotations(t *testing.T) {
	to := base.With(testrepo.Files{
		"contexts/x.md":     "",
		"skills/b/SKILL.md": testrepo.Skill("b", "status: suspended"),
		"skills/c/SKILL.md": testrepo.Skill("c", testrepo.Continues("skill,one:two")),
	})
	a, b := side(t, "main", base), side(t, "topic", to)
	a.Target, b.Target = "pkg/agents", "pkg/agents"
	got := strings.Split(strings.TrimSuffix(build(diffreport.BuildDiffReport(a, b), a, b).Annotations(), "\n"), "\n")
	want := []string{
		"::error title=renma%3A fail::",
		"::error file=pkg/agents/skills/a/SKILL.md,line=9,title=Required dependency::\"skill.a\" requires \"context.x\", which is no asset.",
		"::error file=pkg/agents/skills/b/SKILL.md,line=7,title=META-SUSPENDED-STATUS-METADATA-INCOMPLETE::",
		"::warning title=diagnostics.errors::",
		"::warning title=graph.unresolved_edges::",
		"::warning title=workflow.context_closure::",
		"::warning file=pkg/agents/skills/c/SKILL.md,line=1,title=skill_discovery_ci.newly_not_reached::\"skill.c\": ",
		"::warning file=pkg/agents/skills/a/SKILL.md,line=8,title=skill_discovery_ci.route_became_unusable::\"skill.b\": ",
		"::warning file=pkg/agents/skills/c/SKILL.md,line=7,title=skill_discovery_ci.added_unusable_route::\"skill,one:two\": ",
	}
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("line %d is\n%s\nwant\n%s…", i+1, got[i], want[i])
		}
	}
	if one := report(t, base, base).Annotations(); one != "::notice title=renma%3A pass::No regressions.\n" {
		t.Errorf("nothing differs: %q", one)
	}
}

// Reports of both older generations keep their shape.
func TestSerializedReports(t *testing.T) {
	r := report(t, base, base.With(testrepo.Files{"skills/c/SKILL.md": testrepo.Skill("c", "status: suspended"), "skills/d/SKILL.md": testrepo.Skill("d"), "contexts/n.md": "# n"}))
	document := encode(t, r)
	read, err := cireport.ReadReport([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(document, encode(t, read)); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(r.Markdown(), read.Markdown()); diff != "" {
		t.Errorf("Markdown (-want +got):\n%s", diff)
	}

	const head = `{
  "schemaVersion": "renma.ci-report.v1",
  "root": "/r",
  "status": "warn",
  "securityPolicy": {
    "outcome": "pass",
    "b": 1,
    "a": 1.0
  },
`
	const tail = `  "notes": [
    "<b>one</b>"
  ],
  "diff": {
    "root": "/r"
  }
}
`
	section := `  "skillDiscovery": ` + strings.ReplaceAll(strings.TrimSuffix(encode(t, r.SkillDiscovery), "\n"), "\n", "\n  ") + ",\n"
	for _, tt := range []struct {
		name, document string
		want, not      []string
	}{
		{"neither section", head + tail, []string{"**WARN**"}, []string{"Skill Discovery", "renma.skill-discovery"}},
		{"the diff alone", head + section + tail, []string{"## Skill Discovery Changes", "only observed", "Skill Discovery ~"},
			[]string{"Policy:", "Outcome:", "policy matches", "### Policy matches"}},
	} {
		read, err := cireport.ReadReport([]byte(tt.document))
		if err != nil {
			t.Fatal(err)
		}
		md := read.Markdown()
		if diff := cmp.Diff(tt.document, encode(t, read)); diff != "" {
			t.Errorf("%s: JSON (-want +got):\n%s", tt.name, diff)
		}
		for _, want := range tt.want {
			if !strings.Contains(md, want) {
				t.Errorf("%s: no %q in\n%s", tt.name, want, md)
			}
		}
		for _, not := range append(tt.not, "<b>one") {
			if strings.Contains(md, not) {
				t.Errorf("%s: %q in\n%s", tt.name, not, md)
			}
		}
		if read.Annotations() == "" {
			t.Errorf("%s: no annotations", tt.name)
		}
	}
	for _, bad := range []string{"", "[]", `{"notes": 1}`, `{"diff": {"findings": {"added": [{"details": []}]}}}`} {
		if _, err := cireport.ReadReport([]byte(bad)); err == nil {
			t.Errorf("%q is taken for a report", bad)
		}
	}
}

func FuzzReadReport(f *testing.F) {
	f.Add([]byte(`{"status":"fail","skillDiscovery":{"adoption":{"from":"adopted"}},"notes":["x"]}`))
	f.Add([]byte(`{"diff":{"findings":{"added":[{"id":"X","details":{"target":"a","b":[1,{}]}}]},"graph":{"newUnresolvedEdges":[{"kind":"requires"}]}}}`))
	f.Add([]byte(`{"skillDiscoveryPolicy":{"outcome":"warn","matches":[{"id":"x","route":{}},{"skill":{}}]}}`))
	f.Fuzz(func(t *testing.T, document []byte) {
		r, err := cireport.ReadReport(document)
		if err != nil {
			return
		}
		r.Markdown()
		for line := range strings.Lines(r.Annotations()) {
			if !strings.HasPrefix(line, "::") {
				t.Errorf("an annotation goes on on a second line: %q", line)
			}
		}
		if _, err := r.MarshalJSON(); err != nil {
			t.Error(err)
		}
	})
}

func TestRankOfUnknownStatusIsWorst(t *testing.T) {
	if cireport.Status("odd").Rank() != cireport.StatusFail.Rank() {
		t.Error("an unknown status must not pass")
	}
}
