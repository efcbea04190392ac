package agentskills

import (
	"slices"
	"strings"

	"github.com/renma/renma/internal/markdown"
)

// headingKind says what a heading makes of the text below it.
type headingKind struct{ limits, excludes, selects bool }

// classifyHeadings returns the kind of every heading of a body, each with what
// it inherits from the headings that enclose it.
func classifyHeadings(headings []markdown.Heading) []headingKind {
	kinds := make([]headingKind, len(headings))
	for i, h := range headings {
		words := headingWords(h.Text)
		k := headingKind{prominent(words), excludes(words), selects(words)}
		if h.Parent >= 0 {
			p := kinds[h.Parent]
			k = headingKind{k.limits || p.limits, k.excludes || p.excludes, k.selects || p.selects}
		}
		kinds[i] = k
	}
	return kinds
}

// headingWords returns the words of a heading without numbers, emoji and
// punctuation, in lower case.
func headingWords(text string) []string {
	var words []string
	for i := 0; i < len(text); {
		n := wordLen(text[i:])
		if n == 0 {
			i++
			continue
		}
		if w := newWord(text[i:i+n], i); hasLetter(w.text) {
			words = append(words, w.text)
		}
		i += n
	}
	return words
}

// limitWords name limits on behaviour (contract 02 section 4.7).
var limitWords = wordList(`constraint constraints prohibited prohibition prohibitions restriction restrictions guardrail guardrails
	forbidden never safety rules non-negotiable non-negotiables limits boundaries don't don'ts dont donts do'nt avoid
	anti-pattern anti-patterns antipatterns`)

// limitPhrases do so in two words.
var limitPhrases = map[[2]string]bool{{"do", "not"}: true, {"must", "not"}: true, {"not", "to"}: true, {"not", "allowed"}: true}

// prominent reports a heading that names limits, with at most three other
// words.
func prominent(words []string) bool {
	hits := 0
	for i, w := range words {
		if limitWords[w] {
			hits++
		} else if i+1 < len(words) && limitPhrases[[2]string{w, words[i+1]}] {
			hits += 2
		}
	}
	return hits > 0 && len(words)-hits <= 3
}

// excludingWords has a word of every heading that excludes.
var excludingWords = wordList("scope selection exclusions not don't avoid")

// excludes reports a heading under which everything is a selection exclusion
// (contract 02 section 4.6).
func excludes(heading []string) bool {
	if !slices.ContainsFunc(heading, func(w string) bool { return excludingWords[w] }) {
		return false
	}
	words := strings.Join(heading, " ")
	for _, p := range []string{"out of scope", "selection boundary", "selection boundaries", "exclusions"} {
		if words == p || strings.HasPrefix(words, p+" ") || strings.HasSuffix(words, " "+p) {
			return true
		}
	}
	for _, p := range []string{"when not to use", "when to not use", "when not to invoke", "when not to trigger", "when to avoid",
		"do not use", "don't use", "not for", "this skill is not for"} {
		rest, ok := strings.CutPrefix(words, p)
		if ok && selectionRest(strings.Fields(rest), p) {
			return true
		}
	}
	return false
}

// selectionRest reports that what follows "do not use" speaks of the Skill and
// not of some other thing.
func selectionRest(rest []string, head string) bool {
	if len(rest) == 0 || strings.HasSuffix(head, "for") {
		return true
	}
	switch rest[0] {
	case "it", "when", "if", "for":
		return true
	case "this", "the":
		return len(rest) == 1 || rest[1] == "skill"
	}
	return false
}

// selects reports a heading about when to pick the Skill: "When to use".
func selects(words []string) bool {
	return slices.Contains(words, "when") &&
		slices.ContainsFunc(words, func(w string) bool { return isVerbOf(w, selectionVerbs) })
}
