package growth_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/renma/renma"
	"github.com/renma/renma/cireport"
	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// skillsVariable names the size of the repository that TestTasks works on.
const skillsVariable = "RENMA_TEST_SKILLS"

// TestTasks does everything once whose work TestWorkIsLinear counts.
func TestTasks(t *testing.T) {
	skills := 20
	if n, err := strconv.Atoi(os.Getenv(skillsVariable)); err == nil {
		skills = n
	}
	from, to := corpus.Generate(options(skills))
	t.Run("read", func(t *testing.T) {
		repo := open(t, from, nil)
		index := repo.Index()
		focus, err := index.Focus(index.PublishedEntrypointIDs[0])
		if err != nil {
			t.Fatal(err)
		}
		scan := repo.Scan()
		if err := scan.WriteText(io.Discard, renma.TextOptions{All: true}); err != nil {
			t.Fatal(err)
		}
		write(t, scan, repo.Catalog(), index.SkillIndexReport(), index.GraphReport(), focus.GraphReport(), repo.Readiness())
		_ = repo.Catalog().Markdown() + index.SkillIndexReport().Markdown() + index.GraphReport().Mermaid() + repo.Readiness().Markdown()
	})
	t.Run("compare", func(t *testing.T) {
		var cache snapshot.Cache
		diff := diffreport.BuildDiffReport(side("from", open(t, from, &cache)), side("to", open(t, to, &cache)))
		report := cireport.BuildCiReport(diff, cireport.EvaluateCiPolicy(diff.Discovery, cireport.ModeWarn, cireport.ModeWarn))
		write(t, diff, report)
		_ = diff.Markdown() + report.Markdown() + report.Annotations()
	})
}

// options are those of the benchmarks, with faults of all kinds and enough changes
// for the small repository to have some of each kind.
func options(skills int) corpus.Options {
	o := corpus.Default(skills)
	o.Invalid, o.Change = 0.05, 0.1
	return o
}

func open(t *testing.T, tree corpus.Tree, cache *snapshot.Cache) *renma.Repository {
	t.Helper()
	repo, err := renma.OpenFS(t.Context(), named{tree.FS(), tree}, renma.Options{
		Root: "/repository", Now: time.Date(2026, 12, 2, 0, 0, 0, 0, time.UTC), Cache: cache,
	})
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func side(ref string, r *renma.Repository) diffreport.Side {
	return diffreport.Side{Ref: ref, Commit: ref, Snapshot: r.Snapshot(), Index: r.Index()}
}

func write(t *testing.T, documents ...any) {
	t.Helper()
	for _, d := range documents {
		if err := textio.EncodeJSON(io.Discard, d); err != nil {
			t.Fatal(err)
		}
	}
}

// named tells contents apart without reading them, as a commit does.
type named struct {
	fs.FS
	tree corpus.Tree
}

func (n named) ReadLink(name string) (string, error) {
	return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
}

func (n named) Lstat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(n.FS, name)
	if err != nil {
		return nil, err
	}
	return content{info, n.tree[name]}, nil
}

// content is the information about a file with its text.
type content struct {
	fs.FileInfo
	text string
}

func (c content) Sys() any          { return c }
func (c content) ContentID() string { return fmt.Sprintf("%x", sha256.Sum256([]byte(c.text))) }
