package discovery

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/renma/renma/internal/textio"
)

// The cheap filter never hides what textio.Nearest would find.
func TestSpellerFindsWhatNearestFinds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	x := &Index{byPath: map[string]int{}}
	var all []string
	for i := range 200 {
		id := fmt.Sprintf("skill.%c%c.item-%d", 'a'+rune(rnd.IntN(5)), 'v'+rune(rnd.IntN(5)), i)
		x.Skills = append(x.Skills, &Skill{ID: id, SourcePath: "skills/" + id + "/SKILL.md"})
		all = append(all, id)
	}
	for _, s := range x.Skills {
		all = append(all, s.SourcePath)
	}
	found := 0
	for range 500 {
		word := []rune(all[rnd.IntN(len(all))])
		for range 1 + rnd.IntN(4) {
			at := rnd.IntN(len(word) - 1)
			switch rnd.IntN(4) {
			case 0:
				word[at] = 'a' + rune(rnd.IntN(26))
			case 1:
				word[at], word[at+1] = word[at+1], word[at]
			case 2:
				word = append(word[:at], word[at+1:]...)
			case 3:
				word[at] = 'Q'
			}
		}
		want := textio.Nearest(string(word), all)
		if got := newSpeller(x).nearest(string(word)); got != want {
			t.Errorf("nearest(%q) = %q, want %q", string(word), got, want)
		}
		if want != "" {
			found++
		}
	}
	if found < 200 {
		t.Errorf("only %d of 500 words are near something", found)
	}
}

func TestSpellerStopsWhenItsBudgetIsSpent(t *testing.T) {
	x := &Index{byPath: map[string]int{}, Skills: []*Skill{{ID: "skill.alpha", SourcePath: "a"}}}
	s := newSpeller(x)
	if got := s.nearest("skill.alhpa"); got != "skill.alpha" {
		t.Errorf("nearest = %q", got)
	}
	s.budget = distanceCost
	if got := s.nearest("skill.alhpa"); got != "" {
		t.Errorf("nearest = %q without budget", got)
	}
}

// Guesses cost one look at each name, and more for each name that is near. When that
// is spent there are none.
func TestGuessesEnd(t *testing.T) {
	x := prepare(t, tree{}.skill("deploy").skill("review"))
	const names, near = 4, 2 * distanceCost // two ids, which are of one length, and two paths
	for budget, want := range map[int]string{names - 1: "", names + near - 1: "", names + near: "skill.deploy"} {
		s := newSpeller(x)
		s.budget = budget
		if got := s.nearest("skill.deplay"); got != want {
			t.Errorf("with %d: %q, want %q", budget, got, want)
		}
	}
	s := newSpeller(x)
	for looks := spellerBudget / names; looks > 0; looks-- {
		s.nearest("nothing like it")
	}
	if s.budget != 0 || s.nearest("skill.deplay") != "" {
		t.Errorf("%d is left", s.budget)
	}
	if got := s.nearest("deploy"); got != "skill.deploy" {
		t.Errorf("a name gives %q", got)
	}
}
