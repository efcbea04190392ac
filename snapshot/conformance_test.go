package snapshot_test

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/schemas"
	"github.com/renma/renma/snapshot"
)

// The catalog document of every case, and of its scan documents what a
// snapshot holds, compared without the command line.
func TestCatalogCases(t *testing.T) {
	cases, err := conformance.ReadAll("../testdata/conformance")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, c := range cases {
		for _, cmd := range c.Commands {
			if cmd.WantJSON == nil || c.Tree == nil || cmd.Args[0] != "catalog" && cmd.Args[0] != "scan" {
				continue
			}
			t.Run(c.Name+"#"+cmd.Args[0], func(t *testing.T) {
				compared += compareSnapshot(t, c, cmd)
			})
		}
	}
	if compared < 30 {
		t.Errorf("only %d commands were compared", compared)
	}
}

// compareSnapshot returns 1 when there was something to compare.
func compareSnapshot(t *testing.T, c conformance.Case, cmd conformance.Command) int {
	opts := snapshot.Options{Root: "/repo", Now: time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)}
	if i := slices.Index(cmd.Args, "--config"); i >= 0 {
		opts.ConfigPath = cmd.Args[i+1]
	}
	s, err := snapshot.Collect(context.Background(), treeFS(c.Tree), opts)
	if err != nil {
		t.Fatal(err)
	}
	var document any = s.CatalogReport()
	if cmd.Args[0] == "scan" {
		document = map[string]any{"findings": s.Findings, "suppressedFindings": s.Suppressed, "contextLens": s.ContextLens}
	}
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, document); err != nil {
		t.Fatal(err)
	}
	if cmd.Args[0] == "catalog" {
		if err := schemas.Validate(snapshot.CatalogReportSchema, b.Bytes()); err != nil {
			t.Error(err)
		}
	}
	want, got, err := cmd.Compare(b.Bytes(), "/repo")
	if err != nil {
		t.Fatal(err)
	}
	if cmd.Args[0] == "scan" {
		for _, side := range []any{want, got} {
			maps.DeleteFunc(side.(map[string]any), func(item string, _ any) bool {
				return !strings.HasPrefix(item, "findings") && !strings.HasPrefix(item, "suppressedFindings") && item != "contextLens"
			})
		}
		if len(want.(map[string]any)) == 0 {
			return 0
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	return 1
}

func treeFS(files []conformance.File) fstest.MapFS {
	tree := fstest.MapFS{}
	for _, f := range files {
		tree[f.Path] = &fstest.MapFile{Data: f.Data}
		if f.Link {
			tree[f.Path].Mode = fs.ModeSymlink
		}
	}
	return tree
}
