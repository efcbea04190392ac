package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sample = `What the case shows.
-- cmd --
scan . --format json
suggest-metadata 'a b.md' --owner ""
-- keep --
a[].b, ~
-- tree/a/b.txt --
text
-- tree/bin.base64 --
AAE=
-- tree/link.symlink --
a/b.txt
-- want/1.json --
{"a[].b": [1]}
-- want/1.exit --
0
-- want/2.exit --
2
`

func TestParse(t *testing.T) {
	c, err := Parse("x/y", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	wantTree := []File{
		{Path: "a/b.txt", Data: []byte("text\n")},
		{Path: "bin", Data: []byte{0, 1}},
		{Path: "link", Data: []byte("a/b.txt"), Link: true},
	}
	if diff := cmp.Diff(wantTree, c.Tree); diff != "" {
		t.Errorf("tree (-want +got):\n%s", diff)
	}
	first, second := c.Commands[0], c.Commands[1]
	if first.WantExit != -1 {
		t.Errorf("exit status %d is compared in spite of ~", first.WantExit)
	}
	if diff := cmp.Diff([]string{"suggest-metadata", "a b.md", "--owner", ""}, second.Args); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
	if second.WantExit != 2 || second.WantJSON != nil {
		t.Errorf("second command wants exit %d and JSON %q", second.WantExit, second.WantJSON)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, bad := range []string{
		"no sections",
		"-- cmd --\nscan 'open\n",
		"-- cmd --\nscan\n-- wnat/1.json --\n{}\n",
		"-- cmd --\nscan\n-- keep --\na[\n",
		"-- cmd --\nscan\n-- tree/a.base64 --\n!\n",
		"-- cmd --\nscan\n-- want/1.exit --\nzero\n",
	} {
		if _, err := Parse("bad", []byte(bad)); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}

func TestCompare(t *testing.T) {
	tests := []struct {
		name      string
		keep      string
		want, got string
		same      bool
	}{
		{"key order is free", "", `{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{"list order is not", "", `[1,2]`, `[2,1]`, false},
		{"numbers keep their kind", "", `{"a":1}`, `{"a":"1"}`, false},
		{"prose is free", "", `{"message":"<text>"}`, `{"message":"Anything."}`, true},
		{"lists of prose are one prose", "", `{"instructions":"<text>"}`, `{"instructions":["a","b"]}`, true},
		{"a reason without space is a token", "", `{"reason":"<text>"}`, `{"reason":"a token"}`, true},
		{"reason tokens count", "", `{"reason":"one"}`, `{"reason":"two"}`, false},
		{"text stands for any string", "", `{"x":"<text>"}`, `{"x":"y"}`, true},
		{"text is not nothing", "", `{"x":"<text>"}`, `{"x":null}`, false},
		{"an absent member is not text", "", `{"x":"<text>"}`, `{}`, false},
		{"the root is a placeholder", "", `{"p":"<root>/a"}`, `{"p":"/tmp/r/a"}`, true},
		{"any YAML code", "", `{"yamlCode":"<yaml-code>"}`, `{"yamlCode":"TAB"}`, true},
		{"our own members are ignored", "", `{}`, `{"omittedAnalyses":["quality"]}`, true},
		{"unless wanted", "", `{"omittedAnalyses":[]}`, `{"omittedAnalyses":["quality"]}`, false},
		{"only at the top", "", `{"a":{}}`, `{"a":{"target":"x"}}`, false},
		{"pick", "a.b", `{"a.b":1}`, `{"a":{"b":1,"c":2}}`, true},
		{"pick each", "a[].b", `{"a[].b":[1,null]}`, `{"a":[{"b":1},{}]}`, true},
		{"pick equal", "a[k=x].b", `{"a[k=x].b":[1]}`, `{"a":[{"k":"x","b":1},{"k":"xy","b":2}]}`, true},
		{"pick prefix", "a[k^=x].b", `{"a[k^=x].b":[1,2]}`, `{"a":[{"k":"x","b":1},{"k":"xy","b":2}]}`, true},
		{"selectors hold dots", "a[k^=x.].k", `{"a[k^=x.].k":["x.y"]}`, `{"a":[{"k":"x.y"},{"k":"xz"}]}`, true},
		{"absent gives null", "a.b.c", `{"a.b.c":null}`, `{}`, true},
		{"drop", "-a[].b", `{"a":[{"c":1}]}`, `{"a":[{"b":2,"c":1}]}`, true},
		{"drop comes first", "a,-a.b", `{"a":{}}`, `{"a":{"b":1}}`, true},
		{"dot keeps all", "., -a", `{"b":1}`, `{"a":1,"b":1}`, true},
		{
			"quoting of rendered scalars is free", "",
			`{"canonicalFrontmatter":"---\nname: a\nx: \"b: c\"\n---"}`,
			`{"canonicalFrontmatter":"---\nname: 'a'\nx: 'b: c'\n---"}`, true,
		},
		{
			"their order is not", "",
			`{"canonicalFrontmatter":"---\na: 1\nb: 2\n---"}`,
			`{"canonicalFrontmatter":"---\nb: 2\na: 1\n---"}`, false,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			keep, err := ParseKeep(tt.keep)
			if err != nil {
				t.Fatal(err)
			}
			c := Command{Number: 1, Keep: keep, WantJSON: []byte(tt.want)}
			want, got, err := c.Compare([]byte(tt.got), "/tmp/r")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); (diff == "") != tt.same {
				t.Errorf("same = %v, want %v (-want +got):\n%s", !tt.same, tt.same, diff)
			}
		})
	}
}

func TestCompareRefusesTextAfterTheDocument(t *testing.T) {
	c := Command{Number: 1, WantJSON: []byte("{}")}
	if _, _, err := c.Compare([]byte("{}\n{}"), "/"); err == nil {
		t.Error("two documents pass as one")
	}
}

func TestBuildCommitsBothTrees(t *testing.T) {
	dir := t.TempDir()
	b, err := NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := Case{
		From: []File{{Path: "old name.txt", Data: []byte("1")}},
		To:   []File{{Path: "new/näme.txt", Data: []byte("2")}, {Path: "link", Data: []byte("new"), Link: true}},
	}
	if misfit := b.Misfit(&c); misfit != "" {
		t.Skip(misfit)
	}
	root := filepath.Join(dir, "repo")
	if err := b.Build(&c, root); err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{
		"from": "100644 old name.txt\n",
		"to":   "120000 link\n100644 new/näme.txt\n",
	} {
		got := git(t, root, "-c", "core.quotePath=false", "ls-tree", "-r", "--format=%(objectmode) %(path)", tag)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("tree of %s (-want +got):\n%s", tag, diff)
		}
	}
	if data, err := os.ReadFile(filepath.Join(root, "new/näme.txt")); err != nil || string(data) != "2" {
		t.Errorf("working tree holds %q, %v", data, err)
	}
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, gitEnv()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestMisfit(t *testing.T) {
	b, err := NewBuilder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	tree := func(paths ...string) *Case {
		c := &Case{}
		for _, p := range paths {
			c.Tree = append(c.Tree, File{Path: p})
		}
		return c
	}
	if misfit := b.Misfit(tree("skills/a/SKILL.md", "skills/b/SKILL.md", "README.md")); misfit != "" {
		t.Errorf("a plain tree: %s", misfit)
	}
	windows := runtime.GOOS == "windows"
	for _, tt := range []struct {
		c    *Case
		want bool
	}{
		{tree("skills/nul/SKILL.md"), windows},
		{tree("skills/blank /SKILL.md"), windows},
		{tree("skills/a:b/SKILL.md"), windows},
		{tree("a/skill.md", "a/SKILL.md"), b.ignoresCase},
		{tree("a/x.md", "A/y.md"), b.ignoresCase},
	} {
		if misfit := b.Misfit(tt.c); (misfit != "") != tt.want {
			t.Errorf("%s: misfit %q", tt.c.Tree[0].Path, misfit)
		}
	}
}
