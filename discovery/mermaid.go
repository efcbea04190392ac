package discovery

import (
	"fmt"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// Mermaid draws the graph as a Mermaid flowchart (contract 03 section 3.8).
// Solid edges are the routes that discovery follows. A dotted edge leads to a
// node of its own that stands for a declaration which cannot be used, so the
// solid picture is exactly the usable graph.
func (g *GraphReport) Mermaid() string {
	var b strings.Builder
	b.WriteString("graph TD\n")
	for _, c := range g.facts() {
		fmt.Fprintf(&b, "  %%%% %s\n", textio.MermaidComment(c))
	}
	x := g.Discovery
	names := make(map[string]string, len(x.Skills))
	for i, s := range x.Skills {
		names[s.SourcePath] = fmt.Sprintf("skill_%d", i)
		fmt.Fprintf(&b, "  skill_%d[\"%s\"]\n", i, s.nodeText(textio.MermaidLabel))
	}
	for i, r := range x.Routes {
		if r.Usable {
			fmt.Fprintf(&b, "  %s -->|continues-with| %s\n", names[r.SourcePath], names[r.ResolvedTarget.SourcePath])
		} else {
			fmt.Fprintf(&b, "  route_%d[\"%s\"]\n", i, r.nodeText(textio.MermaidLabel))
			fmt.Fprintf(&b, "  %s -.->|continues-with %s| route_%d\n", names[r.SourcePath], r.Resolution, i)
		}
		fmt.Fprintf(&b, "  %%%% %s\n", textio.MermaidComment(r.origin()))
	}
	class := func(name, style string, has func(*Skill) bool) {
		var members []string
		for i, s := range x.Skills {
			if has(s) {
				members = append(members, fmt.Sprintf("skill_%d", i))
			}
		}
		if len(members) > 0 {
			fmt.Fprintf(&b, "  classDef %s %s\n  class %s %s\n", name, style, strings.Join(members, ","), name)
		}
	}
	class("structuralRoot", "stroke-width:2px,stroke:#64748b", func(s *Skill) bool { return s.StructuralRoot })
	class("publishedEntrypoint", "fill:#dbeafe,stroke:#2563eb,stroke-width:3px", func(s *Skill) bool { return s.Publication.Accepted })
	for _, c := range g.remarks() {
		fmt.Fprintf(&b, "  %%%% %s\n", textio.MermaidComment(c))
	}
	return b.String()
}

// DOT draws the same graph in the language of Graphviz.
func (g *GraphReport) DOT() string {
	var b strings.Builder
	b.WriteString("digraph discovery {\n")
	for _, c := range g.facts() {
		fmt.Fprintf(&b, "  // %s\n", textio.DOTComment(c))
	}
	b.WriteString("  node [shape=box]\n")
	x := g.Discovery
	names := make(map[string]string, len(x.Skills))
	for i, s := range x.Skills {
		names[s.SourcePath] = fmt.Sprintf("skill_%d", i)
		fmt.Fprintf(&b, "  skill_%d [label=\"%s\"%s]\n", i, s.nodeText(textio.DOTLabel), s.dotClasses())
	}
	for i, r := range x.Routes {
		if r.Usable {
			fmt.Fprintf(&b, "  %s -> %s [label=\"continues-with\"]\n", names[r.SourcePath], names[r.ResolvedTarget.SourcePath])
		} else {
			fmt.Fprintf(&b, "  route_%d [label=\"%s\", style=dotted]\n", i, r.nodeText(textio.DOTLabel))
			fmt.Fprintf(&b, "  %s -> route_%d [label=\"continues-with %s\", style=dotted]\n", names[r.SourcePath], i, r.Resolution)
		}
		fmt.Fprintf(&b, "  // %s\n", textio.DOTComment(r.origin()))
	}
	for _, c := range g.remarks() {
		fmt.Fprintf(&b, "  // %s\n", textio.DOTComment(c))
	}
	b.WriteString("}\n")
	return b.String()
}

// dotClasses returns the attributes of the classes that a Skill is in.
func (s *Skill) dotClasses() string {
	switch {
	case s.Publication.Accepted && s.StructuralRoot:
		return `, class="structuralRoot publishedEntrypoint", style=filled, fillcolor="#dbeafe", color="#2563eb", penwidth=3`
	case s.Publication.Accepted:
		return `, class="publishedEntrypoint", style=filled, fillcolor="#dbeafe", color="#2563eb", penwidth=3`
	case s.StructuralRoot:
		return `, class="structuralRoot", color="#64748b", penwidth=2`
	}
	return ""
}

// nodeText is the text of the node of a Skill; escape is for what the repository
// controls.
func (s *Skill) nodeText(escape func(string) string) string {
	text := fmt.Sprintf("skill: %s (%s)", escape(s.ID), escape(s.SourcePath))
	if !s.RouteEligible {
		text += " [ineligible]"
	}
	return text
}

// nodeText is the text of the node that stands for an unusable route.
func (r *Route) nodeText(escape func(string) string) string {
	reasons := joinReasons(r.UsabilityReasons)
	if r.ResolvedTarget == nil {
		return fmt.Sprintf("%s: %s [%s]", r.Resolution, escape(r.NormalizedTarget), reasons)
	}
	return fmt.Sprintf("%s: %s (%s) [%s]", r.ResolvedTarget.Kind, escape(r.ResolvedTarget.ID), escape(r.ResolvedTarget.SourcePath), reasons)
}

// origin says where a route is declared.
func (r *Route) origin() string {
	return fmt.Sprintf("declaration %s index %d at %s", r.SourcePath, r.DeclarationIndex, placeOf(&r.Evidence))
}

func joinReasons(reasons []Reason) string {
	words := make([]string, len(reasons))
	for i, r := range reasons {
		words[i] = string(r)
	}
	return strings.Join(words, ", ")
}

// placeOf is a place as people write it: path:L3 or path:L3-L5.
func placeOf(ev *diagnostic.Evidence) string {
	if ev.EndLine > ev.StartLine {
		return fmt.Sprintf("%s:L%d-L%d", ev.Path, ev.StartLine, ev.EndLine)
	}
	return fmt.Sprintf("%s:L%d", ev.Path, ev.StartLine)
}

// facts are the comments at the head of a drawing.
func (g *GraphReport) facts() []string {
	x := g.Discovery
	return []string{
		"coverage mode: " + string(x.Coverage.Mode),
		"source entrypoint IDs: " + cappedIDs(x.Coverage.SourceEntrypointIDs),
		"reachable eligible Skill IDs: " + cappedIDs(x.ReachableDiscoveryEligibleSkillIDs),
		"not-reached eligible Skill IDs: " + cappedIDs(x.NotReachedDiscoveryEligibleSkillIDs),
		"unrouted Skill IDs: " + cappedIDs(x.UnroutedSkillIDs),
	}
}

func cappedIDs(ids []string) string {
	switch n := len(ids); {
	case n == 0:
		return "(none)"
	case n > listCap:
		return fmt.Sprintf("%s (%d of %d shown; total %d)", strings.Join(ids[:listCap], ", "), listCap, n, n)
	}
	return strings.Join(ids, ", ")
}

// remarks are the comments at the foot of a drawing: diagnostics and a legend.
func (g *GraphReport) remarks() []string {
	var list []string
	add := func(title string, diagnostics []diagnostic.Diagnostic) {
		if len(diagnostics) > 0 {
			list = append(list, title)
		}
		for i := range diagnostics {
			list = append(list, remark(&diagnostics[i]))
		}
	}
	add("Discovery diagnostics:", g.Discovery.Diagnostics)
	add("Repository diagnostics:", g.Diagnostics)
	return append(list,
		"legend: solid edges are usable routes, dotted edges lead to declarations to review;",
		"classes state facts about Skills; nothing here is chosen or run")
}

func remark(d *diagnostic.Diagnostic) string {
	return fmt.Sprintf("%s [%s] (%s): %s", d.Code, d.Severity, location(d), d.Message)
}

// location is the most exact place that a diagnostic names.
func location(d *diagnostic.Diagnostic) string {
	switch {
	case d.Evidence != nil:
		return placeOf(d.Evidence)
	case d.Path != "":
		return d.Path
	}
	return "repository"
}
