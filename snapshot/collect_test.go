package snapshot_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/internal/diskfs"
	"github.com/renma/renma/snapshot"
)

const skillText = "---\nname: NAME\ndescription: Sorts plans by risk. Use when a plan is ready; not for code.\n---\n# Title\n"

func skill(name string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(strings.ReplaceAll(skillText, "NAME", name))}
}

func collect(t *testing.T, fsys fs.FS) *snapshot.Snapshot {
	t.Helper()
	s, err := snapshot.Collect(context.Background(), fsys, snapshot.Options{Root: "/repo"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// document is everything a snapshot projects, as bytes.
func document(t *testing.T, s *snapshot.Snapshot) string {
	t.Helper()
	data, err := json.Marshal([]any{s.CatalogReport(), s.Findings, s.Suppressed, s.Coverage, s.FileDiagnostics, s.ScannedFileCount, s.ConfigPath})
	if err != nil {
		t.Fatal(err)
	}
	for _, skill := range s.Skills {
		issues, err := json.Marshal(skill.Result)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, issues...)
	}
	return string(data)
}

func mapFS(tree corpus.Tree) fstest.MapFS {
	m := fstest.MapFS{}
	for p, text := range tree {
		m[p] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// shuffled lists directories in reverse order, which fs.ReadDir leaves to the
// file system when it implements ReadDirFS.
type shuffled struct{ fs.FS }

func (s shuffled) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.FS, name)
	slices.Reverse(entries)
	return entries, err
}

func TestSameBytesWhateverTheFileSystemAndScheduling(t *testing.T) {
	o := corpus.Default(60)
	o.Invalid = 0.2
	tree, _ := corpus.Generate(o)
	memory := mapFS(tree)
	want := document(t, collect(t, memory))

	dir := t.TempDir()
	if err := tree.Write(dir); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	var archive bytes.Buffer
	zw := zip.NewWriter(&archive)
	if err := zw.AddFS(memory); err != nil {
		t.Fatal(err)
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	zipped, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	if err != nil {
		t.Fatal(err)
	}
	disk, err := diskfs.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	for name, fsys := range map[string]fs.FS{"again": memory, "diskfs": disk, "os.Root": root.FS(), "os.DirFS": os.DirFS(dir), "zip": zipped, "other directory order": shuffled{memory}} {
		if diff := cmp.Diff(want, document(t, collect(t, fsys))); diff != "" {
			t.Errorf("%s: document differs (-want +got):\n%s", name, diff)
		}
	}
	for _, procs := range []int{1, 8} {
		previous := runtime.GOMAXPROCS(procs)
		got := document(t, collect(t, memory))
		runtime.GOMAXPROCS(previous)
		if got != want {
			t.Errorf("GOMAXPROCS=%d changes the document", procs)
		}
	}
}

// counting counts opens of regular files.
type counting struct {
	fs.FS
	mu    sync.Mutex
	opens map[string]int
}

func (c *counting) Open(name string) (fs.File, error) {
	f, err := c.FS.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		c.mu.Lock()
		c.opens[name]++
		c.mu.Unlock()
	}
	return f, nil
}

func TestEachFileIsOpenedOnce(t *testing.T) {
	tree, _ := corpus.Generate(corpus.Default(40))
	files := mapFS(tree)
	files["skills/linked/SKILL.md"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(skillText, "NAME", "linked") + "\nSee [notes](notes.md), `notes.md` and [more](more/one.md).\n")}
	files["skills/linked/notes.md"] = &fstest.MapFile{Data: []byte("# Notes")}
	files["skills/linked/more/one.md"] = &fstest.MapFile{Data: []byte("# One")}
	c := &counting{FS: files, opens: map[string]int{}}
	s := collect(t, c)
	for _, f := range s.Files {
		if c.opens[f.Path] != 1 {
			t.Errorf("%s was opened %d times", f.Path, c.opens[f.Path])
		}
	}
	for p := range c.opens {
		read := slices.ContainsFunc(s.Files, func(f *snapshot.File) bool { return f.Path == p })
		if !read && p != s.ConfigPath {
			t.Errorf("%s was opened and is not part of the snapshot", p)
		}
	}
	for _, p := range []string{"skills/linked/notes.md", "skills/linked/more/one.md"} {
		if c.opens[p] != 1 {
			t.Errorf("%s is named by a skill and was opened %d times", p, c.opens[p])
		}
	}
}

func TestNothingThatLooksLikeASkillIsSilent(t *testing.T) {
	files := fstest.MapFS{}
	want := map[string]string{
		"skills/ok/SKILL.md":                          "",
		".claude/skills/a/SKILL.md":                   "LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR",
		"packages/p/skills/b/SKILL.md":                "LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR",
		"skills/SKILL.md":                             "no-skill-directory",
		"skills/c/Skill.md":                           "letter-case",
		"skills/d/SKILL.MD":                           "letter-case",
		"skills/.e/SKILL.md":                          "dot-directory",
		"SKILL.md":                                    "LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR",
		"docs/SKILL.md":                               "LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR",
		"docs/one.skill.md":                           "LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR",
		"skills/f/skill.md":                           "LAYOUT-HISTORICAL-SKILL-ENTRYPOINT",
		"skills/g.skill.md":                           "LAYOUT-HISTORICAL-SKILL-ENTRYPOINT",
		"skills/ok/references/SKILL.md":               "LAYOUT-SKILL-ENTRYPOINT-UNDER-RESERVED-SUPPORT-DIR",
		"skills/scripts/h/SKILL.md":                   "LAYOUT-SKILL-ENTRYPOINT-UNDER-RESERVED-SUPPORT-DIR",
		`skills/bad\SKILL.md`:                         "backslash-in-name",
		"skills/one.Skill.md":                         "letter-case",
		"context/SKILL.md":                            "LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR",
		"context/rules.md":                            "LAYOUT-LEGACY-CONTEXT-ROOT",
		"node_modules/x/SKILL.md":                     "",
		"skills/link":                                 "SUPPORT-SYMLINK-PATH",
		"skills/large/SKILL.md":                       "DISCOVERY-FILE-TOO-LARGE",
		"skills/latin/SKILL.md":                       "DISCOVERY-FILE-NOT-UTF8",
		"skills/1/2/3/4/5/6/7/8/9/a/b/c/d/e/SKILL.md": "",
	}
	for p := range want {
		files[p] = skill("ok")
	}
	files["skills/link"] = &fstest.MapFile{Data: []byte("../shared"), Mode: fs.ModeSymlink}
	files["skills/large/SKILL.md"] = &fstest.MapFile{Data: bytes.Repeat([]byte("x"), 600_000)}
	files["skills/latin/SKILL.md"] = &fstest.MapFile{Data: []byte("---\nname: caf\xe9\n---\n")}
	s := collect(t, files)
	got := map[string]string{}
	for _, d := range s.FileDiagnostics {
		got[d.Path] = d.Code
		if reason, ok := d.Details.Get("reason").(string); ok {
			got[d.Path] = reason
		}
	}
	for p, reason := range want {
		if got[p] != reason {
			t.Errorf("%s: %q, want %q", p, got[p], reason)
		}
	}
	if n := len(s.Skills); n != 3 {
		t.Errorf("%d skills validated, want ok, latin and the deep one", n)
	}
}

func TestFaultsOfSingleFilesDoNotStopTheRest(t *testing.T) {
	files := fstest.MapFS{"skills/a/SKILL.md": skill("a"), "skills/b/SKILL.md": skill("b"), "contexts/c.md": {Data: []byte("# C")}}
	s := collect(t, &failing{FS: files, path: "skills/a/SKILL.md"})
	if len(s.Skills) != 1 || len(s.FileDiagnostics) != 1 || s.FileDiagnostics[0].Code != "DISCOVERY-FILE-READ-FAILED" {
		t.Errorf("skills %d, diagnostics %+v", len(s.Skills), s.FileDiagnostics)
	}
	want := []snapshot.CoverageIssue{{Path: "skills/a/SKILL.md", State: "unreadable", Scope: "exact", StrictBlocking: true}}
	got := s.Coverage.BlockingIssues
	for i := range got {
		got[i].Classification, got[i].Reason = snapshot.Classification{}, ""
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("coverage (-want +got):\n%s", diff)
	}
}

type failing struct {
	fs.FS
	path string
}

func (f *failing) Open(name string) (fs.File, error) {
	if name == f.path {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.FS.Open(name)
}

func TestUnreadableDirectoryIsReportedAndTheWalkGoesOn(t *testing.T) {
	files := fstest.MapFS{"skills/a/SKILL.md": skill("a"), "contexts/c.md": {Data: []byte("# C")}}
	s := collect(t, &failing{FS: files, path: "skills/a"})
	if len(s.FileDiagnostics) != 1 || s.FileDiagnostics[0].Code != "RENMA-DIAGNOSTIC" || s.FileDiagnostics[0].Path != "skills/a" {
		t.Errorf("diagnostics %+v", s.FileDiagnostics)
	}
	if len(s.Coverage.BlockingIssues) != 1 || s.Coverage.BlockingIssues[0].Scope != "subtree" || s.ScannedFileCount != 1 {
		t.Errorf("coverage %+v, %d files", s.Coverage, s.ScannedFileCount)
	}
}

func TestCancelledContextEndsCollect(t *testing.T) {
	defer goleak.VerifyNone(t)
	tree, _ := corpus.Generate(corpus.Default(50))
	ctx, cancel := context.WithCancel(context.Background())
	opened := 0
	fsys := &hook{FS: mapFS(tree), open: func() {
		if opened++; opened == 20 {
			cancel()
		}
	}}
	if _, err := snapshot.Collect(ctx, fsys, snapshot.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

type hook struct {
	fs.FS
	mu   sync.Mutex
	open func()
}

func (h *hook) Open(name string) (fs.File, error) {
	h.mu.Lock()
	h.open()
	h.mu.Unlock()
	return h.FS.Open(name)
}

func TestRootThatCannotBeRead(t *testing.T) {
	var root *snapshot.RootError
	if _, err := snapshot.Collect(context.Background(), os.DirFS(filepath.Join(t.TempDir(), "missing")), snapshot.Options{}); !errors.As(err, &root) {
		t.Errorf("error %v, want *RootError", err)
	}
}

func ExampleCollect() {
	files := fstest.MapFS{
		"skills/demo/SKILL.md": {Data: []byte("---\nname: demo\ndescription: Counts words. Use when a text has a limit.\n---\n# Demo\n")},
		"docs/SKILL.md":        {Data: []byte("# Not a skill\n")},
	}
	s, err := snapshot.Collect(context.Background(), files, snapshot.Options{Root: "/repo"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, skill := range s.Skills {
		fmt.Println(skill.Entry.ID, skill.Result.Valid)
	}
	for _, d := range s.FileDiagnostics {
		fmt.Println(d.Path, d.Code)
	}
	// Output:
	// skills/demo/SKILL.md true
	// docs/SKILL.md LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR
}

func ExampleClassify() {
	for _, path := range []string{"skills/pay/SKILL.md", "skills/pay/references/api.md", "docs/skills/pay/SKILL.md"} {
		c := snapshot.Classify(path)
		fmt.Printf("%s: %s by %s\n", path, c.Kind, c.MatchedRule)
	}
	// Output:
	// skills/pay/SKILL.md: skill by skill-entrypoint
	// skills/pay/references/api.md: reference by skill-local-support
	// docs/skills/pay/SKILL.md: unknown by unknown
}

func ExampleConfigError() {
	files := fstest.MapFS{"renma.config.jsonc": {Data: []byte("{\n  // Adopted in March.\n  \"skill_discovery\": { \"adopt\": true }\n}\n")}}
	_, err := snapshot.Collect(context.Background(), files, snapshot.Options{})
	if fault, ok := errors.AsType[*snapshot.ConfigError](err); ok {
		fmt.Println(fault.Line, fault.Column)
		fmt.Println(fault.Problem)
	}
	// Output:
	// 3 24
	// unknown key skill_discovery.adopt (did you mean adopted?), allowed are adopted, ci_policy
}
