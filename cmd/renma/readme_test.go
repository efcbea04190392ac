package main

import (
	"os"
	"regexp"
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
