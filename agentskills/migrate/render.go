package migrate

import (
	"strings"

	"github.com/renma/renma/internal/frontmatter"
)

// writeYAML renders the six standard fields and the metadata in the order of
// the specification, one entry a line, between two delimiters, with LF and
// without a final newline (contract 02 section 6.9).
func writeYAML(fields, metadata Pairs) string {
	var b strings.Builder
	b.WriteString("---\n")
	for _, f := range fields {
		b.WriteString(f.Key + ": " + frontmatter.WriteScalar(f.Value, "  ") + "\n")
	}
	if len(metadata) > 0 {
		b.WriteString("metadata:\n")
		for _, f := range metadata {
			b.WriteString("  " + frontmatter.WriteKey(f.Key) + ": " + frontmatter.WriteScalar(f.Value, "    ") + "\n")
		}
	}
	b.WriteString("---")
	return b.String()
}
