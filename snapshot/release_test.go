package snapshot_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/tokens"
	"github.com/renma/renma/snapshot"
)

// The body of a Skill and the text of a support file without frontmatter are let go.
// What documents say about them stays: tokens, and the lines that name other files.
func TestTextIsNotKept(t *testing.T) {
	const (
		head  = "---\nname: demo\ndescription: Use when a demo is asked for.\n---\n"
		body  = "\n\tRead it.\r\nNever skip [the note](references/note.md).\n"
		note  = "# Note\n\nRun `scripts/run.sh` and `scripts/stop.sh`.\n\nThen `scripts/run.sh` again.\n"
		plain = "---\ntitle: Plain\n---\nSee nothing.\n"
	)
	s, err := snapshot.Collect(context.Background(), fstest.MapFS{
		"skills/demo/SKILL.md":            {Data: []byte(head + body)},
		"skills/demo/references/note.md":  {Data: []byte(note)},
		"skills/demo/references/plain.md": {Data: []byte(plain)},
		"skills/demo/scripts/run.sh":      {Data: []byte("echo run\n")},
		"skills/demo/scripts/stop.sh":     {Data: []byte("echo stop\n")},
		"contexts/team.md":                {Data: []byte("# Team\n\nKept.\n")},
	}, snapshot.Options{})
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]string{}
	for _, f := range s.Files {
		kept[f.Path] = f.Lines().Text()
		if (f.Frontmatter() != nil) != (strings.HasSuffix(f.Path, ".md") && f.Lines().Count() > 1) {
			t.Errorf("%s: frontmatter %v beside %d lines", f.Path, f.Frontmatter(), f.Lines().Count())
		}
	}
	want := map[string]string{
		"skills/demo/SKILL.md":            head,
		"skills/demo/references/note.md":  "# Note",
		"skills/demo/references/plain.md": plain,
		"skills/demo/scripts/run.sh":      "echo run",
		"skills/demo/scripts/stop.sh":     "echo stop",
		"contexts/team.md":                "# Team\n\nKept.\n",
	}
	if diff := cmp.Diff(want, kept); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	var counter snapshot.TokenCounter
	support := tokens.Estimate(note) + tokens.Estimate(plain) + tokens.Estimate("echo run\n") + tokens.Estimate("echo stop\n")
	if got := counter.Count(s)[0]; got.Support != support || got.Body != tokens.Estimate(body) {
		t.Errorf("tokens = %+v, want %d and %d", got, tokens.Estimate(body), support)
	}
	if issues := s.Skills[0].Result.Issues; len(issues) == 0 || issues[len(issues)-1].Snippet != "Never skip [the note](references/note.md)." {
		t.Errorf("issues %+v", issues)
	}
	named := map[string]*diagnostic.Evidence{}
	for _, d := range s.Catalog.Dependencies {
		if d.Kind == snapshot.DependencyStatic && d.SourcePath == "skills/demo/references/note.md" {
			named[d.To] = d.Evidence
		}
	}
	line := &diagnostic.Evidence{Path: "skills/demo/references/note.md", StartLine: 3, EndLine: 3, Snippet: "Run `scripts/run.sh` and `scripts/stop.sh`."}
	if diff := cmp.Diff(map[string]*diagnostic.Evidence{"skills/demo/scripts/run.sh": line, "skills/demo/scripts/stop.sh": line}, named); diff != "" {
		t.Errorf("static dependencies (-want +got):\n%s", diff)
	}
}

// Of a Skill whose metadata alone is wanted the body is not judged, and its lines
// that name other files stay.
func TestBodyIsNotJudgedBesideMetadata(t *testing.T) {
	const head = "---\nname: demo\ndescription: A demo.\n---\n"
	files := fstest.MapFS{
		"skills/demo/SKILL.md":           {Data: []byte(head + "Never do it.\nRead [the note](references/note.md).\n")},
		"skills/demo/references/note.md": {Data: []byte("# Note\n")},
		"skills/open/SKILL.md":           {Data: []byte("No frontmatter.\n")},
	}
	collect := func(only bool) *snapshot.Snapshot {
		s, err := snapshot.Collect(context.Background(), files, snapshot.Options{MetadataOnly: only})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	all, only := collect(false), collect(true)
	if got := only.Skills[0].File.Lines().Text(); got != head {
		t.Errorf("the text kept is %q", got)
	}
	if got := only.Skills[1].File.Lines().Text(); got != "No frontmatter.\n" {
		t.Errorf("the text kept of a file without frontmatter is %q", got)
	}
	if all.Skills[0].Result.WarningCount == 0 || only.Skills[0].Result.WarningCount != 0 || !only.Skills[0].Result.Valid {
		t.Errorf("%d warnings, %d beside metadata", all.Skills[0].Result.WarningCount, only.Skills[0].Result.WarningCount)
	}
	if diff := cmp.Diff(all.CatalogReport(), only.CatalogReport(), cmpopts.IgnoreUnexported(snapshot.Entry{}, snapshot.Dependency{})); diff != "" {
		t.Errorf("catalog (-all +metadata):\n%s", diff)
	}
}

func TestBodies(t *testing.T) {
	words := strings.Repeat("word ", 19)
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"a-short": words, "b-long": words + "end", "c-blanks": "\n \u00a0\n\t" + words + "end\n\n", "d-lines": words + "end\nmore\n",
		"e-crlf": words + "end\r\nmore\r\n", "f-blank": " \n", "g-none": "",
	} {
		files["skills/"+name+"/SKILL.md"] = &fstest.MapFile{Data: []byte("---\nname: " + name + "\n---\n" + text)}
	}
	files["skills/h-open/SKILL.md"] = &fstest.MapFile{Data: []byte("---\n" + words + "end")}
	files["skills/i-headless/SKILL.md"] = &fstest.MapFile{Data: []byte("\n" + words + "end")}
	for _, only := range []bool{false, true} {
		s, err := snapshot.Collect(context.Background(), files, snapshot.Options{MetadataOnly: only})
		if err != nil {
			t.Fatal(err)
		}
		equal := map[string]string{}
		var hashes, lines []string
		for _, skill := range s.Skills {
			hash := skill.BodyHash()
			if hash != "" {
				if equal[hash] == "" {
					equal[hash] = skill.Result.Name
				}
				hash = equal[hash]
			}
			line := ""
			if ev := skill.BodyEvidence(); ev != nil {
				line = fmt.Sprintf("%d %s", ev.StartLine, ev.Snippet)
			}
			hashes, lines = append(hashes, hash), append(lines, line)
		}
		wantHashes, wantLines := make([]string, len(s.Skills)), make([]string, len(s.Skills))
		if !only {
			wantHashes = []string{"", "b-long", "b-long", "d-lines", "d-lines", "", "", "", "b-long"}
			wantLines = []string{"4 " + words, "4 " + words + "end", "6 \t" + words + "end", "4 " + words + "end", "4 " + words + "end", "", "", "", "2 " + words + "end"}
		}
		if diff := cmp.Diff(wantHashes, hashes) + cmp.Diff(wantLines, lines); diff != "" {
			t.Errorf("metadata only %v (-want +got):\n%s", only, diff)
		}
	}
}

// Nothing that is kept refers to a body: one line of it would hold all of it.
func TestBodiesLeaveMemory(t *testing.T) {
	const skills, size = 8, 200 << 10
	long := strings.Repeat(strings.Repeat("word ", 15)+"\n\n", size/77)
	files := fstest.MapFS{}
	for i := range skills {
		name := fmt.Sprintf("demo-%d", i)
		text := "---\nname: " + name + "\ndescription: Use when a demo is asked for.\n---\nNever skip [it](references/note.md).\n" +
			"<!-- renma-ignore RN-SKILL-DESCRIPTION-OMITS-SELECTION-BOUNDARY reason=\"fine\" -->\nDo not use this skill for tests. Never `scripts/run.sh`.\n"
		files["skills/"+name+"/SKILL.md"] = &fstest.MapFile{Data: []byte(text + long)}
		files["skills/"+name+"/references/note.md"] = &fstest.MapFile{Data: []byte("See `scripts/run.sh`.\n\n" + long)}
		files["skills/"+name+"/scripts/run.sh"] = &fstest.MapFile{Data: []byte("run\n")}
	}
	live := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, only := range []bool{false, true} {
		before := live()
		s, err := snapshot.Collect(context.Background(), files, snapshot.Options{MetadataOnly: only})
		if err != nil {
			t.Fatal(err)
		}
		if after := live(); after > before+size {
			t.Errorf("metadata only %v: %d Skills of %d bytes keep %d bytes", only, skills, size, after-before)
		}
		if len(s.Skills) != skills || only != (s.Skills[0].Result.WarningCount == 0) || len(s.Catalog.Dependencies) == 0 {
			t.Errorf("metadata only %v: %d Skills, %+v, %d dependencies", only, len(s.Skills), s.Skills[0].Result, len(s.Catalog.Dependencies))
		}
	}
}
