package snapshot

import (
	"cmp"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// lensDiagnostics judges the context lenses, sorted by path, code, line, and
// then by the field or target that they name (contract 01 section 4.2).
func lensDiagnostics(c *Catalog, files []*File) []diagnostic.Diagnostic {
	r := &lensReporter{catalog: c}
	for _, e := range c.Entries {
		if e.Kind == KindContextLens {
			r.lens(e)
		}
	}
	for _, f := range files {
		r.misplaced(f)
	}
	slices.SortStableFunc(r.faults, func(a, b lensFault) int {
		return cmp.Or(
			cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Evidence.StartLine, b.Evidence.StartLine),
			cmp.Compare(a.subject, b.subject))
	})
	out := make([]diagnostic.Diagnostic, len(r.faults))
	for i := range r.faults {
		out[i] = r.faults[i].Diagnostic
	}
	return out
}

// lensFault is a diagnostic and the field or target that it names.
type lensFault struct {
	diagnostic.Diagnostic
	subject string
}

type lensReporter struct {
	catalog *Catalog
	faults  []lensFault
}

// add reports a fault of a lens. key says in the details what the subject is:
// "field", "target", or "" when there is no subject.
func (r *lensReporter) add(e *Entry, severity diagnostic.Severity, code string, at span, key, subject, message string) {
	r.addFor(e.file, severity, code, at, message)
	last := &r.faults[len(r.faults)-1]
	last.subject = subject
	last.Details = diagnostic.Details{{Key: "assetId", Value: e.ID}, {Key: "sourcePath", Value: e.SourcePath}}
	if key != "" {
		last.Details = last.Details.With(key, subject)
	}
}

func (r *lensReporter) addFor(f *File, severity diagnostic.Severity, code string, at span, message string) {
	ev := f.Evidence(at.start, at.end)
	ev.StartColumn, ev.EndColumn = at.startColumn, at.endColumn
	r.faults = append(r.faults, lensFault{Diagnostic: diagnostic.Diagnostic{
		Code: code, Severity: severity, Message: message, Path: f.Path, Evidence: &ev,
	}})
}

// lensKeys are the keys that define a lens; a repeated one leaves the
// definition without meaning.
var lensKeys = []string{"id", "type", "version", "owner", "purpose", "scope", "applies_to", "focus", "expected_outputs"}

func (r *lensReporter) lens(e *Entry) {
	if e.ContentClassification == Text && textio.Trim(e.file.lines.Text()) == "" {
		r.add(e, diagnostic.SeverityError, "CONTEXT-LENS-EMPTY-DEFINITION", firstLine, "", "",
			"The lens file is empty: define the lens or delete the file.")
	}
	r.unparseable(e)
	if e.declared.broken {
		return
	}
	r.values(e)
	for _, key := range []string{"target", "targets", "output", "outputs"} {
		for _, f := range fieldsOf(e.file, key) {
			replacement := "applies_to"
			if strings.HasPrefix(key, "output") {
				replacement = "expected_outputs"
			}
			r.add(e, diagnostic.SeverityError, "CONTEXT-LENS-UNSUPPORTED-LEGACY-FIELD", fieldSpan(f), "field", key,
				key+" is no longer read: use "+replacement+".")
		}
	}
	for _, name := range []string{"id", "owner", "purpose", "applies_to"} {
		if p := e.presenceOf(name); p != presencePresent {
			at := e.block()
			if f := e.declared.fields.get(name); f != nil {
				at = f.span()
			}
			r.add(e, diagnostic.SeverityError, "CONTEXT-LENS-MISSING-REQUIRED-FIELD", at, "field", name,
				name+" is "+p.String()+": a lens needs id, owner, purpose and applies_to.")
		}
	}
	r.targets(e)
	if others := r.catalog.byID[e.ID]; len(others) > 1 {
		at := firstLine
		if f := e.declared.fields.get("id"); f != nil {
			at = f.span()
		}
		r.add(e, diagnostic.SeverityError, "CONTEXT-LENS-DUPLICATE-ID", at, "", "",
			"Another asset has the id "+textio.Quote(e.ID)+" too: give each its own.")
	}
	if e.meaningless() {
		r.add(e, diagnostic.SeverityWarning, "CONTEXT-LENS-GOVERNANCE-MEANINGLESS", e.block(), "", "",
			"The lens says neither what it looks for nor where: add purpose and applies_to, or text.")
	}
}

func fieldsOf(f *File, key string) []*frontmatter.Field {
	if f.doc == nil {
		return nil
	}
	return f.doc.All(key)
}

func (r *lensReporter) unparseable(e *Entry) {
	const code = "CONTEXT-LENS-UNPARSEABLE-FRONTMATTER"
	if e.file.doc == nil {
		return
	}
	switch doc := e.file.doc; doc.State {
	case frontmatter.Unclosed:
		r.add(e, diagnostic.SeverityError, code, firstLine, "", "", "The frontmatter opens on line 1 and never closes: add a line that is exactly ---.")
	case frontmatter.NotMapping:
		r.add(e, diagnostic.SeverityError, code, span{start: 2, end: 2}, "", "", "The frontmatter is no mapping of keys to values.")
	case frontmatter.Invalid:
		r.add(e, diagnostic.SeverityError, code, faultSpan(doc.Fault), "", "", "The frontmatter is not valid YAML. "+faultText(doc.Fault))
	}
	for _, f := range e.declared.repeated {
		if slices.Contains(lensKeys, f.key()) {
			r.add(e, diagnostic.SeverityError, code, f.span(), "field", f.key(), f.key()+" is declared again: keep one.")
		}
	}
}

// values judges the fields whose values are fixed.
func (r *lensReporter) values(e *Entry) {
	for _, rule := range []struct{ name, want, code string }{
		{"type", string(KindContextLens), "CONTEXT-LENS-UNSUPPORTED-KIND"},
		{"scope", defaultLensScope, "CONTEXT-LENS-UNSUPPORTED-SCOPE"},
		{"version", "1", "CONTEXT-LENS-UNSUPPORTED-VERSION"},
	} {
		f := e.declared.fields.get(rule.name)
		if text := f.text(); text != "" && text != rule.want {
			r.add(e, diagnostic.SeverityError, rule.code, f.span(), "field", rule.name,
				rule.name+" "+textio.Quote(text)+" is not supported in a lens: write "+rule.want+" or leave it out.")
		}
	}
}

// targets judges the members of applies_to.
func (r *lensReporter) targets(e *Entry) {
	for i, raw := range e.Metadata.AppliesTo {
		at := e.declared.fields.get("applies_to").member(i)
		to := targetPath(raw)
		if to != raw {
			r.add(e, diagnostic.SeverityWarning, "CONTEXT-LENS-PATH-NORMALIZATION-MISMATCH", at, "target", raw,
				"applies_to spells a path as "+textio.Quote(raw)+": write "+textio.Quote(to)+".")
		}
		switch target := r.catalog.Resolve(to); {
		case target == nil:
			r.add(e, diagnostic.SeverityError, "CONTEXT-LENS-TARGET-NOT-FOUND", at, "target", to,
				"applies_to names "+textio.Quote(to)+", which does not exist.")
		case target.Kind != KindContext:
			r.add(e, diagnostic.SeverityError, "CONTEXT-LENS-TARGET-NOT-CONTEXT", at, "target", to,
				"applies_to names "+textio.Quote(to)+", which is of kind "+string(target.Kind)+" and no context.")
		}
	}
}

// meaningless reports a lens without any statement: no field that says what
// it does, and no body line beside blanks and headings.
func (e *Entry) meaningless() bool {
	m := e.Metadata
	if m.Purpose != "" || len(m.AppliesTo) > 0 || len(m.Focus) > 0 || len(m.ExpectedOutputs) > 0 {
		return false
	}
	from := 1
	if e.file.doc != nil {
		from = e.file.doc.BodyLine
	}
	for n := from; n <= e.file.lines.Count(); n++ {
		if line := textio.Trim(e.file.lines.Line(n)); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// misplaced reports a file that calls itself a lens where none is read.
func (r *lensReporter) misplaced(f *File) {
	if f.doc == nil || f.Classification.Kind == KindContextLens || f.Classification.Kind == KindSkill ||
		strings.HasPrefix(f.Path, "contexts/") || strings.HasPrefix(f.Path, "lenses/") {
		return
	}
	fields := f.doc.All("type")
	if len(fields) == 1 && textio.Trim(scalarText(fields[0].Value)) == string(KindContextLens) {
		r.addFor(f, diagnostic.SeverityWarning, "CONTEXT-LENS-UNSUPPORTED-KIND", fieldSpan(fields[0]),
			"type context_lens has no effect here: move the file below lenses/.")
	}
}
