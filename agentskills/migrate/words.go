package migrate

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// noteComments says that the comments of the old block are not in a new one.
func (b *builder) noteComments() {
	n, first := comments(b.doc)
	switch n {
	case 0:
	case 1:
		b.notes = append(b.notes, fmt.Sprintf("The YAML comment on line %d stays behind; move what matters into the body.", first))
	default:
		b.notes = append(b.notes, fmt.Sprintf("%d YAML comments, the first on line %d, stay behind; move what matters into the body.", n, first))
	}
}

// noteRouting names the metadata keys that a rendered block leaves out.
func (b *builder) noteRouting() {
	for _, e := range b.metadata.all {
		if isRouting(e.Key) {
			b.notes = append(b.notes, fmt.Sprintf("%s has no effect and is left out of the rendered block; move its text into the description.", e.Key))
		}
	}
}

// commentStart is a # that no value can hold.
var commentStart = regexp.MustCompile(`(?:^|[ \t])#`)

// comments counts the YAML comments of a block and gives the line of the first.
func comments(doc *frontmatter.Document) (count, first int) {
	text := map[int]int{} // by line, the column after which no value stands
	var visit func(v *frontmatter.Value)
	visit = func(v *frontmatter.Value) {
		for _, item := range v.Items {
			visit(item)
		}
		for i := range v.Fields {
			f := &v.Fields[i]
			text[f.KeyPos.Line()] = max(text[f.KeyPos.Line()], f.KeyPos.Column())
			visit(f.Value)
		}
		for n := v.Pos.Line(); n < v.End.Line(); n++ {
			if len(v.Items)+len(v.Fields) == 0 {
				text[n] = 1 << 30 // inside a scalar
			}
		}
		text[v.End.Line()] = max(text[v.End.Line()], v.End.Column())
	}
	visit(&frontmatter.Value{Fields: doc.Fields})
	for n := 2; n < doc.CloseLine; n++ {
		line := []rune(doc.Lines.Line(n))
		from := min(max(text[n]-1, 0), len(line))
		if commentStart.MatchString(string(line[from:])) {
			if count++; first == 0 {
				first = n
			}
		}
	}
	return count, first
}

func (b *builder) summary(status Status) string {
	switch {
	case status == StatusBlocked && b.kind == KindMigration:
		return fmt.Sprintf("The Skill cannot be migrated yet: %s.", textio.Count(len(b.blocked), "field needs", "fields need")+" a human decision")
	case status == StatusBlocked && b.kind == KindRetrofit:
		return fmt.Sprintf("The owner cannot be added: %s.", textio.Count(len(b.blocked), "field needs", "fields need")+" a human decision")
	case status == StatusBlocked:
		return fmt.Sprintf("Nothing can be proposed: %s.", textio.Count(len(b.blocked), "field is", "fields are")+" missing or unusable")
	case status == StatusConfirm:
		return "The canonical frontmatter is complete and valid; a human must review it before it is applied."
	case status == StatusDeterministic:
		return "The given owner can be added to the metadata of this valid Skill."
	case b.result.ErrorCount > 0:
		return fmt.Sprintf("There is nothing to migrate, but the Skill has %s; renma scan lists them.", textio.Plural(b.result.ErrorCount, "specification error"))
	}
	return "The Skill is canonical and valid; there is nothing to change."
}

// reviewPrompt says what a reviewer must do, one sentence a line.
func (b *builder) reviewPrompt(status Status) string {
	var lines []string
	switch status {
	case StatusBlocked:
		lines = append(lines, "Apply nothing.", "Correct each blocked field in the source file, then run suggest-metadata again.")
	case StatusConfirm:
		lines = append(lines, "Compare every value of the candidate with the old frontmatter.", "Confirm that the description says what the Skill does and when to use it.")
		if b.entry.Migration != agentskills.MigrationNone {
			lines = append(lines, fmt.Sprintf("Move the file from %s to %s in the same change.", b.entry.Path, b.entry.TargetPath))
		}
	case StatusDeterministic:
		lines = append(lines, "Confirm that the owner is right, then add the one entry to metadata.")
	default:
		lines = append(lines, "Apply nothing.")
		if b.result.ErrorCount > 0 {
			lines = append(lines, fmt.Sprintf("The Skill has %s; run renma scan and correct them.", textio.Plural(b.result.ErrorCount, "specification error")))
		}
	}
	return strings.Join(append(lines, b.notes...), "\n")
}
