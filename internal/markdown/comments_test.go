package markdown_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/markdown"
)

func TestComments(t *testing.T) {
	type place = markdown.Position
	type comment struct {
		text       string
		closed     bool
		start, end place
		x          place // of the first "x" in the text, or of its start
	}
	tests := []struct {
		name, body string
		want       []comment
	}{
		{"block", "<!-- x -->\n", []comment{{" x ", true, place{7, 1}, place{7, 11}, place{7, 6}}}},
		{"indented", "a\n\n  <!-- x -->\n", []comment{{" x ", true, place{9, 3}, place{9, 13}, place{9, 8}}}},
		{"over lines", "<!-- a\n é x\n-->\nb\n", []comment{{" a\n é x\n", true, place{7, 1}, place{9, 4}, place{8, 4}}}},
		{"in text", "é <!-- x --> b\n", []comment{{" x ", true, place{7, 3}, place{7, 13}, place{7, 8}}}},
		{"in text over lines", "a <!-- b\nx --> c\n", []comment{{" b\nx ", true, place{7, 3}, place{8, 6}, place{8, 1}}}},
		{"in a heading", "# a <!-- x -->\n", []comment{{" x ", true, place{7, 5}, place{7, 15}, place{7, 10}}}},
		{"in a list", "- a\n\n  <!-- x -->\n", []comment{{" x ", true, place{9, 3}, place{9, 13}, place{9, 8}}}},
		{"in a quote over lines", "> <!-- a\n> x -->\n", []comment{{" a\nx ", true, place{7, 3}, place{8, 8}, place{8, 3}}}},
		{"in a table", "|a|\n|-|\n|b <!-- x -->|\n", []comment{{" x ", true, place{9, 4}, place{9, 14}, place{9, 9}}}},
		{"in a link", "[a <!-- x -->](b)\n", []comment{{" x ", true, place{7, 4}, place{7, 14}, place{7, 9}}}},
		{"below a tag", "<div>\n  <!-- x -->\n</div>\n", []comment{{" x ", true, place{8, 3}, place{8, 13}, place{8, 8}}}},
		{"two on a line", "<!-- x --><!-- x -->\n", []comment{
			{" x ", true, place{7, 1}, place{7, 11}, place{7, 6}}, {" x ", true, place{7, 11}, place{7, 21}, place{7, 16}},
		}},
		{"never closed", "a\n\n<!-- x\n\nb\n", []comment{{" x\n\nb\n", false, place{9, 1}, place{12, 1}, place{9, 6}}}},
		{"behind many blank lines", "a\n" + strings.Repeat("\n", 20) + "<!-- x -->\n", []comment{{" x ", true, place{28, 1}, place{28, 11}, place{28, 6}}}},
		{"abruptly closed", "a <!--> x <!--->\n", []comment{
			{"", true, place{7, 3}, place{7, 8}, place{7, 7}}, {"", true, place{7, 11}, place{7, 17}, place{7, 15}},
		}},
		{"in a fence", "```\n<!-- x -->\n```\n", nil},
		{"in an indented block", "a\n\n    <!-- x -->\n", nil},
		{"in a code span", "`<!-- x -->`\n", nil},
		{"in a script", "<script>\n<!-- x -->\n</script>\n", nil},
		{"never closed in text", "a <!-- x\n", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []comment
			doc := markdown.Parse(test.body, 7)
			for i := range doc.Comments {
				c := &doc.Comments[i]
				got = append(got, comment{c.Text, c.Closed, c.Start, c.End, c.Position(max(strings.Index(c.Text, "x"), 0))})
			}
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(comment{})); diff != "" {
				t.Errorf("comments (-want +got):\n%s", diff)
			}
		})
	}
}
