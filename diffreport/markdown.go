package diffreport

import (
	"fmt"
	"strings"

	"github.com/renma/renma/internal/mdpage"
	"github.com/renma/renma/internal/textio"
)

// Markdown renders the report for people (contract 04 section 3a). Lists are
// capped; everything that comes from the repository is escaped. A report without
// discovery has no section about it.
func (r *Report) Markdown() string {
	p := &mdpage.Page{}
	p.Heading(1, "Renma semantic diff")
	p.Line("- Repository: %s", textio.MarkdownCode(r.Root))
	if r.Target != "" && r.Target != "." {
		p.Line("- Directory: %s", textio.MarkdownCode(r.Target))
	}
	p.Line("- From: %s", r.From.text())
	p.Line("- To: %s", r.To.text())
	if len(r.OmittedAnalyses) > 0 {
		p.Line("- Not compared: %s", textio.MarkdownText(strings.Join(r.OmittedAnalyses, ", ")))
	}
	if r.sameCommit {
		p.Paragraph("Both refs name the same commit, so there is nothing to compare.")
	}
	p.Heading(2, "Summary")
	p.Write(r.SummaryMarkdown())
	if r.Discovery != nil {
		p.Heading(2, "Skill Discovery Changes")
		p.Write(r.Discovery.BulletsMarkdown())
		p.Write(r.Discovery.ListsMarkdown())
	}
	p.Heading(2, "Asset Changes")
	p.Write(r.AssetsMarkdown())
	p.Heading(2, "Graph Changes")
	p.Write(r.GraphMarkdown())
	p.Heading(2, "Readiness Check Changes")
	p.Write(r.ChecksMarkdown())
	p.Heading(2, "Finding Changes")
	p.Write(r.FindingsMarkdown())
	if r.TokenEstimate != nil {
		p.Heading(2, "Token Changes")
		p.Write(r.TokenEstimate.Markdown())
	}
	return p.String()
}

func (e *Endpoint) text() string {
	text := fmt.Sprintf("%s (%s, readiness %s %d/100)", textio.MarkdownCode(e.Ref), textio.Plural(e.TotalAssets, "asset"), textio.MarkdownText(string(e.ReadinessLevel)), e.ReadinessScore)
	if e.MissingTarget {
		text += "; it has no such directory"
	}
	if len(e.UnreadGitlinks) > 0 {
		text += fmt.Sprintf("; submodules not read: %s", codes(e.UnreadGitlinks))
	}
	return text
}

// codes lists texts as code, capped.
func codes(list []string) string {
	shown := make([]string, 0, mdpage.ListCap)
	for _, s := range list[:min(len(list), mdpage.ListCap)] {
		shown = append(shown, textio.MarkdownCode(s))
	}
	text := strings.Join(shown, ", ")
	if n := len(list) - mdpage.ListCap; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// SummaryMarkdown returns the Markdown of the differences in numbers.
func (r *Report) SummaryMarkdown() string {
	p := &mdpage.Page{}
	s := &r.Summary
	level := "unchanged"
	if s.ReadinessLevelChanged {
		level = textio.MarkdownText(fmt.Sprintf("%s → %s", r.From.ReadinessLevel, r.To.ReadinessLevel))
	}
	p.Line("- Readiness score: %+d (level %s)", s.ReadinessScoreDelta, level)
	p.Line("- Assets: %+d", s.TotalAssetsDelta)
	if s.ContentChangedAssets != nil {
		p.Line("- Assets with other content: %d", *s.ContentChangedAssets)
	}
	p.Line("- Ownership coverage: %+d%%", s.OwnershipCoverageDelta)
	p.Line("- Graph resolution: %+d%%", s.GraphResolutionDelta)
	p.Line("- Findings: %+d (high or critical %+d)", s.FindingsDelta, s.HighOrCriticalFindingsDelta)
	return p.String()
}

// section writes a list below a heading of its own, or nothing when it is empty.
func section[T any](p *mdpage.Page, title string, list []T, text func(T) string) {
	if len(list) == 0 {
		return
	}
	p.Heading(3, title)
	mdpage.Items(p, list, text)
}

// AssetsMarkdown returns the Markdown of the assets that differ.
func (r *Report) AssetsMarkdown() string {
	p := &mdpage.Page{}
	c := &r.Catalog
	if len(c.AddedAssets)+len(c.RemovedAssets)+len(c.ChangedAssets) == 0 {
		p.Line("None.")
	}
	asset := func(a Asset) string {
		return fmt.Sprintf("%s %s", textio.MarkdownText(string(a.Kind)), named(a.ID, a.Path))
	}
	section(p, "Added assets", c.AddedAssets, asset)
	section(p, "Removed assets", c.RemovedAssets, asset)
	section(p, "Changed assets", c.ChangedAssets, func(a AssetChange) string {
		fields := a.ChangedFields
		if a.ContentChanged {
			fields = append(fields[:len(fields):len(fields)], "content")
		}
		return fmt.Sprintf("%s: %s", asset(a.To), textio.MarkdownText(strings.Join(fields, ", ")))
	})
	return p.String()
}

// named shows an id with its path.
func named(id, path string) string {
	if id == path {
		return textio.MarkdownCode(path)
	}
	return fmt.Sprintf("%s (%s)", textio.MarkdownCode(id), textio.MarkdownCode(path))
}

// GraphMarkdown returns the Markdown of the dependencies that differ.
func (r *Report) GraphMarkdown() string {
	p := &mdpage.Page{}
	g := &r.Graph
	if len(g.AddedEdges)+len(g.RemovedEdges)+len(g.NewUnresolvedEdges)+len(g.ResolvedEdges) == 0 {
		p.Line("None.")
	}
	edge := func(e Edge) string {
		text := fmt.Sprintf("%s %s %s", textio.MarkdownCode(e.Source), textio.MarkdownText(e.Kind), textio.MarkdownCode(e.Target))
		if !e.Resolved {
			text += " (unresolved)"
		}
		return text
	}
	section(p, "New unresolved edges", g.NewUnresolvedEdges, edge)
	section(p, "Resolved edges", g.ResolvedEdges, edge)
	section(p, "Added edges", g.AddedEdges, edge)
	section(p, "Removed edges", g.RemovedEdges, edge)
	return p.String()
}

// ChecksMarkdown returns the Markdown of the readiness checks that differ.
func (r *Report) ChecksMarkdown() string {
	p := &mdpage.Page{}
	if len(r.Readiness.CheckChanges) == 0 {
		p.Line("None.")
		return p.String()
	}
	mdpage.Items(p, r.Readiness.CheckChanges, func(c CheckChange) string {
		if c.FromStatus == c.ToStatus {
			return fmt.Sprintf("%s: %s on both sides, with other evidence", textio.MarkdownCode(c.ID), textio.MarkdownText(c.ToStatus))
		}
		return fmt.Sprintf("%s: %s → %s", textio.MarkdownCode(c.ID), textio.MarkdownText(c.FromStatus), textio.MarkdownText(c.ToStatus))
	})
	return p.String()
}

// FindingsMarkdown returns the Markdown of the findings that differ.
func (r *Report) FindingsMarkdown() string {
	p := &mdpage.Page{}
	f := &r.Findings
	if len(f.Added)+len(f.Removed) == 0 {
		p.Line("None.")
	}
	finding := func(f Finding) string {
		place := ""
		if f.Evidence != nil {
			place = " " + textio.MarkdownCode(f.Evidence.Path)
		}
		return fmt.Sprintf("%s %s%s: %s", textio.MarkdownText(string(f.Severity)), textio.MarkdownCode(f.ID), place, textio.MarkdownText(f.Title))
	}
	section(p, "Added findings", f.Added, finding)
	section(p, "Removed findings", f.Removed, finding)
	if s := f.Suppressed; s != nil {
		section(p, "Newly suppressed findings", s.Added, finding)
		section(p, "No longer suppressed findings", s.Removed, finding)
	}
	return p.String()
}

// BulletsMarkdown returns the Markdown of the seven lines that every discovery section has.
func (d *SkillDiscovery) BulletsMarkdown() string {
	p := &mdpage.Page{}
	p.Line("- Adoption: %s", d.Adoption.text())
	p.Line("- Coverage: %s", d.Coverage.text())
	p.Line("- Published entrypoints: +%d / -%d", len(d.PublishedEntrypoints.Added), len(d.PublishedEntrypoints.Removed))
	p.Line("- Reachability: +%d reachable / +%d not reached", len(d.Reachability.NewlyReachable), len(d.Reachability.NewlyNotReached))
	p.Line("- Unrouted Skills: +%d / -%d", len(d.UnroutedSkills.NewlyUnrouted), len(d.UnroutedSkills.ResolvedUnrouted))
	p.Line("- Routes: +%d / -%d / %d changed", len(d.Routes.Added), len(d.Routes.Removed), len(d.Routes.Changed))
	p.Line("- Cyclic components: +%d / -%d", len(d.Cycles.Added), len(d.Cycles.Resolved))
	return p.String()
}

func (c Change[T]) text() string {
	if c.Changed {
		return fmt.Sprintf("%s → %s", textio.MarkdownCode(fmt.Sprint(c.From)), textio.MarkdownCode(fmt.Sprint(c.To)))
	}
	return textio.MarkdownCode(fmt.Sprint(c.To))
}

// ListsMarkdown returns the Markdown of each list that is not empty below a heading of its own.
func (d *SkillDiscovery) ListsMarkdown() string {
	p := &mdpage.Page{}
	skill := func(s SkillRef) string { return named(s.ID, s.Path) }
	section(p, "Added entrypoints", d.PublishedEntrypoints.Added, skill)
	section(p, "Removed entrypoints", d.PublishedEntrypoints.Removed, skill)
	section(p, "Newly reachable Skills", d.Reachability.NewlyReachable, skill)
	section(p, "Newly not reached Skills", d.Reachability.NewlyNotReached, skill)
	section(p, "Newly unrouted Skills", d.UnroutedSkills.NewlyUnrouted, skill)
	section(p, "No longer unrouted Skills", d.UnroutedSkills.ResolvedUnrouted, skill)
	section(p, "Added routes", d.Routes.Added, Route.text)
	section(p, "Removed routes", d.Routes.Removed, Route.text)
	section(p, "Changed routes", d.Routes.Changed, func(c RouteChange) string {
		return fmt.Sprintf("%s: %s", c.To.text(), textio.MarkdownText(strings.Join(c.ChangedFields, ", ")))
	})
	section(p, "Added cycles", d.Cycles.Added, Cycle.text)
	section(p, "Resolved cycles", d.Cycles.Resolved, Cycle.text)
	return p.String()
}

func (r Route) text() string {
	usable := "usable"
	if !r.Usable {
		usable = "unusable"
	}
	return fmt.Sprintf("%s → %s (%s, %s, declared %s)", textio.MarkdownCode(r.SourcePath), textio.MarkdownCode(r.NormalizedTarget),
		textio.MarkdownText(string(r.Resolution)), usable, times(r.DeclarationCount))
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func (c Cycle) text() string {
	text := codes(c.SkillIDs)
	if c.SelfLoop {
		text += " (self-loop)"
	}
	return text
}
