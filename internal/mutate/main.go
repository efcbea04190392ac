// Command mutate changes the rules of a package in one place at a time and
// reports the changes that no test notices.
//
//	go run ./internal/mutate [-n 200] [-seed 1] [-from report] [./discovery ./agentskills]
//
// Conditions are negated, boundaries of comparisons moved, && and || swapped,
// whole numbers raised by one, early ways out dropped. All mutants of a package
// are compiled into one test program, asleep, so each costs one run of the tests.
// A mutant that survives the tests of its package meets the conformance cases. A
// run that does not end counts as killed. -n takes a sample, the same for the same
// -seed; -from takes the survivors that an earlier report names.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutate: ")
	n := flag.Int("n", 0, "number of mutants of each package, 0 for all")
	seed := flag.Uint64("seed", 1, "seed of the sample")
	cases := flag.Bool("cases", true, "whether survivors meet the conformance cases")
	from := flag.String("from", "", "report whose survivors are tried again")
	flag.Parse()
	o := options{n: *n, seed: *seed, cases: *cases}
	packages := flag.Args()
	if len(packages) == 0 {
		packages = []string{"./discovery", "./agentskills"}
	}
	if *from != "" {
		report, err := os.ReadFile(*from)
		if err != nil {
			log.Fatal(err)
		}
		o.report = string(report)
	}
	tmp, err := os.MkdirTemp("", "mutate")
	if err == nil {
		defer os.RemoveAll(tmp)
		for _, pkg := range packages {
			if err = mutatePackage(tmp, pkg, o); err != nil {
				break
			}
		}
	}
	if err != nil {
		os.RemoveAll(tmp)
		log.Fatal(err)
	}
}

// helper is the file that each mutated package gets.
const helper = `package %s

import (
	"os"
	"strconv"
)

var mutantChosen, _ = strconv.Atoi(os.Getenv("RENMA_MUTANT"))

func mutantIs(n int) bool { return mutantChosen == n }

func mutantOne(n int) int {
	if mutantChosen == n {
		return 1
	}
	return 0
}
`

// subject is a package with its mutants.
type subject struct {
	dir     string // absolute
	pkg     string
	sources map[string]string // by base name
	mutants []*mutant
	tmp     string
}

func mutatePackage(tmp, pkg string, o options) error {
	s, err := load(tmp, pkg)
	if err != nil {
		return err
	}
	own, err := s.build(pkg)
	if err != nil {
		return err
	}
	suites := []suite{own}
	if o.cases {
		other, err := s.build("./cmd/renma")
		if err != nil {
			return err
		}
		other.only = "^TestConformance$"
		suites = append(suites, other)
	}
	for i := range suites {
		if err := suites[i].calibrate(); err != nil {
			return err
		}
	}
	chosen := s.choose(pkg, o)
	killed := 0
	for _, m := range chosen {
		if slices.ContainsFunc(suites, func(t suite) bool { return t.kills(m) }) {
			killed++
			continue
		}
		fmt.Println(title(pkg, m))
	}
	fmt.Printf("%s: %d of %d mutants killed (%d in all)\n", pkg, killed, len(chosen), len(s.mutants))
	return nil
}

// options say which mutants of a package meet which tests.
type options struct {
	n      int
	seed   uint64
	report string // when set, only the mutants that it names
	cases  bool
}

func title(pkg string, m *mutant) string { return strings.TrimPrefix(pkg, "./") + "/" + m.String() }

// choose returns the mutants that o asks for, in the order of the sources.
func (s *subject) choose(pkg string, o options) []*mutant {
	chosen := slices.Clone(s.mutants)
	if o.report != "" {
		lines := strings.Split(o.report, "\n")
		chosen = slices.DeleteFunc(chosen, func(m *mutant) bool { return !slices.Contains(lines, title(pkg, m)) })
	}
	if o.n > 0 && o.n < len(chosen) {
		r := rand.New(rand.NewPCG(o.seed, 0))
		r.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
		chosen = chosen[:o.n]
		slices.SortFunc(chosen, func(a, b *mutant) int { return a.number - b.number })
	}
	return chosen
}

// load reads the sources of a package and finds its mutants.
func load(tmp, pkg string) (*subject, error) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}\n{{.Name}}\n{{join .GoFiles \"\\n\"}}", pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pkg, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	s := &subject{dir: lines[0], pkg: lines[1], sources: map[string]string{}, tmp: filepath.Join(tmp, lines[1])}
	constants := map[string]bool{}
	for _, name := range lines[2:] {
		source, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			return nil, err
		}
		s.sources[name] = string(source)
		for c := range constantsOf(string(source)) {
			constants[c] = true
		}
	}
	for _, name := range lines[2:] {
		mutants, err := findMutants(name, s.sources[name], constants)
		if err != nil {
			return nil, err
		}
		s.mutants = append(s.mutants, mutants...)
	}
	for i, m := range s.mutants {
		m.number = i + 1
	}
	return s, os.MkdirAll(s.tmp, 0o755)
}

// suite is a test program.
type suite struct {
	program, dir string
	only         string // pattern of the tests that run, empty for all
	timeout      time.Duration
}

var place = regexp.MustCompile(`(?m)^(?:\S*/)?([^/\s:]+\.go):(\d+):`)

// build compiles the tests of a package with all mutants in it. Mutants that do
// not compile are dropped, those that need a type before others.
func (s *subject) build(pkg string) (suite, error) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).Output()
	if err != nil {
		return suite{}, fmt.Errorf("%s: %w", pkg, err)
	}
	t := suite{program: filepath.Join(s.tmp, filepath.Base(pkg)+".test"), dir: strings.TrimSpace(string(dir))}
	for range 10 {
		overlay, err := s.write()
		if err != nil {
			return t, err
		}
		out, err := exec.Command("go", "test", "-c", "-vet=off", "-gcflags=-e", "-overlay", overlay, "-o", t.program, pkg).CombinedOutput()
		if err == nil {
			return t, nil
		}
		before := len(s.mutants)
		for _, m := range place.FindAllStringSubmatch(string(out), -1) {
			line, err := strconv.Atoi(m[2])
			if err == nil {
				s.dropLine(m[1], line)
			}
		}
		if len(s.mutants) == before {
			return t, fmt.Errorf("%s does not compile: %s", pkg, out)
		}
	}
	return t, errors.New("mutants that do not compile remain")
}

// dropLine drops the numbers of a line, or everything when it has none.
func (s *subject) dropLine(file string, line int) {
	at := func(m *mutant) bool { return m.file == file && m.line == line }
	kept := slices.DeleteFunc(slices.Clone(s.mutants), func(m *mutant) bool { return at(m) && m.kind == increment })
	if len(kept) == len(s.mutants) {
		kept = slices.DeleteFunc(kept, at)
	}
	s.mutants = kept
}

// write writes the instrumented sources and the overlay that puts them in place.
func (s *subject) write() (overlay string, err error) {
	replace := map[string]string{}
	put := func(name, text string) error {
		path := filepath.Join(s.tmp, name)
		replace[filepath.Join(s.dir, name)] = path
		return os.WriteFile(path, []byte(text), 0o644)
	}
	if err := put("mutant_helper.go", fmt.Sprintf(helper, s.pkg)); err != nil {
		return "", err
	}
	for name, source := range s.sources {
		var mutants []*mutant
		for _, m := range s.mutants {
			if m.file == name {
				mutants = append(mutants, m)
			}
		}
		if err := put(name, instrument(source, mutants)); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(s.tmp, "overlay.json")
	return overlay, os.WriteFile(overlay, data, 0o644)
}

// calibrate runs the tests without a mutant: they must pass, and what they take
// bounds the runs with one.
func (t *suite) calibrate() error {
	t.timeout = 10 * time.Minute
	start := time.Now()
	if out, err := t.run(0); err != nil {
		return fmt.Errorf("%s fails without a mutant: %w\n%s", t.program, err, out)
	}
	t.timeout = 10*time.Since(start) + 10*time.Second
	return nil
}

func (t suite) kills(m *mutant) bool {
	_, err := t.run(m.number)
	return err != nil
}

// run runs the tests with one mutant awake. A mutant may ask for any memory, so
// that is limited.
func (t suite) run(number int) ([]byte, error) {
	cmd := exec.Command("sh", "-c", `ulimit -v 8000000; exec "$0" "$@"`, t.program, "-test.failfast", "-test.run="+t.only, "-test.timeout", t.timeout.String())
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), "RENMA_MUTANT="+strconv.Itoa(number))
	return cmd.CombinedOutput()
}
