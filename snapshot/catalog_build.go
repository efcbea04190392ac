package snapshot

import (
	"cmp"
	"context"
	"slices"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
)

// buildCatalog fills the catalog of s, the entries of its Skills, the context
// lenses, every diagnostic made from metadata, and the findings. It reads
// s.Files, s.Skills and s.Config. The only error is that of ctx.
func buildCatalog(ctx context.Context, s *Snapshot, opts Options) error {
	c := &s.Catalog
	for _, step := range []func(){
		s.enter,
		func() { c.Dependencies = c.dependencies() },
		func() { s.CatalogDiagnostics = catalogDiagnostics(c, s.Config.MetadataRequired) },
		func() { s.LensDiagnostics = lensDiagnostics(c, s.Files) },
		func() { s.ContextLens = contextLens(c, s.LensDiagnostics) },
		func() {
			today := day(opts.Now)
			s.applySuppressions(findings(c, s.CatalogDiagnostics, today), today)
		},
	} {
		if err := ctx.Err(); err != nil {
			return err
		}
		step()
	}
	return ctx.Err()
}

// enter makes the entries of the catalog, with their owners.
func (s *Snapshot) enter() {
	for _, skill := range s.Skills {
		skill.Entry = skill.File.entry
	}
	c := &s.Catalog
	c.Entries = make([]*Entry, 0, len(s.Files))
	for _, f := range s.Files {
		if f.entry != nil {
			c.Entries = append(c.Entries, f.entry)
		}
	}
	slices.SortFunc(c.Entries, CompareEntries)
	c.index()
	for _, e := range c.Entries {
		e.Ownership = c.ownership(e)
	}
}

// CompareEntries orders entries as a catalog lists them: by rank of the kind, path.
func CompareEntries(a, b *Entry) int {
	if c := cmp.Compare(a.Kind.rank(), b.Kind.rank()); c != 0 {
		return c
	}
	return cmp.Compare(a.SourcePath, b.SourcePath)
}

// rank orders the kinds in the catalog (contract 01 section 4).
func (k Kind) rank() int {
	switch k {
	case KindSkill:
		return 0
	case KindContext:
		return 1
	case KindContextLens:
		return 2
	case KindProfile:
		return 3
	case KindReference:
		return 4
	}
	return 5
}

// newEntry makes the entry of one cataloged file, without what depends on other
// files. result is nil for a file that is no entrypoint.
func newEntry(f *File, result *agentskills.Result) *Entry {
	d := &undeclared
	switch {
	case f.ContentClassification == Binary:
		d = &unreadable
	case result == nil:
		d = readAsset(f.doc)
	case result.Operational():
		d = readSkill(f.doc)
	}
	if f.Classification.Kind == KindContext && d.text("type") == string(KindContextLens) {
		f.Classification.Kind = KindContextLens
	}
	e := &Entry{
		SourcePath:             f.Path,
		ContentHash:            f.ContentHash,
		SizeBytes:              f.SizeBytes,
		ContentClassification:  f.ContentClassification,
		MarkdownParserEligible: f.MarkdownParserEligible,
		Metadata:               d.metadata(),
		Kind:                   f.Classification.Kind,
		file:                   f,
		declared:               d,
	}
	e.ID = cmp.Or(e.Metadata.ID, f.Path)
	if e.Kind == KindSkill {
		m := e.Metadata
		e.RequiredContext, e.OptionalContext = &m.RequiresContext, &m.OptionalContext
		e.RequiredLens, e.OptionalLens = present(&m.RequiresLens), present(&m.OptionalLens)
		e.Conflicts = &m.Conflicts
	}
	return e
}

// withEvidence returns a copy of the entry that says where its fields stand.
// Skills have an empty list of items for each key, other assets one only for YAML
// sequences (contract 01 section 4).
func (e *Entry) withEvidence() *Entry {
	out := *e
	d := e.declared
	out.MetadataFields = make(map[string]FieldEvidence, len(d.fields)+len(d.others))
	out.MetadataListItems = map[string][]FieldEvidence{}
	for _, set := range []fieldSet{d.fields, d.others} {
		for i := range set {
			f := &set[i]
			if !f.kept {
				continue
			}
			out.MetadataFields[f.name] = e.fieldEvidence(f.key(), f.span())
			places := f.value().items
			if places == nil && e.Kind != KindSkill {
				continue
			}
			items := make([]FieldEvidence, len(places))
			for i, at := range places {
				items[i] = e.fieldEvidence(f.key(), at)
			}
			out.MetadataListItems[f.name] = items
		}
	}
	return &out
}

func (e *Entry) fieldEvidence(key string, at span) FieldEvidence {
	return FieldEvidence{e.SourcePath, key, at.start, at.end, e.file.lines.Snippet(at.start, at.end)}
}

// evidence returns the evidence for a place in the entry's file, nil for none.
func (e *Entry) evidence(at span) *diagnostic.Evidence {
	if at == (span{}) {
		return nil
	}
	ev := e.file.Evidence(at.start, at.end)
	ev.StartColumn, ev.EndColumn = at.startColumn, at.endColumn
	return &ev
}

var noItems = []string{}

// present returns list, or an empty list in place of one that is nil.
func present(list *[]string) *[]string {
	if *list == nil {
		return &noItems
	}
	return list
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// metadata returns the governance values of a file.
func (d *declared) metadata() *Metadata {
	if len(d.fields) == 0 {
		return &noMetadata // most files have none
	}
	m := &Metadata{
		ID:              d.text("id"),
		Title:           d.text("title"),
		Type:            d.text("type"),
		Version:         d.text("version"),
		Owner:           d.text("owner"),
		Status:          d.status(),
		StatusReason:    d.text("status_reason"),
		StatusChangedAt: d.text("status_changed_at"),
		Purpose:         d.text("purpose"),
		LastReviewedAt:  d.text("last_reviewed_at"),
		ReviewCycle:     d.text("review_cycle"),
		ExpiresAt:       d.text("expires_at"),
		Tags:            orEmpty(d.list("tags")),
		WhenToUse:       orEmpty(d.list("when_to_use")),
		WhenNotToUse:    orEmpty(d.list("when_not_to_use")),
		RequiresContext: orEmpty(d.list("requires_context")),
		OptionalContext: orEmpty(d.list("optional_context")),
		Conflicts:       orEmpty(d.list("conflicts")),
		SupersededBy:    orEmpty(d.list("superseded_by")),
		AppliesTo:       d.list("applies_to"),
		Focus:           d.list("focus"),
		ExpectedOutputs: d.list("expected_outputs"),
		RequiresLens:    d.list("requires_lens"),
		OptionalLens:    d.list("optional_lens"),
	}
	if f := d.fields.get("continues_with"); f != nil && f.presence != presenceInvalid {
		m.ContinuesWith = present(&f.members.list)
	}
	return m
}

var noMetadata = Metadata{
	Tags: []string{}, WhenToUse: []string{}, WhenNotToUse: []string{}, RequiresContext: []string{},
	OptionalContext: []string{}, Conflicts: []string{}, SupersededBy: []string{},
}
