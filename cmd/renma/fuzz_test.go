package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// FuzzRun feeds command lines, one word a line, to the whole program. Words
// that lead out of the empty working directory are left out.
func FuzzRun(f *testing.F) {
	for _, line := range []string{
		"", "scan", "scan\n.\n--json", "catalog\n--format\nmarkdown", "scan\n--fail-on\nlow\n--strict", "explain\nAS-SKILL-INVALID-NAME",
		"schema\nrenma.scan.v1", "help\nscan", "--version", "scan\n--\n-x", "scan\n-c\nx.json", "completion\nbash", "scan\n--json=\x00\xff",
		"scan\n--format\nsarif=a/b\n--output\n.", "baseline\nwrite\nx.json", "scan\n--baseline=x.json\n--changed-since\nHEAD", "--generate-shell-completion", "scan\n--generate-shell-completion",
	} {
		f.Add(line)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, line string) {
		var args []string
		for word := range strings.SplitSeq(line, "\n") {
			for part := range strings.SplitSeq(word, "=") {
				if filepath.IsAbs(part) || strings.Contains(part, "..") || filepath.IsAbs(strings.TrimLeft(part, "-co")) {
					t.Skip()
				}
			}
			args = append(args, word)
		}
		out := runIn(dir, args...)
		if fault := out.fault(); fault != "" {
			t.Errorf("renma %q: %s", args, fault)
		}
		if out.code == exitInternal {
			t.Errorf("renma %q: %s", args, out.stderr)
		}
		if strings.ContainsAny(string(out.stderr), "\x1b\x00") {
			t.Errorf("renma %q: standard error %q", args, out.stderr)
		}
	})
}
