package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/agentskills/migrate"
	"github.com/renma/renma/internal/corpus"
)

func TestSuggestMetadataPatchMakesTheScanClean(t *testing.T) {
	root := t.TempDir()
	tree, _ := corpus.LegacyRepository(200, 11)
	if err := tree.Write(root); err != nil {
		t.Fatal(err)
	}
	if out := runIn(root, "scan", "--strict"); out.code != exitFailed {
		t.Fatalf("a strict scan of legacy skills exits %d: %s", out.code, out.stderr)
	}
	out := runIn(root, "suggest-metadata", ".", "--format", "patch")
	if out.code != exitOK || len(out.stderr) > 0 {
		t.Fatalf("exit status %d: %s", out.code, out.stderr)
	}
	cmd := exec.Command("git", "apply", "--whitespace=nowarn", "-")
	cmd.Dir, cmd.Stdin = root, strings.NewReader(string(out.stdout))
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(root), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if message, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, message)
	}
	if out := runIn(root, "scan", "--strict"); out.code != exitOK {
		t.Errorf("a strict scan of migrated skills exits %d:\n%s%s", out.code, out.stdout, out.stderr)
	}
}

func TestSuggestMetadataStreams(t *testing.T) {
	root := t.TempDir()
	files := corpus.Tree{
		"a/.git/HEAD":                 "",
		"a/skills/ready/SKILL.md":     "---\nid: x\n---\nUse when ready.\n",
		"a/skills/stuck/SKILL.md":     "---\nid: 5\n---\nUse when ready.\n",
		"a/skills/done/SKILL.md":      "---\nname: done\ndescription: Reviews. Use when ready.\n---\n",
		"b/.git/HEAD":                 "",
		"b/skills/elsewhere/SKILL.md": "---\nid: x\n---\nUse when ready.\n",
		"nowhere.md":                  "",
	}
	if err := files.Write(root); err != nil {
		t.Fatal(err)
	}
	const help = "Run \"renma suggest-metadata --help\" for the options it accepts.\n"
	tests := []struct {
		args           string
		code           int
		stderr, stdout string // stdout is how it begins
	}{
		{"a/skills/ready/SKILL.md", 0, "", "# Migration review\n"},
		{"a/skills/ready/SKILL.md --json --format prompt", 0, "", "{\n  \"schemaVersion\": \"renma.metadata-suggestion.v1\",\n"},
		{"a/skills/ready/SKILL.md --format patch", 0, "", "diff --git a/skills/ready/SKILL.md b/skills/ready/SKILL.md\n"},
		{"a/skills/stuck/SKILL.md --format patch", 0, "# a/skills/stuck/SKILL.md: blocked: id\n", ""},
		{"a/skills/done/SKILL.md --format patch", 0, "", ""},
		{"a/skills/done/SKILL.md --owner ops --owner qa --format patch", 0, "", "diff --git a/skills/done/SKILL.md b/skills/done/SKILL.md\n--- a/skills/done/SKILL.md\n+++ b/skills/done/SKILL.md\n@@ -1,4 +1,6 @@\n ---\n name: done\n description: Reviews. Use when ready.\n+metadata:\n+  renma.owner: qa\n ---\n"},
		{"nowhere.md --format patch", 0, "# nowhere.md: blocked: No directory above the file marks the root of its repository, and the path does not show it.\n", ""},
		{"a --format patch", 0, "# a/skills/stuck/SKILL.md: blocked: id\n", "diff --git a/skills/ready/SKILL.md"},
		{"a --json", 0, "", "{\n  \"schemaVersion\": \"renma.metadata-suggestions.v1\",\n"},
		{"a", 0, "", "# Metadata suggestions\n\n1 ready, 1 blocked, 1 unchanged, 0 failed.\n"},
		{"a missing.md gone.md", 2, "renma: cannot read \"missing.md\": there is no such file\nrenma: cannot read \"gone.md\": there is no such file\n", "# Metadata suggestions\n\n1 ready, 1 blocked, 1 unchanged, 2 failed.\n"},
		{"a b --format patch", 2, "renma: a patch covers one repository, but the files belong to ROOT/a and ROOT/b\n" + help, ""},
		{"", 2, "renma: suggest-metadata needs a file or a directory\n" + help, ""},
		{"a --config x", 2, "renma: unknown option --config\n" + help, ""},
	}
	for _, tt := range tests {
		out := runIn(root, append([]string{"suggest-metadata"}, strings.Fields(tt.args)...)...)
		if fault := out.fault(); fault != "" || out.code != tt.code {
			t.Errorf("%s: exit status %d, want %d; %s", tt.args, out.code, tt.code, fault)
		}
		stderr := strings.ReplaceAll(filepath.ToSlash(string(out.stderr)), filepath.ToSlash(root), "ROOT")
		if diff := cmp.Diff(tt.stderr, stderr); diff != "" {
			t.Errorf("%s: standard error (-want +got):\n%s", tt.args, diff)
		}
		if !strings.HasPrefix(string(out.stdout), tt.stdout) || tt.stdout == "" && len(out.stdout) > 0 {
			t.Errorf("%s: standard output is\n%s", tt.args, out.stdout)
		}
	}
}

// What docs/migration.md shows is what the program prints.
func TestMigrationPageIsTrue(t *testing.T) {
	page, err := os.ReadFile("../../docs/migration.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{} // the first block of each language
	for i, part := range strings.Split(string(page), "\n```") {
		language, text, _ := strings.Cut(part, "\n")
		if _, seen := blocks[language]; i%2 == 1 && !seen {
			blocks[language] = text + "\n"
		}
	}
	const file = "skills/release/release-notes.skill.md"
	root := t.TempDir()
	if err := (corpus.Tree{file: blocks["markdown"], ".git/HEAD": ""}).Write(root); err != nil {
		t.Fatal(err)
	}
	answer := runIn(root, "suggest-metadata", file).stdout
	for line := range strings.Lines(blocks["console"]) {
		if !strings.Contains(string(answer), line) {
			t.Errorf("the answer does not say %s\n%s", line, answer)
		}
	}
	fixed := strings.Replace(blocks["markdown"], "version: 1.0", `version: "1.0"`, 1)
	if err := (corpus.Tree{file: fixed}).Write(root); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(runIn(root, "suggest-metadata", file, "--format", "patch").stdout), blocks["diff"]); diff != "" {
		t.Errorf("the patch (-printed +shown):\n%s", diff)
	}
}

// The page describes every case in which nothing is offered.
func TestMigrationPageNamesEveryBlock(t *testing.T) {
	page, err := os.ReadFile("../../docs/migration.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range migrate.BlockCodes() {
		if !strings.Contains(string(page), "| `"+string(code)+"` |") {
			t.Errorf("docs/migration.md does not describe %s", code)
		}
	}
}
