package migrate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// migrateName takes the name from the directory, or keeps the one that agrees
// with it.
func (b *builder) migrateName() {
	directory := norm.NFKC.String(b.entry.Directory)
	existing := b.last("name")
	if !b.isEntry {
		return
	}
	problems := agentskills.NameProblems(directory)
	if directory != textio.Trim(directory) {
		problems = append(problems, "begins or ends with white space")
	}
	if len(problems) > 0 {
		b.block("name", BlockName, nil, fmt.Sprintf("The directory name %s %s; rename the directory.", textio.Quote(b.entry.Directory), strings.Join(problems, " and ")))
		return
	}
	name := directory
	switch {
	case existing == nil || b.isBlocked["name"]:
	case existing.Value.Kind != frontmatter.String:
		b.block("name", BlockName, existing, fmt.Sprintf("name is %s; it must be a string.", existing.Value.Kind))
	case len(agentskills.NameProblems(existing.Value.Text)) > 0:
		b.block("name", BlockName, existing, fmt.Sprintf("The name %s %s; correct or remove it.", textio.Quote(textio.Trim(existing.Value.Text)),
			strings.Join(agentskills.NameProblems(existing.Value.Text), " and ")))
	case agentskills.NormalizeName(existing.Value.Text) != directory:
		b.block("name", BlockName, existing, fmt.Sprintf("The name %s differs from the directory %s; make both the same.",
			textio.Quote(textio.Trim(existing.Value.Text)), textio.Quote(b.entry.Directory)))
	default:
		name = textio.Trim(existing.Value.Text)
	}
	b.fields.add("name", name)
}

// migrateDescription keeps the description, or finds one in the legacy routing
// lists or in the body (contract 02 section 6.7).
func (b *builder) migrateDescription() {
	f := b.last("description")
	if f == nil {
		b.findDescription()
		return
	}
	text := textio.Trim(f.Value.Text)
	switch {
	case f.Value.Kind != frontmatter.String:
		b.block("description", BlockDescription, f, fmt.Sprintf("description is %s; it must be a string.", f.Value.Kind))
	case text == "":
		b.block("description", BlockDescription, f, "description is blank; say what the Skill does and when to use it.")
	case utf8.RuneCountInString(text) > agentskills.DescriptionMaxChars:
		b.block("description", BlockDescription, f, fmt.Sprintf("description is longer than %d characters; shorten it.", agentskills.DescriptionMaxChars))
	case !b.isBlocked["description"]:
		b.fields.add("description", text)
	}
}

func (b *builder) findDescription() {
	if text := routingSentences(b.routing("when_to_use"), b.routing("when_not_to_use")); text != "" {
		b.fields.add("description", text)
		b.notes = append(b.notes, "The description is made of when_to_use and when_not_to_use; add what the Skill does.")
		return
	}
	if text, start, end := fromBody(b.doc.Body(), b.doc.BodyLine); text != "" {
		b.fields.add("description", text)
		b.notes = append(b.notes, fmt.Sprintf("The description is taken from %s of the body; check that it says what the Skill does and when to use it.", lineRange(start, end)))
		return
	}
	b.block("description", BlockNoDescription, nil, "Neither when_to_use nor the body says when to use the Skill; write a description.")
}

// routing returns the items of a legacy routing list that can be used.
func (b *builder) routing(field string) []string {
	f := b.only(field)
	if f == nil {
		return nil
	}
	items, _ := listItems(f.Value) // an unusable list is blocked in its turn
	return items
}

// migrateFields moves the legacy fields to metadata.renma.*.
func (b *builder) migrateFields() {
	for _, name := range agentskills.LegacyFields() {
		f := b.only(name)
		if f == nil || b.metadata.repeated {
			continue
		}
		key, format := canonicalKey(name), formatOf(name)
		if b.metadata.uses[key] > 1 {
			continue
		}
		text, problem := serialize(format, f.Value)
		if problem != "" {
			b.block(name, BlockValue, f, name+" "+problem+".")
			continue
		}
		if format == formatRouting {
			b.checkRouting(name, f)
			continue
		}
		if existing, has := b.preserved.Get(key); has {
			if !sameValue(format, existing, text) {
				b.block(name, BlockConflict, f, fmt.Sprintf("%s differs from %s in metadata; keep one of the two.", name, key))
				b.renma.remove(key)
			}
			continue
		}
		b.preserved.add(key, text)
		b.renma.add(key, text)
	}
}

// checkRouting blocks when the description does not say what a routing list
// says: the text would be lost.
func (b *builder) checkRouting(name string, f *frontmatter.Field) {
	description, ok := b.fields.Get("description")
	if !ok {
		return
	}
	for _, item := range spoken(b.routing(name)) {
		if !holds(description, item) {
			b.block(name, BlockLost, f, fmt.Sprintf("%s holds %s, which the description does not say; move it there and remove the field.", name, textio.Quote(item)))
			return
		}
	}
}

// migrateOwner adds the owner that a human gave, where the file names none.
func (b *builder) migrateOwner() {
	if b.owner == "" || b.metadata.repeated || b.metadata.uses[ownerKey] > 1 || b.isBlocked["owner"] {
		return
	}
	if !utf8.ValidString(b.owner) {
		b.block("owner", BlockValue, nil, "The given owner is not valid UTF-8.")
		return
	}
	existing, has := b.preserved.Get(ownerKey)
	switch {
	case !has && b.metadata.uses[ownerKey] == 0:
		b.preserved.add(ownerKey, b.owner)
		b.renma.add(ownerKey, b.owner)
	case has && textio.Trim(existing) != b.owner:
		at := b.only("owner")
		if at == nil {
			at = b.metadata.field(ownerKey)
		}
		b.blockOwner(at, existing)
	}
}

// standardFields are the fields of the candidate in the order of the
// specification; those that migration does not touch keep their text.
func (b *builder) standardFields() Pairs {
	fields := append(Pairs{}, b.fields...)
	for _, key := range []string{"license", "compatibility", "allowed-tools"} {
		if f := b.only(key); f != nil {
			fields.add(key, f.Value.Text)
		}
	}
	return fields
}

// originalFields are the standard fields of a valid file as they are.
func (b *builder) originalFields() Pairs {
	var fields Pairs
	for _, key := range []string{"name", "description", "license", "compatibility", "allowed-tools"} {
		if f := b.only(key); f != nil {
			fields.add(key, f.Value.Text)
		}
	}
	return fields
}

// checkCandidate validates what would be offered at the path where it would
// stand, and reads every value back.
func (b *builder) checkCandidate(fields, metadata Pairs, text string) {
	doc := frontmatter.Parse([]byte(text), frontmatter.SkillEnvelope)
	result := agentskills.ValidateDocument(b.entry.TargetPath, doc)
	for _, issue := range result.Issues {
		if issue.Severity == diagnostic.SeverityError {
			issue.StartLine = 0 // its lines are those of the candidate
			b.blockIssue(issue)
		}
	}
	if len(b.blocked) > 0 {
		return
	}
	if !reads(doc, fields, metadata) || doc.Body() != b.doc.Body() {
		b.block("agent-skills", BlockCandidate, nil, "The values cannot be written in a way that every YAML reader takes for the same text.")
		return
	}
	for _, e := range metadata {
		if problem := securityProblem(e.Key, e.Value); problem != "" {
			b.block("metadata."+e.Key, BlockSecurity, b.metadata.field(e.Key), fmt.Sprintf("%s %s.", e.Key, problem))
		}
	}
}

// blockIssue turns a specification error into a block.
func (b *builder) blockIssue(issue agentskills.Issue) {
	field := issue.Field
	if field == "" {
		field = "agent-skills"
	}
	b.blockAt(field, BlockCandidate, issue.StartLine, issue.EndLine, issue.Message)
}

// reads reports whether a candidate holds exactly the given values, in any
// order of the root fields.
func reads(doc *frontmatter.Document, fields, metadata Pairs) bool {
	var gotMetadata Pairs
	count := 0
	for i := range doc.Fields {
		f := &doc.Fields[i]
		if f.Key == "metadata" {
			for j := range f.Value.Fields {
				gotMetadata = append(gotMetadata, Pair{f.Value.Fields[j].Key, f.Value.Fields[j].Value.Text})
			}
			continue
		}
		want, ok := fields.Get(f.Key)
		if !ok || want != f.Value.Text {
			return false
		}
		count++
	}
	return count == len(fields) && slices.Equal(gotMetadata, metadata)
}

func lineRange(start, end int) string {
	if start == end {
		return fmt.Sprintf("line %d", start)
	}
	return fmt.Sprintf("lines %d to %d", start, end)
}
