package readiness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/mdpage"
	"github.com/renma/renma/internal/textio"
)

// Markdown renders the report for people (contract 04 section 1.7). Lists are
// capped; everything that comes from the repository is escaped.
func (r *Report) Markdown() string {
	p := &mdpage.Page{}
	r.head(p)
	r.metrics(p)
	r.discovery(p)
	r.workflow(p)
	r.checks(p)
	if len(r.Diagnostics) > 0 {
		p.Heading(2, "Diagnostics")
		mdpage.Items(p, r.Diagnostics, diagnosticItem)
	}
	if len(r.Findings) > 0 {
		p.Heading(2, "Findings")
		mdpage.Items(p, r.Findings, findingItem)
	}
	return p.String()
}

// DisplayStatus is the level in words. A ready repository with something to
// look at says so.
func (r *Report) DisplayStatus() string {
	switch {
	case r.Level == NotReady:
		return "Not ready"
	case r.Level == NeedsAttention:
		return "Needs attention"
	case r.count(Warn) > 0, r.Summary.DiagnosticCounts.Warning > 0, len(r.Findings) > 0:
		return "Ready with advisories"
	}
	return "Ready"
}

func (r *Report) count(status Status) int {
	n := 0
	for i := range r.Checks {
		if r.Checks[i].Status == status {
			n++
		}
	}
	return n
}

func (r *Report) head(p *mdpage.Page) {
	s := &r.Summary
	p.Heading(1, "Agent Readiness")
	p.Line("- Repository: %s", textio.MarkdownCode(r.Root))
	if r.ConfigPath != "" {
		p.Line("- Configuration: %s", textio.MarkdownCode(r.ConfigPath))
	}
	p.Line("- Status: **%s**", r.DisplayStatus())
	p.Line("- Level: `%s`", r.Level)
	p.Line("- Score: %d/100", r.Score)
	p.Line("- Failing checks: %d", r.count(Fail))
	p.Line("- Warning checks: %d", r.count(Warn))
	p.Line("- Findings: %d", len(r.Findings))
	p.Line("- Workflow: %d%% of its checks pass", s.Workflow.ReadinessPercent)
	p.Line("- Graph: %d%% of %s resolved", s.GraphResolutionPercent, textio.Plural(s.EdgeCount, "edge"))
	p.Line("- Ownership: %d%% of %s owned", s.OwnershipCoveragePercent, textio.Plural(s.TotalAssets, "asset"))
	p.Line("- Not analysed: %s", orNone(r.OmittedAnalyses))
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}

func (r *Report) metrics(p *mdpage.Page) {
	s := &r.Summary
	p.Table("metric", "value")
	for _, m := range []struct {
		name  string
		value int
	}{
		{"files scanned", r.ScannedFileCount},
		{"assets", s.TotalAssets},
		{"owned assets", s.OwnedAssets},
		{"unowned assets", s.UnownedAssets},
		{"edges", s.EdgeCount},
		{"unresolved edges", s.UnresolvedEdges},
		{"error diagnostics", s.DiagnosticCounts.Error},
		{"warning diagnostics", s.DiagnosticCounts.Warning},
		{"info diagnostics", s.DiagnosticCounts.Info},
		{"context lenses", s.ContextLens.TotalLensCount},
	} {
		p.Row(m.name, strconv.Itoa(m.value))
	}
}

func (r *Report) discovery(p *mdpage.Page) {
	d := &r.Summary.SkillDiscovery
	reached, missed := "not evaluated", "not evaluated"
	if d.PublishedEntrypointCount > 0 { // coverage is evaluated from the first one on
		reached, missed = strconv.Itoa(d.ReachableSkillCount), strconv.Itoa(d.NotReachedSkillCount)
	}
	p.Heading(2, "Skill Discovery")
	p.Line("- Adoption: %s", d.AdoptionState)
	p.Line("- Published entrypoints: %d", d.PublishedEntrypointCount)
	p.Line("- Eligible Skills: %d", d.RouteEligibleSkillCount)
	p.Line("- Reachable: %s", reached)
	p.Line("- Not reached: %s", missed)
	p.Line("- Unrouted: %d", d.UnroutedSkillCount)
	p.Line("- Usable routes: %d", d.UsableRouteCount)
	p.Line("- Unusable routes: %d", d.UnusableRouteCount)
	p.Line("- Unresolved routes: %d", d.UnresolvedRouteCount)
	p.Line("- Cyclic components: %d", d.CycleComponentCount)
	if list := r.evidence(true); len(list) > 0 {
		p.Heading(3, "Discovery check evidence")
		mdpage.Items(p, list, checkEvidence.item)
	}
	p.Paragraph("`renma skill-index` shows every Skill and route, `renma graph --view discovery` the topology with its source lines.")
}

type checkEvidence struct {
	check *Check
	Evidence
}

// evidence lists what the checks that do not pass rest on, once for each check,
// id and path: those about discovery, or the others.
func (r *Report) evidence(discovery bool) []checkEvidence {
	type key struct{ check, id, path string }
	seen := map[key]bool{}
	var list []checkEvidence
	for i := range r.Checks {
		c := &r.Checks[i]
		if AboutDiscovery(c.ID) != discovery || c.Status == Pass {
			continue
		}
		for _, e := range c.Evidence {
			k := key{c.ID, e.ID, e.Path}
			if !seen[k] {
				seen[k] = true
				list = append(list, checkEvidence{c, e})
			}
		}
	}
	return list
}

func (e checkEvidence) item() string {
	text := fmt.Sprintf("`%s` (%s):", e.check.ID, e.check.Status)
	if e.ID != "" && e.ID != e.Path {
		text += " " + textio.MarkdownCode(e.ID)
	}
	if e.Path != "" {
		text += " " + textio.MarkdownCode(e.Path)
	}
	if e.Message != "" {
		text += " – " + textio.MarkdownText(e.Message)
	}
	return text
}

func (r *Report) workflow(p *mdpage.Page) {
	w := &r.Summary.Workflow
	p.Heading(2, "Workflow Readiness")
	p.Table("Skill entrypoints", "checks", "pass", "warn", "fail", "ready")
	p.Row(strconv.Itoa(w.SkillEntrypoints), strconv.Itoa(w.Checks), strconv.Itoa(w.Pass), strconv.Itoa(w.Warn), strconv.Itoa(w.Fail),
		strconv.Itoa(w.ReadinessPercent)+"%")
}

// checks lists the checks that do not pass first, because they are what the
// reader came for; within a status the order is that of the document.
func (r *Report) checks(p *mdpage.Page) {
	p.Heading(2, "Checks")
	p.Table("check", "status", "severity", "summary")
	for _, status := range []Status{Fail, Warn, Pass} {
		for i := range r.Checks {
			if c := &r.Checks[i]; c.Status == status {
				p.Row("`"+c.ID+"`", string(c.Status), string(c.Severity), textio.MarkdownCell(c.Summary))
			}
		}
	}
	if list := r.evidence(false); len(list) > 0 {
		p.Heading(3, "Check evidence")
		mdpage.Items(p, list, checkEvidence.item)
	}
}

func diagnosticItem(d diagnostic.Diagnostic) string {
	place := d.Path
	if d.Evidence != nil {
		place = fmt.Sprintf("%s:%d", d.Evidence.Path, d.Evidence.StartLine)
	}
	parts := slices.DeleteFunc([]string{string(d.Severity), d.Code}, func(s string) bool { return s == "" })
	text := strings.Join(parts, " ")
	if place != "" {
		text += " " + textio.MarkdownCode(place)
	}
	return text + ": " + textio.MarkdownText(d.Message)
}

func findingItem(f diagnostic.Finding) string {
	return fmt.Sprintf("%s %s %s: %s", f.Severity, f.ID,
		textio.MarkdownCode(fmt.Sprintf("%s:%d", f.Evidence.Path, f.Evidence.StartLine)), textio.MarkdownText(f.Title))
}
