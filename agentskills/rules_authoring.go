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
		{
			ID: codeMissingCapability, Title: "Description names no capability",
			Meaning: "The description is a bare topic, praise, or talk of when to use the skill, and names no action or product. Descriptions that are not in English are not judged.",
			Why:     "An agent that reads only descriptions cannot tell what it would gain from the skill.",
			Fix:     "Begin with a verb and what it acts on.",
			Wrong:   "description: Helps with PDFs.", Right: "description: Fills in and merges PDF forms. Use when a form is attached.",
		},
		{
			ID: codeMissingUsage, Title: "Description does not say when to use the skill",
			Meaning: "Nothing in the description names a situation, a request or a moment that calls for the skill. Saying only when not to use it is not enough.",
			Why:     "Agents pick a skill by matching the task at hand with its description; without a condition they guess.",
			Fix:     "Add one sentence such as \"Use when …\", \"Use before …\" or \"Trigger: …\".",
			Wrong:   "description: Sorts invoices by due date.", Right: "description: Sorts invoices by due date. Use when a payment run is planned.",
		},
		{
			ID: codeOmitsSelection, Title: "Description omits an exclusion that the body states",
			Meaning: "The body says when not to use the skill, in a sentence or under a heading such as \"When not to use\", and the description excludes nothing.",
			Why:     "The body is read after the skill was chosen, which is too late to choose another.",
			Fix:     "Repeat the exclusion in the description, in a few words.",
			Wrong:   "description: Reviews plans. Use when a plan is ready.\n---\nDo not use this skill for load tests.",
			Right:   "description: Reviews plans, except load-test plans. Use when a plan is ready.\n---\nDo not use this skill for load tests.",
		},
		{
			ID: codeNotProminent, Title: "Prohibition outside a section that names limits",
			Meaning: "A line tells the agent not to do something, and none of its headings names limits on behaviour.",
			Why:     "A limit in the middle of a procedure is easily missed, by agents and by reviewers.",
			Fix:     "Move the line under a heading such as \"Hard constraints\", \"Guardrails\" or \"Safety rules\"; sub-headings below it are fine.",
			Wrong:   "## Steps\n\n- Never upload keys; ask the owner.", Right: "## Hard constraints\n\n- Never upload keys; ask the owner.",
		},
		{
			ID: codeScattered, Title: "Prohibitions spread over sections",
			Meaning: "Two or more sections forbid something, and at least one of them has no heading that names limits.",
			Why:     "Nobody can see from one place what the skill must not do.",
			Fix:     "Gather the prohibitions in one section.",
			Wrong:   "## Read\n\nNever guess; ask.\n\n## Write\n\nDo not overwrite; make a copy.",
			Right:   "## Guardrails\n\n- Never guess; ask.\n- Do not overwrite; make a copy.",
		},
		{
			ID: codeMissingAlternative, Title: "Prohibition without a way on",
			Meaning: "A line forbids something, and neither it nor the next two lines of its section say what to do instead, when to stop or whom to ask. Only nearby lines are read: that no way on was found does not prove that there is none.",
			Why:     "An agent that meets a closed door without a sign improvises.",
			Fix:     "Look first at the skill's own instructions, its Context Assets and what the user supplied, and state the way on that they give. Ask only if what to do is still open. Keep the prohibition; do not make up an alternative or widen a permission to silence the warning.",
			Wrong:   "- Do not change billing files.", Right: "- Do not change billing files. Write a patch instead.",
		},
	}
	for i := range rules {
		rules[i].Family, rules[i].Severity, rules[i].Contract = familyAuthoring, "warning", "02 section 4"
	}
	return rules
}
