package discovery

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/renma/renma/diagnostic"
)

// hostile are texts that would become mark-up, syntax or an order to a terminal
// if one of the text forms let them through.
var hostile = []string{
	"a\nskill_0 --> skill_1",
	"a\u2028b\u0085c\u2029d\re",
	`"] --> x["y`,
	"#quot;#35;",
	"%%{init: {'theme': 'dark'}}%%",
	"a %% b",
	"style a fill:#f00;",
	"click skill_0 href \"javascript:alert(1)\"",
	"```\nx\n```",
	"`", "``a`b``",
	"| a | b |", `\|`, `a\`,
	"<script>alert(1)</script>", "<b>", "&lt;",
	"[x](https://x.y)", "![x](y)", "https://x.y", "www.x.y",
	"# heading", "- item", "1. item", "> quote", "***", "---",
	"*a* _b_ ~~c~~",
	"$$x$$",
	"\x1b[31mred", "a\u202eb", "\u200b",
	"漢字 かな", "😀👩‍💻", "𝒜𐍈",
	"end", "subgraph x", "graph TD", "}", "// x", "/* x",
}

// hostileTree is a repository that says text wherever a repository can say
// something.
func hostileTree(text string) tree {
	q := strconv.QuoteToASCII
	words := text
	text = strings.ReplaceAll(text, `\`, "!") // no target can name an id with a backslash
	return tree{}.
		skillWithID("a", q("a "+text), published(), "renma.status: stable", "renma.status-reason: "+q(words), "renma.status-changed-at: "+q(words),
			continues("b "+text, "d "+text, "skill.c", "/"+text, "context.facts", "b "+text)).
		skillWithID("b", q("b "+text), continues("a "+text, "a "+text)).
		skillWithID("c", "skill.c", "renma.published-entrypoint: "+q(words), "renma.status: revoked", "renma.status-reason: "+q(words)).
		skillWithID("d", q("d "+text), continues("d "+text)).
		skillWithID("e", q("e "+text), "renma.owner: "+q(text)).
		context("facts").adopted()
}

// described puts text into the description and the owner of every Skill, which
// the builder writes plainly.
func described(t tree, text string) tree {
	owner := regexp.MustCompile(`(?m)^  renma.owner: team$`)
	description := regexp.MustCompile(`(?m)^description: .*$`)
	for path, source := range t {
		if strings.HasSuffix(path, "SKILL.md") {
			if strings.Count(source, "renma.owner") == 1 {
				source = owner.ReplaceAllLiteralString(source, "  renma.owner: "+strconv.QuoteToASCII(text))
			} else {
				source = owner.ReplaceAllLiteralString(source, "  renma.note: x")
			}
			t[path] = description.ReplaceAllLiteralString(source, "description: "+strconv.QuoteToASCII("Reviews requests and lists the findings. Use when a request waits; do not use for deployment. "+text))
		}
	}
	return t
}

func hostileIndex(tb testing.TB, text string) *Index {
	tb.Helper()
	x := prepare(tb, described(hostileTree(text), text))
	// Other packages say more or less about such texts.
	x.snap.FileDiagnostics, x.snap.LensDiagnostics = nil, nil
	x.snap.CatalogDiagnostics = []diagnostic.Diagnostic{{Code: "META-X", Severity: "info", Message: text, Path: text}}
	return x
}

// markdownShape is the structure that a GitHub-flavoured reader sees, without
// the words.
func markdownShape(tb testing.TB, markdown string) string {
	tb.Helper()
	source := []byte(markdown)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	var b strings.Builder
	depth := 0
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		depth++
		switch n := n.(type) {
		case *ast.Text, *ast.String, *ast.CodeSpan:
			return ast.WalkContinue, nil
		case *ast.RawHTML:
			if tag := string(n.Segments.Value(source)); tag == "<code>" || tag == "</code>" {
				return ast.WalkContinue, nil
			}
		}
		fmt.Fprintf(&b, "%*s%s\n", depth, "", n.Kind())
		return ast.WalkContinue, nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

func TestHostileTextsStayWordsInMarkdown(t *testing.T) {
	type form struct{ index, focus, graph string }
	render := func(text string) form {
		x := hostileIndex(t, text)
		p, err := x.Focus("skills/a/SKILL.md")
		if err != nil {
			t.Fatal(err)
		}
		return form{
			markdownShape(t, x.SkillIndexReport().Markdown()), markdownShape(t, p.SkillIndexReport().Markdown()), markdownShape(t, x.GraphReport().Markdown()),
		}
	}
	want := render("plain")
	for _, text := range hostile {
		if diff := cmp.Diff(want, render(text), cmp.AllowUnexported(form{})); diff != "" {
			t.Errorf("%q changes the structure (-plain +hostile):\n%s", text, diff)
		}
	}
}

const mermaidLabel = `(?:[^"<>&\x60\\$%#\x00-\x1f\x7f\x{85}\x{2028}\x{2029}]|#(?:35|36|37|58|92|96|quot|lt|gt|amp);)+`

var mermaidLines = regexp.MustCompile(`^(?:graph TD` +
	`|  %% [^%\x00-\x1f\x7f\x{85}\x{2028}\x{2029}]*` +
	`|  (?:skill|route)_\d+\["` + mermaidLabel + `"\]` +
	`|  skill_\d+ -->\|continues-with\| skill_\d+` +
	`|  skill_\d+ -\.->\|continues-with (?:resolved|unresolved|ambiguous|wrong-kind)\| route_\d+` +
	`|  classDef (?:structuralRoot|publishedEntrypoint) [a-z0-9:#,-]+` +
	`|  class skill_\d+(?:,skill_\d+)* (?:structuralRoot|publishedEntrypoint))$`)

var dotLines = regexp.MustCompile(`^(?:digraph discovery \{|\}|  node \[shape=box\]` +
	`|  // [^\x00-\x1f\x7f\x{85}\x{2028}\x{2029}]*` +
	`|  (?:skill|route)_\d+ \[label="(?:[^"\\\x00-\x1f]|\\["\\])*"[a-zA-Z0-9=#", ]*\]` +
	`|  skill_\d+ -> (?:skill|route)_\d+ \[label="continues-with[a-z -]*"(?:, style=dotted)?\])$`)

// checkTexts checks that every line of the drawings is one that the renderer
// means to write, and that no text form holds what moves a cursor.
func checkTexts(tb testing.TB, x *Index) {
	tb.Helper()
	g := x.GraphReport()
	for what, form := range map[string]*regexp.Regexp{g.Mermaid(): mermaidLines, g.DOT(): dotLines} {
		for line := range strings.Lines(what) {
			if line = strings.TrimSuffix(line, "\n"); !form.MatchString(line) {
				tb.Errorf("unexpected line %q", line)
			}
		}
	}
	for _, markdown := range []string{x.SkillIndexReport().Markdown(), g.Markdown()} {
		if i := strings.IndexFunc(markdown, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 }); i >= 0 {
			tb.Errorf("Markdown holds %q", markdown[i:])
		}
	}
}

func TestHostileTextsStayWordsInDrawings(t *testing.T) {
	want := strings.Count(hostileIndex(t, "plain").GraphReport().Mermaid(), "\n")
	for _, text := range hostile {
		x := hostileIndex(t, text)
		checkTexts(t, x)
		if got := strings.Count(x.GraphReport().Mermaid(), "\n"); got != want {
			t.Errorf("%q: %d lines of Mermaid, want %d", text, got, want)
		}
	}
}

func TestErrorsComeBeforeTheCap(t *testing.T) {
	files := tree{}.skill("z", published(), status("revoked"))
	for i := range 12 {
		files.skill(fmt.Sprint("a", i), "renma.published-entrypoint: \"no\"")
	}
	x := prepare(t, files)
	for _, markdown := range []string{x.SkillIndexReport().Markdown(), x.GraphReport().Markdown()} {
		_, section, _ := strings.Cut(markdown, "## Discovery diagnostics\n\n")
		if !strings.HasPrefix(section, "- `DISCOVERY-REVOKED-PUBLISHED-ENTRYPOINT` [error]") {
			t.Errorf("the error is not first in\n%s", section)
		}
		if !strings.Contains(section, "10 of 13 shown; the other 3") {
			t.Errorf("the cap is not told in\n%s", section)
		}
	}
}

func TestListsOfIDsAreCapped(t *testing.T) {
	ids := make([]string, listCap+1)
	for i := range ids {
		ids[i] = "s"
	}
	for n, want := range map[int]string{0: "none", 1: "`s`", listCap: "`s`" + strings.Repeat(", `s`", listCap-1), listCap + 1: "`s`" + strings.Repeat(", `s`", listCap-1) + " and 1 more"} {
		if got := codeIDs(ids[:n]); got != want {
			t.Errorf("%d ids: %s, want %s", n, got, want)
		}
	}
}
