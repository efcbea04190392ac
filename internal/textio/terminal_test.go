package textio

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTerminalShowsWhatATerminalWouldObey(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain text, naïve 箱 🚀", "plain text, naïve 箱 🚀"},
		{"a\nb\r\tc", `a\nb\r\tc`},
		{"\x1b[31mred\x1b[0m", `\x1b[31mred\x1b[0m`},
		{"\x9b31m", `\x9b31m`}, // a lone byte: no UTF-8
		{"\u009b31m", `\x9b31m`},
		{"del\x7f nul\x00", `del\x7f nul\x00`},
		{"a\u202eb", `a\u202eb`},
		{"a\u2066b\u2028c\u2029d", `a\u2066b\u2028c\u2029d`},
		{"\ufeffx", `\ufeffx`},
		{"tag\U000e0041", `tag\U000e0041`},
		{"👩\u200d🚀", "👩\u200d🚀"},
		{"\ufffd", "\ufffd"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := Terminal(tt.in); got != tt.want {
			t.Errorf("Terminal(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func FuzzTerminal(f *testing.F) {
	f.Add("\x1b]0;title\x07")
	f.Add("\u202e\xff\n")
	f.Fuzz(func(t *testing.T, s string) {
		got := Terminal(s)
		if !utf8.ValidString(got) {
			t.Errorf("%q became invalid UTF-8 %q", s, got)
		}
		if strings.ContainsAny(got, "\x00\a\b\t\n\v\f\r\x1b\x7f\u0085\u2028\u2029\u202e") {
			t.Errorf("%q keeps a control character: %q", s, got)
		}
		if again := Terminal(got); again != got {
			t.Errorf("%q changes on a second pass: %q", got, again)
		}
	})
}

func TestNearest(t *testing.T) {
	commands := []string{"scan", "catalog", "skill-index", "graph", "readiness"}
	tests := []struct{ word, want string }{
		{"scna", "scan"},
		{"Scan", "scan"},
		{"catalogue", "catalog"},
		{"skil-index", "skill-index"},
		{"skillindex", "skill-index"},
		{"readyness", "readiness"},
		{"xyz", ""},
		{"a", ""},
		{"", ""},
		{"scan", ""}, // nothing to suggest for the word itself
		{strings.Repeat("scan", 100), ""},
	}
	for _, tt := range tests {
		if got := Nearest(tt.word, commands); got != tt.want {
			t.Errorf("Nearest(%q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}
