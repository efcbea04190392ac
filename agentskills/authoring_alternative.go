package agentskills

// waysOn are what an agent can do in place of a forbidden act; they count even
// alone ("Stop.").
var waysOn = wordList(`use ask stop keep prefer report escalate request leave skip hand wait tell return let choose pick open write create
	run read check raise flag abort notify confirm mark move pass put switch treat`)

// notWaysOn open a sentence like an instruction and offer nothing.
var notWaysOn = wordList("avoid note beware remember assume forget")

// released reports that a prohibition carries its own condition or its own
// alternative: "until", "without approval", "rather than X".
func released(t []token, p prohibition) bool {
	for i := p.at + 1; i < p.to; i++ {
		next := func(w ...string) bool { return i+1 < p.to && t[i+1].is(w...) }
		switch {
		case t[i].is("until", "unless", "without", "before", "except"):
			return true
		case t[i].is("instead", "outside") && next("of"), t[i].is("other", "rather") && next("than"):
			return true
		case t[i].is("only") && next("if", "when"):
			return true
		}
	}
	return false
}

// offersWayOn reports that a sentence gives a positive instruction outside the
// clauses that forbid.
func offersWayOn(s sentence, ps []prohibition) bool {
	from := 0
	for _, p := range ps {
		if wayOn(s.tokens[from:max(from, p.from)], true) {
			return true
		}
		from = p.to
	}
	return wayOn(s.tokens[min(from, len(s.tokens)):], false)
}

// wayOn judges the clauses of t. before says that a prohibition follows. A
// label with a colon is no instruction unless the colon ends the sentence, and
// what follows a parenthesis goes on with the text before it.
func wayOn(t []token, before bool) bool {
	from := 0
	for i := 0; i <= len(t); i++ {
		if i < len(t) && !t[i].boundary() && !t[i].is("but") {
			continue
		}
		label := i < len(t) && t[i].is(":") && (before || hasWords(t[i+1:]))
		if c := t[from:i]; !label && isPositive(c) && (from == 0 || !t[from-1].is(")") || c[0].in(waysOn)) {
			return true
		}
		from = i + 1
	}
	return false
}

func hasWords(t []token) bool {
	for _, x := range t {
		if x.kind == word {
			return true
		}
	}
	return false
}

// isPositive reports a clause that tells the reader what to do, or what is in
// order to do.
func isPositive(c []token) bool {
	c = trimMarks(c)
	if hasNegation(c) {
		return false
	}
	turned := false
	for len(c) > 0 && (c[0].in(fillers) || c[0].kind == bold) {
		turned = turned || c[0].is("instead", "rather", "only", "just", "always")
		c = c[1:]
	}
	switch {
	case len(c) == 0:
		return false
	case turned, hasWord(c[1:], "instead"):
		return true
	case allows(c):
		return true
	}
	return isInstruction(c)
}

var fillers = wordList("instead please just always then rather and or so otherwise only first also still next simply")

// allows reports a statement of duty or leave: "tests must pass", "notes are
// fine".
func allows(c []token) bool {
	for i, t := range c {
		if t.in(negations) || t.is("avoided") {
			return false
		}
		if i == 0 || i+1 >= len(c) {
			continue
		}
		if t.is("should", "must", "shall") || t.is("need", "needs") && c[i+1].is("to") {
			return !c[i+1].in(negations) && !hasWord(c[i:], "avoided")
		}
		if t.is("can", "may", "will") && c[i-1].in(agents) {
			return true
		}
		if t.is("is", "are") && c[i+1].is("fine", "ok", "okay", "allowed", "permitted", "acceptable", "safe", "enough", "preferred") {
			return true
		}
	}
	return false
}

// isInstruction reports an imperative. "If X," and "For X," may stand before it.
func isInstruction(c []token) bool {
	c = trimMarks(c)
	for len(c) > 0 && (c[0].in(fillers) || c[0].kind == bold) {
		c = c[1:]
	}
	if len(c) == 0 || !opensAdverbial(c[0]) {
		return isImperative(c)
	}
	for i, t := range c {
		if t.is(",") && isImperative(trimMarks(c[i+1:])) {
			return true
		}
	}
	return false
}

// isImperative reports a base verb with what it acts on, and no finite verb
// that would make its first word a subject.
func isImperative(c []token) bool {
	for len(c) > 0 && c[0].in(fillers) {
		c = c[1:]
	}
	if len(c) == 0 || c[0].kind != word || !isBase(c[0].text) || c[0].in(notWaysOn) {
		return false
	}
	return !statement(c) && (len(c) > 1 || c[0].in(waysOn))
}

// clauseVerbs take a whole clause: "ensure the build is green".
var clauseVerbs = wordList("ensure make verify confirm check tell show prove")

// statement reports a finite verb in the main clause.
func statement(c []token) bool {
	if c[0].in(clauseVerbs) {
		return false
	}
	for i, t := range c[1:] {
		switch {
		case t.is("do", "have") && c[i].kind == word && isThird(c[i].text):
			return true
		case t.in(subordinators), t.in(relatives), t.is("what", "how", "why", "so", "than", "to", ","):
			return false
		case t.in(auxiliaries) && !t.is("do", "be", "have"):
			return true
		}
	}
	return false
}
