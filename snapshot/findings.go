package snapshot

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// findings returns all findings about metadata, before suppression, sorted by
// path and line; ties keep the order of production of contract 01 section 5.1.
// A zero today skips the freshness rules.
func findings(c *Catalog, diagnostics []diagnostic.Diagnostic, today time.Time) []diagnostic.Finding {
	w := &finder{rules: map[string]*diagnostic.Rule{}, list: make([]diagnostic.Finding, 0, len(diagnostics))}
	rules := catalogRules()
	for i := range rules {
		w.rules[rules[i].ID] = &rules[i]
	}
	w.sourceKinds(c)
	w.targetKinds(c)
	w.repeatedDeclarations(c)
	w.duplicateIDs(c)
	w.unknownReferences(c)
	if !today.IsZero() {
		w.freshness(c, today)
	}
	w.fromDiagnostics(c, diagnostics)
	slices.SortStableFunc(w.list, func(a, b diagnostic.Finding) int {
		if c := cmp.Compare(a.Evidence.Path, b.Evidence.Path); c != 0 {
			return c
		}
		return cmp.Compare(a.Evidence.StartLine, b.Evidence.StartLine)
	})
	return w.list
}

// finder collects findings; what they say beyond their own case comes from the
// rules, so that it is written once.
type finder struct {
	rules map[string]*diagnostic.Rule
	list  []diagnostic.Finding
	// last is the entry of the last finding and classification that of its
	// file, which the findings of one entry share.
	last           *Entry
	classification any
}

// add reports a finding about e at the given place; without one it points at
// line 1.
func (w *finder) add(e *Entry, id string, level diagnostic.Level, at *diagnostic.Evidence, details diagnostic.Details, title string) {
	if at == nil {
		at = e.evidence(firstLine)
	}
	confidence := diagnostic.LevelHigh
	if id == "META-CONTEXT-PLACEHOLDER-USAGE-BOUNDARY" {
		confidence = diagnostic.LevelMedium
	}
	if w.last != e {
		w.last, w.classification = e, e.file.Classification
	}
	rule := w.rules[id]
	w.list = append(w.list, diagnostic.Finding{
		ID:           id,
		Title:        title,
		Category:     findingSpecs[id].category,
		Severity:     level,
		Confidence:   confidence,
		Evidence:     *at,
		WhyItMatters: rule.Why,
		Remediation:  rule.Fix,
		Details:      details.With("classification", w.classification),
	})
}

// findingSpec is how a finding of one id is ranked.
type findingSpec struct {
	category diagnostic.Category
	level    diagnostic.Level
}

// findingSpecs are the ids that become findings (contract 01 section 5.3).
var findingSpecs = map[string]findingSpec{
	"META-INVALID-RENMA-FRONTMATTER":            {diagnostic.CategoryStructure, diagnostic.LevelHigh},
	"META-MISSING-ID":                           {diagnostic.CategoryStructure, diagnostic.LevelMedium},
	"META-INVALID-STATUS":                       {diagnostic.CategoryMaintenance, diagnostic.LevelMedium},
	"META-INVALID-STATUS-CHANGED-AT":            {diagnostic.CategoryMaintenance, diagnostic.LevelMedium},
	"META-SUSPENDED-STATUS-METADATA-INCOMPLETE": {diagnostic.CategoryMaintenance, diagnostic.LevelHigh},
	"META-REVOKED-STATUS-METADATA-INCOMPLETE":   {diagnostic.CategoryMaintenance, diagnostic.LevelHigh},
	"META-INVALID-LAST-REVIEWED-AT":             {diagnostic.CategoryMaintenance, diagnostic.LevelMedium},
	"META-INVALID-EXPIRES-AT":                   {diagnostic.CategoryMaintenance, diagnostic.LevelMedium},
	"META-INVALID-REVIEW-CYCLE":                 {diagnostic.CategoryMaintenance, diagnostic.LevelMedium},
	"META-FRONTMATTER-TOO-LARGE":                {diagnostic.CategoryQuality, diagnostic.LevelLow},
	"META-LIST-ITEM-TOO-LONG":                   {diagnostic.CategoryQuality, diagnostic.LevelLow},
	"META-CONTEXT-MISSING-WHEN-TO-USE":          {diagnostic.CategoryQuality, diagnostic.LevelLow},
	"META-CONTEXT-MISSING-WHEN-NOT-TO-USE":      {diagnostic.CategoryQuality, diagnostic.LevelLow},
	"META-CONTEXT-PLACEHOLDER-USAGE-BOUNDARY":   {diagnostic.CategoryQuality, diagnostic.LevelLow},
	"META-POLICY-REQUIRED-FIELD-MISSING":        {diagnostic.CategoryStructure, diagnostic.LevelHigh},
	"META-CATALOG-DIAGNOSTIC":                   {diagnostic.CategoryStructure, diagnostic.LevelMedium},
	"META-DUPLICATE-ASSET-ID":                   {diagnostic.CategoryStructure, diagnostic.LevelMedium},
	"META-UNKNOWN-REFERENCE":                    {diagnostic.CategoryStructure, diagnostic.LevelMedium},
	"META-UNKNOWN-DEPENDENCY":                   {diagnostic.CategoryStructure, diagnostic.LevelMedium},
	"META-INACTIVE-DEPENDENCY":                  {diagnostic.CategoryMaintenance, diagnostic.LevelMedium},
	"META-REQUIRED-SUSPENDED-DEPENDENCY":        {diagnostic.CategorySafety, diagnostic.LevelHigh},
	"META-OPTIONAL-SUSPENDED-DEPENDENCY":        {diagnostic.CategorySafety, diagnostic.LevelLow},
	"META-REQUIRED-REVOKED-DEPENDENCY":          {diagnostic.CategorySafety, diagnostic.LevelHigh},
	"META-OPTIONAL-REVOKED-DEPENDENCY":          {diagnostic.CategorySafety, diagnostic.LevelLow},
	"META-DEPENDENCY-SOURCE-KIND-MISMATCH":      {diagnostic.CategoryStructure, diagnostic.LevelMedium},
	"META-DEPENDENCY-TARGET-KIND-MISMATCH":      {diagnostic.CategoryStructure, diagnostic.LevelMedium},
	"META-DUPLICATE-DECLARED-DEPENDENCY":        {diagnostic.CategoryStructure, diagnostic.LevelLow},
	"MAINT-ASSET-EXPIRED":                       {diagnostic.CategoryMaintenance, diagnostic.LevelMedium},
	"MAINT-ASSET-REVIEW-OVERDUE":                {diagnostic.CategoryMaintenance, diagnostic.LevelMedium},
}

// edge reports a finding about a dependency.
func (w *finder) edge(d *Dependency, id string, details diagnostic.Details, format string, args ...any) {
	w.add(d.source, id, findingSpecs[id].level, d.Evidence, details, fmt.Sprintf(format, args...))
}

func (w *finder) sourceKinds(c *Catalog) {
	for _, d := range c.Dependencies {
		if d.Kind == DependencyAppliesTo && d.source.Kind != KindContextLens {
			w.edge(d, "META-DEPENDENCY-SOURCE-KIND-MISMATCH", d.details().With("sourceKind", d.source.Kind),
				"applies_to belongs to context lenses and this asset is of kind %s: remove it.", d.source.Kind)
		}
	}
}

func (w *finder) targetKinds(c *Catalog) {
	for _, d := range c.Dependencies {
		accepted, target := targetKinds(d.Declaration), d.target
		if accepted == nil || target == nil || slices.Contains(accepted, target.Kind) {
			continue
		}
		details := d.details().With("targetPath", target.SourcePath).With("targetKind", target.Kind)
		w.edge(d, "META-DEPENDENCY-TARGET-KIND-MISMATCH", details,
			"%s names %s, which is of kind %s and no %s.", d.key(), textio.Quote(d.To), target.Kind, accepted[0])
	}
}

// targetKinds returns the kinds that a declaration may name, the main one
// first; nil accepts every kind.
func targetKinds(declaration string) []Kind {
	switch declaration {
	case "requires_context", "optional_context", "applies_to":
		return []Kind{KindContext}
	case "requires_lens", "optional_lens":
		return []Kind{KindContextLens}
	case "conflicts":
		return []Kind{KindContext, KindContextLens, KindSkill}
	}
	return nil
}

// repeatedDeclarations reports each further copy of a member of one list. The
// occurrences are the positions of the first copy and of this one.
func (w *finder) repeatedDeclarations(c *Catalog) {
	type member struct {
		source          *Entry
		declaration, to string
	}
	first := map[member]int{}
	for i, d := range c.Dependencies {
		// Copies stand side by side, so most edges can be none.
		copied := i > 0 && CompareDependencies(c.Dependencies[i-1], d) == 0 ||
			i+1 < len(c.Dependencies) && CompareDependencies(d, c.Dependencies[i+1]) == 0
		if d.DeclarationIndex == nil || !copied {
			continue
		}
		key := member{d.source, d.Declaration, d.To}
		original, ok := first[key]
		if !ok {
			first[key] = *d.DeclarationIndex
			continue
		}
		details := d.details().With("declaration", d.Declaration).With("occurrences", []int{original, *d.DeclarationIndex})
		w.edge(d, "META-DUPLICATE-DECLARED-DEPENDENCY", details, "%s names %s more than once: keep one.", d.key(), textio.Quote(d.To))
	}
}

func (w *finder) duplicateIDs(c *Catalog) {
	const id = "META-DUPLICATE-ASSET-ID"
	if len(c.shared) == 0 {
		return
	}
	for _, e := range c.Entries {
		same := c.byID[e.ID]
		if len(same) < 2 {
			continue
		}
		paths := make([]string, len(same))
		for i, other := range same {
			paths[i] = other.SourcePath
		}
		slices.Sort(paths)
		var at *diagnostic.Evidence
		if f := e.declared.fields.get("id"); f != nil && f.presence == presencePresent {
			at = e.evidence(f.span())
		}
		details := diagnostic.Details{{Key: "assetId", Value: e.ID}, {Key: "duplicatePaths", Value: paths}, {Key: "sourcePath", Value: e.SourcePath}}
		w.add(e, id, findingSpecs[id].level, at, details, fmt.Sprintf("The id %s belongs to %d assets: give each its own.", textio.Quote(e.ID), len(same)))
	}
}

func (w *finder) unknownReferences(c *Catalog) {
	for _, d := range c.Dependencies {
		if d.target == nil {
			w.edge(d, "META-UNKNOWN-REFERENCE", d.details(), "%s names %s, which is neither the id nor the path of an asset.", d.key(), textio.Quote(d.To))
		}
	}
}

// freshness reports Skills, contexts and lenses that expired, or whose next
// review was due before today.
func (w *finder) freshness(c *Catalog, today time.Time) {
	for _, e := range c.Entries {
		if e.Kind != KindSkill && e.Kind != KindContext && e.Kind != KindContextLens {
			continue
		}
		m := e.Metadata
		details := diagnostic.Details{{Key: "assetId", Value: e.ID}, {Key: "sourcePath", Value: e.SourcePath}}
		if m.expired(today) {
			const id = "MAINT-ASSET-EXPIRED"
			w.add(e, id, findingSpecs[id].level, e.evidence(e.declared.fields.get("expires_at").span()), details.With("expiresAt", m.ExpiresAt),
				"The asset expired on "+m.ExpiresAt+".")
		}
		if due, overdue := m.reviewDue(today); overdue {
			const id = "MAINT-ASSET-REVIEW-OVERDUE"
			on := due.Format(dateLayout)
			w.add(e, id, findingSpecs[id].level, e.evidence(e.declared.fields.get("last_reviewed_at").span()),
				details.With("lastReviewedAt", m.LastReviewedAt).With("reviewCycle", m.ReviewCycle).With("reviewDueAt", on),
				"The review of this asset was due on "+on+".")
		}
	}
}

// fromDiagnostics turns the catalog diagnostics into findings, each with the
// message as its title. META-MISSING-OWNER is for the catalog only. A diagnostic
// then has its facts in common with its finding, which has one more.
func (w *finder) fromDiagnostics(c *Catalog, list []diagnostic.Diagnostic) {
	for i := range list {
		d := &list[i]
		id := d.Code
		switch id {
		case "META-MISSING-OWNER":
			continue
		case "META-UNSUPPORTED-CANONICAL-CONTEXT":
			id = "META-CATALOG-DIAGNOSTIC"
		}
		level := findingSpecs[id].level
		if id == "META-INVALID-STATUS-CHANGED-AT" && d.Severity == diagnostic.SeverityError {
			level = diagnostic.LevelHigh
		}
		w.add(c.byPath[d.Path], id, level, d.Evidence, d.Details, d.Message)
		if n := len(d.Details); n > 0 {
			d.Details = w.list[len(w.list)-1].Details[:n:n]
		}
	}
}
