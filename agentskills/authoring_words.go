package agentskills

import "strings"

// The recognisers of this package tell verbs from other words by form and
// position, never by a list of verbs: the words below are the closed classes
// of English (determiners, prepositions, auxiliaries …) and the few verbs and
// nouns that say nothing by themselves.

type wordSet map[string]bool

func wordList(words string) wordSet {
	s := wordSet{}
	for w := range strings.FieldsSeq(words) {
		s[w] = true
	}
	return s
}

var (
	abbreviations = wordList("e.g i.e eg ie etc vs cf approx incl")

	determiners = wordList(`a an the this that these those my your our their his her its any some each every all no
		another both either one two three several many most more other such what whatever which`)
	pronouns = wordList(`i you he she it we they me him us them who whom someone somebody anyone anybody everyone everybody
		something anything everything nothing nobody none there here mine yours itself yourself things stuff`)
	prepositions = wordList(`about above across against along among around as at behind below beneath beside between beyond by
		despite down for from in inside into like near of off on onto out outside over past per since than through
		throughout to toward towards under up upon via with within without regarding concerning including following using`)
	conjunctions = wordList("and or but nor so yet then plus and/or")
	// subordinators begin a clause about a condition, time or reason.
	subordinators = wordList(`when whenever if unless until while once because since although though whether where wherever
		before after during as whereas even except`)
	// conditions are the subordinators that say when to pick a Skill.
	conditions  = wordList("when whenever if before after during anytime upon")
	relatives   = wordList("that which who whose whom where")
	auxiliaries = wordList(`is are was were be been being am has have had does did do will would can could may might shall should must
		isn't aren't wasn't weren't hasn't haven't doesn't didn't won't wouldn't can't cannot couldn't shouldn't mustn't gets becomes`)
	modals    = wordList("can could will would should must may might shall")
	adverbs   = wordList("not never ever always often also just only even still again too very quite rather almost already soon now first last please instead maybe perhaps otherwise thus hence therefore however")
	negations = wordList("not never cannot don't doesn't didn't isn't aren't wasn't can't couldn't won't wouldn't shouldn't mustn't dont nor no neither")

	// emptyVerbs name no action of their own (contract 02 section 4.3).
	emptyVerbs = wordList(`use help assist support handle deal work need want ask apply be have relate cover do know see say
		mention talk refer try let involve concern look seem require prefer`)
	// selectionVerbs are what a reader does with a Skill.
	selectionVerbs = wordList("use choose pick select trigger load invoke run consult read apply call activate reach")
	// genericNouns name a Skill without saying what it is.
	genericNouns = wordList(`skill skills tool tools helper helpers assistant assistants agent agents companion expert guru wizard
		plugin thing todo tbd placeholder description`)
	praise = wordList(`useful helpful handy good great best better awesome amazing powerful ideal perfect excellent ultimate essential
		simple easy smart nice cool new comprehensive complete general generic various`)
	// notGerunds end like a gerund and name no action.
	notGerunds = wordList(`thing something anything everything nothing string spring bring during including using following
		regarding concerning according existing pending missing ongoing upcoming incoming outgoing remaining corresponding evening morning`)
)

// functionWord reports a word that is neither noun, verb nor adjective.
func functionWord(w string) bool {
	return determiners[w] || pronouns[w] || prepositions[w] || conjunctions[w] || subordinators[w] ||
		auxiliaries[w] || adverbs[w]
}

// isBase reports that w may be a verb in its base form.
func isBase(w string) bool {
	if len(w) < 2 || w[0] < 'a' || w[0] > 'z' || functionWord(w) && w != "do" && w != "be" && w != "have" {
		return false
	}
	if len(w) > 4 && strings.HasSuffix(w, "ing") && w != "bring" {
		return false
	}
	return !isThird(w) && !isParticiple(w) && !isAdverb(w)
}

// isThird reports a word that ends like a third person ("formats"). Plural
// nouns look the same.
func isThird(w string) bool {
	if len(w) < 4 || w[len(w)-1] != 's' || functionWord(w) {
		return false
	}
	return !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is") && !strings.HasSuffix(w, "'s")
}

func isGerund(w string) bool {
	return len(w) > 4 && strings.HasSuffix(w, "ing") && !notGerunds[w]
}

func isParticiple(w string) bool {
	return len(w) > 4 && strings.HasSuffix(w, "ed") && !strings.HasSuffix(w, "eed") && w != "embed" && w != "shred"
}

func isAdverb(w string) bool {
	return adverbs[w] || len(w) > 4 && strings.HasSuffix(w, "ly") && !strings.HasSuffix(w, "ply") && w != "rely"
}

// isVerbOf reports that w is a form of a verb in s.
func isVerbOf(w string, s wordSet) bool {
	if s[w] {
		return true
	}
	for _, suffix := range []string{"ing", "ed", "es", "s"} {
		stem, ok := strings.CutSuffix(w, suffix)
		if !ok || stem == "" || suffix == "ed" && strings.HasSuffix(w, "eed") {
			continue
		}
		if s[stem] || s[stem+"e"] || strings.HasSuffix(stem, "i") && s[stem[:len(stem)-1]+"y"] {
			return true
		}
		if n := len(stem); n > 2 && stem[n-1] == stem[n-2] && s[stem[:n-1]] {
			return true
		}
	}
	return auxiliaries[w] && (s["be"] || s["have"] || s["do"])
}
