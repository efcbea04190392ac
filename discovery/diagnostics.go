package discovery

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// Ids of the discovery diagnostics (contract 03 section 2.9).
const (
	codeInvalidContinuation = "DISCOVERY-INVALID-CONTINUATION-DECLARATION"
	codeUnresolvedRoute     = "DISCOVERY-UNRESOLVED-DECLARED-ROUTE"
	codeTargetNotSkill      = "DISCOVERY-ROUTE-TARGET-NOT-SKILL"
	codeInactiveTarget      = "DISCOVERY-INACTIVE-ROUTE-TARGET"
	codeSuspendedTarget     = "DISCOVERY-SUSPENDED-ROUTE-TARGET"
	codeRevokedTarget       = "DISCOVERY-REVOKED-ROUTE-TARGET"
	codeDuplicateRoute      = "DISCOVERY-DUPLICATE-DECLARED-ROUTE"
	codeCycle               = "DISCOVERY-ROUTE-CYCLE"
	codeInvalidMarker       = "DISCOVERY-INVALID-PUBLISHED-ENTRYPOINT"
	codeSuspendedMarker     = "DISCOVERY-SUSPENDED-PUBLISHED-ENTRYPOINT"
	codeRevokedMarker       = "DISCOVERY-REVOKED-PUBLISHED-ENTRYPOINT"
	codeBoundaries          = "DISCOVERY-ENTRYPOINT-WITHOUT-USABLE-BOUNDARIES"
	codeUnreachable         = "DISCOVERY-UNREACHABLE-ELIGIBLE-SKILL"
)

// report is one diagnostic on its way into an index.
type report struct {
	diagnostic.Diagnostic
	// routes are those it speaks of; none for a statement about a Skill.
	routes []*Route
	// declaration breaks ties between diagnostics of one field.
	declaration int
}

// diagnose fills x.Diagnostics and every list of links.
func (x *Index) diagnose() {
	for _, s := range x.Skills {
		s.own = s.ownLinks()
	}
	reports := x.continuationReports()
	spelling := newSpeller(x)
	for _, r := range x.Routes {
		reports = append(reports, x.routeReports(r, spelling)...)
	}
	for _, c := range x.Cycles {
		reports = append(reports, cycleReport(c))
	}
	routeLinks := make([][]Link, len(x.Routes))
	skillLinks := make([][]Link, len(x.Skills))
	for i := range reports {
		link := Link{reports[i].Code, reports[i].Evidence}
		for _, r := range reports[i].routes {
			routeLinks[r.at] = append(routeLinks[r.at], link)
		}
	}
	for i, c := range x.Cycles {
		link := Link{codeCycle, &x.Cycles[i].Routes[0].Evidence}
		for _, m := range c.members {
			skillLinks[m] = append(skillLinks[m], link)
		}
	}
	for i, s := range x.Skills {
		published := s.publicationReports()
		links := slices.Clone(s.own)
		for j := range published {
			if published[j].Code == codeInvalidMarker || published[j].Code == codeBoundaries {
				links = append(links, Link{published[j].Code, published[j].Evidence})
			}
		}
		s.Publication.LinkedDiagnostics = tidyLinks(links)
		reports = append(reports, published...)
		if x.Coverage.Mode == CoverageAuthoritative && s.Reachability.State == NotReached {
			missed := x.unreachableReport(s)
			skillLinks[i] = append(skillLinks[i], Link{codeUnreachable, missed.Evidence})
			reports = append(reports, missed)
		}
		s.LinkedDiagnostics = s.own
		if len(skillLinks[i]) > 0 {
			s.LinkedDiagnostics = tidyLinks(slices.Concat(s.own, skillLinks[i]))
		}
	}
	x.linkRoutes(routeLinks)
	x.sortReports(reports)
}

// linkRoutes fills the links of every route: those of its two Skills and of
// the reports about it, which stand at its position.
func (x *Index) linkRoutes(about [][]Link) {
	for i, r := range x.Routes {
		r.LinkedDiagnostics = x.Skills[r.source].own
		var target []Link
		if r.target >= 0 {
			target = x.Skills[r.target].own
		}
		if len(target)+len(about[i]) > 0 {
			r.LinkedDiagnostics = tidyLinks(slices.Concat(r.LinkedDiagnostics, target, about[i]))
		}
	}
}

// sortReports puts the reports into the order of documents.
func (x *Index) sortReports(reports []report) {
	slices.SortStableFunc(reports, func(a, b report) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.line(), b.line()), cmp.Compare(a.declaration, b.declaration))
	})
	x.Diagnostics = make([]diagnostic.Diagnostic, len(reports))
	x.about = make([][]*Route, len(reports))
	for i := range reports {
		x.Diagnostics[i], x.about[i] = reports[i].Diagnostic, reports[i].routes
	}
}

func (r *report) line() int {
	if r.Evidence == nil {
		return 0
	}
	return r.Evidence.StartLine
}

// newReport makes a report about a Skill with the repair data of its code.
func newReport(code string, s snapshot.AssetRef, at *diagnostic.Evidence, details diagnostic.Details, format string, args ...any) report {
	repair := repairs[code]
	return report{Diagnostic: diagnostic.Diagnostic{
		Code:              code,
		Severity:          repair.severity,
		Message:           fmt.Sprintf(format, args...),
		Path:              s.SourcePath,
		Evidence:          at,
		RepairConstraints: repair.constraints,
		VerificationSteps: repair.steps,
		LLMHint:           repair.hint,
		Details:           append(diagnostic.Details{{Key: "sourceId", Value: s.ID}, {Key: "sourcePath", Value: s.SourcePath}}, details...),
	}}
}

func (x *Index) continuationReports() []report {
	var reports []report
	for _, s := range x.Skills {
		if s.Continuation.State != FieldInvalid {
			continue
		}
		reports = append(reports, newReport(codeInvalidContinuation, s.Ref(), s.Continuation.Evidence, diagnostic.Details{
			{Key: "metadataKey", Value: canonicalContinuationKey},
			{Key: "reason", Value: s.Continuation.Reason},
		}, "%s declares no route because %s.", continuationKey, s.Continuation.Reason))
	}
	return reports
}

// routeReports returns what is wrong with one route, and with its group when it
// is the first of several declarations of the same target.
func (x *Index) routeReports(r *Route, spelling *speller) []report {
	var reports []report
	switch {
	case r.Resolution == Unresolved || r.Resolution == Ambiguous:
		reports = append(reports, unresolvedReport(r, spelling))
	case r.Resolution == WrongKind:
		reports = append(reports, wrongKindReport(r))
	case !r.ResolvedTarget.Lifecycle.Usable() && x.Skills[r.source].RouteEligible && *r.ResolvedTarget.AgentSkillsValid:
		reports = append(reports, inactiveReport(r))
	}
	for i := range reports {
		reports[i].routes, reports[i].declaration = []*Route{r}, r.DeclarationIndex
	}
	if r.Representative && len(r.DuplicateDeclarationIndices) > 0 {
		reports = append(reports, x.duplicateReport(r))
	}
	return reports
}

func (r *Route) ref() snapshot.AssetRef {
	return snapshot.AssetRef{ID: r.SourceID, SourcePath: r.SourcePath}
}

// spelled returns the details with which most reports about a route begin.
func (r *Route) spelled() diagnostic.Details {
	return diagnostic.Details{
		{Key: "declarationIndex", Value: r.DeclarationIndex},
		{Key: "rawTarget", Value: r.RawTarget},
		{Key: "normalizedTarget", Value: r.NormalizedTarget},
	}
}

func unresolvedReport(r *Route, spelling *speller) report {
	details := r.spelled().With("resolution", r.Resolution)
	if r.NormalizationRejection != "" {
		details = details.With("normalizationRejection", r.NormalizationRejection)
	}
	details = details.With("candidates", r.Candidates)
	target := textio.Quote(r.RawTarget)
	switch {
	case r.NormalizationRejection == RejectAbsolutePath:
		return newReport(codeUnresolvedRoute, r.ref(), &r.Evidence, details,
			"route %d names %s, an absolute path: write it relative to the repository root.", r.DeclarationIndex, target)
	case r.NormalizationRejection == RejectRepositoryEscape:
		return newReport(codeUnresolvedRoute, r.ref(), &r.Evidence, details,
			"route %d names %s, which leads out of the repository: name a Skill inside it.", r.DeclarationIndex, target)
	case r.Resolution == Ambiguous:
		d := newReport(codeUnresolvedRoute, r.ref(), &r.Evidence, details,
			"route %d names %s, which is %d assets (%s): name one by its exact path.", r.DeclarationIndex, target, len(r.Candidates), candidatePaths(r.Candidates))
		d.RepairConstraints = append(slices.Clone(d.RepairConstraints), constraintHuman("Which of the candidates is meant."))
		return d
	}
	return newReport(codeUnresolvedRoute, r.ref(), &r.Evidence, details,
		"route %d names %s, which is the exact id or path of nothing%s", r.DeclarationIndex, target, cmp.Or(didYouMean(spelling.nearest(r.NormalizedTarget)), "."))
}

// candidatePaths lists the first few candidates.
func candidatePaths(candidates []Candidate) string {
	const shown = 3
	var paths []string
	for i, c := range candidates {
		if i == shown {
			paths = append(paths, "…")
			break
		}
		paths = append(paths, c.SourcePath)
	}
	return strings.Join(paths, ", ")
}

func wrongKindReport(r *Route) report {
	t := r.ResolvedTarget
	return newReport(codeTargetNotSkill, r.ref(), &r.Evidence,
		r.spelled().With("target", t.ID).With("targetKind", t.Kind).With("targetPath", t.SourcePath),
		"route %d names %s, a %s: continue with a Skill instead.", r.DeclarationIndex, textio.Quote(r.RawTarget), t.Kind)
}

func inactiveReport(r *Route) report {
	t := r.ResolvedTarget
	code := codeInactiveTarget
	switch t.Lifecycle {
	case snapshot.StatusSuspended:
		code = codeSuspendedTarget
	case snapshot.StatusRevoked:
		code = codeRevokedTarget
	}
	details := diagnostic.Details{
		{Key: "declarationIndex", Value: r.DeclarationIndex}, {Key: "target", Value: t.ID},
		{Key: "targetPath", Value: t.SourcePath}, {Key: "targetStatus", Value: t.Lifecycle},
	}
	details = withText(details, "targetStatusReason", t.LifecycleReason)
	details = withText(details, "targetStatusChangedAt", t.LifecycleChangedAt)
	details = details.With("relationship", "continues_with").With("metadataKey", canonicalContinuationKey)
	return newReport(code, r.ref(), &r.Evidence, details,
		"route %d leads to %s, which is %s%s.", r.DeclarationIndex, textio.Quote(t.ID), t.Lifecycle, because(t.LifecycleReason))
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return " (" + textio.Quote(reason) + ")"
}

func withText(d diagnostic.Details, key, text string) diagnostic.Details {
	if text == "" {
		return d
	}
	return d.With(key, text)
}

// declaration is one member of a group of duplicates.
type declaration struct {
	DeclarationIndex int                  `json:"declarationIndex"`
	Evidence         *diagnostic.Evidence `json:"evidence"`
}

func (x *Index) duplicateReport(first *Route) report {
	var group []*Route
	var declarations []declaration
	for _, index := range first.DuplicateDeclarationIndices {
		r := x.Routes[x.from[first.source][index]]
		group = append(group, r)
		declarations = append(declarations, declaration{r.DeclarationIndex, &r.Evidence})
	}
	d := newReport(codeDuplicateRoute, first.ref(), &first.Evidence, diagnostic.Details{
		{Key: "normalizedTarget", Value: first.NormalizedTarget},
		{Key: "declarationIndices", Value: first.DuplicateDeclarationIndices},
		{Key: "declarations", Value: declarations},
	}, "routes %s name the same target %s: keep one of them.", joinInts(first.DuplicateDeclarationIndices), textio.Quote(first.NormalizedTarget))
	d.routes, d.declaration = group, first.DeclarationIndex
	return d
}

func joinInts(list []int) string {
	const shown = 5
	var b strings.Builder
	for i, n := range list {
		switch {
		case i == shown:
			b.WriteString(", …")
			return b.String()
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}

func cycleReport(c *Cycle) report {
	first := c.routes[0]
	text := fmt.Sprintf("%s continues with itself", textio.Quote(first.SourceID))
	if !c.SelfLoop {
		text = fmt.Sprintf("%d Skills continue with each other: %s", len(c.Skills), joinIDs(c.SkillIDs))
	}
	d := newReport(codeCycle, first.ref(), &c.Routes[0].Evidence, nil,
		"%s; check that the loop says when it ends.", text)
	d.Details = diagnostic.Details{
		{Key: "cycleSkillIds", Value: c.SkillIDs}, {Key: "cycleSkills", Value: c.Skills},
		{Key: "selfLoop", Value: c.SelfLoop}, {Key: "routeCount", Value: len(c.Routes)}, {Key: "cycleRoutes", Value: c.Routes},
	}
	d.routes, d.declaration = c.routes, first.DeclarationIndex
	return d
}

// joinIDs lists the first few ids.
func joinIDs(ids []string) string {
	const shown = 5
	quoted := make([]string, 0, shown+1)
	for i, id := range ids {
		if i == shown {
			quoted = append(quoted, "…")
			break
		}
		quoted = append(quoted, textio.Quote(id))
	}
	return strings.Join(quoted, ", ")
}

// publicationReports returns what is wrong with the publication of s.
func (s *Skill) publicationReports() []report {
	m := &s.Publication.Marker
	switch {
	case m.State == FieldInvalid || m.State == FieldAmbiguous:
		return []report{s.markerReport(codeInvalidMarker, m.Reason, fmt.Sprintf("%s does not publish this Skill: %s.", markerKey, m.Reason))}
	case m.Valid && s.AgentSkillsValid && !s.LifecycleActive:
		code := codeInvalidMarker
		switch s.Lifecycle {
		case snapshot.StatusSuspended:
			code = codeSuspendedMarker
		case snapshot.StatusRevoked:
			code = codeRevokedMarker
		}
		reason := fmt.Sprintf("the Skill is %s", s.Lifecycle)
		d := s.markerReport(code, reason, fmt.Sprintf("%s has no effect because the Skill is %s%s.", markerKey, s.Lifecycle, because(s.LifecycleReason)))
		if code == codeInvalidMarker {
			d.LLMHint = "Remove the marker, or let the owner decide about the status."
		}
		return []report{d}
	case s.Publication.Accepted:
		return s.boundaryReports()
	}
	return nil
}

func (s *Skill) markerReport(code, reason, message string) report {
	m := &s.Publication.Marker
	details := diagnostic.Details{
		{Key: "metadataKey", Value: canonicalMarkerKey}, {Key: "markerState", Value: m.State}, {Key: "markerReason", Value: reason},
		{Key: "rawMarkerValue", Value: *m.RawValue}, {Key: "rawMarkerEvidence", Value: m.Evidence},
	}
	details = withText(details, "lifecycle", string(s.Lifecycle))
	details = withText(details, "lifecycleReason", s.LifecycleReason)
	details = withText(details, "lifecycleChangedAt", s.LifecycleChangedAt)
	details = details.With("publicationRejectionReasons", s.Publication.RejectionReasons)
	d := newReport(code, s.Ref(), m.Evidence, details, "%s", message)
	if m.State == FieldAmbiguous {
		d.RepairConstraints = append(slices.Clone(d.RepairConstraints), constraintHuman("Which of the declarations is meant."))
	}
	return d
}

// boundaries are the authoring warnings that show what a description lacks, in
// the order in which the first decides the evidence.
var boundaries = []struct{ code, missing string }{
	{"RN-SKILL-DESCRIPTION-MISSING-CAPABILITY", "capability"},
	{"RN-SKILL-DESCRIPTION-MISSING-USAGE-BOUNDARY", "positive usage boundary"},
	{"RN-SKILL-DESCRIPTION-OMITS-SELECTION-BOUNDARY", "negative selection/routing boundary"},
}

func (s *Skill) boundaryReports() []report {
	var missing []string
	var links []Link
	for _, b := range boundaries {
		if i := slices.IndexFunc(s.own, func(l Link) bool { return l.Code == b.code }); i >= 0 {
			missing, links = append(missing, b.missing), append(links, s.own[i])
		}
	}
	if len(links) == 0 {
		return nil
	}
	return []report{newReport(codeBoundaries, s.Ref(), links[0].Evidence, diagnostic.Details{
		{Key: "metadataKey", Value: canonicalMarkerKey}, {Key: "missingBoundaries", Value: missing},
		{Key: "publicationMarkerEvidence", Value: s.Publication.Marker.Evidence}, {Key: "linkedDiagnostics", Value: links},
	}, "the description of this entrypoint lacks a %s.", strings.Join(missing, " and a "))}
}

func (x *Index) unreachableReport(s *Skill) report {
	details := diagnostic.Details{
		{Key: "coverageMode", Value: x.Coverage.Mode}, {Key: "adoptionState", Value: x.Adoption.State},
		{Key: "publishedEntrypointIds", Value: x.Coverage.SourceEntrypointIDs},
		{Key: "structuralRoot", Value: s.StructuralRoot}, {Key: "standalone", Value: s.Standalone}, {Key: "unrouted", Value: s.Unrouted},
	}
	return newReport(codeUnreachable, s.Ref(), s.idEvidence(), withText(details, "configPath", x.Adoption.ConfigPath),
		"no usable route leads from a published entrypoint to this Skill: publish it, continue to it, or leave it out on purpose.")
}
