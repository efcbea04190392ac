package agentskills

import (
	"slices"
	"strings"

	"github.com/renma/renma/internal/frontmatter"
)

// LegacyFields returns the top-level fields of the format before Agent Skills,
// in the order in which migration renders them (contract 02 section 3).
func LegacyFields() []string {
	return []string{
		"id", "title", "version", "owner", "status", "status_reason", "status_changed_at", "purpose",
		"last_reviewed_at", "review_cycle", "expires_at", "tags", "when_to_use", "when_not_to_use",
		"requires_context", "optional_context", "requires_lens", "optional_lens", "conflicts", "superseded_by",
		"allowed_data", "network_allowed", "external_upload_allowed", "secrets_allowed", "requires_human_approval",
		"forbidden_inputs", "approved_network_destinations", "approved_upload_destinations", "security_profile",
	}
}

// StandardFields returns the six top-level fields of an Agent Skill.
func StandardFields() []string {
	return []string{"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
}

var (
	legacySet   = set(LegacyFields())
	standardSet = set(StandardFields())
)

func set(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

// renmaPrefix begins every metadata key that renma owns.
const renmaPrefix = "renma."

// field finds a root field: at is its first entry, which is the evidence, and
// value its last one, which is what counts when the field repeats.
func field(doc *frontmatter.Document, key string) (at *frontmatter.Field, value *frontmatter.Value) {
	for i := range doc.Fields {
		if f := &doc.Fields[i]; f.Key == key {
			if at == nil {
				at = f
			}
			value = f.Value
		}
	}
	return at, value
}

// metadataFields returns the children of every root metadata mapping.
func metadataFields(doc *frontmatter.Document) []*frontmatter.Field {
	var out []*frontmatter.Field
	for i := range doc.Fields {
		if f := &doc.Fields[i]; f.Key == "metadata" && f.Value.Kind == frontmatter.MappingKind {
			for j := range f.Value.Fields {
				out = append(out, &f.Value.Fields[j])
			}
		}
	}
	return out
}

// sortedUnique returns the keys that keep accepts, sorted, each once.
func sortedUnique(keys []string) []string {
	slices.Sort(keys)
	return append([]string{}, slices.Compact(keys)...)
}

func legacyFields(doc *frontmatter.Document) []string {
	var keys []string
	for i := range doc.Fields {
		if key := doc.Fields[i].Key; legacySet[key] {
			keys = append(keys, key)
		}
	}
	return sortedUnique(keys)
}

func canonicalRenmaFields(metadata []*frontmatter.Field) []string {
	var keys []string
	for _, f := range metadata {
		if strings.HasPrefix(f.Key, renmaPrefix) {
			keys = append(keys, f.Key)
		}
	}
	return sortedUnique(keys)
}
