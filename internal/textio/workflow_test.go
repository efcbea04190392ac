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
		{Annotation{Level: "error", File: "skills/a/SKILL.md", Line: 3, Title: "A title", Message: "100% wrong"}, "::error file=skills/a/SKILL.md,line=3,title=A title::100%25 wrong"},
		{Annotation{Level: "warning", File: "a,b:c%\nd", Title: "t::x", Message: "one\r\n::error::two"}, `::warning file=a%2Cb%3Ac%25\nd,title=t%3A%3Ax::one\r%0A::error::two`},
		{Annotation{Level: "error", File: "f", Line: 3, Column: 2, EndColumn: 5, Message: "m"}, "::error file=f,line=3,col=2,endColumn=5::m"},
		{Annotation{Level: "error", File: "f", Line: 3, EndLine: 4, Message: "m"}, "::error file=f,line=3,endLine=4::m"},
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
		got := Annotation{Level: "error", File: file, Line: 1, Title: title, Message: message}.String()
		if strings.ContainsAny(got, "\r\n\x1b") {
			t.Errorf("more than one line, or live: %q", got)
		}
		head, _, _ := strings.Cut(strings.TrimPrefix(got, "::"), "::")
		if n := strings.Count(head, ","); n > 2 {
			t.Errorf("%d properties too many: %q", n-2, got)
		}
	})
}
