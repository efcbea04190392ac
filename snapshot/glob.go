package snapshot

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// defaultGlobs are the files that are read when the configuration names none
// (contract 01 section 1.3).
func defaultGlobs() []string {
	globs := []string{".agents/**/*.md", "AGENTS.md", "README.md", "contexts/**/*.md", "lenses/**/*.md", "tools/**/*"}
	for _, root := range []string{"skills", ".agents/skills"} {
		globs = append(globs, root+"/**/SKILL.md")
		for _, dir := range []string{"assets", "references", "scripts"} {
			globs = append(globs, root+"/**/"+dir+"/**/*")
		}
		for _, dir := range []string{"examples", "profiles"} {
			globs = append(globs, root+"/**/"+dir+"/**/*.md")
		}
	}
	return globs
}

// globSet matches repository paths against patterns. "**" stands for any number
// of directories, "*" does not cross "/", and neither matches a segment with a
// leading dot unless the pattern writes the dot.
type globSet [][]string

// compileGlobs splits patterns into segments. A pattern that can match nothing
// stays and matches nothing.
func compileGlobs(patterns []string) globSet {
	set := make(globSet, len(patterns))
	for i, p := range patterns {
		set[i] = strings.Split(p, "/")
	}
	return set
}

// match reports whether a pattern selects the path.
func (g globSet) match(path []string) bool {
	for _, pattern := range g {
		if matchSegments(pattern, path, false) {
			return true
		}
	}
	return false
}

// matchBelow reports whether a pattern could select something below the
// directory.
func (g globSet) matchBelow(dir []string) bool {
	for _, pattern := range g {
		if matchSegments(pattern, dir, true) {
			return true
		}
	}
	return false
}

// matchSegments matches a path whole, or as the beginning of a longer one.
// Patterns hold few "**", so trying each length stays cheap: a second "**"
// makes any earlier choice as good as a later one, and only the last is kept.
func matchSegments(pattern, path []string, prefix bool) bool {
	retryPattern, retryPath := -1, 0
	p, s := 0, 0
	for {
		switch {
		case p < len(pattern) && pattern[p] == "**" && s < len(path):
			retryPattern, retryPath = p, s
			p++
			continue
		case s == len(path) && prefix && p < len(pattern):
			return true
		case s == len(path) && !prefix:
			return p == len(pattern) || p == len(pattern)-1 && pattern[p] == "**"
		case s < len(path) && p < len(pattern) && matchSegment(pattern[p], path[s]):
			p, s = p+1, s+1
			continue
		}
		if retryPattern < 0 || retryPath == len(path) || strings.HasPrefix(path[retryPath], ".") {
			return false
		}
		retryPath++
		p, s = retryPattern+1, retryPath
	}
}

func matchSegment(pattern, segment string) bool {
	if pattern == segment {
		return true
	}
	if !strings.ContainsAny(pattern, `*?[{\`) || strings.HasPrefix(segment, ".") && !strings.HasPrefix(pattern, ".") {
		return false
	}
	if pattern == "*" {
		return true
	}
	if suffix, simple := strings.CutPrefix(pattern, "*"); simple && !strings.ContainsAny(suffix, `*?[{\`) {
		return strings.HasSuffix(segment, suffix)
	}
	return doublestar.MatchUnvalidated(pattern, segment)
}

// maxBraceGroups bounds "{a,b}" groups in one pattern, which cost exponential
// time to match.
const maxBraceGroups = 8

// checkGlob says what is wrong with a configured pattern, "" when nothing is.
func checkGlob(pattern string) string {
	switch {
	case strings.Count(pattern, "{") > maxBraceGroups:
		return "has more than 8 brace groups"
	case len(pattern) > 4096:
		return "is longer than 4,096 bytes"
	}
	return ""
}

// exclusions decides which paths the walk leaves out: a path that equals an
// exclusion, lies below it, or has it as one of its segments.
type exclusions map[string]bool

func newExclusions(list []string) exclusions {
	set := make(exclusions, len(list))
	for _, e := range list {
		set[e] = true
	}
	return set
}

// match reports whether the walk leaves out path, whose directory was not left
// out. name is its last segment.
func (x exclusions) match(path, name string) bool { return x[name] || x[path] }
