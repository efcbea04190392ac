package suggest

import (
	"cmp"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/agentskills/migrate"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// SchemaVersion identifies a [Document].
const SchemaVersion = "renma.metadata-suggestion.v1"

// Target is a file as the caller found it.
type Target struct {
	// Typed is the path as the user wrote it; documents and commands show it.
	Typed    string
	Boundary Boundary
	// Source are the bytes of the file. They are not needed when its
	// repository is not known or the file is a link.
	Source []byte
	// Options hold the given owner, and what stands on the way to the file
	// and at the canonical path of a Skill.
	Options migrate.Options
	// Snapshot collects the repository. It is called for Skill-local
	// support only; nil, or a nil result, means that there is none.
	Snapshot func() *snapshot.Snapshot
	// PatchRoot is the absolute path of the directory where a patch applies,
	// and PatchPath is Boundary.Root below it, with slashes, "" when the two
	// are the same.
	PatchRoot, PatchPath string
}

// Document is the answer for one file (contract 02 section 6.4).
type Document struct {
	SchemaVersion     string                  `json:"schemaVersion"`
	Path              string                  `json:"path"`
	Kind              snapshot.Kind           `json:"kind"`
	SuggestedMode     migrate.Mode            `json:"suggestedMode"`
	DecisionStatus    migrate.Status          `json:"decisionStatus"`
	Decision          Decision                `json:"decision"`
	Classification    snapshot.Classification `json:"classification"`
	OwnerProvided     bool                    `json:"ownerProvided"`
	Instructions      []string                `json:"instructions"`
	CandidateMetadata migrate.Pairs           `json:"candidateMetadata"`
	BlockedMetadata   []migrate.Block         `json:"blockedMetadata"`
	NextActions       []Action                `json:"nextActions"`
	AgentSkills       *migrate.Proposal       `json:"agentSkills,omitempty"`

	target Target
	skill  migrate.Suggestion
	// content is the whole file as it would stand, "" when nothing is
	// offered.
	content string
}

// Decision says why the document has its status. Question is set when a human
// has to answer one.
type Decision struct {
	ReasonCode string `json:"reasonCode"`
	Summary    string `json:"summary"`
	Question   string `json:"question,omitempty"`
}

// ActionKind says what a command is good for.
type ActionKind string

// The kinds of action.
const (
	ActionInspectParent ActionKind = "inspect-parent"
	ActionInspectTarget ActionKind = "inspect-target"
	ActionReviewLayout  ActionKind = "review-layout"
	ActionVerify        ActionKind = "verify"
)

// Action is a command to run next.
type Action struct {
	Kind       ActionKind          `json:"kind"`
	Invocation agentskills.Command `json:"invocation"`
}

// Suggest answers for one file. It never fails: a file for which nothing can be
// proposed gets a document that says why.
func Suggest(t Target) *Document {
	owner := textio.Trim(t.Options.Owner)
	d := &Document{
		SchemaVersion: SchemaVersion, Path: strings.ReplaceAll(t.Typed, `\`, "/"), OwnerProvided: owner != "",
		BlockedMetadata: []migrate.Block{}, NextActions: []Action{}, target: t,
	}
	if t.Boundary.Reason != "" {
		d.outside()
	} else if _, ok := t.Boundary.Entrypoint(); ok {
		d.suggestSkill()
	} else {
		d.suggestAsset(owner)
	}
	d.Kind = cmp.Or(d.Kind, d.Classification.Kind)
	d.Instructions = d.instructions()
	return d
}

// outside answers for a file whose repository is not known. No command is
// suggested, because it would have to name a root.
func (d *Document) outside() {
	d.SuggestedMode, d.DecisionStatus = migrate.ModeNone, migrate.StatusBlocked
	d.Classification = snapshot.Classification{
		Kind: snapshot.KindUnknown, Scope: "unknown", MatchedRule: "unknown", ReasonCode: reasonOutside, Reason: "The root of the repository is not known.",
	}
	d.Decision = Decision{ReasonCode: d.target.Boundary.Reason, Summary: "No directory above the file marks the root of its repository, and the path does not show it."}
	if d.Decision.ReasonCode == ReasonAmbiguous {
		d.Decision.Summary = "No directory above the file marks the root of its repository, and the path fits several."
	}
}

func (d *Document) suggestSkill() {
	t := d.target
	d.Classification = snapshot.Classify(t.Boundary.Path)
	d.Kind = snapshot.KindSkill
	s := migrate.SuggestMetadata(t.Boundary.Path, t.Source, t.Options)
	d.SuggestedMode, d.DecisionStatus = s.Mode, s.Status
	d.Decision = Decision{ReasonCode: s.ReasonCode, Summary: s.Summary}
	d.BlockedMetadata, d.AgentSkills = s.Proposal.Blocked, &s.Proposal
	d.skill, d.content = s, s.Content
	d.addActions(ActionInspectTarget, t.Typed)
}

// addActions suggests to look at one file and then to check the repository.
func (d *Document) addActions(kind ActionKind, file string) {
	d.NextActions = []Action{
		{kind, agentskills.NewCommand("inspect", file, "--format", "json")},
		{ActionVerify, d.verify()},
	}
}

func (d *Document) verify() agentskills.Command {
	return agentskills.NewCommand("scan", d.target.Boundary.Root, "--fail-on", "high", "--format", "json")
}

// block adds a reason why nothing is proposed, or what a human must supply.
func (d *Document) block(field string, code migrate.BlockCode, reason string) {
	d.BlockedMetadata = append(d.BlockedMetadata, migrate.Block{Field: field, Code: code, Reason: reason})
}

// decide sets the outcome for a file that is no Skill.
func (d *Document) decide(mode migrate.Mode, status migrate.Status, reason, summary, question string) {
	d.SuggestedMode, d.DecisionStatus = mode, status
	d.Decision = Decision{reason, summary, question}
}
