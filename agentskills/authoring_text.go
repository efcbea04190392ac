package agentskills

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/renma/renma/internal/markdown"
)

// tokenKind tells words from what stands between them.
type tokenKind uint8

const (
	word tokenKind = iota
	// quoted is inline code or a quotation: some name, never an instruction.
	quoted
	// bold is the edge of a bold run.
	bold
	// mark is one punctuation character or symbol.
	mark
)

// token is one word or mark. Words are in lower case with straight
// apostrophes; caps says that the source had capitals only.
type token struct {
	kind tokenKind
	caps bool
	text string
	at   int
}

func (t token) is(words ...string) bool {
	for _, w := range words {
		if t.text == w && t.kind != quoted {
			return true
		}
	}
	return false
}

func (t token) in(set wordSet) bool { return t.kind == word && set[t.text] }

// boundary reports a mark that ends a clause within a sentence.
func (t token) boundary() bool {
	return t.kind == mark && strings.Contains(";:()[]—–-→", t.text)
}

// sentence is a run of tokens without its final stop.
type sentence struct {
	tokens   []token
	question bool
}

// maxQuotation bounds the search for a closing quotation mark.
const maxQuotation = 300

// splitSentences cuts text at ".", "!" and "?" before white space, at blank
// lines, and where a line begins a list item or with an emoji.
func splitSentences(text string) []sentence {
	var out []sentence
	cur := sentence{tokens: make([]token, 0, len(text)/5+1)}
	end := func() {
		n := len(cur.tokens)
		if n > 0 {
			out = append(out, sentence{cur.tokens[:n:n], cur.question})
		}
		cur = sentence{tokens: cur.tokens[n:]}
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		next := i + size
		switch {
		case r == '\n':
			if breaksSentence(text[next:]) {
				end()
			}
		case unicode.IsSpace(r):
		case r == markdown.BoldMark:
			cur.tokens = append(cur.tokens, token{kind: bold, at: i})
		case r == markdown.CodeMark:
			cur.tokens = append(cur.tokens, token{kind: quoted, at: i})
		case r == '"' || r == '“' || r == '`':
			n, empty := quotation(text[next:], r)
			if n > 0 && !empty {
				cur.tokens = append(cur.tokens, token{kind: quoted, at: i})
			}
			next += n
		case r == '.' || r == '!' || r == '?':
			if !endsSentence(text[next:]) || r == '.' && cur.abbreviated() {
				break
			}
			cur.question = r == '?'
			end()
		case isWordRune(r):
			n := wordLen(text[i:])
			cur.tokens = append(cur.tokens, newWord(text[i:i+n], i))
			next = i + n
		case r == ':' && next < len(text) && (text[next] == ':' || isWordRune(rune(text[next]))):
			// Part of a name or a time: Test::More, 10:30.
		default:
			t := token{kind: mark, text: text[i:next], at: i}
			if r == '-' {
				next, t.text = dash(text, i)
			}
			if t.text != "" {
				cur.tokens = append(cur.tokens, t)
			}
		}
		i = next
	}
	end()
	return out
}

// dash reads a run of hyphens that is not inside a word. Only one that stands
// free, or is doubled, parts clauses; "->" is an arrow.
func dash(text string, i int) (next int, mark string) {
	next = i
	for next < len(text) && text[next] == '-' {
		next++
	}
	if next < len(text) && text[next] == '>' {
		return next + 1, "→"
	}
	free := next < len(text) && text[next] == ' '
	if free || next-i > 1 {
		return next, "-"
	}
	return next, ""
}

func breaksSentence(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r")
	r, _ := utf8.DecodeRuneInString(rest)
	return r == '\n' || r == '•' || unicode.Is(unicode.So, r) || strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "* ")
}

func endsSentence(rest string) bool {
	rest = strings.TrimLeft(rest, ".!?)\"”’'"+string(markdown.BoldMark))
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || unicode.IsSpace(r)
}

// abbreviated reports that the sentence so far ends in "e.g" and the like.
func (s *sentence) abbreviated() bool {
	return len(s.tokens) > 0 && s.tokens[len(s.tokens)-1].in(abbreviations)
}

// quotation returns the length of a quotation up to and with its closing mark,
// or 0 when it does not close soon.
func quotation(rest string, open rune) (n int, empty bool) {
	closing := string(open)
	if open == '“' {
		closing = "”"
	}
	n = strings.Index(rest[:min(len(rest), maxQuotation)], closing)
	if n < 0 {
		return 0, false
	}
	return n + len(closing), n == 0
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

// wordLen returns the length of the word at the head of s. Apostrophes,
// hyphens, dots and slashes between letters belong to it: don't, read-only,
// node.js, and/or.
func wordLen(s string) int {
	n, joint := 0, false
	for i, r := range s {
		switch {
		case isWordRune(r):
			n, joint = i+utf8.RuneLen(r), false
			if r == utf8.RuneError {
				n = i + 1
			}
		case strings.ContainsRune("'’-./+#@", r) && !joint:
			joint = true
		default:
			return n
		}
	}
	return n
}

func newWord(s string, at int) token {
	t := token{text: strings.ToLower(s), at: at}
	if strings.Contains(t.text, "’") {
		t.text = strings.ReplaceAll(t.text, "’", "'")
	}
	t.caps = len(s) > 1 && !strings.ContainsFunc(s, unicode.IsLower) && hasLetter(s)
	return t
}

// clauses splits tokens at the marks that end a clause. Bold marks are gone.
func clauses(tokens []token) [][]token {
	tokens = dropBold(tokens)
	var out [][]token
	start := 0
	for i, t := range tokens {
		if t.boundary() {
			out = append(out, tokens[start:i:i])
			start = i + 1
		}
	}
	return append(out, tokens[start:])
}
