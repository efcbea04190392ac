package textio

import "fmt"

// Plural counts a noun whose plural ends in s.
func Plural(n int, noun string) string { return Count(n, noun, noun+"s") }

// Count puts a number before the words that go with it: one for 1, many for every
// other number.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
