package discovery

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/mdpage"
	"github.com/renma/renma/internal/textio"
)

// page builds a Markdown document. Every string of the repository goes through
// one of the escaping functions of textio before it comes here.
type page struct{ mdpage.Page }

// listCap is how many items of a list text for people shows (contract 03 section
// 3.5).
const listCap = mdpage.ListCap

func prose(s string) string { return textio.MarkdownText(s) }
func code(s string) string  { return textio.MarkdownCode(s) }
func cell(s string) string  { return textio.MarkdownCell(s) }

func capped[T any](list []T) []T { return list[:min(len(list), listCap)] }

// items writes one bullet for each of the first items, or "None".
func items[T any](p *page, list []T, text func(T) string) {
	if len(list) == 0 {
		p.Line("None.")
	}
	mdpage.Items(&p.Page, list, text)
}

// routes writes a table of routes, or "None". The source column is left out
// where the context says it.
func (p *page) routes(list []*Route, withSource bool) {
	if len(list) == 0 {
		p.Line("None.")
		return
	}
	columns := []string{"source", "index", "declared target", "resolved target", "resolution", "state", "evidence"}
	if !withSource {
		columns = columns[1:]
	}
	p.Table(columns...)
	for _, r := range capped(list) {
		cells := []string{
			named(r.SourceID, r.SourcePath), strconv.Itoa(r.DeclarationIndex), r.declared(), r.targetText(), r.resolutionText(), r.state(), code(placeOf(&r.Member)),
		}
		if !withSource {
			cells = cells[1:]
		}
		p.Row(cells...)
	}
	p.Omitted(len(list))
}

// named shows an id with its path.
func named(id, path string) string {
	if id == path {
		return code(path)
	}
	return fmt.Sprintf("%s (%s)", code(id), code(path))
}

// declared shows the target as it was written, and as it is compared where that
// differs.
func (r *Route) declared() string {
	if r.RawTarget == r.NormalizedTarget {
		return code(r.RawTarget)
	}
	return fmt.Sprintf("%s → %s", code(r.RawTarget), code(r.NormalizedTarget))
}

// targetText shows the one asset that the route names.
func (r *Route) targetText() string {
	if r.ResolvedTarget == nil {
		return cell("")
	}
	return named(r.ResolvedTarget.ID, r.ResolvedTarget.SourcePath)
}

// resolutionText shows how the target was resolved, and why it was not.
func (r *Route) resolutionText() string {
	switch {
	case r.NormalizationRejection != "":
		return fmt.Sprintf("%s (%s)", r.Resolution, r.NormalizationRejection)
	case r.Resolution == Ambiguous:
		return fmt.Sprintf("%s (%d candidates)", r.Resolution, len(r.Candidates))
	case r.Resolution == WrongKind:
		return fmt.Sprintf("%s (%s)", r.Resolution, r.ResolvedTarget.Kind)
	}
	return string(r.Resolution)
}

// state says whether discovery follows the route.
func (r *Route) state() string {
	if r.Usable {
		return "usable"
	}
	return "unusable: " + joinReasons(r.UsabilityReasons)
}

// diagnostics writes a list of diagnostics, errors first, so that the cap never
// hides one behind a warning. With hints each says what to do.
func (p *page) diagnostics(list []diagnostic.Diagnostic, hints bool) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b diagnostic.Diagnostic) int { return rank(a.Severity) - rank(b.Severity) })
	items(p, list, func(d diagnostic.Diagnostic) string {
		text := fmt.Sprintf("%s [%s] (%s): %s", code(cmp.Or(d.Code, "RENMA-DIAGNOSTIC")), d.Severity, code(location(&d)), prose(d.Message))
		if hints && d.LLMHint != "" {
			text += " " + prose(d.LLMHint)
		}
		return text
	})
}

func rank(s diagnostic.Severity) int {
	if s == diagnostic.SeverityError {
		return 0
	}
	return 1
}

// owner shows who owns a Skill and how that is known.
func (s *Skill) owner() string {
	o := &s.Ownership
	switch {
	case o.EffectiveOwner == nil:
		return o.Source
	case o.InheritedFrom != nil:
		return fmt.Sprintf("%s (%s from %s)", prose(*o.EffectiveOwner), o.Source, named(o.InheritedFrom.ID, o.InheritedFrom.SourcePath))
	}
	return fmt.Sprintf("%s (%s)", prose(*o.EffectiveOwner), o.Source)
}

// lifecycleText shows the status of a Skill with its reason and date.
func (s *Skill) lifecycleText() string {
	text := string(s.Lifecycle)
	if text == "" {
		text = "none declared"
	}
	if s.LifecycleReason != "" {
		text += ", " + prose(s.LifecycleReason)
	}
	if s.LifecycleChangedAt != "" {
		text += ", since " + prose(s.LifecycleChangedAt)
	}
	return text
}

// publicationText says whether a Skill is an entrypoint.
func (s *Skill) publicationText() string {
	switch p := &s.Publication; {
	case p.Accepted:
		return "effective entrypoint"
	case len(p.RejectionReasons) > 0:
		reasons := make([]string, len(p.RejectionReasons))
		for i, r := range p.RejectionReasons {
			reasons[i] = string(r)
		}
		return "rejected: " + strings.Join(reasons, ", ")
	}
	return "not published"
}

// reachText says whether and how a Skill is found.
func (s *Skill) reachText() string {
	r := &s.Reachability
	text := fmt.Sprintf("%s (%s)", r.State, r.Reason)
	if r.MinimumDepth != nil {
		text += fmt.Sprintf(", depth %d, from %s", *r.MinimumDepth, codeIDs(r.SourceEntrypointIDs))
	}
	return text
}

// codeIDs lists ids as code, capped.
func codeIDs(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	shown := make([]string, 0, listCap)
	for _, id := range capped(ids) {
		shown = append(shown, code(id))
	}
	text := strings.Join(shown, ", ")
	if n := len(ids) - listCap; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// structureText shows the three structural facts of a Skill.
func (s *Skill) structureText() string {
	return fmt.Sprintf("structural root %s, standalone %s, unrouted %s", yesNo(s.StructuralRoot), yesNo(s.Standalone), yesNo(s.Unrouted))
}
