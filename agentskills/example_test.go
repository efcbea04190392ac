package agentskills_test

import (
	"fmt"

	"github.com/renma/renma/agentskills"
)

func ExampleValidateSkill() {
	source := []byte(`---
name: demo
description: Use when: a plan is ready
---
# Demo
`)
	result := agentskills.ValidateSkill("skills/demo/SKILL.md", source)
	fmt.Println("valid:", result.Valid)
	for _, issue := range result.Issues {
		fmt.Printf("%d:%d %s\n%s\n%s\n", issue.StartLine, issue.StartColumn, issue.Code, issue.Message, issue.Hint)
	}
	// Output:
	// valid: false
	// 3:22 AS-SKILL-INVALID-YAML
	// A plain value cannot contain ": ".
	// Put quotes around the value: ": " begins a nested mapping in plain text.
}

func ExampleParseEntrypoint() {
	e, ok := agentskills.ParseEntrypoint("skills/testing/spec-review.skill.md")
	fmt.Println(ok, e.Migration, e.TargetPath)
	// Output: true move-and-rename skills/testing/spec-review/SKILL.md
}
