package renma

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// ReviewBundle is a group of diagnostics that are best looked at together
// (contract 01 section 5.1). Its lists are sorted and hold nothing twice;
// DiagnosticIDs are in the order of diagnosticsV2.
type ReviewBundle struct {
	ID              string              `json:"id"`
	Title           string              `json:"title"`
	Summary         string              `json:"summary"`
	Severity        diagnostic.Severity `json:"severity"` // of the worst member
	DiagnosticCodes []string            `json:"diagnosticCodes"`
	DiagnosticIDs   []string            `json:"diagnosticIds"`
	AffectedAssets  []string            `json:"affectedAssets,omitempty"` // ids
	AffectedFiles   []string            `json:"affectedFiles,omitempty"`
	LLMHint         string              `json:"llmHint"`
}

// bundleKind is one way to group diagnostics.
type bundleKind struct {
	prefix string
	// by returns what follows the prefix in the key of a group.
	by    func(*DiagnosticV2) string
	title string // with a verb for that part, where there is one
	hint  string
}

var (
	duplicateIDs = bundleKind{"duplicate-id", assetID, "Assets that share the id %s",
		"Decide which asset keeps the id and give each of the others its own."}
	unknownReferences = bundleKind{"unknown-reference", (*DiagnosticV2).sourcePath, "Names in %s that stand for nothing",
		"Correct each name, create what it should name, or remove it."}
	orphanedContexts = bundleKind{"orphaned-context-assets", nil, "Contexts that nothing uses",
		"Connect each context to what needs it, or retire it."}
	orphanedLenses = bundleKind{"orphaned-context-lenses", nil, "Lenses that nothing uses",
		"Connect each lens to what needs it, or retire it."}
	dependencyReview = bundleKind{"dependency-review", (*DiagnosticV2).sourcePath, "Dependencies of %s to look at again",
		"For each dependency decide whether to replace, move or remove it."}
)

// bundleKinds groups the codes that belong together; every other code forms a
// group for each file.
var bundleKinds = map[string]*bundleKind{
	"META-DUPLICATE-ASSET-ID":        &duplicateIDs,
	"CONTEXT-LENS-DUPLICATE-ID":      &duplicateIDs,
	"META-UNKNOWN-REFERENCE":         &unknownReferences,
	"META-UNKNOWN-DEPENDENCY":        &unknownReferences,
	"PATH-HELPER-COMMAND-UNRESOLVED": &unknownReferences,
	"CONTEXT-LENS-TARGET-NOT-FOUND":  &unknownReferences,

	"MAINT-ORPHANED-CONTEXT-ASSET": &orphanedContexts,
	"MAINT-ORPHANED-CONTEXT-LENS":  &orphanedLenses,

	"META-INACTIVE-DEPENDENCY":                   &dependencyReview,
	"META-REQUIRED-SUSPENDED-DEPENDENCY":         &dependencyReview,
	"META-OPTIONAL-SUSPENDED-DEPENDENCY":         &dependencyReview,
	"META-REQUIRED-REVOKED-DEPENDENCY":           &dependencyReview,
	"META-OPTIONAL-REVOKED-DEPENDENCY":           &dependencyReview,
	"DISCOVERY-INACTIVE-ROUTE-TARGET":            &dependencyReview,
	"DISCOVERY-SUSPENDED-ROUTE-TARGET":           &dependencyReview,
	"DISCOVERY-REVOKED-ROUTE-TARGET":             &dependencyReview,
	"MAINT-SKILL-REFERENCES-SUPERSEDED-ASSET":    &dependencyReview,
	"MAINT-ASSET-REFERENCES-SUPERSEDED-ASSET":    &dependencyReview,
	"MAINT-SKILL-CONTEXT-REFERENCE-NOT-DECLARED": &dependencyReview,
	"LAYOUT-CONTEXT-REFERENCE-NON_CANONICAL":     &dependencyReview,
}

// newReviewBundles groups list, which is sorted, and returns the groups sorted
// by id. Keys that differ only by what an id cannot show stay apart.
func newReviewBundles(list []DiagnosticV2) []ReviewBundle {
	groups := map[string][]*DiagnosticV2{}
	for i := range list {
		key := bundleKey(&list[i])
		groups[key] = append(groups[key], &list[i])
	}
	bundles := make([]ReviewBundle, 0, len(groups))
	for _, key := range slices.Sorted(maps.Keys(groups)) {
		bundles = append(bundles, newBundle(key, groups[key]))
	}
	slices.SortStableFunc(bundles, func(a, b ReviewBundle) int { return cmp.Compare(a.ID, b.ID) })
	return bundles
}

func bundleKey(v *DiagnosticV2) string {
	kind := bundleKinds[v.Code]
	switch {
	case kind == nil:
		return "code-review:" + v.Code + ":" + v.sourcePath()
	case kind.by == nil:
		return kind.prefix
	}
	return kind.prefix + ":" + kind.by(v)
}

func newBundle(key string, members []*DiagnosticV2) ReviewBundle {
	b := ReviewBundle{ID: bundleID(key)}
	for _, v := range members {
		b.Severity = worse(b.Severity, v.Severity)
		b.DiagnosticCodes = append(b.DiagnosticCodes, v.Code)
		if id, ok := v.Details.Get("diagnosticId").(string); ok {
			b.DiagnosticIDs = append(b.DiagnosticIDs, id)
		}
		if id := assetID(v); id != "" {
			b.AffectedAssets = append(b.AffectedAssets, id)
		}
		if path := v.path(); path != "" {
			b.AffectedFiles = append(b.AffectedFiles, path)
		}
	}
	b.DiagnosticCodes = distinct(b.DiagnosticCodes)
	b.AffectedAssets = distinct(b.AffectedAssets)
	b.AffectedFiles = distinct(b.AffectedFiles)

	first := members[0]
	switch kind := bundleKinds[first.Code]; {
	case kind == nil:
		b.Title = fmt.Sprintf("%s in %s", first.Code, first.sourcePath())
		b.LLMHint = first.LLMHint
	case kind.by == nil:
		b.Title, b.LLMHint = kind.title, kind.hint
	default:
		b.Title, b.LLMHint = fmt.Sprintf(kind.title, kind.by(first)), kind.hint
	}
	b.Summary = textio.Plural(len(members), "diagnostic") + " in " + textio.Plural(len(b.AffectedFiles), "file")
	return b
}

// assetID is the id of the asset that an item is about, "" when it names none.
func assetID(v *DiagnosticV2) string {
	id, _ := v.Details.Get("assetId").(string)
	return id
}

func worse(a, b diagnostic.Severity) diagnostic.Severity {
	for _, s := range []diagnostic.Severity{diagnostic.SeverityError, diagnostic.SeverityWarning} {
		if a == s || b == s {
			return s
		}
	}
	return diagnostic.SeverityInfo
}

// bundleID is key in lower case; whatever an id may not hold becomes a dash.
func bundleID(key string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(key) {
		if r < 0x80 && (r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("_.:/-", r)) {
			b.WriteRune(r)
			dash = false
		} else if !dash {
			b.WriteByte('-')
			dash = true
		}
	}
	return strings.Trim(b.String(), "-")
}

// distinct sorts list in place and removes repetitions.
func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
