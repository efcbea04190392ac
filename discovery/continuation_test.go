package discovery

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestContinuationStates(t *testing.T) {
	tests := []struct {
		name, metadata string
		state          FieldState
		targets        []string
	}{
		{"no field", "", FieldAbsent, nil},
		{"empty array", "renma.continues-with: '[]'", FieldValid, []string{}},
		{"members as written", `renma.continues-with: '[" skill.b ","./x"]'`, FieldValid, []string{" skill.b ", "./x"}},
		{"repeated members stay", `renma.continues-with: '["a","a"]'`, FieldValid, []string{"a", "a"}},
		{"blanks around the array", `renma.continues-with: "\t [\"a\"]\n "`, FieldValid, []string{"a"}},
		{"folded block", "renma.continues-with: >-\n  [\"a\",\n   \"b\"]", FieldValid, []string{"a", "b"}},
		{"escapes", `renma.continues-with: '["\u0061\n"]'`, FieldValid, []string{"a\n"}},
		{"trailing comma", `renma.continues-with: '["a",]'`, FieldInvalid, nil},
		{"single quotes", `renma.continues-with: "['a']"`, FieldInvalid, nil},
		{"comment", `renma.continues-with: '["a" /* b */]'`, FieldInvalid, nil},
		{"no array", `renma.continues-with: '"a"'`, FieldInvalid, nil},
		{"JSON null", `renma.continues-with: 'null'`, FieldInvalid, nil},
		{"bare id", `renma.continues-with: skill.b`, FieldInvalid, nil},
		{"empty text", `renma.continues-with: ""`, FieldInvalid, nil},
		{"blank member", `renma.continues-with: '["a","\ufeff "]'`, FieldInvalid, nil},
		{"number member", `renma.continues-with: '["a",1]'`, FieldInvalid, nil},
		{"null member", `renma.continues-with: '[null]'`, FieldInvalid, nil},
		{"text after the array", `renma.continues-with: '["a"] x'`, FieldInvalid, nil},
		{"YAML sequence", "renma.continues-with:\n  - skill.b", FieldInvalid, nil},
		{"YAML flow sequence", `renma.continues-with: ["skill.b"]`, FieldInvalid, nil},
		{"YAML null", "renma.continues-with:", FieldInvalid, nil},
		{"tagged data", `renma.continues-with: !!binary '["skill.b"]'`, FieldInvalid, nil},
		{"declared twice", "renma.continues-with: '[\"a\"]'\nrenma.continues-with: '[\"a\"]'", FieldAmbiguous, nil},
		{"other case", `renma.Continues-With: '["a"]'`, FieldAbsent, nil},
		{"underscore", `renma.continues_with: '["a"]'`, FieldAbsent, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := prepare(t, tree{}.skill("a", tt.metadata))
			c := x.Skills[0].Continuation
			if c.State != tt.state || (c.Reason != "") != (c.State == FieldInvalid || c.State == FieldAmbiguous) {
				t.Errorf("state %q, reason %q, want %q", c.State, c.Reason, tt.state)
			}
			var targets []string
			if c.Members != nil {
				targets = []string{}
			}
			for _, m := range c.Members {
				targets = append(targets, m.Target)
			}
			if diff := cmp.Diff(tt.targets, targets); diff != "" {
				t.Errorf("targets (-want +got):\n%s", diff)
			}
			if len(x.Routes) != len(tt.targets) {
				t.Errorf("%d routes for %d targets", len(x.Routes), len(tt.targets))
			}
		})
	}
}

// Each member points at itself, whatever the style of its scalar: the source
// at that place, unescaped by hand below, is the member with its quotes.
func TestMemberPlaces(t *testing.T) {
	tests := []struct {
		name, metadata string
		places         []string // line:column-line:column, and the source there
	}{
		{"single quotes", `renma.continues-with: '["b", "c d"]' # end`, []string{`7:27-7:30 "b"`, `7:32-7:37 "c d"`}},
		{"single quotes with one inside", `renma.continues-with: '["it''s","c"]'`, []string{`7:27-7:34 "it''s"`, `7:35-7:38 "c"`}},
		{"double quotes", `renma.continues-with: "[\"b\",\x20\"\u0063\"]"`, []string{`7:27-7:32 \"b\"`, `7:37-7:47 \"\u0063\"`}},
		{"double quotes over lines", "renma.continues-with: \"[\\\"b\\\",\\\n  \\\"c\\\"]\"", []string{`7:27-7:32 \"b\"`, `8:5-8:10 \"c\"`}},
		{"single quotes over lines", "renma.continues-with: '[\"b\",\n\n  \"c\"]'", []string{`7:27-7:30 "b"`, `9:5-9:8 "c"`}},
		{"literal block", "renma.continues-with: |\n  [\n    \"b\",\n    \"ü\", \"c\"\n  ]", []string{`9:7-9:10 "b"`, `10:7-10:10 "ü"`, `10:12-10:15 "c"`}},
		{"literal block with a comment", "renma.continues-with: |- # why\n  [\"b\"]", []string{`8:6-8:9 "b"`}},
		{"folded block", "renma.continues-with: >-\n  [\"b\",\n\n   \"c\"]", []string{`8:6-8:9 "b"`, `10:6-10:9 "c"`}},
		{"a member over lines", "renma.continues-with: '[\"b\n  c\"]'", []string{`7:27-8:7 "b|    c"`}},
		{"JSON escapes", `renma.continues-with: '["\"", "\\", "]"]'`, []string{`7:27-7:31 "\""`, `7:33-7:37 "\\"`, `7:39-7:42 "]"`}},
		{"hexadecimal escapes", `renma.continues-with: "\x5B\u0022\U0000006A\x22,\x22\u004b\x4A\x22\x5d"`, []string{`7:30-7:50 \u0022\U0000006A\x22`, `7:51-7:69 \x22\u004b\x4A\x22`}},
		{"plain", "renma.continues-with: \n  !!str\n  '[\"b\"]'", []string{`9:7-9:10 "b"`}},
		{"quoted text that begins like a block", `renma.continues-with: ' ["|", ">"]'`, []string{`7:28-7:31 "|"`, `7:33-7:36 ">"`}},
		{"tagged", `renma.continues-with: !!str '["b"]'`, []string{`7:33-7:36 "b"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := prepare(t, tree{}.skill("a", tt.metadata))
			text := x.Skills[0].source.File.Lines()
			var got []string
			for _, m := range x.Skills[0].Continuation.Members {
				ev := m.Evidence
				lines := strings.Split(ev.Snippet, "\n")
				last := len(lines) - 1
				lines[last] = string([]rune(lines[last])[:ev.EndColumn-1])
				lines[0] = string([]rune(lines[0])[ev.StartColumn-1:])
				got = append(got, fmt.Sprintf("%d:%d-%d:%d %s", ev.StartLine, ev.StartColumn, ev.EndLine, ev.EndColumn, strings.Join(lines, "|")))
			}
			if diff := cmp.Diff(tt.places, got); diff != "" {
				t.Errorf("places in\n%s(-want +got):\n%s", text.Text(), diff)
			}
		})
	}
}

// What hides its members, here an alias, is shown as the whole field.
func TestMemberPlaceOfAnAlias(t *testing.T) {
	x := prepare(t, tree{}.skill("a", `renma.note: &list '["skill.b"]'`, "renma.continues-with: *list"))
	r := x.Routes[0]
	if r.Member.StartLine != 8 || r.Member.EndLine != 8 || r.RawTarget != "skill.b" {
		t.Errorf("member %+v of %q", r.Member, r.RawTarget)
	}
}
