package agentskills

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/renma/renma/internal/markdown"
	"github.com/renma/renma/internal/textio"
)

// ignore is one comment that hides warnings.
type ignore struct {
	comment *markdown.Comment
	ids     []ignoredID
	reason  string // on one line, "" when there is none
	fault   *ignoreFault
}

// ignoredID is one id that a comment names, at an offset of its text.
type ignoredID struct {
	text   string
	offset int
}

// ignoreFault is what keeps a comment from being understood: the part from
// offset to end of its text is wrong.
type ignoreFault struct {
	offset, end   int
	message, hint string
}

const (
	ignoreWord = "renma-ignore"
	// maxIgnoredIDs is more ids than there are.
	maxIgnoredIDs = 64

	ignoreForm = `Write <!-- renma-ignore ID reason="why this is fine here" -->.`
)

// readIgnore reads the text of a comment. It reports false for one that does
// not begin with renma-ignore, which is nobody's business here.
//
//	renma-ignore ID [ID…] reason="text"
//
// White space and commas separate the ids. The reason stands in double or
// single quotes and cannot hold the quote that encloses it.
func readIgnore(text string) (ignore, bool) {
	r := ignoreReader{text: text}
	r.skip(unicode.IsSpace)
	word, at := r.word()
	if len(word) < len(ignoreWord) || !strings.EqualFold(word[:len(ignoreWord)], ignoreWord) {
		return ignore{}, false
	}
	if word != ignoreWord {
		r.fault(at, r.at, textio.Quote(word)+" is no directive.", ignoreForm)
		return r.ig, true
	}
	given := false
	for r.ig.fault == nil {
		r.skip(isSeparator)
		if r.at == len(text) {
			break
		}
		word, at = r.word()
		value, isAttribute := r.value()
		switch {
		case r.ig.fault != nil:
		case word == "":
			_, size := utf8.DecodeRuneInString(text[r.at:])
			r.fault(at, max(r.at, at+size), "Only ids and a reason can stand here.", ignoreForm)
		case isAttribute && word != "reason":
			r.fault(at, at+len(word), textio.Quote(word)+" is no attribute; only reason is.", ignoreForm)
		case isAttribute && given:
			r.fault(at, r.at, "The reason stands twice.", "Keep one of the two.")
		case isAttribute:
			given, r.ig.reason = true, strings.Join(strings.Fields(value), " ")
		case strings.EqualFold(word, "reason"):
			r.fault(at, r.at, "The reason has no value.", ignoreForm)
		case len(r.ig.ids) == maxIgnoredIDs:
			r.fault(at, r.at, fmt.Sprintf("More than %d ids stand here.", maxIgnoredIDs), "Repair the warnings instead of hiding all of them.")
		default:
			r.ig.ids = append(r.ig.ids, ignoredID{word, at})
		}
	}
	return r.ig, true
}

// ignoreReader reads the text of a comment from left to right.
type ignoreReader struct {
	text string
	at   int
	ig   ignore
}

func isSeparator(r rune) bool { return r == ',' || unicode.IsSpace(r) }

func (r *ignoreReader) fault(offset, end int, message, hint string) {
	r.ig.fault = &ignoreFault{offset, end, message, hint}
}

func (r *ignoreReader) skip(what func(rune) bool) {
	rest := strings.TrimLeftFunc(r.text[r.at:], what)
	r.at = len(r.text) - len(rest)
}

// word reads up to white space, a comma, an equals sign or a quote.
func (r *ignoreReader) word() (word string, at int) {
	at = r.at
	n := strings.IndexFunc(r.text[at:], func(c rune) bool { return isSeparator(c) || strings.ContainsRune(`="'`, c) })
	if n < 0 {
		n = len(r.text) - at
	}
	r.at += n
	return r.text[at:r.at], at
}

// value reads what an equals sign gives to the word before it.
func (r *ignoreReader) value() (value string, ok bool) {
	back := r.at
	r.skip(unicode.IsSpace)
	if !strings.HasPrefix(r.text[r.at:], "=") {
		r.at = back
		return "", false
	}
	r.at++
	r.skip(unicode.IsSpace)
	open := r.at
	rest := r.text[open:]
	if rest == "" || rest[0] != '"' && rest[0] != '\'' {
		r.fault(back, len(r.text), "The value is not in quotes.", ignoreForm)
		return "", true
	}
	n := strings.IndexByte(rest[1:], rest[0])
	if n < 0 {
		r.fault(open, len(r.text), "The quote is never closed.", ignoreForm)
		return "", true
	}
	r.at = open + n + 2
	return rest[1 : n+1], true
}
