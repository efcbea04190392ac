package snapshot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/renma/renma/internal/textio"
)

// configPhase orders faults: the loader reports those of the first phase that
// has any (contract 01 section 2.3).
type configPhase int

const (
	phaseSyntax configPhase = iota
	phaseRepeated
	phaseContainer
	phaseUnknown
	phaseValue
	phases
)

// maxFaults bounds what is kept of each phase: a place costs a look along its
// line, and nobody reads a longer list.
const maxFaults = 50

// configFault is one thing that is wrong.
type configFault struct {
	phase   configPhase
	offset  int
	text    string
	section string // of an unknown key, "" for the top level
	allowed []ConfigKey
	cause   error
}

// configChecker collects the faults of one file.
type configChecker struct {
	faults []configFault
	counts [phases]int
}

// room counts a fault and reports whether it is to be kept.
func (c *configChecker) room(phase configPhase) bool {
	c.counts[phase]++
	return c.counts[phase] <= maxFaults
}

// addFault keeps a fault for which there was room.
func (c *configChecker) addFault(f configFault) { c.faults = append(c.faults, f) }

func (c *configChecker) fail(phase configPhase, offset int, format string, args ...any) {
	if c.room(phase) {
		c.addFault(configFault{phase: phase, offset: offset, text: fmt.Sprintf(format, args...)})
	}
}

// root checks the whole value against the table of keys.
func (c *configChecker) root(v jsonValue) {
	if v.kind == jsonNull {
		return
	}
	if v.kind != jsonObject {
		c.fail(phaseContainer, v.offset, "the configuration must be an object, not %s", v.kind)
		return
	}
	c.section(v, ConfigKeys(), "")
	c.globs(v)
	c.budgets(v)
	c.discovery(v)
}

// section checks the members of an object. where is the path of its keys.
func (c *configChecker) section(v jsonValue, keys []ConfigKey, where string) {
	for _, m := range v.object {
		if key := keyNamed(keys, m.name); key == nil {
			c.unknown(m, keys, where)
		} else {
			c.value(m.value, key, join(where, m.name))
		}
	}
	for i := range keys {
		if _, ok := v.get(keys[i].Name); !ok && keys[i].Required {
			c.fail(phaseValue, v.offset, "%s needs %s", where, keys[i].Name)
		}
	}
}

func keyNamed(keys []ConfigKey, name string) *ConfigKey {
	for i := range keys {
		if keys[i].Name == name {
			return &keys[i]
		}
	}
	return nil
}

// join is the path of a key below another.
func join(where, name string) string {
	if where == "" {
		return keyName(name)
	}
	return where + "." + keyName(name)
}

func (c *configChecker) value(v jsonValue, key *ConfigKey, where string) {
	switch key.Kind {
	case ConfigSection:
		if c.is(v, jsonObject, where) {
			c.section(v, key.Keys, where)
		}
	case ConfigNamed:
		if !c.is(v, jsonObject, where) {
			return
		}
		for _, m := range v.object {
			if below := join(where, m.name); c.is(m.value, jsonObject, below) {
				c.section(m.value, key.Keys, below)
			}
		}
	case ConfigRecords:
		if !c.is(v, jsonArray, where) {
			return
		}
		for i, item := range v.array {
			if below := element(where, i); c.is(item, jsonObject, below) {
				c.section(item, key.Keys, below)
			}
		}
	case ConfigBoolean:
		c.is(v, jsonBool, where)
	case ConfigInteger:
		c.integer(v, where)
	case ConfigAnyTexts:
		if v.kind != jsonString {
			c.texts(v, key, where)
		}
	case ConfigTexts:
		c.texts(v, key, where)
	case ConfigText:
		c.text(v, key, where)
	}
}

// is reports a value of another kind.
func (c *configChecker) is(v jsonValue, kind jsonKind, where string) bool {
	if v.kind == kind {
		return true
	}
	phase := phaseValue
	if kind == jsonObject || kind == jsonArray {
		phase = phaseContainer
	}
	c.fail(phase, v.offset, "%s must be %s, not %s", where, kind, v.kind)
	return false
}

func element(where string, i int) string { return fmt.Sprintf("%s[%d]", where, i) }

func (c *configChecker) text(v jsonValue, key *ConfigKey, where string) {
	if !c.is(v, jsonString, where) {
		return
	}
	text := v.literal.String()
	switch {
	case key.Values != nil && !slices.Contains(key.Values, text):
		if !c.room(phaseValue) {
			return
		}
		hint := ""
		if near := textio.Nearest(text, key.Values); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		c.addFault(configFault{phase: phaseValue, offset: v.offset, text: fmt.Sprintf(
			"%s must be one of %s, not %s%s", where, strings.Join(key.Values, ", "), textio.Quote(text), hint)})
	case key.NonEmpty && textio.Trim(text) == "":
		c.fail(phaseValue, v.offset, "%s must not be empty", where)
	case key.Name == "expires":
		if _, valid := parseDate(text); !valid && text != neverExpires {
			c.fail(phaseValue, v.offset, "%s must be a date such as 2027-01-31, or never", where)
		}
	}
}

func (c *configChecker) texts(v jsonValue, key *ConfigKey, where string) {
	if !c.is(v, jsonArray, where) {
		return
	}
	if key.NonEmpty && len(v.array) == 0 {
		c.fail(phaseValue, v.offset, "%s must name at least one path", where)
	}
	seen := map[string]bool{}
	for i, e := range v.array {
		if e.kind == jsonString && key.Unique {
			text := e.literal.String()
			if seen[text] {
				c.fail(phaseValue, e.offset, "%s names %s twice", where, keyName(text))
				continue
			}
			seen[text] = true
		}
		c.text(e, &ConfigKey{Values: key.Values}, element(where, i))
	}
}

// maxInteger is the largest integer that every JSON reader keeps exact.
const maxInteger = 1<<53 - 1

func (c *configChecker) integer(v jsonValue, where string) {
	if !c.is(v, jsonNumber, where) {
		return
	}
	if v.integer() == 0 {
		c.fail(phaseValue, v.offset, "%s must be a whole number from 1 to %d", where, int64(maxInteger))
	}
}

// integer returns a whole number above zero, 0 for anything else; 1.0 is one.
func (v jsonValue) integer() int64 {
	n, err := strconv.ParseFloat(string(v.literal), 64)
	if v.kind != jsonNumber || err != nil || n != math.Trunc(n) || n < 1 || n > maxInteger {
		return 0
	}
	return int64(n)
}

// globs bounds the patterns and their number, because each path of the
// repository is matched with all of them.
func (c *configChecker) globs(root jsonValue) {
	v, _ := root.get("globs")
	total := 0
	for _, e := range v.array {
		if e.kind != jsonString || c.counts[phaseValue] > maxFaults {
			continue
		}
		g := e.literal.String()
		if problem := checkGlob(g); problem != "" {
			c.fail(phaseValue, e.offset, "the pattern %s", problem)
		} else if total += len(expandBraces(g)); total > maxGlobs {
			c.fail(phaseValue, e.offset, "globs stand for more than %d patterns", maxGlobs)
			return
		}
	}
}

// budgets compares the two token counts of each kind, also with a default.
func (c *configChecker) budgets(root jsonValue) {
	quality, _ := root.get("quality")
	for _, k := range tokenKinds {
		warning, high, at := int64(k.warning), int64(k.high), quality
		if w, ok := quality.get(k.kind + "_token_warning"); ok {
			warning, at = w.integer(), w
		}
		if h, ok := quality.get(k.kind + "_token_high"); ok {
			high, at = h.integer(), h
		}
		if warning > 0 && high > 0 && warning >= high {
			c.fail(phaseValue, at.offset, "quality.%s_token_warning (%d) must be below %s_token_high (%d)", k.kind, warning, k.kind, high)
		}
	}
}

func (c *configChecker) discovery(root jsonValue) {
	section, _ := root.get("skill_discovery")
	adopted, ok := section.get("adopted")
	if policy, _ := section.get("ci_policy"); policy.isText("warn") && (!ok || adopted.kind == jsonBool && !adopted.literal.Bool()) {
		c.fail(phaseValue, policy.offset, `skill_discovery.ci_policy "warn" needs "adopted": true`)
	}
}

func (v jsonValue) isText(text string) bool {
	return v.kind == jsonString && v.literal.String() == text
}

// removedKey was a key of the top level once and has no successor.
const removedKey = "layout"

// historicalProfileKeys are old spellings in security profiles.
var historicalProfileKeys = map[string]string{
	"allowedDataClass": "allowed_data_class", "networkAllowed": "network_allowed", "externalUploadAllowed": "external_upload_allowed",
	"secretsAllowed": "secrets_allowed", "requiresHumanApproval": "requires_human_approval", "securityProfile": "security_profile",
	"allowedData": "allowed_data", "forbiddenInputs": "forbidden_inputs",
}

// profileSection begins the path of every security profile.
const profileSection = "security.profiles."

// unknown reports a key that its section does not have.
func (c *configChecker) unknown(m jsonMember, keys []ConfigKey, where string) {
	if !c.room(phaseUnknown) {
		return
	}
	name := join(where, m.name)
	text := "unknown key " + name
	replacement := historicalProfileKeys[m.name]
	switch near := textio.Nearest(m.name, keyNames(keys)); {
	case where == "" && m.name == removedKey:
		text = "removed key " + name + " (delete it)"
	case where == "" && m.name == "$schema":
		text += " (name the schema in the settings of the editor)"
	case strings.HasPrefix(where, profileSection) && replacement != "":
		text = "old key " + name + " (now " + replacement + ")"
	case near != "":
		text += " (did you mean " + near + "?)"
	}
	c.addFault(configFault{phase: phaseUnknown, offset: m.offset, text: text, section: where, allowed: keys})
}

func keyNames(keys []ConfigKey) []string {
	names := make([]string, len(keys))
	for i := range keys {
		names[i] = keys[i].Name
	}
	return names
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

// err returns the first fault of the first phase that has any, and all unknown
// keys as one. It is nil when there is no fault.
func (c *configChecker) err(src *configSource) error {
	if len(c.faults) == 0 {
		return nil
	}
	first := slices.MinFunc(c.faults, func(a, b configFault) int {
		return cmp.Or(cmp.Compare(a.phase, b.phase), cmp.Compare(a.offset, b.offset))
	})
	if first.phase == phaseUnknown {
		return c.unknownKeys(src, first)
	}
	return first.at(src)
}

func (f *configFault) at(src *configSource) *ConfigError {
	e := src.at(f.offset, "%s", f.text)
	e.Err = f.cause
	return e
}

// unknownKeys groups the unknown keys by section and adds what is allowed
// there.
func (c *configChecker) unknownKeys(src *configSource, first configFault) error {
	found := slices.DeleteFunc(slices.Clone(c.faults), func(f configFault) bool { return f.phase != phaseUnknown })
	slices.SortStableFunc(found, func(a, b configFault) int {
		return cmp.Or(cmp.Compare(a.section, b.section), cmp.Compare(a.text, b.text))
	})
	total := c.counts[phaseUnknown]
	var parts []string
	for i := range found {
		text := found[i].text
		if total > 1 {
			line, column := src.lines.Position(found[i].offset)
			text += fmt.Sprintf(" at %d:%d", line, column)
		}
		if i == len(found)-1 || found[i+1].section != found[i].section {
			text += allowedHere(found[i].allowed)
		}
		parts = append(parts, text)
	}
	if more := total - len(found); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more unknown keys", more))
	}
	return src.at(first.offset, "%s", strings.Join(parts, "; "))
}

func allowedHere(keys []ConfigKey) string {
	return ", allowed are " + strings.Join(slices.Sorted(slices.Values(keyNames(keys))), ", ")
}

// all returns every fault in the order of the file, with the number of those
// that were not kept. It is nil when there is no fault.
func (c *configChecker) all(src *configSource) error {
	if len(c.faults) == 0 {
		return nil
	}
	faults := slices.Clone(c.faults)
	slices.SortStableFunc(faults, func(a, b configFault) int { return cmp.Compare(a.offset, b.offset) })
	out := &ConfigErrors{}
	for i := range faults {
		f := &faults[i]
		if f.phase == phaseUnknown && !strings.HasSuffix(f.text, ")") {
			f.text += allowedHere(f.allowed)
		}
		out.Faults = append(out.Faults, f.at(src))
	}
	for _, n := range c.counts {
		out.Omitted += max(n-maxFaults, 0)
	}
	return out
}

// ConfigErrors holds every fault of a configuration.
type ConfigErrors struct {
	Faults  []*ConfigError // at least one, in the order of the file
	Omitted int            // faults beyond those that are kept
}

// Error is the first fault with the number of others.
func (e *ConfigErrors) Error() string {
	text := e.Faults[0].Error()
	if more := len(e.Faults) - 1 + e.Omitted; more > 0 {
		text += fmt.Sprintf(" (and %s)", textio.Plural(more, "more fault"))
	}
	return text
}

// Unwrap returns the faults.
func (e *ConfigErrors) Unwrap() []error {
	list := make([]error, len(e.Faults))
	for i, f := range e.Faults {
		list[i] = f
	}
	return list
}
