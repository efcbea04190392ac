package discovery

import (
	"math/bits"
	"strings"
	"unicode"

	"github.com/renma/renma/internal/textio"
)

// speller guesses which Skill a text that names nothing was meant to name. Its
// guesses are words in messages and never decide anything.
type speller struct {
	index *Index
	names []spelledName
	// budget is how many more names may be looked at, so that a repository
	// full of broken routes costs no more than a moment.
	budget int
}

// spelledName is an id or path with what rules most of the others out cheaply.
type spelledName struct {
	text    string
	length  int
	letters uint64 // which letters occur, folded into 64 bits
}

const spellerBudget = 20_000_000

func newSpeller(x *Index) *speller {
	return &speller{index: x, budget: spellerBudget}
}

// nearest returns an id or path close to target, or "": the SKILL.md of a
// directory, the Skill of a name, or a similar spelling.
func (s *speller) nearest(target string) string {
	x := s.index
	if path := strings.TrimSuffix(target, "/") + "/SKILL.md"; x.has(path) {
		return path
	}
	if s.names == nil {
		for _, skill := range x.Skills {
			s.names = append(s.names, newSpelledName(skill.ID))
		}
		for _, skill := range x.Skills {
			if skill.SourcePath != skill.ID {
				s.names = append(s.names, newSpelledName(skill.SourcePath))
			}
		}
	}
	if s.budget -= len(s.names); s.budget < 0 {
		return ""
	}
	want := newSpelledName(target)
	var near []string
	for i := range s.names {
		n := &s.names[i]
		// Nearest allows three edits; each changes the length by one at
		// most, and at most two letters.
		if max(n.length-want.length, want.length-n.length) <= 3 && bits.OnesCount64(n.letters^want.letters) <= 6 {
			near = append(near, n.text)
		}
	}
	if found := textio.Nearest(target, near); found != "" {
		return found
	}
	for _, skill := range x.Skills {
		if skill.Name != "" && skill.Name == target {
			return skill.ID
		}
	}
	return ""
}

func newSpelledName(text string) spelledName {
	n := spelledName{text: text}
	for _, r := range text {
		n.length++
		n.letters |= 1 << (unicode.ToLower(r) % 64)
	}
	return n
}

func (x *Index) has(path string) bool {
	_, ok := x.byPath[path]
	return ok
}

// didYouMean ends a message with a guess.
func didYouMean(guess string) string {
	if guess == "" {
		return ""
	}
	return "; did you mean " + textio.Quote(guess) + "?"
}
