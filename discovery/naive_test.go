package discovery

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/renma/renma/snapshot"
)

// model is a repository as its generator means it, for the naive
// implementation of discovery below. It knows nothing of files.
type model struct {
	adopted  bool
	contexts []string // names
	skills   []modelSkill
}

type modelSkill struct {
	name, id  string // an empty id is left out of the file
	status    snapshot.Status
	invalid   bool
	published bool
	targets   []string // nil: no field
}

func (s *modelSkill) path() string { return "skills/" + s.name + "/SKILL.md" }

// effective is the id in force.
func (s *modelSkill) effective() string {
	if s.invalid || s.id == "" {
		return s.path()
	}
	return s.id
}

func (s *modelSkill) active() bool {
	return s.invalid || s.status == "" || s.status == "stable" || s.status == "experimental"
}

// generate makes a model; pick(n) returns a number below n.
func generate(pick func(n int) int) model {
	m := model{adopted: pick(2) == 0}
	for i := range pick(3) {
		m.contexts = append(m.contexts, fmt.Sprint("c", i))
	}
	n := 1 + pick(8)
	path := func() string { return fmt.Sprintf("skills/s%d/SKILL.md", pick(n)) }
	for i := range n {
		s := modelSkill{name: fmt.Sprint("s", i), id: fmt.Sprint("skill.s", i)}
		switch pick(12) {
		case 0:
			s.id = ""
		case 1:
			s.id = "skill.shared"
		case 2:
			s.id = path()
		case 3:
			s.id = "context.c0"
		}
		s.status = []snapshot.Status{"", "", "", "stable", "experimental", "suspended", "revoked", "deprecated", "archived"}[pick(9)]
		s.invalid = pick(10) == 0
		s.published = pick(3) == 0
		if pick(4) > 0 {
			s.targets = []string{}
			for range pick(4) {
				target := fmt.Sprint("skill.s", pick(n))
				switch pick(10) {
				case 0:
					target = path()
				case 1:
					target = "./" + path()
				case 2:
					target = []string{"gone", "/gone", "../gone", "skill.shared", "context.c0", "contexts/c1.md"}[pick(6)]
				}
				s.targets = append(s.targets, target)
			}
		}
		m.skills = append(m.skills, s)
	}
	return m
}

// files writes the model out.
func (m model) files() tree {
	t := tree{}
	if m.adopted {
		t.adopted()
	}
	for _, c := range m.contexts {
		t.context(c)
	}
	for _, s := range m.skills {
		var metadata []string
		if s.status != "" {
			metadata = append(metadata, status(s.status))
		}
		if s.published {
			metadata = append(metadata, published())
		}
		if s.targets != nil {
			metadata = append(metadata, continues(s.targets...))
		}
		if s.invalid {
			metadata = append(metadata, "renma.number: 1")
		}
		t.skillWithID(s.name, s.id, metadata...)
	}
	return t
}

// naive is what a straightforward reading of contract 03 section 2 says.
type naive struct {
	Resolution, Target, Reasons map[string]string // by "path index"
	Reach                       map[string]string // by path
	Structure                   map[string]string // by path
	Cycles                      []string
	Missed                      int // diagnostics
}

// asset is a Skill or a context.
type asset struct {
	path, id string
	skill    *modelSkill
}

func (m model) assets() []asset {
	var out []asset
	for i := range m.skills {
		out = append(out, asset{m.skills[i].path(), m.skills[i].effective(), &m.skills[i]})
	}
	for _, c := range m.contexts {
		out = append(out, asset{"contexts/" + c + ".md", "context." + c, nil})
	}
	return out
}

func (m model) unique(id string) bool {
	n := 0
	for _, a := range m.assets() {
		if a.id == id {
			n++
		}
	}
	return n == 1
}

func (m model) eligible(s *modelSkill) bool {
	return !s.invalid && s.active() && m.unique(s.effective())
}

func (m model) solve() naive {
	out := naive{map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, nil, 0}
	edge := make(matrix, len(m.skills))
	for i := range m.skills {
		edge[i] = make([]bool, len(m.skills))
		for j := range m.skills[i].targets {
			m.solveRoute(out, edge, i, j)
		}
	}
	distance := edge.distances()
	isEntry := func(i int) bool { return m.skills[i].published && m.eligible(&m.skills[i]) }
	evaluated := false
	for i := range m.skills {
		evaluated = evaluated || isEntry(i)
	}
	for j := range m.skills {
		s := &m.skills[j]
		incoming, outgoing := false, slices.Contains(edge[j], true)
		var sources []string
		depth := unreached
		for i := range m.skills {
			incoming = incoming || edge[i][j]
			if d := distance[i][j]; isEntry(i) && d != unreached {
				sources = append(sources, m.skills[i].effective())
				if depth == unreached || d < depth {
					depth = d
				}
			}
		}
		slices.Sort(sources)
		root := m.eligible(s) && !incoming
		out.Structure[s.path()] = fmt.Sprint(root, root && !outgoing, root && !isEntry(j))
		switch {
		case !evaluated || !m.eligible(s):
			out.Reach[s.path()] = "not-evaluated"
		case sources == nil:
			out.Reach[s.path()] = "not-reached"
			if m.adopted {
				out.Missed++
			}
		default:
			out.Reach[s.path()] = fmt.Sprint("reachable ", sources, depth)
		}
	}
	out.Cycles = m.solveCycles(edge, distance)
	return out
}

// solveRoute resolves and judges one route, and draws its edge.
func (m model) solveRoute(out naive, edge matrix, i, j int) {
	s := &m.skills[i]
	key := fmt.Sprint(s.path(), " ", j)
	resolution, target, reasons := m.judge(s, j)
	for before := range j {
		r, t, _ := m.judge(s, before)
		if r == resolution && t == target && (r == "resolved" || r == "unresolved") {
			reasons = append(reasons, "duplicate-declaration")
			break
		}
	}
	out.Resolution[key], out.Target[key], out.Reasons[key] = resolution, target, fmt.Sprint(reasons)
	if len(reasons) == 0 {
		for k := range m.skills {
			if m.skills[k].path() == target {
				edge[i][k] = true
			}
		}
	}
}

// judge returns what a target names and every reason but repetition.
func (m model) judge(s *modelSkill, j int) (resolution, target string, reasons []string) {
	value, rejected := NormalizeTarget(s.targets[j])
	var byID, all []asset
	for _, a := range m.assets() {
		if rejected == "" && a.id == value {
			byID = append(byID, a)
		}
		if rejected == "" && (a.id == value || a.path == value) {
			all = append(all, a)
		}
	}
	var t *modelSkill
	switch {
	case len(all) == 0:
		resolution, target = "unresolved", value
	case len(byID) > 1 || len(all) > 1:
		resolution, target = "ambiguous", ""
	case all[0].skill == nil:
		resolution, target = "wrong-kind", all[0].path
	default:
		t = all[0].skill
		resolution, target = "resolved", all[0].path
	}
	for _, c := range []struct {
		when   bool
		reason string
	}{
		{s.invalid, "invalid-source"},
		{t != nil && t.invalid, "invalid-target"},
		{!s.active(), "inactive-source"},
		{t != nil && !t.active(), "inactive-target"},
		{!m.unique(s.effective()), "duplicate-source-id"},
		{t != nil && !m.unique(t.effective()), "duplicate-target-id"},
		{resolution == "wrong-kind", "wrong-kind"},
		{resolution == "ambiguous", "ambiguous-target"},
		{resolution == "unresolved", "unresolved-target"},
	} {
		if c.when {
			reasons = append(reasons, c.reason)
		}
	}
	return resolution, target, reasons
}

// solveCycles groups Skills that reach each other.
func (m model) solveCycles(edge matrix, distance [][]int) []string {
	var out []string
	for i := range m.skills {
		var members []string
		first := true
		for j := range m.skills {
			if distance[i][j] != unreached && distance[j][i] != unreached {
				members = append(members, m.skills[j].effective())
				first = first && j >= i
			}
		}
		if first && (len(members) > 1 || edge[i][i]) {
			slices.Sort(members)
			out = append(out, fmt.Sprint(members, len(members) == 1))
		}
	}
	slices.Sort(out)
	return out
}

// reduce brings an index into the form of the naive implementation.
func reduce(x *Index) naive {
	out := naive{map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, nil, 0}
	for _, r := range x.Routes {
		key := fmt.Sprint(r.SourcePath, " ", r.DeclarationIndex)
		out.Resolution[key], out.Reasons[key] = string(r.Resolution), fmt.Sprint(r.UsabilityReasons)
		switch {
		case r.ResolvedTarget != nil:
			out.Target[key] = r.ResolvedTarget.SourcePath
		case r.Resolution == Unresolved:
			out.Target[key] = r.NormalizedTarget
		default:
			out.Target[key] = ""
		}
	}
	for _, s := range x.Skills {
		out.Structure[s.SourcePath] = fmt.Sprint(s.StructuralRoot, s.Standalone, s.Unrouted)
		out.Reach[s.SourcePath] = string(s.Reachability.State)
		if s.Reachability.State == Reachable {
			out.Reach[s.SourcePath] = fmt.Sprint("reachable ", s.Reachability.SourceEntrypointIDs, *s.Reachability.MinimumDepth)
		}
	}
	for _, c := range x.Cycles {
		out.Cycles = append(out.Cycles, fmt.Sprint(c.SkillIDs, c.SelfLoop))
	}
	slices.SortFunc(out.Cycles, cmp.Compare)
	for i := range x.Diagnostics {
		if x.Diagnostics[i].Code == codeUnreachable {
			out.Missed++
		}
	}
	return out
}

func TestIndexAgreesWithNaiveImplementation(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for round := range 1000 {
		m := generate(rnd.IntN)
		x := prepare(t, m.files())
		if diff := gocmp.Diff(m.solve(), reduce(x)); diff != "" {
			t.Fatalf("round %d, model %+v (-want +got):\n%s", round, m, diff)
		}
		for _, s := range x.Skills {
			if part, err := x.Focus(s.SourcePath); err == nil {
				checkFocus(t, x, part)
			}
		}
	}
}
