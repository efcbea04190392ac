package agentskills

import (
	"slices"
	"strings"
)

// describesExclusion reports that a description excludes something, however
// worded (contract 02 section 4.6). What it excludes is not compared.
func describesExclusion(sentences []sentence) bool {
	for _, s := range sentences {
		for i, t := range s.tokens {
			rest := s.tokens[i+1:]
			switch {
			case t.is("except", "excluding", "exclude", "excludes", "avoid", "skip", "skips", "unless"),
				t.is("other", "rather") && len(rest) > 0 && rest[0].is("than"),
				t.is("instead", "out", "outside") && len(rest) > 0 && rest[0].is("of"),
				t.is("only") && len(rest) > 0 && rest[0].is("for", "when", "if", "on", "in", "with", "to"),
				t.in(negations) && hasWord(rest[:min(len(rest), 5)], exclusionWords...):
				return true
			}
		}
	}
	return false
}

var exclusionWords = []string{"use", "used", "using", "for", "trigger", "triggered", "invoke", "invoked", "apply", "select", "choose", "load",
	"activate", "when", "if", "to", "intended", "meant", "suited", "suitable", "needed", "handle", "cover", "covered", "on", "in", "with"}

// statesExclusion reports a sentence that tells the reader not to pick this
// Skill, and the place where it does. ps are the prohibitions of the sentence;
// skillBefore says that the text before it speaks of the Skill, so "it" may
// mean the Skill, and selecting that the section does, so "do not use for" is
// about the Skill too.
func statesExclusion(s sentence, ps []prohibition, skillBefore, selecting bool) (at int, ok bool) {
	for _, p := range ps {
		if p.verb >= 0 && (excludingVerb(s.tokens, p, skillBefore) || selecting && useless(s.tokens, p)) {
			return s.tokens[p.at].at, true
		}
	}
	t := dropBold(s.tokens)
	for i := range t {
		if avoidsSkill(t, i, skillBefore) || skillIsNotFor(t, i) || otherSkill(t, i) {
			return t[i].at, true
		}
	}
	return 0, false
}

// excludingVerb reports "do not use this skill …" and "this skill must not be
// used …".
func excludingVerb(t []token, p prohibition, skillBefore bool) bool {
	v := t[p.verb]
	if v.is("be") {
		subject := trimMarks(t[p.from:p.at])
		return len(subject) > 1 && subject[0].is("this", "the") && subject[len(subject)-1].is("skill") &&
			p.verb+1 < len(t) && isVerbOf(t[p.verb+1].text, selectionVerbs)
	}
	return isVerbOf(v.text, selectionVerbs) && namesSkill(dropBold(t[p.verb+1:]), skillBefore)
}

// useless reports "do not use for …", a prohibition that does not say of what.
func useless(t []token, p prohibition) bool {
	if p.verb < 0 || !t[p.verb].in(selectionVerbs) {
		return false
	}
	next := skipWeak(t, p.verb+1)
	return next < len(t) && t[next].is("for", "when", "if", ":")
}

// namesSkill reports that c begins with the Skill as an object, and not with
// some part of it or another skill.
func namesSkill(c []token, skillBefore bool) bool {
	n := 0
	switch {
	case len(c) > 1 && c[0].is("this", "the") && c[1].is("skill"):
		n = 2
	case skillBefore && len(c) > 1 && c[0].is("it", "this"):
		n = 1
	default:
		return false
	}
	return n == len(c) || c[n].kind == mark || c[n].kind == word && functionWord(c[n].text)
}

// avoidsSkill reports "avoid using this skill …" at the start of a clause.
func avoidsSkill(t []token, i int, skillBefore bool) bool {
	if !t[i].is("avoid") || i+1 >= len(t) || startOf(t, i) == noStart {
		return false
	}
	return strings.HasSuffix(t[i+1].text, "ing") && isVerbOf(t[i+1].text, selectionVerbs) && namesSkill(t[i+2:], skillBefore)
}

// skillIsNotFor reports "this skill is not for", "… isn't meant for", "… should
// not be used", "… is not the right skill for".
func skillIsNotFor(t []token, i int) bool {
	if !t[i].is("skill") || i == 0 || !t[i-1].is("this", "the") || i+2 >= len(t) {
		return false
	}
	rest := t[i+1:]
	switch {
	case rest[0].is("isn't"):
		rest = rest[1:]
	case rest[0].is("shouldn't", "mustn't"), rest[0].is("should", "must") && rest[1].is("not"):
		return hasWord(rest[:min(len(rest), 4)], "used", "invoked", "triggered", "loaded", "selected", "chosen")
	case rest[0].is("is") && rest[1].is("not"):
		rest = rest[2:]
	default:
		return false
	}
	if len(rest) > 2 && rest[0].is("the", "a") {
		return rest[1].is("right", "good") && rest[2].is("skill", "fit", "choice", "tool")
	}
	return len(rest) > 0 && rest[0].is("for", "intended", "meant", "suited", "suitable", "designed", "appropriate")
}

// otherSkill reports "pick another skill instead".
func otherSkill(t []token, i int) bool {
	if i+2 >= len(t) || !t[i].in(selectionVerbs) || !hasWord(t[i+2:], "instead") {
		return false
	}
	return t[i+1].is("another") && t[i+2].is("skill") || i+3 < len(t) && t[i+1].is("a") && t[i+2].is("different") && t[i+3].is("skill")
}

func dropBold(t []token) []token {
	if !slices.ContainsFunc(t, func(x token) bool { return x.kind == bold }) {
		return t
	}
	out := make([]token, 0, len(t))
	for _, x := range t {
		if x.kind != bold {
			out = append(out, x)
		}
	}
	return out
}
