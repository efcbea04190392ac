package agentskills

import "github.com/renma/renma/diagnostic"

// clientRules are what scans by the profile of a client report. They never make
// a Skill invalid.
func clientRules() []diagnostic.Rule {
	rules := []diagnostic.Rule{
		{
			ID: codeClientField, Severity: "info", Title: "Field of one client",
			Meaning: "A top-level field is outside the specification, and the client of the profile documents it. Without the profile it is AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD.",
			Why:     "Other clients ignore such a field, give it another meaning, or refuse the file.",
			Fix:     "Nothing, when the skill is for this client. To be valid everywhere, move the field to metadata as a string.",
			Wrong:   "name: deploy\ndisable-model-invocation: true", Right: "name: deploy",
		},
		{
			ID: codeClientForm, Severity: "info", Title: "Standard field in the form of one client",
			Meaning: "allowed-tools or metadata holds something else than strings, in a form that the client of the profile documents.",
			Why:     "The specification wants strings, so other clients may refuse the file.",
			Fix:     "Nothing, when the skill is for this client. To be valid everywhere, write the list as one string, or a mapping as JSON in quotes.",
			Wrong:   "allowed-tools:\n  - Read\n  - Grep", Right: "allowed-tools: Read Grep",
		},
		{
			ID: codeClientIgnored, Severity: "info", Title: "Field that the client ignores",
			Meaning: "A top-level field is outside the specification, and the client of the profile documents that it ignores fields it does not know.",
			Why:     "The field has no effect here, and other clients may refuse the file.",
			Fix:     "Move what it says to metadata as a string, or remove it.",
			Wrong:   "name: deploy\norigin: catalog", Right: "name: deploy\nmetadata:\n  origin: catalog",
		},
		{
			ID: codeClientValue, Severity: "warning", Title: "Value that the client does not document",
			Meaning: "A field of the client has a value of another type than documented, or a word that is none of those documented.",
			Why:     "What the client does with it is not known: most likely it ignores the field. That is why the skill stays valid.",
			Fix:     "Write the value as renma profiles shows it. Text in brackets is a list in YAML; put quotes around it.",
			Wrong:   "argument-hint: [issue]", Right: "argument-hint: \"[issue]\"",
		},
		{
			ID: codeClientConflict, Severity: "warning", Title: "Fields that contradict each other",
			Meaning: "Two fields of the client are documented to cancel each other, for example disable-model-invocation: true and user-invocable: false.",
			Why:     "The skill cannot be started, or one of the fields has no effect.",
			Fix:     "Decide which of the two holds, and remove the other.",
			Wrong:   "disable-model-invocation: true\nuser-invocable: false", Right: "disable-model-invocation: true",
		},
	}
	for i := range rules {
		rules[i].Family, rules[i].Contract = familyClients, "none, renma's own"
	}
	return rules
}
