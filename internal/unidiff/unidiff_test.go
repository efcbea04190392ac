package unidiff

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFile(t *testing.T) {
	tests := []struct{ name, oldName, newName, oldText, newText, want string }{
		{"no change", "a", "a", "x\n", "x\n", ""},
		{"one line", "a", "a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n",
			"diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
		{"two hunks", "a", "a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "one\n2\n3\n4\n5\n6\n7\n8\nnine\n",
			"diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+nine\n"},
		{"near changes share a hunk", "a", "a", "1\n2\n3\n4\n5\n6\n7\n8\n", "one\n2\n3\n4\n5\n6\n7\neight\n",
			"diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,8 +1,8 @@\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+eight\n"},
		{"rename only", "a/b", "c", "x\n", "x\n", "diff --git a/a/b b/c\nsimilarity index 100%\nrename from a/b\nrename to c\n"},
		{"rename and change", "a", "b", "x\n", "y\n", "diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n"},
		{"no final newline", "a", "a", "x\ny", "x\nz\n", "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n"},
		{"CRLF", "a", "a", "x\r\n", "x\n", "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\r\n+x\n"},
		{"blank in a name", "a b", "a b", "x\n", "y\n", "diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n@@ -1 +1 @@\n-x\n+y\n"},
		{"quoted names", "é", "t\tq\"b\\", "x\n", "x\n",
			"diff --git \"a/\\303\\251\" \"b/t\\tq\\\"b\\\\\"\nsimilarity index 100%\nrename from \"\\303\\251\"\nrename to \"t\\tq\\\"b\\\\\"\n"},
		{"insertion only", "a", "a", "x\n", "x\ny\n", "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n x\n+y\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, File(tt.oldName, tt.newName, tt.oldText, tt.newText)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// git makes the new files of the old ones, whatever they hold and are named.
func TestGitAppliesIt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	names := []string{"plain", "with blank", "é", "tab\there", `quote"`, `back\slash`, "new\nline", "-dash", "a b/c d", "b/x", "x"}
	if runtime.GOOS == "windows" {
		names = []string{"plain", "with blank", "é", "a b/c d", "b/x", "x"}
	}
	var patch strings.Builder
	want := map[string]string{}
	for i := range 300 {
		name := fmt.Sprintf("%d/%s", i, names[rnd.IntN(len(names))])
		to := name
		if rnd.IntN(3) == 0 {
			to = fmt.Sprintf("%d/moved %s", i, names[rnd.IntN(len(names))])
		}
		oldText := randomText(rnd)
		newText := mutate(rnd, oldText)
		write(t, filepath.Join(dir, name), oldText)
		patch.WriteString(File(name, to, oldText, newText))
		want[to] = newText
	}
	cmd := exec.Command("git", "apply", "--whitespace=nowarn", "-")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	cmd.Stdin = strings.NewReader(patch.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, out)
	}
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		got[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

var ends = []string{"\n", "\n", "\n", "\r\n", "\r\r\n"}

func randomText(rnd *rand.Rand) string {
	var b strings.Builder
	for range 1 + rnd.IntN(25) {
		b.WriteString([]string{"a", "b", "", "---", "+x", "\\ No", " c", "é", "\ufeff"}[rnd.IntN(9)] + ends[rnd.IntN(len(ends))])
	}
	if rnd.IntN(3) == 0 {
		b.WriteString("end")
	}
	return b.String()
}

func mutate(rnd *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range rnd.IntN(4) {
		i := rnd.IntN(len(lines))
		switch rnd.IntN(3) {
		case 0:
			lines = append(lines[:i:i], lines[i+1:]...)
		case 1:
			lines = append(lines[:i:i], append([]string{"new\n"}, lines[i:]...)...)
		default:
			lines[i] = strings.ToUpper(lines[i]) + "!\n"
		}
		if len(lines) == 0 {
			lines = []string{"x"}
		}
	}
	if out := strings.Join(lines, ""); out != "" {
		return out
	}
	return "x"
}

func TestLargeDifferenceIsOneReplacement(t *testing.T) {
	a, b := strings.Repeat("a\n", 3000), strings.Repeat("b\n", 3000)
	got := File("x", "x", "head\n"+a+"tail\n", "head\n"+b+"tail\n")
	want := "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3002 +1,3002 @@\n head\n" + strings.Repeat("-a\n", 3000) + strings.Repeat("+b\n", 3000) + " tail\n"
	if got != want {
		t.Error("the difference is not one replacement")
	}
}
