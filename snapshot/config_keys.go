package snapshot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/internal/textio"
)

// removedKeys were configuration once and have no successor.
var removedKeys = map[string]string{"layout": "was removed; delete it"}

// historicalProfileKeys are old spellings in security profiles.
var historicalProfileKeys = map[string]string{
	"allowedDataClass": "allowed_data_class", "networkAllowed": "network_allowed", "externalUploadAllowed": "external_upload_allowed",
	"secretsAllowed": "secrets_allowed", "requiresHumanApproval": "requires_human_approval", "securityProfile": "security_profile",
	"allowedData": "allowed_data", "forbiddenInputs": "forbidden_inputs",
}

// unknownKey is one key that the configuration does not have.
type unknownKey struct {
	section string // "" for the top level
	name    string
	offset  int
	problem string
}

// unknownKeys reports every unknown key of every section in one error, at the
// place of the first in the file.
func unknownKeys(src *configSource, root jsonValue) error {
	var found []unknownKey
	check := func(section string, v jsonValue, allowed []string, historical map[string]string) {
		for _, m := range v.object {
			if slices.Contains(allowed, m.name) {
				continue
			}
			k := unknownKey{section: section, name: m.name, offset: m.offset}
			if near := textio.Nearest(m.name, allowed); near != "" {
				k.problem = fmt.Sprintf("did you mean %q?", near)
			}
			if replacement := historical[m.name]; replacement != "" {
				k.problem = replacement
			}
			found = append(found, k)
		}
	}
	sections := sectionKeys()
	check("", root, sections[""], removedKeys)
	for name, allowed := range sections {
		if v, ok := root.get(name); ok && name != "" {
			check(name, v, allowed, nil)
		}
	}
	if list, ok := root.get("suppressions"); ok {
		for i, item := range list.array {
			check(fmt.Sprintf("suppressions[%d]", i), item, []string{"id", "paths", "reason", "expires"}, nil)
		}
	}
	security, _ := root.get("security")
	profiles, _ := security.get("profiles")
	renamed := make(map[string]string, len(historicalProfileKeys))
	for old, name := range historicalProfileKeys {
		renamed[old] = "is now " + name
	}
	for _, p := range profiles.object {
		check("security.profiles."+p.name, p.value, profileKeys, renamed)
	}
	if len(found) == 0 {
		return nil
	}
	return unknownKeyError(src, found)
}

// unknownKeyError groups the keys by section and adds what is allowed there.
func unknownKeyError(src *configSource, found []unknownKey) error {
	first := slices.MinFunc(found, func(a, b unknownKey) int { return cmp.Compare(a.offset, b.offset) })
	slices.SortFunc(found, func(a, b unknownKey) int {
		return cmp.Or(cmp.Compare(a.section, b.section), cmp.Compare(a.name, b.name))
	})
	var parts []string
	for i, k := range found {
		name := k.name
		if k.section != "" {
			name = k.section + "." + k.name
		}
		text := "unknown key " + fmt.Sprintf("%q", name)
		if k.problem != "" {
			text += " (" + k.problem + ")"
		}
		parts = append(parts, text)
		if last := i == len(found)-1 || found[i+1].section != k.section; last {
			if allowed := allowedKeys(k.section); allowed != nil {
				parts[len(parts)-1] += "; allowed: " + strings.Join(allowed, ", ")
			}
		}
	}
	return src.at(first.offset, "%s", strings.Join(parts, "; "))
}

func allowedKeys(section string) []string {
	var keys []string
	switch {
	case strings.HasPrefix(section, "suppressions["):
		keys = []string{"expires", "id", "paths", "reason"}
	case strings.HasPrefix(section, "security.profiles."):
		keys = profileKeys
	default:
		keys = sectionKeys()[section]
	}
	return slices.Sorted(slices.Values(keys))
}
