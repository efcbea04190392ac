package renma

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/snapshot"
)

func TestEntrypointPaths(t *testing.T) {
	tests := map[string]string{ // path: clean path, or a part of the error
		"skills/x/SKILL.md":              "skills/x/SKILL.md",
		"./skills//dom/./x/SKILL.md":     "skills/dom/x/SKILL.md",
		".agents/skills/x/SKILL.md":      ".agents/skills/x/SKILL.md",
		"skills/y/../x/SKILL.md":         "skills/x/SKILL.md",
		"/skills/x/SKILL.md":             "is absolute",
		"../skills/x/SKILL.md":           "leads out",
		"skills/../../skills/x/SKILL.md": "leads out",
		".":                              "is no place",
		"SKILL.md":                       "is no place",
		"skills/SKILL.md":                "is no place",
		"skills/x/skill.md":              "is no place",
		"skills/x.skill.md":              "is no place",
		"skills/x/README.md":             "is no place",
		"skills/x/references/SKILL.md":   "is no place",
		"docs/x/SKILL.md":                "is no place",
		"skills/\xff/SKILL.md":           "leads out",
		`skills\x\SKILL.md`:              "is no place",
	}
	for file, want := range tests {
		got, err := entrypoint(file)
		var fault *EntrypointError
		switch {
		case err == nil && got != want:
			t.Errorf("%q: %q, want %q", file, got, want)
		case err != nil && (!errors.As(err, &fault) || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
}

func TestDeclaredEntrypoints(t *testing.T) {
	for name, want := range map[string]string{
		"release-notes": "release-notes", `"My Skill"`: "My Skill", "": "stdin", `"a/b"`: "stdin", `".."`: "stdin", "assets": "stdin", "7": "stdin",
		`"` + strings.Repeat("x", 300) + `"`: "stdin",
	} {
		if got := declaredEntrypoint([]byte("---\nname: " + name + "\n---\n")); got != "skills/"+want+"/SKILL.md" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// What is said about one Skill alone is what the scan of its repository says
// about it, apart from what needs other files.
func TestSkillAloneIsJudgedAsInItsRepository(t *testing.T) {
	options := corpus.Default(60)
	options.Unusable, options.Cycle = 0.3, 0.2
	tree, _ := corpus.Generate(options)
	broken := "---\nname: Broken Name\ndescription: x\nmetadata:\n  renma.continues-with: '[\"skill.gone\", \"/abs\", 3]'\n" +
		"  renma.conflicts: '[\"a.gone\"]'\n  renma.requires-context: '[\"context.gone\"]'\n  renma.status: odd\n---\n# X\n"
	tree["skills/broken/SKILL.md"] = broken
	dir := t.TempDir()
	if err := tree.Write(dir); err != nil {
		t.Fatal(err)
	}
	whole, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, line := range statements(whole.Scan()) {
		all[line] = true
	}
	compared := 0
	for _, skill := range whole.Snapshot().Skills {
		file := skill.File.Path
		alone, err := OpenSkill(context.Background(), dir, file, strings.NewReader(tree[file]), Options{})
		if err != nil {
			t.Fatal(err)
		}
		report := alone.Scan()
		if report.AgentSkills.TotalSkillCount != 1 || report.Root != whole.Snapshot().Root || report.ConfigPath != whole.Snapshot().ConfigPath {
			t.Fatalf("%s: %+v", file, report)
		}
		for _, line := range statements(report) {
			compared++
			if !all[line] {
				t.Errorf("only alone: %s", line)
			}
		}
	}
	if compared < 5 {
		t.Errorf("only %d statements were compared", compared)
	}
}

// statements lists what a report says about Skills.
func statements(r *ScanReport) []string {
	var lines []string
	for _, result := range r.AgentSkills.Results {
		for _, issue := range result.Issues {
			lines = append(lines, fmt.Sprintf("%s:%d:%d: %s %s", issue.Path, issue.StartLine, issue.StartColumn, issue.Message, issue.Code))
		}
	}
	for _, f := range r.Findings {
		lines = append(lines, fmt.Sprintf("%s:%d: %s %s", f.Evidence.Path, f.Evidence.StartLine, f.Title, f.ID))
	}
	for _, d := range r.Diagnostics {
		lines = append(lines, fmt.Sprintf("%s: %s %s", d.Path, d.Message, d.Code))
	}
	return lines
}

func TestSkillAloneOmitsWhatNeedsOthers(t *testing.T) {
	const source = "---\nname: x\ndescription: Reviews x requests and lists the findings. Use when a request waits; do not use for deployment.\nmetadata:\n" +
		"  renma.continues-with: '[\"skill.gone\", \"/absolute\"]'\n  renma.conflicts: '[\"a.gone\"]'\n  renma.requires-context: '[\"context.gone\"]'\n---\n# X\n"
	repo, err := OpenSkill(context.Background(), t.TempDir(), "", strings.NewReader(source), Options{})
	if err != nil {
		t.Fatal(err)
	}
	report := repo.Scan()
	want := []string{`skills/x/SKILL.md: route 1 names "/absolute", an absolute path: write it relative to the repository root. DISCOVERY-UNRESOLVED-DECLARED-ROUTE`}
	if diff := cmp.Diff(want, statements(report)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if omitted := strings.Join(report.OmittedAnalyses, " "); !strings.Contains(omitted, "quality references routes scaffold") {
		t.Errorf("omitted analyses are %s", omitted)
	}
}

func TestOpenSkillErrors(t *testing.T) {
	dir := t.TempDir()
	failing := errors.New("no more")
	_, err := OpenSkill(context.Background(), dir, "", errorReader{failing}, Options{})
	if !errors.Is(err, failing) {
		t.Errorf("a source that fails: %v", err)
	}
	_, err = OpenSkill(context.Background(), dir+"/gone", "", strings.NewReader(""), Options{})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	_, err = OpenSkill(context.Background(), dir, "", strings.NewReader(""), Options{ConfigPath: "gone.json"})
	if fault := new(snapshot.ConfigError); !errors.As(err, &fault) {
		t.Errorf("no configuration: %v", err)
	}
}

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

// A path is either refused or can be scanned, whatever stands in the file.
func FuzzOpenSkill(f *testing.F) {
	f.Add("skills/x/SKILL.md", []byte("---\nname: x\ndescription: y\n---\n"))
	f.Add(".agents/skills/a/b/SKILL.md", []byte("\xff"))
	f.Add("", []byte("---\nname: é/..\n---\n"))
	f.Add("skills/../x/SKILL.md", []byte(""))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, file string, source []byte) {
		repo, err := OpenSkill(context.Background(), dir, file, strings.NewReader(string(source)), Options{})
		if err != nil {
			if fault := new(EntrypointError); !errors.As(err, &fault) {
				t.Fatal(err)
			}
			return
		}
		r := repo.Scan()
		if r.InspectionCoverage.ExpectedPathCount > 1 || r.ScannedFileCount > 1 || r.AgentSkills.TotalSkillCount != r.ScannedFileCount {
			t.Fatalf("%q: %+v", file, r)
		}
	})
}
