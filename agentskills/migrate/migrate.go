package migrate

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// Collision says what stands at the canonical path of a file that must move.
type Collision string

// The collisions. A target that is the source itself, as after a case-only
// rename on a file system that ignores case, is none.
const (
	CollisionNone         Collision = ""
	CollisionExists       Collision = "exists"
	CollisionUnverifiable Collision = "unverifiable"
	// CollisionContested: another file would move to the same path.
	CollisionContested Collision = "contested"
)

// Options say what is known about a Skill beside its bytes.
type Options struct {
	// Owner is the owner that a human gave. It is trimmed; blank means none.
	Owner string
	// Collision is what stands at the canonical path.
	Collision Collision
	// Linked reports that the file is a symbolic link or is reached through
	// one. Its bytes are not looked at.
	Linked bool
}

// SuggestMetadata proposes the canonical form of the Skill at the
// repository-relative path target, or an owner for a canonical one. It reads
// nothing but its arguments and never fails: whatever stands in the way is a
// block of the proposal (contract 02 sections 6.5 to 6.9).
func SuggestMetadata(target string, source []byte, opts Options) Suggestion {
	b := newBuilder(target, source, opts)
	if opts.Linked {
		b.block("entrypoint", BlockLinked, nil, "The file is a symbolic link or is reached through one; name the real file.")
		return b.suggestion()
	}
	b.checkStructure()
	switch {
	case b.kind == KindMigration:
		b.migrate()
	case b.format == agentskills.FormatUnknown:
		b.checkIdentity()
	case b.kind == KindRetrofit:
		b.retrofit()
	}
	return b.suggestion()
}

// builder collects a proposal.
type builder struct {
	doc       *frontmatter.Document
	isText    bool
	owner     string
	collision Collision
	entry     agentskills.Entrypoint
	isEntry   bool

	result   agentskills.Result
	format   agentskills.Format
	kind     Kind
	metadata metadata

	fields    Pairs // name and description of a migration
	renma     Pairs
	preserved Pairs
	blocked   []Block
	isBlocked map[string]bool
	notes     []string
	rendered  string
	content   string
}

func newBuilder(target string, source []byte, opts Options) *builder {
	b := &builder{
		isText: utf8.Valid(source) && !bytes.Contains(source, []byte{0}), owner: textio.Trim(opts.Owner), collision: opts.Collision,
		isBlocked: map[string]bool{},
	}
	if b.entry, b.isEntry = agentskills.ParseEntrypoint(target); !b.isEntry {
		b.entry = agentskills.Entrypoint{Path: target, TargetPath: target, Migration: agentskills.MigrationNone}
	}
	if !b.isText || opts.Linked {
		source = nil
	}
	b.doc = frontmatter.Parse(source, frontmatter.SkillEnvelope)
	b.result = agentskills.ValidateDocument(b.entry.Path, b.doc)
	b.format = b.result.Format
	b.metadata = readMetadata(b.doc)
	b.preserved = b.metadata.preserved
	b.kind = b.kindOfProposal()
	return b
}

func (b *builder) kindOfProposal() Kind {
	historical := b.entry.Migration != agentskills.MigrationNone
	switch existing, has := b.preserved.Get(ownerKey); {
	case historical, b.format == agentskills.FormatLegacy, b.format == agentskills.FormatHybrid:
		return KindMigration
	case b.format == agentskills.FormatAgentSkills && b.owner != "" && (!has || textio.Trim(existing) != b.owner):
		return KindRetrofit
	}
	return KindNone
}

// block adds a reason why nothing is offered, which stands at a field or, with nil,
// nowhere.
func (b *builder) block(field string, code BlockCode, at *frontmatter.Field, reason string) {
	start, end := 0, 0
	if at != nil {
		start, end = at.StartLine(), at.EndLine()
	}
	b.blockAt(field, code, start, end, reason)
}

// blockAt is block for a range of lines, 0 for none. A field is blocked once, for
// the first reason found.
func (b *builder) blockAt(field string, code BlockCode, start, end int, reason string) {
	if b.isBlocked[field] {
		return
	}
	b.isBlocked[field] = true
	block := Block{Field: field, Reason: reason, Code: code}
	if start > 0 {
		block.StartLine, block.EndLine = start, end
		block.Reason = fmt.Sprintf("Line %d: %s", start, reason)
	}
	b.blocked = append(b.blocked, block)
}

// migrate collects the candidate of a legacy Skill and checks it.
func (b *builder) migrate() {
	b.renma = b.metadata.renma()
	if !b.isEntry {
		b.block("entrypoint", BlockEntrypoint, nil, "The path is no Skill entrypoint; a Skill stands at skills/NAME/SKILL.md or .agents/skills/NAME/SKILL.md.")
	}
	b.migrateName()
	b.migrateDescription()
	b.migrateFields()
	b.migrateOwner()
	b.noteRouting()
	b.noteComments()
	if len(b.blocked) > 0 {
		return
	}
	fields := b.standardFields()
	b.rendered = writeYAML(fields, b.preserved)
	b.checkCandidate(fields, b.preserved, b.rendered+"\n"+b.doc.Body())
	b.content = b.wholeFile(b.rendered)
	b.checkCandidate(fields, b.preserved, b.content)
}

// wholeFile puts a rendered block in front of the body, with the line ends of
// the source.
func (b *builder) wholeFile(rendered string) string {
	newline, end := b.lineEnds()
	return strings.ReplaceAll(rendered, "\n", newline) + end + b.doc.Body()
}

// lineEnds returns the line end of the file's first line, and the one after its
// closing delimiter, which is "" in a file that ends there.
func (b *builder) lineEnds() (newline, end string) {
	text := b.doc.Lines.Text()
	lineEnd := func(n int) string {
		return text[b.doc.Lines.Offset(n)+len(b.doc.Lines.Line(n)) : b.doc.Lines.Offset(n+1)]
	}
	return lineEnd(1), lineEnd(b.doc.CloseLine)
}

// suggestion sums up what was found.
func (b *builder) suggestion() Suggestion {
	s := Suggestion{
		Notes: b.notes,
		Proposal: Proposal{
			SourceFormat: b.format, Direction: DirectionNone, ProposalKind: b.kind,
			SourcePath: b.entry.Path, TargetPath: b.entry.TargetPath, EntrypointMigration: b.entry.Migration, BodyPreserved: true,
			Fields: b.fields, RenmaMetadata: b.renma, PreservedMetadata: b.preserved, Blocked: append([]Block{}, b.blocked...),
		},
	}
	if len(b.blocked) == 0 {
		s.Proposal.CanonicalFrontmatter, s.Content = b.rendered, b.content
	}
	if b.kind == KindMigration {
		s.Proposal.Direction = DirectionLegacy
	}
	s.Mode, s.Status, s.ReasonCode = b.decision()
	s.Summary = b.summary(s.Status)
	s.Proposal.ReviewPrompt = b.reviewPrompt(s.Status)
	return s
}

// decision follows the table of contract 02 section 6.5.
func (b *builder) decision() (Mode, Status, string) {
	blocked := len(b.blocked) > 0
	switch {
	case b.kind == KindMigration && blocked:
		return ModeMigration, StatusBlocked, ReasonConflict
	case b.kind == KindMigration:
		return ModeMigration, StatusConfirm, ReasonReview
	case b.format == agentskills.FormatUnknown:
		return ModeMigration, StatusBlocked, ReasonConflict
	case b.kind == KindRetrofit && blocked:
		return ModeSkillRetrofit, StatusBlocked, ReasonConflict
	case b.kind == KindRetrofit:
		return ModeSkillRetrofit, StatusDeterministic, ReasonOverride
	case blocked:
		return ModeNone, StatusBlocked, ReasonConflict
	}
	return ModeNone, StatusNoChange, ReasonCanonical
}
