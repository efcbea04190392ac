package snapshot

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
)

func TestPathPattern(t *testing.T) {
	tests := []struct {
		pattern string
		yes, no []string
	}{
		{"contexts/a.md", []string{"contexts/a.md"}, []string{"contexts/a.md2", "x/contexts/a.md", "contexts"}},
		{"contexts", []string{"contexts", "contexts/a.md", "contexts/x/a.md"}, []string{"contexts2/a.md"}},
		{"./contexts/", []string{"contexts/a.md"}, []string{"context/a.md"}},
		{`contexts\new`, []string{"contexts/new/a.md"}, []string{"contexts/newer/a.md"}},
		{"contexts/*", []string{"contexts/a.md"}, []string{"contexts/x/a.md"}},
		{"contexts/*.md", []string{"contexts/a.md", "contexts/.md"}, []string{"contexts/a.txt", "contexts/x/a.md"}},
		{"contexts/**", []string{"contexts/a.md", "contexts/x/a.md"}, []string{"contexts"}},
		{"contexts/**/a.md", []string{"contexts/a.md", "contexts/x/a.md", "contexts/x/y/a.md"}, []string{"contexts/xa.md"}},
		{"**", []string{"a", "a/b"}, nil},
		{"a?b", []string{"a?b"}, []string{"axb"}},
		{"a.md", nil, []string{"axmd"}},
		{"[a", []string{"[a", "[a/b"}, []string{"a"}},
		{"", nil, []string{"a"}},
		{"\xff*", nil, []string{"a"}},
	}
	for _, tt := range tests {
		p := pathPattern(tt.pattern)
		for _, path := range tt.yes {
			if !p.MatchString(path) {
				t.Errorf("%q does not match %q", tt.pattern, path)
			}
		}
		for _, path := range tt.no {
			if p.MatchString(path) {
				t.Errorf("%q matches %q", tt.pattern, path)
			}
		}
	}
}

func FuzzPathPattern(f *testing.F) {
	f.Add("a/**/b*", "a/b")
	f.Add("**/***/[", "x")
	f.Add("\\\xff/./", "")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		pathPattern(pattern).MatchString(path)
		if !pathPattern("**").MatchString(path) {
			t.Errorf("** does not match %q", path)
		}
	})
}

func TestSuppressions(t *testing.T) {
	today, _ := parseDate("2026-03-10")
	s := &Snapshot{ConfigPath: "renma.config.json"}
	s.Config.Suppressions = []Suppression{
		{ID: "B", Paths: []string{"z", "contexts/**"}, Reason: "last day", Expires: "2026-03-10"},
		{ID: "A", Paths: []string{"contexts/a.md"}, Reason: "second"},
		{ID: "A", Paths: []string{"contexts"}, Reason: "first", Expires: "never"},
		{ID: "C", Paths: []string{"contexts"}, Reason: "old", Expires: "2026-03-09"},
	}
	finding := func(id, path string) diagnostic.Finding {
		return diagnostic.Finding{ID: id, Evidence: diagnostic.Evidence{Path: path, StartLine: 1, EndLine: 1}}
	}
	all := []diagnostic.Finding{
		finding("A", "contexts/a.md"), finding("B", "contexts/a.md"), finding("C", "contexts/a.md"), finding("A", "skills/a/SKILL.md"),
	}
	s.applySuppressions(all, today)
	if diff := cmp.Diff([]diagnostic.Finding{all[2], all[3]}, s.Findings); diff != "" {
		t.Errorf("active findings (-want +got):\n%s", diff)
	}
	want := []SuppressedFinding{
		{AppliedSuppression{"A", "contexts", "first", "never"}, all[0]},
		{AppliedSuppression{"B", "contexts/**", "last day", "2026-03-10"}, all[1]},
	}
	if diff := cmp.Diff(want, s.Suppressed); diff != "" {
		t.Errorf("suppressed (-want +got):\n%s", diff)
	}
	wantActive := []Suppression{
		{ID: "A", Paths: []string{"contexts"}, Reason: "first", Expires: "never"},
		{ID: "A", Paths: []string{"contexts/a.md"}, Reason: "second", Expires: "never"},
		{ID: "B", Paths: []string{"contexts/**", "z"}, Reason: "last day", Expires: "2026-03-10"},
	}
	if diff := cmp.Diff(wantActive, s.ActiveSuppressions); diff != "" {
		t.Errorf("in force (-want +got):\n%s", diff)
	}
	if len(s.SuppressionDiagnostics) != 1 || s.SuppressionDiagnostics[0].Details.Get("suppressionId") != "C" {
		t.Errorf("expired: %v", s.SuppressionDiagnostics)
	}
	s.applySuppressions(all, today.AddDate(0, 0, 1))
	if len(s.SuppressionDiagnostics) != 2 {
		t.Errorf("a suppression ends after its last day, got %v", s.SuppressionDiagnostics)
	}
}
