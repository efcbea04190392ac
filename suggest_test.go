package renma_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma"
	"github.com/renma/renma/agentskills/migrate"
	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/snapshot"
)

var today = time.Date(2026, 12, 2, 0, 0, 0, 0, time.UTC)

// git runs git in dir, apart from the user's configuration.
func git(t *testing.T, dir, stdin string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// A repository of legacy Skills is migrated by one patch: every Skill is valid
// afterwards, its metadata count, a strict scan passes, and nothing is left.
func TestPatchMigratesARepository(t *testing.T) {
	for _, sub := range []string{"", "nested/repo"} {
		top := t.TempDir()
		git(t, top, "", "init", "-q")
		root := filepath.Join(top, sub)
		tree, skills := corpus.LegacyRepository(200, 3)
		if err := tree.Write(root); err != nil {
			t.Fatal(err)
		}
		opts := renma.SuggestOptions{Dir: root}
		report, failures := renma.SuggestMetadataAll(context.Background(), []string{"."}, opts)
		if len(failures) > 0 || report.Summary.Ready != len(skills) || report.Summary.Blocked+report.Summary.Unchanged > 0 {
			t.Fatalf("%+v, failures %v", report.Summary, failures)
		}
		before, err := renma.Open(context.Background(), root, renma.Options{Now: today})
		if err != nil {
			t.Fatal(err)
		}
		if failed := before.Scan().Policy(true); len(failed) == 0 {
			t.Fatal("a strict scan passes before the migration")
		}
		git(t, root, report.Patch(), "apply", "--whitespace=nowarn", "-")

		repo, err := renma.Open(context.Background(), root, renma.Options{Now: today})
		if err != nil {
			t.Fatal(err)
		}
		if failed := repo.Scan().Policy(true); len(failed) > 0 {
			t.Errorf("a strict scan fails: %+v", failed)
		}
		entries := map[string]*snapshot.Skill{}
		for _, s := range repo.Snapshot().Skills {
			entries[s.File.Path] = s
		}
		for _, legacy := range skills {
			checkOperational(t, legacy, entries[legacy.Target])
			if legacy.Path == legacy.Target {
				continue
			}
			if _, err := os.Lstat(filepath.Join(root, filepath.FromSlash(legacy.Path))); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s still stands: %v", legacy.Path, err)
			}
		}
		again, _ := renma.SuggestMetadataAll(context.Background(), []string{"."}, opts)
		if again.Summary.Unchanged != len(skills) || again.Patch() != "" {
			t.Errorf("a second run: %+v", again.Summary)
		}
	}
}

// checkOperational compares what a repository takes from a migrated Skill with
// what the legacy fields said.
func checkOperational(t *testing.T, legacy corpus.LegacySkill, skill *snapshot.Skill) {
	t.Helper()
	if skill == nil || !skill.Result.Operational() {
		t.Errorf("%s contributes nothing", legacy.Target)
		return
	}
	m := skill.Entry.Metadata
	got := map[string]string{
		"id": m.ID, "title": m.Title, "version": m.Version, "owner": m.Owner, "status": string(m.Status), "status-reason": m.StatusReason,
		"status-changed-at": m.StatusChangedAt, "purpose": m.Purpose, "last-reviewed-at": m.LastReviewedAt, "review-cycle": m.ReviewCycle, "expires-at": m.ExpiresAt,
	}
	for key, value := range got {
		if want := strings.TrimSpace(legacy.Metadata["renma."+key]); value != want {
			t.Errorf("%s: %s is %q, want %q", legacy.Target, key, value, want)
		}
	}
	for key, list := range map[string][]string{"tags": m.Tags, "requires-context": m.RequiresContext, "optional-context": m.OptionalContext} {
		want := legacy.Metadata["renma."+key]
		if len(list) == 0 && (want == "" || want == "[]") {
			continue
		}
		if !strings.HasPrefix(want, "[") || strings.Count(want, `","`) != len(list)-1 {
			t.Errorf("%s: %s is %q, want %s", legacy.Target, key, list, want)
		}
	}
}

// lay writes files below a new directory that is a git repository. A content
// that begins with "-> " makes a link.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		err := error(nil)
		if target, link := strings.CutPrefix(content, "-> "); link {
			if err := os.Symlink(target, file); err != nil {
				t.Skip(err)
			}
		} else {
			err = os.WriteFile(file, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const legacyText = "---\nid: x\n---\nUse when ready.\n"

func TestLinksOnTheWayAreRefused(t *testing.T) {
	dir := lay(t, map[string]string{
		"real/a/SKILL.md":             legacyText,
		"skills/b/SKILL.md":           "-> ../../real/a/SKILL.md",
		"skills/c":                    "-> ../real/a",
		"skills/d/SKILL.md":           "-> missing.md",
		"skills/e/SKILL.md":           legacyText,
		"skills/f.skill.md":           legacyText,
		"skills/f":                    "-> ../real/a",
		"skills/g.skill.md":           legacyText,
		"skills/g":                    "a file",
		"skills/h.skill.md":           legacyText,
		"skills/h/SKILL.md":           "-> ../h.skill.md",
		"skills/e/references/link.md": "-> ../SKILL.md",
	})
	tests := []struct{ file, want string }{
		{"skills/b/SKILL.md", "entrypoint"},
		{"skills/c/SKILL.md", "entrypoint"},
		{"skills/d/SKILL.md", "entrypoint"},
		{"skills/e/SKILL.md", ""},
		{"skills/f.skill.md", "targetPath"},
		{"skills/g.skill.md", "targetPath"},
		{"skills/h.skill.md", "targetPath"},
		{"skills/e/references/link.md", "entrypoint"},
	}
	for _, tt := range tests {
		d, err := renma.SuggestMetadata(context.Background(), tt.file, renma.SuggestOptions{Dir: dir})
		if err != nil {
			t.Errorf("%s: %v", tt.file, err)
			continue
		}
		got := ""
		for _, b := range d.BlockedMetadata {
			got += b.Field
		}
		if got != tt.want {
			t.Errorf("%s: blocked %q, want %q", tt.file, got, tt.want)
		}
	}
	report, failures := renma.SuggestMetadataAll(context.Background(), []string{"skills"}, renma.SuggestOptions{Dir: dir})
	if len(failures) > 0 || len(report.Suggestions) != 7 {
		t.Errorf("%d suggestions, failures %v", len(report.Suggestions), failures)
	}
}

// A link above the root is nobody's business.
func TestLinkedRootIsARoot(t *testing.T) {
	dir := lay(t, map[string]string{"skills/a/SKILL.md": legacyText})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	report, failures := renma.SuggestMetadataAll(context.Background(), []string{link}, renma.SuggestOptions{Dir: dir})
	if len(failures) > 0 || report.Summary.Ready != 1 {
		t.Errorf("%+v, failures %v", report.Summary, failures)
	}
}

func TestHardLinkedTargetIsACollision(t *testing.T) {
	dir := lay(t, map[string]string{"skills/a/skill.md": legacyText})
	source, target := filepath.Join(dir, "skills/a/skill.md"), filepath.Join(dir, "skills/a/SKILL.md")
	if _, err := os.Lstat(target); err == nil {
		t.Skip("the file system ignores letter case")
	}
	if err := os.Link(source, target); err != nil {
		t.Skip(err)
	}
	d, err := renma.SuggestMetadata(context.Background(), "skills/a/skill.md", renma.SuggestOptions{Dir: dir})
	if err != nil || len(d.BlockedMetadata) != 1 || d.BlockedMetadata[0].Code != migrate.BlockTargetExists {
		t.Errorf("%v, %+v", err, d.BlockedMetadata)
	}
}

func TestCaseOnlyRenameIsNoCollision(t *testing.T) {
	dir := lay(t, map[string]string{"skills/a/skill.md": legacyText})
	d, err := renma.SuggestMetadata(context.Background(), "skills/a/skill.md", renma.SuggestOptions{Dir: dir})
	if err != nil || d.DecisionStatus != migrate.StatusConfirm {
		t.Errorf("%v, %s: %+v", err, d.DecisionStatus, d.BlockedMetadata)
	}
}

func TestMarkersThatAreLinksDoNotCount(t *testing.T) {
	dir := lay(t, map[string]string{
		"sub/.git":               "-> ../.git",
		"sub/renma.config.jsonc": "-> ../other.jsonc",
		"sub/skills/a/SKILL.md":  legacyText,
	})
	d, err := renma.SuggestMetadata(context.Background(), "sub/skills/a/SKILL.md", renma.SuggestOptions{Dir: dir})
	if err != nil || d.Classification.Kind != snapshot.KindUnknown {
		t.Errorf("%v, %s", err, d.Classification.Kind)
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	dir := lay(t, map[string]string{"skills/demo/SKILL.md": legacyText, "large.md": strings.Repeat("x", 8<<20+1)})
	want := map[string]string{
		"skills/demo/SKIL.md":    `cannot read "skills/demo/SKIL.md": there is no such file; did you mean "SKILL.md"?`,
		"skills/demo":            `cannot read "skills/demo": it is a directory`,
		"large.md":               `cannot read "large.md": it is larger than 8 MiB`,
		"skills/demo/SKILL.md/x": `cannot read "skills/demo/SKILL.md/x": not a directory`,
	}
	if runtime.GOOS == "windows" { // does not tell the two apart
		want["skills/demo/SKILL.md/x"] = `cannot read "skills/demo/SKILL.md/x": there is no such file`
	}
	for file, message := range want {
		_, err := renma.SuggestMetadata(context.Background(), file, renma.SuggestOptions{Dir: dir})
		var fileError *renma.FileError
		if !errors.As(err, &fileError) || err.Error() != message {
			t.Errorf("%s: %v, want %s", file, err, message)
		}
	}
}

func TestDirectoryListsEntrypointsOnly(t *testing.T) {
	dir := lay(t, map[string]string{
		"skills/b/SKILL.md":              legacyText,
		"skills/a.skill.md":              legacyText,
		".agents/skills/c/d/skill.md":    legacyText,
		"skills/b/references/SKILL.md":   legacyText,
		"skills/SKILL.md":                legacyText,
		"docs/skills/x/SKILL.md":         legacyText,
		"skills/b/notes.md":              legacyText,
		"skills/node_modules/x/SKILL.md": legacyText,
		"skills/other/.git/HEAD":         "",
		"skills/other/SKILL.md":          legacyText,
	})
	report, failures := renma.SuggestMetadataAll(context.Background(), []string{"skills/b/SKILL.md", ".", "missing.md"}, renma.SuggestOptions{Dir: dir})
	var got []string
	for _, d := range report.Suggestions {
		got = append(got, d.Path)
	}
	if diff := cmp.Diff([]string{"skills/b/SKILL.md", ".agents/skills/c/d/skill.md", "skills/a.skill.md"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(failures) != 1 || report.Summary.Failed != 1 {
		t.Errorf("failures %v, %+v", failures, report.Summary)
	}
}

func TestBrokenConfigurationLeavesSupportWithoutParent(t *testing.T) {
	dir := lay(t, map[string]string{"renma.config.json": "{", "skills/a/SKILL.md": legacyText, "skills/a/references/r.md": "# R\n"})
	d, err := renma.SuggestMetadata(context.Background(), "skills/a/references/r.md", renma.SuggestOptions{Dir: dir})
	if err != nil || d.Decision.ReasonCode != "skill-local-parent-unresolved" || d.Classification.ParentResolution != "structural-candidate" {
		t.Errorf("%v, %+v", err, d.Decision)
	}
}
