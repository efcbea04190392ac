package discovery

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/internal/textio"
)

var mermaidDir = flag.String("mermaid", "", "directory of the Mermaid check, with its node modules installed")

// drawing is a Mermaid text and the graph that a reader must see in it.
type drawing struct {
	Name   string   `json:"name"`
	Text   string   `json:"text"`
	Labels []string `json:"labels"` // of the nodes, in order of appearance
	Edges  []string `json:"edges"`  // source, stroke and target
}

func newDrawing(name string, x *Index) drawing {
	d := drawing{Name: name, Text: x.GraphReport().Mermaid(), Labels: []string{}, Edges: []string{}}
	nodes := map[string]string{}
	for i, s := range x.Skills {
		nodes[s.SourcePath] = fmt.Sprint("skill_", i)
		d.Labels = append(d.Labels, s.nodeText(textio.DOTComment))
	}
	for i, r := range x.Routes {
		if r.Usable {
			d.Edges = append(d.Edges, fmt.Sprintf("%s normal %s", nodes[r.SourcePath], nodes[r.ResolvedTarget.SourcePath]))
			continue
		}
		d.Labels = append(d.Labels, r.nodeText(textio.DOTComment))
		d.Edges = append(d.Edges, fmt.Sprintf("%s dotted route_%d", nodes[r.SourcePath], i))
	}
	return d
}

// The real parser reads from every drawing the nodes, labels and edges that
// were meant, whatever the repository says.
func TestMermaidParserAgrees(t *testing.T) {
	if *mermaidDir == "" {
		t.Skip("runs with -mermaid DIR, see scripts/mermaid/README.md")
	}
	var drawings []drawing
	seen := map[string]bool{}
	draw := func(name string, x *Index) {
		if d := newDrawing(name, x); !seen[d.Text] {
			seen[d.Text] = true
			drawings = append(drawings, d)
		}
	}
	add := func(name string, files tree) {
		s, err := tryCollect(files)
		if err != nil {
			return // the case shows a configuration error
		}
		x := PrepareDiscovery(s)
		draw(name, x)
		if len(x.Skills) == 0 {
			return
		}
		if p, err := x.Focus(x.Skills[0].SourcePath); err == nil {
			draw(name+", focused", p)
		}
	}
	cases, err := conformance.ReadAll("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		for _, part := range [][]conformance.File{c.Tree, c.From, c.To} {
			files := tree{}
			for _, f := range part {
				if !f.Link {
					files[f.Path] = string(f.Data)
				}
			}
			add(c.Name, files)
		}
	}
	for _, text := range hostile {
		add(text, described(hostileTree(text), text))
	}
	// Every character up to the ideographs.
	for r := rune(0x20); r < 0x3000; r += 64 {
		text := ""
		for i := range rune(64) {
			text += string(r + i)
		}
		add(fmt.Sprintf("U+%04X", r), hostileTree(text))
	}
	input, err := json.Marshal(drawings)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join(*mermaidDir, "check.mjs"))
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%d drawings", len(drawings))
}
