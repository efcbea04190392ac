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
	names []spelledName     // nil until the first guess
	named map[string]string // ids by the name of the Skill
	// budget bounds the work, so that a repository full of broken routes
	// costs no more than a moment: after it is spent there are no guesses.
	budget int
}

// spelledName is an id or path with what rules most of the others out cheaply.
type spelledName struct {
	text   string
	length int
	pairs  [2]uint64 // which pairs of letters occur, folded into 128 bits
}

const (
	spellerBudget = 500_000
	distanceCost  = 200 // of comparing two names, in looks at a spelledName
)

func newSpeller(x *Index) *speller { return &speller{index: x, budget: spellerBudget} }

// nearest returns an id or path close to target, or "": the SKILL.md of a
// directory, the Skill of a name, or a similar spelling.
func (s *speller) nearest(target string) string {
	if path := strings.TrimSuffix(target, "/") + "/SKILL.md"; s.index.has(path) {
		return path
	}
	s.prepare()
	if id := s.named[target]; id != "" {
		return id
	}
	if s.budget -= len(s.names); s.budget < 0 {
		return ""
	}
	want := newSpelledName(target)
	var near []string
	for i := range s.names {
		n := &s.names[i]
		// Nearest allows three edits. Each changes the length by one at
		// most, and a swap, the worst of them, six pairs.
		if max(n.length-want.length, want.length-n.length) <= 3 && n.differences(&want) <= 18 {
			near = append(near, n.text)
		}
	}
	if s.budget -= len(near) * distanceCost; s.budget < 0 {
		return ""
	}
	return textio.Nearest(target, near)
}

// prepare collects what can be named. Of two Skills with one name the first
// has it.
func (s *speller) prepare() {
	if s.names != nil {
		return
	}
	skills := s.index.Skills
	s.names = make([]spelledName, 0, 2*len(skills))
	s.named = make(map[string]string, len(skills))
	for _, skill := range skills {
		s.names = append(s.names, newSpelledName(skill.ID))
		if _, taken := s.named[skill.Name]; !taken && skill.Name != "" {
			s.named[skill.Name] = skill.ID
		}
	}
	for _, skill := range skills {
		if skill.SourcePath != skill.ID {
			s.names = append(s.names, newSpelledName(skill.SourcePath))
		}
	}
}

func newSpelledName(text string) spelledName {
	n := spelledName{text: text}
	var before rune
	for _, r := range text {
		n.length++
		r = unicode.ToLower(r)
		pair := uint32(before*31+r) % 128
		n.pairs[pair/64] |= 1 << (pair % 64)
		before = r
	}
	return n
}

func (n *spelledName) differences(other *spelledName) int {
	return bits.OnesCount64(n.pairs[0]^other.pairs[0]) + bits.OnesCount64(n.pairs[1]^other.pairs[1])
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
