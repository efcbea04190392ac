package discovery

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Markdown renders the skill index for people (contract 03 section 3.6). Lists
// are capped; everything that comes from the repository is escaped.
func (r *SkillIndexReport) Markdown() string {
	p := &page{}
	r.head(p)
	r.summary(p)
	adoptionAndCoverage(p, r.index)
	if r.Focus != nil {
		r.focused(p)
	}
	r.entrypoints(p)
	if r.Coverage.Mode == CoverageAuthoritative {
		coverageGaps(p, r.index)
	}
	r.candidates(p)
	p.Heading(2, "Discovery diagnostics")
	p.diagnostics(r.Diagnostics.Discovery, true)
	p.Heading(2, "Repository diagnostics")
	p.diagnostics(r.Diagnostics.Repository, false)
	p.Heading(2, "How to continue")
	p.Line("Open the SKILL.md of a Skill above, check that its conditions hold, and follow only the continuations it supports.")
	p.Line("Renma does not choose.")
	return p.String()
}

func (r *SkillIndexReport) head(p *page) {
	p.Heading(1, "Renma Skill Index")
	p.Line("- Schema: %s", code(r.SchemaVersion))
	p.Line("- Repository: %s", code(r.Root))
	if r.ConfigPath != "" {
		p.Line("- Configuration: %s", code(r.ConfigPath))
	}
	p.Line("- Files scanned: %d", r.ScannedFileCount)
	p.Paragraph("%s", boundary)
}

// boundary is the statement that every text form makes.
const boundary = "This is a static view of what Skills declare. Renma interprets no request, chooses no Skill, loads no context and runs nothing."

func (r *SkillIndexReport) summary(p *page) {
	p.Heading(2, "Summary")
	if r.Focus != nil {
		p.Line("These counts are of the focused Skill and its direct neighbours; repository diagnostics, adoption and coverage are of the whole repository.")
	} else {
		p.Line("All counts are of the whole repository.")
	}
	s := &r.Summary
	p.Table("what", "count")
	for _, c := range []struct {
		what  string
		count int
	}{
		{"visible Skills", s.VisibleSkillCount},
		{"eligible for routes", s.RouteEligibleSkillCount},
		{"published entrypoints", s.PublishedEntrypointCount},
		{"declared routes", s.DeclaredRouteCount},
		{"usable routes", s.UsableRouteCount},
		{"reachable", s.ReachableSkillCount},
		{"not reached", s.NotReachedSkillCount},
		{"structural roots", s.StructuralRootCount},
		{"standalone", s.StandaloneSkillCount},
		{"unrouted", s.UnroutedSkillCount},
		{"repository diagnostics", len(r.Diagnostics.Repository)},
		{"discovery diagnostics", len(r.Diagnostics.Discovery)},
	} {
		p.Row(c.what, strconv.Itoa(c.count))
	}
}

// adoptionAndCoverage writes all fields of both.
func adoptionAndCoverage(p *page, x *Index) {
	p.Heading(2, "Adoption and coverage")
	adoption(p, x)
	coverage(p, x)
}

func adoption(p *page, x *Index) {
	a := &x.Adoption
	p.Line("- Adoption: **%s** (%s)", a.State, a.Reason)
	p.Line("- Discovery metadata present: %s", yesNo(a.DiscoveryMetadataPresent))
	p.Line("- Adopted for the whole repository: %s", yesNo(a.RepositoryWideAdopted))
	p.Line("- Effective entrypoints: %d", a.PublishedEntrypointCount)
	if a.ConfigPath != "" {
		p.Line("- Configuration: %s", code(a.ConfigPath))
	}
}

func coverage(p *page, x *Index) {
	c := &x.Coverage
	p.Line("- Coverage: **%s** (%s), scope %s", c.Mode, c.Reason, c.Scope)
	p.Line("- Source entrypoints: %s", codeIDs(c.SourceEntrypointIDs))
	complete := "not applicable"
	if c.Complete != nil {
		complete = yesNo(*c.Complete)
	}
	if c.Mode == CoverageNotEvaluated {
		p.Line("- Eligible Skills: %d; reach is not evaluated; complete: %s", c.EligibleSkillCount, complete)
	} else {
		p.Line("- Eligible Skills: %d, of which %d reachable and %d not reached; complete: %s",
			c.EligibleSkillCount, c.ReachableSkillCount, c.NotReachedSkillCount, complete)
	}
	switch c.Mode {
	case CoverageDescriptive:
		p.Paragraph("Reach is evidence for a review here, not a claim that every Skill should be reached.")
	case CoverageAuthoritative:
		p.Paragraph("Reach is held against every eligible Skill only because the configuration adopts discovery for the whole repository.")
	}
}

// focused shows the selected Skill and why it is found or not.
func (r *SkillIndexReport) focused(p *page) {
	p.Heading(2, "Focused Skill")
	p.Line("This projection shows one Skill and its direct neighbours. It selects nothing and starts no traversal.")
	whole := r.index.whole
	e := whole.explain(whole.byPath[r.Focus.SourcePath])
	s := e.Skill
	p.Heading(3, code(s.ID))
	p.Line("- Source: %s", code(s.SourcePath))
	p.Line("- Description: %s", cell(s.Description))
	p.Line("- Owner: %s", s.owner())
	p.Line("- Lifecycle: %s", s.lifecycleText())
	p.Line("- Eligible for routes: %s", eligibility(s))
	p.Line("- Publication: %s%s", s.publicationText(), markerPlace(s))
	p.Line("- Reachability: %s", s.reachText())
	p.Line("- Structure: %s", s.structureText())
	p.Heading(4, "Direct incoming declarations")
	p.routes(e.Incoming, true)
	p.Heading(4, "Direct outgoing declarations")
	p.routes(e.Outgoing, true)
	r.explained(p, e)
}

func eligibility(s *Skill) string {
	if s.RouteEligible {
		return "yes"
	}
	return "no: " + joinReasons(s.RouteEligibilityReasons)
}

func markerPlace(s *Skill) string {
	m := &s.Publication.Marker
	switch {
	case !m.Present:
		return ""
	case m.Reason != "":
		return fmt.Sprintf(" (%s: %s)", code(placeOf(m.Evidence)), prose(m.Reason))
	}
	return fmt.Sprintf(" (%s)", code(placeOf(m.Evidence)))
}

// explained shows the routes by which the Skill is found, or by which it would
// be.
func (r *SkillIndexReport) explained(p *page, e *Explanation) {
	switch {
	case e.Skill.Publication.Accepted || r.Coverage.Mode == CoverageNotEvaluated:
		return
	case e.Skill.Reachability.State == Reachable:
		p.Heading(4, "Shortest way from an entrypoint")
	case e.Path == nil:
		p.Heading(4, "Nearest reachable Skill")
		p.Line("None: no declaration leads here from a reachable Skill.")
		return
	default:
		p.Heading(4, "Nearest reachable Skill")
		p.Line("%s would lead here, but discovery does not follow every route on the way.", named(e.Nearest.ID, e.Nearest.SourcePath))
	}
	for i, route := range capped(e.Path) {
		p.Line("%d. %s index %d → %s, %s, %s", i+1, code(route.SourceID), route.DeclarationIndex,
			code(route.ResolvedTarget.ID), route.state(), code(placeOf(&route.Member)))
	}
	p.Omitted(len(e.Path))
}

func (r *SkillIndexReport) entrypoints(p *page) {
	p.Heading(2, "Published entrypoints")
	list := slices.Collect(r.index.Entrypoints())
	if r.Focus != nil {
		r.otherEntrypoints(p, list)
		return
	}
	if len(list) == 0 {
		p.Line("None; adoption is %s.", r.Adoption.State)
		return
	}
	for _, s := range capped(list) {
		p.Heading(3, code(s.ID))
		if s.Description != "" {
			p.Line("%s", prose(s.Description))
		}
		p.Paragraph("- Source: %s", code(s.SourcePath))
		p.Line("- Owner: %s", s.owner())
		p.Line("- Lifecycle: %s", s.lifecycleText())
		p.Line("- Structure: %s", s.structureText())
		p.Line("- Reachability: %s", s.reachText())
		p.continuations(slices.Collect(r.index.RoutesFrom(s.SourcePath)))
	}
	p.Omitted(len(list))
}

// continuations writes the routes of an entrypoint.
func (p *page) continuations(list []*Route) {
	if len(list) == 0 {
		p.Line("- Continuations: none declared")
		return
	}
	p.routes(list, false)
}

func (r *SkillIndexReport) otherEntrypoints(p *page, list []*Skill) {
	others := slices.DeleteFunc(list, func(s *Skill) bool { return s.SourcePath == r.Focus.SourcePath })
	if len(others) < len(list) {
		p.Line("The focused Skill is an entrypoint itself and stands above.")
	}
	p.Paragraph("Other visible entrypoints, without their routes:")
	items(p, others, (*Skill).entry)
}

// entry is a Skill in a compact list.
func (s *Skill) entry() string {
	return fmt.Sprintf("%s - %s", code(s.ID), code(s.SourcePath))
}

// coverageGaps lists the eligible Skills that are not reached.
func coverageGaps(p *page, x *Index) {
	p.Heading(2, "Authoritative coverage gaps")
	missed := slices.Collect(x.Missed())
	switch {
	case *x.Coverage.Complete:
		p.Line("None: every eligible Skill is reached.")
		return
	case len(missed) == 0:
		p.Line("The repository has gaps, but none in this projection.")
		return
	}
	p.Line("No usable route leads from an entrypoint to these Skills. That says nothing about whether they are used.")
	items(p, missed, func(s *Skill) string { return s.entry() + ": " + s.structureText() })
}

func (r *SkillIndexReport) candidates(p *page) {
	p.Heading(2, "Structural candidates")
	p.Line("%s", strings.Join([]string{
		"These are facts about the graph, not publications.",
		"A structural root has no usable incoming route; a standalone Skill has no usable route at all; an unrouted Skill is a root that is no entrypoint.",
	}, " "))
	for _, list := range []struct {
		title string
		has   func(*Skill) bool
	}{
		{"Structural roots", func(s *Skill) bool { return s.StructuralRoot }},
		{"Standalone Skills", func(s *Skill) bool { return s.Standalone }},
		{"Unrouted Skills", func(s *Skill) bool { return s.Unrouted }},
	} {
		p.Heading(3, list.title)
		items(p, slices.Collect(r.index.filter(list.has)), (*Skill).entry)
	}
}
