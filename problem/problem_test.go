package problem

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
)

func TestSortPutsTheWorstOfAFileFirst(t *testing.T) {
	list := []Problem{
		{ID: "R-NO-FILE", Severity: diagnostic.SeverityError},
		{ID: "R-B", Path: "b", Severity: diagnostic.SeverityError, StartLine: 1},
		{ID: "R-A", Path: "a", Severity: diagnostic.SeverityInfo, StartLine: 1},
		{ID: "R-A", Path: "a", Severity: diagnostic.SeverityWarning, StartLine: 9},
		{ID: "R-A", Path: "a", Severity: diagnostic.SeverityError, StartLine: 9, StartColumn: 2},
		{ID: "R-B", Path: "a", Severity: diagnostic.SeverityError, StartLine: 9, StartColumn: 1},
	}
	Sort(list)
	var got []string
	for _, p := range list {
		got = append(got, p.Path+" "+string(p.Severity)+" "+p.ID)
	}
	want := []string{"a error R-B", "a error R-A", "a warning R-A", "a info R-A", "b error R-B", " error R-NO-FILE"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	shuffled := slices.Clone(list)
	slices.Reverse(shuffled)
	Sort(shuffled)
	if diff := cmp.Diff(list, shuffled); diff != "" {
		t.Errorf("the order depends on the input (-want +got):\n%s", diff)
	}
}

func TestFingerprintKnowsWhatAProblemIsAbout(t *testing.T) {
	base := Problem{ID: "R-ONE", Path: "skills/a/SKILL.md", Subject: "- Never push  to main.", StartLine: 4, Message: "m"}
	same := map[string]func(*Problem){
		"another line":    func(p *Problem) { p.StartLine, p.EndLine, p.StartColumn = 40, 41, 7 },
		"other words":     func(p *Problem) { p.Message, p.Why, p.Fix = "n", "w", "f" },
		"another indent":  func(p *Problem) { p.Subject = "  - Never push to\tmain." },
		"another ranking": func(p *Problem) { p.Severity, p.Level = diagnostic.SeverityError, "high" },
	}
	for name, change := range same {
		p := base
		change(&p)
		if p.Fingerprint() != base.Fingerprint() {
			t.Errorf("%s makes another problem", name)
		}
	}
	other := map[string]func(*Problem){
		"another id":      func(p *Problem) { p.ID = "R-TWO" },
		"another file":    func(p *Problem) { p.Path = "skills/b/SKILL.md" },
		"another subject": func(p *Problem) { p.Subject = "- Never merge to main." },
		"a shifted border": func(p *Problem) { // the parts must not run into each other
			p.ID, p.Path = "R-ONEskills", "/a/SKILL.md"
		},
	}
	for name, change := range other {
		p := base
		change(&p)
		if p.Fingerprint() == base.Fingerprint() {
			t.Errorf("%s makes no other problem", name)
		}
	}
}

func TestByteColumns(t *testing.T) {
	tests := []struct {
		source     string
		start, end int
		wantStart  int
		wantEnd    int
	}{
		{"name: x", 7, 8, 7, 8},
		{"naïve: x", 1, 6, 1, 7},
		{"箱🚀: x", 2, 3, 4, 8},
		{"箱🚀", 3, 3, 8, 8},
		{"one\nzwö", 4, 4, 4, 5},
		{"x", 0, 0, 0, 0},
		{"x", 5, 9, 0, 0}, // the line does not reach that far
		{"", 1, 1, 1, 1},
	}
	for _, tt := range tests {
		p := Problem{Source: tt.source, StartColumn: tt.start, EndColumn: tt.end}
		start, end := p.byteColumns()
		if start != tt.wantStart || end != tt.wantEnd {
			t.Errorf("%q %d-%d: bytes %d-%d, want %d-%d", tt.source, tt.start, tt.end, start, end, tt.wantStart, tt.wantEnd)
		}
	}
}
