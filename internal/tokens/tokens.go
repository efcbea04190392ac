// Package tokens estimates how many tokens a language model counts for a text.
//
// No tokenizer is inside: vocabularies differ from model to model, are large, and
// change. The estimate cuts a text where tokenizers cut it before they look into
// their vocabulary, and gives each piece the average cost of such a piece. The
// costs were fitted once to what three published tokenizers (o200k_base,
// cl100k_base and the one that Anthropic published for Claude 2) count on average
// for 2,700 files of published skills.
package tokens

import (
	"unicode"
	"unicode/utf8"
)

// Method names the way of estimating. It changes when a count can change.
const Method = "renma.word-pieces.v1"

// Costs of the pieces in hundredths of a token. A single space belongs to the
// word after it, and so does an indentation to the line break before it.
const (
	costWord      = 98  // a word; camelCase holds two
	costCapitals  = 19  // on top when it has several capitals
	costLong      = 20  // each letter after the eighth, up to the twelfth
	costDigits    = 143 // up to three digits
	costBreak     = 100 // white space with a line break
	costSign      = 83  // the first of adjoining ASCII signs
	costMoreSigns = 20  // each of the others
	costLatin     = 170 // a Latin letter that is not ASCII
	costAlphabet  = 50  // a letter of Greek, Cyrillic and other alphabets of two bytes
	costIdeograph = 100 // Han, Kana and Hangul
	costLetter    = 150 // a letter or mark of any other script
	costSymbol    = 60  // arrows, boxes, typographic signs
	costPicture   = 200 // anything outside the basic plane: mostly emoji
)

const bom = "\ufeff"

// Estimate returns the estimated number of tokens of text, at least 1 unless text
// is empty. It reads the text once and allocates nothing; bytes that are no UTF-8
// count as symbols, and a byte order mark is no text.
func Estimate[T string | []byte](text T) int {
	if len(text) >= len(bom) && string(text[:len(bom)]) == bom {
		text = text[len(bom):]
	}
	cost := 0
	at := start
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c-'a' < 26:
			n := lowerRun(text[i:])
			cost += lettersCost(at, n)
			at = start
			i += n
		case c < utf8.RuneSelf:
			to := &steps[at][classes[c]]
			cost += int(to.cost)
			at = to.state
			i++
		default:
			r, size := utf8.DecodeRuneInString(string(text[i:min(i+utf8.UTFMax, len(text))]))
			cost += runeCost(r, size)
			at = start
			i += size
		}
	}
	if cost == 0 && len(text) > 0 {
		return 1
	}
	return (cost + 99) / 100
}

// lowerRun returns the number of small letters at the start of text, of which most
// of a text consists.
func lowerRun[T string | []byte](text T) int {
	n := 0
	for n < len(text) && text[n]-'a' < 26 {
		n++
	}
	return n
}

// lettersCost is the cost of n small letters, or what they add to the word that
// the capitals before them began.
func lettersCost(before state, n int) int {
	cost := 0
	switch before {
	case capitals:
		return 0
	case capital:
		n++
	default:
		cost = costWord
	}
	return cost + costLong*max(min(n, 12)-8, 0)
}

func runeCost(r rune, size int) int {
	switch {
	case size == 4:
		return costPicture
	case r >= 0x3040 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3:
		return costIdeograph
	case unicode.Is(unicode.Latin, r):
		return costLatin
	case !unicode.IsLetter(r) && !unicode.IsMark(r):
		return costSymbol
	case size == 2:
		return costAlphabet
	}
	return costLetter
}

// class is what a byte of ASCII is that is no small letter.
type class uint8

const (
	upper class = iota
	digit
	blank
	lineBreak
	sign
	classCount
)

var classes = func() (t [utf8.RuneSelf]class) {
	for c := range t {
		switch {
		case c >= 'A' && c <= 'Z':
			t[c] = upper
		case c >= '0' && c <= '9':
			t[c] = digit
		case c == '\n':
			t[c] = lineBreak
		case c == ' ', c == '\t', c == '\r':
			t[c] = blank
		default:
			t[c] = sign
		}
	}
	return t
}()

// state is what the bytes before this one are, as far as it matters for the cost.
type state uint8

const (
	start state = iota
	signs
	broken   // white space with a line break
	capital  // a word of one capital
	capitals // a word with several
	digit1
	digit2
	digit3
	stateCount
)

type step struct {
	state state
	cost  uint8
}

// steps say what a byte adds to the cost, by state and class.
var steps = func() (t [stateCount][classCount]step) {
	for s := range t {
		t[s] = [classCount]step{
			upper: {capital, costWord}, digit: {digit1, costDigits},
			blank: {start, 0}, lineBreak: {broken, costBreak}, sign: {signs, costSign},
		}
	}
	t[signs][sign] = step{signs, costMoreSigns}
	t[broken][blank], t[broken][lineBreak] = step{broken, 0}, step{broken, 0}
	t[digit1][digit], t[digit2][digit] = step{digit2, 0}, step{digit3, 0}
	t[capital][upper], t[capitals][upper] = step{capitals, costCapitals}, step{capitals, 0}
	return t
}()
