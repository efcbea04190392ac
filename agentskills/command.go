package agentskills

import "strings"

// NewCommand builds a renma command line from its exact words.
func NewCommand(args ...string) Command {
	words := []string{"renma"}
	for _, a := range args {
		words = append(words, QuotePOSIX(a))
	}
	return Command{Command: "renma", Args: args, Display: strings.Join(words, " ")}
}

// QuotePOSIX writes one word for a POSIX shell: bare when it is safe, else in
// single quotes (contract 02 section 5.1).
func QuotePOSIX(word string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_@%+=:,./-", r)
	}
	if word != "" && strings.TrimLeftFunc(word, safe) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'"'"'`) + "'"
}
