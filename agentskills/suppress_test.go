package agentskills

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// A file that says when not to use it only in its body, and forbids something
// in passing: three warnings.
const warned = `---
name: a
description: Sorts invoices by due date. Use when a payment run is planned.
---
Do not use this skill for load tests.

Do not print tokens.
`

const (
	ignoreSelection = `<!-- renma-ignore RN-SKILL-DESCRIPTION-OMITS-SELECTION-BOUNDARY reason="Load tests have their own skill." -->`
	warnedBody      = 5
)

func TestIgnoreComments(t *testing.T) {
	const (
		selection   = codeOmitsSelection
		prominent   = codeNotProminent
		alternative = codeMissingAlternative
	)
	tests := []struct {
		name, comment string
		// kept are "line:column-end id" of the issues from line 8 on.
		kept   []string
		hidden []string // "comment lines id reason"
	}{
		{"nothing", "<!-- a comment -->", nil, nil},
		{"one id", ignoreSelection, nil, []string{"8-8 " + selection + " Load tests have their own skill."}},
		{
			"several ids", "<!-- renma-ignore " + prominent + ", " + alternative + "\n  reason='One line\n  is \"enough\"'\n-->", nil,
			[]string{`8-11 ` + alternative + ` One line is "enough"`, `8-11 ` + prominent + ` One line is "enough"`},
		},
		{"reason first", `<!--renma-ignore reason = "why" ` + alternative + `-->`, nil, []string{"8-8 " + alternative + " why"}},
		{"beside text", "A note <!-- renma-ignore " + alternative + ` reason="why" --> in a line.`, nil, []string{"8-8 " + alternative + " why"}},
		{"in a list", "- a\n\n  <!-- renma-ignore " + alternative + ` reason="why" -->`, nil, []string{"10-10 " + alternative + " why"}},
		{"in a fence", "```\n" + ignoreSelection + "\n```", nil, nil},
		{"in a code span", "`" + ignoreSelection + "`", nil, nil},
		{"in an indented block", "\n    " + ignoreSelection, nil, nil},
		{"two comments", ignoreSelection + "\n<!-- renma-ignore " + alternative + ` reason="why" -->`, nil, []string{
			"8-8 " + selection + " Load tests have their own skill.", "9-9 " + alternative + " why",
		}},

		{"no reason", "<!-- renma-ignore " + alternative + " -->", []string{"8:1-72 " + codeSuppressionReason}, nil},
		{"blank reason", "<!-- renma-ignore " + alternative + ` reason=" " -->`, []string{"8:1-83 " + codeSuppressionReason}, nil},
		{"a specification error", `<!-- renma-ignore AS-SKILL-INVALID-NAME reason="why" -->`, []string{"8:19-40 " + codeSuppressionSpecification}, nil},
		{"an unknown id", `<!-- renma-ignore RN-SKILL-NOTHING reason="why" -->`, []string{"8:19-35 " + codeSuppressionUnknown}, nil},
		{"an id of another family", `<!-- renma-ignore META-DUPLICATE-ASSET-ID reason="why" -->`, []string{"8:19-42 " + codeSuppressionUnknown}, nil},
		{"a warning about comments", `<!-- renma-ignore RN-SKILL-SUPPRESSION-UNUSED reason="why" -->`, []string{"8:19-46 " + codeSuppressionUnknown}, nil},
		{"lower case", "<!-- renma-ignore " + strings.ToLower(alternative) + ` reason="why" -->`, []string{"8:19-68 " + codeSuppressionUnknown}, nil},
		{
			"one id known, one not", `<!-- renma-ignore RN-SKILL-NOTHING ` + alternative + ` reason="why" -->`,
			[]string{"8:19-35 " + codeSuppressionUnknown}, []string{"8-8 " + alternative + " why"},
		},
		{"nothing to hide", `<!-- renma-ignore ` + codeMissingUsage + ` reason="why" -->`, []string{"8:19-62 " + codeSuppressionUnused}, nil},
		{
			"ignored twice", ignoreSelection + "\n" + ignoreSelection, []string{"9:19-64 " + codeSuppressionUnused},
			[]string{"8-8 " + selection + " Load tests have their own skill."},
		},
		{
			"named twice", `<!-- renma-ignore ` + alternative + " " + alternative + ` reason="why" -->`, []string{"8:69-118 " + codeSuppressionUnused},
			[]string{"8-8 " + alternative + " why"},
		},
		{"no id", `<!-- renma-ignore reason="why" -->`, []string{"8:1-35 " + codeSuppressionInvalid}, nil},
		{"nothing at all", `<!-- renma-ignore -->`, []string{"8:1-22 " + codeSuppressionInvalid}, nil},
		{"another directive", `<!-- renma-ignore-next-line X reason="why" -->`, []string{"8:6-28 " + codeSuppressionInvalid}, nil},
		{"upper case directive", `<!-- Renma-Ignore X reason="why" -->`, []string{"8:6-18 " + codeSuppressionInvalid}, nil},
		{"reason without quotes", `<!-- renma-ignore ` + alternative + ` reason=why -->`, []string{"8:75-80 " + codeSuppressionInvalid}, nil},
		{"reason in curved quotes", `<!-- renma-ignore ` + alternative + ` reason=“why” -->`, []string{"8:75-82 " + codeSuppressionInvalid}, nil},
		{"quote not closed", `<!-- renma-ignore ` + alternative + ` reason="why -->`, []string{"8:76-81 " + codeSuppressionInvalid}, nil},
		{"reason without value", `<!-- renma-ignore ` + alternative + ` reason -->`, []string{"8:69-75 " + codeSuppressionInvalid}, nil},
		{"two reasons", `<!-- renma-ignore ` + alternative + ` reason="a" reason="b" -->`, []string{"8:80-90 " + codeSuppressionInvalid}, nil},
		{"another attribute", `<!-- renma-ignore ` + alternative + ` until="2027-01-01" -->`, []string{"8:69-74 " + codeSuppressionInvalid}, nil},
		{"a quote by itself", `<!-- renma-ignore ` + alternative + ` "why" -->`, []string{"8:69-70 " + codeSuppressionInvalid}, nil},
		{"too many ids", `<!-- renma-ignore ` + strings.Repeat("A ", 70) + `reason="why" -->`, []string{"8:147-148 " + codeSuppressionInvalid}, nil},
		{"never closed", "<!-- renma-ignore " + alternative + ` reason="why"` + "\n\nMore.", []string{"8:1-0 " + codeSuppressionInvalid}, nil},
		{"another word", `<!-- renma-ignorance is bliss -->`, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := ValidateSkill("skills/a/SKILL.md", []byte(warned+test.comment+"\n"))
			var kept, hidden []string
			ids := map[string]int{selection: warnedBody, prominent: 7, alternative: 7}
			for _, issue := range r.Issues {
				if line, ok := ids[issue.Code]; ok && line == issue.StartLine {
					delete(ids, issue.Code)
					continue
				}
				kept = append(kept, fmt.Sprintf("%d:%d-%d %s", issue.StartLine, max(issue.StartColumn, 1), issue.EndColumn, issue.Code))
				if issue.Message == "" || issue.Hint == "" || issue.Category != CategoryAuthoring {
					t.Errorf("the issue is incomplete: %+v", issue)
				}
			}
			for _, s := range r.Suppressed {
				delete(ids, s.Issue.Code)
				hidden = append(hidden, fmt.Sprintf("%d-%d %s %s", s.Suppression.StartLine, s.Suppression.EndLine, s.Issue.Code, s.Suppression.Reason))
			}
			if diff := cmp.Diff(test.kept, kept); diff != "" {
				t.Errorf("new issues (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.hidden, hidden); diff != "" {
				t.Errorf("hidden issues (-want +got):\n%s", diff)
			}
			if len(ids) > 0 {
				t.Errorf("these warnings are lost: %v", ids)
			}
			if r.WarningCount != len(r.Issues) || r.ErrorCount != 0 || !r.Valid {
				t.Errorf("%d warnings and %d errors for %d issues", r.WarningCount, r.ErrorCount, len(r.Issues))
			}
		})
	}
}

func TestNearMissOfAnIgnoredID(t *testing.T) {
	r := ValidateSkill("skills/a/SKILL.md", []byte(warned+`<!-- renma-ignore RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINANT reason="why" -->`))
	last := r.Issues[len(r.Issues)-1]
	if want := "Did you mean RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINENT?"; last.Hint != want {
		t.Errorf("hint %q, want %q", last.Hint, want)
	}
}

// A specification error stays, whatever comments say, and an ignored warning
// that could not arise because of it is not called unused.
func TestIgnoreCommentsAndErrors(t *testing.T) {
	const comment = "<!-- renma-ignore RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINENT, AS-SKILL-MISSING-DESCRIPTION reason=\"why\" -->\n"
	r := ValidateSkill("skills/a/SKILL.md", []byte("---\nname: a\n---\n"+comment))
	var codes []string
	for _, issue := range r.Issues {
		codes = append(codes, issue.Code)
	}
	if diff := cmp.Diff([]string{"AS-SKILL-MISSING-DESCRIPTION", codeSuppressionSpecification}, codes); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
	if r.Valid || len(r.Suppressed) > 0 {
		t.Errorf("valid %v, suppressed %v", r.Valid, r.Suppressed)
	}
}

func FuzzReadIgnore(f *testing.F) {
	f.Add(` renma-ignore RN-A, RN-B reason="why" `)
	f.Add("renma-ignore\n\treason = 'a \"b\" c'\u2028RN-A")
	f.Add(`renma-ignore RN-A reason="`)
	f.Add(`renma-ignore = " , `)
	f.Add("RENMA-IGNORE\xff reason=reason=")
	f.Fuzz(func(t *testing.T, text string) {
		ig, ok := readIgnore(text)
		if !ok {
			return
		}
		if !strings.Contains(strings.ToLower(text), ignoreWord) {
			t.Fatal("there is no directive")
		}
		if fault := ig.fault; fault != nil {
			if fault.offset < 0 || fault.offset >= fault.end || fault.end > len(text) || fault.message == "" || fault.hint == "" {
				t.Fatalf("fault %+v in %d bytes", fault, len(text))
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[fault.offset:fault.end]) {
				t.Fatalf("fault %+v cuts a character", fault)
			}
		}
		if strings.ContainsAny(ig.reason, "\n\t") || len(ig.ids) > maxIgnoredIDs {
			t.Fatalf("%+v", ig)
		}
		end := 0
		for _, id := range ig.ids {
			if id.text == "" || id.offset < end || text[id.offset:id.offset+len(id.text)] != id.text {
				t.Fatalf("id %+v", id)
			}
			end = id.offset + len(id.text)
		}
	})
}
