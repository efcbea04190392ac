package renma_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/renma/renma"

// layers lists the packages; each may import those before it. "." is the root
// package. Everything below internal comes first: it serves all and knows none.
var layers = []string{
	"internal", "schemas/files", "schemas", "diagnostic", "problem", "agentskills", "agentskills/migrate", "snapshot", "collision", "suggest", "discovery", "readiness", "diffreport", "cireport", ".", "cmd", "examples",
}

// layer returns the position of a package directory, -1 for an unknown one.
func layer(dir string) int {
	if i := slices.Index(layers, dir); i >= 0 {
		return i
	}
	first, _, _ := strings.Cut(dir, "/")
	return slices.Index(layers, first)
}

func TestPackagesImportOnlyThoseAbove(t *testing.T) {
	checked := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); file != "." && (name[0] == '.' || name == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := path.Dir(file)
		from := layer(dir)
		if from < 0 {
			t.Errorf("%s is in no layer: add its directory to the list", dir)
		}
		if from == 0 && source.Name.Name == "main" {
			from = len(layers) // a tool of the project may use all of it
		}
		for _, spec := range source.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			below, ours := strings.CutPrefix(imported, module)
			if !ours {
				continue
			}
			to := strings.TrimPrefix(below, "/")
			if to == "" {
				to = "."
			}
			if to == "schemas" {
				t.Errorf("%s imports schemas, whose validator takes longer to start than the command", file)
			}
			if dir != to && layer(to) >= from && !(layer(to) == 0 && from == 0) {
				t.Errorf("%s imports %s, which stands below it", file, to)
			}
			checked++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 20 {
		t.Errorf("only %d imports were checked", checked)
	}
}

// No package of the module steps outside of what the compiler checks, tests
// included.
func TestNoUnsafeCode(t *testing.T) {
	checked := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".go" {
			return err
		}
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		for _, spec := range source.Imports {
			if name := spec.Path.Value; name == `"unsafe"` || name == `"C"` {
				t.Errorf("%s imports %s", file, name)
			}
			checked++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 100 {
		t.Errorf("only %d imports were checked", checked)
	}
}

// Every module that go.mod names has its licence and its reason in
// docs/dependencies.md, and every module named there is still needed.
func TestDependenciesAreExplained(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), "github.com/", "")
	modules := 0
	for line := range strings.Lines(string(mod)) {
		name, found := strings.CutPrefix(line, "\t")
		if !found {
			continue
		}
		modules++
		if name, _, _ = strings.Cut(strings.TrimPrefix(name, "github.com/"), " "); !strings.Contains(text, name) {
			t.Errorf("docs/dependencies.md does not mention %s", name)
		}
	}
	rows := 0
	for line := range strings.Lines(text) {
		cells := strings.Split(line, " | ")
		if len(cells) < 3 || strings.HasPrefix(line, "| module") || strings.HasPrefix(line, "| ---") {
			continue
		}
		rows++
		if name := strings.TrimPrefix(cells[0], "| "); !strings.Contains(string(mod), name+" v") {
			t.Errorf("docs/dependencies.md explains %s, which go.mod does not name", name)
		}
		if cells[1] == "" || strings.Trim(cells[2], " |\n") == "" {
			t.Errorf("a licence or a reason is missing in %q", line)
		}
	}
	if modules < 5 || rows < 5 {
		t.Errorf("%d modules and %d rows found", modules, rows)
	}
}
