package agentskills

import "github.com/renma/renma/diagnostic"

// authoringRules are renma's own warnings (contract 02 section 4). They never
// make a Skill invalid.
func authoringRules() []diagnostic.Rule {
	rules := []diagnostic.Rule{
		{
			ID: "RN-SKILL-UNSUPPORTED-ROUTING-METADATA", Title: "Routing metadata is ignored",
			Meaning: "metadata holds renma.when-to-use or renma.when-not-to-use.",
			Why:     "Clients choose by the description alone, so the condition written here has no effect.",
			Fix:     "Move the condition into the description and delete the key.",
			Wrong:   "metadata:\n  renma.when-to-use: before a release", Right: "description: Drafts release notes. Use before a release.",
		},
	}
	for i := range rules {
		rules[i].Family, rules[i].Severity, rules[i].Contract = familyAuthoring, "warning", "02 section 4"
	}
	return rules
}
