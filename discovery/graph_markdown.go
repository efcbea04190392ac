package discovery

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Markdown renders the graph for people (contract 03 section 3.7). Lists are
// capped; everything that comes from the repository is escaped.
func (g *GraphReport) Markdown() string {
	x := g.Discovery
	p := &page{}
	p.Heading(1, "Renma Skill Discovery Graph")
	p.Line("- Repository: %s", code(g.Root))
	if g.ConfigPath != "" {
		p.Line("- Configuration: %s", code(g.ConfigPath))
	}
	if x.Focused != nil {
		p.Line("- Focus: %s", named(x.Focused.ID, x.Focused.SourcePath))
	}
	p.Paragraph("%s", boundary)
	g.summary(p)
	p.Heading(2, "Adoption")
	adoption(p, x)
	p.Heading(2, "Coverage")
	coverage(p, x)
	g.entrypoints(p)
	if x.Coverage.Mode == CoverageAuthoritative {
		coverageGaps(p, x)
	}
	p.Heading(2, "Structural roots")
	items(p, slices.Collect(x.filter(func(s *Skill) bool { return s.StructuralRoot })), (*Skill).entry)
	p.Heading(2, "Unrouted Skills")
	items(p, slices.Collect(x.filter(func(s *Skill) bool { return s.Unrouted })), (*Skill).entry)
	g.routes(p)
	p.Heading(2, "Discovery diagnostics")
	p.diagnostics(x.Diagnostics, true)
	if len(g.Diagnostics) > 0 {
		p.Heading(2, "Repository diagnostics")
		p.diagnostics(g.Diagnostics, false)
	}
	return p.String()
}

func (g *GraphReport) summary(p *page) {
	p.Heading(2, "Summary")
	s := &g.Discovery.Summary
	p.Table("what", "count")
	for _, c := range []struct {
		what  string
		count int
	}{
		{"visible Skills", s.VisibleSkillCount},
		{"declared routes", s.DeclaredRouteCount},
		{"usable routes", s.UsableRouteCount},
		{"unresolved or ambiguous routes", s.UnresolvedOrAmbiguousRouteCount},
		{"invalid routes", s.InvalidRouteCount},
		{"published entrypoints", s.PublishedEntrypointCount},
		{"structural roots", s.StructuralRootCount},
		{"reachable", s.ReachableSkillCount},
		{"not reached", s.NotReachedSkillCount},
		{"unrouted", s.UnroutedSkillCount},
	} {
		p.Row(c.what, strconv.Itoa(c.count))
	}
}

func (g *GraphReport) entrypoints(p *page) {
	p.Heading(2, "Published entrypoints")
	list := slices.Collect(g.Discovery.Entrypoints())
	if len(list) == 0 {
		p.Line("None; adoption is %s.", g.Discovery.Adoption.State)
	}
	for _, s := range capped(list) {
		p.Heading(3, code(s.ID))
		if s.Description != "" {
			p.Line("%s", prose(s.Description))
		}
		p.Paragraph("- Source: %s", code(s.SourcePath))
		p.Line("- Owner: %s", s.owner())
		p.continuations(slices.Collect(g.Discovery.RoutesFrom(s.SourcePath)))
	}
	p.Omitted(len(list))
}

func (g *GraphReport) routes(p *page) {
	list := g.Discovery.Routes
	p.Heading(2, "Declared routes")
	if len(list) == 0 {
		p.Line("None.")
		return
	}
	p.Table("source", "index", "target", "resolution", "state", "evidence", "diagnostics")
	for _, r := range capped(list) {
		p.Row(named(r.SourceID, r.SourcePath), strconv.Itoa(r.DeclarationIndex),
			r.declared(), r.label(), r.state(), code(placeOf(&r.Member)), linkedCodes(r.LinkedDiagnostics))
	}
	p.Omitted(len(list))
}

// label shows how the target was resolved together with the asset it names.
func (r *Route) label() string {
	switch t := r.ResolvedTarget; {
	case t == nil:
		return r.resolutionText()
	case t.Lifecycle == "":
		return fmt.Sprintf("%s: %s (%s, %s)", r.Resolution, code(t.ID), t.Kind, code(t.SourcePath))
	default:
		return fmt.Sprintf("%s: %s (%s, %s, %s)", r.Resolution, code(t.ID), t.Kind, code(t.SourcePath), t.Lifecycle)
	}
}

// linkedCodes lists the distinct ids of links, which are sorted.
func linkedCodes(links []Link) string {
	var codes []string
	for _, l := range links {
		if len(codes) == 0 || codes[len(codes)-1] != l.Code {
			codes = append(codes, l.Code)
		}
	}
	return cell(strings.Join(codes, ", "))
}
