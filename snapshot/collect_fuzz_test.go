package snapshot_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/snapshot"
)

// treeFrom builds a repository from bytes: each three choose a directory, a
// name, and what stands there. Directories and files never take the same path.
func treeFrom(data, text []byte) *faulty {
	dirs := []string{"", "skills", "skills/a", "skills/a/b", ".agents/skills/c", "skills/a/references", "skills/.x", "skills/scripts/d", "docs",
		".claude/skills/e", "contexts", "context", "lenses", "node_modules", "skills/a/b/c/d/e/f", "packages/p/skills/q"}
	names := []string{"SKILL.md", "skill.md", "Skill.md", "x.skill.md", "SKILL.MD", "notes.md", "data.json", "\xff.md", `y\SKILL.md`, "README.md", "run.sh"}
	contents := []string{skillText, "", "# Notes\n", "[n](notes.md) `data.json` [s](../SKILL.md) [l](link/x.md)", "---\nid: x\nid: y\n---\n", "\xff\xfe", "a\x00b", "---\n"}
	f := &faulty{MapFS: fstest.MapFS{}, listErr: map[string]error{}, open: map[string]func() (fs.File, error){}}
	for len(data) >= 3 {
		dir, name, what := dirs[int(data[0])%len(dirs)], names[int(data[1])%len(names)], int(data[2])
		data = data[3:]
		p := path.Join(dir, name)
		file := &fstest.MapFile{Data: []byte(contents[what%len(contents)])}
		switch what / len(contents) % 8 {
		case 0:
			file.Data = text
		case 1:
			p, file.Mode = path.Join(dir, "link"), fs.ModeSymlink
		case 2:
			file.Mode = fs.ModeNamedPipe
		case 3:
			f.open[p] = func() (fs.File, error) { return nil, fs.ErrPermission }
		case 4:
			file.Data = bytes.Repeat([]byte("x"), 3000)
		case 5:
			if dir != "" {
				f.listErr[dir] = fs.ErrPermission
			}
		}
		if fs.ValidPath(p) {
			f.MapFS[p] = file
		}
	}
	return f
}

// FuzzCollect checks on any repository that nothing fails, that two runs agree,
// and that no file with the name of a Skill is passed over in silence.
func FuzzCollect(f *testing.F) {
	f.Add([]byte{2, 0, 8, 2, 5, 3, 3, 1, 9, 5, 0, 10, 6, 0, 16, 8, 0, 24, 9, 0, 32, 14, 0, 40, 2, 0, 1}, []byte(skillText), []byte("{}"))
	f.Add([]byte{2, 0, 3, 2, 5, 3, 2, 6, 3, 2, 0, 11, 1, 0, 8, 4, 3, 8, 7, 0, 8}, []byte("[a](b.md)"), []byte(`{"max_depth": 3, "max_file_size_bytes": 2000, "globs": ["**/*"]}`))
	f.Add([]byte{0, 9, 0, 13, 0, 0, 11, 0, 0, 15, 4, 0}, []byte("\xff"), []byte(`{"exclude": ["skills/a"], "globs": [], "concurrency": 1}`))
	f.Fuzz(func(t *testing.T, data, text, config []byte) {
		if len(data) > 120 || len(text) > 4000 {
			return
		}
		files := treeFrom(data, text)
		files.MapFS["renma.config.jsonc"] = &fstest.MapFile{Data: config}
		s, err := snapshot.Collect(context.Background(), files, snapshot.Options{})
		if err != nil {
			var fault *snapshot.ConfigError
			if !errors.As(err, &fault) || fault.Problem == "" || strings.ContainsAny(fault.Error(), "\n\r\x1b") {
				t.Fatalf("error %T %q", err, err)
			}
			return
		}
		for p, n := range files.opened {
			if n > 1 {
				t.Errorf("%s was opened %d times", p, n)
			}
		}
		again, err := snapshot.Collect(context.Background(), treeWith(files), snapshot.Options{})
		if err != nil || document(t, s) != document(t, again) {
			t.Fatalf("second run differs (%v, -first +second):\n%s", err, cmp.Diff(document(t, s), document(t, again)))
		}
		checkNothingLost(t, files, s)
		checkDiagnostics(t, s)
	})
}

// treeWith is the same tree with other listings.
func treeWith(f *faulty) fs.FS {
	return reversed{&faulty{MapFS: f.MapFS, listErr: f.listErr, open: f.open}}
}

// reversed lists in another order and does everything else as before.
type reversed struct{ *faulty }

func (r reversed) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := r.faulty.ReadDir(name)
	slices.Reverse(entries)
	return entries, err
}

func checkNothingLost(t *testing.T, files *faulty, s *snapshot.Snapshot) {
	var covered []string
	for _, skill := range s.Skills {
		covered = append(covered, skill.File.Path)
	}
	for _, d := range s.FileDiagnostics {
		covered = append(covered, d.Path)
	}
	for _, i := range s.Coverage.BlockingIssues {
		covered = append(covered, i.Path)
	}
	for p, file := range files.MapFS {
		name := strings.ToLower(path.Base(p))
		if name != "skill.md" && !strings.HasSuffix(name, ".skill.md") || file.Mode == fs.ModeSymlink || leftOut(p, s.Config) {
			continue
		}
		if !slices.ContainsFunc(covered, func(c string) bool { return p == c || strings.HasPrefix(p, c+"/") }) {
			t.Errorf("%s (%v) is neither a Skill nor explained", p, file.Mode)
		}
	}
}

// leftOut reports a path that the configuration keeps the walk away from: it is
// excluded, or in a directory that is too deep and that no glob is about.
func leftOut(p string, c snapshot.Config) bool {
	for _, e := range c.Exclude {
		if p == e || strings.HasPrefix(p, e+"/") || slices.Contains(strings.Split(p, "/"), e) {
			return true
		}
	}
	return strings.Count(p, "/")+1 > c.MaxDepth
}

func checkDiagnostics(t *testing.T, s *snapshot.Snapshot) {
	rules := map[string]bool{}
	for _, r := range snapshot.Rules() {
		rules[r.ID] = true
	}
	for _, d := range s.FileDiagnostics {
		if !rules[d.Code] || d.Path == "" || d.Message == "" || strings.ContainsAny(d.Message, "\n\r\x1b") {
			t.Errorf("diagnostic %+v", d)
		}
	}
	if c := s.Coverage; c.ExpectedPathCount < c.InspectedPathCount || c.Complete != (len(c.BlockingIssues) == 0) || !slices.IsSorted(c.InspectedPaths) {
		t.Errorf("coverage %+v", c)
	}
}
