package migrate

import (
	"strings"

	"github.com/renma/renma/internal/frontmatter"
)

// metadata is what the metadata mapping of a file holds.
type metadata struct {
	// entries are the children of every metadata mapping, in file order.
	entries []*frontmatter.Field
	uses    map[string]int
	// repeated reports that metadata itself stands more than once.
	repeated bool
	// readable reports a single mapping of strings, or none at all.
	readable bool
	// all are the entries that can be taken over: none of an unreadable
	// mapping, and no repeated key.
	all Pairs
	// preserved are those of all that a migration writes again.
	preserved Pairs
}

// isRouting reports the two metadata keys that have no effect (contract 02
// section 4).
func isRouting(key string) bool {
	return key == "renma.when-to-use" || key == "renma.when-not-to-use"
}

func readMetadata(doc *frontmatter.Document) metadata {
	m := metadata{uses: map[string]int{}, readable: true}
	fields := doc.All("metadata")
	m.repeated = len(fields) > 1
	for _, f := range fields {
		if f.Value.Kind != frontmatter.MappingKind {
			m.readable = false
			continue
		}
		for i := range f.Value.Fields {
			child := &f.Value.Fields[i]
			m.entries = append(m.entries, child)
			m.uses[child.Key]++
			m.readable = m.readable && child.Value.Kind == frontmatter.String
		}
	}
	if !m.readable || m.repeated {
		return m
	}
	for _, f := range m.entries {
		if m.uses[f.Key] > 1 {
			continue
		}
		m.all = append(m.all, Pair{f.Key, f.Value.Text})
		if !isRouting(f.Key) {
			m.preserved = append(m.preserved, Pair{f.Key, f.Value.Text})
		}
	}
	return m
}

// renma returns the preserved entries that renma owns.
func (m *metadata) renma() Pairs {
	var out Pairs
	for _, e := range m.preserved {
		if strings.HasPrefix(e.Key, renmaPrefix) {
			out = append(out, e)
		}
	}
	return out
}

// field returns the first entry with the given key, or nil.
func (m *metadata) field(key string) *frontmatter.Field {
	for _, f := range m.entries {
		if f.Key == key {
			return f
		}
	}
	return nil
}
