package snapshot

import (
	"path"

	"github.com/renma/renma/internal/tokens"
)

// TokenMethod names the way in which tokens are estimated; equal names give equal
// counts for equal texts. No tokenizer of a model is asked: the text is cut into
// words, numbers, signs and line breaks as tokenizers cut it, and every piece has
// an average cost.
const TokenMethod = tokens.Method

// Tokens is the estimated size of a Skill in tokens, by the moment at which a
// client reads the text.
type Tokens struct {
	Metadata int `json:"metadata"` // name and description: always
	Body     int `json:"body"`     // the text below the frontmatter: when the Skill is activated
	Support  int `json:"support"`  // all other texts of its directory: on demand, so at most that much
}

// Total returns the sum of the three tiers.
func (t Tokens) Total() int { return t.Metadata + t.Body + t.Support }

// Plus returns the sums of each tier.
func (t Tokens) Plus(u Tokens) Tokens {
	return Tokens{t.Metadata + u.Metadata, t.Body + u.Body, t.Support + u.Support}
}

// TokenSum adds up the tokens of some Skills.
type TokenSum struct {
	SkillCount int `json:"skillCount"`
	Tokens
	Total int `json:"total"`
}

// SumTokens returns the sums over list.
func SumTokens(list []Tokens) TokenSum {
	sum := TokenSum{SkillCount: len(list)}
	for _, t := range list {
		sum.Tokens = sum.Plus(t)
	}
	sum.Total = sum.Tokens.Total()
	return sum
}

// TokenEstimate is the estimated size of all Skills of a repository.
type TokenEstimate struct {
	Method string `json:"method"` // [TokenMethod]
	TokenSum
}

// TokenCounter estimates the tokens of the Skills of several snapshots and looks
// at equal files once. The zero value is ready to use, by one goroutine at a time.
type TokenCounter struct {
	known map[string]int // by the hash of the content
}

// Count returns the tokens of each Skill of s, in the order of s.Skills. A text
// that was read belongs to the nearest directory above it that holds a Skill, and
// to none when there is no such directory; files that are no text have no tokens.
func (c *TokenCounter) Count(s *Snapshot) []Tokens {
	list := make([]Tokens, len(s.Skills))
	owner := make(map[string]*Tokens, len(s.Skills))
	for i, skill := range s.Skills {
		list[i].Metadata = tokens.Estimate(skill.Result.Name) + tokens.Estimate(skill.Result.Description)
		list[i].Body = skill.File.tokens
		owner[path.Dir(skill.File.Path)] = &list[i]
	}
	if len(list) == 0 {
		return list
	}
	for _, f := range s.Files {
		if f.Classification.Kind == KindSkill || f.ContentClassification != Text {
			continue
		}
		for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
			if t := owner[dir]; t != nil {
				t.Support += c.estimate(f)
				break
			}
		}
	}
	return list
}

func (c *TokenCounter) estimate(f *File) int {
	if f.released {
		return f.tokens
	}
	if n, ok := c.known[f.ContentHash]; ok {
		return n
	}
	n := tokens.Estimate(f.lines.Text())
	if c.known == nil {
		c.known = map[string]int{}
	}
	c.known[f.ContentHash] = n
	return n
}
