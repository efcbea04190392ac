package snapshot

import (
	"cmp"
	"slices"
)

// Kinds of dependency (contract 01 section 4.1). The first five are declared,
// the others follow from paths and bodies.
const (
	DependencyRequires     = "requires"
	DependencyOptional     = "optional"
	DependencyAppliesTo    = "applies_to"
	DependencyConflicts    = "conflicts"
	DependencyReferences   = "references"
	DependencyOwnsResource = "owns_local_resource"
	DependencyStatic       = "statically_references"
	DependencyOwner        = "inherits_owner"
	DependencyPolicy       = "inherits_policy"
)

// declarations are the fields that declare dependencies.
var declarations = []struct{ field, kind string }{
	{"requires_context", DependencyRequires},
	{"optional_context", DependencyOptional},
	{"requires_lens", DependencyRequires},
	{"optional_lens", DependencyOptional},
	{"applies_to", DependencyAppliesTo},
	{"conflicts", DependencyConflicts},
	{"superseded_by", DependencyReferences},
}

func dependencyRank(kind string) int {
	switch kind {
	case DependencyRequires:
		return 0
	case DependencyOptional:
		return 1
	case DependencyAppliesTo:
		return 2
	case DependencyConflicts:
		return 3
	case DependencyReferences:
		return 5
	}
	return 6
}

// dependencies returns the declared and the derived edges of the catalog.
func (c *Catalog) dependencies() []*Dependency {
	out := make([]*Dependency, 0, 2*len(c.Entries))
	for _, e := range c.Entries {
		out = e.declaredDependencies(out)
	}
	for _, e := range c.Entries {
		out = c.supportDependencies(out, e)
	}
	namedBy := make(map[*Entry]*Entry, len(c.Entries))
	for _, e := range c.Entries {
		out = c.staticDependencies(out, e, namedBy)
	}
	slices.SortStableFunc(out, CompareDependencies)
	for _, d := range out {
		d.target = c.Resolve(d.To)
	}
	return out
}

// CompareDependencies orders dependencies as a catalog lists them: by from, rank of
// the kind, to.
func CompareDependencies(a, b *Dependency) int {
	if c := cmp.Compare(a.From, b.From); c != 0 {
		return c
	}
	if c := cmp.Compare(dependencyRank(a.Kind), dependencyRank(b.Kind)); c != 0 {
		return c
	}
	return cmp.Compare(a.To, b.To)
}

// declaredDependencies appends one edge for each member of each declaring
// list, repeated members included.
func (e *Entry) declaredDependencies(out []*Dependency) []*Dependency {
	for _, d := range declarations {
		list := e.declared.list(d.field)
		if len(list) == 0 {
			continue
		}
		src := e.declared.fields.get(d.field)
		// Members without a place of their own share one snippet: a list of
		// many members must not cost many copies of itself.
		whole, places := e.evidence(src.span()), src.value().items
		for i, to := range list {
			index, at := i, whole
			if i < len(places) {
				at = e.evidence(places[i])
			}
			out = append(out, &Dependency{
				From:             e.ID,
				To:               to,
				Kind:             d.kind,
				Declaration:      d.field,
				DeclarationIndex: &index,
				SourcePath:       e.SourcePath,
				Evidence:         at,
				source:           e,
			})
		}
	}
	return out
}

// supportDependencies appends the edges that follow from a support file lying
// in the directory of a Skill.
func (c *Catalog) supportDependencies(out []*Dependency, e *Entry) []*Dependency {
	skill := c.parent(e)
	if skill == nil {
		return out
	}
	out = append(out, derived(skill, e, DependencyOwnsResource))
	if e.Ownership.Source == OwnershipInherited {
		out = append(out, derived(e, skill, DependencyOwner))
	}
	if e.Kind == KindScript || e.Kind == KindAsset {
		out = append(out, derived(e, skill, DependencyPolicy))
	}
	return out
}

// derived is an edge to a path, which is unique where an id need not be.
func derived(from, to *Entry, kind string) *Dependency {
	return &Dependency{From: from.ID, To: to.SourcePath, Kind: kind, SourcePath: from.SourcePath, source: from}
}

// staticDependencies appends an edge to each support file that the body of a
// Skill or of a support file names, at the first line that names it. namedBy holds
// the entry that named each target last.
func (c *Catalog) staticDependencies(out []*Dependency, e *Entry, namedBy map[*Entry]*Entry) []*Dependency {
	if e.Kind != KindSkill && !e.support() {
		return out
	}
	for _, ref := range e.file.references {
		target := c.byPath[ref.path]
		if target == nil || target == e || !target.support() || namedBy[target] == e {
			continue
		}
		namedBy[target] = e
		d := derived(e, target, DependencyStatic)
		d.Evidence = ref.evidence(e.file)
		out = append(out, d)
	}
	return out
}
