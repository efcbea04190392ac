package textio

import (
	"strings"
	"unicode"
)

// IsSpace reports whether r is white space for renma: Unicode white space plus
// U+FEFF (contract README). It is the only definition in the project.
func IsSpace(r rune) bool { return r == '\uFEFF' || unicode.IsSpace(r) }

// Trim removes leading and trailing white space as [IsSpace] defines it.
func Trim(s string) string { return strings.TrimFunc(s, IsSpace) }
