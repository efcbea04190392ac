package readiness

import (
	"slices"

	"github.com/renma/renma/diagnostic"
)

const family = "Readiness checks"

// Rules describes the checks, in their order.
func Rules() []diagnostic.Rule { return slices.Clone(rules) }

// title names a check. It depends on the id alone.
func title(id string) string {
	for i := range rules {
		if rules[i].ID == id {
			return rules[i].Title
		}
	}
	return id
}

var rules = []diagnostic.Rule{
	{
		ID: checkDiagnostics, Family: family, Severity: "error", Contract: "04 section 1.3",
		Title:   "No error diagnostics",
		Meaning: "Fails when the readiness document holds a diagnostic of severity error: a file or directory that cannot be read, a context lens that is wrong, or a suspended or revoked asset that is required or incompletely described.",
		Why:     "What is wrong with such a file hides what else is wrong with it. The score loses 40 points.",
		Fix:     "Repair what each diagnostic names.",
		Wrong:   "renma.status: suspended without renma.status-reason", Right: "renma.status-reason and renma.status-changed-at beside it",
	},
	{
		ID: checkSpecification, Family: family, Severity: "error", Contract: "04 section 1.3",
		Title:   "Skills follow the Agent Skills specification",
		Meaning: "Fails when a Skill breaks the specification.",
		Why:     "Agents may refuse such a Skill, and none of its metadata.renma entries count.",
		Fix:     "Run renma scan and repair the AS-SKILL issues it lists.",
		Wrong:   "name: Deploy", Right: "name: deploy",
	},
	{
		ID: checkOwnership, Family: family, Severity: "warning", Contract: "04 section 1.3",
		Title:   "Assets have owners",
		Meaning: "Warns when an asset has no owner, neither its own nor that of the Skill it supports.",
		Why:     "Nobody is asked when it has to change. The score loses up to 20 points.",
		Fix:     "Name the owner.",
		Wrong:   "metadata:\n  renma.id: skill.deploy", Right: "metadata:\n  renma.id: skill.deploy\n  renma.owner: platform",
	},
	{
		ID: checkUnresolvedEdges, Family: family, Severity: "error", Contract: "04 section 1.3",
		Title:   "Dependencies name assets that exist",
		Meaning: "Fails when a declared dependency names no asset by id or path. Optional ones are left to workflow.optional_context.",
		Why:     "Whoever follows the dependency finds nothing. The score loses 30 points.",
		Fix:     "Correct the target, or add the asset.",
		Wrong:   `renma.requires-context: '["context.realease"]'`, Right: `renma.requires-context: '["context.release"]'`,
	},
	{
		ID: checkContextClosure, Family: family, Severity: "error", Contract: "04 section 1.3",
		Title:   "Required context of Skills is available",
		Meaning: "Fails when something a Skill requires does not exist, or is suspended, revoked, deprecated or archived.",
		Why:     "The Skill cannot do its work as described.",
		Fix:     "Correct the reference, or replace the asset that is out of use.",
		Wrong:   "a Skill that requires a revoked context", Right: "a Skill that requires the context which took its place",
	},
	{
		ID: checkOptionalContext, Family: family, Severity: "warning", Contract: "04 section 1.3",
		Title:   "Optional context of Skills is available",
		Meaning: "Warns when something a Skill may use does not exist, or is suspended, revoked, deprecated or archived.",
		Why:     "The Skill promises help that is not there. The score loses 5 points.",
		Fix:     "Correct or drop the reference.",
		Wrong:   `renma.optional-context: '["context.gone"]'`, Right: `renma.optional-context: '["context.tips"]'`,
	},
	{
		ID: checkLens, Family: family, Severity: "warning, error", Contract: "04 section 1.3",
		Title:   "Context lenses are well formed",
		Meaning: "Fails for an error and warns for a warning about a context lens.",
		Why:     "A lens that is wrong focuses on nothing, or on the wrong thing.",
		Fix:     "Repair the CONTEXT-LENS diagnostics that the check lists.",
		Wrong:   "a lens without applies_to", Right: "applies_to: [context.release]",
	},
	{
		ID: checkLifecycle, Family: family, Severity: "info", Contract: "04 section 1.3",
		Title:   "Lifecycle of assets is known",
		Meaning: "Always passes, and lists the assets that are suspended, revoked, deprecated or archived.",
		Why:     "They stay in the repository, but nothing should lead to them.",
		Fix:     "Nothing, unless the reason is over.",
		Wrong:   "a suspension whose reason is long gone", Right: "renma.status: stable",
	},
	{
		ID: checkFreshness, Family: family, Severity: "warning", Contract: "04 section 1.3",
		Title:   "Assets are reviewed and not expired",
		Meaning: "Warns when an asset has expired, its review is overdue, or a date or period about that is invalid.",
		Why:     "Old instructions are followed as faithfully as new ones.",
		Fix:     "Review the asset, then set its dates.",
		Wrong:   `renma.expires-at: "2020-01-01"`, Right: `renma.expires-at: "2099-01-01"`,
	},
	{
		ID: checkInventory, Family: family, Severity: "error", Contract: "04 section 1.3",
		Title:   "The repository holds assets",
		Meaning: "Fails when not a single Skill, context or other asset was found.",
		Why:     "Usually the wrong directory was named. The score loses 10 points.",
		Fix:     "Name the root of the repository, or add a Skill.",
		Wrong:   "renma readiness skills", Right: "renma readiness .",
	},
	{
		ID: checkPublication, Family: family, Severity: "warning, error", Contract: "04 section 1.6",
		Title:   "Published entrypoints take effect",
		Meaning: "Warns for a publication that is invalid, inactive or without boundaries, and for adoption without an entrypoint in effect. Fails for one that is suspended or revoked.",
		Why:     "Discovery starts at entrypoints in effect and nowhere else.",
		Fix:     "Repair what each diagnostic names, or publish a valid, active Skill.",
		Wrong:   "renma.published-entrypoint: true", Right: `renma.published-entrypoint: "true"`,
	},
	{
		ID: checkRouteValidity, Family: family, Severity: "warning, error", Contract: "04 section 1.6",
		Title:   "Declared continuations can be followed",
		Meaning: "Warns when a declared route cannot be used, and fails when its target is suspended or revoked. A continues-with field that is no list declares no route and is only counted.",
		Why:     "The workflow ends where its author meant it to go on.",
		Fix:     "Correct or drop the declaration.",
		Wrong:   `renma.continues-with: '["skill.gone"]'`, Right: `renma.continues-with: '["skill.review"]'`,
	},
	{
		ID: checkCoverage, Family: family, Severity: "warning", Contract: "04 section 1.6",
		Title:   "Eligible Skills are reached",
		Meaning: "Warns when repository-wide adoption leaves an eligible Skill without a path from any entrypoint, and when adoption or metadata ask for coverage that no entrypoint provides.",
		Why:     "The repository says that discovery covers all of it.",
		Fix:     "Continue to the Skill from one that leads there, publish it, or leave it out on purpose.",
		Wrong:   "a Skill that nothing continues to", Right: "the same Skill named in continues-with of the step before it",
	},
	{
		ID: checkUnrouted, Family: family, Severity: "warning", Contract: "04 section 1.6",
		Title:   "Skills are published or continued to",
		Meaning: "Warns when repository-wide adoption leaves an eligible Skill that is neither published nor named by any usable route.",
		Why:     "It may have been forgotten when the routes were written.",
		Fix:     "Decide whether it is a first step, belongs below another Skill, or stands alone on purpose.",
		Wrong:   "a Skill that stands beside all routes", Right: `renma.published-entrypoint: "true"`,
	},
	{
		ID: checkCycles, Family: family, Severity: "warning", Contract: "04 section 1.6",
		Title:   "Continuation cycles are reviewed",
		Meaning: "Warns when Skills continue to each other in a circle. It never fails, whatever is adopted.",
		Why:     "A cycle can be meant, but then it needs an end that somebody has thought of.",
		Fix:     "Review where each cycle ends.",
		Wrong:   "two Skills that hand over to each other without a condition", Right: "the same Skills, saying when to stop",
	},
}
