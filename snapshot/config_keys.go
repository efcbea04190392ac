package snapshot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/internal/textio"
)

// removedKey was a key of the top level once and has no successor.
const removedKey = "layout"

// historicalProfileKeys are old spellings in security profiles.
var historicalProfileKeys = map[string]string{
	"allowedDataClass": "allowed_data_class", "networkAllowed": "network_allowed", "externalUploadAllowed": "external_upload_allowed",
	"secretsAllowed": "secrets_allowed", "requiresHumanApproval": "requires_human_approval", "securityProfile": "security_profile",
	"allowedData": "allowed_data", "forbiddenInputs": "forbidden_inputs",
}

// unknownKey is one key that the configuration does not have.
type unknownKey struct {
	section string // "" for the top level
	offset  int
	text    string // what it is, with its near match or replacement
}

// keyChecker collects unknown keys.
type keyChecker struct {
	src   *configSource
	found []unknownKey
}

func (k *keyChecker) section(section string, v jsonValue) {
	allowed := allowedKeys(section)
	for _, m := range v.object {
		if slices.Contains(allowed, m.name) {
			continue
		}
		name := keyName(m.name)
		if section != "" {
			name = section + "." + name
		}
		text := "unknown key " + name
		replacement := historicalProfileKeys[m.name]
		switch near := textio.Nearest(m.name, allowed); {
		case section == "" && m.name == removedKey:
			text = "removed key " + name + " (delete it)"
		case strings.HasPrefix(section, profileSection) && replacement != "":
			text = "old key " + name + " (now " + replacement + ")"
		case near != "":
			text += " (did you mean " + near + "?)"
		}
		k.found = append(k.found, unknownKey{section, m.offset, text})
	}
}

const (
	maxUnknownKeys     = 50
	profileSection     = "security.profiles."
	suppressionSection = "suppressions["
)

// unknownKeys reports every unknown key of every section in one error, at the
// place of the first in the file.
func unknownKeys(src *configSource, root jsonValue) error {
	k := &keyChecker{src: src}
	k.section("", root)
	for _, m := range root.object {
		switch {
		case m.name == "suppressions":
			for i, item := range m.value.array {
				k.section(fmt.Sprintf(suppressionSection+"%d]", i), item)
			}
		case sectionKeys()[m.name] != nil:
			k.section(m.name, m.value)
		}
	}
	security, _ := root.get("security")
	profiles, _ := security.get("profiles")
	for _, p := range profiles.object {
		k.section(profileSection+keyName(p.name), p.value)
	}
	if len(k.found) == 0 {
		return nil
	}
	return k.err()
}

// err groups the keys by section and adds what is allowed there.
func (k *keyChecker) err() error {
	slices.SortFunc(k.found, func(a, b unknownKey) int {
		return cmp.Or(cmp.Compare(a.section, b.section), cmp.Compare(a.text, b.text))
	})
	first := slices.MinFunc(k.found, func(a, b unknownKey) int { return cmp.Compare(a.offset, b.offset) })
	// Each place costs a look along its line, and nobody reads a longer list.
	total := len(k.found)
	k.found = k.found[:min(total, maxUnknownKeys)]
	var parts []string
	for i, key := range k.found {
		text := key.text
		if total > 1 {
			line, column := k.src.lines.Position(key.offset)
			text += fmt.Sprintf(" at %d:%d", line, column)
		}
		if i == len(k.found)-1 || k.found[i+1].section != key.section {
			text += ", allowed are " + strings.Join(slices.Sorted(slices.Values(allowedKeys(key.section))), ", ")
		}
		parts = append(parts, text)
	}
	if more := total - len(k.found); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more unknown keys", more))
	}
	return k.src.at(first.offset, "%s", strings.Join(parts, "; "))
}

func allowedKeys(section string) []string {
	switch {
	case strings.HasPrefix(section, suppressionSection):
		return []string{"id", "paths", "reason", "expires"}
	case strings.HasPrefix(section, profileSection):
		return profileKeys
	}
	return sectionKeys()[section]
}

// keyName shows a key inside a message: as it is when that is harmless.
func keyName(name string) string {
	harmless := func(r rune) bool {
		return r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	if name != "" && len(name) <= 60 && strings.TrimFunc(name, harmless) == "" {
		return name
	}
	return textio.Quote(name)
}
