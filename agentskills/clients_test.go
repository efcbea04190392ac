package agentskills

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProfileJudgesFields(t *testing.T) {
	const (
		unexpected = "AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD"
		metadata   = "AS-SKILL-INVALID-METADATA"
		tools      = "AS-SKILL-INVALID-ALLOWED-TOOLS"
	)
	tests := []struct {
		name, profile, fields string
		want                  []string // "severity line:column-end id"
		accepted              string
	}{
		{"nothing", "claude-code", "license: MIT", nil, "all"},
		{
			"a field of the client", "claude-code", "disable-model-invocation: true", []string{"info 4:1-25 " + codeClientField},
			"claude-code copilot-cli cursor kimi-code openclaw opencode vscode",
		},
		{
			"by the specification", "spec", "disable-model-invocation: true", []string{"error 4:1-25 " + unexpected},
			"claude-code copilot-cli cursor kimi-code openclaw opencode vscode",
		},
		{"a field of another client", "claude-code", "homepage: https://example.org", []string{"error 4:1-9 " + unexpected}, "openclaw opencode"},
		{"a field of nobody", "claude-code", "origin: here", []string{"error 4:1-7 " + unexpected}, "opencode"},
		{"a typo of a client's field", "claude-code", "disable-model-invokation: true", []string{"error 4:1-25 " + unexpected}, "opencode"},
		{"a typo of a standard field", "claude-code", "licence: MIT", []string{"error 4:1-8 " + unexpected}, ""},
		{"a typo, where others are ignored", "opencode", "licence: MIT", []string{"error 4:1-8 " + unexpected}, ""},
		{"ignored", "opencode", "origin: here\nversion: 1.0", []string{"info 4:1-7 " + codeClientIgnored, "info 5:1-8 " + codeClientIgnored}, "opencode"},
		{"a list of tools", "claude-code", "allowed-tools: [Read, Grep]", []string{"info 4:16-28 " + codeClientForm}, "claude-code copilot-cli mistral-vibe"},
		{"a list of tools by the specification", "spec", "allowed-tools: [Read, Grep]", []string{"error 4:16-28 " + tools}, "claude-code copilot-cli mistral-vibe"},
		{"a list of tools that are none", "claude-code", "allowed-tools: [{a: b}]", []string{"error 4:16-24 " + tools}, ""},
		{"a number of tools", "claude-code", "allowed-tools: 1", []string{"error 4:16-17 " + tools}, ""},
		{"metadata of the client", "openclaw", "metadata:\n  openclaw: {emoji: x}\n  a: b", []string{"info 4:1-9 " + codeClientForm}, "openclaw"},
		{"metadata as JSON", "openclaw", "metadata: {\"openclaw\": {\"requires\": {\"bins\": [\"uv\"]}}}", []string{"info 4:1-9 " + codeClientForm}, "openclaw"},
		{"metadata of the client and more", "openclaw", "metadata:\n  openclaw: {emoji: x}\n  a: 1", []string{"error 4:1-9 " + metadata}, ""},
		{"metadata in another form", "openclaw", "metadata:\n  openclaw: [a]", []string{"error 4:1-9 " + metadata}, ""},
		{"metadata that is no mapping", "openclaw", "metadata: [a]", []string{"error 4:1-9 " + metadata}, ""},
		{
			"a list for text", "claude-code", "argument-hint: [issue]", []string{"info 4:1-14 " + codeClientField, "warning 4:16-23 " + codeClientValue},
			"claude-code copilot-cli opencode vscode",
		},
		{"text for a boolean", "cursor", "disable-model-invocation: \"true\"", []string{"info 4:1-25 " + codeClientField, "warning 4:27-33 " + codeClientValue}, "claude-code copilot-cli cursor kimi-code openclaw opencode vscode"},
		{"a word of the documented ones", "claude-code", "effort: xhigh", []string{"info 4:1-7 " + codeClientField}, "claude-code opencode"},
		{"another word", "claude-code", "effort: hihg", []string{"info 4:1-7 " + codeClientField, "warning 4:9-13 " + codeClientValue}, "claude-code opencode"},
		{"another word in a list", "hermes", "platforms:\n  - linux\n  - darwin", []string{"info 4:1-0 " + codeClientField, "warning 6:5-11 " + codeClientValue}, "hermes opencode"},
		{"any type", "cursor", "paths: 1", []string{"info 4:1-6 " + codeClientField}, "claude-code cursor opencode"},
		{
			"contradiction", "claude-code", "disable-model-invocation: true\nuser-invocable: false",
			[]string{"warning 4:1-25 " + codeClientConflict, "info 4:1-25 " + codeClientField, "info 5:1-15 " + codeClientField},
			"claude-code copilot-cli openclaw opencode vscode",
		},
		{"no contradiction", "claude-code", "agent: Explore\ncontext: fork", []string{"info 4:1-6 " + codeClientField, "info 5:1-8 " + codeClientField}, "claude-code opencode"},
		{"missing condition", "claude-code", "agent: Explore", []string{"warning 4:1-6 " + codeClientConflict, "info 4:1-6 " + codeClientField}, "claude-code opencode"},
		{
			"a field twice", "claude-code", "model: a\nmodel: b",
			[]string{"info 4:1-6 " + codeClientField, "error 5:1-6 AS-SKILL-DUPLICATE-FIELD", "info 5:1-6 " + codeClientField}, "",
		},
		{"another error too", "claude-code", "model: a\ncompatibility: 1", []string{"info 4:1-6 " + codeClientField, "error 5:16-17 AS-SKILL-INVALID-COMPATIBILITY"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := FindProfile(test.profile)
			if err != nil {
				t.Fatal(err)
			}
			r := ValidateSkillFor(p, "skills/a/SKILL.md", []byte("---\nname: a\ndescription: Sorts invoices by due date. Use when a payment run is planned.\n"+test.fields+"\n---\n"))
			var got []string
			errs, warnings := 0, 0
			for _, i := range r.Issues {
				got = append(got, fmt.Sprintf("%s %d:%d-%d %s", i.Severity, i.StartLine, max(i.StartColumn, 1), i.EndColumn, i.Code))
				switch i.Severity {
				case "error":
					errs++
				case "warning":
					warnings++
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("issues (-want +got):\n%s", diff)
			}
			if r.Valid != (errs == 0) || r.ErrorCount != errs || r.WarningCount != warnings {
				t.Errorf("valid %v, %d errors, %d warnings", r.Valid, r.ErrorCount, r.WarningCount)
			}
			accepted := strings.Join(r.AcceptedBy(), " ")
			if len(r.AcceptedBy()) == len(ClientProfiles()) {
				accepted = "all"
			}
			if diff := cmp.Diff(test.accepted, accepted); diff != "" {
				t.Errorf("accepted by (-want +got):\n%s", diff)
			}
			if want := accepted != "all" && accepted != ""; r.RejectedForClients() != want {
				t.Errorf("rejected for clients: %v", !want)
			}
		})
	}
}

// Whatever the profile, the same clients accept a Skill, and the one that it is
// judged by is among them exactly when the Skill is valid.
func TestAcceptanceDoesNotDependOnTheProfile(t *testing.T) {
	for _, fields := range []string{
		"", "user-invocable: false", "allowed-tools: [a]", "metadata: {hermes: {a: b}}\nversion: 1.0.0", "origin: a", "licence: a",
		"when_to_use: a\nargument-hint: b", "type: flow\nhomepage: a", "metadata: {a: 1}", "paths: [a]\ndisable-model-invocation: true",
	} {
		source := []byte("---\nname: a\ndescription: Sorts invoices by due date. Use when a payment run is planned.\n" + fields + "\n---\n")
		spec := ValidateSkill("skills/a/SKILL.md", source)
		for _, p := range ClientProfiles() {
			r := ValidateSkillFor(p, "skills/a/SKILL.md", source)
			if diff := cmp.Diff(spec.AcceptedBy(), r.AcceptedBy()); diff != "" {
				t.Errorf("%q under %s (-spec +got):\n%s", fields, p.ID, diff)
			}
			if accepted := strings.Contains(" "+strings.Join(r.AcceptedBy(), " ")+" ", " "+p.ID+" "); accepted != r.Valid {
				t.Errorf("%q under %s is valid: %v, accepted: %v", fields, p.ID, r.Valid, accepted)
			}
		}
	}
}

func TestHintsForFields(t *testing.T) {
	tests := []struct{ profile, field, want string }{
		{"spec", "dissallowed-tools", `Move it to metadata as a string, or remove it.`},
		{"claude-code", "dissallowed-tools", `Did you mean "disallowed-tools"?`},
		{"claude-code", "lisence", `Did you mean "license"?`},
		{"spec", "homepage", `It is a field of OpenClaw: scan with --profile openclaw, or move it to metadata as a string.`},
		{"claude-code", "homepage", `It is a field of OpenClaw: scan with --profile openclaw, or move it to metadata as a string.`},
		{"spec", "paths", `It is a field of Claude Code and Cursor: scan with --profile claude-code, or move it to metadata as a string.`},
		{"spec", "argument-hint", `It is a field of Claude Code, GitHub Copilot CLI and 1 more: scan with --profile claude-code, or move it to metadata as a string.`},
		{"claude-code", "origin", `Move it to metadata as a string, or remove it.`},
	}
	for _, test := range tests {
		p, err := FindProfile(test.profile)
		if err != nil {
			t.Fatal(err)
		}
		r := ValidateSkillFor(p, "skills/a/SKILL.md", []byte("---\nname: a\ndescription: Sorts invoices by due date. Use when a payment run is planned.\n"+test.field+": a\n---\n"))
		if len(r.Issues) != 1 || r.Issues[0].Hint != test.want {
			t.Errorf("%s under %s: %+v", test.field, test.profile, r.Issues)
		}
	}
}

func TestValuesThatTheClientDoesNotDocument(t *testing.T) {
	p, err := FindProfile("claude-code")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ field, want string }{
		{"context: fork", ""},
		{"context: [fork]", `4:10-16 Put quotes around the text: brackets begin a list in YAML.`},
		{"paths: 1", `4:8-9 Write it as the client documents it.`},
		{"model: {a: b}", `4:8-14 Write it as the client documents it.`},
		{"shell: zsh", `4:8-11 Documented are bash, powershell.`},
		{"shell:\n  - zsh", `4:1-6 Put quotes around the text: brackets begin a list in YAML.`},
	}
	for _, test := range tests {
		r := ValidateSkillFor(p, "skills/a/SKILL.md", []byte("---\nname: a\ndescription: Sorts invoices by due date. Use when a payment run is planned.\n"+test.field+"\n---\n"))
		got := ""
		for _, i := range r.Issues {
			if i.Code == codeClientValue {
				got += fmt.Sprintf("%d:%d-%d %s", i.StartLine, i.StartColumn, i.EndColumn, i.Hint)
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.field, got, test.want)
		}
	}
}

func TestTypeText(t *testing.T) {
	for want, f := range map[string]ProfileField{
		"any": {}, "string": {Types: []string{"string"}}, "string or list": {Types: []string{"string", "list"}},
		"string (a, b)": {Types: []string{"string"}, Values: []string{"a", "b"}},
	} {
		if got := f.TypeText(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A field of the client is no sign of the format before Agent Skills.
func TestClientFieldsAreNotLegacy(t *testing.T) {
	source := []byte("---\nname: a\ndescription: Sorts invoices by due date. Use when a payment run is planned.\nwhen_to_use: On Mondays.\n---\n")
	p, err := FindProfile("claude-code")
	if err != nil {
		t.Fatal(err)
	}
	if r := ValidateSkill("skills/a/SKILL.md", source); r.Format != FormatHybrid || r.MigrationCommand == nil {
		t.Errorf("by the specification: %+v", r)
	}
	if r := ValidateSkillFor(p, "skills/a/SKILL.md", source); r.Format != FormatAgentSkills || r.MigrationCommand != nil || !r.Operational() {
		t.Errorf("under the profile: %+v", r)
	}
}

// Ignoring a note about clients is not called unused where nobody asked for
// such notes.
func TestIgnoredNotesAboutClients(t *testing.T) {
	source := []byte("---\nname: a\ndescription: Sorts invoices by due date. Use when a payment run is planned.\n---\n" +
		"<!-- renma-ignore RN-SKILL-CLIENT-FIELD reason=\"this skill is for one client\" -->\n")
	if r := ValidateSkill("skills/a/SKILL.md", source); len(r.Issues) > 0 {
		t.Errorf("by the specification: %+v", r.Issues)
	}
	p, err := FindProfile("cursor")
	if err != nil {
		t.Fatal(err)
	}
	if r := ValidateSkillFor(p, "skills/a/SKILL.md", source); len(r.Issues) != 1 || r.Issues[0].Code != codeSuppressionUnused {
		t.Errorf("under the profile: %+v", r.Issues)
	}
}
