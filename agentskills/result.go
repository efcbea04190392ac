package agentskills

import (
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/markdown"
)

// Specification and Profile identify what Skills are checked against.
const (
	Specification = "https://agentskills.io/specification"
	Profile       = "agentskills.io/specification@2026-07-12"
)

// Format classifies a Skill for migration (contract 02 section 3).
type Format string

// The four formats of a Skill.
const (
	FormatAgentSkills Format = "agent-skills"
	FormatLegacy      Format = "renma-legacy"
	FormatHybrid      Format = "hybrid"
	FormatUnknown     Format = "unknown"
)

// IssueCategory separates specification errors from renma's own warnings.
type IssueCategory string

// The two categories of an [Issue].
const (
	CategorySpecification IssueCategory = "specification"
	CategoryAuthoring     IssueCategory = "renma-authoring"
)

// Command is a command line. Args hold the exact words and are the truth for
// programs; Display is the same line quoted for a POSIX shell.
type Command struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
	Display string   `json:"display"`
}

// Issue is one fault of a Skill (contract 02 section 5.1). Lines are 1-based
// file lines, EndLine inclusive. StartColumn and EndColumn are 1-based code
// points, EndColumn exclusive, and 0 when the issue covers whole lines.
type Issue struct {
	Code        string              `json:"code"`
	Severity    diagnostic.Severity `json:"severity"`
	Category    IssueCategory       `json:"category"`
	Path        string              `json:"path"`
	StartLine   int                 `json:"startLine"`
	EndLine     int                 `json:"endLine"`
	StartColumn int                 `json:"-"`
	EndColumn   int                 `json:"-"`
	Message     string              `json:"message"`
	// Hint says how to repair this one; it is for terminals and editors.
	Hint    string             `json:"-"`
	Field   string             `json:"field,omitempty"`
	Details diagnostic.Details `json:"details,omitempty"`
}

// Result is what renma knows about one Skill (contract 02 section 5.1).
//
// Name and Description are trimmed, and empty when the field is absent, blank
// or no string. Issues are sorted by line, then code.
type Result struct {
	Path                 string   `json:"path"`
	Format               Format   `json:"format"`
	Valid                bool     `json:"valid"`
	Name                 string   `json:"name,omitempty"`
	Description          string   `json:"description,omitempty"`
	MigrationRecommended bool     `json:"migrationRecommended"`
	MigrationDirection   string   `json:"migrationDirection,omitempty"`
	MigrationCommand     *Command `json:"migrationCommand,omitempty"`
	LegacyFields         []string `json:"legacyFields"`
	CanonicalRenmaFields []string `json:"canonicalRenmaFields"`
	ErrorCount           int      `json:"errorCount"`
	WarningCount         int      `json:"warningCount"`
	Issues               []Issue  `json:"issues"`
	// Suppressed are the warnings that comments of the file hide, sorted as
	// Issues; they count nowhere. The scan document lists them by itself.
	Suppressed []SuppressedIssue `json:"-"`

	doc        *frontmatter.Document
	references []markdown.Reference
	// claims are what a client may allow although the specification does
	// not, and otherErrors the errors that no client can take away.
	claims      []claim
	otherErrors int
}

// Operational reports whether the Skill's metadata.renma.* entries count:
// only a valid Skill in the canonical format contributes any.
func (r *Result) Operational() bool { return r.Valid && r.Format == FormatAgentSkills }

// Document returns the parsed file that the result was made from. It is for
// the other packages of this module.
func (r *Result) Document() *frontmatter.Document { return r.doc }

// TakeReferences returns the files that the body may name, so that nobody else
// has to parse it, and lets go of them. It is for the other packages of this module.
func (r *Result) TakeReferences() []markdown.Reference {
	references := r.references
	r.references = nil
	return references
}
