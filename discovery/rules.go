package discovery

import "github.com/renma/renma/diagnostic"

const (
	familyRoutes      = "Discovery routes"
	familyEntrypoints = "Discovery entrypoints"
)

// Rules returns the rules of every id that the package reports.
func Rules() []diagnostic.Rule {
	return append(append([]diagnostic.Rule{}, routeRules...), entrypointRules...)
}

var routeRules = []diagnostic.Rule{
	{
		ID: codeInvalidContinuation, Family: familyRoutes, Severity: "warning",
		Title:    "Continuations cannot be read",
		Meaning:  "The value of renma.continues-with is no JSON array of non-blank strings, so none of its routes exists.",
		Why:      "One wrong member hides every continuation of the Skill.",
		Fix:      "Write a quoted JSON array of exact Skill ids or SKILL.md paths.",
		Wrong:    "renma.continues-with: skill.rollback",
		Right:    `renma.continues-with: '["skill.rollback"]'`,
		Contract: "03 section 2.4",
	},
	{
		ID: codeUnresolvedRoute, Family: familyRoutes, Severity: "warning",
		Title:    "Route names nothing, or several assets",
		Meaning:  "The target of a route is the exact id or path of no asset, or of more than one.",
		Why:      "Discovery ends here although the author meant it to continue.",
		Fix:      "Name one Skill by its exact id or repository-relative path.",
		Wrong:    `renma.continues-with: '["skill.rolback"]'`,
		Right:    `renma.continues-with: '["skill.rollback"]'`,
		Contract: "03 section 2.5",
	},
	{
		ID: codeTargetNotSkill, Family: familyRoutes, Severity: "warning",
		Title:    "Route leads to an asset that is no Skill",
		Meaning:  "The target of a route is a context, a lens or another asset.",
		Why:      "Only Skills can be continued with; contexts are required, not followed.",
		Fix:      "Name a Skill, or declare the asset in renma.requires-context.",
		Wrong:    `renma.continues-with: '["context.release"]'`,
		Right:    `renma.requires-context: '["context.release"]'`,
		Contract: "03 section 2.5",
	},
	{
		ID: codeInactiveTarget, Family: familyRoutes, Severity: "warning",
		Title:    "Route leads to a retired Skill",
		Meaning:  "The target of a route is deprecated or archived.",
		Why:      "The route is not followed, and a reader may follow retired guidance.",
		Fix:      "Continue with the replacement, or remove the route.",
		Wrong:    `renma.continues-with: '["skill.old-rollback"]'`,
		Right:    `renma.continues-with: '["skill.rollback"]'`,
		Contract: "03 section 2.9",
	},
	{
		ID: codeSuspendedTarget, Family: familyRoutes, Severity: "error",
		Title:    "Route leads to a suspended Skill",
		Meaning:  "The target of a route is suspended.",
		Why:      "The target is stopped for now, and must not be continued with.",
		Fix:      "Remove the route, or wait until the suspension is lifted.",
		Wrong:    `renma.continues-with: '["skill.paused"]'`,
		Right:    `renma.continues-with: '["skill.rollback"]'`,
		Contract: "03 section 2.9",
	},
	{
		ID: codeRevokedTarget, Family: familyRoutes, Severity: "error",
		Title:    "Route leads to a revoked Skill",
		Meaning:  "The target of a route is revoked.",
		Why:      "Trust in the target was withdrawn; nothing may continue with it.",
		Fix:      "Remove the route or name a replacement.",
		Wrong:    `renma.continues-with: '["skill.withdrawn"]'`,
		Right:    `renma.continues-with: '["skill.rollback"]'`,
		Contract: "03 section 2.9",
	},
	{
		ID: codeDuplicateRoute, Family: familyRoutes, Severity: "warning",
		Title:    "Target is declared more than once",
		Meaning:  "Several members of one renma.continues-with name the same target, perhaps in different spellings.",
		Why:      "Only the first one counts; an edit of another has no effect.",
		Fix:      "Keep one spelling.",
		Wrong:    `renma.continues-with: '["skill.rollback", "skills/rollback/SKILL.md"]'`,
		Right:    `renma.continues-with: '["skill.rollback"]'`,
		Contract: "03 section 2.7",
	},
	{
		ID: codeCycle, Family: familyRoutes, Severity: "warning",
		Title:    "Skills continue in a circle",
		Meaning:  "Usable routes lead from a Skill back to itself, directly or through others.",
		Why:      "A loop that does not say when it ends can repeat work forever.",
		Fix:      "Remove a route that was not meant, or say in each Skill when to stop, ask or hand over.",
		Wrong:    "# skill.a\nrenma.continues-with: '[\"skill.b\"]'\n# skill.b\nrenma.continues-with: '[\"skill.a\"]'",
		Right:    "# skill.a\nrenma.continues-with: '[\"skill.b\"]'\n# skill.b declares no route",
		Contract: "03 section 2.8",
	},
}

var entrypointRules = []diagnostic.Rule{
	{
		ID: codeInvalidMarker, Family: familyEntrypoints, Severity: "warning",
		Title:    "Publication marker has no effect",
		Meaning:  `renma.published-entrypoint is not exactly the string "true", is declared twice, or stands in a deprecated or archived Skill.`,
		Why:      "Discovery does not start at this Skill although its author expects it to.",
		Fix:      `Write one field with the quoted string "true" in a usable Skill, or remove it.`,
		Wrong:    "renma.published-entrypoint: true",
		Right:    `renma.published-entrypoint: "true"`,
		Contract: "03 section 2.3",
	},
	{
		ID: codeSuspendedMarker, Family: familyEntrypoints, Severity: "error",
		Title:    "Suspended Skill asks to be an entrypoint",
		Meaning:  "A Skill whose status is suspended carries a valid publication marker.",
		Why:      "The Skill is stopped for now, and nothing may start there.",
		Fix:      "Remove the marker until the suspension is lifted.",
		Wrong:    "renma.status: suspended\nrenma.published-entrypoint: \"true\"",
		Right:    "renma.status: suspended",
		Contract: "03 section 2.9",
	},
	{
		ID: codeRevokedMarker, Family: familyEntrypoints, Severity: "error",
		Title:    "Revoked Skill asks to be an entrypoint",
		Meaning:  "A Skill whose status is revoked carries a valid publication marker.",
		Why:      "Trust in the Skill was withdrawn; nothing may start there.",
		Fix:      "Remove the marker.",
		Wrong:    "renma.status: revoked\nrenma.published-entrypoint: \"true\"",
		Right:    "renma.status: revoked",
		Contract: "03 section 2.9",
	},
	{
		ID: codeBoundaries, Family: familyEntrypoints, Severity: "warning",
		Title:    "Entrypoint does not say what it is for",
		Meaning:  "The description of an effective entrypoint lacks a capability, a usage boundary or a selection boundary.",
		Why:      "An entrypoint is found first, and its description is all there is to choose by.",
		Fix:      "Say what the Skill does, when to use it, and when not to.",
		Wrong:    "description: Helps with releases.",
		Right:    "description: Drafts release notes from merged changes. Use when a release is cut; do not use for hotfixes.",
		Contract: "03 section 2.9",
	},
	{
		ID: codeUnreachable, Family: familyEntrypoints, Severity: "warning",
		Title:    "Eligible Skill is not reached",
		Meaning:  "The repository has adopted discovery, and no usable route leads from a published entrypoint to this Skill.",
		Why:      "Nobody who starts at an entrypoint is led to the Skill.",
		Fix:      "Decide whether it is an entrypoint, a continuation of another Skill, or apart on purpose.",
		Wrong:    "# skill.rollback: no marker, and no Skill continues with it",
		Right:    "# skill.deploy\nrenma.continues-with: '[\"skill.rollback\"]'",
		Contract: "03 section 2.9",
	},
}
