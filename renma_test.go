package renma

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// writeTree writes files below a new directory.
func writeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const skillText = "---\nname: a\ndescription: Reviews a change. Use when a change is ready.\n---\n"

func TestOpenRefusesWhatIsNoDirectory(t *testing.T) {
	dir := writeTree(t, map[string]string{"file": "", "repository/README.md": ""})
	windows := runtime.GOOS == "windows" // where a path through a file is just not there
	throughFile := "not a directory"
	if windows {
		throughFile = "there is no such directory"
	}
	tests := []struct {
		target, nearest, message string
		notExist                 bool
	}{
		{target: "missing", message: "there is no such directory", notExist: true},
		{target: "repositori", nearest: "repository", message: `did you mean "repository"?`, notExist: true},
		{target: "file", message: "it is no directory"},
		{target: "file/below", message: throughFile, notExist: windows},
	}
	for _, tt := range tests {
		t.Run(tt.target, func(t *testing.T) {
			_, err := Open(context.Background(), filepath.Join(dir, tt.target), Options{})
			var target *TargetError
			if !errors.As(err, &target) {
				t.Fatalf("Open = %v", err)
			}
			if target.Path != filepath.Join(dir, tt.target) || target.Nearest != tt.nearest {
				t.Errorf("%+v", target)
			}
			if errors.Is(err, fs.ErrNotExist) != tt.notExist {
				t.Errorf("the cause is %v", target.Cause)
			}
			if !strings.Contains(err.Error(), tt.message) {
				t.Errorf("the message is %q", err)
			}
		})
	}
}

func TestOpenTakesTheConfigurationFromInsideOnly(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"repo/conf/team.json": `{"fail_on": "low"}`,
		"other.json":          `{"fail_on": "low"}`,
	})
	repo := filepath.Join(dir, "repo")
	for _, inside := range []string{"conf/team.json", filepath.Join(repo, "conf", "team.json")} {
		r, err := Open(context.Background(), repo, Options{ConfigPath: inside})
		if err != nil {
			t.Errorf("%s: %v", inside, err)
			continue
		}
		if s := r.Snapshot(); s.ConfigPath != "conf/team.json" || s.Config.FailOn != "low" {
			t.Errorf("%s: configuration %q with fail_on %q", inside, s.ConfigPath, s.Config.FailOn)
		}
	}
	for _, outside := range []string{"../other.json", filepath.Join(dir, "other.json"), repo} {
		_, err := Open(context.Background(), repo, Options{ConfigPath: outside})
		var config *snapshot.ConfigError
		if !errors.As(err, &config) {
			t.Errorf("%s: %v", outside, err)
		}
	}
}

func TestOpenReadsThroughALinkedRoot(t *testing.T) {
	dir := writeTree(t, map[string]string{"repo/skills/a/SKILL.md": skillText})
	link := filepath.Join(dir, "link")
	if err := os.Symlink("repo", link); err != nil {
		t.Skip(err)
	}
	repo, err := Open(context.Background(), link, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := repo.Scan(); r.Root != link || r.AgentSkills.ValidSkillCount != 1 {
		t.Errorf("root %s with %d valid skills", r.Root, r.AgentSkills.ValidSkillCount)
	}
}

func TestDiskAndMemoryGiveTheSameBytes(t *testing.T) {
	files := map[string]string{"skills/a/SKILL.md": skillText, "contexts/c.md": "# C\n", "skills/b/skill.md": "x"}
	dir := writeTree(t, files)
	memory := fstest.MapFS{}
	for name, text := range files {
		memory[name] = &fstest.MapFile{Data: []byte(text)}
	}
	onDisk, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	inMemory, err := OpenFS(context.Background(), memory, Options{Root: dir})
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	if err := textio.EncodeJSON(&a, onDisk.Scan()); err != nil {
		t.Fatal(err)
	}
	if err := textio.EncodeJSON(&b, inMemory.Scan()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a.String(), b.String()); diff != "" {
		t.Errorf("(-disk +memory):\n%s", diff)
	}
}

func TestReportsAreProjectionsOfOneReading(t *testing.T) {
	dir := writeTree(t, map[string]string{"skills/a/SKILL.md": skillText})
	repo, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "skills")); err != nil {
		t.Fatal(err)
	}
	if n := repo.Scan().AgentSkills.TotalSkillCount; n != 1 {
		t.Errorf("scan shows %d skills", n)
	}
	if n := len(repo.Catalog().Catalog.Entries); n != 1 {
		t.Errorf("catalog shows %d assets", n)
	}
	if first, again := repo.Index(), repo.Index(); first != again {
		t.Error("the index is prepared twice")
	}
}

func TestOpenStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Open(ctx, writeTree(t, map[string]string{"skills/a/SKILL.md": skillText}), Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Open = %v", err)
	}
}
