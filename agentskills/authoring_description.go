package agentskills

import "unicode"

// multilingual reports a description that is judged in no language: it holds a
// letter outside ASCII, or such a combining mark after a letter (contract 02
// section 4.1). Punctuation, symbols, emoji and variation selectors do not
// count.
func multilingual(description string) bool {
	afterLetter := false
	for _, r := range description {
		switch {
		case unicode.IsLetter(r):
			if r > unicode.MaxASCII {
				return true
			}
			afterLetter = true
		case unicode.Is(unicode.Variation_Selector, r):
		case unicode.IsMark(r):
			if afterLetter {
				return true
			}
		default:
			afterLetter = false
		}
	}
	return false
}

// statesCapability reports that a description names an action or a product
// (contract 02 section 4.3).
func statesCapability(sentences []sentence) bool {
	for _, s := range sentences {
		for _, c := range clauses(s.tokens) {
			if capability(c) {
				return true
			}
		}
	}
	return false
}

// capability judges one clause by its head. A clause about selection, about
// the reader or about nothing in particular counts only for an action inside.
func capability(c []token) bool {
	c, phrase := skipModifiers(c)
	if len(c) == 0 || negated(c) {
		return false
	}
	head, rest := c[0], c[1:]
	switch {
	case head.kind != word:
		return innerAction(c)
	case isSubject(head) && len(rest) > 0 && isFinite(rest[0]):
		return capability(skipAuxiliaries(rest))
	case phrase, head.caps, head.in(genericNouns):
		return nounPhrase(c, head.caps) || innerAction(c)
	case head.in(subordinators):
		return mainClause(c) || innerAction(c)
	case functionWord(head.text), isParticiple(head.text), isSelection(c):
		return innerAction(c)
	case isVerbOf(head.text, emptyVerbs):
		return emptyVerb(c)
	case bareTopic(c):
		return false
	}
	return hasObject(c) || sharedObject(c) || innerAction(c)
}

// skipModifiers drops what may stand before the head of a clause. phrase
// reports that a determiner or a word of praise did: a noun phrase follows.
func skipModifiers(c []token) (rest []token, phrase bool) {
	for len(c) > 0 {
		t := c[0]
		switch {
		case t.kind == mark, t.kind == word && !hasLetter(t.text), t.is("please"):
		case t.in(subordinators), t.kind != word:
			return c, phrase
		case t.in(determiners), t.in(praise):
			phrase = true
		case t.in(conjunctions), isAdverb(t.text) && !t.in(negations):
		default:
			return c, phrase
		}
		c = c[1:]
	}
	return nil, phrase
}

func hasLetter(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c >= 'a' && c <= 'z' || c >= 0x80 {
			return true
		}
	}
	return false
}

// negated reports a clause that begins by excluding something.
func negated(c []token) bool {
	for _, t := range c[:min(len(c), 4)] {
		if t.kind == mark {
			break
		}
		if t.in(negations) || t.is("avoid", "except", "skip") {
			return true
		}
	}
	return false
}

func isSubject(t token) bool {
	return t.in(genericNouns) || t.is("it", "you", "we", "they", "claude", "codex", "copilot", "gemini", "user", "users", "this")
}

func isFinite(t token) bool {
	return t.in(auxiliaries) || t.kind == word && isThird(t.text) || t.is("help", "want", "need", "use")
}

func skipAuxiliaries(c []token) []token {
	for len(c) > 0 && c[0].in(auxiliaries) {
		c = c[1:]
	}
	return c
}

// mainClause judges what follows "When X happens," when that is one clause
// and no further item of a list.
func mainClause(c []token) bool {
	comma := -1
	for i, t := range c {
		if t.is(",") {
			if comma >= 0 {
				return false
			}
			comma = i
		}
	}
	return comma >= 0 && capability(c[comma+1:])
}

// nounPhrase reports a phrase that names a product: more than a bare topic,
// and not just "a skill" or "a tool" of some kind.
func nounPhrase(c []token, acronym bool) bool {
	words, i := 0, 0
	for ; i < len(c); i++ {
		if c[i].is("and") && i > 0 {
			continue
		}
		if c[i].kind != quoted && (c[i].kind != word || functionWord(c[i].text) || isParticiple(c[i].text)) {
			break
		}
		words++
	}
	if words == 0 || c[i-1].in(genericNouns) {
		return false
	}
	if i+1 < len(c) && (c[i].in(prepositions) || c[i].in(relatives)) {
		return true
	}
	return words > 2 || words == 2 && (!acronym || isNominal(c[i-1].text))
}

// bareTopic reports "Kubernetes helper" and the like: no determiner, so the
// words before the noun are no verb and object.
func bareTopic(c []token) bool {
	for _, t := range c {
		if t.kind != word || functionWord(t.text) {
			return false
		}
	}
	last := c[len(c)-1]
	return len(c) > 1 && last.in(genericNouns) && !isThird(last.text)
}

// isNominal reports a noun made from a verb: generation, merger, editing.
func isNominal(w string) bool {
	for _, suffix := range []string{"tion", "sion", "ment", "ing", "er", "or", "sis"} {
		if len(w) > len(suffix)+2 && w[len(w)-len(suffix):] == suffix {
			return true
		}
	}
	return false
}

// isSelection reports a clause that tells the reader to use the Skill: a verb
// of selection with no object but the Skill.
func isSelection(c []token) bool {
	if !isVerbOf(c[0].text, selectionVerbs) {
		return false
	}
	return len(c) == 1 || selectionTarget(c[1:]) > 0 || c[1].kind == mark || c[1].in(conditions) ||
		c[1].in(subordinators) || isAdverb(c[1].text) ||
		c[1].is("for", "to", "on", "with", "in", "as", "at", "alongside", "together", "by")
}

// selectionTarget returns the number of tokens at the head of c that name the
// Skill itself: "it", "this", "this skill", "the foo skill".
func selectionTarget(c []token) int {
	if len(c) > 0 && c[0].is("for") {
		c = c[1:]
	}
	switch {
	case len(c) == 0:
		return 0
	case c[0].is("this", "the", "that", "these"):
		for i := 1; i < min(len(c), 4); i++ {
			if c[i].in(genericNouns) {
				return i + 1
			}
		}
		if c[0].is("this") && (len(c) == 1 || functionWord(c[1].text) || c[1].kind == mark) {
			return 1
		}
	case c[0].is("it"):
		return 1
	case c[0].is("skill"):
		return 1
	}
	return 0
}

// emptyVerb looks for an action behind a verb that has none of its own.
func emptyVerb(c []token) bool {
	if c[0].is("use", "uses", "apply", "applies") {
		for _, t := range c[1:] {
			if t.kind == quoted || t.kind == word && !functionWord(t.text) && !t.in(genericNouns) && !t.in(praise) {
				return true
			}
			if t.kind == mark || t.in(pronouns) {
				break
			}
		}
	}
	return innerAction(c)
}

// hasObject reports that the head of a clause is followed by what it may act
// on. "Invoices and receipts" has no such thing; "Invoices are due" neither.
func hasObject(c []token) bool {
	if len(c) < 2 {
		return false
	}
	next := c[1]
	return next.kind == quoted || next.kind == word && !next.in(conjunctions) && !next.in(auxiliaries) &&
		(!next.in(subordinators) || next.is("as"))
}

// sharedObject reads lists of verbs with one object, "splits, merges and
// rotates scans". All verbs have the form of the first, or it is a list of
// topics.
func sharedObject(c []token) bool {
	for i := 1; i < len(c); i++ {
		if c[i].is(",") || c[i].in(conjunctions) {
			continue
		}
		if c[i].kind != word || verbForm(c[i].text) != verbForm(c[0].text) {
			return false
		}
		if hasObject(c[i:]) {
			return true
		}
	}
	return false
}

func verbForm(w string) int {
	switch {
	case isThird(w):
		return 1
	case isGerund(w):
		return 2
	case isBase(w):
		return 3
	}
	return 0
}

// innerAction looks for an action inside a clause: an infinitive or a gerund
// with its object, or a verb behind "that", "can", "helps you".
func innerAction(c []token) bool {
	for i, t := range c {
		if t.kind != word {
			continue
		}
		rest := c[i+1:]
		switch {
		case t.is("to") || t.in(modals):
			if actionAt(rest, isBase) {
				return true
			}
		case t.is("that", "which", "who"):
			if actionAt(rest, isThird) {
				return true
			}
		case t.is("help", "helps", "let", "lets"):
			if helpedAction(rest) {
				return true
			}
		case isGerund(t.text):
			if actionAt(c[i:], isGerund) {
				return true
			}
		case isNominal(t.text) && i > 0:
			if len(rest) > 1 && rest[0].is("into", "from", "between") {
				return true
			}
		}
	}
	return false
}

// actionAt reports a concrete verb of the given form at the head of c, with an
// object of its own or of a later verb of a list.
func actionAt(c []token, form func(string) bool) bool {
	for len(c) > 0 && (isAdverb(c[0].text) || c[0].is(",") || c[0].in(conjunctions)) {
		c = c[1:]
	}
	if len(c) == 0 || c[0].kind != word || !form(c[0].text) || isVerbOf(c[0].text, emptyVerbs) {
		return false
	}
	return hasObject(c) || sharedObject(c)
}

// helpedAction reads what follows "helps": perhaps somebody, then a verb.
func helpedAction(c []token) bool {
	if actionAt(c, isBase) && len(c) > 2 && !c[2].in(prepositions) {
		return true
	}
	for len(c) > 0 && (c[0].in(determiners) || c[0].in(pronouns)) {
		c = c[1:]
	}
	return actionAt(c, isBase) && !c[1].in(prepositions) || len(c) > 1 && actionAt(c[1:], isBase) && !c[1].in(prepositions)
}
