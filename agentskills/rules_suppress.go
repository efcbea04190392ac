package agentskills

import "github.com/renma/renma/diagnostic"

// suppressionRules are the warnings about comments that hide authoring
// warnings.
func suppressionRules() []diagnostic.Rule {
	const (
		right = "<!-- renma-ignore RN-SKILL-EXECUTION-CONSTRAINT-SCATTERED reason=\"each step needs its own limit\" -->"
		scope = " Such a comment holds for its whole file and hides warnings of the family Agent Skills authoring only."
	)
	rules := []diagnostic.Rule{
		{
			ID: codeSuppressionInvalid, Title: "Ignore comment cannot be understood",
			Meaning: "An HTML comment of the body begins with renma-ignore, and the rest is not ids and a quoted reason, or the comment is never closed." + scope,
			Why:     "The comment hides nothing, although its writer relies on it.",
			Fix:     "Write renma-ignore, the ids, and reason=\"…\". The reason cannot hold the quote that encloses it.",
			Wrong:   "<!-- renma-ignore RN-SKILL-EXECUTION-CONSTRAINT-SCATTERED reason=each step -->",
		},
		{
			ID: codeSuppressionReason, Title: "Ignore comment without a reason",
			Meaning: "A comment that ignores warnings gives no reason, or a blank one." + scope,
			Why:     "Nobody can tell later whether the exception still holds, so the warning stays.",
			Fix:     "Say in a few words why the warning does not apply here.",
			Wrong:   "<!-- renma-ignore RN-SKILL-EXECUTION-CONSTRAINT-SCATTERED -->",
		},
		{
			ID: codeSuppressionSpecification, Title: "Specification errors cannot be ignored",
			Meaning: "An ignore comment names an AS-SKILL id." + scope,
			Why:     "Clients refuse or misread such a file whatever a comment says.",
			Fix:     "Repair what the error reports, and take the id off the comment.",
			Wrong:   "<!-- renma-ignore AS-SKILL-INVALID-NAME reason=\"historical name\" -->",
		},
		{
			ID: codeSuppressionUnknown, Title: "Ignore comment names no authoring warning",
			Meaning: "An ignore comment names an id that does not exist, or one that belongs to another family." + scope,
			Why:     "A mistyped id hides nothing. What concerns the repository is suppressed in its configuration.",
			Fix:     "Correct the id; the hint names the nearest one.",
			Wrong:   "<!-- renma-ignore RN-SKILL-EXECUTION-CONSTRAINTS-SCATTERED reason=\"each step needs its own limit\" -->",
		},
		{
			ID: codeSuppressionUnused, Title: "Ignore comment hides nothing",
			Meaning: "A comment ignores a warning that the file does not give rise to, or that an earlier comment ignores already." + scope,
			Why:     "The comment would hide the next, unrelated warning of that id without anybody deciding so.",
			Fix:     "Take the id off the comment, or remove the comment.",
			Wrong:   right + "\n\n## Guardrails\n\n- Never guess; ask.",
		},
	}
	for i := range rules {
		r := &rules[i]
		r.Family, r.Severity, r.Contract, r.Right = familySuppressions, "warning", "none, renma's own", right
	}
	rules[len(rules)-1].Right = "## Guardrails\n\n- Never guess; ask."
	return rules
}
