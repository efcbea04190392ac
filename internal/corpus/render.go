package corpus

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

var (
	areas      = strings.Fields("testing payments release platform mobile security data docs support infra search growth identity billing analytics frontend backend compliance design observability")
	actions    = strings.Fields("review draft plan audit migrate validate prepare compare trace refactor document estimate inspect rotate profile simulate")
	objects    = strings.Fields("spec incident changelog schema pipeline invoice dashboard policy contract dataset endpoint rollout runbook fixture translation experiment alert")
	teams      = strings.Fields("qa-platform payments-core developer-experience maintainers security-guild data-platform mobile-team docs-team")
	exclusions = []string{"implementation", "final approval", "publication", "production changes"}
	vocabulary = strings.Fields("the request evidence owner boundary value record state retry limit input output decision question review step reader change release version schema field target explicit missing accepted human report file section example before after each when stable draft context table list path status window budget payload message consumer failure timeout complete local shared narrow")
)

const faultKinds = 6

func (g *generator) render() Tree {
	t := Tree{"README.md": "# Generated repository\n\nMade for measurements; no workflow here is real.\n"}
	t["renma.config.jsonc"] = "{\n  // Written by the corpus generator.\n  \"fail_on\": \"high\"" + map[bool]string{
		false: ",\n  \"skill_discovery\": { \"adopted\": true, \"ci_policy\": \"warn\" }"}[g.opt.NotAdopted] + "\n}\n"
	for _, n := range g.contexts {
		t[n.path()] = n.render()
	}
	for _, s := range g.skills {
		t[s.path()] = s.render()
		for i := range s.references {
			text := newProse(s.seed + uint64(i) + 1)
			t[fmt.Sprintf("%s/references/part-%d.md", s.dir(), i)] = "# Part\n\n" + text.paragraphs(1200)
		}
		if s.script {
			t[s.dir()+"/scripts/check.py"] = "#!/usr/bin/env python3\n\"\"\"Checks the inputs.\"\"\"\nprint('ok')\n"
		}
	}
	return t
}

func (n *note) render() string {
	text := newProse(n.seed)
	return fmt.Sprintf("---\nid: %s\nowner: %s\nstatus: stable\ntags: [%s, shared]\nwhen_to_use:\n  - judging a %s\nwhen_not_to_use:\n  - work outside %s\n---\n\n# %s\n\n%s%s",
		n.id(), n.owner, n.domain, n.name, n.domain, n.name, text.paragraphs(900+int(n.seed%3000)), n.extra)
}

func (s *skill) render() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("---")
	line("name: %s", map[bool]string{true: "Wrong_Name", false: s.name}[s.fault == 1])
	if s.fault != 2 {
		line("description: %s", s.description)
	}
	if s.fault == 3 {
		line("priority: high")
	}
	if s.fault == 4 {
		line("license: 2.0")
	}
	line("metadata:")
	line("  renma.id: %s", s.id())
	line("  renma.owner: %s", s.owner)
	line("  renma.version: \"%d.0\"", s.version)
	if s.fault == 5 {
		line("  renma.version: \"%d.0\"", s.version)
	}
	if s.fault == 6 {
		line("  renma.priority: 1")
	}
	if s.status != "" {
		line("  renma.status: %s", s.status)
	}
	if s.status == "suspended" {
		line("  renma.status-reason: Waits for a decision of the owner")
		line("  renma.status-changed-at: \"2026-03-02\"")
	}
	line("  renma.purpose: Gives the %s team one reviewed next step", s.domain)
	line("  renma.tags: '[\"%s\",\"review\"]'", s.domain)
	line("  renma.last-reviewed-at: \"2026-06-01\"")
	line("  renma.requires-context: '%s'", jsonList(s.requires))
	if s.published {
		line("  renma.published-entrypoint: \"true\"")
	}
	if len(s.routes) > 0 {
		line("  renma.continues-with: '%s'", jsonList(s.routes))
	}
	line("---")
	b.WriteString(s.body())
	b.WriteString(s.extra)
	return b.String()
}

func (s *skill) body() string {
	text := newProse(s.seed)
	var b strings.Builder
	fmt.Fprintf(&b, "\n# %s\n\n%s\n## Hard constraints\n\n- Never publish a result without the owner. Ask for a decision instead.\n\n## Procedure\n\n", s.name, text.paragraphs(700))
	for i := range 3 + int(s.seed%4) {
		fmt.Fprintf(&b, "%d. %s\n", i+1, text.sentence())
	}
	for i := range s.references {
		fmt.Fprintf(&b, "\nSee [part %d](references/part-%d.md) for the details.\n", i, i)
	}
	if s.script {
		b.WriteString("\n```sh\n# not a heading\npython3 scripts/check.py --all\n```\n")
	}
	fmt.Fprintf(&b, "\n| case | answer |\n| --- | --- |\n| %s | %s |\n\n> %s\n\n## Completion\n\n%s", text.words(3), text.words(4), text.sentence(), text.paragraphs(800+int(s.seed%2600)))
	return b.String()
}

func jsonList(items []string) string {
	if len(items) == 0 {
		return "[]"
	}
	return `["` + strings.Join(items, `","`) + `"]`
}

// prose draws filler text from its own source, so that one changed Skill does
// not change the text of the others.
type prose struct{ rnd *rand.Rand }

func newProse(seed uint64) prose { return prose{rand.New(rand.NewPCG(seed, 7))} }

func (p prose) words(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = vocabulary[p.rnd.IntN(len(vocabulary))]
	}
	return strings.Join(out, " ")
}

func (p prose) sentence() string {
	w := p.words(8 + p.rnd.IntN(8))
	return strings.ToUpper(w[:1]) + w[1:] + "."
}

// paragraphs returns at least n bytes in paragraphs of four sentences.
func (p prose) paragraphs(n int) string {
	var b strings.Builder
	for b.Len() < n {
		for range 4 {
			b.WriteString(p.sentence())
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	return b.String()
}
