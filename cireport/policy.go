package cireport

import (
	"cmp"
	"slices"

	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/discovery"
)

// PolicySchema identifies the policy section.
const PolicySchema = "renma.skill-discovery-ci-policy.v1"

// Mode is a configured policy.
type Mode string

// The modes of skill_discovery.ci_policy.
const (
	ModeOff  Mode = "off"
	ModeWarn Mode = "warn"
)

// MatchID names a condition of the policy.
type MatchID string

// The conditions, in the order of matches (contract 04 section 4b).
const (
	AdoptionWeakened    MatchID = "skill_discovery_ci.adoption_weakened"
	AdoptionIncomplete  MatchID = "skill_discovery_ci.adoption_incomplete"
	NewlyNotReached     MatchID = "skill_discovery_ci.newly_not_reached"
	RouteBecameUnusable MatchID = "skill_discovery_ci.route_became_unusable"
	AddedUnusableRoute  MatchID = "skill_discovery_ci.added_unusable_route"
)

// conditions give each condition its place and its words, which never depend on
// the data.
var conditions = []struct {
	id      MatchID
	summary string
}{
	{AdoptionWeakened, "Repository-wide adoption of Skill Discovery was given up; confirm that this is wanted."},
	{AdoptionIncomplete, "Skill Discovery is adopted without a published entrypoint in effect; publish one."},
	{NewlyNotReached, "No published entrypoint leads to this Skill any more, or yet; add a route, publish it, or confirm that it stands alone."},
	{RouteBecameUnusable, "This route could be followed before and cannot be now; correct or drop it."},
	{AddedUnusableRoute, "This new route cannot be followed; correct or drop it."},
}

// Policy is the outcome of the Skill Discovery policy. Outcome is pass or warn,
// never fail.
type Policy struct {
	SchemaVersion string     `json:"schemaVersion"`
	Configured    Configured `json:"configured"`
	Outcome       Status     `json:"outcome"`
	MatchCount    int        `json:"matchCount"`
	Matches       []Match    `json:"matches"`
}

// Configured holds the mode of each side, and the stricter one, which is in
// effect: a pull request cannot turn the policy off for itself.
type Configured struct {
	From      Mode `json:"from"`
	To        Mode `json:"to"`
	Effective Mode `json:"effective"`
}

// Match is one reason to review. Skill, Route and the states are set where the
// condition is about them.
type Match struct {
	ID        MatchID                   `json:"id"`
	Summary   string                    `json:"summary"`
	Skill     *diffreport.SkillRef      `json:"skill,omitempty"`
	Route     *diffreport.RouteIdentity `json:"route,omitempty"`
	FromState string                    `json:"fromState,omitempty"`
	ToState   string                    `json:"toState,omitempty"`
}

const (
	usable   = "usable"
	unusable = "unusable"
)

// EvaluateCiPolicy applies the policy to a discovery diff. from and to are the
// modes that each side's own configuration sets; an empty one is off. A nil diff
// matches nothing.
//
// Adding a spelling of a target that sorts before the one already there makes
// the latter a duplicate and so a match, although as much is reached as before
// (contract 04 W13). A target that stays incomplete matches every time (W14).
func EvaluateCiPolicy(d *diffreport.SkillDiscovery, from, to Mode) Policy {
	p := Policy{
		SchemaVersion: PolicySchema,
		Configured:    Configured{cmp.Or(from, ModeOff), cmp.Or(to, ModeOff), ModeOff},
		Outcome:       StatusPass,
		Matches:       []Match{},
	}
	if from == ModeWarn || to == ModeWarn {
		p.Configured.Effective = ModeWarn
	}
	if d == nil || p.Configured.Effective == ModeOff {
		return p
	}
	p.Matches = append(p.Matches, adoptionMatches(d)...)
	if d.Coverage.To == discovery.CoverageAuthoritative {
		p.Matches = append(p.Matches, coverageMatches(d)...)
	}
	slices.SortStableFunc(p.Matches, compareMatches)
	p.MatchCount = len(p.Matches)
	if p.MatchCount > 0 {
		p.Outcome = StatusWarn
	}
	return p
}

func newMatch(id MatchID) Match {
	for _, c := range conditions {
		if c.id == id {
			return Match{ID: id, Summary: c.summary}
		}
	}
	return Match{ID: id}
}

func adoptionMatches(d *diffreport.SkillDiscovery) []Match {
	from, to := d.Adoption.From, d.Adoption.To
	var m Match
	switch {
	case to == discovery.Incomplete:
		m = newMatch(AdoptionIncomplete)
	case (from == discovery.Adopted || from == discovery.Incomplete) && (to == discovery.Partial || to == discovery.NotAdopted):
		m = newMatch(AdoptionWeakened)
	default:
		return nil
	}
	m.FromState, m.ToState = string(from), string(to)
	return []Match{m}
}

// coverageMatches needs a target whose coverage is authoritative.
func coverageMatches(d *diffreport.SkillDiscovery) []Match {
	var matches []Match
	for _, s := range d.Reachability.NewlyNotReached {
		m := newMatch(NewlyNotReached)
		m.Skill = &s
		matches = append(matches, m)
	}
	for _, c := range d.Routes.Changed {
		if c.From.Usable && !c.To.Usable {
			m := newMatch(RouteBecameUnusable)
			m.Route, m.FromState, m.ToState = &c.Identity, usable, unusable
			matches = append(matches, m)
		}
	}
	for _, r := range d.Routes.Added {
		if !r.Usable {
			m := newMatch(AddedUnusableRoute)
			m.Route, m.ToState = &diffreport.RouteIdentity{SourcePath: r.SourcePath, NormalizedTarget: r.NormalizedTarget}, unusable
			matches = append(matches, m)
		}
	}
	return matches
}

func compareMatches(a, b Match) int {
	skillA, skillB := value(a.Skill), value(b.Skill)
	routeA, routeB := value(a.Route), value(b.Route)
	return cmp.Or(
		cmp.Compare(rank(a.ID), rank(b.ID)),
		cmp.Compare(skillA.Path, skillB.Path),
		cmp.Compare(routeA.SourcePath, routeB.SourcePath),
		cmp.Compare(routeA.NormalizedTarget, routeB.NormalizedTarget),
		cmp.Compare(skillA.ID, skillB.ID),
	)
}

// value is what p points at, the zero value for nil.
func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

func rank(id MatchID) int {
	for i, c := range conditions {
		if c.id == id {
			return i
		}
	}
	return len(conditions)
}
