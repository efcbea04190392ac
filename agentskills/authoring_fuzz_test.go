package agentskills

import (
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/markdown"
)

func FuzzAuthoring(f *testing.F) {
	for _, d := range contractDescriptions {
		f.Add(d.description, "Do not "+d.description)
	}
	for _, c := range furtherConstraints {
		f.Add(c.text, "## Rules\n\n- "+c.text+"\n\nThis skill is not for that.\n")
	}
	f.Add("a \"b\n\n- c’d — e.g. “f” ` ``", "> [!NOTE]\n> never **do** it\n\n| a |\n|---|\n\n# When not to use\n\n<div>don't\n")
	f.Fuzz(checkAuthoring)
}

// A text may end behind any word, sign and mark.
func TestTextsThatEndAnywhere(t *testing.T) {
	texts := []string{"Avoid using this skill, and avoid using it. The trigger: this is not the right skill for it - use another skill --> end"}
	for _, d := range contractDescriptions {
		texts = append(texts, d.description)
	}
	for _, d := range furtherDescriptions {
		texts = append(texts, d.description)
	}
	for _, c := range furtherConstraints {
		texts = append(texts, c.text)
	}
	for _, text := range texts {
		for i, r := range text {
			if !unicode.IsLetter(r) {
				checkAuthoring(t, text[:i], text[:i])
				checkAuthoring(t, text[:i+utf8.RuneLen(r)], text[:i+utf8.RuneLen(r)])
			}
		}
	}
}

// checkAuthoring holds the promises of the authoring warnings for any texts.
func checkAuthoring(t *testing.T, description, body string) {
	const first = 5
	field := &frontmatter.Field{Key: "description", KeyPos: frontmatter.At(3, 1)}
	issues := authoringIssues(markdown.Parse(body, first), "p", description, field)
	last := first + strings.Count(body, "\n")
	seen := map[string]bool{}
	for _, issue := range issues {
		onKey := issue.StartLine == 3 && issue.Field == "description"
		if !onKey && (issue.StartLine < first || issue.StartLine > last) {
			t.Errorf("%s on line %d, the body has lines %d to %d", issue.Code, issue.StartLine, first, last)
		}
		if issue.EndLine != issue.StartLine || issue.Message == "" || issue.Hint == "" {
			t.Errorf("incomplete issue %+v", issue)
		}
		key := issue.Code + ":" + strings.Repeat("i", issue.StartLine)
		if seen[key] {
			t.Errorf("%s twice on line %d", issue.Code, issue.StartLine)
		}
		seen[key] = true
	}
	again := authoringIssues(markdown.Parse(body, first), "p", description, field)
	if !reflect.DeepEqual(issues, again) {
		t.Error("two runs differ")
	}
	lf := strings.ReplaceAll(body, "\r", "")
	crlf := authoringIssues(markdown.Parse(strings.ReplaceAll(lf, "\n", "\r\n"), first), "p", description, field)
	if plain := authoringIssues(markdown.Parse(lf, first), "p", description, field); !reflect.DeepEqual(plain, crlf) {
		t.Errorf("CRLF gives %v, LF gives %v", crlf, plain)
	}
}

// Every rule's wrong example triggers it, and its right example does not.
func TestAuthoringRuleExamples(t *testing.T) {
	reports := func(example, code string) bool {
		text := example
		if !strings.HasPrefix(text, "description:") && !strings.HasPrefix(text, "metadata:") {
			text = "description: Reviews plans. Use when one is ready.\n---\n" + text
		}
		if strings.HasPrefix(text, "metadata:") {
			text = "description: Drafts notes. Use before a release.\n" + text
		}
		if !strings.Contains(text, "\n---\n") {
			text += "\n---\n"
		}
		r := ValidateSkill("skills/demo/SKILL.md", []byte("---\nname: demo\n"+text))
		for _, issue := range r.Issues {
			if issue.Code == code {
				return true
			}
		}
		return false
	}
	for _, rule := range authoringRules() {
		if !reports(rule.Wrong, rule.ID) {
			t.Errorf("%s: the wrong example does not trigger it", rule.ID)
		}
		if reports(rule.Right, rule.ID) {
			t.Errorf("%s: the right example triggers it", rule.ID)
		}
	}
}
