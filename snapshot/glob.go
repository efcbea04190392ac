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
// leading dot unless the pattern writes the dot. Within one segment "?",
// "[...]" and "{a,b}" work as usual; braces may also hold slashes.
type globSet []globPattern

type globPattern []globSegment

// globSegment is one segment of a pattern, in the cheapest form that decides it.
type globSegment struct {
	kind segmentKind
	text string
}

type segmentKind int

const (
	literalSegment  segmentKind = iota // equals text
	anyDirectories                     // "**"
	suffixSegment                      // "*" and then text
	wildcardSegment                    // whatever else doublestar matches
)

// compileGlobs prepares patterns that checkGlob accepts. A pattern that can
// match nothing is kept and matches nothing.
func compileGlobs(patterns []string) globSet {
	var set globSet
	for _, p := range patterns {
		for _, alternative := range expandBraces(p) {
			var compiled globPattern
			for segment := range strings.SplitSeq(alternative, "/") {
				g := compileSegment(segment)
				if n := len(compiled); g.kind == anyDirectories && n > 0 && compiled[n-1].kind == anyDirectories {
					continue // "**/**" means "**"
				}
				compiled = append(compiled, g)
			}
			set = append(set, compiled)
		}
	}
	return set
}

func compileSegment(s string) globSegment {
	const special = `*?[{\`
	rest, star := strings.CutPrefix(s, "*")
	switch {
	case s == "**":
		return globSegment{anyDirectories, s}
	case !strings.ContainsAny(s, special):
		return globSegment{literalSegment, s}
	case star && !strings.ContainsAny(rest, special):
		return globSegment{suffixSegment, rest}
	}
	return globSegment{wildcardSegment, s}
}

func (g globSegment) match(segment string) bool {
	if g.kind == literalSegment {
		return g.text == segment
	}
	if strings.HasPrefix(segment, ".") && (g.kind == suffixSegment || !strings.HasPrefix(g.text, ".")) {
		return false
	}
	if g.kind == suffixSegment {
		return strings.HasSuffix(segment, g.text)
	}
	return doublestar.MatchUnvalidated(g.text, segment)
}

// match reports whether a pattern selects the path with the given segments.
func (g globSet) match(path []string) bool {
	for _, p := range g {
		if p.match(path, false) {
			return true
		}
	}
	return false
}

// matchBelow reports whether a pattern could select something below the
// directory.
func (g globSet) matchBelow(dir []string) bool {
	for _, p := range g {
		if p.match(dir, true) {
			return true
		}
	}
	return false
}

// match matches a path whole, or as the directories above a longer one. When
// both fit, a "**" takes as few segments as possible, and on a mismatch the
// last one takes one more: whatever an earlier "**" could take, the last one
// can take as well, so no other choice has to be tried.
func (g globPattern) match(path []string, above bool) bool {
	retry, retryAt := -1, 0
	p, s := 0, 0
	for {
		switch {
		case s == len(path) && above && (p < len(g) || retry >= 0 && retryAt == len(path)):
			return true
		case s == len(path) && !above && (p == len(g) || p == len(g)-1 && g[p].kind == anyDirectories):
			return true
		case p < len(g) && g[p].kind == anyDirectories && s < len(path):
			retry, retryAt = p, s
			p++
			continue
		case p < len(g) && s < len(path) && g[p].match(path[s]):
			p, s = p+1, s+1
			continue
		}
		if retry < 0 || retryAt == len(path) || strings.HasPrefix(path[retryAt], ".") {
			return false
		}
		retryAt++
		p, s = retry+1, retryAt
	}
}

// Bounds of configured patterns. Braces multiply.
const (
	maxGlobLength       = 4096
	maxGlobBraces       = 8
	maxGlobAlternatives = 1024
	maxGlobs            = 4096 // of all patterns together
)

// checkGlob says what is wrong with a configured pattern, "" when nothing is.
func checkGlob(pattern string) string {
	switch {
	case len(pattern) > maxGlobLength:
		return "is longer than 4,096 bytes"
	case strings.Count(pattern, "{") > maxGlobBraces:
		return "has more than 8 brace groups"
	case len(expandBraces(pattern)) > maxGlobAlternatives:
		return "stands for more than 1,024 patterns"
	}
	return ""
}

// expandBraces returns the patterns that a pattern with "{a,b}" groups stands
// for. A brace without a partner or without a comma is left to the matcher. The
// list ends soon after maxGlobAlternatives.
func expandBraces(pattern string) []string {
	before, options, after, ok := cutBraces(pattern)
	if !ok {
		return []string{pattern}
	}
	var out []string
	tails := expandBraces(after)
	for _, option := range options {
		for _, head := range expandBraces(option) {
			for _, tail := range tails {
				if len(out) > maxGlobAlternatives {
					return out
				}
				out = append(out, before+head+tail)
			}
		}
	}
	return out
}

// cutBraces splits a pattern at its first group that holds a comma.
func cutBraces(pattern string) (before string, options []string, after string, ok bool) {
	for open := 0; open < len(pattern); open++ {
		switch pattern[open] {
		case '\\':
			open++
		case '{':
			if options, end := braceOptions(pattern, open); len(options) > 1 {
				return pattern[:open], options, pattern[end:], true
			}
		}
	}
	return "", nil, "", false
}

// braceOptions returns the options of the group at open and the index after it.
func braceOptions(pattern string, open int) (options []string, end int) {
	depth, start := 0, open+1
	for i := open; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			depth++
		case ',':
			if depth == 1 {
				options = append(options, pattern[start:i])
				start = i + 1
			}
		case '}':
			if depth--; depth == 0 {
				return append(options, pattern[start:i]), i + 1
			}
		}
	}
	return nil, 0
}
