package renma_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/renma/renma"
	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/internal/textio"
)

// source is one SKILL.md.
type source struct {
	path string
	text []byte
}

func sources(skills int) (list []source) {
	tree, _ := corpus.Generate(corpus.Default(skills))
	for _, path := range tree.Paths() {
		if strings.HasSuffix(path, "/"+agentskills.Filename) {
			list = append(list, source{path, []byte(tree[path])})
		}
	}
	return list
}

// benchSources runs work on every SKILL.md of each corpus.
func benchSources(b *testing.B, work func(source)) {
	corpus.Bench(b, func(b *testing.B, skills int) {
		list := sources(skills)
		corpus.Measure(b, skills, func() {
			for _, s := range list {
				work(s)
			}
		})
	})
}

func BenchmarkParse(b *testing.B) {
	benchSources(b, func(s source) { frontmatter.Parse(s.text, frontmatter.SkillEnvelope) })
}

func BenchmarkValidate(b *testing.B) {
	benchSources(b, func(s source) { agentskills.ValidateSkill(s.path, s.text) })
}

// pair reads the two states of a corpus and prepares their indexes.
func pair(b *testing.B, skills int) (from, to *renma.Repository) {
	b.Helper()
	trees := [2]corpus.Tree{}
	trees[0], trees[1] = corpus.Generate(corpus.Default(skills))
	var repos [2]*renma.Repository
	for i := range trees {
		repo, err := renma.OpenFS(context.Background(), trees[i].FS(), renma.Options{Root: "/repository", Now: today})
		if err != nil {
			b.Fatal(err)
		}
		repo.Index()
		repos[i], trees[i] = repo, nil
	}
	return repos[0], repos[1]
}

// BenchmarkDiff compares two snapshots that are there already; see BenchmarkCompare
// for the whole of it.
func BenchmarkDiff(b *testing.B) {
	corpus.Bench(b, func(b *testing.B, skills int) {
		from, to := pair(b, skills)
		corpus.Measure(b, skills, func() { diffreport.BuildDiffReport(side("from", from), side("to", to)) })
	})
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// BenchmarkRender writes reports that are there already. Documents may hold more
// about each Skill where there are more of them, so it also tells their size.
func BenchmarkRender(b *testing.B) {
	corpus.Bench(b, func(b *testing.B, skills int) {
		from, to := pair(b, skills)
		scan, index, diff := to.Scan(), to.Index().SkillIndexReport(), diffreport.BuildDiffReport(side("from", from), side("to", to))
		focus, err := to.Index().Focus(to.Index().PublishedEntrypointIDs[0])
		if err != nil {
			b.Fatal(err)
		}
		asJSON := func(v any) func(io.Writer) error {
			return func(w io.Writer) error { return textio.EncodeJSON(w, v) }
		}
		for _, form := range []struct {
			name  string
			write func(io.Writer) error
		}{
			{"scan-json", asJSON(scan)},
			{"index-json", asJSON(index)},
			{"diff-json", asJSON(diff)},
			{"scan-text", func(w io.Writer) error { return scan.WriteText(w, renma.TextOptions{All: true}) }},
			{"focus-mermaid", func(w io.Writer) error {
				_, err := io.WriteString(w, focus.GraphReport().Mermaid())
				return err
			}},
		} {
			b.Run(form.name, func(b *testing.B) {
				var size counter
				corpus.Measure(b, skills, func() {
					size = 0
					if err := form.write(&size); err != nil {
						b.Fatal(err)
					}
				})
				b.ReportMetric(float64(size)/float64(skills), "written/skill")
			})
		}
	})
}

// BenchmarkCompare reads and compares two commits that differ in 2% of their
// Skills, and beside it one of them, whose index is built. The repository is
// packed.
func BenchmarkCompare(b *testing.B) {
	corpus.Bench(b, func(b *testing.B, skills int) {
		if skills > 1000 {
			b.Skip("git needs minutes to make the repository")
		}
		from, to := corpus.Generate(corpus.Default(skills))
		root := commits(b, testrepo.Files(from), testrepo.Files(to))
		runGit(b, root, "gc", "-q")
		b.Run("index", func(b *testing.B) {
			corpus.Measure(b, skills, func() {
				repo, err := renma.OpenRef(b.Context(), root, "to", renma.Options{})
				if err != nil {
					b.Fatal(err)
				}
				repo.Index().SkillIndexReport()
			})
		})
		b.Run("diff", func(b *testing.B) {
			corpus.Measure(b, skills, func() { compare(b, root, renma.Options{}).Diff() })
		})
	})
}
