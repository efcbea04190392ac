package mdpage

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPage(t *testing.T) {
	var p Page
	p.Heading(1, "Title")
	p.Line("- one")
	p.Paragraph("text %d", 7)
	p.Heading(2, "Next")
	p.Heading(3, "Below")
	p.Table("a", "b")
	p.Row("1", "2")
	p.Write("### Other\n\nbody\n")
	p.Write("more\n")
	const want = `# Title

- one

text 7

## Next

### Below

| a | b |
| --- | --- |
| 1 | 2 |

### Other

body
more
`
	if diff := cmp.Diff(want, p.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestItemsAreCapped(t *testing.T) {
	for n, want := range map[int]string{
		0:  "",
		1:  "- item 0\n",
		12: "- item 0\n- item 1\n- item 2\n- item 3\n- item 4\n- item 5\n- item 6\n- item 7\n- item 8\n- item 9\n\n10 of 12 shown; the other 2 are in the JSON form only.\n",
	} {
		var p Page
		list := make([]int, n)
		for i := range list {
			list[i] = i
		}
		Items(&p, list, func(i int) string { return fmt.Sprintf("item %d", i) })
		if diff := cmp.Diff(want, p.String()); diff != "" {
			t.Errorf("%d items (-want +got):\n%s", n, diff)
		}
	}
}
