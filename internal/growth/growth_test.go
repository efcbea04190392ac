// Package growth_test holds renma to work that grows with the repository and no
// faster. Work is how often blocks of code run, which the coverage counters of the
// compiler tell, so that no time is measured and the program itself counts nothing.
package growth_test

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/renma/renma/internal/corpus"
)

const module = "github.com/renma/renma"

// small and large are the two numbers of Skills that are compared.
const small, large = 100, 1000

// TestWorkIsLinear bounds the work for the small and the large repository by the
// same factor of their Skills.
func TestWorkIsLinear(t *testing.T) {
	program := countingProgram(t)
	for _, tt := range []struct {
		task   string
		bounds []bound
	}{
		{"read", []bound{
			{"a file is parsed", 4, "snapshot.newFile", calls},
			{"a frontmatter is parsed", 4, "internal/frontmatter.Parse", calls},
			{"a Skill is judged", 1, "agentskills.ValidateParts", calls},
			{"a path is classified", 6, "snapshot.Classify", calls},
			{"a node or an edge is visited for components", 8, "internal/graph.Components", loops},
			{"a node or an edge is visited for depths", 1.25, "discovery.edges.depths", loops},
			{"a node or an edge is visited for sources", 1.25, "discovery.edges.sources", loops},
		}},
		{"compare", []bound{
			{"a file of two commits is parsed", 4, "snapshot.newFile", calls},
			{"a path of two commits is classified", 9, "snapshot.Classify", calls},
			{"a node or an edge of two commits is visited for components", 16, "internal/graph.Components", loops},
		}},
	} {
		few, many := program.run(t, tt.task, small), program.run(t, tt.task, large)
		for _, b := range tt.bounds {
			b.check(t, few, small)
			b.check(t, many, large)
		}
		few.outgrown(t, many)
		if tt.task == "compare" {
			few.checkShared(t, small)
			many.checkShared(t, large)
		}
	}
}

// checkShared counts the parsed files of two commits: each content of a path is
// parsed once.
func (p profile) checkShared(t *testing.T, skills int) {
	t.Helper()
	from, to := corpus.Generate(options(skills))
	contents := len(from)
	for path, text := range to {
		if from[path] != text {
			contents++
		}
	}
	contents-- // the configuration is read by itself
	if got := calls(p["snapshot.newFile"]); got != contents {
		t.Errorf("%d Skills: %d files are parsed, and there are %d contents", skills, got, contents)
	}
}

// bound says that something happens at most perSkill times for each Skill, as the
// counts of one function tell.
type bound struct {
	what     string
	perSkill float64
	function string
	count    func(*function) int
}

// calls is how often a function was called.
func calls(f *function) int { return f.blocks[0] }

// loops is how often the innermost of its loops went round.
func loops(f *function) int { return slices.Max(f.blocks) }

func (b bound) check(t *testing.T, p profile, skills int) {
	t.Helper()
	f := p[b.function]
	if f == nil {
		t.Fatalf("there is no function %s any more: name the one in which %s", b.function, b.what)
	}
	switch n := b.count(f); {
	case n == 0:
		t.Errorf("%s: never, so that nothing is measured in %s", b.what, b.function)
	case float64(n) > b.perSkill*float64(skills):
		t.Errorf("%d Skills: %s %d times, more than %v times for each Skill", skills, b.what, n, b.perSkill)
	}
}

// capped are functions whose work has a bound that the large repository comes near
// and the small one does not.
var capped = map[string]string{
	"collision.leaderIndex.find":        "maxLeaders for each run of words",
	"collision.similar":                 "maxLeaders for each run of words",
	"discovery.speller.nearest":         "spellerBudget",
	"discovery.spelledName.differences": "spellerBudget",
	"internal/textio.Nearest":           "spellerBudget",
	"internal/textio.distance":          "spellerBudget",
	"internal/textio.fold":              "spellerBudget",
}

// outgrown reports every function that does more work in the large repository than
// sorting would: for ten times the Skills that is fifteen times the work.
func (p profile) outgrown(t *testing.T, many profile) {
	t.Helper()
	const factor, floor = 20, 2 * small // what happens rarely grows by chance
	var names []string
	for name, f := range many {
		if few := p[name]; capped[name] == "" && few != nil && loops(f) > factor*max(loops(few), floor) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		t.Errorf("%s: a block runs %d times for %d Skills and %d times for %d", name, loops(p[name]), small, loops(many[name]), large)
	}
}

// counting is this test program, built to count what it runs.
type counting struct{ path string }

func countingProgram(t *testing.T) counting {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a program")
	}
	path := filepath.Join(t.TempDir(), "growth.test")
	command(t, nil, "go", "test", "-c", "-o", path, "-covermode=atomic", "-coverpkg="+module+"/...", ".")
	return counting{path}
}

func (c counting) run(t *testing.T, task string, skills int) profile {
	t.Helper()
	counts := filepath.Join(t.TempDir(), "counts")
	command(t, []string{skillsVariable + "=" + strconv.Itoa(skills)},
		c.path, "-test.run", "^TestTasks$/^"+task+"$", "-test.coverprofile", counts)
	return readProfile(t, counts)
}

func command(t *testing.T, env []string, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// profile holds the functions that ran, by package and name.
type profile map[string]*function

type function struct {
	blocks []int // how often each block ran, in the order of the source
}

// block is one line of a coverage profile.
type block struct {
	line, column, count int
}

func readProfile(t *testing.T, name string) profile {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]block{}
	for line := range strings.Lines(string(text)) {
		file, rest, ok := strings.Cut(strings.TrimSpace(line), ".go:")
		fields := strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune("., ", r) })
		if !ok || len(fields) != 6 { // the first line
			continue
		}
		var n [6]int
		for i := range n {
			if n[i], err = strconv.Atoi(fields[i]); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		}
		file = strings.TrimPrefix(strings.TrimPrefix(file, module), "/") + ".go"
		files[file] = append(files[file], block{n[0], n[1], n[5]})
	}
	p := profile{}
	for file, blocks := range files {
		slices.SortFunc(blocks, func(a, b block) int { return cmp.Or(a.line-b.line, a.column-b.column) })
		p.add(t, file, blocks)
	}
	return p
}
