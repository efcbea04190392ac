//go:build unix

// Command bench times whole runs of the renma binary against the least work any
// program of its kind must do, on a generated repository, and prints ratios.
//
//	go run ./internal/bench [-skills 1000] [-runs 5]
//
// The floor programs are this binary itself: "floor read DIR" walks and reads
// every file, "floor yaml DIR" also parses each frontmatter with goccy/go-yaml,
// "floor git DIR" reads two refs through one cat-file process. Figures are CPU
// seconds (user and system, children included), the median of the runs, so that
// a ratio holds on a busy machine too.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/renma/renma/internal/corpus"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	if len(os.Args) == 4 && os.Args[1] == "floor" {
		if err := floor(os.Args[2], os.Args[3]); err != nil {
			log.Fatal(err)
		}
		return
	}
	skills := flag.Int("skills", 1000, "skills in the generated repository")
	runs := flag.Int("runs", 5, "runs of each command; the median counts")
	flag.Parse()
	if err := bench(*skills, *runs); err != nil {
		log.Fatal(err)
	}
}

// row is one timed command; its ratio is against the floor named base.
type row struct {
	name, base string
	args       []string
}

var rows = []row{
	{"floor read", "", []string{"floor", "read", "DIR"}},
	{"floor yaml (F)", "", []string{"floor", "yaml", "DIR"}},
	{"floor git (G)", "", []string{"floor", "git", "DIR"}},
	{"skill-index", "floor yaml (F)", []string{"skill-index", "DIR", "--json"}},
	{"scan", "floor yaml (F)", []string{"scan", "DIR", "--json"}},
	{"readiness", "floor yaml (F)", []string{"readiness", "DIR", "--json"}},
	{"diff", "floor git (G)", []string{"diff", "DIR", "--from", "from", "--to", "to", "--json"}},
	{"ci-report", "floor git (G)", []string{"ci-report", "DIR", "--from", "from", "--to", "to", "--json"}},
}

func bench(skills, runs int) error {
	tmp, err := os.MkdirTemp("", "renma-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	repository, renma := filepath.Join(tmp, "repository"), filepath.Join(tmp, "renma")
	if err := prepare(repository, skills); err != nil {
		return err
	}
	if out, err := exec.Command("go", "build", "-trimpath", "-o", renma, "./cmd/renma").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Printf("%d skills, median of %d runs\n\n| command | CPU s | wall s | peak MB | ratio |\n| --- | --- | --- | --- | --- |\n", skills, runs)
	cpu := map[string]time.Duration{}
	for _, r := range rows {
		program := renma
		if r.args[0] == "floor" {
			program = self
		}
		args := slices.Clone(r.args)
		args[slices.Index(args, "DIR")] = repository
		m, err := measure(program, args, runs)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		cpu[r.name] = m.cpu
		ratio := ""
		if r.base != "" {
			ratio = fmt.Sprintf("%.2f × %s", float64(m.cpu)/float64(cpu[r.base]), r.base)
		}
		fmt.Printf("| %s | %.3f | %.3f | %.0f | %s |\n", r.name, m.cpu.Seconds(), m.wall.Seconds(), m.peak, ratio)
	}
	return nil
}

// prepare writes the corpus and commits its two states, packed, as the tags
// from and to.
func prepare(dir string, skills int) error {
	from, to := corpus.Generate(corpus.Default(skills))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	git := func(args ...string) error {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=bench", "-c", "user.email=bench@example.com", "-c", "init.defaultBranch=main", "-c", "gc.auto=0", "-c", "maintenance.auto=false"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
		return nil
	}
	if err := git("init", "-q"); err != nil {
		return err
	}
	for _, state := range []struct {
		tag  string
		tree corpus.Tree
	}{{"from", from}, {"to", to}} {
		for p := range from {
			if _, kept := state.tree[p]; !kept {
				if err := os.Remove(filepath.Join(dir, filepath.FromSlash(p))); err != nil {
					return err
				}
			}
		}
		if err := state.tree.Write(dir); err != nil {
			return err
		}
		for _, args := range [][]string{{"add", "-A"}, {"commit", "-q", "-m", state.tag}, {"tag", state.tag}} {
			if err := git(args...); err != nil {
				return err
			}
		}
	}
	return git("gc", "-q")
}

type measurement struct {
	cpu, wall time.Duration
	peak      float64 // MB, of the largest single process
}

// measure runs the command once to warm up and then runs times. A report that
// ends with exit status 1 is a report; anything higher is a failure.
func measure(program string, args []string, runs int) (measurement, error) {
	var list []measurement
	for i := range runs + 1 {
		cmd := exec.Command(program, args...)
		start := time.Now()
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
			return measurement{}, err
		}
		if i == 0 {
			continue
		}
		state := cmd.ProcessState
		m := measurement{cpu: state.UserTime() + state.SystemTime(), wall: time.Since(start)}
		if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
			m.peak = float64(usage.Maxrss) / 1024
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b measurement) int { return int(a.cpu - b.cpu) })
	return list[len(list)/2], nil
}
