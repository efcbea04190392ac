package diagnostic

// Severity ranks a [Diagnostic].
type Severity string

// Severities of a diagnostic, from least to most severe.
const (
	SeverityInfo    Severity = "info"
	SeverityWarning Severity = "warning"
	SeverityError   Severity = "error"
)

// Evidence is the place in a source file that shows a fact. Lines count from
// the first line of the file, starting at 1, and EndLine is inclusive. Snippet
// is always the complete source lines StartLine to EndLine joined with "\n",
// never prose.
//
// Columns are for editors and are not part of any JSON document. They are
// 1-based and count code points; EndColumn is the column after the last one.
// Zero means that the evidence covers whole lines.
//
// MetadataKey and DeclarationIndex are set on the evidence of a continuation
// only (contract 03 section 1.7): they name the field and the 0-based member of
// its list, because the lines are always those of the whole field.
type Evidence struct {
	Path             string `json:"path"`
	StartLine        int    `json:"startLine"`
	EndLine          int    `json:"endLine"`
	Snippet          string `json:"snippet"`
	MetadataKey      string `json:"metadataKey,omitempty"`
	DeclarationIndex *int   `json:"declarationIndex,omitempty"`
	StartColumn      int    `json:"-"`
	EndColumn        int    `json:"-"`
}

// ConstraintKind says what a repair may or may not do.
type ConstraintKind string

// Kinds of repair constraint (contract 01 section 5.1).
const (
	MustPreserve          ConstraintKind = "must_preserve"
	MustNotChange         ConstraintKind = "must_not_change"
	AllowedChange         ConstraintKind = "allowed_change"
	RequiresHumanDecision ConstraintKind = "requires_human_decision"
	Risk                  ConstraintKind = "risk"
)

// Constraint bounds how a diagnostic or finding may be repaired.
type Constraint struct {
	Kind ConstraintKind `json:"kind"`
	Text string         `json:"text"`
}

// Step is one way to check that a repair worked.
type Step struct {
	Text     string `json:"text"`
	Command  string `json:"command,omitempty"`
	Expected string `json:"expected,omitempty"`
}

// Diagnostic is one statement about a repository. Code is always set and names
// a registered [Rule]. Path is empty for a statement about no single file;
// Evidence is nil when no source line shows it.
type Diagnostic struct {
	Code              string       `json:"code"`
	Severity          Severity     `json:"severity"`
	Message           string       `json:"message"`
	Path              string       `json:"path,omitempty"`
	Evidence          *Evidence    `json:"evidence,omitempty"`
	RepairConstraints []Constraint `json:"repairConstraints,omitempty"`
	VerificationSteps []Step       `json:"verificationSteps,omitempty"`
	LLMHint           string       `json:"llmHint,omitempty"`
	Details           Details      `json:"details,omitempty"`
}
