package agentskills_test

import (
	"strings"
	"testing"

	"github.com/renma/renma/agentskills"
)

func TestParseEntrypoint(t *testing.T) {
	tests := []struct {
		path, kind, dir, target string
	}{
		{"skills/payment/SKILL.md", "canonical", "payment", "skills/payment/SKILL.md"},
		{"skills/payments/refund/SKILL.md", "canonical", "refund", "skills/payments/refund/SKILL.md"},
		{".agents/skills/a/SKILL.md", "canonical", "a", ".agents/skills/a/SKILL.md"},
		{"./skills//a/./SKILL.md", "canonical", "a", "skills/a/SKILL.md"},
		{`skills\a\SKILL.md`, "canonical", "a", "skills/a/SKILL.md"},
		{"skills/a/b/../SKILL.md", "canonical", "a", "skills/a/SKILL.md"},
		{"skills/demo/skill.md", "lowercase", "demo", "skills/demo/SKILL.md"},
		{"skills/testing/spec-review.skill.md", "flat", "spec-review", "skills/testing/spec-review/SKILL.md"},
		{"skills/spec.skill.md", "flat", "spec", "skills/spec/SKILL.md"},
		{"skills/SKILL.md", "", "", ""},
		{"skills/skill.md", "", "", ""},
		{"skills/a/.skill.md", "", "", ""},
		{"skills/a/Skill.md", "", "", ""},
		{"skills/a/SKILL.MD", "", "", ""},
		{"skills/references/SKILL.md", "", "", ""},
		{"skills/pay/references/vendor/SKILL.md", "", "", ""},
		{".agents/skills/examples/SKILL.md", "", "", ""},
		{"docs/skills/demo/SKILL.md", "", "", ""},
		{"skills/../skills/a/SKILL.md", "", "", ""},
		{"skills/a/../../skills/b/SKILL.md", "", "", ""},
		{"/skills/a/SKILL.md", "", "", ""},
		{"Skills/a/SKILL.md", "", "", ""},
		{"", "", "", ""},
		{"skills/", "", "", ""},
	}
	for _, test := range tests {
		e, ok := agentskills.ParseEntrypoint(test.path)
		if ok != (test.kind != "") || string(e.Kind) != test.kind || e.Directory != test.dir || e.TargetPath != test.target {
			t.Errorf("%q: %+v %v, want %s in %q to %q", test.path, e, ok, test.kind, test.dir, test.target)
		}
	}
}

func TestNewCommandQuotesForAShell(t *testing.T) {
	tests := map[string]string{
		"skills/a/SKILL.md":      "renma scan skills/a/SKILL.md",
		"skills/a b/SKILL.md":    "renma scan 'skills/a b/SKILL.md'",
		"skills/it's/SKILL.md":   `renma scan 'skills/it'"'"'s/SKILL.md'`,
		"":                       "renma scan ''",
		"skills/é/SKILL.md":      "renma scan 'skills/é/SKILL.md'",
		"skills/$(rm)/SKILL.md":  "renma scan 'skills/$(rm)/SKILL.md'",
		"skills/a\nb/SKILL.md":   "renma scan 'skills/a\nb/SKILL.md'",
		"skills/@+=:,.-_%/SKILL": "renma scan skills/@+=:,.-_%/SKILL",
	}
	for arg, want := range tests {
		if got := agentskills.NewCommand("scan", arg).Display; got != want {
			t.Errorf("%q: %s, want %s", arg, got, want)
		}
	}
}

// A shell gives a meaning to every ASCII character but these.
func TestQuotePOSIX(t *testing.T) {
	const bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"
	for c := range rune(256) {
		word := string(c)
		want := word
		if !strings.ContainsRune(bare, c) {
			want = "'" + strings.ReplaceAll(word, "'", `'"'"'`) + "'"
		}
		if got := agentskills.QuotePOSIX(word); got != want {
			t.Errorf("%q is written %s, want %s", word, got, want)
		}
		if got := agentskills.QuotePOSIX("a" + word + "b"); (got[0] == '\'') != (want != word) {
			t.Errorf("%q inside a word is written %s", word, got)
		}
	}
	if got := agentskills.QuotePOSIX(""); got != "''" {
		t.Errorf("the empty word is written %s", got)
	}
}

func TestNameProblems(t *testing.T) {
	valid := []string{"a", "my-skill", "a1", "1e3", "日本語", "箱-分け", "café", "ⅷ", " padded ", "ａ", "x²", strings.Repeat("a", 64)}
	for _, name := range valid {
		if p := agentskills.NameProblems(name); len(p) > 0 {
			t.Errorf("%q: %v, want none", name, p)
		}
	}
	invalid := []string{"My-skill", "a_b", "a.b", "a b", "-a", "a-", "a--b", "a/b", "½", "É", strings.Repeat("a", 65), "", "é́"}
	for _, name := range invalid {
		if p := agentskills.NameProblems(name); len(p) == 0 {
			t.Errorf("%q: no problem, want one", name)
		}
	}
}
