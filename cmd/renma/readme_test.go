package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Console blocks of the README show what the commands print; "…" stands for
// lines that are left out.
func TestReadmeShowsRealOutput(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?ms)^```console\n\\$ renma (.*?)\n(.*?)^```$").FindAllStringSubmatch(string(readme), -1)
	if len(blocks) == 0 {
		t.Fatal("no console block")
	}
	for _, block := range blocks {
		out := runIn("../..", strings.Fields(block[1])...)
		rest := string(out.stdout)
		for line := range strings.Lines(block[2]) {
			if strings.TrimSpace(line) == "…" {
				continue
			}
			_, after, found := strings.Cut(rest, line)
			if !found {
				t.Errorf("renma %s does not print, in this order, the line:\n%s", block[1], line)
				break
			}
			rest = after
		}
	}
}

// What the pages tell people to type exists: commands, subcommands and options.
func TestPagesNameWhatExists(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile("(?m)(?:^|[`$ (])renma ([a-z][^`|#;&>\n]*)")
	option := regexp.MustCompile(`(?:^|[ \[])(--?[a-z][a-z-]*)`)
	checked := 0
	for _, page := range append(pages, "../../README.md", "../../CONTRIBUTING.md", "../../SECURITY.md", "../../CHANGELOG.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range code(string(text)) {
			for _, m := range call.FindAllStringSubmatch(found, -1) {
				command := newRoot(&env{})
				command.Commands = append(command.Commands, completionCommand(&env{}))
				known := []string{"help"}
				for _, word := range strings.Fields(m[1]) {
					next := command.Command(word)
					if next == nil {
						break
					}
					command = next
					for _, f := range command.Flags {
						known = append(known, f.Names()...)
					}
				}
				if command.Name == "renma" {
					t.Errorf("%s: there is no command in %q", page, m[0])
					continue
				}
				for _, o := range option.FindAllStringSubmatch(m[1], -1) {
					if name := strings.TrimLeft(o[1], "-"); !slices.Contains(known, name) {
						t.Errorf("%s: renma %s has no option %s", page, command.Name, o[1])
					}
				}
				checked++
			}
		}
	}
	if checked < 40 {
		t.Errorf("only %d calls found", checked)
	}
}

// code returns the code of a Markdown page: spans, and blocks line by line.
func code(page string) []string {
	var list []string
	fenced := false
	for line := range strings.Lines(page) {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
		case fenced:
			list = append(list, line)
		default:
			for i, part := range strings.Split(line, "`") {
				if i%2 == 1 {
					list = append(list, part)
				}
			}
		}
	}
	return list
}
