package textio

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks prose at white space into lines of at most width code points. A
// longer word stands on a line by itself. There is always at least one line.
func Wrap(text string, width int) []string {
	var lines []string
	line, length := "", 0
	for word := range strings.FieldsFuncSeq(text, IsSpace) {
		n := utf8.RuneCountInString(word)
		switch {
		case line == "":
			line, length = word, n
		case length+1+n > width:
			lines = append(lines, line)
			line, length = word, n
		default:
			line += " " + word
			length += 1 + n
		}
	}
	return append(lines, line)
}
