package textio

import (
	"bytes"
	"html"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	renderer "github.com/yuin/goldmark/renderer/html"
)

func TestMarkdown(t *testing.T) {
	tests := []struct{ in, text, code, cell string }{
		{"", "", "<code></code>", "–"},
		{"plain words", "plain words", "`plain words`", "plain words"},
		{"skill.a-b", "skill.a-b", "`skill.a-b`", "skill.a-b"},
		{"a_b*c", `a_b\*c`, "`a_b*c`", `a_b\*c`},
		{"_a_ b__c", `\_a\_ b\_\_c`, "`_a_ b__c`", `\_a\_ b\_\_c`},
		{"# no heading", `\# no heading`, "`# no heading`", `\# no heading`},
		{"- no item", `\- no item`, "`- no item`", `\- no item`},
		{"12. no item", `12\. no item`, "`12. no item`", `12\. no item`},
		{"<b>&", `\<b\>&amp;`, "`<b>&`", `\<b\>&amp;`},
		{"a|b", `a\|b`, `<code>a\|b</code>`, `a\|b`},
		{`a\|b`, `a\\\|b`, `<code>a\\\|b</code>`, `a\\\|b`},
		{"two\nlines\r\n", "two lines", "`two lines  `", "two lines"},
		{"`tick`", "\\`tick\\`", "`` `tick` ``", "\\`tick\\`"},
		{"see https://x.y", `see https\://x.y`, "`see https://x.y`", `see https\://x.y`},
		{"www.x.y", `www\.x.y`, "`www.x.y`", `www\.x.y`},
		{"a\u202eb\x1b[0m", "a\ufffdb \\[0m", "`a\ufffdb [0m`", "a\ufffdb \\[0m"},
	}
	for _, tt := range tests {
		if got := MarkdownText(tt.in); got != tt.text {
			t.Errorf("MarkdownText(%q) = %q, want %q", tt.in, got, tt.text)
		}
		if got := MarkdownCode(tt.in); got != tt.code {
			t.Errorf("MarkdownCode(%q) = %q, want %q", tt.in, got, tt.code)
		}
		if got := MarkdownCell(tt.in); got != tt.cell {
			t.Errorf("MarkdownCell(%q) = %q, want %q", tt.in, got, tt.cell)
		}
	}
}

// A GitHub-flavoured renderer must show exactly the characters that were
// escaped, in every place where reports put them.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{
		"plain", "a|b", `\|`, `a\`, "`", "``a`", " `", "<script>", "&lt;", "*a*", "a_b_c", "_a_b_", "_(a)_b", "~~a~~", "[x](y)", "![x](y)",
		"- [ ] a", "1) a", "---", "===", "https://x.y", "www.x.y", "a@b.c", "    code", "\x00", "|---|", "# a", "a  ",
	} {
		f.Add(s)
	}
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList),
		goldmark.WithRendererOptions(renderer.WithUnsafe()))
	render := func(src string) string {
		var b bytes.Buffer
		if err := md.Convert([]byte(src), &b); err != nil {
			f.Fatal(err)
		}
		return strings.TrimSuffix(b.String(), "\n")
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "?")
		want := strings.Join(strings.Fields(singleLine(s)), " ")
		check := func(src, before, after string) {
			t.Helper()
			got, ok := strings.CutPrefix(render(src), before)
			got, ok2 := strings.CutSuffix(got, after)
			got = strings.NewReplacer("<code>", "", "</code>", "").Replace(got)
			if strings.ContainsAny(got, "<>") || !ok || !ok2 {
				t.Fatalf("%q renders as %q", src, render(src))
			}
			if got = strings.Join(strings.Fields(html.UnescapeString(got)), " "); got != want {
				t.Fatalf("%q renders as %q, want %q", src, got, want)
			}
		}
		if want == "" {
			return
		}
		check(MarkdownText(s), "<p>", "</p>")
		check("- "+MarkdownText(s), "<ul>\n<li>", "</li>\n</ul>")
		check(MarkdownCode(s), "<p>", "</p>")
		for _, cell := range []string{MarkdownCell(s), MarkdownCode(s)} {
			check("| a | b |\n| --- | --- |\n| x | "+cell+" |",
				"<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>x</td>\n<td>",
				"</td>\n</tr>\n</tbody>\n</table>")
		}
	})
}
