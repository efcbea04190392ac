package snapshot

import "github.com/renma/renma/diagnostic"

// catalogRules are the rules of everything that metadata can get wrong.
func catalogRules() []diagnostic.Rule {
	var out []diagnostic.Rule
	for _, family := range [][]diagnostic.Rule{metadataRules, lifecycleRules, dependencyRules, lensRules} {
		out = append(out, family...)
	}
	return out
}

const familyMetadata = "Metadata"

var metadataRules = []diagnostic.Rule{
	{
		ID: "META-INVALID-RENMA-FRONTMATTER", Family: familyMetadata, Severity: "high, error",
		Title:    "Frontmatter cannot be read",
		Meaning:  "The frontmatter of an asset that is no Skill is unclosed, no valid YAML or no mapping, or it declares a key twice.",
		Why:      "Metadata that cannot be read has no effect: the asset loses its id, owner and status.",
		Fix:      "Repair the YAML between two lines that are exactly ---, and declare each key once.",
		Wrong:    "---\nid: context.release\nowner: team-a\nowner: team-b\n---",
		Right:    "---\nid: context.release\nowner: team-a\n---",
		Contract: "01 section 5.3",
	},
	{
		ID: "META-MISSING-ID", Family: familyMetadata, Severity: "medium, warning",
		Title:    "Context or lens without id",
		Meaning:  "A context or a context lens declares no id, so its path serves as one.",
		Why:      "Whatever names the asset by path breaks when the file moves.",
		Fix:      "Declare an id that is unique in the repository.",
		Wrong:    "---\nowner: team-a\n---",
		Right:    "---\nid: context.release\nowner: team-a\n---",
		Contract: "01 section 5.3",
	},
	{
		ID: "META-MISSING-OWNER", Family: familyMetadata, Severity: "warning",
		Title:    "Context or lens without owner",
		Meaning:  "A context or a context lens declares no owner. It is reported in the catalog only and is never a finding.",
		Why:      "Nobody is asked when the text goes stale, and contexts inherit no owner.",
		Fix:      "Declare the team that answers for the asset.",
		Wrong:    "---\nid: context.release\n---",
		Right:    "---\nid: context.release\nowner: team-a\n---",
		Contract: "01 section 5.3",
	},
	{
		ID: "META-FRONTMATTER-TOO-LARGE", Family: familyMetadata, Severity: "low, warning",
		Title:    "Frontmatter is very large",
		Meaning:  "The frontmatter block has more than 48 lines or 4096 characters, delimiters included.",
		Why:      "Prose in metadata is not read as instructions and makes every listing slow to read.",
		Fix:      "Keep short values in the frontmatter and move prose to the body.",
		Wrong:    "---\npurpose: >\n  (three pages of text)\n---",
		Right:    "---\npurpose: Check a release plan for risk\n---\nThree pages of text.",
		Contract: "01 section 5.3",
	},
	{
		ID: "META-LIST-ITEM-TOO-LONG", Family: familyMetadata, Severity: "low, warning",
		Title:    "List item is very long",
		Meaning:  "A member of a metadata list has more than 256 characters and is no id, path or URL.",
		Why:      "A list of metadata is for short values that are compared and listed.",
		Fix:      "Shorten the item, or move the text to the body.",
		Wrong:    "when_to_use:\n  - (a paragraph)",
		Right:    "when_to_use:\n  - planning a release",
		Contract: "01 section 5.3",
	},
	{
		ID: "META-CONTEXT-MISSING-WHEN-TO-USE", Family: familyMetadata, Severity: "low, warning",
		Title:    "Context does not say when to use it",
		Meaning:  "A usable context with an owner and an id below context. has no when_to_use.",
		Why:      "Authors cannot tell for which tasks the context was written.",
		Fix:      "List the tasks for which this context is meant.",
		Wrong:    "---\nid: context.release\nowner: team-a\nwhen_not_to_use: [hotfixes]\n---",
		Right:    "---\nid: context.release\nowner: team-a\nwhen_to_use: [planning a release]\nwhen_not_to_use: [hotfixes]\n---",
		Contract: "01 section 5.3",
	},
	{
		ID: "META-CONTEXT-MISSING-WHEN-NOT-TO-USE", Family: familyMetadata, Severity: "low, warning",
		Title:    "Context does not say when not to use it",
		Meaning:  "A usable context with an owner and an id below context. has no when_not_to_use.",
		Why:      "A context without limits is pulled into tasks it was not written for.",
		Fix:      "List the tasks for which this context is not meant.",
		Wrong:    "---\nid: context.release\nowner: team-a\nwhen_to_use: [planning a release]\n---",
		Right:    "---\nid: context.release\nowner: team-a\nwhen_to_use: [planning a release]\nwhen_not_to_use: [hotfixes]\n---",
		Contract: "01 section 5.3",
	},
	{
		ID: "META-CONTEXT-PLACEHOLDER-USAGE-BOUNDARY", Family: familyMetadata, Severity: "low, warning",
		Title:    "Usage list holds a placeholder",
		Meaning:  "A member of when_to_use or when_not_to_use is, or begins with, a word such as todo, tbd, none or n/a.",
		Why:      "A placeholder counts as a filled field and hides that nothing was decided.",
		Fix:      "Replace the placeholder with a real condition.",
		Wrong:    "when_not_to_use: [TBD]",
		Right:    "when_not_to_use: [hotfixes]",
		Contract: "01 section 5.3",
	},
	{
		ID: "META-POLICY-REQUIRED-FIELD-MISSING", Family: familyMetadata, Severity: "high, error",
		Title:    "Required metadata is missing",
		Meaning:  "metadata.required in the configuration names a field that a cataloged Markdown file does not declare with a valid value of its own.",
		Why:      "The repository decided that its assets carry this field.",
		Fix:      "Declare the field in the file; an inherited owner does not count.",
		Wrong:    "---\nid: context.release\n---",
		Right:    "---\nid: context.release\nowner: team-a\n---",
		Contract: "01 section 5.3",
	},
	{
		ID: "META-CATALOG-DIAGNOSTIC", Family: familyMetadata, Severity: "medium, warning",
		Title: "Metadata value has no effect or contradicts another",
		Meaning: "One of several faults, told apart by details.reason: invalid-list-value, unsupported-canonical-context, duplicate-metadata-mapping, " +
			"lens-missing-purpose, lens-missing-applies-to, superseded-by-missing, superseded-by-self, superseded-by-unknown, " +
			"superseded-by-inactive, superseded-by-cycle, conflicts-self or conflicts-unknown.",
		Why:      "What the author declared is not what readers of the catalog see.",
		Fix:      "Correct the value that the message names.",
		Wrong:    "metadata:\n  renma.tags: release, notes",
		Right:    "metadata:\n  renma.tags: '[\"release\", \"notes\"]'",
		Contract: "01 sections 4.3 and 5.3",
	},
	{
		ID: "META-UNSUPPORTED-CANONICAL-CONTEXT", Family: familyMetadata, Severity: "warning",
		Title:    "canonical_context is not supported",
		Meaning:  "An asset declares canonical_context, which nothing reads. As a finding it is META-CATALOG-DIAGNOSTIC.",
		Why:      "The asset looks as if it pointed to another one, and does not.",
		Fix:      "Name the replacement in superseded_by.",
		Wrong:    "canonical_context: context.release",
		Right:    "superseded_by: [context.release]",
		Contract: "01 section 3.2",
	},
	{
		ID: "META-DUPLICATE-ASSET-ID", Family: familyMetadata, Severity: "medium",
		Title:    "Two assets share an id",
		Meaning:  "The effective id of an asset is also that of another; each of them is reported.",
		Why:      "A reference by that id is ambiguous, and Skills that share an id are not published.",
		Fix:      "Give each asset its own id and update what names it.",
		Wrong:    "contexts/a.md: id: context.release\ncontexts/b.md: id: context.release",
		Right:    "contexts/a.md: id: context.release\ncontexts/b.md: id: context.hotfix",
		Contract: "01 section 5.3",
	},
	{
		ID: "SUPPRESSION-EXPIRED", Family: "Configuration", Severity: "warning",
		Title:    "Suppression has expired",
		Meaning:  "A configured suppression has an expiry date before today, so its findings are reported again.",
		Why:      "The date was the promise to look at the findings once more.",
		Fix:      "Fix the findings and remove the entry, or renew it with a new date and reason.",
		Wrong:    `{ "id": "META-MISSING-ID", "paths": ["contexts/old"], "reason": "migrating", "expires": "2020-01-01" }`,
		Right:    `{ "id": "META-MISSING-ID", "paths": ["contexts/old"], "reason": "migrating", "expires": "2099-01-01" }`,
		Contract: "01 section 2.3",
	},
}
