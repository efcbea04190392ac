package markdown_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/renma/renma/internal/markdown"
	"github.com/renma/renma/internal/textio"
)

// hostile are bodies on which a Markdown parser may need more than linear
// time or memory; n is their size in bytes.
func hostile(n int) map[string]string {
	r := strings.Repeat
	return map[string]string{
		"quotes":                      r(">", n) + "a",
		"quotes and blank lines":      r(">", n/2) + "a\n" + r("\n", n/2),
		"lists":                       r("- ", n/2) + "a",
		"lists and blank lines":       r("- ", n/4) + "a\n" + r("\n", n/2),
		"lists and text":              r("- ", n/4) + "a\n" + r("b\n", n/4),
		"lists in quotes":             r("> - ", n/4) + "a",
		"quotes in lists, blank":      r("- > ", n/8) + "a\n" + r("\n", n/2),
		"list items and blank":        r("- - - - - - - - - - - - - - - - a\n\n\n", n/36),
		"open brackets":               r("[", n),
		"nested brackets":             r("[", n/2) + r("]", n/2),
		"open links":                  r("[a](", n/4),
		"open links with brackets":    r("[a](<b", n/6),
		"open titles":                 r("[a](b \"c\n", n/9),
		"backticks":                   r("`a ``b ```c\n", n/12),
		"emphasis":                    r("*a **b _c ", n/10),
		"comments in text":            "x " + r("<!-- ", n/5),
		"tags":                        r("<a\n", n/3),
		"processing instructions":     "x " + r("<?", n/2),
		"declarations":                "x " + r("<!A ", n/4),
		"definitions":                 r("[a]: /u\n", n/8),
		"definitions with open title": r("[a]: /u '\n", n/10),
		"definitions and text":        r("[a]: /u\n", n/16) + r("[a] b\n", n/12),
		"wide table":                  r("|a", n/4) + "\n" + r("|-", n/4) + "\n" + r("|a\n", n/6),
		"many tables":                 r("|a|\n|-|\n", n/8),
		"delimiter rows":              r("|-|\n", n/4),
		"setext":                      r("a\n===\n", n/6),
		"long title":                  r("a\n", n/2) + "===\n",
		"headings":                    "# " + r("[a](", n/4),
		"one long line":               r("a", n),
		"one long line of spaces":     "a" + r(" ", n) + "b",
		"html blocks":                 r("<div>\n", n/6),
		"tags in html":                "<div>" + r("<", n),
		"comments in html":            "<div>" + r("<!--", n/4),
		"closed comments in html":     "<div>" + r("<!--é-->", n/9),
		"closed comments in text":     "x " + r("<!--é-->\n", n/10),
		"a comment in quotes":         "> <!-- " + r("a\n> ", n/4) + "-->",
		"NUL":                         r("\x00", n),
		"carriage returns":            r("\r", n),
	}
}

func checkDocument(t *testing.T, body string) {
	t.Helper()
	const first = 7
	last := first + strings.Count(body, "\n")
	doc := markdown.Parse(body, first)
	in := func(what string, line int) {
		if line < first || line > last {
			t.Fatalf("%s on line %d, the body has lines %d to %d", what, line, first, last)
		}
	}
	prev := 0
	lf := strings.ReplaceAll(body, "\r", "")
	if !reflect.DeepEqual(markdown.Parse(lf, 1), markdown.Parse(strings.ReplaceAll(lf, "\n", "\r\n"), 1)) {
		t.Fatal("CRLF makes a difference")
	}
	for _, r := range doc.References {
		in("reference", r.Line)
		if r.Target == "" || r.Line < prev {
			t.Fatalf("reference %+v after line %d", r, prev)
		}
		prev = r.Line
	}
	for i, h := range doc.Headings {
		in("heading", h.Line)
		if h.Level < 1 || h.Level > 6 || h.Parent < -1 || h.Parent >= i || strings.Contains(h.Text, "\n") {
			t.Fatalf("heading %d is %+v", i, h)
		}
		if h.Parent >= 0 && doc.Headings[h.Parent].Level >= h.Level {
			t.Fatalf("heading %d is enclosed by one of its level", i)
		}
	}
	for i := range doc.Blocks {
		b := &doc.Blocks[i]
		if b.Section < -1 || b.Section >= len(doc.Headings) {
			t.Fatalf("block %d in section %d of %d", i, b.Section, len(doc.Headings))
		}
		in("block", b.StartLine())
		in("block", b.EndLine())
		for at := range b.Text {
			if line := b.Line(at); line < b.StartLine() || line > b.EndLine() {
				t.Fatalf("byte %d of block %d on line %d", at, i, line)
			}
		}
		if text, ok := doc.Prose(i); ok && strings.Contains(text, "\n") {
			t.Fatalf("prose of block %d has a line break: %q", i, text)
		}
	}
	checkComments(t, body, first, doc)
	if !reflect.DeepEqual(doc, markdown.Parse(body, first)) {
		t.Fatal("two parses differ")
	}
}

// checkComments checks that comments are where they say they are.
func checkComments(t *testing.T, body string, first int, doc *markdown.Document) {
	t.Helper()
	body = strings.ReplaceAll(body, "\r\n", "\n") // as the text of comments has it
	lines := textio.NewLines(body)
	at := func(p markdown.Position) int {
		offset := lines.Offset(p.Line - first + 1)
		for range p.Column - 1 {
			_, size := utf8.DecodeRuneInString(body[offset:])
			offset += size
		}
		return offset
	}
	prev := -1
	for i := range doc.Comments {
		c := &doc.Comments[i]
		start, end := at(c.Start), at(c.End)
		if start <= prev || end < start || !strings.HasPrefix(body[start:], "<!--") ||
			c.Closed && !strings.HasSuffix(body[start:end], ">") || !c.Closed && strings.Contains(c.Text, "-->") {
			t.Fatalf("comment %d %+v stands at %d to %d", i, c, start, end)
		}
		prev = start
		for offset, r := range c.Text[:min(len(c.Text), 200)] {
			if got := body[at(c.Position(offset)):]; r != utf8.RuneError && !strings.HasPrefix(got, string(r)) {
				t.Fatalf("byte %d of comment %d is placed at %.9q", offset, i, got)
			}
		}
	}
}

func TestHostileBodies(t *testing.T) {
	for name, body := range hostile(16 << 10) {
		t.Run(name, func(t *testing.T) { checkDocument(t, body) })
	}
}

func FuzzParse(f *testing.F) {
	for _, body := range hostile(60) {
		f.Add(body)
	}
	f.Add("# A\n\n- b [c](d.md)\n\n| e |\n|---|\n| `f` |\n\n> g\n\n```\nh\n```\n<!-- i -->\n")
	f.Add("0<!--> <!---> <!--\x9f")
	f.Add("a\r\n\r\n\r\n\r\n\r\n\r\n\r\n<b>\r\n**Never** _c_ \\* d\r\n")
	f.Fuzz(checkDocument)
}
