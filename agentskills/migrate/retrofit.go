package migrate

import (
	"fmt"
	"unicode/utf8"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

const ownerKey = renmaPrefix + "owner"

// retrofit adds an owner to a valid canonical Skill.
func (b *builder) retrofit() {
	for _, issue := range b.result.Issues {
		if issue.Severity == diagnostic.SeverityError {
			b.blockIssue(issue)
		}
	}
	if existing, has := b.preserved.Get(ownerKey); has {
		b.blockOwner(b.metadata.field(ownerKey), existing)
	}
	if !utf8.ValidString(b.owner) {
		b.block("owner", BlockValue, nil, "The given owner is not valid UTF-8.")
	}
	if len(b.blocked) > 0 {
		return
	}
	fields := b.originalFields()
	owner := Pair{ownerKey, b.owner}
	preserved := append(append(Pairs{}, b.preserved...), owner)
	b.rendered = writeYAML(fields, preserved)
	b.checkCandidate(fields, preserved, b.rendered+"\n"+b.doc.Body())
	all := append(append(Pairs{}, b.metadata.all...), owner)
	if b.content = b.insertOwner(fields, all); b.content == "" {
		b.block("metadata", BlockCandidate, nil, "The frontmatter takes no entry without being written anew; add renma.owner by hand.")
		return
	}
	b.checkCandidate(fields, all, b.content)
	if len(b.blocked) > 0 {
		return
	}
	b.renma, b.preserved = Pairs{owner}, preserved
	b.noteRouting()
}

// insertOwner returns the file with the owner added and every other byte as it
// was, or "" when no place for it reads back right.
func (b *builder) insertOwner(fields, metadata Pairs) string {
	for text := range b.doc.Insertions("metadata", frontmatter.Entry{Key: ownerKey, Value: b.owner}) {
		doc := frontmatter.Parse([]byte(text), frontmatter.SkillEnvelope)
		if reads(doc, fields, metadata) && doc.Body() == b.doc.Body() {
			return text
		}
	}
	return ""
}

func (b *builder) blockOwner(at *frontmatter.Field, existing string) {
	b.block("owner", BlockConflict, at, fmt.Sprintf("The Skill is owned by %s, not by %s; a human must decide.",
		textio.Quote(textio.Trim(existing)), textio.Quote(b.owner)))
}
