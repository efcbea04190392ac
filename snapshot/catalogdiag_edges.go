package snapshot

import (
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// dependencies judges each edge on its own, in the order of the edges.
func (r *reporter) dependencies(c *Catalog) {
	for _, d := range c.Dependencies {
		if r.gatedDependency(c, d) {
			continue
		}
		if !strings.HasPrefix(d.To, "context.") && !strings.HasPrefix(d.To, "lens.") {
			continue
		}
		target := d.target
		switch {
		case target == nil && !strings.Contains(d.To, "*") && d.Kind != DependencyConflicts:
			r.edge(d, diagnostic.SeverityWarning, "META-UNKNOWN-DEPENDENCY", nil,
				"%s names %s, which no asset declares as its id.", d.key(), textio.Quote(d.To))
		case target != nil && d.Kind == DependencyOptional && target.Metadata.Status.retired():
			r.edge(d, diagnostic.SeverityWarning, "META-INACTIVE-DEPENDENCY", target,
				"%s names %s, which is %s: name its replacement or remove it.", d.key(), textio.Quote(d.To), target.Metadata.Status)
		}
	}
}

// gatedDependency reports an edge of a usable asset whose only possible target
// is suspended or revoked.
func (r *reporter) gatedDependency(c *Catalog, d *Dependency) bool {
	requirement, severity := "REQUIRED", diagnostic.SeverityError
	switch d.Kind {
	case DependencyRequires, DependencyAppliesTo:
	case DependencyOptional:
		requirement, severity = "OPTIONAL", diagnostic.SeverityWarning
	default:
		return false
	}
	target := c.ResolveUnique(d.To)
	if target == nil || !target.Metadata.Status.gated() || !d.source.Metadata.Status.Usable() {
		return false
	}
	gate := "SUSPENDED"
	if target.Metadata.Status == StatusRevoked {
		gate = "REVOKED"
	}
	r.edge(d, severity, "META-"+requirement+"-"+gate+"-DEPENDENCY", target,
		"%s names %s, which is %s: remove it or wait for its review.", d.key(), textio.Quote(d.To), target.Metadata.Status)
	return true
}

// edge adds a diagnostic about a dependency; target is nil when it does not
// resolve.
func (r *reporter) edge(d *Dependency, severity diagnostic.Severity, code string, target *Entry, format string, args ...any) {
	details := d.details()
	if target != nil {
		details = details.With("targetPath", target.SourcePath).With("targetStatus", target.Metadata.Status)
	}
	r.add(d.source, severity, code, span{}, details, format, args...)
	r.list[len(r.list)-1].Evidence = d.Evidence
}

// key is the declaring field as the source spells it.
func (d *Dependency) key() string { return d.source.declared.fields.get(d.Declaration).key() }

// details are the facts that every statement about the edge carries.
func (d *Dependency) details() diagnostic.Details {
	return diagnostic.Details{
		{Key: "source", Value: d.From}, {Key: "target", Value: d.To},
		{Key: "referenceKind", Value: d.Kind}, {Key: "sourcePath", Value: d.SourcePath},
	}
}

// replaceable reports a context whose replacement is judged: governed, with
// both usage lists (contract 01 section 5.3).
func (e *Entry) replaceable() bool {
	return e.Kind == KindContext && e.governed("context.") &&
		len(e.Metadata.WhenToUse) > 0 && len(e.Metadata.WhenNotToUse) > 0
}

// supersession judges the replacements of governed contexts, and then the
// cycles among them.
func (r *reporter) supersession(c *Catalog) {
	var nodes []*Entry
	for _, e := range c.Entries {
		if !e.replaceable() {
			continue
		}
		nodes = append(nodes, e)
		if e.Metadata.Status == StatusDeprecated && len(e.Metadata.SupersededBy) == 0 {
			r.catalog(e, "superseded-by-missing", firstLine, "This context is deprecated without replacement: name one in superseded_by.")
		}
		for i, to := range e.Metadata.SupersededBy {
			at := e.declared.fields.get("superseded_by").member(i)
			switch target := c.Resolve(to); {
			case e.names(to):
				r.catalog(e, "superseded-by-self", at, "superseded_by names this context itself: name its replacement.")
			case target == nil:
				r.catalog(e, "superseded-by-unknown", at, "superseded_by names %s, which does not exist.", textio.Quote(to))
			case !target.Metadata.Status.Usable():
				r.catalog(e, "superseded-by-inactive", at, "superseded_by names %s, which is %s: name a usable replacement.", textio.Quote(to), target.Metadata.Status)
			}
		}
	}
	for _, members := range supersessionCycles(c, nodes) {
		first := members[0]
		r.catalog(first, "superseded-by-cycle", first.declared.fields.get("superseded_by").member(0),
			"%s: each context is replaced by the next and none is left.", cycleText(members))
	}
}

func cycleText(members []*Entry) string {
	const shown = 5
	ids := make([]string, 0, shown+1)
	for i, e := range members {
		if i == shown {
			ids = append(ids, "…")
			break
		}
		ids = append(ids, textio.Quote(e.ID))
	}
	return "superseded_by goes round in a circle through " + strings.Join(ids, ", ")
}

// conflicts judges declared conflicts, which are named by id only.
func (r *reporter) conflicts(c *Catalog) {
	for _, e := range c.Entries {
		for i, to := range e.Metadata.Conflicts {
			at := e.declared.fields.get("conflicts").member(i)
			switch {
			case to == e.ID:
				r.catalog(e, "conflicts-self", at, "conflicts names this asset itself: remove it.")
			case len(c.byID[to]) == 0:
				r.catalog(e, "conflicts-unknown", at, "conflicts names %s, which no asset has as its id.", textio.Quote(to))
			}
		}
	}
}
