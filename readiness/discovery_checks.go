package readiness

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/mdpage"
	"github.com/renma/renma/internal/textio"
)

// Ids of the checks that project the discovery index.
const (
	checkPublication   = "discovery.publication"
	checkRouteValidity = "discovery.route_validity"
	checkCoverage      = "discovery.coverage"
	checkUnrouted      = "discovery.unrouted_skills"
	checkCycles        = "discovery.cycle_review"
)

// discoveryChecks are the five of contract 04 section 1.6, in order. They
// repeat what the index decided and decide nothing themselves.
func (b *builder) discoveryChecks() []Check {
	if b.index == nil {
		ids := []string{checkPublication, checkRouteValidity, checkCoverage, checkUnrouted, checkCycles}
		checks := make([]Check, len(ids))
		for i, id := range ids {
			checks[i] = newCheck(id, Pass, nil, "Skill Discovery is not part of this report; nothing to do.")
		}
		return checks
	}
	return []Check{
		publication(b.index),
		routeValidity(b.index),
		coverage(b.index),
		unrouted(b.index),
		cycles(b.index),
	}
}

// cited are the diagnostics of some codes, in index order, as evidence.
type cited struct {
	evidence []Evidence
	worst    Status
}

func cite(x *discovery.Index, codes ...string) cited {
	c := cited{worst: Pass}
	for i := range x.Diagnostics {
		d := &x.Diagnostics[i]
		if !slices.Contains(codes, d.Code) {
			continue
		}
		c.evidence = append(c.evidence, Evidence{d.Code, d.Path, d.Message})
		if d.Severity == diagnostic.SeverityError {
			c.worst = Fail
		} else if c.worst == Pass {
			c.worst = Warn
		}
	}
	return c
}

// capped drops repeated items, keeps the order and cuts to the first ten.
func capped(list []Evidence) []Evidence {
	seen := make(map[Evidence]bool, mdpage.ListCap)
	var out []Evidence
	for _, item := range list {
		if len(out) < mdpage.ListCap && !seen[item] {
			seen[item] = true
			out = append(out, item)
		}
	}
	return out
}

func publication(x *discovery.Index) Check {
	found := cite(x,
		"DISCOVERY-INVALID-PUBLISHED-ENTRYPOINT",
		"DISCOVERY-SUSPENDED-PUBLISHED-ENTRYPOINT",
		"DISCOVERY-REVOKED-PUBLISHED-ENTRYPOINT",
		"DISCOVERY-ENTRYPOINT-WITHOUT-USABLE-BOUNDARIES")
	published := x.Summary.PublishedEntrypointCount
	switch {
	case x.Adoption.State == discovery.NotAdopted:
		return newCheck(checkPublication, Pass, nil, "Skill Discovery is not adopted, so no entrypoint is needed; nothing to do.")
	case len(found.evidence) > 0:
		return newCheck(checkPublication, found.worst, capped(found.evidence), "%s in effect, %s about publication; repair what each one names.",
			textio.Count(published, "published entrypoint is", "published entrypoints are"), textio.Plural(len(found.evidence), "diagnostic"))
	case published > 0:
		return newCheck(checkPublication, Pass, nil, "%s in effect; nothing to do.", textio.Count(published, "published entrypoint is", "published entrypoints are"))
	}
	return newCheck(checkPublication, Warn, nil, `Adoption is %s, but no published entrypoint is in effect; set metadata.renma.published-entrypoint: "true" in a valid, active Skill with an id of its own.`,
		x.Adoption.State)
}

// reasonOrder is the fixed order of usability reasons.
var reasonOrder = []discovery.Reason{
	discovery.InvalidSource, discovery.InvalidTarget, discovery.InactiveSource, discovery.InactiveTarget,
	discovery.DuplicateSourceID, discovery.DuplicateTargetID, discovery.WrongKindTarget,
	discovery.AmbiguousTarget, discovery.UnresolvedTarget, discovery.DuplicateDeclaration,
}

func routeValidity(x *discovery.Index) Check {
	total := x.Summary.DeclaredRouteCount
	unusable := total - x.Summary.UsableRouteCount
	if unusable == 0 {
		malformed := len(cite(x, "DISCOVERY-INVALID-CONTINUATION-DECLARATION").evidence)
		switch {
		case malformed > 0:
			return newCheck(checkRouteValidity, Pass, nil, "%s usable, but %s no list of targets and declare none; repair what renma skill-index names.",
				textio.Count(total, "declared route is", "declared routes are"), textio.Count(malformed, "continues-with field holds", "continues-with fields hold"))
		case total == 0:
			return newCheck(checkRouteValidity, Pass, nil, "No Skill declares a continuation; nothing to do.")
		}
		return newCheck(checkRouteValidity, Pass, nil, "%s usable; nothing to do.", textio.Count(total, "declared route is", "declared routes are"))
	}
	found := cite(x,
		"DISCOVERY-INVALID-CONTINUATION-DECLARATION",
		"DISCOVERY-UNRESOLVED-DECLARED-ROUTE",
		"DISCOVERY-ROUTE-TARGET-NOT-SKILL",
		"DISCOVERY-INACTIVE-ROUTE-TARGET",
		"DISCOVERY-SUSPENDED-ROUTE-TARGET",
		"DISCOVERY-REVOKED-ROUTE-TARGET",
		"DISCOVERY-DUPLICATE-DECLARED-ROUTE")
	status := Warn
	if found.worst == Fail {
		status = Fail
	}
	counts := map[discovery.Reason]int{}
	for _, r := range x.Routes {
		if r.Usable {
			continue
		}
		found.evidence = append(found.evidence, Evidence{r.SourceID, r.SourcePath, fmt.Sprintf("Declaration %d, %s, is unusable: %s.",
			r.DeclarationIndex, textio.Quote(r.NormalizedTarget), joinReasons(r.UsabilityReasons))})
		for _, reason := range r.UsabilityReasons {
			counts[reason]++
		}
	}
	var parts []string
	for _, reason := range reasonOrder {
		if n := counts[reason]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", reason, n))
		}
	}
	return newCheck(checkRouteValidity, status, capped(found.evidence), "%d of %s unusable (%s); correct or drop them.",
		unusable, textio.Count(total, "declared route is", "declared routes are"), strings.Join(parts, ", "))
}

func joinReasons(reasons []discovery.Reason) string {
	parts := make([]string, len(reasons))
	for i, r := range reasons {
		parts[i] = string(r)
	}
	return strings.Join(parts, ", ")
}

func coverage(x *discovery.Index) Check {
	reached, missed := x.Summary.ReachableSkillCount, x.Summary.NotReachedSkillCount
	switch x.Coverage.Mode {
	case discovery.CoverageDescriptive:
		return newCheck(checkCoverage, Pass, nil, "%d of %s reached, which claims nothing while adoption is partial; nothing to do.",
			reached, eligible(reached+missed))
	case discovery.CoverageAuthoritative:
		if missed == 0 {
			return newCheck(checkCoverage, Pass, nil, "Every eligible Skill is reached, %d of %d; nothing to do.", reached, reached)
		}
		return newCheck(checkCoverage, Warn, capped(cite(x, "DISCOVERY-UNREACHABLE-ELIGIBLE-SKILL").evidence),
			"%d of %s not reached from any published entrypoint; continue to them from a Skill that leads there, publish them, or leave them out on purpose.",
			missed, eligible(reached+missed))
	}
	if x.Adoption.State == discovery.NotAdopted {
		return newCheck(checkCoverage, Pass, nil, "Coverage is not evaluated, because Skill Discovery is not adopted; nothing to do.")
	}
	return newCheck(checkCoverage, Warn, nil, "Coverage is not evaluated, because no published entrypoint is in effect; publish one.")
}

func eligible(n int) string { return textio.Count(n, "eligible Skill is", "eligible Skills are") }

func unrouted(x *discovery.Index) Check {
	count := x.Summary.UnroutedSkillCount
	switch {
	case count == 0:
		return newCheck(checkUnrouted, Pass, nil, "Every eligible Skill is published or continued to; nothing to do.")
	case !x.Adoption.RepositoryWideAdopted:
		return newCheck(checkUnrouted, Pass, nil, "%s neither published nor continued to, which is no fault before repository-wide adoption; nothing to do.",
			textio.Count(count, "eligible Skill is", "eligible Skills are"))
	}
	paths := map[string]bool{}
	var skills []Evidence
	for _, s := range x.Skills {
		if s.Unrouted {
			paths[s.SourcePath] = true
			skills = append(skills, Evidence{s.ID, s.SourcePath, "Neither published nor continued to."})
		}
	}
	slices.SortStableFunc(skills, func(a, b Evidence) int { return cmp.Compare(a.ID, b.ID) })
	evidence := cite(x, "DISCOVERY-UNREACHABLE-ELIGIBLE-SKILL").evidence
	evidence = slices.DeleteFunc(evidence, func(e Evidence) bool { return !paths[e.Path] })
	return newCheck(checkUnrouted, Warn, capped(append(evidence, skills...)), "%s neither published nor continued to; decide for each whether it is a first step, belongs below another Skill, or stands alone on purpose.",
		textio.Count(count, "eligible Skill is", "eligible Skills are"))
}

func cycles(x *discovery.Index) Check {
	count := len(x.Cycles)
	if count == 0 {
		return newCheck(checkCycles, Pass, nil, "No continuation leads back to where it came from; nothing to do.")
	}
	return newCheck(checkCycles, Warn, capped(cite(x, "DISCOVERY-ROUTE-CYCLE").evidence),
		"%s of Skills that continue to each other; review whether each one ends where it should.", textio.Plural(count, "cycle"))
}
