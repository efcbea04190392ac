package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/renma/renma/internal/corpus"
)

// agrees reports whether scan read body; what it read must be what goldmark
// reads.
func agrees(t *testing.T, body string) bool {
	t.Helper()
	want := parse(body, 7)
	opts := cmp.Options{cmp.AllowUnexported(Document{}, Block{}, lineStart{}), cmpopts.EquateEmpty()}
	if got := scan(body, 7, true); got != nil {
		if diff := cmp.Diff(want.References, got.References, opts); diff != "" {
			t.Errorf("%q, references (-goldmark +scan)\n%s", body, diff)
		}
	}
	got := scan(body, 7, false)
	if got == nil {
		return false
	}
	if diff := cmp.Diff(want, got, opts); diff != "" {
		t.Errorf("%q (-goldmark +scan)\n%s", body, diff)
	}
	return true
}

func TestScanReads(t *testing.T) {
	for _, body := range []string{
		"",
		"\n\n",
		"# A\n## B `c` **d**  e\n#hash\n",
		"a\n  b  \nc\\* d `e\n f` g\n",
		"- a\n- b\n  c\n\n  d\n  - e\n\n    f\ng\n",
		"1. a\n2. b\n10) c\n   * d\n",
		"> a\nb\n> - c\n>   d\n\n> [!NOTE]\n> e\n",
		"- > a\n  > b\n- # c\n- ```\n  d\n  ```\n- - e\n",
		"a\n```sh\n# b\n```\n~~~\n```\n~~~\n\n````\nc",
		"- a\n  ```\nb\n",
		"a\n| b | c |\n|---|:-:|\n| `d\\|e` | [f](g.md) |\n| h\n",
		"***\n- - -\n___\n",
		"[a](b.md), [`c`](d.md \"e\"), ![f `g`](h.png?i&amp;j), [k], [l][m], [ ] n](o)\n",
		"a <rule/> <b>c</b> <https://d.e/f_g> <h_i> < j",
		"a_b_c __d__ *e* **f\n",
		"a `b ``c` d\n",
	} {
		if !agrees(t, body) {
			t.Errorf("%q is left to goldmark", body)
		}
	}
}

func TestScanDeclines(t *testing.T) {
	for name, body := range map[string]string{
		"carriage returns":         "a\r\n",
		"setext heading":           "a\n---\n",
		"indented code":            "a\n\n    b\n",
		"tab before text":          "- a\n\n\tb\n",
		"definition":               "[a]\n\n[a]: b\n",
		"HTML block":               "<div>\na\n",
		"comment":                  "<!-- a -->\n",
		"comment in text":          "a <!-- b -->\n",
		"tag with attributes":      "a <b c=d>\n",
		"address":                  "a <b@c.d>\n",
		"nested brackets":          "[![a](b)](c)\n",
		"link on two lines":        "[a\nb](c)\n",
		"parenthesis in a link":    "[a](b(c))\n",
		"empty item":               "-\n  a\n",
		"code in an item":          "-     a\n",
		"number other than 1":      "a\n2. b\n",
		"backslash before a break": "a\\\nb\n",
		"heading that ends in #":   "# a #\n",
		"run of blank lines":       "a\n\n\n\n\n\nb\n",
		"deep nesting":             strings.Repeat("> ", maxContainers+1) + "a\n",
		"blanks behind a heading":  "# a" + strings.Repeat(" ", maxParagraph) + "\n",
		"blanks behind text":       strings.Repeat("a", maxScanParagraph-9) + "\nb" + strings.Repeat(" ", maxParagraph) + "\n",
		"long paragraph":           strings.Repeat("a ", maxScanParagraph) + "\n",
	} {
		if agrees(t, body) {
			t.Errorf("%s: read without goldmark", name)
		}
	}
}

func TestScanReadsCorpus(t *testing.T) {
	from, _ := corpus.Generate(corpus.Default(60))
	for path, content := range from {
		if _, body, _ := strings.Cut(string(content), "\n---\n"); strings.HasSuffix(path, ".md") && !agrees(t, body) {
			t.Errorf("%s is left to goldmark", path)
		}
	}
}

// pieces are what random bodies are made of: marks that open, close or nearly
// open something.
var pieces = []string{
	"- ", "* ", "+ ", "1. ", "2. ", "2) ", "10. ", "> ", ">", "\n1. ", "\n> ", "\n- ", "\n   - ", " ", "  ", "    ", "\t", "\n", "\n", "\n\n",
	"\n  ", "\n    ", "  \n", "# ", "\n# ", "#", "\n## a", "```", "\n```\n", "\n~~~", "|", "|-|", "\n|-|\n", "\n|-|-|", ":", `\|`, "-",
	"---", "\n---\n", "===", "\n=\n", "a", "b c", "é", "1", "0", `\`, `"`, ` "t")`, "&amp;", "@", "\x00",
	"`", "``", "[a](b)", "[", "]", "](", "(", ")", "![", "!", "[ ] ", "[a]: b", "*", "**", "_", "__",
	"<b>", "</b>", "<b/>", "<a:b>", "<a:", "<", "</", ">", "<div>", "\n<div>\n", "<!-- c -->", "<!--", "-->",
}

func TestScanAgreesOnRandomBodies(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	read := 0
	const bodies = 20_000
	for range bodies {
		var body strings.Builder
		for range rnd.IntN(1 + rnd.IntN(40)) {
			body.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		if agrees(t, body.String()) {
			read++
		}
		if t.Failed() {
			return
		}
	}
	if read < bodies/4 {
		t.Errorf("only %d of %d bodies were read without goldmark", read, bodies)
	}
}

// FuzzScan makes bodies of pieces, one for each byte, and of the bytes as they
// are.
func FuzzScan(f *testing.F) {
	f.Add([]byte("# A\n\n- b [c](d.md)\n\n| e |\n|---|\n| `f` |\n\n> g\n\n```\nh\n```\n<!-- i -->\n"))
	f.Add([]byte("# A b\n\n1. c **d**\n   - e `f g` [h](i.md \"j\")\n   k\n\n   l\n2. m <n> ![o](p.png)\n\n> q\n> - r\ns\n"))
	f.Add([]byte("a `b\nc` d_e_ \\* f\n***\n  * g\n\n    h\n~~~ i\nj\n~~~\nk | l\n--|:-:\nm | n\n- [ ] o\n"))
	f.Fuzz(func(t *testing.T, program []byte) {
		agrees(t, string(program))
		var body strings.Builder
		for _, b := range program {
			body.WriteString(pieces[int(b)%len(pieces)])
		}
		agrees(t, body.String())
	})
}
