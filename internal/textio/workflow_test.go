package textio

import (
	"strings"
	"testing"
)

func TestAnnotation(t *testing.T) {
	tests := []struct {
		in   Annotation
		want string
	}{
		{Annotation{Level: "notice", Message: "all is well"}, "::notice::all is well"},
		{Annotation{"error", "skills/a/SKILL.md", 3, "A title", "100% wrong"}, "::error file=skills/a/SKILL.md,line=3,title=A title::100%25 wrong"},
		{Annotation{"warning", "a,b:c%\nd", 0, "t::x", "one\r\n::error::two"}, `::warning file=a%2Cb%3Ac%25\nd,title=t%3A%3Ax::one\r%0A::error::two`},
		{Annotation{Level: "warning", Line: 4, Message: "\x1b[31m\u202e"}, `::warning::\x1b[31m\u202e`},
	}
	for _, tt := range tests {
		if got := tt.in.String(); got != tt.want {
			t.Errorf("%+v\ngot  %s\nwant %s", tt.in, got, tt.want)
		}
	}
}

func FuzzAnnotation(f *testing.F) {
	f.Add("a.md", "title", "message")
	f.Add("a\n::error::", ",line=9", "%0A\r\n::set-output")
	f.Fuzz(func(t *testing.T, file, title, message string) {
		got := Annotation{"error", file, 1, title, message}.String()
		if strings.ContainsAny(got, "\r\n\x1b") {
			t.Errorf("more than one line, or live: %q", got)
		}
		head, _, _ := strings.Cut(strings.TrimPrefix(got, "::"), "::")
		if n := strings.Count(head, ","); n > 2 {
			t.Errorf("%d properties too many: %q", n-2, got)
		}
	})
}
