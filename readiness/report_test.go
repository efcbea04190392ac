package readiness_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/readiness"
	"github.com/renma/renma/snapshot"
)

func collect(t testing.TB, files testrepo.Files) *snapshot.Snapshot {
	t.Helper()
	s, err := snapshot.Collect(t.Context(), files.FS(), snapshot.Options{Root: "/repo", Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func report(t testing.TB, files testrepo.Files) *readiness.Report {
	t.Helper()
	s := collect(t, files)
	return readiness.BuildReport(s, discovery.PrepareDiscovery(s))
}

// statuses returns the status of each check that does not pass.
func statuses(r *readiness.Report) map[string]readiness.Status {
	got := map[string]readiness.Status{}
	for _, c := range r.Checks {
		if c.Status != readiness.Pass {
			got[c.ID] = c.Status
		}
	}
	return got
}

func TestChecksComeInOneOrder(t *testing.T) {
	want := []string{
		"diagnostics.errors", "specification.agent_skills", "ownership.coverage", "graph.unresolved_edges", "workflow.context_closure",
		"workflow.optional_context", "context_lens.governance", "assets.lifecycle", "assets.freshness", "assets.minimum_inventory",
		"discovery.publication", "discovery.route_validity", "discovery.coverage", "discovery.unrouted_skills", "discovery.cycle_review",
	}
	for name, files := range map[string]testrepo.Files{
		"empty":  {"README.md": "# x"},
		"skills": {"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Published)},
	} {
		r := report(t, files)
		var got []string
		for _, c := range r.Checks {
			got = append(got, c.ID)
			if c.Title == "" || c.Summary == "" || !strings.HasSuffix(c.Summary, ".") {
				t.Errorf("%s: check %s has title %q and summary %q", name, c.ID, c.Title, c.Summary)
			}
			severity := map[readiness.Status]string{readiness.Pass: "info", readiness.Warn: "warning", readiness.Fail: "error"}[c.Status]
			if string(c.Severity) != severity {
				t.Errorf("%s: check %s has status %s and severity %s", name, c.ID, c.Status, c.Severity)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestScoreAndLevel(t *testing.T) {
	owned := testrepo.Skill("a")
	unowned := strings.Replace(owned, "  renma.owner: team\n", "", 1)
	tests := []struct {
		name  string
		files testrepo.Files
		score int
		level readiness.Level
		not   map[string]readiness.Status
	}{
		{"nothing wrong", testrepo.Files{"skills/a/SKILL.md": owned}, 100, readiness.Ready, nil},
		{"no assets", testrepo.Files{"README.md": "x"}, 90, readiness.NotReady,
			map[string]readiness.Status{"assets.minimum_inventory": readiness.Fail}},
		{"one of one unowned", testrepo.Files{"skills/a/SKILL.md": unowned}, 80, readiness.NeedsAttention,
			map[string]readiness.Status{"ownership.coverage": readiness.Warn}},
		{"one of eight unowned, 2.5 rounds to 3", testrepo.Files{
			"skills/a/SKILL.md": unowned, "contexts/1.md": testrepo.Context("1"), "contexts/2.md": testrepo.Context("2"), "contexts/3.md": testrepo.Context("3"),
			"contexts/4.md": testrepo.Context("4"), "contexts/5.md": testrepo.Context("5"), "contexts/6.md": testrepo.Context("6"), "contexts/7.md": testrepo.Context("7"),
		}, 97, readiness.Ready, map[string]readiness.Status{"ownership.coverage": readiness.Warn}},
		{"required context missing", testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Requires("context.none"))}, 70, readiness.NotReady,
			map[string]readiness.Status{"graph.unresolved_edges": readiness.Fail, "workflow.context_closure": readiness.Fail}},
		{"optional context missing", testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Optional("context.none"))}, 95, readiness.Ready,
			map[string]readiness.Status{"workflow.optional_context": readiness.Warn}},
		{"required context deprecated", testrepo.Files{
			"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Requires("context.x")), "contexts/x.md": testrepo.Context("context.x", "status: deprecated"),
		}, 100, readiness.NotReady, map[string]readiness.Status{"workflow.context_closure": readiness.Fail}},
		{"required context suspended", testrepo.Files{
			"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Requires("context.x")),
			"contexts/x.md":     testrepo.Context("context.x", "status: suspended", "status_reason: x", "status_changed_at: 2024-01-01"),
		}, 60, readiness.NotReady, map[string]readiness.Status{"workflow.context_closure": readiness.Fail, "diagnostics.errors": readiness.Fail}},
		{"invalid Skill", testrepo.Files{"skills/a/SKILL.md": owned, "skills/b/SKILL.md": "# b"}, 90, readiness.NotReady,
			map[string]readiness.Status{"specification.agent_skills": readiness.Fail, "ownership.coverage": readiness.Warn}},
		{"expired", testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", `expires-at: "2020-01-01"`)}, 100, readiness.Ready,
			map[string]readiness.Status{"assets.freshness": readiness.Warn}},
		{"lens error", testrepo.Files{"skills/a/SKILL.md": owned, "lenses/l.md": testrepo.Context("lens.l")}, 60, readiness.NotReady,
			map[string]readiness.Status{"context_lens.governance": readiness.Fail, "diagnostics.errors": readiness.Fail}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := report(t, tt.files)
			if r.Score != tt.score || r.Level != tt.level {
				t.Errorf("score %d, level %s, want %d, %s", r.Score, r.Level, tt.score, tt.level)
			}
			if tt.not == nil {
				tt.not = map[string]readiness.Status{}
			}
			if diff := cmp.Diff(tt.not, statuses(r)); diff != "" {
				t.Errorf("checks that do not pass (-want +got):\n%s", diff)
			}
		})
	}
}

// The state table of contract 04 section 1.6.
func TestDiscoveryStates(t *testing.T) {
	const pub, cov, unr = "discovery.publication", "discovery.coverage", "discovery.unrouted_skills"
	plain := testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a"), "skills/b/SKILL.md": testrepo.Skill("b")}
	start := testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Published, testrepo.Continues("skill.b"))}
	adopted := testrepo.Files{"renma.config.json": testrepo.Adopted("off")}
	loop := testrepo.Files{
		"skills/c/SKILL.md": testrepo.Skill("c", testrepo.Continues("skill.d")), "skills/d/SKILL.md": testrepo.Skill("d", testrepo.Continues("skill.c")),
	}
	warn := func(ids ...string) map[string]readiness.Status {
		m := map[string]readiness.Status{}
		for _, id := range ids {
			m[id] = readiness.Warn
		}
		return m
	}
	tests := []struct {
		name  string
		files testrepo.Files
		state discovery.AdoptionState
		want  map[string]readiness.Status
	}{
		{"not adopted", plain, discovery.NotAdopted, warn()},
		{"partial without entrypoint", plain.With(testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Continues("skill.b"))}), discovery.Partial, warn(pub, cov)},
		{"partial with entrypoint", plain.With(start).With(testrepo.Files{"skills/c/SKILL.md": testrepo.Skill("c")}), discovery.Partial, warn()},
		{"incomplete", plain.With(adopted), discovery.Incomplete, warn(pub, cov, unr)},
		{"all reached", plain.With(adopted).With(start), discovery.Adopted, warn()},
		{"gap unrouted", plain.With(adopted).With(start).With(testrepo.Files{"skills/c/SKILL.md": testrepo.Skill("c")}), discovery.Adopted, warn(cov, unr)},
		{"gap behind a loop", plain.With(adopted).With(start).With(loop), discovery.Adopted, warn(cov, "discovery.cycle_review")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := report(t, tt.files)
			if got := r.Summary.SkillDiscovery.AdoptionState; got != tt.state {
				t.Errorf("adoption is %s, want %s", got, tt.state)
			}
			if diff := cmp.Diff(tt.want, statuses(r)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if r.Score != 100 || r.Level != readiness.Ready {
				t.Errorf("discovery moved the score to %d, the level to %s", r.Score, r.Level)
			}
			if mode := r.Summary.SkillDiscovery; mode.PublishedEntrypointCount == 0 {
				if s := r.Check(cov).Summary; strings.ContainsAny(s, "0123456789") {
					t.Errorf("coverage is not evaluated, but counted: %s", s)
				}
				if md := r.Markdown(); !strings.Contains(md, "- Reachable: not evaluated\n- Not reached: not evaluated\n") {
					t.Errorf("Markdown counts what is not evaluated:\n%s", md)
				}
			}
		})
	}
}

// A gated Skill fails a check and so the level; the diagnostic is neither copied
// nor charged (contract 04 W1).
func TestGatedSkillsFailTheLevelAlone(t *testing.T) {
	for _, status := range []string{"suspended", "revoked"} {
		r := report(t, testrepo.Files{
			"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Published, testrepo.Continues("skill.b")),
			"skills/b/SKILL.md": testrepo.Skill("b", append(testrepo.Gated(status), testrepo.Published)...),
		})
		want := map[string]readiness.Status{"discovery.publication": readiness.Fail, "discovery.route_validity": readiness.Fail}
		if diff := cmp.Diff(want, statuses(r)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", status, diff)
		}
		if r.Score != 100 || r.Level != readiness.NotReady || len(r.Diagnostics) != 0 || r.Summary.DiagnosticCounts.Error != 0 {
			t.Errorf("%s: score %d, level %s, diagnostics %v", status, r.Score, r.Level, r.Diagnostics)
		}
		evidence := []readiness.Evidence{{ID: "skill.b", Path: "skills/b/SKILL.md", Message: status + ": Known problem. (since 2024-05-01)"}}
		if diff := cmp.Diff(evidence, r.Check("assets.lifecycle").Evidence); diff != "" {
			t.Errorf("%s (-want +got):\n%s", status, diff)
		}
	}
}

func TestRouteValidityCountsReasons(t *testing.T) {
	r := report(t, testrepo.Files{
		"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Continues("skill.b", "skills/b/SKILL.md", "skill.none", "context.x", "skill.c")),
		"skills/b/SKILL.md": testrepo.Skill("b", testrepo.Deprecated),
		"skills/c/SKILL.md": testrepo.Skill("c"),
		"contexts/x.md":     testrepo.Context("context.x"),
	})
	c := r.Check("discovery.route_validity")
	const want = "4 of 5 declared routes are unusable (inactive-target 2, wrong-kind 1, unresolved-target 1, duplicate-declaration 1); correct or drop them."
	if c.Summary != want {
		t.Errorf("got  %s\nwant %s", c.Summary, want)
	}
	r = report(t, testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", "continues-with: skill.b")})
	c = r.Check("discovery.route_validity")
	if c.Status != readiness.Pass || !strings.Contains(c.Summary, "1 continues-with field") {
		t.Errorf("a malformed field: %s, %s", c.Status, c.Summary)
	}
}

func TestEvidenceIsDistinctAndCapped(t *testing.T) {
	files := testrepo.Files{"renma.config.json": testrepo.Adopted("off")}
	for i := range 14 {
		name := fmt.Sprintf("s%02d", i)
		files["skills/"+name+"/SKILL.md"] = testrepo.Skill(name, testrepo.Continues("skill.none", "skill.none"))
	}
	r := report(t, files)
	for _, id := range []string{"discovery.route_validity", "discovery.unrouted_skills"} {
		c := r.Check(id)
		if len(c.Evidence) != 10 {
			t.Errorf("%s has %d items of evidence", id, len(c.Evidence))
		}
		seen := map[readiness.Evidence]bool{}
		for _, e := range c.Evidence {
			if seen[e] {
				t.Errorf("%s repeats %v", id, e)
			}
			seen[e] = true
		}
	}
	if s := r.Check("discovery.unrouted_skills").Summary; !strings.HasPrefix(s, "14 ") {
		t.Errorf("the count is cut: %s", s)
	}
}

func TestWithoutAnIndex(t *testing.T) {
	s := collect(t, testrepo.Files{
		"renma.config.json": testrepo.Adopted("off"),
		"skills/a/SKILL.md": testrepo.Skill("a", append(testrepo.Gated("revoked"), testrepo.Published)...),
	})
	r := readiness.BuildReport(s, nil)
	if diff := cmp.Diff(map[string]readiness.Status{}, statuses(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(readiness.SkillDiscovery{AdoptionState: "not-adopted"}, r.Summary.SkillDiscovery); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.HasFailed() || len(r.Checks) != 15 {
		t.Errorf("level %s, %d checks", r.Level, len(r.Checks))
	}
}

func TestLevelsAreRanked(t *testing.T) {
	if !(readiness.Ready.Rank() < readiness.NeedsAttention.Rank() && readiness.NeedsAttention.Rank() < readiness.NotReady.Rank()) {
		t.Error("a better level must have a lower rank")
	}
}

func TestMarkdown(t *testing.T) {
	r := report(t, testrepo.Files{
		"skills/a/SKILL.md":             testrepo.Skill("a", testrepo.Continues("skill.none|x"), `expires-at: "2020-01-01"`),
		"skills/<b>`|`\n#x/SKILL.md":    "# b",
		"skills/c/SKILL.md":             testrepo.Skill("c", testrepo.Requires("context.`none`")),
		"lenses/broken\u202egpj.exe.md": "---\nid: [\n---\n",
	})
	md := r.Markdown()
	for _, want := range []string{
		"# Agent Readiness\n", "- Status: **Not ready**\n", "\n## Skill Discovery\n", "\n### Discovery check evidence\n", "\n## Workflow Readiness\n",
		"\n## Checks\n", "\n### Check evidence\n", "\n## Diagnostics\n", "\n## Findings\n", "renma skill-index", "renma graph --view discovery",
	} {
		if !strings.Contains(md, want) {
			t.Errorf("no %q in\n%s", want, md)
		}
	}
	for _, bad := range []string{"\n#x", "<b>`|`", "\u202e"} {
		if strings.Contains(md, bad) {
			t.Errorf("%q is live in\n%s", bad, md)
		}
	}
	columns := 0
	for line := range strings.Lines(md) {
		if strings.HasPrefix(line, "| check ") {
			columns = strings.Count(line, "|")
		}
		if strings.HasPrefix(line, "| `") && strings.Count(line, "|")-strings.Count(line, `\|`) != columns {
			t.Errorf("the row has another number of cells: %s", line)
		}
	}
}

func TestDisplayStatus(t *testing.T) {
	tests := []struct {
		files testrepo.Files
		want  string
	}{
		{testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a")}, "Ready"},
		{testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a", testrepo.Optional("context.none"))}, "Ready with advisories"},
		{testrepo.Files{"skills/a/SKILL.md": strings.Replace(testrepo.Skill("a"), "  renma.owner: team\n", "", 1)}, "Needs attention"},
		{testrepo.Files{"README.md": "x"}, "Not ready"},
	}
	for _, tt := range tests {
		if got := report(t, tt.files).DisplayStatus(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
