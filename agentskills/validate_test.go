package agentskills_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

const demo = "skills/demo/SKILL.md"

// described is a description that no authoring warning objects to.
const described = "description: Reviews drafts. Use when a draft is ready.\n"

// summarize writes an issue as "line[-end]:column-column CODE field details".
func summarize(issues []agentskills.Issue) []string {
	var out []string
	for _, issue := range issues {
		s := fmt.Sprint(issue.StartLine)
		if issue.EndLine != issue.StartLine {
			s += fmt.Sprintf("-%d", issue.EndLine)
		}
		if issue.StartColumn > 0 {
			s += fmt.Sprintf(":%d-%d", issue.StartColumn, issue.EndColumn)
		}
		s += " " + strings.TrimPrefix(issue.Code, "AS-SKILL-")
		if issue.Field != "" {
			s += " " + issue.Field
		}
		for _, d := range issue.Details {
			s += fmt.Sprintf(" %s=%v", d.Key, d.Value)
		}
		out = append(out, s)
	}
	return out
}

func TestIssues(t *testing.T) {
	long := strings.Repeat("é", 1025)
	tests := []struct {
		name, path, yaml string
		want             []string
	}{
		{"valid", demo, "name: demo\n" + described, nil},
		{"no logical directory", "SKILL.md", "name: demo\n" + described, nil},
		{"file directly in a root", "skills/SKILL.md", "name: demo\n" + described, nil},
		{"other file name", "skills/demo/Skill.md", "name: demo\n" + described, []string{"1 NONCANONICAL-FILENAME"}},
		{"flat file names its directory", "skills/demo.skill.md", "name: demo\n" + described, []string{"1 NONCANONICAL-FILENAME"}},

		{"no name", demo, described, []string{"1 MISSING-NAME name"}},
		{"blank name", demo, described + "name: \" \\t\"", []string{"3:7-12 MISSING-NAME name"}},
		{"null name", demo, described + "name:", []string{"3:1-5 INVALID-NAME name"}},
		{"number as name", demo, "name: 1.0\n" + described, []string{"2:7-10 INVALID-NAME name"}},
		{"name and directory", demo, "name: 'other'\n" + described, []string{"2:7-14 NAME-DIRECTORY-MISMATCH name name=other parentDirectory=demo"}},
		{"capitals", "skills/my-skill/SKILL.md", "name: MySkill\n" + described,
			[]string{"2:7-14 INVALID-NAME name", "2:7-14 NAME-DIRECTORY-MISMATCH name name=MySkill parentDirectory=my-skill"}},
		{"capitals in both", "skills/MySkill/SKILL.md", "name: MySkill\n" + described, []string{"2:7-14 INVALID-NAME name"}},
		{"untrimmed name", demo, "name: \" demo \"\n" + described, nil},
		{"full-width name", "skills/ａｂ１/SKILL.md", "name: ab1\n" + described, nil},
		{"directory with a blank", "skills/demo /SKILL.md", "name: demo\n" + described, []string{"2:7-11 NAME-DIRECTORY-MISMATCH name name=demo parentDirectory=demo "}},

		{"no description", demo, "name: demo", []string{"1 MISSING-DESCRIPTION description"}},
		{"description is a comment", demo, "name: demo\ndescription: # soon", []string{"3:1-12 INVALID-DESCRIPTION description"}},
		{"description is a list", demo, "name: demo\ndescription:\n- a", []string{"3:1-12 INVALID-DESCRIPTION description"}},
		{"long description", demo, "name: demo\ndescription: >\n  Reviews drafts. Use when a draft is ready. " + long, []string{"3:1-12 DESCRIPTION-TOO-LONG description"}},

		{"blank compatibility", demo, "name: demo\n" + described + "compatibility: ''", []string{"4:16-18 INVALID-COMPATIBILITY compatibility"}},
		{"compatibility is a list", demo, "name: demo\n" + described + "compatibility: [git]", []string{"4:16-21 INVALID-COMPATIBILITY compatibility"}},
		{"compatibility of 500", demo, "name: demo\n" + described + "compatibility: " + long[:1000], nil},
		{"long compatibility", demo, "name: demo\n" + described + "compatibility: " + long[:1002], []string{"4:16-517 COMPATIBILITY-TOO-LONG compatibility"}},
		{"license", demo, "name: demo\n" + described + "license: 2.0", []string{"4:10-13 INVALID-LICENSE license"}},
		{"empty license and tools", demo, "name: demo\n" + described + "license: ''\nallowed-tools: ''", nil},
		{"tools", demo, "name: demo\n" + described + "allowed-tools:\n  - Read", []string{"4:1-14 INVALID-ALLOWED-TOOLS allowed-tools"}},
		{"metadata is null", demo, "name: demo\n" + described + "metadata:", []string{"4:1-9 INVALID-METADATA metadata"}},
		{"metadata values", demo, "name: demo\n" + described + "metadata:\n  a: 1\n  b: x\n  c: [y]", []string{"4:1-9 INVALID-METADATA metadata"}},
		{"empty metadata", demo, "name: demo\n" + described + "metadata: {}", nil},

		{"unexpected fields", demo, "name: demo\nowner: [a,\n  b]\n" + described + "'über': x",
			[]string{"3-4 UNEXPECTED-TOP-LEVEL-FIELD owner", "6:1-7 UNEXPECTED-TOP-LEVEL-FIELD über"}},
		{"merge key", demo, "<<: {name: demo}\n" + described, []string{"1 MISSING-NAME name", "2:1-3 UNEXPECTED-TOP-LEVEL-FIELD <<"}},
		{"repeated fields", demo, "name: demo\nname: x\n" + described + "name: demo\n",
			[]string{"3:1-5 DUPLICATE-FIELD name", "5:1-5 DUPLICATE-FIELD name"}},
		{"the last of two values counts", demo, "name: demo\n" + described + "name: 1", []string{"2:1-5 INVALID-NAME name", "4:1-5 DUPLICATE-FIELD name"}},
		{"repeated unknown field", demo, "name: demo\n" + described + "x: 1\nx: 2",
			[]string{"4:1-2 UNEXPECTED-TOP-LEVEL-FIELD x", "5:1-2 DUPLICATE-FIELD x", "5:1-2 UNEXPECTED-TOP-LEVEL-FIELD x"}},
		{"repeated metadata key", demo, "name: demo\n" + described + "metadata:\n  a: x\n  a: |\n    y\nmetadata:\n  a: z",
			[]string{"6-7 DUPLICATE-METADATA-KEY metadata.a", "8-9 DUPLICATE-FIELD metadata", "9:3-4 DUPLICATE-METADATA-KEY metadata.a"}},
		{"deeper repetition", demo, "name: demo\n" + described + "metadata:\n  a: {b: 1, b: 2}", []string{"4:1-9 INVALID-METADATA metadata"}},
		{"routing metadata", demo, "name: demo\n" + described + "metadata:\n  renma.when-to-use: >-\n    a\n    b\n  renma.when-not-to-use: 'c'",
			[]string{"5-7 RN-SKILL-UNSUPPORTED-ROUTING-METADATA metadata.renma.when-to-use", "8:3-24 RN-SKILL-UNSUPPORTED-ROUTING-METADATA metadata.renma.when-not-to-use"}},

		{"nothing between the lines", demo, "", []string{"1 MISSING-DESCRIPTION description", "1 MISSING-NAME name", "2 FRONTMATTER-NOT-MAPPING"}},
		{"YAML error stands alone", "skills/demo/skill.md", "title: [a\nname: 1", []string{"1 NONCANONICAL-FILENAME", "3:1-2 INVALID-YAML yamlCode=SYNTAX"}},
		{"YAML error at the end of a line", demo, "name: [a", []string{"2:9-9 INVALID-YAML yamlCode=SYNTAX"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			yaml := test.yaml
			if yaml != "" && !strings.HasSuffix(yaml, "\n") {
				yaml += "\n"
			}
			r := agentskills.ValidateSkill(test.path, []byte("---\n"+yaml+"---\n# Demo\n"))
			if diff := cmp.Diff(test.want, summarize(r.Issues)); diff != "" {
				t.Errorf("issues (-want +got):\n%s", diff)
			}
		})
	}
}

// A hint fits the first thing that is wrong, and a repetition is held against the
// first declaration, however many there are.
func TestMessagesNameTheFirst(t *testing.T) {
	tests := []struct{ name, yaml, code, message, hint string }{
		{"a list", "metadata:\n  a: [x]\n  b: 1", "AS-SKILL-INVALID-METADATA", `"a" on line 4 is a list, "b" on line 5 is a number`, "JSON array"},
		{"a number", "metadata:\n  a: x\n  b: 1\n  c: [y]", "AS-SKILL-INVALID-METADATA", `"b" on line 5 is a number, "c" on line 6 is a list`, "Put quotes around each"},
		{"two lists", "metadata:\n  a: 1\n  b: [y]\n  c: [z]", "AS-SKILL-INVALID-METADATA", `"a" on line 4 is a number`, "Put quotes around each"},
		{"no mapping", "metadata: [x]", "AS-SKILL-INVALID-METADATA", "metadata is a list", "key: value"},
		{"a third field", "license: a\nlicense: b\nlicense: c", "AS-SKILL-DUPLICATE-FIELD", "line 3 declares it first", "Keep one"},
		{"a third key", "metadata:\n  a: x\n  a: y\n  a: z", "AS-SKILL-DUPLICATE-METADATA-KEY", "line 4 declares it first", "Keep one"},
	}
	for _, tt := range tests {
		r := agentskills.ValidateSkill(demo, []byte("---\n"+described+tt.yaml+"\nname: demo\n---\n"))
		found := 0
		for _, issue := range r.Issues {
			if issue.Code != tt.code {
				continue
			}
			found++
			if !strings.Contains(issue.Message, tt.message) || !strings.Contains(issue.Hint, tt.hint) {
				t.Errorf("%s: %q, hint %q", tt.name, issue.Message, issue.Hint)
			}
		}
		if found == 0 {
			t.Errorf("%s: no %s", tt.name, tt.code)
		}
	}
}

func TestIssuesWithoutFrontmatter(t *testing.T) {
	missing := []string{"1 MISSING-DESCRIPTION description", "1 MISSING-FRONTMATTER", "1 MISSING-NAME name"}
	unclosed := []string{"1 MISSING-DESCRIPTION description", "1 MISSING-NAME name", "1 UNCLOSED-FRONTMATTER"}
	for source, want := range map[string][]string{
		"": missing, "# Demo\n": missing, "\n---\nname: demo\n---\n": missing, "---x\n---\n": missing,
		"---": unclosed, "---\nname: demo\n": unclosed, "---\nname: demo\n ---\n...\n": unclosed,
	} {
		r := agentskills.ValidateSkill(demo, []byte(source))
		if diff := cmp.Diff(want, summarize(r.Issues)); diff != "" || r.Format != agentskills.FormatUnknown || r.Valid {
			t.Errorf("%q: %s, issues (-want +got):\n%s", source, r.Format, diff)
		}
	}
}

func TestFormat(t *testing.T) {
	tests := []struct {
		yaml          string
		want          agentskills.Format
		legacy, renma []string
	}{
		{"name: demo\ndescription: x", agentskills.FormatAgentSkills, []string{}, []string{}},
		{"name: A B\ndescription: x\nmetadata:\n  renma.owner: a\n  b: c\nmetadata:\n  renma.zed: 1\n  renma.owner: b", agentskills.FormatAgentSkills, []string{}, []string{"renma.owner", "renma.zed"}},
		{"name: demo\ndescription: x\ntags: [a]\nid: b\ntags: c", agentskills.FormatHybrid, []string{"id", "tags"}, []string{}},
		{"name: demo\nowner: a", agentskills.FormatLegacy, []string{"owner"}, []string{}},
		{"name: 1\ndescription: x\nstatus: a", agentskills.FormatLegacy, []string{"status"}, []string{}},
		{"name: demo\ndescription: ' '\nauthor: a\nrenma.owner: b", agentskills.FormatUnknown, []string{}, []string{}},
		{"name: demo\ndescription: *x\nowner: a", agentskills.FormatUnknown, []string{}, []string{}},
	}
	for _, test := range tests {
		r := agentskills.ValidateSkill("skills/it's/SKILL.md", []byte("---\n"+test.yaml+"\n---\n"))
		if r.Format != test.want || !slices.Equal(r.LegacyFields, test.legacy) || !slices.Equal(r.CanonicalRenmaFields, test.renma) {
			t.Errorf("%q: %s %q %q, want %s %q %q", test.yaml, r.Format, r.LegacyFields, r.CanonicalRenmaFields, test.want, test.legacy, test.renma)
		}
		migrates := len(test.legacy) > 0
		if r.MigrationRecommended != migrates || (r.MigrationDirection == "legacy-to-agent-skills") != migrates || (r.MigrationCommand != nil) != migrates {
			t.Errorf("%q: migration %v %q %v", test.yaml, r.MigrationRecommended, r.MigrationDirection, r.MigrationCommand)
		}
		if migrates && r.MigrationCommand.Display != `renma suggest-metadata 'skills/it'"'"'s/SKILL.md'` {
			t.Errorf("%q: command %s", test.yaml, r.MigrationCommand.Display)
		}
	}
}

func TestNameRules(t *testing.T) {
	valid := []string{"a", "a1-b2", "注文", "é", "²", "Ⅳ-x", strings.Repeat("a", 64), "ｄｅｍｏ", "0", "ﬁle"}
	invalid := []string{"A", "a_b", "a.b", "a b", "a/b", "-a", "a-", "a--b", "½", "हिंदी", strings.Repeat("a", 65), "é́x", "ẞ", "🚀", "İ"}
	for _, name := range valid {
		want := name == "Ⅳ-x" // NFKC makes capital letters of it
		if got := len(agentskills.NameProblems(name)) > 0; got != want {
			t.Errorf("%q: %q", name, agentskills.NameProblems(name))
		}
	}
	for _, name := range invalid {
		if len(agentskills.NameProblems(name)) == 0 {
			t.Errorf("%q is accepted", name)
		}
	}
}

func TestRulesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range agentskills.Rules() {
		v := reflect.ValueOf(rule)
		for i := range v.NumField() {
			if v.Field(i).String() == "" {
				t.Errorf("%s: %s is empty", rule.ID, v.Type().Field(i).Name)
			}
		}
		if seen[rule.ID] {
			t.Errorf("%s is registered twice", rule.ID)
		}
		seen[rule.ID] = true
	}
	if len(seen) != 26+5+5 {
		t.Errorf("%d rules, the contract has 19 specification and 7 authoring ids; 5 are about ignore comments, 5 about clients", len(seen))
	}
}

func isWarning(i agentskills.Issue) bool { return i.Severity != diagnostic.SeverityError }

func FuzzValidateSkill(f *testing.F) {
	for _, source := range []string{
		"", "---\nname: demo\n" + described + "---\nBody", "---\nname: [x\n---\n", "---\r\nname: &a demo\r\ndescription: *a\r\n---\r\n",
		"---\nname: demo\nname: 1\nmetadata:\n  renma.when-to-use: x\n  a: {b: c}\n---\n", "\uFEFF ---\n? name\n: demo\n--- \nNever do this.\n",
	} {
		f.Add(demo, []byte(source))
	}
	f.Add(demo, []byte("---\nname: demo\n"+described+"---\nDo not use this skill. <!-- renma-ignore RN-SKILL-X\n, RN-SKILL-EXECUTION-CONSTRAINT-SCATTERED reason='a' -->\n"))
	f.Add("skills/é/x.skill.md", []byte("---\nowner: a\n---\n"))
	registered := map[string]diagnostic.Rule{}
	for _, rule := range agentskills.Rules() {
		registered[rule.ID] = rule
	}
	f.Fuzz(func(t *testing.T, path string, source []byte) {
		r := agentskills.ValidateSkill(path, source)
		table := textio.NewLines(string(source))
		lines := table.Count()
		errors := 0
		for i, issue := range r.Issues {
			rule, ok := registered[issue.Code]
			if !ok || rule.Severity != string(issue.Severity) || issue.Message == "" || issue.Path != path ||
				issue.StartLine < 1 || issue.EndLine < issue.StartLine || issue.EndLine > lines {
				t.Fatalf("issue %+v in a file of %d lines", issue, lines)
			}
			if text := table.Snippet(issue.StartLine, issue.EndLine); issue.Snippet != text {
				t.Fatalf("issue %+v cites %q instead of %q", issue, issue.Snippet, text)
			}
			if issue.Severity == diagnostic.SeverityError {
				errors++
			}
			if i > 0 {
				last := r.Issues[i-1]
				if last.StartLine > issue.StartLine || last.StartLine == issue.StartLine && last.Code > issue.Code {
					t.Fatalf("%s on line %d after %s on line %d", issue.Code, issue.StartLine, last.Code, last.StartLine)
				}
			}
		}
		if errors != r.ErrorCount || r.Valid != (errors == 0) || r.WarningCount != len(r.Issues)-errors {
			t.Fatalf("%d errors, %d warnings, valid %v for %d issues", r.ErrorCount, r.WarningCount, r.Valid, len(r.Issues))
		}
		for _, hidden := range r.Suppressed {
			if i := hidden.Issue; i.Snippet != table.Snippet(i.StartLine, i.EndLine) {
				t.Fatalf("hidden issue %+v cites other lines", i)
			}
		}
		head := frontmatter.ParseHead(source, frontmatter.SkillEnvelope)
		parts := agentskills.ValidateParts(nil, path, head, string(source[head.BodyOffset:]))
		if !reflect.DeepEqual(r, parts) {
			t.Fatal("a file in parts gives another result")
		}
		specification := agentskills.ValidateSpecificationFor(nil, path, head)
		if diff := cmp.Diff(slices.DeleteFunc(slices.Clone(r.Issues), isWarning), specification.Issues); diff != "" || r.Valid != specification.Valid {
			t.Fatalf("the specification alone differs (-errors of all +specification):\n%s", diff)
		}
		if again := agentskills.ValidateSkill(path, source); !reflect.DeepEqual(r, again) {
			t.Fatal("two runs differ")
		}
		if bytes.IndexByte(source, '\r') < 0 {
			crlf := agentskills.ValidateSkill(path, bytes.ReplaceAll(source, []byte("\n"), []byte("\r\n")))
			if diff := cmp.Diff(r.Issues, crlf.Issues); diff != "" || r.Name != crlf.Name || r.Description != crlf.Description {
				t.Fatalf("CRLF changes the result (-LF +CRLF):\n%s", diff)
			}
		}
	})
}
