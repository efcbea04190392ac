package migrate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// checkStructure reports what makes a file unusable as a source, whatever is
// proposed (contract 02 section 6.6 items 1 to 8).
func (b *builder) checkStructure() {
	switch b.collision {
	case CollisionExists:
		b.block("targetPath", BlockTargetExists, nil, fmt.Sprintf("%s exists already and is another file; decide which of the two stays.", textio.Quote(b.entry.TargetPath)))
	case CollisionContested:
		b.block("targetPath", BlockTargetExists, nil, fmt.Sprintf("Another file would move to %s too; decide which of the two does.", textio.Quote(b.entry.TargetPath)))
	case CollisionUnverifiable:
		b.block("targetPath", BlockTargetUnverifiable, nil, fmt.Sprintf("What stands at %s cannot be inspected; make it readable or remove it.", textio.Quote(b.entry.TargetPath)))
	}
	b.checkEnvelope()
	b.checkDuplicates()
	b.checkStandardFields()
	for i := range b.doc.Fields {
		f := &b.doc.Fields[i]
		if !slices.Contains(agentskills.StandardFields(), f.Key) && !isLegacy(f.Key) {
			b.block(f.Key, BlockUnknownField, f, fmt.Sprintf("%s is neither a standard nor a legacy field; move it to metadata as a string or remove it.", textio.Quote(f.Key)))
		}
	}
}

func (b *builder) checkEnvelope() {
	reason := ""
	switch {
	case !b.isText:
		reason = "The file is not UTF-8 text; save it as UTF-8 without NUL bytes."
	case b.doc.State == frontmatter.Absent:
		reason = "The file does not begin with a frontmatter block; add one that says what the Skill is."
	case b.doc.State == frontmatter.Unclosed:
		reason = "The frontmatter block that line 1 opens is never closed; end it with a line that is exactly ---."
	case b.doc.State == frontmatter.NotMapping:
		reason = "The frontmatter holds no fields; write key: value lines between the --- lines."
	case b.doc.State == frontmatter.Invalid:
		f := b.doc.Fault
		reason = strings.TrimSpace(fmt.Sprintf("Line %d, column %d: %s. %s", f.Pos.Line(), f.Pos.Column(), f.Message, f.Hint))
	}
	if reason == "" {
		return
	}
	b.block("frontmatter", BlockFrontmatter, nil, reason)
	last := &b.blocked[len(b.blocked)-1]
	if last.StartLine = 1; b.doc.Fault != nil {
		last.StartLine = b.doc.Fault.Pos.Line()
	}
	last.EndLine = last.StartLine
}

func (b *builder) checkDuplicates() {
	seen := map[string]int{}
	for i := range b.doc.Fields {
		f := &b.doc.Fields[i]
		if first := seen[f.Key]; first > 0 {
			b.block(f.Key, BlockDuplicate, f, fmt.Sprintf("%s stands on line %d already; keep one of the two.", textio.Quote(f.Key), first))
			continue
		}
		seen[f.Key] = f.StartLine()
	}
	clear(seen)
	for _, f := range b.metadata.entries {
		if first := seen[f.Key]; first > 0 {
			b.block("metadata."+f.Key, BlockDuplicate, f, fmt.Sprintf("The metadata key %s stands on line %d already; keep one of the two.", textio.Quote(f.Key), first))
			continue
		}
		seen[f.Key] = f.StartLine()
	}
}

func (b *builder) checkStandardFields() {
	if all := b.doc.All("metadata"); len(all) > 0 && !b.metadata.readable {
		b.block("metadata", BlockInvalidField, all[0], "metadata must be a mapping whose values are all strings; quote numbers and booleans.")
	}
	for _, key := range []string{"license", "allowed-tools"} {
		if f := b.last(key); f != nil && f.Value.Kind != frontmatter.String {
			b.block(key, BlockInvalidField, f, fmt.Sprintf("%s is %s; it must be a string.", key, f.Value.Kind))
		}
	}
	f := b.last("compatibility")
	switch {
	case f == nil:
	case f.Value.Kind != frontmatter.String:
		b.block(f.Key, BlockInvalidField, f, fmt.Sprintf("compatibility is %s; it must be a string.", f.Value.Kind))
	case textio.Trim(f.Value.Text) == "":
		b.block(f.Key, BlockInvalidField, f, "compatibility is blank; remove it or name the requirement.")
	case utf8.RuneCountInString(f.Value.Text) > agentskills.CompatibilityMaxChars:
		b.block(f.Key, BlockInvalidField, f, fmt.Sprintf("compatibility is longer than %d characters; shorten it.", agentskills.CompatibilityMaxChars))
	}
}

// checkIdentity says what a canonical file without legacy fields lacks.
func (b *builder) checkIdentity() {
	if len(b.blocked) > 0 {
		return
	}
	if b.result.Name == "" {
		b.block("name", BlockMissingIdentity, b.last("name"), "The Skill has no usable name; add name: with the name of its directory.")
	}
	if b.result.Description == "" {
		b.block("description", BlockMissingIdentity, b.last("description"), "The Skill has no usable description; say what it does and when to use it.")
	}
}

// last returns the last root field with the given key, which is the one that
// counts, or nil.
func (b *builder) last(key string) *frontmatter.Field {
	for i := len(b.doc.Fields) - 1; i >= 0; i-- {
		if b.doc.Fields[i].Key == key {
			return &b.doc.Fields[i]
		}
	}
	return nil
}

// only returns the root field with the given key when it stands exactly once.
// Nothing is ever chosen from a repeated one.
func (b *builder) only(key string) *frontmatter.Field {
	if all := b.doc.All(key); len(all) == 1 {
		return all[0]
	}
	return nil
}

func isLegacy(key string) bool { return slices.Contains(agentskills.LegacyFields(), key) }
