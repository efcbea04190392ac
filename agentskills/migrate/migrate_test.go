package migrate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/frontmatter"
)

// value parses one YAML value.
func value(t *testing.T, yaml string) *frontmatter.Value {
	t.Helper()
	doc := frontmatter.Parse([]byte("---\nv: "+yaml+"\n---\n"), frontmatter.SkillEnvelope)
	if doc.State != frontmatter.Mapping {
		t.Fatalf("%s is no value: %+v", yaml, doc.Fault)
	}
	return doc.Fields[0].Value
}

func TestSerialize(t *testing.T) {
	tests := []struct {
		field, yaml, want string
		ok                bool
	}{
		{"id", "skill.a", "skill.a", true},
		{"version", `"1.0"`, "1.0", true},
		{"version", `" 1 "`, " 1 ", true},
		{"status_changed_at", "2026-01-02", "2026-01-02", true},
		{"version", "1.0", "", false},
		{"version", "017", "", false},
		{"status", "true", "", false},
		{"owner", "", "", false},
		{"owner", "~", "", false},
		{"owner", `" "`, "", false},
		{"owner", "[qa]", "", false},
		{"owner", "{a: b}", "", false},
		{"owner", "!!binary aGk=", "", false},
		{"network_allowed", "true", "true", true},
		{"network_allowed", "False", "false", true},
		{"secrets_allowed", `"false"`, "false", true},
		{"secrets_allowed", `"FALSE"`, "", false},
		{"network_allowed", "yes", "", false},
		{"network_allowed", "1", "", false},
		{"network_allowed", "", "", false},
		{"tags", "[a, b]", `["a","b"]`, true},
		{"tags", "\n  - a\n  - é <x>", `["a","é <x>"]`, true},
		{"tags", "[]", `[]`, true},
		{"tags", "a, b,, c ", `["a","b","c"]`, true},
		{"tags", `'["a", " b"]'`, `["a"," b"]`, true},
		{"tags", `'  ["a"] '`, `["a"]`, true},
		{"tags", `'[]'`, `[]`, true},
		{"tags", `["1.0"]`, `["1.0"]`, true},
		{"tags", "[1.0]", "", false},
		{"tags", "[true]", "", false},
		{"tags", "[[a]]", "", false},
		{"tags", "[a, a]", "", false},
		{"tags", "a, a", "", false},
		{"tags", `'["a","a"]'`, "", false},
		{"tags", `'["a",]'`, "", false},
		{"tags", `'[1]'`, "", false},
		{"tags", `""`, "", false},
		{"tags", "5", "", false},
		{"tags", "{a: b}", "", false},
		{"when_to_use", "[a]", `["a"]`, true},
		{"when_to_use", "3", "", false},
	}
	for _, tt := range tests {
		got, problem := serialize(formatOf(tt.field), value(t, tt.yaml))
		if (problem == "") != tt.ok || tt.ok && got != tt.want {
			t.Errorf("%s: %s gives %q, problem %q; want %q", tt.field, tt.yaml, got, problem, tt.want)
		}
	}
}

func TestDescriptionFromBody(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"first paragraph with a usage", "Intro.\n\nUse when a.\n\nUse when b.\n", "Use when a."},
		{"lines are joined", "Reviews\nplans. Use\nthis skill when ready.\n", "Reviews plans. Use this skill when ready."},
		{"after a semicolon", "Reviews plans; use when ready.\n", "Reviews plans; use when ready."},
		{"use for and use to", "Use for plans.\n", "Use for plans."},
		{"letter case", "USE THIS SKILL TO review plans.\n", "USE THIS SKILL TO review plans."},
		{"emphasis", "**Use this skill** when ready.\n", "**Use this skill** when ready."},
		{"prohibitions go", "Use when ready. Never deploy. You must not push! May it merge? It may not merge. Don’t guess.\n", "Use when ready. May it merge?"},
		{"exclusions stay", "Use when ready. Do not use this skill for tests. Don't use it alone. Never use the skill twice.\n",
			"Use when ready. Do not use this skill for tests. Don't use it alone. Never use the skill twice."},
		{"dots inside words", "Use when a .docx file, e.g. A report, is v1.2.3 or later. Never guess.\n", "Use when a .docx file, e.g. A report, is v1.2.3 or later."},
		{"no usage", "Reviews plans.\n", ""},
		{"only a negative usage", "Do not use this skill when ready. Never use when late.\n", ""},
		{"a forbidden usage", "Use when ready but never on Friday.\n", ""},
		{"a tool that one uses", "Run the script that you use to deploy.\n", ""},
		{"heading", "# Use when ready\n\nUse when set\n===\n", ""},
		{"list item", "- Use when ready.\n\n1. Use when ready.\n", ""},
		{"quote", "> Use when ready.\n", ""},
		{"table", "| Use when ready. |\n| --- |\n| Use when ready. |\n", ""},
		{"fences", "```\nUse when a.\n```\n\n~~~~\nUse when b.\n~~~\nUse when c.\n~~~~\n", ""},
		{"unclosed fence", "```\n\nUse when a.\n", ""},
		{"indented code", "    Use when ready.\n", ""},
		{"HTML comment", "<!-- Use when ready. -->\n\n<!--\n\nUse when set.\n\n-->\n", ""},
		{"comment inside", "Use when <!-- not --> ready.\n", "Use when ready."},
		{"inline code", "`Use when ready.`\n", ""},
		{"too long, then short", "Use when " + strings.Repeat("x", 1100) + ".\n\nUse when short.\n", "Use when short."},
		{"at the limit", "Use when " + strings.Repeat("é", 1014) + ".\n", "Use when " + strings.Repeat("é", 1014) + "."},
	}
	for _, tt := range tests {
		if got, _, _ := fromBody(tt.body, 1); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if _, start, end := fromBody("x\n\nUse when\nready.\n", 10); start != 12 || end != 13 {
		t.Errorf("lines %d to %d, want 12 to 13", start, end)
	}
}

func TestRoutingSentences(t *testing.T) {
	tests := []struct {
		use, avoid []string
		want       string
	}{
		{[]string{"a", " b\n c. "}, nil, "Use this skill when a; b c."},
		{[]string{"a"}, []string{"x", "y"}, "Use this skill when a. Do not use this skill when x; y."},
		{[]string{" ", ""}, []string{"x"}, ""},
		{nil, []string{"x"}, ""},
		{[]string{strings.Repeat("x", 1003)}, nil, "Use this skill when " + strings.Repeat("x", 1003) + "."},
		{[]string{strings.Repeat("x", 1004)}, nil, ""},
	}
	for _, tt := range tests {
		if got := routingSentences(tt.use, tt.avoid); got != tt.want {
			t.Errorf("routingSentences(%q, %q) = %q, want %q", tt.use, tt.avoid, got, tt.want)
		}
	}
}

// skill builds a file of frontmatter lines and a body that gives a description.
func skill(lines string) string {
	return "---\n" + lines + "---\nUse when ready.\n"
}

func TestBlocks(t *testing.T) {
	tests := []struct {
		name, path, source string
		opts               Options
		want               string
	}{
		{"nothing", "skills/a/SKILL.md", skill("id: a\n"), Options{}, ""},
		{"collision first", "skills/a/skill.md", "---\nid: a\nid: b\n---\nUse when ready.\n", Options{Collision: CollisionExists}, "targetPath/target-exists id/repeated-key"},
		{"contested", "skills/a.skill.md", skill("id: a\n"), Options{Collision: CollisionContested}, "targetPath/target-exists"},
		{"unverifiable", "skills/a.skill.md", skill("id: a\n"), Options{Collision: CollisionUnverifiable}, "targetPath/target-unverifiable"},
		{"a link is not read", "skills/a/SKILL.md", skill("id: a\nid: b\n"), Options{Linked: true}, "entrypoint/symbolic-link"},
		{"no frontmatter, historical", "skills/a/skill.md", "Use when ready.\n", Options{}, "frontmatter/unusable-frontmatter"},
		{"not UTF-8", "skills/a/SKILL.md", skill("id: a\n") + "\xff", Options{}, "frontmatter/unusable-frontmatter"},
		{"NUL", "skills/a/SKILL.md", skill("id: a\n") + "\x00", Options{}, "frontmatter/unusable-frontmatter"},
		{"an order of all", "skills/a/SKILL.md", skill("id: a\nid: b\nlicense: 1\ncompatibility: ' '\nallowed-tools: [x]\nauthor: me\nname: b\ndescription: 5\ntags: 1\nowner: qa\nmetadata:\n  x: y\n  x: z\n  n: 1\n"),
			Options{Owner: "ops"}, "id/repeated-key metadata.x/repeated-key metadata/invalid-field license/invalid-field allowed-tools/invalid-field compatibility/invalid-field author/unknown-field name/unusable-name description/unusable-description tags/unsupported-value owner/conflicting-value"},
		{"no entrypoint", "docs/a/SKILL.md", skill("id: a\n"), Options{}, "entrypoint/no-entrypoint"},
		{"climbing path", "skills/../skills/a/SKILL.md", skill("id: a\n"), Options{}, "entrypoint/no-entrypoint"},
		{"bad directory", "skills/My_Skill/SKILL.md", skill("id: a\n"), Options{}, "name/unusable-name"},
		{"directory with a blank", "skills/a /SKILL.md", skill("id: a\n"), Options{}, "name/unusable-name"},
		{"name differs", "skills/a/SKILL.md", skill("id: a\nname: b\n"), Options{}, "name/unusable-name"},
		{"name is no string", "skills/a/SKILL.md", skill("id: a\nname: 5\n"), Options{}, "name/unusable-name"},
		{"blank name", "skills/a/SKILL.md", skill("id: a\nname: ' '\n"), Options{}, "name/unusable-name"},
		{"no description", "skills/a/SKILL.md", "---\nid: a\n---\n", Options{}, "description/no-description"},
		{"canonical value differs", "skills/a/SKILL.md", skill("id: a\nmetadata:\n  renma.id: b\n"), Options{}, "id/conflicting-value"},
		{"canonical list differs", "skills/a/SKILL.md", skill("tags: [a]\nmetadata:\n  renma.tags: a\n"), Options{}, "tags/conflicting-value"},
		{"canonical list is equal", "skills/a/SKILL.md", skill("tags: [a]\nmetadata:\n  renma.tags: '[ \"a\" ]'\n"), Options{}, ""},
		{"owner differs in metadata", "skills/a/SKILL.md", skill("id: a\nmetadata:\n  renma.owner: qa\n"), Options{Owner: "ops"}, "owner/conflicting-value"},
		{"owner agrees but for blanks", "skills/a/SKILL.md", skill("id: a\nmetadata:\n  renma.owner: 'qa '\n"), Options{Owner: " qa"}, ""},
		{"owner is no text", "skills/a/SKILL.md", skill("id: a\n"), Options{Owner: "\xff"}, "owner/unsupported-value"},
		{"an unusable owner is not replaced", "skills/a/SKILL.md", skill("owner:\n"), Options{Owner: "ops"}, "owner/unsupported-value"},
		{"use is lost beside a description", "skills/a/SKILL.md", skill("description: Reviews.\nwhen_to_use: ready\n"), Options{}, "when_to_use/text-would-be-lost"},
		{"exclusion is lost beside the body", "skills/a/SKILL.md", skill("when_not_to_use: [late]\n"), Options{}, "when_not_to_use/text-would-be-lost"},
		{"an exclusion that the body says", "skills/a/SKILL.md", "---\nwhen_not_to_use: LATE\n---\nUse when ready. Do not use it late.\n", Options{}, ""},
		{"security value", "skills/a/SKILL.md", skill("id: a\nmetadata:\n  renma.secrets-allowed: no\n  renma.allowed-floating-dependencies: x\n"),
			Options{}, "metadata.renma.secrets-allowed/invalid-security-value metadata.renma.allowed-floating-dependencies/invalid-security-value"},
		{"merge key", "skills/a/SKILL.md", skill("id: a\n<<: {b: c}\n"), Options{}, "<</unknown-field"},
		{"too large", "skills/a/SKILL.md", skill("id: a\nname: a\ndescription: x\nmetadata:\n  y: " + strings.Repeat("z", 65400) + "\n"), Options{Owner: strings.Repeat("q", 100)}, "agent-skills/invalid-candidate"},
		{"retrofit of an invalid Skill", "skills/a/SKILL.md", skill("name: B\ndescription: x\n"), Options{Owner: "qa"}, "name/invalid-candidate"},
		{"retrofit with another owner", "skills/a/SKILL.md", skill("name: a\ndescription: x\nmetadata:\n  renma.owner: b\n"), Options{Owner: "qa"}, "owner/conflicting-value"},
		{"retrofit with a bad security value", "skills/a/SKILL.md", skill("name: a\ndescription: x\nmetadata:\n  renma.allowed-data: b\n"), Options{Owner: "qa"}, "metadata.renma.allowed-data/invalid-security-value"},
		{"unknown format, nothing at all", "skills/a/SKILL.md", skill("license: MIT\n"), Options{}, "name/missing-identity description/missing-identity"},
		{"canonical with a repeated key", "skills/a/SKILL.md", skill("name: a\nname: a\ndescription: x\n"), Options{}, "name/repeated-key"},
	}
	seen := map[BlockCode]bool{}
	defer func() {
		for _, code := range BlockCodes() {
			if !seen[code] {
				t.Errorf("no source is blocked with %s", code)
			}
		}
	}()
	for _, tt := range tests {
		s := SuggestMetadata(tt.path, []byte(tt.source), tt.opts)
		var got []string
		for _, b := range s.Proposal.Blocked {
			seen[b.Code] = true
			got = append(got, b.Field+"/"+string(b.Code))
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if (s.Status == StatusBlocked) != (tt.want != "") || s.Offered() == (tt.want != "") {
			t.Errorf("%s: status %s, offered %v", tt.name, s.Status, s.Offered())
		}
	}
}

func TestBlocksNameTheirLines(t *testing.T) {
	s := SuggestMetadata("skills/a/SKILL.md", []byte("---\nid: 5\ntags:\n  - 1\n  - 2\ndescription: Use when: x\n---\n"), Options{})
	if b := s.Proposal.Blocked[0]; b.StartLine != 6 || !strings.Contains(b.Reason, "Line 6, column") {
		t.Errorf("YAML fault: %+v", b)
	}
	s = SuggestMetadata("skills/a/SKILL.md", []byte("---\nid: 5\ntags:\n  - 1\n  - 2\ndescription: x\n---\n"), Options{})
	want := []Block{
		{"id", "Line 2: id is a number; put quotes around the text that is meant.", BlockValue, 2, 2},
		{"tags", "Line 3: tags holds a number; every item must be text, in quotes where needed.", BlockValue, 3, 5},
	}
	if diff := cmp.Diff(want, s.Proposal.Blocked); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A conflict leaves no candidate, and what the file holds stays preserved.
func TestNothingIsChosenInAConflict(t *testing.T) {
	s := SuggestMetadata("skills/a/SKILL.md", []byte(skill("id: a\nowner: qa\nmetadata:\n  x: y\n  renma.id: b\n")), Options{Owner: "ops"})
	if diff := cmp.Diff(Pairs{{"renma.owner", "qa"}}, s.Proposal.RenmaMetadata); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(Pairs{{"x", "y"}, {"renma.id", "b"}, {"renma.owner", "qa"}}, s.Proposal.PreservedMetadata); diff != "" {
		t.Errorf("preserved (-want +got):\n%s", diff)
	}
}

func TestRoutingMetadataAndCommentsAreNamed(t *testing.T) {
	source := "---\n# why\nid: a # the id\ntags: # both\n  - x\n  # inner\n  - y\npurpose: |\n  # no comment\n  it's a#b\ntitle: 'a # b'\nmetadata:\n  renma.when-to-use: late\n---\nUse when ready.\n"
	s := SuggestMetadata("skills/a/SKILL.md", []byte(source), Options{})
	if !s.Offered() {
		t.Fatalf("blocked: %+v", s.Proposal.Blocked)
	}
	if strings.Contains(s.Proposal.CanonicalFrontmatter, "when-to-use") {
		t.Errorf("rendered:\n%s", s.Proposal.CanonicalFrontmatter)
	}
	want := []string{
		"The description is taken from line 15 of the body; check that it says what the Skill does and when to use it.",
		"renma.when-to-use has no effect and is left out of the rendered block; move its text into the description.",
		"4 YAML comments, the first on line 2, stay behind; move what matters into the body.",
	}
	if diff := cmp.Diff(want, s.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	for _, note := range want {
		if !strings.Contains(s.Proposal.ReviewPrompt, note) {
			t.Errorf("the review prompt does not say: %s", note)
		}
	}
}

func TestCanonicalButInvalid(t *testing.T) {
	s := SuggestMetadata("skills/a/SKILL.md", []byte(skill("name: b\ndescription: x\n")), Options{})
	if s.ReasonCode != ReasonCanonical || !strings.Contains(s.Summary, "1 specification error") || !strings.Contains(s.Proposal.ReviewPrompt, "renma scan") {
		t.Errorf("%s: %s\n%s", s.ReasonCode, s.Summary, s.Proposal.ReviewPrompt)
	}
}

func TestWholeFile(t *testing.T) {
	const rendered = "---\nname: a\ndescription: Use when ready.\nmetadata:\n  renma.id: a\n---"
	tests := []struct{ name, path, source, want string }{
		{"LF", "skills/a/SKILL.md", "---\nid: a\n---\nUse when ready.\n", rendered + "\nUse when ready.\n"},
		{"CRLF", "skills/a/SKILL.md", "---\r\nid: a\r\n---\r\nUse when ready.\r\n", strings.ReplaceAll(rendered, "\n", "\r\n") + "\r\nUse when ready.\r\n"},
		{"CRLF block over an LF body", "skills/a/SKILL.md", "---\r\nid: a\r\n---\r\nUse when ready.\n\r", strings.ReplaceAll(rendered, "\n", "\r\n") + "\r\nUse when ready.\n\r"},
		{"BOM", "skills/a/SKILL.md", "\ufeff---\nid: a\n---\nUse when ready.", rendered + "\nUse when ready."},
		{"wide name", "skills/ａ/SKILL.md", "---\nid: a\n---\nUse when ready.", rendered + "\nUse when ready."},
		{"no body", "skills/a.skill.md", "---\nid: a\ndescription: Use when ready.\n---", rendered},
		{"trimmed description", "skills/a.skill.md", "---\nid: a\ndescription: |\n  Use when ready.\n---", rendered},
	}
	for _, tt := range tests {
		s := SuggestMetadata(tt.path, []byte(tt.source), Options{})
		if diff := cmp.Diff(tt.want, s.Content); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if s.Proposal.CanonicalFrontmatter != rendered {
			t.Errorf("%s: rendered\n%s", tt.name, s.Proposal.CanonicalFrontmatter)
		}
	}
}

func TestOwnerIsInserted(t *testing.T) {
	tests := []struct{ name, lines, want string }{
		{"no metadata", "name: a\ndescription: x\n", "name: a\ndescription: x\nmetadata:\n  renma.owner: qa\n"},
		{"comments and quoting stay", "# top\nname: 'a'   # n\ndescription: \"x\"\n# end\n", "# top\nname: 'a'   # n\ndescription: \"x\"\nmetadata:\n  renma.owner: qa\n# end\n"},
		{"block metadata", "metadata:\n    x: y # z\n    # last\nname: a\ndescription: x\n", "metadata:\n    x: y # z\n    renma.owner: qa\n    # last\nname: a\ndescription: x\n"},
		{"flow metadata", "name: a\ndescription: x\nmetadata: {x: y}  # z\n", "name: a\ndescription: x\nmetadata: {x: y, renma.owner: qa}  # z\n"},
		{"flow metadata over lines", "name: a\ndescription: x\nmetadata: {\n  x: \"y\",\n}\n", "name: a\ndescription: x\nmetadata: {\n  x: \"y\",\n  renma.owner: qa\n}\n"},
		{"flow metadata without a last comma", "name: a\ndescription: x\nmetadata: {\n  x: \"y\"\n}\n", "name: a\ndescription: x\nmetadata: {\n  x: \"y\", renma.owner: qa\n}\n"},
		{"flow metadata, plain text, without a last comma", "name: a\ndescription: x\nmetadata: {\n  x: y\n}\n", "name: a\ndescription: x\nmetadata: {\n  x: y, renma.owner: qa\n}\n"},
		{"flow root without a last comma", "{\n  name: a,\n  metadata: {x: y},\n  description: 'x'\n}\n", "{\n  name: a,\n  metadata: {x: y, renma.owner: qa},\n  description: 'x'\n}\n"},
		{"flow metadata in a flow root over lines", "{\n  name: a,\n  description: 'x',\n  metadata: {\n    x: y }\n}\n", "{\n  name: a,\n  description: 'x',\n  metadata: {\n    x: y, renma.owner: qa }\n}\n"},
		{"empty metadata", "name: a\ndescription: x\nmetadata: {}\n", "name: a\ndescription: x\nmetadata: {renma.owner: qa}\n"},
		{"anchored metadata", "name: a\ndescription: x\nmetadata: &m\n  x: y\n", "name: a\ndescription: x\nmetadata: &m\n  x: y\n  renma.owner: qa\n"},
		{"tagged empty metadata", "name: a\ndescription: x\nmetadata: !!map {}\n", "name: a\ndescription: x\nmetadata: !!map {renma.owner: qa}\n"},
		{"tagged value", "name: a\ndescription: x\nmetadata:\n  \"y\": !!str\n", "name: a\ndescription: x\nmetadata:\n  \"y\": !!str\n  renma.owner: qa\n"},
		{"tagged metadata", "name: a\ndescription: x\nmetadata: !!map\n  x: y\n", "name: a\ndescription: x\nmetadata: !!map\n  x: y\n  renma.owner: qa\n"},
		{"flow root", "{name: a, description: x}\n", "{name: a, description: x, metadata: {renma.owner: qa}}\n"},
		{"flow root over lines", "{\n  name: a,\n  description: x\n}\n", "{\n  name: a,\n  description: x, metadata: {renma.owner: qa}\n}\n"},
		{"indented root", "  name: a\n  description: x\n", "  name: a\n  description: x\n  metadata:\n    renma.owner: qa\n"},
		{"block scalar that keeps its end", "name: a\ndescription: |+\n  x\n\n", "name: a\ndescription: |+\n  x\n\nmetadata:\n  renma.owner: qa\n"},
		{"kept scalar inside metadata", "name: a\nmetadata:\n  x: |+\n    y\n\ndescription: x\n", "name: a\nmetadata:\n  x: |+\n    y\n\n  renma.owner: qa\ndescription: x\n"},
		{"end of the document", "name: a\ndescription: x\n...\n", "name: a\ndescription: x\nmetadata:\n  renma.owner: qa\n...\n"},
		{"explicit keys", "? name\n: a\n? description\n: x\n", "? name\n: a\n? description\n: x\nmetadata:\n  renma.owner: qa\n"},
		{"routing keys stay", "name: a\ndescription: x\nmetadata:\n  renma.when-to-use: y\n", "name: a\ndescription: x\nmetadata:\n  renma.when-to-use: y\n  renma.owner: qa\n"},
		{"lines that wrap", "name: a\ndescription: x\n  y\nmetadata:\n  z: \"a\n    b\"\n", "name: a\ndescription: x\n  y\nmetadata:\n  z: \"a\n    b\"\n  renma.owner: qa\n"},
	}
	for _, tt := range tests {
		for _, newline := range []string{"\n", "\r\n"} {
			source := strings.ReplaceAll("---\n"+tt.lines+"---\nBody \n", "\n", newline)
			want := strings.ReplaceAll("---\n"+tt.want+"---\nBody \n", "\n", newline)
			s := SuggestMetadata("skills/a/SKILL.md", []byte(source), Options{Owner: "qa"})
			if s.Mode != ModeSkillRetrofit || s.Status != StatusDeterministic {
				t.Errorf("%s: %s, %s, %+v", tt.name, s.Mode, s.Status, s.Proposal.Blocked)
				continue
			}
			if diff := cmp.Diff(want, s.Content); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
			again := SuggestMetadata("skills/a/SKILL.md", []byte(s.Content), Options{Owner: "qa"})
			if again.Status != StatusNoChange {
				t.Errorf("%s: a second run gives %s", tt.name, again.Status)
			}
		}
	}
}

func TestOwnersThatNeedQuotes(t *testing.T) {
	for _, owner := range []string{"yes", "1.0", "a: b", "team [x], {y}", `"qa"`, "it's \"x\"", "# x", "a\nb", "箱", "-"} {
		for _, lines := range []string{"name: a\ndescription: x\n", "name: a\ndescription: x\nmetadata: {x: y}\n", "{name: a, description: x}\n"} {
			s := SuggestMetadata("skills/a/SKILL.md", []byte(skill(lines)), Options{Owner: owner})
			r := agentskills.ValidateSkill("skills/a/SKILL.md", []byte(s.Content))
			if !r.Valid {
				t.Errorf("%q in %q gives %q: %+v", owner, lines, s.Content, r.Issues)
				continue
			}
			m := readMetadata(frontmatter.Parse([]byte(s.Content), frontmatter.SkillEnvelope))
			if got, _ := m.all.Get(ownerKey); got != owner {
				t.Errorf("%q in %q gives %q", owner, lines, s.Content)
			}
		}
	}
}
