package snapshot

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
)

// testSkill is a valid Skill named a with the given metadata lines.
func testSkill(metadata ...string) string {
	text := "---\nname: a\ndescription: Reviews a change request. Use when a change request needs a first review.\n"
	if len(metadata) > 0 {
		text += "metadata:\n  " + strings.Join(metadata, "\n  ") + "\n"
	}
	return text + "---\n# a\n"
}

// testAsset is an asset with the given frontmatter lines.
func testAsset(lines ...string) string {
	return "---\n" + strings.Join(lines, "\n") + "\n---\n# Notes\n"
}

// testContext is a governed context without faults, with further lines.
func testContext(id string, lines ...string) string {
	return testAsset(append([]string{"id: " + id, "owner: team", "when_to_use: [x]", "when_not_to_use: [y]"}, lines...)...)
}

// build makes the snapshot of a repository that holds the given files, without
// walk and configuration file.
func build(t testing.TB, files map[string]string, config Config, opts Options) *Snapshot {
	t.Helper()
	s := &Snapshot{Root: "/repo", Config: config}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		s.addFile(name, files[name], files)
	}
	s.resolveParents()
	if err := buildCatalog(context.Background(), s, opts); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Snapshot) addFile(name, text string, files map[string]string) {
	c := &collector{snapshot: s, hidden: map[string]hiddenPath{}}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		c.walked = append(c.walked, walked{path: path})
	}
	out := newFile(name, []byte(text), false, judge{})
	c.keep(c.lookup(name), &out)
}
