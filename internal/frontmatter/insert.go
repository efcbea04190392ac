package frontmatter

import (
	"iter"
	"strings"
)

// Entry is a key and a text to add to a mapping.
type Entry struct{ Key, Value string }

// edit inserts text at a byte offset of the source.
type edit struct {
	offset int
	text   string
}

// Insertions returns the texts that come of adding entries to the document and
// leaving every other byte as it is: to the root mapping, or to the mapping
// that the root field under holds, which is added when it is missing. State
// must be Mapping, and under must not be repeated or of another kind.
//
// Where an entry may stand depends on styles that only a parser knows for sure:
// block or flow, comments and blank lines that belong to a value or not. So
// these are tries, the best first, and the caller must read each one back.
func (d *Document) Insertions(under string, entries ...Entry) iter.Seq[string] {
	return func(yield func(string) bool) {
		source := d.Lines.Text()
		for _, e := range d.edits(under, entries) {
			if !yield(source[:e.offset] + e.text + source[e.offset:]) {
				return
			}
		}
	}
}

func (d *Document) edits(under string, entries []Entry) []edit {
	root := d.Fields
	if len(root) == 0 { // "{}": its place is not known
		return nil
	}
	fields := d.All(under)
	switch {
	case under == "":
		return d.into(root, entryLines(entries), flowEntries(entries))
	case len(fields) == 0:
		lines := []string{WriteKey(under) + ":"}
		for _, l := range entryLines(entries) {
			lines = append(lines, "  "+l)
		}
		return d.into(root, lines, WriteKey(under)+": {"+flowEntries(entries)+"}")
	case len(fields[0].Value.Fields) == 0:
		return []edit{{d.offset(fields[0].Value.End) - 1, flowEntries(entries)}}
	}
	return d.into(fields[0].Value.Fields, entryLines(entries), flowEntries(entries))
}

// into adds to a mapping that has fields: as lines after its last one, or
// behind a comma.
func (d *Document) into(fields []Field, lines []string, flow string) []edit {
	last := &fields[len(fields)-1]
	indent := d.indent(fields[0].StartLine())
	block := make([]string, len(lines))
	for i, l := range lines {
		block[i] = indent + l
	}
	return []edit{
		d.before(last.EndLine()+1, block),
		d.before(d.afterBlank(last.EndLine()+1), block),
		d.before(d.CloseLine, block),
		{d.offset(last.Value.End), ", " + flow},
	}
}

func entryLines(entries []Entry) []string {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = WriteKey(e.Key) + ": " + WriteKey(e.Value)
	}
	return lines
}

// flowEntries writes entries for a flow mapping, where a plain scalar cannot
// hold a bracket or a comma.
func flowEntries(entries []Entry) string {
	word := func(s string) string {
		if strings.ContainsAny(s, ",[]{}") {
			return doubleQuoted(s)
		}
		return WriteKey(s)
	}
	parts := make([]string, len(entries))
	for i, e := range entries {
		parts[i] = word(e.Key) + ": " + word(e.Value)
	}
	return strings.Join(parts, ", ")
}

// before inserts whole lines before line n, with the line end that the line
// above has.
func (d *Document) before(n int, lines []string) edit {
	newline := "\n"
	offset := d.Lines.Offset(n)
	if strings.HasSuffix(d.Lines.Text()[:offset], "\r\n") {
		newline = "\r\n"
	}
	return edit{offset, strings.Join(lines, newline) + newline}
}

// afterBlank skips blank lines, which may be the end of a block scalar.
func (d *Document) afterBlank(n int) int {
	for n < d.CloseLine && strings.TrimSpace(d.Lines.Line(n)) == "" {
		n++
	}
	return n
}

// offset is the byte offset of a position.
func (d *Document) offset(pos Pos) int {
	line := d.Lines.Line(pos.Line())
	start, column := d.Lines.Offset(pos.Line()), 1
	for i := range line {
		if column == pos.Column() {
			return start + i
		}
		column++
	}
	return start + len(line)
}

// indent is the white space that line n begins with.
func (d *Document) indent(n int) string {
	line := d.Lines.Line(n)
	return line[:len(line)-len(strings.TrimLeft(line, " "))]
}
