package cireport_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/cireport"
	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/textio"
)

func encode(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func discoveryDiff(from, to discovery.AdoptionState, coverage discovery.CoverageMode) *diffreport.SkillDiscovery {
	d := diffreport.DiffDiscovery(nil, nil)
	d.Adoption = diffreport.Change[discovery.AdoptionState]{From: from, To: to, Changed: from != to}
	d.Coverage.To = coverage
	return d
}

func TestModes(t *testing.T) {
	d := discoveryDiff(discovery.Adopted, discovery.NotAdopted, discovery.CoverageNotEvaluated)
	tests := []struct{ from, to, effective cireport.Mode }{
		{"", "", "off"}, {"off", "off", "off"}, {"", "off", "off"},
		{"off", "warn", "warn"}, {"warn", "off", "warn"}, {"warn", "warn", "warn"}, {"warn", "", "warn"},
	}
	for _, tt := range tests {
		p := cireport.EvaluateCiPolicy(d, tt.from, tt.to)
		want, outcome := 0, cireport.StatusPass
		if tt.effective == cireport.ModeWarn {
			want, outcome = 1, cireport.StatusWarn
		}
		if p.Configured.Effective != tt.effective || p.Outcome != outcome || p.MatchCount != want || len(p.Matches) != want || p.Matches == nil {
			t.Errorf("%q, %q: %+v", tt.from, tt.to, p)
		}
		if p.Configured.From == "" || p.Configured.To == "" {
			t.Errorf("%q, %q: the modes are %+v", tt.from, tt.to, p.Configured)
		}
	}
	if p := cireport.EvaluateCiPolicy(nil, cireport.ModeWarn, cireport.ModeWarn); p.Outcome != cireport.StatusPass || p.MatchCount != 0 {
		t.Errorf("without a diff: %+v", p)
	}
}

// Every pair of adoption states.
func TestAdoptionMatches(t *testing.T) {
	states := []discovery.AdoptionState{discovery.NotAdopted, discovery.Partial, discovery.Incomplete, discovery.Adopted}
	want := map[[2]discovery.AdoptionState]cireport.MatchID{
		{"adopted", "partial"}:        cireport.AdoptionWeakened,
		{"adopted", "not-adopted"}:    cireport.AdoptionWeakened,
		{"incomplete", "partial"}:     cireport.AdoptionWeakened,
		{"incomplete", "not-adopted"}: cireport.AdoptionWeakened,
		{"not-adopted", "incomplete"}: cireport.AdoptionIncomplete,
		{"partial", "incomplete"}:     cireport.AdoptionIncomplete,
		{"incomplete", "incomplete"}:  cireport.AdoptionIncomplete,
		{"adopted", "incomplete"}:     cireport.AdoptionIncomplete,
	}
	for _, from := range states {
		for _, to := range states {
			p := cireport.EvaluateCiPolicy(discoveryDiff(from, to, discovery.CoverageAuthoritative), cireport.ModeWarn, cireport.ModeOff)
			var got cireport.MatchID
			if len(p.Matches) > 0 {
				got = p.Matches[0].ID
				if p.Matches[0].FromState != string(from) || p.Matches[0].ToState != string(to) {
					t.Errorf("%s → %s: %+v", from, to, p.Matches[0])
				}
			}
			if got != want[[2]discovery.AdoptionState{from, to}] || len(p.Matches) > 1 {
				t.Errorf("%s → %s: %v", from, to, p.Matches)
			}
		}
	}
}

func route(source, target string, usable bool) diffreport.Route {
	return diffreport.Route{SourcePath: source, NormalizedTarget: target, Usable: usable}
}

func change(source, target string, from, to bool) diffreport.RouteChange {
	return diffreport.RouteChange{
		Identity: diffreport.RouteIdentity{SourcePath: source, NormalizedTarget: target}, ChangedFields: []string{"usable"},
		From: route(source, target, from), To: route(source, target, to),
	}
}

func TestCoverageMatches(t *testing.T) {
	fill := func(d *diffreport.SkillDiscovery) *diffreport.SkillDiscovery {
		d.Reachability.NewlyNotReached = []diffreport.SkillRef{{ID: "z", Path: "skills/a/SKILL.md"}, {ID: "a", Path: "skills/b/SKILL.md"}}
		d.Routes.Added = []diffreport.Route{route("b", "y", false), route("a", "z", false), route("a", "y", false), route("a", "ok", true)}
		d.Routes.Changed = []diffreport.RouteChange{
			change("b", "x", true, false), change("a", "x", true, false), change("a", "better", false, true), change("a", "same", true, true), change("a", "still", false, false),
		}
		// None of these is ever a match.
		d.Routes.Removed = []diffreport.Route{route("a", "gone", true)}
		d.PublishedEntrypoints.Removed = []diffreport.SkillRef{{ID: "p", Path: "p"}}
		d.UnroutedSkills.NewlyUnrouted = []diffreport.SkillRef{{ID: "u", Path: "u"}}
		d.Reachability.NewlyReachable = []diffreport.SkillRef{{ID: "r", Path: "r"}}
		d.Cycles.Added = []diffreport.Cycle{{SkillIDs: []string{"c"}, SelfLoop: true}}
		d.Summary.NotReachedSkillCountDelta = 5
		return d
	}
	for _, mode := range []discovery.CoverageMode{discovery.CoverageNotEvaluated, discovery.CoverageDescriptive} {
		p := cireport.EvaluateCiPolicy(fill(discoveryDiff(discovery.Adopted, discovery.Adopted, mode)), cireport.ModeWarn, cireport.ModeWarn)
		if p.MatchCount != 0 {
			t.Errorf("%s: %v", mode, p.Matches)
		}
	}
	p := cireport.EvaluateCiPolicy(fill(discoveryDiff(discovery.Adopted, discovery.Adopted, discovery.CoverageAuthoritative)), cireport.ModeWarn, cireport.ModeWarn)
	var got []string
	for _, m := range p.Matches {
		text := string(m.ID) + " " + m.FromState + ">" + m.ToState
		if m.Skill != nil {
			text += fmt.Sprint(" ", *m.Skill)
		}
		if m.Route != nil {
			text += fmt.Sprint(" ", *m.Route)
		}
		got = append(got, text)
		if m.Summary == "" || (m.Skill == nil) == (m.Route == nil) {
			t.Errorf("incomplete: %+v", m)
		}
	}
	want := []string{
		"skill_discovery_ci.newly_not_reached > {z skills/a/SKILL.md}",
		"skill_discovery_ci.newly_not_reached > {a skills/b/SKILL.md}",
		"skill_discovery_ci.route_became_unusable usable>unusable {a x}",
		"skill_discovery_ci.route_became_unusable usable>unusable {b x}",
		"skill_discovery_ci.added_unusable_route >unusable {a y}",
		"skill_discovery_ci.added_unusable_route >unusable {a z}",
		"skill_discovery_ci.added_unusable_route >unusable {b y}",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Whatever the diff: the policy passes or warns, and names only what the diff
// holds.
func TestPolicyNeverFails(t *testing.T) {
	states := []discovery.AdoptionState{discovery.NotAdopted, discovery.Partial, discovery.Incomplete, discovery.Adopted}
	modes := []discovery.CoverageMode{discovery.CoverageNotEvaluated, discovery.CoverageDescriptive, discovery.CoverageAuthoritative}
	for seed := range uint64(500) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		d := discoveryDiff(states[rnd.IntN(4)], states[rnd.IntN(4)], modes[rnd.IntN(3)])
		for range rnd.IntN(5) {
			name := fmt.Sprint(rnd.IntN(4))
			d.Reachability.NewlyNotReached = append(d.Reachability.NewlyNotReached, diffreport.SkillRef{ID: name, Path: name})
			d.Routes.Added = append(d.Routes.Added, route(name, "x", rnd.IntN(2) == 0))
			d.Routes.Changed = append(d.Routes.Changed, change(name, "y", rnd.IntN(2) == 0, rnd.IntN(2) == 0))
		}
		document := encode(t, d)
		p := cireport.EvaluateCiPolicy(d, []cireport.Mode{"off", "warn"}[rnd.IntN(2)], []cireport.Mode{"off", "warn"}[rnd.IntN(2)])
		if p.Outcome == cireport.StatusFail || (p.Outcome == cireport.StatusWarn) != (p.MatchCount > 0) || p.MatchCount != len(p.Matches) {
			t.Fatalf("seed %d: %+v", seed, p)
		}
		for _, m := range p.Matches {
			if m.Skill != nil && !slices.Contains(d.Reachability.NewlyNotReached, *m.Skill) {
				t.Errorf("seed %d: %+v is not in the diff", seed, *m.Skill)
			}
			if m.Route != nil && !bytes.Contains([]byte(document), []byte(m.Route.NormalizedTarget)) {
				t.Errorf("seed %d: %+v is not in the diff", seed, *m.Route)
			}
		}
		if encode(t, d) != document {
			t.Fatalf("seed %d: the policy changed the diff", seed)
		}
	}
}

func TestSummariesAreFixed(t *testing.T) {
	one := discoveryDiff(discovery.Adopted, discovery.Incomplete, "")
	two := discoveryDiff(discovery.Partial, discovery.Incomplete, "")
	a, b := cireport.EvaluateCiPolicy(one, "warn", "warn").Matches[0], cireport.EvaluateCiPolicy(two, "warn", "warn").Matches[0]
	if a.Summary != b.Summary {
		t.Errorf("%q and %q", a.Summary, b.Summary)
	}
	var decoded map[string]any
	if err := json.Unmarshal([]byte(encode(t, a)), &decoded); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"fromState", "id", "summary", "toState"}, keys(decoded)); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
}

func keys(m map[string]any) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
