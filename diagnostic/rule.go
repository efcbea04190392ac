package diagnostic

// Rule describes one stable id. Every id that any package emits has exactly
// one rule, and everything shown about an id to people (explain, docs/rules.md,
// SARIF rule tables) is generated from it.
type Rule struct {
	// ID is the stable identifier, for example "AS-SKILL-INVALID-NAME".
	ID string
	// Family is the heading the rule is listed under.
	Family string
	// Severity is what the id is reported with: a [Severity] or, for
	// findings, a [Level]. Several values are joined with ", ".
	Severity string
	// Title is a few words without a final stop.
	Title string
	// Meaning says in one or two sentences when the id is reported.
	Meaning string
	// Why says what goes wrong when it is ignored.
	Why string
	// Fix says what to do, one or two sentences.
	Fix string
	// Wrong and Right are short examples: a source fragment that triggers
	// the id and the same fragment repaired.
	Wrong, Right string
	// Contract names the section that defines the id, for example
	// "02 section 2.2".
	Contract string
}
