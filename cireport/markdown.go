package cireport

import (
	"fmt"
	"strings"

	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/internal/mdpage"
	"github.com/renma/renma/internal/textio"
)

// Markdown renders the report for a pull request (contract 04 section 4): the
// status and what decided it first, everything else folded away. Lists are
// capped; everything that comes from the repository is escaped.
func (r *Report) Markdown() string {
	p := &mdpage.Page{}
	p.Heading(1, "Renma CI Report")
	p.Heading(2, "Summary")
	p.Line("- Status: **%s**", textio.MarkdownText(strings.ToUpper(string(r.Status))))
	p.Line("- Range: %s → %s", textio.MarkdownCode(r.From.Ref), textio.MarkdownCode(r.To.Ref))
	if r.Target != "" && r.Target != "." {
		p.Line("- Directory: %s", textio.MarkdownCode(r.Target))
	}
	r.endpoints(p)
	r.deltas(p)
	r.tokens(p)
	if groups := r.overview(); len(groups) > 0 {
		p.Line("- Changes: %s", strings.Join(groups, ", "))
	}
	p.Heading(2, "Review Notes")
	for _, note := range r.Notes {
		p.Line("- %s", textio.MarkdownText(note))
	}
	p.Paragraph("<details>\n<summary>Details</summary>")
	r.details(p)
	p.Paragraph("</details>")
	return p.String()
}

func (r *Report) endpoints(p *mdpage.Page) {
	p.Line("- Readiness: %s → %s", readinessText(&r.From), readinessText(&r.To))
	p.Line("- Ownership: %d%% → %d%%", r.From.Ownership.CoveragePercent, r.To.Ownership.CoveragePercent)
	for _, e := range []*diffreport.Endpoint{&r.From, &r.To} {
		if e.MissingTarget {
			p.Line("- %s has no such directory and counts as empty", textio.MarkdownCode(e.Ref))
		}
		if n := len(e.UnreadGitlinks); n > 0 {
			p.Line("- %s: %s that may hold Skills, not read", textio.MarkdownCode(e.Ref), textio.Plural(n, "submodule"))
		}
	}
	if len(r.OmittedAnalyses) > 0 {
		p.Line("- Not compared: %s", textio.MarkdownText(strings.Join(r.OmittedAnalyses, ", ")))
	}
}

func readinessText(e *diffreport.Endpoint) string {
	return fmt.Sprintf("%s %d", textio.MarkdownText(string(e.ReadinessLevel)), e.ReadinessScore)
}

func (r *Report) deltas(p *mdpage.Page) {
	s := &r.Summary
	for _, d := range []struct {
		name  string
		value int
		unit  string
	}{
		{"Readiness score", s.ReadinessScoreDelta, ""},
		{"Assets", s.TotalAssetsDelta, ""},
		{"Ownership coverage", s.OwnershipCoverageDelta, "%"},
		{"Graph resolution", s.GraphResolutionDelta, "%"},
		{"Findings", s.FindingsDelta, ""},
		{"High or critical findings", s.HighOrCriticalFindingsDelta, ""},
	} {
		if d.value != 0 {
			p.Line("- %s: %+d%s", d.name, d.value, d.unit)
		}
	}
}

// overview counts the entries of each section that has any.
func (r *Report) overview() []string {
	d := &r.Diff
	var groups []string
	add := func(name string, counts ...int) {
		var parts []string
		for i, n := range counts {
			if n > 0 {
				parts = append(parts, fmt.Sprintf("%c%d", "+-~"[i], n))
			}
		}
		if len(parts) > 0 {
			groups = append(groups, name+" "+strings.Join(parts, " "))
		}
	}
	add("Assets", len(d.Catalog.AddedAssets), len(d.Catalog.RemovedAssets), len(d.Catalog.ChangedAssets))
	add("Edges", len(d.Graph.AddedEdges), len(d.Graph.RemovedEdges))
	add("Readiness checks", 0, 0, len(d.Readiness.CheckChanges))
	add("Findings", len(d.Findings.Added), len(d.Findings.Removed))
	if r.SkillDiscovery != nil {
		groups = append(groups, discoveryGroup(r.SkillDiscovery)...)
	}
	if r.SkillDiscoveryPolicy != nil {
		add("Skill Discovery policy matches", r.SkillDiscoveryPolicy.MatchCount)
	}
	return groups
}

func discoveryGroup(d *diffreport.SkillDiscovery) []string {
	n := d.EntryCount()
	if n == 0 && d.Summary != (diffreport.SkillDiscoverySummary{}) {
		n = 1
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Skill Discovery ~%d", n)}
}

func (r *Report) details(p *mdpage.Page) {
	d := &r.Diff
	p.Heading(2, "Readiness")
	p.Line("- From: %s", readinessText(&r.From))
	p.Line("- To: %s", readinessText(&r.To))
	for _, s := range []struct{ title, body string }{
		{"Semantic Diff", d.SummaryMarkdown()},
		{"Asset Changes", d.AssetsMarkdown()},
		{"Graph Changes", d.GraphMarkdown()},
		{"Readiness Check Changes", d.ChecksMarkdown()},
	} {
		p.Heading(2, s.title)
		p.Write(s.body)
	}
	if r.SkillDiscovery != nil {
		p.Heading(2, "Skill Discovery Changes")
		r.discovery(p)
	}
	p.Heading(2, "Finding Changes")
	p.Write(d.FindingsMarkdown())
	if r.TokenEstimate != nil {
		p.Heading(2, "Token Changes")
		p.Write(r.TokenEstimate.Markdown())
	}
}

// tokens sums up what the Skills cost a client, where that changed.
func (r *Report) tokens(p *mdpage.Page) {
	t := r.TokenEstimate
	if t == nil || !t.Changed() {
		return
	}
	p.Line("- Tokens, estimated: %d → %d (%+d); always loaded %d → %d (%+d)",
		t.From.Total, t.To.Total, t.To.Total-t.From.Total, t.From.Metadata, t.To.Metadata, t.To.Metadata-t.From.Metadata)
}

func (r *Report) discovery(p *mdpage.Page) {
	d, policy := r.SkillDiscovery, r.SkillDiscoveryPolicy
	p.Line("- Schema: %s", textio.MarkdownCode(d.SchemaVersion))
	if policy == nil {
		p.Line("- Effect on this report: none, the changes are only observed")
	} else {
		policy.head(p)
	}
	if d.IsEmpty() {
		p.Paragraph("No topology changes.")
	} else {
		p.Write(d.BulletsMarkdown())
		p.Write(d.ListsMarkdown())
	}
	if policy != nil && policy.Outcome == StatusWarn {
		p.Heading(3, "Policy matches")
		mdpage.Items(p, policy.Matches, Match.text)
	}
}

func (y *Policy) head(p *mdpage.Page) {
	c := &y.Configured
	mode := textio.MarkdownCode(string(c.Effective))
	if c.From != c.To {
		mode = fmt.Sprintf("%s → %s, in effect %s", textio.MarkdownCode(string(c.From)), textio.MarkdownCode(string(c.To)), mode)
	}
	p.Line("- Policy: %s", mode)
	switch {
	case y.Outcome == StatusWarn:
		p.Line("- Outcome: WARN (a review is asked for; the exit status changes with --fail-on-status warn only)")
	case c.Effective == ModeOff:
		p.Line("- Outcome: PASS (the policy is off)")
	default:
		p.Line("- Outcome: PASS (nothing matches)")
	}
}

func (m Match) text() string {
	text := textio.MarkdownCode(string(m.ID))
	switch {
	case m.Skill != nil:
		text += fmt.Sprintf(" %s (%s)", textio.MarkdownCode(m.Skill.ID), textio.MarkdownCode(m.Skill.Path))
	case m.Route != nil:
		text += fmt.Sprintf(" %s → %s", textio.MarkdownCode(m.Route.SourcePath), textio.MarkdownCode(m.Route.NormalizedTarget))
	case m.ToState != "":
		text += fmt.Sprintf(" %s → %s", textio.MarkdownCode(m.FromState), textio.MarkdownCode(m.ToState))
	}
	return text + ": " + textio.MarkdownText(m.Summary)
}
