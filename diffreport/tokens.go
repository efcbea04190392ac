package diffreport

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/renma/renma/internal/mdpage"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// TokenChanges compares the estimated tokens of the Skills.
type TokenChanges struct {
	Method string            `json:"method"` // [snapshot.TokenMethod]
	From   snapshot.TokenSum `json:"from"`
	To     snapshot.TokenSum `json:"to"`
	// ChangedSkills are those with other tokens on both sides, or with
	// tokens on one, the largest growth first, then by path and id.
	ChangedSkills []SkillTokens `json:"changedSkills"`
}

// SkillTokens are the tokens of one Skill on both sides, nil where it does not
// exist. Path is that of the to side, if it exists there; Delta is the difference
// of the totals.
type SkillTokens struct {
	ID    string           `json:"id"`
	Path  string           `json:"path"`
	Delta int              `json:"delta"`
	From  *snapshot.Tokens `json:"from,omitempty"`
	To    *snapshot.Tokens `json:"to,omitempty"`
}

// diffTokens returns nil when neither side has a Skill. Files that both sides
// share are looked at once.
func diffTokens(from, to *snapshot.Snapshot, ids identities) *TokenChanges {
	if len(from.Skills)+len(to.Skills) == 0 {
		return nil
	}
	var counter snapshot.TokenCounter
	before, after := counter.Count(from), counter.Count(to)
	d := &TokenChanges{
		Method: snapshot.TokenMethod, From: snapshot.SumTokens(before), To: snapshot.SumTokens(after), ChangedSkills: []SkillTokens{},
	}
	for _, pair := range pairSkills(from, to, ids) {
		s := SkillTokens{}
		if i := pair.from; i >= 0 {
			e := from.Skills[i].Entry
			s.ID, s.Path, s.From = e.ID, e.SourcePath, &before[i]
		}
		if i := pair.to; i >= 0 {
			e := to.Skills[i].Entry
			s.ID, s.Path, s.To = e.ID, e.SourcePath, &after[i]
		}
		if b, a := value(s.From), value(s.To); a != b {
			s.Delta = a.Total() - b.Total()
			d.ChangedSkills = append(d.ChangedSkills, s)
		}
	}
	slices.SortFunc(d.ChangedSkills, func(a, b SkillTokens) int {
		return cmp.Or(cmp.Compare(b.Delta, a.Delta), cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID))
	})
	return d
}

// pairSkills finds the Skills of both sides that are the same one: by identity,
// then by path, since a Skill that became invalid has lost its id.
func pairSkills(from, to *snapshot.Snapshot, ids identities) []pair {
	order := func(a, b *snapshot.Skill) int { return cmp.Compare(a.File.Path, b.File.Path) }
	pairs := match(from.Skills, to.Skills, order, func(s *snapshot.Skill) assetKey { return ids.key(s.Entry) })
	byPath := map[string]int{}
	for i, p := range pairs[:len(to.Skills)] {
		if p.from < 0 {
			byPath[to.Skills[i].File.Path] = i
		}
	}
	out := pairs[:len(to.Skills)]
	for _, p := range pairs[len(to.Skills):] {
		if i, ok := byPath[from.Skills[p.from].File.Path]; ok {
			out[i].from = p.from
		} else {
			out = append(out, p)
		}
	}
	return out
}

// value is what p points at, the zero value for nil.
func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// Changed reports that some Skill has other tokens than before.
func (d *TokenChanges) Changed() bool { return len(d.ChangedSkills) > 0 }

// Markdown returns the tokens by tier and the Skills that changed them most, "" for nil.
func (d *TokenChanges) Markdown() string {
	if d == nil {
		return ""
	}
	p := &mdpage.Page{}
	p.Line("Estimated (%s): metadata is always loaded, the body on activation, support on demand.", textio.MarkdownText(d.Method))
	p.Table("tier", "before", "after", "change")
	for _, tier := range []struct {
		name     string
		from, to int
	}{
		{"metadata", d.From.Metadata, d.To.Metadata},
		{"body", d.From.Body, d.To.Body},
		{"support", d.From.Support, d.To.Support},
		{"total", d.From.Total, d.To.Total},
	} {
		p.Row(tier.name, fmt.Sprint(tier.from), fmt.Sprint(tier.to), fmt.Sprintf("%+d", tier.to-tier.from))
	}
	section(p, "Skills with other tokens", d.ChangedSkills, SkillTokens.text)
	return p.String()
}

func (s SkillTokens) text() string {
	before, after := value(s.From), value(s.To)
	tier := func(name string, from, to int) string {
		if from == to {
			return fmt.Sprintf("%s %d", name, to)
		}
		return fmt.Sprintf("%s %d → %d", name, from, to)
	}
	text := fmt.Sprintf("%s: %+d (%s, %s, %s)", named(s.ID, s.Path), s.Delta, tier("metadata", before.Metadata, after.Metadata),
		tier("body", before.Body, after.Body), tier("support", before.Support, after.Support))
	switch {
	case s.From == nil:
		text += ", added"
	case s.To == nil:
		text += ", removed"
	}
	return text
}
