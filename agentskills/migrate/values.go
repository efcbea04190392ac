package migrate

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// format is how the value of a field is written in metadata.renma.*.
type format int

const (
	formatText format = iota
	formatBool
	formatList
	// formatRouting is a list that helps to find a description and is itself
	// never written.
	formatRouting
)

// formatOf returns the format of a legacy field (contract 02 section 6.8).
func formatOf(field string) format {
	switch field {
	case "network_allowed", "external_upload_allowed", "secrets_allowed", "requires_human_approval":
		return formatBool
	case "tags", "requires_context", "optional_context", "requires_lens", "optional_lens", "conflicts", "superseded_by",
		"allowed_data", "forbidden_inputs", "approved_network_destinations", "approved_upload_destinations":
		return formatList
	case "when_to_use", "when_not_to_use":
		return formatRouting
	}
	return formatText
}

// canonicalKey is the metadata key that a legacy field moves to.
func canonicalKey(field string) string { return renmaPrefix + strings.ReplaceAll(field, "_", "-") }

const renmaPrefix = "renma."

// serialize returns the canonical text of a legacy value. problem says, as the
// end of a sentence that begins with the field, why there is none.
func serialize(f format, v *frontmatter.Value) (text, problem string) {
	switch f {
	case formatBool:
		return serializeBool(v)
	case formatList, formatRouting:
		items, problem := listItems(v)
		return stringArray(items), problem
	}
	switch {
	case v.Kind != frontmatter.String:
		return "", "is " + v.Kind.String() + "; put quotes around the text that is meant"
	case textio.Trim(v.Text) == "":
		return "", "is blank; remove it or give it a value"
	}
	return v.Text, ""
}

func serializeBool(v *frontmatter.Value) (text, problem string) {
	text = v.Text
	if v.Kind == frontmatter.Bool {
		text = strings.ToLower(text)
	} else if v.Kind != frontmatter.String {
		return "", "is " + v.Kind.String() + "; it must be true or false"
	}
	if text != "true" && text != "false" {
		return "", "is " + textio.Quote(v.Text) + "; it must be true or false"
	}
	return text, ""
}

// listItems reads a legacy list: a sequence of strings, a JSON array of
// strings in a string, or items separated by commas.
func listItems(v *frontmatter.Value) (items []string, problem string) {
	switch {
	case v.Kind == frontmatter.Sequence:
		for _, item := range v.Items {
			if item.Kind != frontmatter.String {
				return nil, "holds " + item.Kind.String() + "; every item must be text, in quotes where needed"
			}
			items = append(items, item.Text)
		}
	case v.Kind != frontmatter.String:
		return nil, "is " + v.Kind.String() + "; it must be a list of strings"
	case textio.Trim(v.Text) == "":
		return nil, "is blank; remove it or write []"
	case strings.HasPrefix(textio.Trim(v.Text), "["):
		var err error
		if items, err = textio.StringArray(textio.Trim(v.Text)); err != nil {
			return nil, "begins like a JSON array, but " + err.Error()
		}
	default:
		for item := range strings.SplitSeq(v.Text, ",") {
			if item = textio.Trim(item); item != "" {
				items = append(items, item)
			}
		}
	}
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		if seen[item] {
			return nil, "repeats the item " + textio.Quote(item) + "; keep it once"
		}
		seen[item] = true
	}
	return items, ""
}

// stringArray writes a compact JSON array; only what JSON requires is escaped.
func stringArray(items []string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(append([]string{}, items...)) // strings always encode
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// sameValue reports whether a canonical value that stands already says the same
// as the one that a legacy field gives.
func sameValue(f format, existing, text string) bool {
	if f != formatList {
		return existing == text
	}
	have, err := textio.StringArray(existing)
	if err != nil {
		return false
	}
	want, err := textio.StringArray(text)
	return err == nil && slices.Equal(have, want)
}

// securityProblem says why the value of a canonical security key cannot count,
// as the end of a sentence that begins with the key; "" for every other key.
func securityProblem(key, value string) string {
	field, ok := strings.CutPrefix(key, renmaPrefix)
	if !ok {
		return ""
	}
	switch field {
	case "network-allowed", "external-upload-allowed", "secrets-allowed", "requires-human-approval":
		if value != "true" && value != "false" {
			return `must be exactly "true" or "false"`
		}
	case "allowed-data", "forbidden-inputs", "approved-network-destinations", "approved-upload-destinations", "allowed-floating-dependencies":
		if _, err := textio.StringArray(value); err != nil {
			return "must be a JSON array of strings, but " + err.Error()
		}
	}
	return ""
}
