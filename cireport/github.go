package cireport

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/internal/mdpage"
	"github.com/renma/renma/internal/textio"
)

// Annotations renders the report as GitHub workflow commands, one on each line:
// the status with its notes, then what decided it, on the file and line where it
// stands. The runner shows ten of each level, so no more than that are written and
// the rest is counted.
func (r *Report) Annotations() string {
	levels := map[Status]string{StatusFail: "error", StatusWarn: "warning"}
	head := textio.Annotation{Level: cmp.Or(levels[r.Status], "notice"), Title: "renma: " + string(r.Status)}
	shown := map[string]int{head.Level: 1}
	left := 0
	var b strings.Builder
	for _, a := range r.annotations() {
		if shown[a.Level]++; shown[a.Level] > mdpage.ListCap {
			left++
			continue
		}
		fmt.Fprintln(&b, a)
	}
	head.Message = strings.Join(r.Notes, "\n")
	if left > 0 {
		head.Message += "\n" + textio.Count(left, "more annotation is", "more annotations are") + " left out here; the report has everything."
	}
	return head.String() + "\n" + b.String()
}

// subject is what an annotation is about. One subject is annotated once, because
// the runner shows few annotations.
type subject struct{ path, target string }

func (r *Report) annotations() []textio.Annotation {
	d := &r.Diff
	var list []textio.Annotation
	seen := map[subject]bool{}
	for _, e := range requiredEdges(d) {
		a := textio.Annotation{Level: "error", Title: "Required dependency", Message: fmt.Sprintf("%s requires %s, which is no asset.", textio.Quote(e.Source), textio.Quote(e.Target))}
		list = append(list, r.at(a, e.Evidence))
		if e.Evidence != nil {
			seen[subject{e.Evidence.Path, e.Target}] = true
		}
	}
	for i := range d.Findings.Added {
		f := &d.Findings.Added[i]
		a := textio.Annotation{Level: "warning", Title: f.ID, Message: f.Title}
		if f.Severity.Rank() >= diagnostic.LevelHigh.Rank() {
			a.Level = "error"
		}
		if target, ok := f.Details.Get("target").(string); ok && f.Evidence != nil {
			key := subject{f.Evidence.Path, target}
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		list = append(list, r.at(a, f.Evidence))
	}
	for _, c := range failedChecks(d) {
		list = append(list, textio.Annotation{Level: "warning", Title: c.ID, Message: fmt.Sprintf("%s: %s before, %s now; renma readiness says what to do.", c.Title, c.FromStatus, c.ToStatus)})
	}
	if r.SkillDiscoveryPolicy != nil {
		for _, m := range r.SkillDiscoveryPolicy.Matches {
			list = append(list, r.matched(m))
		}
	}
	return list
}

// at points an annotation at a place of the to side.
func (r *Report) at(a textio.Annotation, ev *diagnostic.Evidence) textio.Annotation {
	if ev != nil {
		a.File, a.Line = r.file(ev.Path), ev.StartLine
	}
	return a
}

// file is a path below the target as a path below the top of the repository.
func (r *Report) file(p string) string {
	if r.Target == "" || r.Target == "." {
		return p
	}
	return path.Join(r.Target, p)
}

func (r *Report) matched(m Match) textio.Annotation {
	a := textio.Annotation{Level: "warning", Title: string(m.ID), Message: m.Summary}
	switch {
	case m.Skill != nil:
		a.File, a.Line = r.file(m.Skill.Path), 1
		a.Message = textio.Quote(m.Skill.ID) + ": " + m.Summary
	case m.Route != nil:
		a.File, a.Line = r.file(m.Route.SourcePath), r.lineOf(*m.Route)
		a.Message = textio.Quote(m.Route.NormalizedTarget) + ": " + m.Summary
	}
	return a
}

// lineOf finds the declaration of a route on the to side, 0 when its line is not
// known.
func (r *Report) lineOf(id diffreport.RouteIdentity) int {
	if r.SkillDiscovery == nil {
		return 0
	}
	for i := range r.SkillDiscovery.Routes.Added {
		if a := &r.SkillDiscovery.Routes.Added[i]; a.SourcePath == id.SourcePath && a.NormalizedTarget == id.NormalizedTarget {
			return a.Line
		}
	}
	for i := range r.SkillDiscovery.Routes.Changed {
		if c := &r.SkillDiscovery.Routes.Changed[i]; c.Identity == id {
			return c.To.Line
		}
	}
	return 0
}
