package renma

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/renma/renma/internal/memfs"
)

// manySkills is a repository in which skill i has i faults, and the last one the
// worst.
func manySkills(t *testing.T, n int) *ScanReport {
	t.Helper()
	files := map[string]string{}
	for i := range n {
		name := fmt.Sprintf("skill-%02d", i)
		source := "---\nname: " + name + "\ndescription: Reviews requests and lists the findings. Use when a request waits; do not use for deployment.\nmetadata:\n" +
			"  renma.continues-with: '[" + strings.TrimSuffix(strings.Repeat(`"skill.gone", `, i), ", ") + "]'\n"
		if i == n-1 {
			source += "license: 7\n"
		}
		files["skills/"+name+"/SKILL.md"] = source + "---\n# X\n"
	}
	repo, err := OpenFS(context.Background(), memfs.New(files), Options{Root: "/repository"})
	if err != nil {
		t.Fatal(err)
	}
	return repo.Scan()
}

func text(t *testing.T, r *ScanReport, opts TextOptions) string {
	t.Helper()
	var b strings.Builder
	if err := r.WriteText(&b, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var moreProblems = regexp.MustCompile(`(?m)^(\d+) more problems? in (\d+) files?; show all with: renma scan --all$`)

func TestReportFillsOneScreen(t *testing.T) {
	r := manySkills(t, 20)
	whole := text(t, r, TextOptions{})
	problem := regexp.MustCompile(`(?m)^  +(\d+:\d+|-)  (error|warning|info)`)
	total := len(problem.FindAllString(whole, -1))
	for _, screen := range []Screen{{80, 24}, {120, 40}, {0, 30}, {60, 60}} {
		for _, color := range []bool{false, true} {
			short := text(t, r, TextOptions{Screen: screen, Command: "renma scan --all", Color: color})
			if rows := screen.rows(short); rows > screen.Rows-1 || rows < screen.Rows/2 {
				t.Errorf("%v: %d rows", screen, rows)
			}
			short = regexp.MustCompile("\x1b\\[\\d*m").ReplaceAllString(short, "")
			m := moreProblems.FindStringSubmatch(short)
			if m == nil {
				t.Fatalf("%v: nothing says that the report is cut short:\n%s", screen, short)
			}
			left, _ := strconv.Atoi(m[1])
			if shown := len(problem.FindAllString(short, -1)); shown == 0 || shown+left != total {
				t.Errorf("%v: %d problems are shown and %d left out, of %d", screen, shown, left, total)
			}
			if !strings.HasPrefix(short, "skills/skill-19/SKILL.md  invalid\n") {
				t.Errorf("%v: the worst file is not the first:\n%s", screen, short)
			}
			_, summary, _ := strings.Cut(whole, "root   ")
			if !strings.HasSuffix(short, summary) {
				t.Errorf("%v: the summary is not whole", screen)
			}
		}
	}
	for _, screen := range []Screen{{}, {80, 0}, {80, 10_000}} {
		if text(t, r, TextOptions{Screen: screen}) != whole {
			t.Errorf("%v: the report is cut short", screen)
		}
	}
	if text(t, r, TextOptions{Screen: Screen{80, 24}, All: true}) != whole {
		t.Error("All does not show everything")
	}
	if tiny := text(t, r, TextOptions{Screen: Screen{10, 1}, Command: "renma scan --all"}); !moreProblems.MatchString(tiny) || !problem.MatchString(tiny) {
		t.Errorf("the smallest screen shows\n%s", tiny)
	}
}

func TestQuietReport(t *testing.T) {
	if got := text(t, manySkills(t, 0), TextOptions{Quiet: true}); !strings.HasPrefix(got, "No Skill was found.") || strings.Contains(got, "coverage") {
		t.Errorf("without a Skill: %q", got)
	}
	r := manySkills(t, 3)
	whole, got := text(t, r, TextOptions{}), text(t, r, TextOptions{Quiet: true})
	if !strings.HasPrefix(whole, got) || !strings.HasPrefix(whole[len(got):], "root ") {
		t.Errorf("quiet:\n%s", got)
	}
	repo, err := OpenFS(context.Background(), memfs.New(map[string]string{
		"skills/x/SKILL.md": "---\nname: x\ndescription: Reviews requests and lists the findings. Use when a request waits; do not use for deployment.\n---\n# X\n",
	}), Options{Root: "/repository"})
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, repo.Scan(), TextOptions{Quiet: true}); got != "" {
		t.Errorf("nothing is wrong, but %q", got)
	}
}

func TestScreenRows(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a\n": 1, "\n": 1, "12345\n": 1, "123456\n": 2, "12345678901\n": 3, "\x1b[31m12345\x1b[0m\n": 1, "ééééé\n": 1, "a\nb": 2,
	} {
		if got := (Screen{Columns: 5}).rows(text); got != want {
			t.Errorf("%q fills %d rows, want %d", text, got, want)
		}
	}
}
