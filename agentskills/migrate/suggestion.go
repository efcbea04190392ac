package migrate

import "github.com/renma/renma/agentskills"

// Mode says what kind of change is proposed (contract 02 section 6.4).
type Mode string

// The modes of a suggestion. ModeAssetRetrofit is for files that are no Skill.
const (
	ModeNone          Mode = "no-proposal"
	ModeMigration     Mode = "agent-skills-migration"
	ModeSkillRetrofit Mode = "agent-skills-metadata-retrofit"
	ModeAssetRetrofit Mode = "metadata-retrofit"
)

// Status says how far a suggestion has come.
type Status string

// The decision statuses (contract 02 section 6.4).
const (
	StatusDeterministic Status = "deterministic"
	StatusConfirm       Status = "human-confirmation-required"
	StatusBlocked       Status = "blocked"
	StatusNoChange      Status = "no-change-recommended"
)

// The reasons of a suggestion for a Skill (contract 02 section 6.5).
const (
	ReasonReview    = "agent-skills-migration-review-required"
	ReasonConflict  = "conflicting-or-incomplete-skill-evidence"
	ReasonCanonical = "canonical-agent-skill-no-change"
	ReasonOverride  = "explicit-human-provided-override"
)

// Direction says whether a Skill is carried over from the old format.
type Direction string

// The two directions. There is none back.
const (
	DirectionNone   Direction = "none"
	DirectionLegacy Direction = "legacy-to-agent-skills"
)

// Kind says what a [Proposal] would do to the file.
type Kind string

// The kinds of proposal.
const (
	KindNone      Kind = "none"
	KindMigration Kind = "historical-migration"
	KindRetrofit  Kind = "canonical-metadata-retrofit"
)

// Block is one reason why nothing is offered. Code is a stable short id of the
// case; StartLine and EndLine are 1-based lines of the source, 0 when no line
// shows it.
type Block struct {
	Field     string    `json:"field"`
	Reason    string    `json:"reason"`
	Code      BlockCode `json:"-"`
	StartLine int       `json:"-"`
	EndLine   int       `json:"-"`
}

// BlockCode names a case in which nothing is offered (contract 02 section 6.6).
type BlockCode string

// The cases, in the order in which they are reported.
const (
	BlockTargetExists       BlockCode = "target-exists"
	BlockTargetUnverifiable BlockCode = "target-unverifiable"
	BlockFrontmatter        BlockCode = "unusable-frontmatter"
	BlockDuplicate          BlockCode = "repeated-key"
	BlockInvalidField       BlockCode = "invalid-field"
	BlockUnknownField       BlockCode = "unknown-field"
	BlockEntrypoint         BlockCode = "no-entrypoint"
	BlockLinked             BlockCode = "symbolic-link"
	BlockName               BlockCode = "unusable-name"
	BlockDescription        BlockCode = "unusable-description"
	BlockNoDescription      BlockCode = "no-description"
	BlockValue              BlockCode = "unsupported-value"
	BlockLost               BlockCode = "text-would-be-lost"
	BlockConflict           BlockCode = "conflicting-value"
	BlockMissingIdentity    BlockCode = "missing-identity"
	BlockCandidate          BlockCode = "invalid-candidate"
	BlockSecurity           BlockCode = "invalid-security-value"
)

// BlockCodes returns every code, in the order above.
func BlockCodes() []BlockCode {
	return []BlockCode{
		BlockTargetExists, BlockTargetUnverifiable, BlockFrontmatter, BlockDuplicate, BlockInvalidField, BlockUnknownField, BlockEntrypoint,
		BlockLinked, BlockName, BlockDescription, BlockNoDescription, BlockValue, BlockLost, BlockConflict, BlockMissingIdentity,
		BlockCandidate, BlockSecurity,
	}
}

// Proposal is what is proposed for one Skill: the member agentSkills of
// renma.metadata-suggestion.v1.
//
// Fields and metadata are in the order in which they would be written. In a
// blocked migration they hold what could be read, without anything that would
// have to be chosen, and CanonicalFrontmatter is empty.
type Proposal struct {
	SourceFormat         agentskills.Format    `json:"sourceFormat"`
	Direction            Direction             `json:"direction"`
	ProposalKind         Kind                  `json:"proposalKind"`
	SourcePath           string                `json:"sourcePath"`
	TargetPath           string                `json:"targetPath"`
	EntrypointMigration  agentskills.Migration `json:"entrypointMigration"`
	BodyPreserved        bool                  `json:"bodyPreserved"`
	Fields               Pairs                 `json:"candidateAgentSkillsFields"`
	RenmaMetadata        Pairs                 `json:"candidateRenmaMetadata"`
	PreservedMetadata    Pairs                 `json:"preservedMetadata"`
	CanonicalFrontmatter string                `json:"canonicalFrontmatter,omitempty"`
	Blocked              []Block               `json:"blocked"`
	ReviewPrompt         string                `json:"reviewPrompt"`
}

// Suggestion is the answer for one Skill.
type Suggestion struct {
	Mode       Mode
	Status     Status
	ReasonCode string
	// Summary is one sentence about the decision.
	Summary string
	// Notes are sentences about what a reviewer would not see in the
	// candidate: where the description is from, what stays behind.
	Notes    []string
	Proposal Proposal
	// Content is the whole file as it would stand at Proposal.TargetPath:
	// for a migration the new frontmatter with the line ends of the old
	// file, for a retrofit the old file with one entry added. It is empty
	// when nothing is offered. The body is that of the source, byte for
	// byte.
	Content string
}

// Offered reports whether there is a change to apply.
func (s *Suggestion) Offered() bool { return s.Content != "" }
