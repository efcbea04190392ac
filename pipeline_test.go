package renma_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/renma/renma"
	"github.com/renma/renma/cireport"
	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/schemas"
	"github.com/renma/renma/snapshot"
)

// outputs are everything that renma says about two states of a repository:
// documents as JSON by the id of their schema, and texts for people by a name.
type outputs struct{ documents, texts map[string]string }

// everything reads two states and makes every document and text about them. The
// error is that of reading one of them.
func everything(t *testing.T, from, to fs.FS) (outputs, error) {
	t.Helper()
	opts := renma.Options{Root: "/repo", Now: today}
	old, repo, err := openBoth(from, to, opts)
	if err != nil {
		return outputs{}, err
	}
	diff, ci := compareRead(side("from", old), side("to", repo))
	scan, catalog, checks := repo.Scan(), repo.Catalog(), repo.Readiness()
	index, graph := repo.Index().SkillIndexReport(), repo.Index().GraphReport()
	out := outputs{
		documents: map[string]string{
			"renma.scan.v1": encode(t, scan), "renma.catalog.v1": encode(t, catalog), "renma.skill-index.v1": encode(t, index),
			"renma.graph.v1": encode(t, graph), "renma.readiness.v2": encode(t, checks), "renma.diff.v1": encode(t, diff),
			"renma.ci-report.v1": encode(t, ci),
		},
		texts: map[string]string{
			"catalog": catalog.Markdown(), "skill-index": index.Markdown(), "graph": graph.Markdown(), "mermaid": graph.Mermaid(),
			"dot": graph.DOT(), "readiness": checks.Markdown(), "diff": diff.Markdown(), "ci-report": ci.Markdown(), "annotations": ci.Annotations(),
		},
	}
	var text strings.Builder
	if err := scan.WriteText(&text, renma.TextOptions{Strict: true}); err != nil {
		t.Fatal(err)
	}
	out.texts["scan"] = text.String()
	for _, skill := range repo.Snapshot().Skills {
		focus, err := repo.Index().Focus(skill.File.Path)
		var fault *discovery.FocusError
		switch {
		case errors.As(err, &fault): // another Skill has this path as its id
		case err != nil:
			t.Fatal(err)
		default:
			out.texts["focus"] += focus.SkillIndexReport().Markdown()
		}
	}
	opts.MetadataOnly = true
	if old, repo, err = openBoth(from, to, opts); err != nil {
		t.Fatal(err)
	}
	diff, ci = compareRead(briefSide("from", old), briefSide("to", repo))
	for id, document := range map[string]any{"renma.catalog.v1": repo.Catalog(), "renma.diff.v1": diff, "renma.ci-report.v1": ci} {
		if d := cmp.Diff(out.documents[id], encode(t, document)); d != "" {
			t.Errorf("%s of the metadata alone (-all +metadata):\n%s", id, d)
		}
	}
	return out, nil
}

func openBoth(from, to fs.FS, opts renma.Options) (old, repo *renma.Repository, err error) {
	if old, err = renma.OpenFS(context.Background(), from, opts); err == nil {
		repo, err = renma.OpenFS(context.Background(), to, opts)
	}
	return old, repo, err
}

func compareRead(from, to diffreport.Side) (*diffreport.Report, *cireport.Report) {
	diff := diffreport.BuildDiffReport(from, to)
	return diff, cireport.BuildCiReport(diff, cireport.EvaluateCiPolicy(diff.Discovery, policy(from), policy(to)))
}

func side(ref string, r *renma.Repository) diffreport.Side {
	return diffreport.Side{Ref: ref, Commit: ref, Snapshot: r.Snapshot(), Index: r.Index()}
}

// briefSide is [side] with no more of an index than a comparison needs.
func briefSide(ref string, r *renma.Repository) diffreport.Side {
	return diffreport.Side{Ref: ref, Commit: ref, Snapshot: r.Snapshot(), Index: discovery.PrepareComparison(r.Snapshot())}
}

func policy(s diffreport.Side) cireport.Mode {
	return cireport.Mode(s.Snapshot.Config.SkillDiscovery.CIPolicy)
}

// check holds what is promised of every output, whatever the repository: each
// document follows its schema, and nothing in a text acts on a terminal, ends a
// line or reorders it.
func (o outputs) check(t *testing.T) {
	t.Helper()
	for id, document := range o.documents {
		if err := schemas.Validate(id, []byte(document)); err != nil {
			t.Errorf("%v", err)
		}
		for line := range strings.Lines(document) {
			if at := live(strings.TrimSuffix(line, "\n")); at != "" {
				t.Errorf("%s: %q is live in %q", id, at, line)
			}
		}
	}
	for name, text := range o.texts {
		for line := range strings.Lines(text) {
			if at := live(strings.TrimSuffix(line, "\n")); at != "" {
				t.Errorf("%s: %q is live in %q", name, at, line)
			}
		}
	}
}

// live returns the first thing in a line that a terminal would obey, "" without
// any. U+2028 and U+2029 only end a line for some editors, and JSON has them.
func live(line string) string {
	for i, r := range line {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(line[i:], "\ufffd"),
			r < ' ', r >= 0x7f && r < 0xa0,
			strings.ContainsRune("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", r):
			return string(r)
		}
	}
	return ""
}

// reversed lists directories in another order and reports no links.
type reversed struct{ fs.FS }

func (r reversed) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(r.FS, name)
	slices.Reverse(list)
	return list, err
}

// archiveTrees turns a txtar archive into two states of a repository. Files
// below "from/" are the old one; the new one has every other file.
func archiveTrees(data []byte) (from, to fstest.MapFS) {
	from, to = fstest.MapFS{}, fstest.MapFS{}
	for _, f := range txtar.Parse(data).Files {
		name, old := strings.CutPrefix(f.Name, "from/")
		if !fs.ValidPath(name) || name == "." {
			continue
		}
		file := &fstest.MapFile{Data: f.Data}
		if target, ok := strings.CutPrefix(string(f.Data), "-> "); ok {
			file = &fstest.MapFile{Data: []byte(strings.TrimSpace(target)), Mode: fs.ModeSymlink}
		}
		if old {
			put(from, name, file)
		} else {
			put(to, name, file)
		}
	}
	return from, to
}

// put adds a file unless a file and a directory would share a path.
func put(tree fstest.MapFS, name string, file *fstest.MapFile) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if tree[dir] != nil {
			return
		}
	}
	for other := range tree {
		if strings.HasPrefix(other, name+"/") {
			return
		}
	}
	tree[name] = file
}

// archiveOf is the archive that archiveTrees reads a case from.
func archiveOf(c *conformance.Case) []byte {
	var a txtar.Archive
	add := func(dir string, files []conformance.File) {
		for _, f := range files {
			data := f.Data
			if f.Link {
				data = append([]byte("-> "), data...)
			}
			a.Files = append(a.Files, txtar.File{Name: dir + f.Path, Data: data})
		}
	}
	add("from/", c.From)
	add("", c.To)
	add("", c.Tree)
	return txtar.Format(&a)
}

// FuzzDocuments reads any archive as two states of a repository and checks all
// documents and texts about them: they follow their schemas, nothing in them is
// live, and reading everything again in another order changes no byte.
func FuzzDocuments(f *testing.F) {
	cases, err := conformance.ReadAll("testdata/conformance")
	if err != nil {
		f.Fatal(err)
	}
	for i := range cases {
		if data := archiveOf(&cases[i]); len(data) < 4000 && (i%6 == 0 || cases[i].Expect != "") {
			f.Add(data)
		}
	}
	for _, h := range hostileTrees {
		if data := []byte(h.archive); len(data) < 4000 {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 16<<10 || bytes.Contains(data, []byte("-- --")) { // on which txtar.Parse panics
			t.Skip()
		}
		from, to := archiveTrees(data)
		got, err := everything(t, from, to)
		if err != nil {
			var config *snapshot.ConfigError
			if !errors.As(err, &config) || textio.Terminal(err.Error()) != err.Error() {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		got.check(t)
		again, err := everything(t, reversed{from}, reversed{to})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got.documents, again.documents); diff != "" {
			t.Errorf("documents change (-first +second):\n%s", diff)
		}
		if diff := cmp.Diff(got.texts, again.texts); diff != "" {
			t.Errorf("texts change (-first +second):\n%s", diff)
		}
	})
}
