package snapshot

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// DefaultConfig is the configuration of a repository without a file.
func DefaultConfig() Config {
	return Config{
		FailOn: diagnostic.LevelHigh, Format: "text", Globs: defaultGlobs(), Exclude: []string{"node_modules", "dist", ".git"},
		MaxFileSizeBytes: 524288, MaxDepth: 16, Concurrency: 16, SkillDiscovery: SkillDiscovery{CIPolicy: "off"},
	}
}

// tokenKinds are the asset kinds with a token budget and their default budgets.
var tokenKinds = []struct {
	kind          string
	warning, high int
}{{"skill", 6400, 8000}, {"context", 6400, 8000}, {"reference", 7200, 9000}, {"profile", 3200, 4000}, {"example", 4800, 6000}}

// profileKeys are the keys of a security profile.
var profileKeys = []string{
	"allowed_data_class", "network_allowed", "external_upload_allowed", "secrets_allowed", "requires_human_approval", "security_profile",
	"allowed_data", "forbidden_inputs", "approvedDomains", "approvedUploadDomains", "disallowedCommands",
}

// sectionKeys are the objects of the configuration and their keys.
func sectionKeys() map[string][]string {
	quality := []string{"ci_policy"}
	for _, k := range tokenKinds {
		quality = append(quality, k.kind+"_token_warning", k.kind+"_token_high")
	}
	return map[string][]string{
		"":                   {"fail_on", "format", "globs", "exclude", "max_file_size_bytes", "max_depth", "concurrency", "suppressions", "scan_boundary", "executable_surface", "quality", "metadata", "security", "skill_discovery"},
		"scan_boundary":      {"ci_policy"},
		"executable_surface": {"ci_policy"},
		"quality":            quality,
		"metadata":           {"ci_policy", "required"},
		"security":           {"approvedDomains", "approvedUploadDomains", "disallowedCommands", "profiles", "ci_policy"},
		"skill_discovery":    {"adopted", "ci_policy"},
	}
}

// decoder checks the values of one configuration file. It keeps the first
// fault; checks after one change nothing.
type decoder struct {
	src *configSource
	err error
}

func (d *decoder) fail(v jsonValue, format string, args ...any) {
	if d.err == nil {
		d.err = d.src.at(v.offset, format, args...)
	}
}

// decodeConfig applies the checks in the order of contract 01 section 2.3:
// containers, then all unknown keys together, then values.
func decodeConfig(src *configSource, root jsonValue) (Config, error) {
	c := DefaultConfig()
	if root.kind == jsonNull {
		return c, nil
	}
	d := &decoder{src: src}
	if root.kind != jsonObject {
		d.fail(root, "the configuration must be an object, not %s", root.kind)
		return c, d.err
	}
	d.checkContainers(root)
	if d.err == nil {
		d.err = unknownKeys(src, root)
	}
	for _, m := range root.object {
		d.member(&c, m)
	}
	if d.err == nil && c.SkillDiscovery.CIPolicy == "warn" && !c.SkillDiscovery.Adopted {
		v, _ := root.get("skill_discovery")
		v, _ = v.get("ci_policy")
		d.fail(v, `skill_discovery.ci_policy "warn" needs "adopted": true`)
	}
	return c, d.err
}

func (v jsonValue) get(name string) (jsonValue, bool) {
	for _, m := range v.object {
		if m.name == name {
			return m.value, true
		}
	}
	return jsonValue{}, false
}

func (d *decoder) checkContainers(root jsonValue) {
	sections := sectionKeys()
	for _, m := range root.object {
		switch {
		case sections[m.name] != nil:
			d.is(m.value, jsonObject, m.name)
		case m.name == "globs", m.name == "exclude", m.name == "suppressions":
			d.is(m.value, jsonArray, m.name)
		}
	}
	security, _ := root.get("security")
	if profiles, ok := security.get("profiles"); ok {
		d.is(profiles, jsonObject, "security.profiles")
		for _, p := range profiles.object {
			d.is(p.value, jsonObject, profileSection+keyName(p.name))
		}
	}
}

// is reports a value of another kind.
func (d *decoder) is(v jsonValue, kind jsonKind, where string) bool {
	if v.kind != kind {
		d.fail(v, "%s must be %s, not %s", where, kind, v.kind)
	}
	return v.kind == kind
}

func (d *decoder) member(c *Config, m jsonMember) {
	v := m.value
	switch m.name {
	case "fail_on":
		c.FailOn = diagnostic.Level(d.enum(v, m.name, "low", "medium", "high", "critical"))
	case "format":
		c.Format = d.enum(v, m.name, "text", "json")
	case "globs":
		c.Globs = d.globs(v)
	case "exclude":
		c.Exclude = d.strings(v, m.name)
	case "max_file_size_bytes":
		c.MaxFileSizeBytes = d.positive(v, m.name)
	case "max_depth":
		c.MaxDepth = int(min(d.positive(v, m.name), math.MaxInt32))
	case "concurrency":
		c.Concurrency = int(min(d.positive(v, m.name), math.MaxInt32))
	case "suppressions":
		c.Suppressions = d.suppressions(v)
	case "metadata":
		c.MetadataRequired = d.metadata(v)
	case "security":
		d.security(v)
	case "quality":
		d.quality(v)
	case "scan_boundary", "executable_surface":
		d.ciPolicy(v, m.name, "off", "warn", "fail")
	case "skill_discovery":
		c.SkillDiscovery = d.skillDiscovery(v)
	}
}

// globs reads the patterns. Their number is bounded because each path of the
// repository is matched with all of them.
func (d *decoder) globs(v jsonValue) []string {
	globs := d.strings(v, "globs")
	total := 0
	for i, g := range globs {
		if d.err != nil {
			break
		}
		if problem := checkGlob(g); problem != "" {
			d.fail(v.array[i], "the pattern %s", problem)
		} else if total += len(expandBraces(g)); total > maxGlobs {
			d.fail(v.array[i], "globs stand for more than %d patterns", maxGlobs)
		}
	}
	return globs
}

func (d *decoder) enum(v jsonValue, where string, allowed ...string) string {
	if !d.is(v, jsonString, where) {
		return ""
	}
	text := v.literal.String()
	if !slices.Contains(allowed, text) {
		hint := ""
		if near := textio.Nearest(text, allowed); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		d.fail(v, "%s must be one of %s, not %s%s", where, strings.Join(allowed, ", "), textio.Quote(text), hint)
	}
	return text
}

func (d *decoder) strings(v jsonValue, where string) []string {
	out := []string{}
	if !d.is(v, jsonArray, where) {
		return out
	}
	for i, e := range v.array {
		if d.is(e, jsonString, fmt.Sprintf("%s[%d]", where, i)) {
			out = append(out, e.literal.String())
		}
	}
	return out
}

// maxInteger is the largest integer that every JSON reader keeps exact.
const maxInteger = 1<<53 - 1

// positive reads an integer above zero; 1.0 is an integer.
func (d *decoder) positive(v jsonValue, where string) int64 {
	if !d.is(v, jsonNumber, where) {
		return 1
	}
	n, err := strconv.ParseFloat(string(v.literal), 64)
	if err != nil || n != math.Trunc(n) || n < 1 || n > maxInteger {
		d.fail(v, "%s must be a whole number from 1 to %d", where, int64(maxInteger))
		return 1
	}
	return int64(n)
}

func (d *decoder) ciPolicy(v jsonValue, section string, modes ...string) string {
	if p, ok := v.get("ci_policy"); ok {
		return d.enum(p, section+".ci_policy", modes...)
	}
	return ""
}

func (d *decoder) skillDiscovery(v jsonValue) SkillDiscovery {
	out := SkillDiscovery{CIPolicy: "off"}
	if a, ok := v.get("adopted"); ok && d.is(a, jsonBool, "skill_discovery.adopted") {
		out.Adopted = a.literal.Bool()
	}
	if mode := d.ciPolicy(v, "skill_discovery", "off", "warn"); mode != "" {
		out.CIPolicy = mode
	}
	return out
}

func (d *decoder) metadata(v jsonValue) []string {
	d.ciPolicy(v, "metadata", "off", "warn", "fail")
	list, ok := v.get("required")
	if !ok {
		return nil
	}
	names := d.strings(list, "metadata.required")
	for i, name := range names {
		switch {
		case slices.Contains(names[:i], name):
			d.fail(list.array[i], "metadata.required names %s twice", keyName(name))
		case !slices.Contains(requirable, name):
			d.enum(list.array[i], fmt.Sprintf("metadata.required[%d]", i), requirable...)
		}
		if d.err != nil {
			break
		}
	}
	return names
}

func (d *decoder) quality(v jsonValue) {
	d.ciPolicy(v, "quality", "off", "warn", "fail")
	for _, k := range tokenKinds {
		warning, high := int64(k.warning), int64(k.high)
		at := v
		if w, ok := v.get(k.kind + "_token_warning"); ok {
			warning, at = d.positive(w, "quality."+k.kind+"_token_warning"), w
		}
		if h, ok := v.get(k.kind + "_token_high"); ok {
			high, at = d.positive(h, "quality."+k.kind+"_token_high"), h
		}
		if warning >= high {
			d.fail(at, "quality.%s_token_warning (%d) must be below %s_token_high (%d)", k.kind, warning, k.kind, high)
		}
	}
}

func (d *decoder) security(v jsonValue) {
	d.ciPolicy(v, "security", "off", "warn", "fail")
	for _, key := range []string{"approvedDomains", "approvedUploadDomains", "disallowedCommands"} {
		if list, ok := v.get(key); ok {
			d.strings(list, "security."+key)
		}
	}
	profiles, _ := v.get("profiles")
	for _, p := range profiles.object {
		for _, m := range p.value.object {
			d.profileValue(m, profileSection+keyName(p.name)+"."+m.name)
		}
	}
}

func (d *decoder) profileValue(m jsonMember, where string) {
	switch m.name {
	case "network_allowed", "external_upload_allowed", "secrets_allowed", "requires_human_approval":
		d.is(m.value, jsonBool, where)
	case "allowed_data_class", "security_profile":
		d.is(m.value, jsonString, where)
	default: // a list, for which one text may stand
		if m.value.kind != jsonString {
			d.strings(m.value, where)
		}
	}
}

func (d *decoder) suppressions(v jsonValue) []Suppression {
	var out []Suppression
	for i, item := range v.array {
		where := fmt.Sprintf("suppressions[%d]", i)
		if !d.is(item, jsonObject, where) {
			continue
		}
		s := Suppression{ID: d.text(item, where, "id"), Reason: d.text(item, where, "reason"), Expires: neverExpires}
		paths, ok := item.get("paths")
		if !ok {
			d.fail(item, "%s needs paths", where)
		} else if s.Paths = d.strings(paths, where+".paths"); len(s.Paths) == 0 {
			d.fail(paths, "%s.paths must name at least one path", where)
		}
		if e, ok := item.get("expires"); ok && d.is(e, jsonString, where+".expires") {
			s.Expires = e.literal.String()
			if _, valid := parseDate(s.Expires); !valid && s.Expires != neverExpires {
				d.fail(e, "%s.expires must be a date such as 2027-01-31, or never", where)
			}
		}
		out = append(out, s)
	}
	return out
}

// text reads a required string that is not blank.
func (d *decoder) text(item jsonValue, where, key string) string {
	v, ok := item.get(key)
	if !ok {
		d.fail(item, "%s needs %s", where, key)
		return ""
	}
	if d.is(v, jsonString, where+"."+key) && textio.Trim(v.literal.String()) == "" {
		d.fail(v, "%s.%s must not be empty", where, key)
	}
	return v.literal.String()
}
