package snapshot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// Bounds of what counts as metadata of a usual size (contract 01 section 5.3).
const (
	maxFrontmatterLines = 48
	maxFrontmatterRunes = 4096
	maxListItemRunes    = 256
)

// catalogDiagnostics returns the diagnostics about metadata in the order of
// contract 01 section 4.3.
func catalogDiagnostics(c *Catalog, required []string) []diagnostic.Diagnostic {
	r := &reporter{list: []diagnostic.Diagnostic{}, absences: map[absence]*absenceReport{}}
	byPath := slices.Clone(c.Entries)
	slices.SortFunc(byPath, func(a, b *Entry) int { return cmp.Compare(a.SourcePath, b.SourcePath) })
	for _, e := range byPath {
		r.size(e)
		r.frontmatter(e)
		r.badLists(e, governedLists)
		r.status(e)
		r.badLists(e, lensLists)
		r.date(e, "last_reviewed_at", "META-INVALID-LAST-REVIEWED-AT")
		r.date(e, "expires_at", "META-INVALID-EXPIRES-AT")
		r.transition(e)
		r.reviewCycle(e)
		r.identity(e)
		r.usage(e)
		r.required(e, required)
	}
	r.dependencies(c)
	r.supersession(c)
	r.conflicts(c)
	return r.list
}

// The list fields in the two places of the order where they are judged.
var (
	governedLists = []string{"tags", "when_to_use", "when_not_to_use", "requires_context", "optional_context", "conflicts", "superseded_by"}
	lensLists     = []string{"applies_to", "focus", "expected_outputs", "requires_lens", "optional_lens"}
)

// reporter collects diagnostics in the order in which they are added.
type reporter struct {
	list []diagnostic.Diagnostic
	// absences are what was said about required fields.
	absences map[absence]*absenceReport
}

func (r *reporter) add(e *Entry, severity diagnostic.Severity, code string, at span, details diagnostic.Details, format string, args ...any) {
	r.report(e, severity, code, at, details, fmt.Sprintf(format, args...))
}

func (r *reporter) report(e *Entry, severity diagnostic.Severity, code string, at span, details diagnostic.Details, message string) {
	if len(r.list) == cap(r.list) {
		r.list = slices.Grow(r.list, len(r.list)+1) // twice the room: a rule may fail for every asset
	}
	r.list = append(r.list, diagnostic.Diagnostic{
		Code:     code,
		Severity: severity,
		Message:  message,
		Path:     e.SourcePath,
		Evidence: e.evidence(at),
		Details:  details,
	})
}

// catalog adds one of the faults that share META-CATALOG-DIAGNOSTIC and differ
// in details.reason (contract 01 section 6 item 7).
func (r *reporter) catalog(e *Entry, reason string, at span, format string, args ...any) {
	r.add(e, diagnostic.SeverityWarning, "META-CATALOG-DIAGNOSTIC", at, diagnostic.Details{{Key: "reason", Value: reason}}, format, args...)
}

// firstLine is the place of a fault that no line shows better.
var firstLine = span{start: 1, end: 1}

// block is the place of the frontmatter block, or line 1 without one.
func (e *Entry) block() span {
	if doc := e.file.doc; doc != nil && doc.CloseLine > 0 {
		return span{start: 1, end: doc.CloseLine}
	}
	return firstLine
}

func (r *reporter) size(e *Entry) {
	// A block of few bytes has no more characters than that, so most blocks
	// need no counting.
	if doc := e.file.doc; doc != nil && (doc.CloseLine > maxFrontmatterLines || doc.CloseLine > 0 && doc.BodyOffset > maxFrontmatterRunes) {
		runes := utf8.RuneCountInString(doc.Lines.Snippet(1, doc.CloseLine))
		if doc.CloseLine > maxFrontmatterLines || runes > maxFrontmatterRunes {
			r.add(e, diagnostic.SeverityWarning, "META-FRONTMATTER-TOO-LARGE", firstLine, nil,
				"The frontmatter has %d lines and %d characters, more than %d or %d: move prose to the body.",
				doc.CloseLine, runes, maxFrontmatterLines, maxFrontmatterRunes)
		}
	}
	for _, lists := range [][]string{governedLists, lensLists} {
		for _, name := range lists {
			for i, item := range e.declared.list(name) {
				if n := utf8.RuneCountInString(item); n > maxListItemRunes && (prose(name) || !referenceShaped(item)) {
					f := e.declared.fields.get(name)
					r.add(e, diagnostic.SeverityWarning, "META-LIST-ITEM-TOO-LONG", f.member(i), nil,
						"%s holds an item of %d characters, more than %d: shorten it or move it to the body.", f.key(), n, maxListItemRunes)
				}
			}
		}
	}
}

// prose reports a list whose members are words rather than references.
func prose(list string) bool {
	return list == "tags" || list == "when_to_use" || list == "when_not_to_use"
}

// referenceShaped reports an item that reads as an id, a path or a URL: it has
// no white space.
func referenceShaped(item string) bool { return !strings.ContainsFunc(item, textio.IsSpace) }

// frontmatter reports what keeps metadata from being read.
func (r *reporter) frontmatter(e *Entry) {
	doc := e.file.doc
	if doc == nil {
		return
	}
	if e.Kind == KindSkill {
		r.metadataMappings(e, doc)
		return
	}
	if all := doc.All("canonical_context"); len(all) > 0 {
		r.add(e, diagnostic.SeverityWarning, "META-UNSUPPORTED-CANONICAL-CONTEXT", fieldSpan(all[0]),
			diagnostic.Details{{Key: "reason", Value: "unsupported-canonical-context"}},
			"canonical_context is not supported: name the replacement in superseded_by.")
	}
	const code = "META-INVALID-RENMA-FRONTMATTER"
	switch doc.State {
	case frontmatter.Unclosed:
		r.add(e, diagnostic.SeverityError, code, firstLine, nil,
			"The frontmatter opens on line 1 and never closes, so no metadata is read: add a line that is exactly ---.")
	case frontmatter.NotMapping:
		r.add(e, diagnostic.SeverityError, code, firstLine, nil,
			"The frontmatter is no mapping of keys to values, so no metadata is read.")
	case frontmatter.Invalid:
		r.add(e, diagnostic.SeverityError, code, faultSpan(doc.Fault), nil,
			"The frontmatter is not valid YAML, so no metadata is read. %s", faultText(doc.Fault))
	}
	for _, f := range e.declared.repeated {
		r.add(e, diagnostic.SeverityError, code, f.span(), nil,
			"%s is declared again on line %d, so it has no value: keep one.", f.key(), f.src.StartLine())
	}
}

// metadataMappings reports further metadata mappings of a Skill; each one also
// makes the Skill invalid, so none of them is read.
func (r *reporter) metadataMappings(e *Entry, doc *frontmatter.Document) {
	seen := false
	for _, f := range doc.All("metadata") {
		if f.Value.Kind != frontmatter.MappingKind {
			continue
		}
		if seen {
			r.catalog(e, "duplicate-metadata-mapping", fieldSpan(f),
				"metadata is declared again on line %d, so none of it is read: merge the mappings.", f.StartLine())
		}
		seen = true
	}
}

func faultSpan(f *frontmatter.Fault) span {
	if f == nil || f.Pos.Line() == 0 {
		return firstLine
	}
	return span{start: f.Pos.Line(), end: f.Pos.Line(), startColumn: f.Pos.Column()}
}

// faultText says what is wrong with the YAML and how to repair it.
func faultText(f *frontmatter.Fault) string {
	if f == nil {
		return "It cannot be parsed."
	}
	if f.Hint == "" {
		return f.Message + "."
	}
	return f.Message + ". " + f.Hint
}

// badLists reports list fields with a value that is no list.
func (r *reporter) badLists(e *Entry, names []string) {
	for _, name := range names {
		f := e.declared.fields.get(name)
		if f == nil || f.presence != presenceInvalid {
			continue
		}
		want := "write a YAML sequence of texts"
		if e.Kind == KindSkill {
			want = `write a JSON array of strings, such as '["a", "b"]'`
		}
		r.catalog(e, "invalid-list-value", f.span(), "%s has no value because %s: %s.", f.key(), f.value().fault, want)
	}
}

// identity reports contexts and lenses without id or owner.
func (r *reporter) identity(e *Entry) {
	if e.declared.broken || e.Kind != KindContext && e.Kind != KindContextLens {
		return
	}
	if e.Metadata.ID == "" {
		r.add(e, diagnostic.SeverityWarning, "META-MISSING-ID", span{}, nil, "No id is declared, so the path is the id: add id.")
	}
	if e.Metadata.Owner == "" {
		r.add(e, diagnostic.SeverityWarning, "META-MISSING-OWNER", span{}, nil, "No owner is declared: add owner.")
	}
}

// governed reports an asset that takes part in governance: it has an owner and
// an id under prefix.
func (e *Entry) governed(prefix string) bool {
	return strings.HasPrefix(e.ID, prefix) && e.Metadata.Owner != ""
}

// usage reports governed, usable assets that do not say when they apply.
func (r *reporter) usage(e *Entry) {
	if !e.Metadata.Status.Usable() {
		return
	}
	switch {
	case e.Kind == KindContext && e.governed("context."):
		if len(e.Metadata.WhenToUse) == 0 {
			r.add(e, diagnostic.SeverityWarning, "META-CONTEXT-MISSING-WHEN-TO-USE", e.block(), nil,
				"when_to_use is missing: say for which tasks this context is meant.")
		}
		if len(e.Metadata.WhenNotToUse) == 0 {
			r.add(e, diagnostic.SeverityWarning, "META-CONTEXT-MISSING-WHEN-NOT-TO-USE", e.block(), nil,
				"when_not_to_use is missing: say for which tasks this context is not meant.")
		}
		r.placeholders(e, "when_to_use")
		r.placeholders(e, "when_not_to_use")
	case e.Kind == KindContextLens && e.governed("lens."):
		if e.Metadata.Purpose == "" {
			r.catalog(e, "lens-missing-purpose", e.block(), "purpose is missing: say what this lens looks for.")
		}
		if len(e.Metadata.AppliesTo) == 0 {
			r.catalog(e, "lens-missing-applies-to", e.block(), "applies_to is missing: name the contexts this lens is for.")
		}
	}
}

func (r *reporter) placeholders(e *Entry, name string) {
	for i, item := range e.declared.list(name) {
		if placeholder(item) {
			r.add(e, diagnostic.SeverityWarning, "META-CONTEXT-PLACEHOLDER-USAGE-BOUNDARY", e.declared.fields.get(name).member(i), nil,
				"%s holds the placeholder %s: replace it with a real condition.", name, textio.Quote(item))
		}
	}
}

var placeholderWords = []string{"todo", "tbd", "tba", "unknown", "na", "n/a", "none", "placeholder", "to be defined"}

// placeholder reports an item that is, or starts with, a word that stands for
// nothing yet.
func placeholder(item string) bool {
	item = strings.ToLower(item)
	for _, word := range placeholderWords {
		rest, ok := strings.CutPrefix(item, word)
		if !ok {
			continue
		}
		next, _ := utf8.DecodeRuneInString(rest)
		if rest == "" || next != '_' && next != '-' && !unicode.IsLetter(next) && !unicode.IsDigit(next) {
			return true
		}
	}
	return false
}
