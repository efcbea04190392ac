package collision

import "github.com/renma/renma/diagnostic"

// Rules returns the rule of every id that this package reports.
func Rules() []diagnostic.Rule {
	rules := []diagnostic.Rule{
		{
			ID: "COLLISION-SAME-NAME", Severity: "warning",
			Title:   "Two skills share a name",
			Meaning: "Another SKILL.md declares the same name. Each of them is reported; details.otherPaths holds up to ten of the others. A skill that stands in both roots at the same place, byte for byte, counts once and is COLLISION-MIRROR.",
			Why:     "Clients know skills by name: one that finds both uses either, and an edit of the other seems to have no effect.",
			Fix:     "Give each skill a name of its own, or remove the copy that is out of date.",
			Wrong:   ".agents/skills/release/SKILL.md: name: release (old text)\nskills/release/SKILL.md: name: release",
			Right:   "skills/release/SKILL.md: name: release",
		},
		{
			ID: "COLLISION-MIRROR", Severity: "info",
			Title:   "Skills stand in both roots",
			Meaning: "SKILL.md files stand below skills/ and below .agents/skills/ at the same place and byte for byte. It is reported once for the repository; details.mirroredPaths holds up to ten of them, and the other checks of this family count each pair as one skill.",
			Why:     "Copies are fine for clients that read one root each, until somebody changes one of them only.",
			Fix:     "Change both together, or keep one and have the other made from it.",
			Wrong:   ".agents/skills/release/SKILL.md and skills/release/SKILL.md, edited by hand",
			Right:   "skills/release/SKILL.md, copied to .agents/skills by the build",
		},
		{
			ID: "COLLISION-SAME-BODY", Severity: "warning",
			Title: "Skills of several names share their text",
			Meaning: "The text below the frontmatter is that of a skill with another name, apart from line ends and white space around it, and has 20 words or more. " +
				"Skills that are suspended, revoked, deprecated or archived are not compared.",
			Why:   "Which of the two is activated makes no difference, and a correction of one is missing in the other.",
			Fix:   "Keep one skill, or move the shared text to a reference that both name.",
			Wrong: "skills/deploy/SKILL.md and skills/release/SKILL.md with one text",
			Right: "skills/deploy/SKILL.md: Follow [the steps](../../contexts/deploy.md).",
		},
		{
			ID: "COLLISION-SIMILAR-DESCRIPTION", Severity: "warning",
			Title: "Skills of several names describe themselves alike",
			Meaning: "The description is nearly that of a skill with another name: of all runs of three words that either has, at least 85% are in both. " +
				"About one word in 35 may differ. Letter case, punctuation and white space do not count; the ends of the text count as two words each, and every Han, Kana or Hangul character as one. " +
				"A group consists of the first of its skills by path and of those that are nearly the same as that one; each member is reported. " +
				"Descriptions of fewer than 8 words are not compared, nor are skills that are suspended, revoked, deprecated or archived.",
			Why:   "The description is all that a client sees when it chooses; with two of one meaning it may choose either.",
			Fix:   "Say in each description what only this skill is for and when to take the other, or merge the skills.",
			Wrong: "skills/a: description: Reviews a release plan for gaps and unclear owners.\nskills/b: description: Reviews a release plan for gaps and unclear owners!",
			Right: "skills/a: description: Reviews a release plan before it is announced; for hotfixes use b.\nskills/b: description: Reviews a hotfix after it went out; for planned releases use a.",
		},
	}
	for i := range rules {
		rules[i].Family, rules[i].Contract = "Collisions", "none, renma's own"
	}
	return rules
}
