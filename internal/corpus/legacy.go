package corpus

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// LegacySkill is one Skill of the format before Agent Skills.
type LegacySkill struct {
	// Path is its entrypoint, canonical or historical, and Target where it
	// belongs.
	Path, Target string
	Source       string
	// Body is what follows the frontmatter.
	Body string
	// Metadata are the metadata entries that a migration must give.
	Metadata map[string]string
	// Fields are the standard fields that a migration must give.
	Fields map[string]string
}

// LegacyRepository returns a repository of n legacy Skills that can all be
// migrated, with the contexts they need, and the Skills by themselves.
func LegacyRepository(n int, seed uint64) (Tree, []LegacySkill) {
	rnd := rand.New(rand.NewPCG(seed, uint64(n)))
	tree := Tree{"renma.config.json": "{}\n"}
	var contexts []string
	for i := range 5 {
		id := fmt.Sprintf("context.shared.part-%d", i)
		contexts = append(contexts, id)
		tree[fmt.Sprintf("contexts/shared/part-%d.md", i)] = fmt.Sprintf("---\nid: %s\nowner: docs-team\nstatus: stable\n---\n# Part\n\nShared facts.\n", id)
	}
	var skills []LegacySkill
	for i := range n {
		s := newLegacy(rnd, i, contexts)
		tree[s.Path] = s.Source
		skills = append(skills, s)
	}
	return tree, skills
}

// legacyWriter collects the lines of one frontmatter.
type legacyWriter struct {
	rnd   *rand.Rand
	lines []string
	skill LegacySkill
}

func newLegacy(rnd *rand.Rand, i int, contexts []string) LegacySkill {
	w := &legacyWriter{rnd: rnd, skill: LegacySkill{Metadata: map[string]string{}, Fields: map[string]string{}}}
	name := fmt.Sprintf("%s-%s-%d", w.pick(actions), w.pick(objects), i)
	w.place(name)
	w.text("id", "skill."+name)
	w.governance()
	w.lists(contexts)
	w.policy()
	w.standard(name)
	w.vendor()
	w.render()
	return w.skill
}

func (w *legacyWriter) chance(p float64) bool     { return w.rnd.Float64() < p }
func (w *legacyWriter) pick(list []string) string { return list[w.rnd.IntN(len(list))] }

func (w *legacyWriter) place(name string) {
	root := w.pick([]string{"skills", "skills", ".agents/skills"})
	if w.chance(0.7) {
		root += "/" + w.pick(areas)
	}
	s := &w.skill
	s.Target = root + "/" + name + "/SKILL.md"
	s.Fields["name"] = name
	switch w.rnd.IntN(4) {
	case 0:
		s.Path = root + "/" + name + "/skill.md"
	case 1:
		s.Path = root + "/" + name + ".skill.md"
	default:
		s.Path = s.Target
	}
}

// line adds lines of YAML.
func (w *legacyWriter) line(format string, args ...any) {
	w.lines = append(w.lines, strings.Split(fmt.Sprintf(format, args...), "\n")...)
}

func (w *legacyWriter) expect(field, value string) {
	w.skill.Metadata["renma."+strings.ReplaceAll(field, "_", "-")] = value
}

// text adds a text field in some spelling.
func (w *legacyWriter) text(field, value string) {
	w.expect(field, value)
	switch style := w.rnd.IntN(4); {
	case style == 0 && plainInYAML(value):
		w.line("%s: %s", field, value)
	case style == 1 && !strings.ContainsAny(value, "\n\t"):
		w.line("%s: '%s'", field, strings.ReplaceAll(value, "'", "''"))
	case style == 2 && plainInYAML(value):
		w.line("%s: >-\n  %s", field, value)
	default:
		w.line("%s: %s", field, inJSON(value))
	}
	if w.chance(0.1) {
		w.line("# about %s", field)
	}
}

// plainInYAML is a narrow test: words of ASCII letters, dots and hyphens.
func plainInYAML(s string) bool {
	switch s {
	case "yes", "on", "true", "null":
		return false
	}
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz.-") == "" && s[0] >= 'a'
}

func inJSON(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // only strings and lists of them come here
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (w *legacyWriter) governance() {
	if w.chance(0.8) {
		w.text("owner", w.pick(append([]string{"yes", "1.0", "team: x", "it's \"us\"", "チーム"}, teams...)))
	}
	if w.chance(0.5) {
		w.text("title", w.pick([]string{"Plan review", "# 1", "A: b", "null", " padded ", "two\nlines", "tab\there"}))
	}
	if w.chance(0.5) {
		w.text("version", w.pick([]string{"1.0", "v2", "017", "1_000"}))
	}
	if w.chance(0.5) {
		w.text("purpose", w.pick([]string{"Keeps releases calm.", "a\\b", "50% - maybe", "'quoted'"}))
	}
	switch w.rnd.IntN(4) {
	case 0:
		w.text("status", "stable")
	case 1:
		w.text("status", "experimental")
	case 2:
		w.text("status", "suspended")
		w.text("status_reason", "Under review: see #4")
		w.text("status_changed_at", "2026-01-02")
	}
	if w.chance(0.3) {
		w.text("last_reviewed_at", "2026-01-02")
		w.text("review_cycle", "P3650D")
	}
	if w.chance(0.3) {
		w.text("expires_at", "2099-12-31")
	}
}

// list adds a list field in some spelling.
func (w *legacyWriter) list(field string, items []string) {
	w.expect(field, inJSON(items))
	simple := true
	for _, item := range items {
		simple = simple && plainInYAML(item)
	}
	switch style := w.rnd.IntN(4); {
	case style == 0 && simple && len(items) > 0:
		w.line("%s: %s", field, strings.Join(items, ", "))
	case style == 1:
		w.line("%s: '%s'", field, strings.ReplaceAll(inJSON(items), "'", "''"))
	case style == 2 && len(items) > 0:
		w.line("%s:", field)
		for _, item := range items {
			w.line("  - %s", inJSON(item))
		}
	default:
		w.line("%s: %s", field, inJSON(items))
	}
}

// some returns a few members of a list, without repetition.
func (w *legacyWriter) some(list []string) []string {
	out := []string{}
	for _, i := range w.rnd.Perm(len(list))[:w.rnd.IntN(min(3, len(list)+1))] {
		out = append(out, list[i])
	}
	return out
}

func (w *legacyWriter) lists(contexts []string) {
	if w.chance(0.6) {
		w.list("tags", w.some(append([]string{"a,b", "it's", "é", "\"x\""}, areas...)))
	}
	if w.chance(0.4) {
		w.list("requires_context", w.some(contexts[:2]))
	}
	if w.chance(0.4) {
		w.list("optional_context", w.some(contexts[2:]))
	}
}

func (w *legacyWriter) policy() {
	for _, field := range []string{"network_allowed", "external_upload_allowed", "secrets_allowed", "requires_human_approval"} {
		if w.chance(0.3) {
			spelling := w.pick([]string{"true", "True", `"true"`, "false", "FALSE", `'false'`})
			w.line("%s: %s", field, spelling)
			w.expect(field, strings.ToLower(strings.Trim(spelling, `"'`)))
		}
	}
	for _, field := range []string{"allowed_data", "forbidden_inputs", "approved_network_destinations", "approved_upload_destinations"} {
		if w.chance(0.2) {
			w.list(field, w.some([]string{"public", "internal", "api.example.com"}))
		}
	}
	if w.chance(0.2) {
		w.text("security_profile", "restricted")
	}
}

// standard adds what of the canonical format stands already.
func (w *legacyWriter) standard(name string) {
	if w.chance(0.4) {
		w.line("name: %s", name)
	}
	fields := w.skill.Fields
	switch w.rnd.IntN(3) {
	case 0:
		fields["description"] = "Reviews plans: all of them. Use when a plan is ready."
		w.line("description: %s", inJSON(fields["description"]))
	case 1:
		fields["description"] = "Use this skill when a plan is ready; it changed. Do not use this skill when it is secret."
		w.line("when_to_use: [a plan is ready, it changed]\nwhen_not_to_use: it is secret")
	default:
		fields["description"] = "Reviews plans of all kinds. Use this skill when a plan is ready."
	}
	if w.chance(0.3) {
		fields["license"] = w.pick([]string{"MIT", "2.0", "See LICENSE: all"})
		w.line("license: %s", inJSON(fields["license"]))
	}
	if w.chance(0.3) {
		fields["compatibility"] = w.pick([]string{"yes", "Needs git # and time"})
		w.line("compatibility: %s", inJSON(fields["compatibility"]))
	}
	if w.chance(0.3) {
		fields["allowed-tools"] = "Read Grep"
		w.line("allowed-tools: Read Grep")
	}
}

func (w *legacyWriter) vendor() {
	if !w.chance(0.4) {
		return
	}
	w.line("metadata:")
	for _, entry := range [][2]string{{"vendor.key", "x: y"}, {"renma.unknown", "kept"}, {"empty", ""}, {"yes", "no"}, {"multi", "a\nb\n"}} {
		key, value := entry[0], entry[1]
		if w.chance(0.6) || key == "empty" {
			w.line("  %s: %s", inJSON(key), inJSON(value))
			w.skill.Metadata[key] = value
		}
	}
}

func (w *legacyWriter) render() {
	newline := w.pick([]string{"\n", "\n", "\r\n"})
	s := &w.skill
	s.Body = strings.ReplaceAll("# Title\n\nReviews plans of all kinds. Use this skill when a plan is ready.\n\n- one \n- two", "\n", newline)
	if w.chance(0.8) {
		s.Body += newline
	}
	if w.chance(0.1) {
		s.Source = "\ufeff"
	}
	s.Source += strings.Join(append(append([]string{"---"}, w.lines...), "---", s.Body), newline)
}
