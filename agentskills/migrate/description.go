package migrate

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/markdown"
	"github.com/renma/renma/internal/textio"
)

// routingSentences makes a description of the legacy routing lists. The wording
// is fixed (contract 02 section 6.7). It is "" when there is no positive item
// or the result is too long.
func routingSentences(use, avoid []string) string {
	use, avoid = spoken(use), spoken(avoid)
	if len(use) == 0 {
		return ""
	}
	text := "Use this skill when " + strings.Join(use, "; ") + "."
	if len(avoid) > 0 {
		text += " Do not use this skill when " + strings.Join(avoid, "; ") + "."
	}
	if utf8.RuneCountInString(text) > agentskills.DescriptionMaxChars {
		return ""
	}
	return text
}

// spoken puts the items of a routing list on one line each and drops the blank
// ones and final full stops.
func spoken(items []string) []string {
	var out []string
	for _, item := range items {
		item = strings.Join(strings.FieldsFunc(item, textio.IsSpace), " ")
		if item = strings.TrimSuffix(item, "."); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// holds reports whether a description says what a routing item says. Letter
// case and white space do not count.
func holds(description, item string) bool {
	squeeze := func(s string) string {
		return strings.ToLower(strings.Join(strings.FieldsFunc(s, textio.IsSpace), ""))
	}
	return strings.Contains(squeeze(description), squeeze(item))
}

// fromBody takes a description out of the first paragraph that says when to use
// the Skill, with the lines of that paragraph. What the Skill must not do is
// left out; what it is not for stays.
func fromBody(body string, firstLine int) (text string, start, end int) {
	doc := markdown.Parse(body, firstLine)
	for i := range doc.Blocks {
		prose, ok := doc.Prose(i)
		if !ok {
			continue
		}
		if text := usageSentences(prose); text != "" {
			return text, doc.Blocks[i].StartLine(), doc.Blocks[i].EndLine()
		}
	}
	return "", 0, 0
}

// usageSentences returns the sentences of a paragraph that may stand in a
// description, or "" when none of them says when to use the Skill.
func usageSentences(prose string) string {
	var kept []string
	positive := false
	for _, s := range sentences(prose) {
		bare := withoutMarkup(s)
		switch {
		case exclusion.MatchString(bare):
		case prohibition.MatchString(bare):
			continue
		case usage.MatchString(bare):
			positive = true
		}
		kept = append(kept, s)
	}
	text := strings.Join(kept, " ")
	if !positive || utf8.RuneCountInString(text) > agentskills.DescriptionMaxChars {
		return ""
	}
	return text
}

var (
	// usage is a positive usage statement. The short form must begin its
	// clause, so that "the script you use to deploy" is none.
	usage = regexp.MustCompile(`(?i)\buse this skill (?:when|for|to)\b|(?:^|[,;:.!?(–—-] ?|\b(?:and|or|please|then|also|only) )use (?:when|for|to)\b`)

	prohibition = regexp.MustCompile(`(?i)\b(?:do not|don't|never|must not|mustn't|may not)\b`)
	// exclusion says what the Skill itself is not for.
	exclusion = regexp.MustCompile(`(?i)\b(?:do not|don't|never|must not|may not) use (?:this skill|the skill|it)\b`)
	codeSpan  = regexp.MustCompile("`+[^`]*`+")
)

// withoutMarkup returns a sentence as a pattern should see it.
func withoutMarkup(s string) string {
	s = codeSpan.ReplaceAllString(s, "\uFFFC")
	s = strings.NewReplacer("*", "", "_", "", "’", "'").Replace(s)
	return strings.Join(strings.Fields(s), " ")
}

// abbreviations end in a full stop but no sentence.
var abbreviations = []string{"e.g.", "i.e.", "cf.", "vs."}

// sentences splits a line of prose at each ".", "!" and "?" that a space or the
// end follows. Joined with single spaces they are the line again.
func sentences(line string) []string {
	var out []string
	start := 0
	words := strings.Split(line, " ")
	for i, w := range words {
		if w == "" || !strings.ContainsRune(".!?", rune(w[len(w)-1])) {
			continue
		}
		if i+1 < len(words) && slices.Contains(abbreviations, strings.ToLower(strings.TrimLeft(w, "(*_"))) {
			continue
		}
		out = append(out, strings.Join(words[start:i+1], " "))
		start = i + 1
	}
	if start < len(words) {
		out = append(out, strings.Join(words[start:], " "))
	}
	return out
}
