package markdown_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/renma/renma/internal/markdown"
)

func TestReferences(t *testing.T) {
	type ref = markdown.Reference
	tests := []struct {
		name, body string
		want       []ref
	}{
		{"inline link", "See [the guide](references/guide.md \"Guide\").", []ref{{"link", "references/guide.md", 10}}},
		{"destination in angle brackets", "[a](<my file.md>)", []ref{{"link", "my file.md", 10}}},
		{"escapes and entities", `[a](b\_c&amp;d.md)`, []ref{{"link", "b_c&d.md", 10}}},
		{"percent signs stay", "[a](b%20c.md)", []ref{{"link", "b%20c.md", 10}}},
		{"image", "![alt](assets/a.png)", []ref{{"image", "assets/a.png", 10}}},
		{"image in a link", "[![alt](a.png)](b.md)", []ref{{"link", "b.md", 10}, {"image", "a.png", 10}}},
		{"code", "Run `scripts/run.py`.", []ref{{"code", "scripts/run.py", 10}}},
		{"code with backticks", "``a`b``", []ref{{"code", "a`b", 10}}},
		{"code over two lines", "`a\nb`", []ref{{"code", "a b", 10}}},
		{"reference link", "See [guide][g]\nand [g].\n\n[g]: references/guide.md\n", []ref{{"link", "references/guide.md", 10}, {"link", "references/guide.md", 11}}},
		{"definition alone names nothing", "[g]: references/guide.md\n", nil},
		{"many definitions above text", strings.Repeat("[f]: f.md\n", 1000) + "[g]: g.md\n[g] and [f]", []ref{{"link", "g.md", 1011}, {"link", "f.md", 1011}}},
		{"lines of a wrapped paragraph", "one [a](a.md)\ntwo `b.md`\nthree ![c](c.png)", []ref{{"link", "a.md", 10}, {"code", "b.md", 11}, {"image", "c.png", 12}}},
		{"in lists and quotes", "- [a](a.md)\n  - `b.md`\n\n> [c](c.md)\n> - [d](d.md)\n", []ref{{"link", "a.md", 10}, {"code", "b.md", 11}, {"link", "c.md", 13}, {"link", "d.md", 14}}},
		{"in headings", "# See [a](a.md)\n\n`b.md`\n======\n", []ref{{"link", "a.md", 10}, {"code", "b.md", 12}}},
		{"in tables", "| a | b |\n|---|---|\n| [x](x.md) | `y.md` |\n| `a\\|b` | |\n", []ref{{"link", "x.md", 12}, {"code", "y.md", 12}, {"code", "a|b", 13}}},
		{"table below text", "text [t](t.md)\n| a | b |\n|:--|--:|\n| `c` | d |\n", []ref{{"link", "t.md", 10}, {"code", "c", 13}}},
		{"not in fences", "```sh\n[a](a.md)\n```\n\n~~~\n`b`\n~~~\n\n    [c](c.md)\n", nil},
		{"not in comments", "<!-- [a](a.md) -->\n\ntext <!-- `b` --> [c](c.md)\n", []ref{{"link", "c.md", 12}}},
		{"below a tag of its own line", "<rules>\nSee [a](a.md).\n</rules>\n", []ref{{"link", "a.md", 11}}},
		{"empty destination", "[a]()", nil},
		{"CRLF", "one\r\n[a](a.md)\r\n\r\n`b`\r\n", []ref{{"link", "a.md", 11}, {"code", "b", 13}}},
		{"after many blank lines", "a\n\n\n\n\n\n\n\n\n\n`b`", []ref{{"code", "b", 20}}},
		{"in a paragraph of many kilobytes", strings.Repeat("word word\n", 1000) + "[a](a.md)\n", []ref{{"link", "a.md", 1010}}},
		{"on a line of many kilobytes", strings.Repeat("word word ", 1000) + "[a](a.md)\n", []ref{{"link", "a.md", 10}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, markdown.References(tt.body, 10)); diff != "" {
				t.Errorf("references (-want +got)\n%s", diff)
			}
		})
	}
}

func TestHeadings(t *testing.T) {
	type h = markdown.Heading
	tests := []struct {
		name, body string
		want       []h
	}{
		{"levels and parents", "# A\n## B\n### C\n## D\n# E\n", []h{{1, "A", 1, -1}, {2, "B", 2, 0}, {3, "C", 3, 1}, {2, "D", 4, 0}, {1, "E", 5, -1}}},
		{"skipped level", "### C\n## B\n#### D\n", []h{{3, "C", 1, -1}, {2, "B", 2, -1}, {4, "D", 3, 1}}},
		{"setext", "One\ntwo\n===\n\nThree\n---\n", []h{{1, "One two", 1, -1}, {2, "Three", 5, 0}}},
		{"closing hashes", "## Constraints ##\n", []h{{2, "Constraints", 1, -1}}},
		{"markup", "# **Do** `not` [use](x) _it_ \\* a_b\n", []h{{1, "Do not use it * a_b", 1, -1}}},
		{"inside quotes and lists", "> # A\n\n- # B\n", nil},
		{"in a fence", "```\n# A\n```\n", nil},
		{"in a comment", "<!--\n# A\n-->\n", nil},
		{"empty", "#\n", []h{{1, "", 1, -1}}},
		{"no space", "#A\n", nil},
		{"a heading of many kilobytes is text", "# " + strings.Repeat("a ", 4000), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, markdown.Parse(tt.body, 1).Headings); diff != "" {
				t.Errorf("headings (-want +got)\n%s", diff)
			}
		})
	}
}

func TestBlocks(t *testing.T) {
	type b = markdown.Block
	tests := []struct {
		name, body string
		want       []b
	}{
		{"paragraphs under sections", "a\n\n# S\n\nb\nc\n", []b{{Text: "a", Section: -1}, {Text: "b\nc"}}},
		{"lists", "- a\n\n  b\n- c\n", []b{{Text: "a", Section: -1, List: true, First: true}, {Text: "b", Section: -1, List: true}, {Text: "c", Section: -1, List: true, First: true}}},
		{"quotes", "> a\n> - b\n", []b{{Text: "a", Section: -1, Quote: true}, {Text: "b", Section: -1, Quote: true, List: true, First: true}}},
		{"lazy continuation", "> a\nb\n", []b{{Text: "a\nb", Section: -1, Quote: true}}},
		{"inline markup", "**Never** _use_ `rm` or *a_b* \\*x\\* ![i](j) <b>c</b> [l](m)\n",
			[]b{{Text: "\x01Never\x01 use \uFFFC or a_b *x* \uFFFC c l", Section: -1}}},
		{"comment in text", "a <!-- never --> b\n", []b{{Text: "a  b", Section: -1}}},
		{"code, comments, tables and definitions", "```\na\n```\n\n    b\n\n<!-- c -->\n\n| d |\n|---|\n| e |\n\n[f]: g\n", nil},
		{"text above a table", "a\n| d | e |\n|---|---|\n", []b{{Text: "a", Section: -1}}},
		{"indented fence in a list", "- a\n\n  ```\n  b\n  ```\n- c\n", []b{{Text: "a", Section: -1, List: true, First: true}, {Text: "c", Section: -1, List: true, First: true}}},
		{"HTML block", "<div>\nNever <b>x</b>.<!-- y -->\n</div>\n", []b{{Text: "\nNever x.\n\n", Section: -1, HTML: true}}},
		{"text after a comment", "<!-- a --> b\n", []b{{Text: " b\n", Section: -1, HTML: true}}},
		{"script", "<script>\nnever\n</script>\n", nil},
		{"custom tag", "<rules>\nNever x.\n</rules>\n", []b{{Text: "\nNever x.\n", Section: -1}}},
		{"CRLF", "a\r\nb\r\n", []b{{Text: "a\nb", Section: -1}}},
		{"empty item with CRLF", "- a\r\n\r\n+\r\n\r\nb\r\n", []b{{Text: "a", Section: -1, List: true, First: true}, {Text: "b", Section: -1}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := markdown.Parse(tt.body, 1).Blocks
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreUnexported(b{})); diff != "" {
				t.Errorf("blocks (-want +got)\n%s", diff)
			}
		})
	}
}

func TestTables(t *testing.T) {
	body := "| a | b |\n|---|---|\n| c | d |\n\n# S\n\ntext\n| e |\n|---|\n\n| no |\n"
	want := []markdown.Table{{Line: 3, Section: -1}, {Line: 10, Section: 0}}
	if diff := cmp.Diff(want, markdown.Parse(body, 3).Tables); diff != "" {
		t.Errorf("tables (-want +got)\n%s", diff)
	}
}

func TestBlockLine(t *testing.T) {
	body := "intro\n\n> - one `x`\n>   two\n>\n>   three\n\n<div>\nfour\n</div>\n"
	doc := markdown.Parse(body, 5)
	for word, want := range map[string]int{"intro": 5, "one": 7, "two": 8, "three": 10, "four": 13} {
		line := 0
		for i := range doc.Blocks {
			if at := strings.Index(doc.Blocks[i].Text, word); at >= 0 {
				line = doc.Blocks[i].Line(at)
			}
		}
		if line != want {
			t.Errorf("%q is on line %d, want %d", word, line, want)
		}
	}
}

func TestProse(t *testing.T) {
	body := "Use `x`\nfor **y**.<!-- z -->\n\n- a\n\n> b\n\n<div>c</div>\n\nLast.\n"
	doc := markdown.Parse(body, 1)
	var got []string
	for i := range doc.Blocks {
		if text, ok := doc.Prose(i); ok {
			got = append(got, text)
		}
	}
	if diff := cmp.Diff([]string{"Use `x` for **y**.", "Last."}, got); diff != "" {
		t.Errorf("prose (-want +got)\n%s", diff)
	}
}

func TestConcurrentParse(t *testing.T) {
	body := "# A\n\n[a](b.md) `c`\n\n| a |\n|---|\n| `d` |\n\n- x\n  - y\n"
	want := markdown.Parse(body, 1).References
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if diff := cmp.Diff(want, markdown.Parse(body, 1).References); diff != "" {
					t.Errorf("references (-want +got)\n%s", diff)
				}
			}
		})
	}
	wg.Wait()
}
