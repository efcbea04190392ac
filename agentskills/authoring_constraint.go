package agentskills

// prohibition is one instruction not to do something, as token indexes of its
// sentence: at is the negation, verb the forbidden verb (or -1), and [from, to)
// the clause that forbids.
type prohibition struct{ at, verb, from, to int }

// findProhibitions returns the instructions of a sentence that forbid the
// reader an act (contract 02 section 4.7). Statements of fact or frequency and
// questions are none.
func findProhibitions(s sentence) []prohibition {
	if s.question {
		return nil
	}
	var out []prohibition
	for i := 0; i < len(s.tokens); i++ {
		p, ok := imperative(s.tokens, i)
		if !ok {
			p, ok = obligation(s.tokens, i)
		}
		if ok {
			if p.verb >= len(s.tokens) {
				p.verb = -1
			}
			p.to = clauseEnd(s.tokens, i)
			out = append(out, p)
			i = p.to - 1
		}
	}
	return out
}

// negationAt returns the number of tokens of an imperative negation at i, and
// whether an inverted clause follows instead of a verb ("under no
// circumstances should you").
func negationAt(t []token, i int) (n int, inverted bool) {
	at := func(j int, w ...string) bool { return j < len(t) && t[j].is(w...) }
	switch {
	case at(i, "do") && at(i+1, "not"):
		return 2, false
	case at(i, "don't", "dont", "never"):
		return 1, false
	case at(i, "under", "on") && at(i+1, "no") && at(i+2, "circumstances", "circumstance", "account"):
		return 3, true
	}
	return 0, false
}

// imperative reads "do not", "never" and the like at the start of a clause,
// with the verb that follows.
func imperative(t []token, i int) (prohibition, bool) {
	n, inverted := negationAt(t, i)
	if n == 0 {
		return prohibition{}, false
	}
	start := startOf(t, i)
	if start == noStart || spelledOut(t, i) {
		return prohibition{}, false
	}
	p := prohibition{at: i, from: i, verb: skipAside(t, skipWeak(t, i+n))}
	if inverted {
		p.verb = -1
		return p, true
	}
	if p.verb >= len(t) {
		return prohibition{}, false
	}
	switch v := t[p.verb]; {
	case v.kind == quoted:
		// The code names what is not to be run: never `git push`.
		return p, true
	case v.kind != word:
		return prohibition{}, false
	case start == afterImperative && t[i].is("never") && !functionWord(v.text) && p.verb == i+n && !hasRelative(t[:i]):
		// "Use absolute widths, never percentages."
		return p, true
	case !isBase(v.text), v.in(kindVerbs):
		return prohibition{}, false
	case start == afterText:
		return p, p.verb+1 < len(t)
	}
	return p, true
}

// spelledOut reports a parenthesis that spells out an abbreviation: "DRY (don't
// repeat yourself)".
func spelledOut(t []token, i int) bool {
	return i > 1 && t[i-1].is("(") && t[i-2].caps
}

// kindVerbs forbid nothing: "don't forget to", "do not hesitate to ask".
var kindVerbs = wordList("forget hesitate worry mind panic fear")

// skipWeak steps over bold marks and adverbs.
func skipWeak(t []token, i int) int {
	for i < len(t) && (t[i].kind == bold || t[i].kind == word && isAdverb(t[i].text)) {
		i++
	}
	return i
}

// skipAside steps over ", under any circumstances," at i.
func skipAside(t []token, i int) int {
	if i >= len(t) || !t[i].is(",") {
		return i
	}
	for j := i + 1; j < min(i+8, len(t)); j++ {
		if t[j].is(",") {
			return skipWeak(t, j+1)
		}
	}
	return i
}

// clauseStart says what stands before a negation.
type clauseStart int

const (
	// noStart: a subject, so the clause tells a fact.
	noStart clauseStart = iota
	// atStart: nothing, or a mark that begins a new clause.
	atStart
	// afterImperative: another instruction, then a comma, dash or "and".
	afterImperative
	// afterText: a statement, then a dash.
	afterText
)

func startOf(t []token, i int) clauseStart {
	prev := skipBack(t, i-1)
	joined := prev >= 0 && t[prev].is("and", "or", "but", "so", "then", "nor")
	if joined {
		prev = skipBack(t, prev-1)
	}
	if leadingMarks(t[:prev+1]) || t[prev].is(";", ":", "(", ")", "[", "]", "→") {
		return atStart
	}
	lead := trimMarks(t[:prev+1])
	switch {
	case t[prev].is("—", "–", "-"):
		if lead = lead[:len(lead)-1]; isInstruction(lead) && !hasRelative(lead) {
			return afterImperative
		}
		return afterText
	case t[prev].is(","), joined:
		if joined && hasRelative(lead) {
			return noStart
		}
		if isInstruction(lead) || hasNegation(lead) {
			return afterImperative
		}
		if t[prev].is(",") && len(lead) > 0 && opensAdverbial(lead[0]) {
			return atStart
		}
	case t[i-1].kind == bold && boldInstruction(t, i, prev):
		return atStart
	}
	return noStart
}

// hasRelative reports a relative clause, which "and do not" may go on with:
// "errors that extend a class but don't call it".
func hasRelative(t []token) bool {
	for _, x := range t {
		if x.in(relatives) {
			return true
		}
	}
	return false
}

// skipBack steps back over bold marks, adverbs and connectors.
func skipBack(t []token, i int) int {
	for i >= 0 && (t[i].kind == bold || t[i].in(connectors) || t[i].kind == word && isAdverb(t[i].text)) {
		i--
	}
	return i
}

// connectors may stand between the start of a clause and its imperative.
var connectors = wordList("please also therefore instead however important note remember always critical warning caution")

// leadingMarks reports that nothing but marks and numbers stand in t.
func leadingMarks(t []token) bool {
	for _, x := range t {
		if x.kind == word && hasLetter(x.text) || x.kind == quoted {
			return false
		}
	}
	return true
}

func trimMarks(t []token) []token {
	for len(t) > 0 && (t[0].kind == bold || t[0].kind == mark) {
		t = t[1:]
	}
	for len(t) > 0 && (t[len(t)-1].kind == bold || t[len(t)-1].is(",")) {
		t = t[:len(t)-1]
	}
	return t
}

func hasNegation(t []token) bool {
	for i := range t {
		if n, _ := negationAt(t, i); n > 0 {
			return true
		}
	}
	return false
}

// opensAdverbial reports a word that begins "If X," or "For X,": what follows
// the comma is the main clause.
func opensAdverbial(t token) bool {
	return t.in(subordinators) || t.in(prepositions) || t.kind == word && isAdverb(t.text) || t.is("unless", "to", "important", "note")
}

// boldInstruction reports a bold run that begins with the negation at i inside
// a sentence. A pronoun, a plural or a relative before it is the subject of a
// statement.
func boldInstruction(t []token, i, prev int) bool {
	p := t[prev]
	if p.kind != word || p.in(pronouns) || p.in(relatives) || p.in(auxiliaries) || isThird(p.text) {
		return p.in(modals)
	}
	n, _ := negationAt(t, i)
	return i+n < len(t) && t[i+n].kind != bold
}

// obligation reads "must not", "is not allowed" and the like, with a subject
// that can obey or an act that can be left.
func obligation(t []token, i int) (prohibition, bool) {
	n, kind := obligationAt(t, i)
	if n == 0 {
		return prohibition{}, false
	}
	from := subjectStart(t, i)
	subject := trimMarks(t[from:i])
	p := prohibition{at: i, from: from, verb: skipWeak(t, i+n)}
	for _, t := range subject {
		if opensClause(t) || t.is("some", "certain") {
			return p, false
		}
	}
	switch kind {
	case mustNot:
		return p, p.verb < len(t) && t[p.verb].kind != mark
	case mayNot:
		return p, agent(subject) && p.verb < len(t) && isBase(t[p.verb].text) && !t[p.verb].in(stateVerbs)
	case cannotBe:
		return p, agent(subject) || gerundSubject(subject)
	default:
		return p, !leadingMarks(subject)
	}
}

type obligationKind int

const (
	mustNot obligationKind = iota
	mayNot
	cannotBe
	notAllowed
)

// obligationAt returns the number of tokens of a negative obligation at i.
func obligationAt(t []token, i int) (n int, kind obligationKind) {
	at := func(j int, w ...string) bool { return j < len(t) && t[j].is(w...) }
	switch {
	case at(i, "mustn't"):
		return 1, mustNot
	case at(i, "must", "shall") && at(i+1, "not", "never"):
		return 2, mustNot
	case at(i, "may") && at(i+1, "not", "never"):
		return 2, mayNot
	case at(i, "cannot", "can't") && at(i+1, "be"):
		return 2, cannotBe
	case at(i, "can") && at(i+1, "not") && at(i+2, "be"):
		return 3, cannotBe
	case at(i, "isn't", "aren't"), at(i, "is", "are") && at(i+1, "not", "never"):
		j := i + 1
		if at(j, "not", "never") {
			j++
		}
		if j = skipWeakNot(t, j); at(j, "allowed", "permitted") {
			return j - i + 1, notAllowed
		}
	case at(i, "is", "are"):
		if j := skipWeakNot(t, i+1); at(j, "prohibited", "forbidden") {
			return j - i + 1, notAllowed
		}
	}
	return 0, 0
}

// skipWeakNot steps over bold marks and adverbs that do not negate.
func skipWeakNot(t []token, i int) int {
	for i < len(t) && (t[i].kind == bold || t[i].kind == word && isAdverb(t[i].text) && !t[i].in(negations)) {
		i++
	}
	return i
}

// subjectStart returns where the clause that ends before i begins.
func subjectStart(t []token, i int) int {
	for j := i - 1; j >= 0; j-- {
		if t[j].boundary() || t[j].is(",") {
			return j + 1
		}
	}
	return 0
}

// opensClause reports a word that makes the clause a condition or a question.
func opensClause(t token) bool {
	return t.in(subordinators) && !t.is("before", "after", "during") || t.in(relatives) || t.is("what", "why", "how")
}

// agents can be told what not to do.
var agents = wordList(`you agent agents subagent subagents claude codex assistant model skill skills script scripts output outputs report
	reports reviewer reviewers worker workers tool tools command commands bot`)

func agent(subject []token) bool {
	return len(subject) > 0 && subject[len(subject)-1].in(agents)
}

func gerundSubject(subject []token) bool {
	return len(subject) > 0 && subject[0].kind == word && isGerund(subject[0].text)
}

// stateVerbs cannot be forbidden: "you may not need it" is a possibility.
var stateVerbs = wordList("be have need know want see find get notice understand realize work exist apply match remember")

// clauseEnd returns the index at which the clause that forbids ends: at a
// mark, or where an instruction of the other kind begins.
func clauseEnd(t []token, i int) int {
	for j := i + 1; j < len(t); j++ {
		switch {
		case t[j].boundary():
			return j
		case t[j].is("but"), t[j].is("instead") && j+1 < len(t) && !t[j+1].is("of"):
			return j
		case t[j].is(",") && turns(t[j+1:]):
			return j
		case t[j].is("and") && j+1 < len(t) && t[j+1].is("always", "instead", "only", "just", "rather"):
			return j
		}
	}
	return len(t)
}

// turns reports that what follows a comma is a way on and no further item of
// a list of forbidden acts.
func turns(t []token) bool {
	for len(t) > 0 && (t[0].kind == bold || t[0].in(conjunctions)) {
		t = t[1:]
	}
	if len(t) == 0 || !(t[0].in(waysOn) || t[0].is("instead", "only", "just", "always", "rather", "it", "they", "you", "this", "that")) {
		return false
	}
	return !hasWord(t, "or", "nor")
}
