package textio

import (
	"regexp"
	"strings"
	"testing"
)

func TestGraphEscapes(t *testing.T) {
	tests := []struct{ in, label, comment, dot string }{
		{"skill.a", "skill.a", "skill.a", "skill.a"},
		{"", "", "", ""},
		{"日本語 ü", "日本語 ü", "日本語 ü", "日本語 ü"},
		{"a\nskill_0 --> skill_1", "a skill_0 --#gt; skill_1", "a skill_0 --> skill_1", "a skill_0 --> skill_1"},
		{"a\u2028b\u0085c\rd", "a b c d", "a b c d", "a b c d"},
		{`"] --> x["`, "#quot;] --#gt; x[#quot;", `"] --> x["`, `\"] --> x[\"`},
		{"#quot;", "#35;quot;", "#quot;", "#quot;"},
		{`\"`, "#92;#quot;", `\"`, `\\\"`},
		{"%%{init: {}}%%", "#37;#37;{init#58; {}}#37;#37;", "#37;#37;{init: {}}#37;#37;", "%%{init: {}}%%"},
		{"<b>&amp;", "#lt;b#gt;#amp;amp;", "<b>&amp;", "<b>&amp;amp;"},
		{"`x` $$y$$", "#96;x#96; #36;#36;y#36;#36;", "`x` $$y$$", "`x` $$y$$"},
		{"a\u202eb", "a\ufffdb", "a\ufffdb", "a\ufffdb"},
	}
	for _, tt := range tests {
		if got := MermaidLabel(tt.in); got != tt.label {
			t.Errorf("MermaidLabel(%q) = %q, want %q", tt.in, got, tt.label)
		}
		if got := MermaidComment(tt.in); got != tt.comment {
			t.Errorf("MermaidComment(%q) = %q, want %q", tt.in, got, tt.comment)
		}
		if got := DOTLabel(tt.in); got != tt.dot {
			t.Errorf("DOTLabel(%q) = %q, want %q", tt.in, got, tt.dot)
		}
	}
}

func FuzzGraphEscapes(f *testing.F) {
	for _, s := range []string{"a", "%%{x}", "%\u200b%{", "#35;", "style:#a;", "\\", "\x00\n", "a\"b\\"} {
		f.Add(s)
	}
	entity := regexp.MustCompile(`#\w+;`)
	f.Fuzz(func(t *testing.T, s string) {
		label := entity.ReplaceAllString(MermaidLabel(s), "")
		if strings.ContainsAny(label, "\"<>&`\\%$#:\n\r\u2028\u2029\u0085") {
			t.Errorf("MermaidLabel(%q) leaves %q", s, label)
		}
		if comment := MermaidComment(s); strings.ContainsAny(comment, "%\n\r\u2028\u2029\u0085") {
			t.Errorf("MermaidComment(%q) = %q", s, comment)
		}
		dot := DOTLabel(s)
		inner := strings.NewReplacer(`\\`, "", `\"`, "").Replace(dot)
		if strings.ContainsAny(inner, "\"\\\n\r") {
			t.Errorf("DOTLabel(%q) = %s", s, dot)
		}
		if comment := DOTComment(s); strings.ContainsAny(comment, "\n\r") {
			t.Errorf("DOTComment(%q) = %q", s, comment)
		}
	})
}
