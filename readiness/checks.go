package readiness

import (
	"fmt"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// Ids of the checks that do not concern discovery.
const (
	checkDiagnostics     = "diagnostics.errors"
	checkSpecification   = "specification.agent_skills"
	checkOwnership       = "ownership.coverage"
	checkUnresolvedEdges = "graph.unresolved_edges"
	checkContextClosure  = "workflow.context_closure"
	checkOptionalContext = "workflow.optional_context"
	checkLens            = "context_lens.governance"
	checkLifecycle       = "assets.lifecycle"
	checkFreshness       = "assets.freshness"
	checkInventory       = "assets.minimum_inventory"
)

func newCheck(id string, status Status, evidence []Evidence, format string, args ...any) Check {
	return Check{
		ID:       id,
		Title:    title(id),
		Status:   status,
		Severity: status.severity(),
		Summary:  fmt.Sprintf(format, args...),
		Evidence: evidence,
	}
}

// checks are those that do not concern discovery, in order.
func (b *builder) checks() []Check {
	return []Check{
		b.errors(),
		b.specification(),
		b.ownership(),
		b.unresolvedEdges(),
		b.contextClosure(),
		b.optionalContext(),
		b.lenses(),
		b.lifecycle(),
		b.freshness(),
		b.inventory(),
	}
}

func (b *builder) errors() Check {
	var evidence []Evidence
	for i := range b.diagnostics {
		if d := &b.diagnostics[i]; d.Severity == diagnostic.SeverityError {
			evidence = append(evidence, Evidence{Path: d.Path, Message: d.Message})
		}
	}
	if len(evidence) == 0 {
		return newCheck(checkDiagnostics, Pass, nil, "No diagnostic is an error; nothing to do.")
	}
	return newCheck(checkDiagnostics, Fail, evidence, "%s in the way; repair what each one names.", textio.Count(len(evidence), "error diagnostic stands", "error diagnostics stand"))
}

func (b *builder) specification() Check {
	var evidence []Evidence
	for _, skill := range b.snap.Skills {
		if !skill.Result.Valid {
			evidence = append(evidence, Evidence{Path: skill.File.Path, Message: textio.Plural(skill.Result.ErrorCount, "specification error") + "."})
		}
	}
	switch total := len(b.snap.Skills); {
	case total == 0:
		return newCheck(checkSpecification, Pass, nil, "There are no Skills to check; nothing to do.")
	case len(evidence) == 0:
		return newCheck(checkSpecification, Pass, nil, "Every Skill is valid; nothing to do.")
	default:
		return newCheck(checkSpecification, Fail, evidence, "%d of %s %s invalid; run renma scan and repair what it lists.",
			len(evidence), textio.Plural(total, "Skill"), is(len(evidence)))
	}
}

func is(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func (b *builder) ownership() Check {
	var evidence []Evidence
	for _, e := range b.snap.Catalog.Entries {
		if !owned(e) {
			evidence = append(evidence, Evidence{ID: e.ID, Path: e.SourcePath})
		}
	}
	total := len(b.snap.Catalog.Entries)
	switch {
	case total == 0:
		return newCheck(checkOwnership, Pass, nil, "There are no assets to own; nothing to do.")
	case len(evidence) == 0:
		return newCheck(checkOwnership, Pass, nil, "Every asset has an owner; nothing to do.")
	}
	return newCheck(checkOwnership, Warn, evidence, "%d of %s %s no owner; set metadata.renma.owner in Skills and owner in other assets.",
		len(evidence), textio.Plural(total, "asset"), has(len(evidence)))
}

func has(n int) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

func (b *builder) unresolvedEdges() Check {
	var evidence []Evidence
	optional := 0
	for _, e := range b.snap.Catalog.Dependencies {
		switch {
		case e.Target() != nil:
		case e.Kind == snapshot.DependencyOptional:
			optional++
		default:
			evidence = append(evidence, edgeEvidence(e, fmt.Sprintf("%s %s, which is no asset.", edgeVerb(e.Kind), textio.Quote(e.To))))
		}
	}
	switch {
	case len(evidence) > 0:
		return newCheck(checkUnresolvedEdges, Fail, evidence, "%s no asset; correct the target or add it.", textio.Count(len(evidence), "dependency names", "dependencies name"))
	case optional > 0:
		return newCheck(checkUnresolvedEdges, Pass, nil, "Only optional context is unresolved; see %s.", checkOptionalContext)
	}
	return newCheck(checkUnresolvedEdges, Pass, nil, "Every dependency names an asset; nothing to do.")
}

// edgeEvidence is the evidence of an edge.
func edgeEvidence(e *snapshot.Dependency, message string) Evidence {
	return Evidence{ID: e.From, Path: e.SourcePath, Message: message}
}

// edgeVerb says in words what kind an edge is.
func edgeVerb(kind string) string {
	switch kind {
	case snapshot.DependencyRequires:
		return "requires"
	case snapshot.DependencyOptional:
		return "may use"
	case snapshot.DependencyAppliesTo:
		return "applies to"
	case snapshot.DependencyConflicts:
		return "conflicts with"
	}
	return "refers to"
}

func (b *builder) contextClosure() Check {
	evidence := b.unavailable(snapshot.DependencyRequires)
	if len(evidence) == 0 {
		return newCheck(checkContextClosure, Pass, nil, "Everything that Skills require is there and in use; nothing to do.")
	}
	return newCheck(checkContextClosure, Fail, evidence, "%s not available; correct the reference, or replace the asset that is no longer in use.",
		textio.Count(len(evidence), "required asset is", "required assets are"))
}

func (b *builder) optionalContext() Check {
	evidence := b.unavailable(snapshot.DependencyOptional)
	if len(evidence) == 0 {
		return newCheck(checkOptionalContext, Pass, nil, "Everything that Skills may use is there and in use; nothing to do.")
	}
	return newCheck(checkOptionalContext, Warn, evidence, "%s not available; correct or drop the reference.",
		textio.Count(len(evidence), "optional asset is", "optional assets are"))
}

// unavailable lists the edges of a kind from Skills to nothing, or to an asset
// that is out of use.
func (b *builder) unavailable(kind string) []Evidence {
	var evidence []Evidence
	for _, e := range b.snap.Catalog.Dependencies {
		if e.Kind != kind || e.Source() == nil || e.Source().Kind != snapshot.KindSkill {
			continue
		}
		switch {
		case e.Target() == nil:
			evidence = append(evidence, edgeEvidence(e, fmt.Sprintf("%s %s, which is no asset.", edgeVerb(kind), textio.Quote(e.To))))
		case !e.Target().Metadata.Status.Usable():
			evidence = append(evidence, edgeEvidence(e, fmt.Sprintf("%s %s, which is %s.", edgeVerb(kind), textio.Quote(e.To), e.Target().Metadata.Status)))
		}
	}
	return evidence
}

func (b *builder) lenses() Check {
	var evidence []Evidence
	for _, d := range b.snap.LensDiagnostics {
		if d.Severity != diagnostic.SeverityInfo {
			evidence = append(evidence, Evidence{ID: d.Code, Path: d.Path, Message: d.Message})
		}
	}
	counts := snapshot.Count(b.snap.LensDiagnostics)
	switch {
	case counts.Error > 0:
		return newCheck(checkLens, Fail, evidence, "%s and %s about context lenses; repair the errors first.",
			textio.Plural(counts.Error, "error"), textio.Plural(counts.Warning, "warning"))
	case counts.Warning > 0:
		return newCheck(checkLens, Warn, evidence, "%s about context lenses; review what each one names.", textio.Plural(counts.Warning, "warning"))
	case b.snap.ContextLens.TotalLensCount == 0:
		return newCheck(checkLens, Pass, nil, "There are no context lenses; nothing to do.")
	}
	return newCheck(checkLens, Pass, nil, "Every context lens is in order; nothing to do.")
}

func (b *builder) lifecycle() Check {
	var evidence []Evidence
	for _, e := range b.snap.Catalog.Entries {
		m := e.Metadata
		if m.Status.Usable() {
			continue
		}
		message := string(m.Status)
		if m.StatusReason != "" {
			message += ": " + m.StatusReason
		}
		if m.StatusChangedAt != "" {
			message += " (since " + m.StatusChangedAt + ")"
		}
		evidence = append(evidence, Evidence{ID: e.ID, Path: e.SourcePath, Message: message})
	}
	if len(evidence) == 0 {
		return newCheck(checkLifecycle, Pass, nil, "No asset is suspended, revoked, deprecated or archived; nothing to do.")
	}
	return newCheck(checkLifecycle, Pass, evidence, "%s out of use on purpose; nothing to do unless that is over.",
		textio.Count(len(evidence), "asset is", "assets are"))
}

// freshnessCodes are the findings that say an asset is not fresh.
var freshnessCodes = map[string]bool{
	"MAINT-ASSET-EXPIRED":           true,
	"MAINT-ASSET-REVIEW-OVERDUE":    true,
	"META-INVALID-LAST-REVIEWED-AT": true,
	"META-INVALID-EXPIRES-AT":       true,
	"META-INVALID-REVIEW-CYCLE":     true,
}

func (b *builder) freshness() Check {
	var evidence []Evidence
	for i := range b.snap.Findings {
		f := &b.snap.Findings[i]
		if !freshnessCodes[f.ID] {
			continue
		}
		item := Evidence{Path: f.Evidence.Path, Message: f.Title}
		if e := b.snap.Catalog.ByPath(item.Path); e != nil {
			item.ID = e.ID
		}
		evidence = append(evidence, item)
	}
	if len(evidence) == 0 {
		return newCheck(checkFreshness, Pass, nil, "No asset has expired or is due for review; nothing to do.")
	}
	return newCheck(checkFreshness, Warn, evidence, "%s about expiry and review; review the assets and set their dates.", textio.Plural(len(evidence), "finding"))
}

func (b *builder) inventory() Check {
	byKind := map[snapshot.Kind]int{}
	for _, e := range b.snap.Catalog.Entries {
		byKind[e.Kind]++
	}
	if len(byKind) == 0 {
		return newCheck(checkInventory, Fail, nil, "The repository holds no asset; add a Skill, for example skills/my-skill/SKILL.md.")
	}
	var parts []string
	for _, k := range []snapshot.Kind{
		snapshot.KindSkill, snapshot.KindContext, snapshot.KindContextLens, snapshot.KindProfile,
		snapshot.KindReference, snapshot.KindExample, snapshot.KindScript, snapshot.KindAsset,
	} {
		if n := byKind[k]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ReplaceAll(string(k), "_", " ")))
		}
	}
	return newCheck(checkInventory, Pass, nil, "%s (%s); nothing to do.", textio.Plural(len(b.snap.Catalog.Entries), "asset"), strings.Join(parts, ", "))
}
