package textio

import (
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"":                      `""`,
		"skill.a":               `"skill.a"`,
		"a\nb\x1b":              `"a\nb\x1b"`,
		`say "x"`:               `"say \"x\""`,
		"bytes \xff":            `"bytes \xff"`,
		strings.Repeat("ä", 60): `"` + strings.Repeat("ä", 60) + `"`,
		strings.Repeat("ä", 61): `"` + strings.Repeat("ä", 60) + `…"`,
	} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}
