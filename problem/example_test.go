package problem_test

import (
	"fmt"
	"os"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/problem"
)

func Example() {
	found := []problem.Problem{{
		ID: "AS-SKILL-INVALID-NAME", Severity: diagnostic.SeverityError, Level: "error",
		Path: "skills/demo/SKILL.md", StartLine: 2, EndLine: 2, StartColumn: 7, EndColumn: 11,
		Message: "The name holds a capital letter.", Subject: "name",
	}}
	baseline := problem.NewBaseline(found)

	found[0].StartLine, found[0].EndLine = 3, 3 // somebody put a comment above
	found = append(found, problem.Problem{
		ID: "AS-SKILL-MISSING-NAME", Severity: diagnostic.SeverityError, Level: "error",
		Path: "skills/other/SKILL.md", StartLine: 1, EndLine: 1, Message: "The name is missing.", Subject: "name",
	})
	marked, fixed := baseline.Mark(found)
	report := problem.Report{Problems: marked, Outcome: "failed: 1 new problem"}
	fmt.Println(report.WriteGitHub(os.Stdout), len(fixed))
	// Output:
	// ::error file=skills/other/SKILL.md,line=1,title=AS-SKILL-MISSING-NAME::The name is missing.
	// renma: failed: 1 new problem
	// <nil> 0
}
