package agentskills

import (
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/markdown"
	"github.com/renma/renma/internal/textio"
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
	// Snippet are the lines of the file from StartLine to EndLine, joined with
	// "\n". It is for terminals and editors too.
	Snippet string `json:"-"`
}

// Evidence returns the place of the issue with its lines.
func (i *Issue) Evidence() *diagnostic.Evidence {
	return &diagnostic.Evidence{
		Path: i.Path, StartLine: i.StartLine, EndLine: i.EndLine,
		StartColumn: i.StartColumn, EndColumn: i.EndColumn, Snippet: i.Snippet,
	}
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

	references []markdown.Reference
	// claims are what a client may allow although the specification does
	// not, and otherErrors the errors that no client can take away.
	claims      []claim
	otherErrors int
}

// Operational reports whether the Skill's metadata.renma.* entries count:
// only a valid Skill in the canonical format contributes any.
func (r *Result) Operational() bool { return r.Valid && r.Format == FormatAgentSkills }

// cite gives all issues their snippets. Those of the body are copied out of it, a
// line with several issues once.
func (r *Result) cite(head *frontmatter.Document, body string) {
	var lines *textio.Lines
	last := &Issue{}
	cite := func(i *Issue) {
		switch {
		case head.CloseLine == 0 || i.StartLine < head.BodyLine: // without a closed block head is everything
			i.Snippet = head.Lines.Snippet(i.StartLine, i.EndLine)
		case i.StartLine == last.StartLine && i.EndLine == last.EndLine:
			i.Snippet = last.Snippet
		default:
			if lines == nil {
				lines = textio.NewLines(body)
			}
			i.Snippet = strings.Clone(lines.Snippet(i.StartLine-head.BodyLine+1, i.EndLine-head.BodyLine+1))
		}
		last = i
	}
	for n := range r.Issues {
		cite(&r.Issues[n])
	}
	for n := range r.Suppressed {
		cite(&r.Suppressed[n].Issue)
	}
}

// TakeReferences returns the files that the body may name, so that nobody else
// has to parse it, and lets go of them. It is for the other packages of this module.
func (r *Result) TakeReferences() []markdown.Reference {
	references := r.references
	r.references = nil
	return references
}
