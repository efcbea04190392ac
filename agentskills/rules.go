package agentskills

import (
	"slices"

	"github.com/renma/renma/diagnostic"
)

const (
	familySpecification = "Agent Skills specification"
	familyAuthoring     = "Agent Skills authoring"
	familyClients       = "Agent Skills clients"
	familySuppressions  = "Agent Skills suppressions"
)

// Rules returns the rule of every id that this package reports.
func Rules() []diagnostic.Rule {
	return slices.Concat(specificationRules(), authoringRules(), clientRules(), suppressionRules())
}

// specificationRules are the errors that make a Skill invalid (contract 02
// section 2.2).
func specificationRules() []diagnostic.Rule {
	rules := []diagnostic.Rule{
		{
			ID: "AS-SKILL-NONCANONICAL-FILENAME", Title: "Entrypoint has another name than SKILL.md",
			Meaning: "The file is meant as an entrypoint but its name is not exactly SKILL.md; letter case counts.",
			Why:     "Clients look for that one name, so the skill does not exist for them.",
			Fix:     "Rename the file. For skill.md and NAME.skill.md, suggest-metadata shows the target path.",
			Wrong:   "skills/demo/skill.md", Right: "skills/demo/SKILL.md",
		},
		{
			ID: "AS-SKILL-MISSING-FRONTMATTER", Title: "No frontmatter",
			Meaning: "Line 1 is not the --- that opens a frontmatter block. A blank line before it counts too.",
			Why:     "Without a name and a description no client can offer the skill.",
			Fix:     "Begin the file with a block that holds name and description.",
			Wrong:   "# Demo", Right: "---\nname: demo\ndescription: Counts words. Use when a text has a length limit.\n---\n# Demo",
		},
		{
			ID: "AS-SKILL-UNCLOSED-FRONTMATTER", Title: "Frontmatter is not closed",
			Meaning: "Line 1 opens a block, but no later line begins with --- in column 1 and nothing else.",
			Why:     "The whole file reads as metadata, so neither fields nor instructions are known.",
			Fix:     "Put --- on a line of its own after the last field.",
			Wrong:   "---\nname: demo\n# Demo", Right: "---\nname: demo\n---\n# Demo",
		},
		{
			ID: "AS-SKILL-INVALID-YAML", Title: "Frontmatter is not valid YAML",
			Meaning: "The text between the delimiters cannot be read as one YAML 1.2 document, or is larger, deeper or more aliased than renma reads. details.yamlCode says which: SYNTAX, ALIAS, KEY, TAB, DOCUMENTS, DIRECTIVE, LIMIT or ENCODING.",
			Why:     "No field can be trusted after a syntax error; clients drop the skill or misread it.",
			Fix:     "Repair the reported line. Most often a value needs quotes because it holds a colon and a space, or begins with * or [.",
			Wrong:   "description: Use when: a plan is ready", Right: "description: \"Use when: a plan is ready\"",
		},
		{
			ID: "AS-SKILL-FRONTMATTER-NOT-MAPPING", Title: "Frontmatter has no fields",
			Meaning: "The block is empty, or its content is a list or a single text.",
			Why:     "Fields are looked up by name, so there is nothing to read.",
			Fix:     "Write key: value lines.",
			Wrong:   "---\n- demo\n---", Right: "---\nname: demo\n---",
		},
		{
			ID: "AS-SKILL-DUPLICATE-FIELD", Title: "Field declared twice",
			Meaning: "A top-level field stands more than once. Each repetition is one issue.",
			Why:     "Readers disagree on which value counts, so the skill means different things to different clients.",
			Fix:     "Keep the value that is right and delete the others.",
			Wrong:   "name: demo\nname: example", Right: "name: demo",
		},
		{
			ID: "AS-SKILL-DUPLICATE-METADATA-KEY", Title: "Metadata key declared twice",
			Meaning: "A key below metadata stands more than once, also across two metadata blocks.",
			Why:     "Ownership, status or routes would depend on which one a reader takes.",
			Fix:     "Keep one entry for the key.",
			Wrong:   "metadata:\n  renma.owner: team-a\n  renma.owner: team-b", Right: "metadata:\n  renma.owner: team-a",
		},
		{
			ID: "AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD", Title: "Unknown top-level field",
			Meaning: "A top-level field is none of name, description, license, compatibility, metadata and allowed-tools.",
			Why:     "It is a typing slip, a field of one client only, or metadata of the old format that nothing reads any more.",
			Fix:     "Correct the spelling, move the value to metadata as a string, or migrate it with suggest-metadata.",
			Wrong:   "owner: docs-team", Right: "metadata:\n  renma.owner: docs-team",
		},
		{
			ID: "AS-SKILL-MISSING-NAME", Title: "No name",
			Meaning: "The name field is absent or holds only white space.",
			Why:     "The name is how clients list and call the skill.",
			Fix:     "Set name to the name of the skill's directory.",
			Wrong:   "description: Counts words.", Right: "name: demo\ndescription: Counts words.",
		},
		{
			ID: "AS-SKILL-INVALID-NAME", Title: "Name breaks the naming rules",
			Meaning: "The name is no string, is longer than 64 characters, or has anything but lower-case letters, digits and single inner hyphens.",
			Why:     "Clients use the name as an identifier and reject others.",
			Fix:     "Choose a short lower-case name and rename the directory with it.",
			Wrong:   "name: My_Skill", Right: "name: my-skill",
		},
		{
			ID: "AS-SKILL-NAME-DIRECTORY-MISMATCH", Title: "Name and directory differ",
			Meaning: "The name is not that of the directory that holds SKILL.md.",
			Why:     "Some clients find the skill by directory and some by name; both must lead to the same skill.",
			Fix:     "Make the two equal. Changing either changes the identity of the skill, so check who refers to it.",
			Wrong:   "skills/demo/SKILL.md with name: example", Right: "skills/demo/SKILL.md with name: demo",
		},
		{
			ID: "AS-SKILL-MISSING-DESCRIPTION", Title: "No description",
			Meaning: "The description is absent or holds only white space.",
			Why:     "Clients decide by the description whether to load the skill at all.",
			Fix:     "Say in one or two sentences what the skill does and when to use it.",
			Wrong:   "name: demo", Right: "name: demo\ndescription: Counts words. Use when a text has a length limit.",
		},
		{
			ID: "AS-SKILL-INVALID-DESCRIPTION", Title: "Description is no text",
			Meaning: "The description is a number, a boolean, a list, a mapping or null. A value that begins with # is a comment and therefore null.",
			Why:     "Clients expect a string and drop the skill.",
			Fix:     "Write it as text, in quotes when it begins with a special character.",
			Wrong:   "description: # counts words", Right: "description: \"# counts words\"",
		},
		{
			ID: "AS-SKILL-DESCRIPTION-TOO-LONG", Title: "Description is longer than 1,024 characters",
			Meaning: "The description has more than 1,024 code points, counted as written.",
			Why:     "Every description is loaded all the time; clients cut or refuse longer ones.",
			Fix:     "Keep purpose and usage, and move the rest to the body.",
			Wrong:   "description: (1,200 characters)", Right: "description: (two sentences)",
		},
		{
			ID: "AS-SKILL-INVALID-COMPATIBILITY", Title: "Compatibility is no text",
			Meaning: "compatibility is present but empty or no string.",
			Why:     "A reader cannot tell which environment is needed.",
			Fix:     "Name the requirement as text, or delete the field.",
			Wrong:   "compatibility: [git]", Right: "compatibility: Needs git and network access",
		},
		{
			ID: "AS-SKILL-COMPATIBILITY-TOO-LONG", Title: "Compatibility is longer than 500 characters",
			Meaning: "compatibility has more than 500 code points, counted as written.",
			Why:     "The field is shown as one line and loaded with the description.",
			Fix:     "Shorten it; explain set-up in the body.",
			Wrong:   "compatibility: (700 characters)", Right: "compatibility: Needs Python 3.12",
		},
		{
			ID: "AS-SKILL-INVALID-LICENSE", Title: "License is no text",
			Meaning: "license is present but no string.",
			Why:     "A number such as 2.0 loses its meaning and its spelling.",
			Fix:     "Put the licence name in quotes.",
			Wrong:   "license: 2.0", Right: "license: Apache-2.0",
		},
		{
			ID: "AS-SKILL-INVALID-ALLOWED-TOOLS", Title: "Allowed tools is no text",
			Meaning: "allowed-tools is present but no string; a YAML list is the usual case.",
			Why:     "The format defines one string, and clients split it themselves.",
			Fix:     "Write the tools in one string, separated by spaces.",
			Wrong:   "allowed-tools: [Read, Grep]", Right: "allowed-tools: Read Grep",
		},
		{
			ID: "AS-SKILL-INVALID-METADATA", Title: "Metadata is no mapping of strings",
			Meaning: "metadata is no mapping, or one of its values is a number, a boolean, null, a list or a mapping.",
			Why:     "Values that are no strings change between YAML readers, and renma reads none of them.",
			Fix:     "Quote scalar values; write lists as a JSON array in a string.",
			Wrong:   "metadata:\n  version: 1.0", Right: "metadata:\n  version: \"1.0\"",
		},
	}
	for i := range rules {
		rules[i].Family, rules[i].Severity, rules[i].Contract = familySpecification, "error", "02 section 2.2"
	}
	return rules
}
