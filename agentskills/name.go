package agentskills

import (
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// Limits of the specification, in code points.
const (
	NameMaxChars          = 64
	DescriptionMaxChars   = 1024
	CompatibilityMaxChars = 500
)

func (v *validator) checkName() {
	at, value := field(v.doc, "name")
	switch {
	case at == nil || value.Kind == frontmatter.String && textio.Trim(value.Text) == "":
		v.report("AS-SKILL-MISSING-NAME", valueOf(at, value), "name", "The name is missing or empty.",
			"Add name: with the name of the skill's directory.", nil)
		return
	case value.Kind != frontmatter.String:
		v.report("AS-SKILL-INVALID-NAME", valueOf(at, value), "name", fmt.Sprintf("The name is %s; it must be a string.", value.Kind),
			"Put quotes around the name.", nil)
		return
	}
	if broken := NameProblems(value.Text); len(broken) > 0 {
		v.report("AS-SKILL-INVALID-NAME", valueOf(at, value), "name", fmt.Sprintf("The name %s %s.", textio.Quote(textio.Trim(value.Text)), strings.Join(broken, " and ")),
			"Use lower-case letters, digits and single hyphens.", nil)
	}
	if dir, ok := directoryName(v.path); ok && norm.NFKC.String(dir) != NormalizeName(value.Text) {
		v.report("AS-SKILL-NAME-DIRECTORY-MISMATCH", valueOf(at, value), "name", fmt.Sprintf("The name %s differs from the directory %s.", textio.Quote(textio.Trim(value.Text)), textio.Quote(dir)),
			"Rename the directory or the skill so that both are the same.",
			diagnostic.Details{{Key: "name", Value: value.Text}, {Key: "parentDirectory", Value: dir}})
	}
}

// directoryName is the directory that a Skill's name must equal: the one a
// migration leads to for a historical spelling. A file directly in
// a Skill root or in the repository root has none.
func directoryName(file string) (string, bool) {
	if e, ok := ParseEntrypoint(file); ok {
		return e.Directory, true
	}
	dir := path.Dir(file)
	if dir == "." || dir == "/" || dir == "skills" || dir == ".agents/skills" {
		return "", false
	}
	return path.Base(dir), true
}

// NormalizeName returns the form in which a name is compared and checked: NFKC
// of the trimmed text (contract 02 section 2.4).
func NormalizeName(name string) string { return norm.NFKC.String(textio.Trim(name)) }

// NameProblems lists the name rules that a name breaks, each as the end of a
// sentence that begins with the name. It is empty for a valid name.
func NameProblems(name string) []string {
	name = NormalizeName(name)
	var broken []string
	if n := utf8.RuneCountInString(name); n > NameMaxChars {
		broken = append(broken, fmt.Sprintf("has %d characters, more than %d", n, NameMaxChars))
	}
	if name == "" {
		broken = append(broken, "is empty")
	}
	if lower := cases.Lower(language.Und).String(name); lower != name {
		broken = append(broken, "has capital letters")
	}
	for _, r := range name {
		if r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			broken = append(broken, fmt.Sprintf("has the character %q", r))
			break
		}
	}
	if strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") {
		broken = append(broken, "begins or ends with a hyphen")
	}
	if strings.Contains(name, "--") {
		broken = append(broken, "has two hyphens in a row")
	}
	return broken
}
