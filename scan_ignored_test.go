package renma_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/renma/renma"
)

func TestHiddenWarningsAreSummedUp(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range 7 {
		fsys[fmt.Sprintf("skills/s%d/SKILL.md", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "---\nname: s%d\n"+
			"description: Sorts invoices by due date. Use when a payment run is planned.\n---\nDo not print tokens.\n\n"+
			"<!-- renma-ignore RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINENT RN-SKILL-EXECUTION-CONSTRAINT-MISSING-ALTERNATIVE\n"+
			"reason=\"short\x1b \n enough\" -->\n", i)}
	}
	repo, err := renma.OpenFS(context.Background(), fsys, renma.Options{Root: "/repo"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := repo.Scan().WriteText(&b, renma.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	const want = "ignored      14 warnings, by comments in the files:\n" +
		"             skills/s0/SKILL.md:7 hides 2: short\\x1b enough\n" +
		"             skills/s1/SKILL.md:7 hides 2: short\\x1b enough\n" +
		"             skills/s2/SKILL.md:7 hides 2: short\\x1b enough\n" +
		"             skills/s3/SKILL.md:7 hides 2: short\\x1b enough\n" +
		"             skills/s4/SKILL.md:7 hides 2: short\\x1b enough\n" +
		"             and 2 more comments; suppressedIssues of --json lists all\n"
	if !strings.Contains(b.String(), want) {
		t.Errorf("the summary is\n%s\nwant in it\n%s", b.String(), want)
	}
}
