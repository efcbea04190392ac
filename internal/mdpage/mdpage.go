// Package mdpage builds Markdown documents. It lays out and caps; escaping is
// the caller's, with the functions of textio, because only the caller knows
// what is a fixed text and what comes from a repository.
package mdpage

import (
	"fmt"
	"slices"
	"strings"
)

// ListCap is how many items of a list a document shows (contract 03 section
// 3.5). JSON forms hold all of them.
const ListCap = 10

// Page is a document under construction. The zero value is an empty one.
type Page struct{ b strings.Builder }

// String returns the document.
func (p *Page) String() string { return p.b.String() }

// Heading starts a section. The title is Markdown.
func (p *Page) Heading(level int, title string) {
	p.gap()
	fmt.Fprintf(&p.b, "%s %s\n\n", strings.Repeat("#", level), title)
}

// Line writes one line of Markdown.
func (p *Page) Line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

// Write adds the text of another page, with a heading kept apart from what
// stands before it.
func (p *Page) Write(text string) {
	if strings.HasPrefix(text, "#") {
		p.gap()
	}
	p.b.WriteString(text)
}

// Paragraph writes one line that belongs to nothing before it.
func (p *Page) Paragraph(format string, args ...any) {
	p.gap()
	p.Line(format, args...)
}

// gap writes an empty line unless one is there.
func (p *Page) gap() {
	if text := p.b.String(); text != "" && !strings.HasSuffix(text, "\n\n") {
		p.b.WriteByte('\n')
	}
}

// Table writes the header of a table.
func (p *Page) Table(columns ...string) {
	p.gap()
	p.Row(columns...)
	p.Row(slices.Repeat([]string{"---"}, len(columns))...)
}

// Row writes one row of a table.
func (p *Page) Row(cells ...string) { p.Line("| %s |", strings.Join(cells, " | ")) }

// Items writes a bullet for each of the first items of list, and how many are
// left out.
func Items[T any](p *Page, list []T, text func(T) string) {
	for _, item := range list[:min(len(list), ListCap)] {
		p.Line("- %s", text(item))
	}
	p.Omitted(len(list))
}

// Omitted says how many items of a list of total are not shown.
func (p *Page) Omitted(total int) {
	if total > ListCap {
		p.Paragraph("%d of %d shown; the other %d are in the JSON form only.", ListCap, total, total-ListCap)
	}
}
