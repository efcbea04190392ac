package cireport

import "github.com/renma/renma/diagnostic"

const family = "Skill Discovery policy"

// Rules describes the conditions of the Skill Discovery policy, in their order.
// They count where skill_discovery.ci_policy is warn on either side.
func Rules() []diagnostic.Rule {
	return []diagnostic.Rule{
		{
			ID: string(AdoptionWeakened), Family: family, Severity: "warning", Contract: "04 section 4b",
			Title:   "Adoption was given up",
			Meaning: "Repository-wide adoption was adopted or incomplete before, and is partial or not adopted now.",
			Why:     "Coverage is no longer checked from here on.",
			Fix:     "Restore skill_discovery.adopted, or confirm the decision.",
			Wrong:   `{"skill_discovery": {"adopted": false}}`, Right: `{"skill_discovery": {"adopted": true}}`,
		},
		{
			ID: string(AdoptionIncomplete), Family: family, Severity: "warning", Contract: "04 section 4b",
			Title:   "Adoption without an entrypoint",
			Meaning: "The configuration adopts Skill Discovery, but no published entrypoint is in effect. It is reported as long as that lasts.",
			Why:     "Nothing can be reached, so nothing can be missed either.",
			Fix:     "Publish a valid, active Skill.",
			Wrong:   "adopted: true and no published entrypoint", Right: `renma.published-entrypoint: "true"`,
		},
		{
			ID: string(NewlyNotReached), Family: family, Severity: "warning", Contract: "04 section 4b",
			Title:   "Skill newly not reached",
			Meaning: "An eligible Skill is not reached from any entrypoint now. Before, it was reached, not eligible, or not there.",
			Why:     "Nobody finds the Skill by following what is declared.",
			Fix:     "Add a route to it, publish it, or confirm that it stands alone.",
			Wrong:   "a new Skill that nothing continues to", Right: "the new Skill named in continues-with of the step before it",
		},
		{
			ID: string(RouteBecameUnusable), Family: family, Severity: "warning", Contract: "04 section 4b",
			Title:   "Route became unusable",
			Meaning: "A route that could be followed before cannot be now, for example because its target is deprecated, invalid, gone, or named a second time by a spelling that sorts first.",
			Why:     "A workflow that went on here ends now.",
			Fix:     "Correct or drop the declaration.",
			Wrong:   "continues-with a Skill that this change deprecates", Right: "continues-with the Skill that takes its place",
		},
		{
			ID: string(AddedUnusableRoute), Family: family, Severity: "warning", Contract: "04 section 4b",
			Title:   "New route that cannot be followed",
			Meaning: "A route that was not declared before cannot be followed.",
			Why:     "It promises a step that discovery does not take.",
			Fix:     "Correct or drop the declaration.",
			Wrong:   `renma.continues-with: '["skill.reveiw"]'`, Right: `renma.continues-with: '["skill.review"]'`,
		},
	}
}
