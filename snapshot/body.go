package snapshot

import (
	"crypto/sha256"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// body is what is kept of the text below the frontmatter of a Skill.
type body struct {
	first place  // its first line that is not blank
	hash  string // "" when it is too short
}

// minBodyWords is the length of a body that is worth comparing: nearly everything
// shorter looks alike.
const minBodyWords = 20

// newBody returns nil for a blank text.
func newBody(text string, firstLine int) *body {
	trimmed := textio.Trim(text)
	if trimmed == "" {
		return nil
	}
	at := len(text) - len(strings.TrimLeftFunc(text, textio.IsSpace))
	line, _, _ := strings.Cut(text[strings.LastIndexByte(text[:at], '\n')+1:], "\n")
	b := &body{first: place{firstLine + strings.Count(text[:at], "\n"), strings.Clone(strings.TrimSuffix(line, "\r"))}}
	words := 0
	for range strings.FieldsSeq(trimmed) {
		if words++; words == minBodyWords {
			sum := sha256.Sum256([]byte(strings.ReplaceAll(trimmed, "\r\n", "\n")))
			b.hash = string(sum[:])
			break
		}
	}
	return b
}

// BodyHash is equal for Skills with one text below the frontmatter, whatever ends
// its lines and whatever blanks are around it. It is empty for fewer than 20 words
// and beside [Options].MetadataOnly.
func (s *Skill) BodyHash() string {
	if s.File.body == nil {
		return ""
	}
	return s.File.body.hash
}

// BodyEvidence is the first line below the frontmatter that is not blank, nil
// without one and beside [Options].MetadataOnly.
func (s *Skill) BodyEvidence() *diagnostic.Evidence {
	if s.File.body == nil {
		return nil
	}
	return s.File.body.first.evidence(s.File)
}
