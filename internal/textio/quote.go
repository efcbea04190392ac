package textio

import "strconv"

// quoteLimit is how much of a text from a repository a message repeats.
const quoteLimit = 60

// Quote puts a text in double quotes for use inside a message: unprintable
// characters become escapes, and a long text is cut after 60 code points.
func Quote(s string) string {
	count := 0
	for i := range s {
		if count == quoteLimit {
			return strconv.Quote(s[:i] + "…")
		}
		count++
	}
	return strconv.Quote(s)
}
