package snapshot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// Markdown renders the catalog for people: how many assets of each kind, who
// owns them and in which state they are, the edges that lead nowhere, and the
// diagnostics. Everything that comes from the repository is escaped.
func (r CatalogReport) Markdown() string {
	var b strings.Builder
	b.WriteString("# renma catalog\n\n")
	fmt.Fprintf(&b, "- Root: %s\n", textio.MarkdownCode(r.Root))
	if r.ConfigPath != "" {
		fmt.Fprintf(&b, "- Configuration: %s\n", textio.MarkdownCode(r.ConfigPath))
	}
	fmt.Fprintf(&b, "- Files scanned: %d\n", r.ScannedFileCount)
	fmt.Fprintf(&b, "- Assets: %d\n", len(r.Catalog.Entries))
	fmt.Fprintf(&b, "- Dependencies: %d\n", len(r.Catalog.Dependencies))
	fmt.Fprintf(&b, "- Diagnostics: %d\n", len(r.Diagnostics))
	if len(r.Catalog.Entries) > 0 {
		r.kindTable(&b)
		r.tokenTable(&b)
		r.assetTable(&b)
	}
	if r.ContextLens.Detected {
		r.lensTable(&b)
	}
	if len(r.Diagnostics) > 0 {
		diagnosticTable(&b, r.Diagnostics)
	}
	return b.String()
}

func (r CatalogReport) kindTable(b *strings.Builder) {
	type row struct{ total, owned, usable int }
	rows := map[Kind]*row{}
	for _, e := range r.Catalog.Entries {
		k := rows[e.Kind]
		if k == nil {
			k = &row{}
			rows[e.Kind] = k
		}
		k.total++
		if e.Ownership.EffectiveOwner != nil {
			k.owned++
		}
		if e.Metadata.Status.Usable() {
			k.usable++
		}
	}
	b.WriteString("\n## Kinds\n\n| kind | assets | owned | usable |\n| --- | ---: | ---: | ---: |\n")
	for _, kind := range []Kind{KindSkill, KindContext, KindContextLens, KindProfile, KindReference, KindExample, KindScript, KindAsset} {
		if k := rows[kind]; k != nil {
			fmt.Fprintf(b, "| %s | %d | %d | %d |\n", kind, k.total, k.owned, k.usable)
		}
	}
}

// shownSkills is how many of the Skills with most tokens a table names.
const shownSkills = 10

// tokenTable shows what the Skills cost a client, the most expensive ones first.
func (r CatalogReport) tokenTable(b *strings.Builder) {
	if r.TokenEstimate == nil {
		return
	}
	var skills []*Entry
	for _, e := range r.Catalog.Entries {
		if e.Tokens != nil {
			skills = append(skills, e)
		}
	}
	slices.SortStableFunc(skills, func(a, b *Entry) int { return cmp.Compare(b.Tokens.Total(), a.Tokens.Total()) })
	b.WriteString("\n## Tokens\n\n")
	fmt.Fprintf(b, "Estimated (%s): metadata is always loaded, the body on activation, support on demand.\n\n", TokenMethod)
	b.WriteString("| skill | metadata | body | support | total |\n| --- | ---: | ---: | ---: | ---: |\n")
	row := func(name string, t Tokens) {
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", name, t.Metadata, t.Body, t.Support, t.Total())
	}
	row(fmt.Sprintf("all %d", len(skills)), r.TokenEstimate.Tokens)
	for _, e := range skills[:min(len(skills), shownSkills)] {
		row(textio.MarkdownCode(e.SourcePath), *e.Tokens)
	}
	if more := len(skills) - shownSkills; more > 0 {
		fmt.Fprintf(b, "\n%d of %d shown, those with most tokens; the other %d are in the JSON form only.\n", shownSkills, len(skills), more)
	}
}

func (r CatalogReport) assetTable(b *strings.Builder) {
	b.WriteString("\n## Assets\n\n| kind | id | path | owner | status |\n| --- | --- | --- | --- | --- |\n")
	for _, e := range r.Catalog.Entries {
		owner := ""
		if e.Ownership.EffectiveOwner != nil {
			owner = *e.Ownership.EffectiveOwner
		}
		if e.Ownership.Source == OwnershipInherited {
			owner += " (inherited)"
		}
		id := textio.MarkdownCell("")
		if e.ID != e.SourcePath {
			id = textio.MarkdownCode(e.ID)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", e.Kind, id, textio.MarkdownCode(e.SourcePath),
			textio.MarkdownCell(owner), textio.MarkdownCell(string(e.Metadata.Status)))
	}
}

func (r CatalogReport) lensTable(b *strings.Builder) {
	b.WriteString("\n## Context lenses\n\n| lens | valid | targets |\n| --- | --- | --- |\n")
	for _, lens := range r.ContextLens.Lenses {
		valid := "yes"
		if !lens.Valid {
			valid = "no"
		}
		targets := make([]string, len(lens.Targets))
		for i, t := range lens.Targets {
			targets[i] = textio.MarkdownCode(t)
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", textio.MarkdownCode(lens.ID), valid, strings.Join(targets, ", "))
	}
}

func diagnosticTable(b *strings.Builder, list []diagnostic.Diagnostic) {
	b.WriteString("\n## Diagnostics\n\n| severity | place | message | id |\n| --- | --- | --- | --- |\n")
	for i := range list {
		d := &list[i]
		place := textio.MarkdownCell("")
		switch {
		case d.Evidence != nil:
			place = textio.MarkdownCode(fmt.Sprintf("%s:%d", d.Evidence.Path, d.Evidence.StartLine))
		case d.Path != "":
			place = textio.MarkdownCode(d.Path)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", d.Severity, place, textio.MarkdownCell(d.Message), textio.MarkdownCell(d.Code))
	}
}
