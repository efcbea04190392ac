package agentskills

// statesUsage reports that a description says in which situation, for which
// request or at which moment to pick the Skill (contract 02 section 4.4).
func statesUsage(sentences []sentence) bool {
	for _, s := range sentences {
		if triggerLabel(s.tokens) {
			return true
		}
		for i, c := range clauses(s.tokens) {
			if usage(positivePart(c), i == 0) {
				return true
			}
		}
	}
	return false
}

// positivePart cuts a clause where it begins to exclude something.
func positivePart(c []token) []token {
	for i, t := range c {
		if t.in(negations) || t.is("except", "unless", "avoid") {
			return c[:i]
		}
	}
	return c
}

// triggerLabel reports "TRIGGER: …", "**Triggers** include …", "Activates on …".
func triggerLabel(tokens []token) bool {
	for i, t := range tokens {
		if i+1 >= len(tokens) || !t.is("trigger", "triggers", "triggering", "activate", "activates", "invoked", "activated") {
			continue
		}
		rest := tokens[i+1:]
		for len(rest) > 1 && rest[0].is("*") { // emphasis: a description is no Markdown yet
			rest = rest[1:]
		}
		if rest[0].is(":", "include", "includes", "on", "when", "if", "for", "by", "phrases", "words", "keywords", "conditions", "terms") {
			return true
		}
	}
	return false
}

func usage(c []token, first bool) bool {
	for len(c) > 0 && (c[0].kind == mark || c[0].in(conjunctions) || isAdverb(c[0].text) || c[0].is("please")) {
		c = c[1:]
	}
	if len(c) > 1 && first && c[0].is("for") {
		return true
	}
	for i, t := range c {
		rest := c[i+1:]
		switch {
		case t.in(conditions) && len(rest) > 0,
			t.is("any", "every", "each") && len(rest) > 1 && rest[0].is("time"),
			t.is("in") && len(rest) > 1 && rest[0].is("case"),
			t.in(praise) && followedByFor(rest),
			t.is("intended", "meant", "designed", "suited", "suitable") && followedByFor(rest),
			t.is("user", "users", "someone", "somebody", "customer") && len(rest) > 1 && isVerbOf(rest[0].text, requestVerbs):
			return true
		case t.is("questions", "requests") && i > 1 && hasWord(c[:i], "for"):
			return true
		case t.in(selectionVerbs) && startsClause(c, i) && condition(rest),
			isParticiple(t.text) && isVerbOf(t.text, selectionVerbs) && i > 0 && c[i-1].is("be", "is", "are") && condition(rest):
			return true
		}
	}
	return false
}

// requestVerbs are what somebody does who needs a Skill.
var requestVerbs = wordList("ask want need mention request say upload provide paste describe")

func hasWord(c []token, words ...string) bool {
	for _, t := range c {
		if t.is(words...) {
			return true
		}
	}
	return false
}

func followedByFor(rest []token) bool {
	return len(rest) > 1 && rest[0].is("for", "as", "in")
}

// startsClause reports that the verb at i is an imperative: nothing, a comma, a
// coordinating word or an obligation stands before it.
func startsClause(c []token, i int) bool {
	return i == 0 || c[i-1].is(",", "and", "or", "then", "should", "must", "please") || isAdverb(c[i-1].text)
}

// condition reports that c says when or for what, after perhaps naming the
// Skill: "it for everything", "this skill to …", "before a release".
func condition(c []token) bool {
	c = c[selectionTarget(c):]
	for len(c) > 0 && isAdverb(c[0].text) {
		if len(c) == 1 {
			return true
		}
		c = c[1:]
	}
	return len(c) > 1 && (c[0].in(conditions) || c[0].in(subordinators) ||
		c[0].is("for", "to", "on", "with", "in", "at", "by", "from", "any", "every", "each", "once", "instead", "alongside"))
}
