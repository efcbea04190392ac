package agentskills

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/markdown"
)

// inspectText runs the body checks over text whose first line is line 1.
func inspectText(text string) findings { return inspectBody(markdown.Parse(text, 1)) }

// The rows of contract 02 section 4.6, with the line of the warning or 0.
func TestContractExclusions(t *testing.T) {
	const plain = "Reviews plans. Use when a plan is ready."
	tests := []struct {
		body, description string
		want              int
	}{
		{"Do not use this skill for load tests.", plain, 1},
		{"Don't use this skill on Windows.", plain, 1},
		{"## When not to use\n\n- Load tests.\n", plain, 3},
		{"Do not use this skill for load tests.", "Reviews plans, except load-test plans. Use when a plan is ready.", 0},
		{"Do not use tabs.", plain, 0},
		{"This skill is not for load tests.", plain, 1},
		{"```\nThis skill is not for load tests.\n```\n<!-- This skill is not for load tests. -->\n", plain, 0},
	}
	for _, tt := range tests {
		got := inspectText(tt.body).exclusionLine
		if describesExclusion(splitSentences(tt.description)) {
			got = 0
		}
		if got != tt.want {
			t.Errorf("%q with %q: line %d, want %d", tt.body, tt.description, got, tt.want)
		}
	}
}

func TestExclusionsInBody(t *testing.T) {
	tests := []struct {
		body string
		want int
	}{
		{"Never invoke this skill on production data.", 1},
		{"Text.\n\n- Avoid using this skill for one-off edits.", 3},
		{"**Do NOT use this skill when** the file is binary.", 1},
		{"If the plan is about\nload, do not select the skill.", 2},
		{"This skill isn't meant for beginners.", 1},
		{"This skill should not be used for quotes.", 1},
		{"The skill must not be triggered by typos.", 1},
		{"This is not the right skill for quotes. The skill is not suited for them.", 1},
		{"For quotes, pick another skill instead.", 1},
		{"For quotes this skill is not suitable.", 1},
		{"This skill reviews plans. Do not use it for quotes.", 1},
		{"> [!NOTE]\n> Do not use this skill for quotes.", 2},
		{"# Do not use this skill when\n\nquotes are due", 3},
		{"# Out of scope\n\n* quotes", 3},
		{"# Not for\n\nquotes", 3},
		{"# Selection boundary\n\nquotes", 3},
		{"# When NOT to use this skill\n\n## Here\n\nquotes", 5},
		{"# 3. Exclusions\n\n1. quotes", 3},
		{"# When not to use\n\n| case | instead |\n|---|---|\n| quotes | other |", 3},

		{"## When to use\n\n**Do not use for:**\n- quotes\n", 3},

		{"Do not use for quotes.", 0},
		{"Do not use the skill's cache folder.", 0},
		{"Do not use `/other-skill` here.", 0},
		{"Do not load the skill files by hand.", 0},
		{"Do not use it for quotes.", 0},
		{"Agents that do not use this skill are slower.", 0},
		{"> Do not use this skill for quotes.", 0},
		{"\"Do not use this skill\" is what people say.", 0},
		{"Do you never use this skill?", 0},
		{"Use another skill to format the result.", 0},
		{"# When not to use mocks\n\nFor pure functions.", 0},
		{"# Do not use these libraries\n\n- left-pad", 0},
		{"# When to use and when not to use\n\nFor plans.", 0},
		{"# Not for\n", 0},
		{"Avoid using this skill's scripts directly.", 0},
		{"This skill is not slow.", 0},
	}
	for _, tt := range tests {
		if got := inspectText(tt.body).exclusionLine; got != tt.want {
			t.Errorf("%q: line %d, want %d", tt.body, got, tt.want)
		}
	}
}

func TestExclusionsInDescription(t *testing.T) {
	for description, want := range map[string]bool{
		"Reviews plans. Not for load tests.":                     true,
		"Reviews plans. Do not use for load tests.":              true,
		"Reviews plans. Don't use with spreadsheets.":            true,
		"Reviews plans. DO NOT TRIGGER when a test is named.":    true,
		"Reviews plans excluding load tests.":                    true,
		"Reviews plans other than load tests.":                   true,
		"Reviews plans instead of writing them.":                 true,
		"Reviews plans; skip drafts.":                            true,
		"Reviews plans. Avoid for drafts.":                       true,
		"Reviews plans rather than drafts.":                      true,
		"Reviews plans unless they are drafts.":                  true,
		"Reviews plans. Only for release plans.":                 true,
		"Reviews plans. It isn't intended for drafts.":           true,
		"Reviews plans. Load tests are out of scope.":            true,
		"Reviews plans. Use when a plan is ready.":               false,
		"Finds tests that never finish.":                         false,
		"Reviews plans of any size. Use when a plan is waiting.": false,
	} {
		if got := describesExclusion(splitSentences(description)); got != want {
			t.Errorf("%q: %v, want %v", description, got, want)
		}
	}
}

// lineVerdict says whether a line is a constraint and has an alternative:
// "no", "W" (constraint without) or "-" (constraint with).
func lineVerdict(f findings, line int) string {
	for _, c := range f.constraints {
		switch {
		case c.line != line:
		case c.alternative:
			return "-"
		default:
			return "W"
		}
	}
	return "no"
}

// The rows of contract 02 section 4.7.
func TestContractConstraints(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Do not change billing files.", "W"},
		{"Do not change billing files. Write a patch instead.", "-"},
		{"Never print tokens. Stop and tell the user.", "-"},
		{"Do not guess the region; ask the user.", "-"},
		{"Do not print tokens. Printing them is bad.", "W"},
		{"Do not keep logs.\nEscalate to the owner.", "- no"},
		{"Do not keep logs.\nDo not keep dumps.\nAsk the owner.", "- - no"},
		{"Do not keep logs.\nLogs hold names.\nNames are private.\nEscalate to the owner.", "W no no no"},
		{"Never use percentages - use absolute widths.", "-"},
		{"Use absolute widths, never percentages.", "-"},
		{"Do not deploy without approval.", "-"},
		{"Do not declare success until the tests pass.", "-"},
		{"Always use spaces.", "no"},
		{"The first render is almost never right.", "no"},
		{"A brief may not contain real content.", "no"},
		{"Scripts must not write outside the work folder.", "W"},
		{"Deleting backups is prohibited.", "W"},
		{"Don't retry forever.", "W"},
		{"`do not` is a keyword here.", "no"},
	}
	for _, tt := range tests {
		lines := strings.Split(tt.text, "\n")
		f := inspectText("## Hard Constraints\n\n- " + strings.Join(lines, "\n- ") + "\n")
		var got []string
		for i := range lines {
			got = append(got, lineVerdict(f, 3+i))
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
		for _, c := range f.constraints {
			if !c.prominent {
				t.Errorf("%q: line %d is not prominent", tt.text, c.line)
			}
		}
	}
	for body, want := range map[string][]constraint{
		"Prohibited Actions\n------------------\n\nText.":                    nil,
		"## Hard Constraints\n\n| key | rule |\n|---|---|\n| a | do not x |": nil,
		"## Procedure\n\nDo not skip step 2":                                 {{line: 3}},
	} {
		opt := cmp.AllowUnexported(constraint{})
		if diff := cmp.Diff(want, inspectText(body).constraints, opt); diff != "" {
			t.Errorf("%q (-want +got)\n%s", body, diff)
		}
	}
}

// Lines of the kind people write, beyond those of the contract: one list item
// under a heading that names limits.
var furtherConstraints = []struct{ want, text string }{
	// Forbidden, and nothing said about what to do.
	{"W", "Do NOT edit generated files."},
	{"W", "**Never commit secrets.**"},
	{"W", "**DO NOT** touch `main`."},
	{"W", "Don’t reformat files you have not changed."},
	{"W", "Never `git push --force`."},
	{"W", "Under no circumstances delete user data."},
	{"W", "On no account share the transcript."},
	{"W", "You must not open the vault."},
	{"W", "The agent must never merge its own pull request."},
	{"W", "You mustn't log personal data."},
	{"W", "The skill may not call external services."},
	{"W", "Output shall not contain stack traces."},
	{"W", "Emoji are not allowed in commit messages."},
	{"W", "Direct database access is strictly forbidden."},
	{"W", "Pushing to `main` isn't permitted."},
	{"W", "Writing to disk cannot be part of a dry run."},
	{"W", "You are not allowed to install packages."},
	{"W", "IMPORTANT: never run migrations by hand."},
	{"W", "If the checksum differs, do not continue."},
	{"W", "When the build is red, never merge."},
	{"W", "For production, do not print connection strings."},
	{"W", "Please don't add dependencies."},
	{"W", "Note: do not rename columns."},
	{"W", "❌ Don't invent numbers."},
	{"W", "Do not add, remove, or rename files."},
	{"W", "Do not delete and recreate the index."},
	{"W", "Never use `eval`, `exec` or `system`."},
	{"W", "Secrets (never print them) live in the vault."},
	{"W", "The token is short-lived; never store it."},
	{"W", "Keys are personal — do not share them."},
	{"W", "Do not stop the server."},
	{"W", "Do not use real names in examples."},
	{"W", "Do not be verbose."},
	{"W", "Never ever skip the review."},
	{"W", "Do not simply copy the example."},
	{"W", "Do not commit.\nCommits are permanent."},
	{"W", "Do not process more than 50 files, they exhaust the context."},
	{"W", "Do not access the network, and never open sockets."},
	{"W", "1\\. Do not skip tests."},
	{"W", "Do not proceed if the lock is held."},
	{"W", "Don't trust client input."},
	{"W", "Do not, under any circumstances, share the key."},
	{"W", "Agents are never allowed to push."},
	{"W", "**You MUST NOT edit tests to make them pass.**"},
	{"W", "Never edit the lock file. It should not be edited."},
	{"W", "Do not keep logs. They must never be kept."},

	// Forbidden, with a way on.
	{"-", "Do not guess. Ask."},
	{"-", "**Never verify calls**: Use `never()` to ensure methods are not called."},
	{"-", "Never rename fields. Add new ones and mark the old ones:"},
	{"-", "Don't use `Test::More`: Prefer Test2::V0"},
	{"-", "Read the clock: `date -u`. Never use a bare date."},
	{"-", "Never call it once per item. Always batch:"},
	{"-", "Do not merge early. Make sure the build is green."},
	{"-", "Never edit the lock file. Leave it unchanged."},
	{"-", "Do not hardcode colors, use tokens."},
	{"-", "Do not write a new parser but extend the old one."},
	{"-", "Never use `sed`; prefer the edit tool."},
	{"-", "Don't deploy on Fridays (wait until Monday)."},
	{"-", "Never store tokens in code → use the keychain."},
	{"-", "Never store tokens in code -> use the keychain."},
	{"-", "Do not overwrite files; instead, write to `out/`."},
	{"-", "Never use inline styles instead of classes."},
	{"-", "Do not write prose rather than code."},
	{"-", "Use `pnpm`, never `npm`."},
	{"-", "Read the file first and never guess its content."},
	{"-", "Do not merge unless two people approved."},
	{"-", "Never publish before the owner signs off."},
	{"-", "Do not change files other than the specification."},
	{"-", "Do not touch the schema except in migrations."},
	{"-", "Never write outside of the sandbox."},
	{"-", "Never print secret values. Surface only key names."},
	{"-", "**Don't share state**: each test should be independent."},
	{"-", "Do not install hooks. If one is missing, report it."},
	{"-", "Do not retry more than twice. After that, hand over to a person."},
	{"-", "Never force-push. You can open a pull request."},
	{"-", "Do not delete branches. Deleting merged ones is fine."},
	{"-", "If unsure, do not continue; stop and ask."},
	{"-", "Do not push. To publish, open a pull request."},
	{"-", "Never `setTimeout` in tests. Use the matchers above."},
	{"-", "Do not answer from memory. The user must confirm first."},
	{"-", "Do not quote whole files, only the lines that matter."},
	{"-", "Treat bad entries as misses, never crash."},
	{"-", "Don't build ahead of need — add it when a second caller appears."},
	{"-", "Drafts must not be published until legal approves."},
	{"-", "Never log the body, just its length."},
	{"-", "Do not invent facts. Mark open questions explicitly."},
	{"-", "Do not load all references at once; load them as needed."},
	{"-", "Credentials must not be committed. Keep them in the vault."},

	// Facts, possibilities, names, questions, quotations.
	{"no", "Your first draft is almost never right."},
	{"no", "Page headers do not repeat on slides."},
	{"no", "Errors that never surface are the worst."},
	{"no", "These files do not exist yet."},
	{"no", "You do not need a pattern here."},
	{"no", "They don't know your code base."},
	{"no", "Subagents **do not see** the conversation."},
	{"no", "The page headers **never** repeat."},
	{"no", "The API may not return all rows."},
	{"no", "You may not need this step."},
	{"no", "It may not work on Windows."},
	{"no", "Files cannot be read while locked."},
	{"no", "The defect cannot be reproduced."},
	{"no", "A list of prohibited words is in `words.txt`."},
	{"no", "See the forbidden imports."},
	{"no", "If access is forbidden, ask for a token."},
	{"no", "When a port is not allowed, the probe fails."},
	{"no", "Check whether uploads are prohibited."},
	{"no", "Collect fields that must not be empty."},
	{"no", "Why do services never answer?"},
	{"no", "Should I never rebase?"},
	{"no", "Users say \"do not email me\"."},
	{"no", "Write “never again” in the log."},
	{"no", "Don't forget to run the tests."},
	{"no", "Do not hesitate to ask."},
	{"no", "Don't worry about speed."},
	{"no", "Never a good idea."},
	{"no", "Never tested on Windows."},
	{"no", "Text is always sparse - never lengthy."},
	{"no", "**Minimal text**: stress that text is sparse, part of the picture - never lengthy"},
	{"no", "Use quotes only for people, never for emphasis."},
	{"no", "Flag errors that extend a class but don't call it."},
	{"no", "Check that mounts don't shadow files."},
	{"no", "The rule named `never-nest` is on."},
	{"no", "Write tests for code that has never had a bug."},
	{"no", "Changes that are additive don't need a version."},
	{"no", "A `403` is forbidden by the proxy: see below?"},
	{"no", "Avoid long lines."},
	{"no", "Keep code DRY (Don't Repeat Yourself)."},
	{"no", "Color choices have contrast and do not collapse into one note."},
	{"no", "Some transitions are prohibited in food plants."},
	{"no", "`--force`: do not use when files are tracked."},
	{"no", "No more than three colors."},
	{"no", "It is not necessary to rebase."},
	{"no", "Not all tests are fast."},
	{"no", "Once merged, branches never come back."},
}

func TestFurtherConstraints(t *testing.T) {
	for _, tt := range furtherConstraints {
		lines := strings.Split(tt.text, "\n")
		f := inspectText("## Rules\n\n- " + strings.Join(lines, "\n- ") + "\n")
		if got := lineVerdict(f, 3); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestConstraintLines(t *testing.T) {
	tests := []struct {
		name, body string
		want       []int
	}{
		{"wrapped sentence: the line of the prohibition", "If the region is not known,\ndo not guess it.\n", []int{2}},
		{"two on one line are one", "Do not guess. Never assume.\n", []int{1}},
		{"two sentences of a paragraph", "Do not guess.\nNever assume.\n", []int{1, 2}},
		{"lazy list item", "- Do not guess\nthe region.\n", []int{1}},
		{"lines that begin with an emoji", "✅ Read the plan\n❌ Do not guess\n❌ Never assume\n", []int{2, 3}},
		{"a line of many kilobytes", strings.Repeat("Never guess. ", 1000) + "\n", []int{1}},
		{"nested list", "- Regions:\n  - never guess one\n", []int{2}},
		{"quotation", "> Do not guess.\n", nil},
		{"callout", "> [!WARNING]\n> Do not guess.\n\n> **Note:** never assume.\n", []int{2, 4}},
		{"below a tag", "<rules>\nDo not guess.\n</rules>\n", []int{2}},
		{"in HTML", "<div>\nDo not guess.\n</div>\n", []int{2}},
		{"heading", "## Never guess\n", nil},
		{"exclusion beside it", "Do not use this skill for quotes. Never guess.\n", []int{1}},
		{"below an excluding heading", "## When not to use\n\n- Do not use for quotes.\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []int
			for _, c := range inspectText(tt.body).constraints {
				got = append(got, c.line)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("lines (-want +got)\n%s", diff)
			}
		})
	}
}

func TestAlternativeNearby(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"wrapped: the rest of the line", "Do not guess\nthe region. Ask\nthe user.\n", "-"},
		{"second line of the section", "- Do not guess.\n- Guesses are wrong.\n- Ask the user.\n", "-"},
		{"third line", "- Do not guess.\n- Guesses are wrong.\n- Users know.\n- Ask the user.\n", "W"},
		{"next section", "Do not guess.\n\n## Next\n\nAsk the user.\n", "W"},
		{"sub-section", "Do not guess.\n\n### Next\n\nAsk the user.\n", "W"},
		{"code between does not count", "Do not guess.\n\n```\na\nb\nc\n```\n\nAsk the user.\n", "-"},
		{"next line is a constraint with its own", "- Do not guess.\n- Never assume; ask the user.\n", "W -"},
		{"line before", "- Ask the user.\n- Do not guess.\n", "W"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range inspectText(tt.body).constraints {
				got = append(got, map[bool]string{true: "-", false: "W"}[c.alternative])
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestProminentHeadings(t *testing.T) {
	for heading, want := range map[string]bool{
		"Constraints": true, "Hard Constraints": true, "2. Safety rules": true, "🚨 Guardrails for releases": true,
		"What not to do": true, "Critical rules": true, "Prohibited Actions": true, "Do's and Don'ts": true, "DON’T": true,
		"Never do this": true, "What you must not do": true, "Restrictions": true, "Non-negotiables": true, "Limits": true,
		"**Boundaries**": true, "FORBIDDEN": true, "Do not": true, "Safety": true,
		"Procedure": false, "Notes": false, "": false, "Steps": false, "Limiting results": false,
		"How the rules engine loads all of its files": false, "Overview": false, "Doing things": false,
	} {
		doc := markdown.Parse("# "+heading+"\n", 1)
		if got := prominent(headingWords(doc.Headings[0].Text)); got != want {
			t.Errorf("%q: %v, want %v", heading, got, want)
		}
	}
}

func TestSections(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"nested below a prominent heading", "# Constraints\n\n## Files\n\nDo not guess.\n\n## Net\n\nDo not guess.\n", "[5 9] false"},
		{"one prominent, one not", "# Constraints\n\nDo not guess.\n\n# Steps\n\nDo not guess.\n", "[3 7] true"},
		{"none prominent", "# A\n\nDo not guess.\n\n# B\n\nDo not guess.\n", "[3 7] true"},
		{"one section", "# A\n\nDo not guess.\n\nDo not assume.\n", "[3 5] false"},
		{"closed by a higher heading", "## Constraints\n\nDo not guess.\n\n# B\n\nDo not guess.\n", "[3 7] true"},
		{"heading in a list is none", "# A\n\nDo not guess.\n\n- # Constraints\n\n  Do not assume.\n", "[3 7] false"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cs := inspectText(tt.body).constraints
			lines := []int{}
			for _, c := range cs {
				lines = append(lines, c.line)
			}
			_, spread := scattered(cs)
			if got := fmt.Sprint(lines, spread); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// What is missing from a description is shown at its key; a line of the body is
// shown whole.
func TestColumnsOfAuthoring(t *testing.T) {
	r := ValidateSkill("skills/a/SKILL.md", []byte("---\nname: a\ndescription: >\n  Helps with plans.\n---\n# A\n\nNever delete files.\n"))
	var got []string
	for _, i := range r.Issues {
		got = append(got, fmt.Sprintf("%d:%d-%d %s", i.StartLine, i.StartColumn, i.EndColumn, i.Code))
	}
	want := []string{
		"3:1-12 RN-SKILL-DESCRIPTION-MISSING-CAPABILITY", "3:1-12 RN-SKILL-DESCRIPTION-MISSING-USAGE-BOUNDARY",
		"8:0-0 RN-SKILL-EXECUTION-CONSTRAINT-MISSING-ALTERNATIVE", "8:0-0 RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINENT",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("issues (-want +got):\n%s", diff)
	}
}
