// Package corpus generates repositories of Agent Skills for benchmarks and
// property tests. Equal options give equal bytes.
//
// A corpus is shaped like a real repository of its size: domains below skills/,
// canonical frontmatter, bodies of 2 to 6 KB with headings, lists, tables, quotes
// and fences, references and scripts beside some Skills, shared contexts, and a
// route graph that hangs below a few published entrypoints.
package corpus

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/renma/renma/internal/memfs"
)

// Options size and shape a corpus. Shares are between 0 and 1.
type Options struct {
	Skills, Contexts int
	Seed             uint64
	Change           float64 // share of Skills that differ in the second tree
	Cycle            float64 // share of Skills with a route back to an ancestor
	Unusable         float64 // share of Skills with one route that cannot be used
	Unreached        float64 // share of Skills that no route leads to
	Invalid          float64 // share of Skills with one specification error
	NotAdopted       bool    // leave skill_discovery out of the configuration
}

// Default returns the options of the recorded benchmarks for n Skills.
func Default(n int) Options {
	return Options{Skills: n, Contexts: n / 10, Seed: 1, Change: 0.02, Cycle: 0.01, Unusable: 0.03, Unreached: 0.03}
}

// Tree is a repository in memory: contents by slash-separated path.
type Tree map[string]string

// FS returns the tree as a file system.
func (t Tree) FS() fs.FS { return memfs.New(t) }

// Paths returns the paths of the tree, sorted.
func (t Tree) Paths() []string {
	paths := make([]string, 0, len(t))
	for p := range t {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}

// Write creates every file of the tree below dir.
func (t Tree) Write(dir string) error {
	for _, p := range t.Paths() {
		file := filepath.Join(dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(t[p]), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Generate returns a repository and a later state of it in which about
// Options.Change of the Skills differ.
func Generate(o Options) (from, to Tree) {
	g := &generator{opt: o, rnd: rand.New(rand.NewPCG(o.Seed, uint64(o.Skills)))}
	g.build()
	from = g.render()
	g.change()
	return from, g.render()
}

type generator struct {
	opt      Options
	rnd      *rand.Rand
	skills   []*skill
	contexts []*note
	made     int
}

// skill is one generated Skill; parent is the index of the Skill whose tree
// route leads to it, -1 for none.
type skill struct {
	domain, name, description, status, owner string
	requires, routes                         []string
	published                                bool
	parent, version, references, fault       int
	script                                   bool
	seed                                     uint64
	extra                                    string
}

// note is one generated context.
type note struct {
	domain, name, owner, extra string
	seed                       uint64
}

func (s *skill) id() string   { return "skill." + s.domain + "." + s.name }
func (s *skill) dir() string  { return "skills/" + s.domain + "/" + s.name }
func (s *skill) path() string { return s.dir() + "/SKILL.md" }
func (n *note) id() string    { return "context." + n.domain + "." + n.name }
func (n *note) path() string  { return "contexts/" + n.domain + "/" + n.name + ".md" }

func (s *skill) route(target string) {
	if !slices.Contains(s.routes, target) {
		s.routes = append(s.routes, target)
	}
}

func (g *generator) pick(list []string) string { return list[g.rnd.IntN(len(list))] }
func (g *generator) chance(p float64) bool     { return g.rnd.Float64() < p }

// ref names a Skill by id, or by path one time in five.
func (g *generator) ref(s *skill) string {
	if g.rnd.IntN(5) == 0 {
		return s.path()
	}
	return s.id()
}

func (g *generator) build() {
	for i := range g.opt.Contexts {
		g.contexts = append(g.contexts, &note{
			domain: g.pick(g.domains()), name: fmt.Sprintf("%s-%d", g.pick(objects), i),
			owner: g.pick(teams), seed: g.rnd.Uint64(),
		})
	}
	for range g.opt.Skills {
		g.skills = append(g.skills, g.newSkill())
	}
	g.connect()
}

func (g *generator) domains() []string {
	return areas[:min(len(areas), max(2, g.opt.Skills/25))]
}

func (g *generator) newSkill() *skill {
	area, act, object := g.pick(g.domains()), g.pick(actions), g.pick(objects)
	s := &skill{
		domain: area, name: fmt.Sprintf("%s-%s-%d", act, object, g.made), parent: -1,
		description: fmt.Sprintf("%s%s one %s (case %d) of the %s team and lists what is missing. Use when a %s waits for a decision; do not use for %s.",
			strings.ToUpper(act[:1]), act[1:]+"s", object, g.made, area, object, g.pick(exclusions)),
		status: "stable", owner: g.pick(teams), version: 1 + g.rnd.IntN(9),
		references: g.rnd.IntN(4), script: g.rnd.IntN(5) > 2, seed: g.rnd.Uint64(),
	}
	g.made++
	switch x := g.rnd.Float64(); {
	case x < 0.01:
		s.status = "suspended"
	case x < 0.02:
		s.status = "deprecated"
	case x < 0.03:
		s.status = "archived"
	case x < 0.2:
		s.status = "experimental"
	case x < 0.25:
		s.status = ""
	}
	if len(g.contexts) > 0 {
		for range 1 + g.rnd.IntN(2) {
			if id := g.contexts[g.rnd.IntN(len(g.contexts))].id(); !slices.Contains(s.requires, id) {
				s.requires = append(s.requires, id)
			}
		}
	}
	if g.chance(g.opt.Invalid) {
		s.fault = 1 + g.rnd.IntN(faultKinds)
	}
	return s
}

// connect hangs the Skills below the entrypoints, the first three in a hundred,
// and adds cross routes, cycles and routes that cannot be used.
func (g *generator) connect() {
	entrypoints := max(1, len(g.skills)*3/100)
	for i, s := range g.skills {
		if i < entrypoints {
			s.published, s.status = true, "stable"
			continue
		}
		if g.chance(g.opt.Unreached) {
			continue
		}
		// Parents come from the nearer half, which keeps depth logarithmic.
		low := max(0, i/2-20)
		s.parent = low + g.rnd.IntN(i-low)
		g.skills[s.parent].route(g.ref(s))
	}
	for i, s := range g.skills {
		if ahead := len(g.skills) - i - 1; ahead > 0 && g.chance(0.12) {
			s.route(g.ref(g.skills[i+1+g.rnd.IntN(ahead)]))
		}
		if s.parent >= 0 && g.chance(g.opt.Cycle) {
			s.route(g.skills[s.parent].id())
		}
		if g.chance(g.opt.Unusable) {
			g.addUnusable(s)
		}
	}
}

func (g *generator) addUnusable(s *skill) {
	switch kind := g.rnd.IntN(4); {
	case kind == 0:
		s.route("skill.missing." + s.name)
	case kind == 1:
		s.route("skills/" + s.domain + "/absent-" + s.name + "/SKILL.md")
	case kind == 2 && len(g.contexts) > 0:
		s.route(g.contexts[g.rnd.IntN(len(g.contexts))].id())
	case len(s.routes) > 0:
		s.routes = append(s.routes, s.routes[0])
	}
}

// change edits about Options.Change of the Skills, one kind after the other,
// and one context in fifty.
func (g *generator) change() {
	count := max(1, int(float64(len(g.skills))*g.opt.Change+0.5))
	picked := g.rnd.Perm(len(g.skills))[:min(count, len(g.skills))]
	slices.Sort(picked)
	removed := map[*skill]bool{}
	for k, i := range picked {
		s := g.skills[i]
		switch k % 8 {
		case 0:
			s.extra = "\n## Follow-up\n\n- Record who decided and when.\n"
		case 1:
			s.description = strings.Replace(s.description, "what is missing", "what is still missing", 1)
		case 2:
			s.route(g.skills[g.rnd.IntN(len(g.skills))].id())
		case 3:
			s.status = "suspended"
		case 4:
			if len(s.routes) > 0 {
				s.routes = s.routes[1:]
			}
		case 5:
			added := g.newSkill()
			s.route(added.id())
			g.skills = append(g.skills, added)
		case 6:
			s.owner, s.published = g.pick(teams), s.published && i == 0
		case 7:
			removed[s] = i > 0
		}
	}
	g.skills = slices.DeleteFunc(g.skills, func(s *skill) bool { return removed[s] })
	for i := 0; i < len(g.contexts); i += 50 {
		g.contexts[i].extra = "\nChecked again for the current release.\n"
	}
}
