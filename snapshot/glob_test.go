package snapshot

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExpandBraces(t *testing.T) {
	tests := map[string][]string{
		"a":                {"a"},
		"{a,b}":            {"a", "b"},
		"x{a,b/c}y":        {"xay", "xb/cy"},
		"{a,{b,c}d}":       {"a", "bd", "cd"},
		"{a,b}/{c,d}":      {"a/c", "a/d", "b/c", "b/d"},
		"{a}{b,c}":         {"{a}b", "{a}c"},
		"{a,b":             {"{a,b"},
		"{,.}env":          {"env", ".env"},
		`\{a,b}`:           {`\{a,b}`},
		"{{a,b},{c,d}}.md": {"a.md", "b.md", "c.md", "d.md"},
	}
	for pattern, want := range tests {
		if diff := cmp.Diff(want, expandBraces(pattern)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pattern, diff)
		}
	}
	if n := len(expandBraces(strings.Repeat("{a,b,c,d}", 8))); n > 4*maxGlobAlternatives {
		t.Errorf("%d alternatives were made before the limit showed", n)
	}
}

// matchSlowly says what a pattern means, without regard to cost.
func matchSlowly(pattern globPattern, path []string, above bool) bool {
	if len(path) == 0 {
		if above {
			return len(pattern) > 0
		}
		return !slices.ContainsFunc(pattern, func(g globSegment) bool { return g.kind != anyDirectories })
	}
	if len(pattern) == 0 {
		return false
	}
	if pattern[0].kind == anyDirectories {
		return matchSlowly(pattern[1:], path, above) || !strings.HasPrefix(path[0], ".") && matchSlowly(pattern, path[1:], above)
	}
	return pattern[0].match(path[0]) && matchSlowly(pattern[1:], path[1:], above)
}

func FuzzGlob(f *testing.F) {
	for _, pattern := range append(defaultGlobs(), "**", "a/**", "**/a/**/b", "**/.x/**", "*/**/*", "**/*.md/**/.y", "{a,b/c}/**") {
		for _, path := range []string{"a", "a/b", "skills/a/SKILL.md", ".x/.x/y.md", "a/.x/a/b", "b/c/d", "tools/x"} {
			f.Add(pattern, path)
		}
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if checkGlob(pattern) != "" || len(pattern) > 40 || len(path) > 40 {
			return
		}
		segments := strings.Split(path, "/")
		set := compileGlobs([]string{pattern})
		for _, above := range []bool{false, true} {
			got := set.match(segments)
			if above {
				got = set.matchBelow(segments)
			}
			want := slices.ContainsFunc(set, func(g globPattern) bool { return matchSlowly(g, segments, above) })
			if got != want {
				t.Errorf("%q on %q (above: %v) is %v, want %v", pattern, path, above, got, want)
			}
		}
	})
}

// Every short pattern on every short path: one "**" with one place to go back
// to decides as much as trying everything.
func TestEveryShortGlob(t *testing.T) {
	patterns := sequences([]string{"a", "*", "**", ".a", ".*"}, 4)
	paths := sequences([]string{"a", ".a", "b"}, 5)
	for _, pattern := range patterns {
		set := compileGlobs([]string{strings.Join(pattern, "/")})
		for _, path := range paths {
			if set.match(path) != matchSlowly(set[0], path, false) || set.matchBelow(path) != matchSlowly(set[0], path, true) {
				t.Errorf("%v on %v: match %v, below %v", pattern, path, set.match(path), set.matchBelow(path))
			}
		}
	}
}

// sequences returns all sequences of 1 to n of the given words.
func sequences(words []string, n int) [][]string {
	var out, last [][]string
	last = [][]string{nil}
	for range n {
		var next [][]string
		for _, s := range last {
			for _, w := range words {
				next = append(next, append(slices.Clip(s), w))
			}
		}
		out = append(out, next...)
		last = next
	}
	return out
}
