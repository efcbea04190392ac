package renma_test

import (
	"context"
	"fmt"
	"strings"
	"testing/fstest"

	"github.com/renma/renma"
)

func Example() {
	files := fstest.MapFS{
		"skills/deploy/SKILL.md": {Data: []byte("---\nname: deploy\ndescription: Deploys a release. Use when a release is tagged.\n---\n")},
		"skills/review/SKILL.md": {Data: []byte("---\nname: reviews\ndescription: Reviews a change. Use when a change is ready.\n---\n")},
	}
	repo, err := renma.OpenFS(context.Background(), files, renma.Options{Root: "/repository"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, result := range repo.Scan().AgentSkills.Results {
		fmt.Println(result.Path, result.Valid)
		for _, issue := range result.Issues {
			fmt.Printf("  line %d: %s\n", issue.StartLine, issue.Code)
		}
	}
	// Output:
	// skills/deploy/SKILL.md true
	// skills/review/SKILL.md false
	//   line 2: AS-SKILL-NAME-DIRECTORY-MISMATCH
}

func ExampleOpenSkill() {
	source := strings.NewReader("---\nname: notes\ndescription: 7\n---\n# Notes\n")
	repo, err := renma.OpenSkill(context.Background(), ".", "skills/notes/SKILL.md", source, renma.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, issue := range repo.Scan().AgentSkills.Results[0].Issues {
		fmt.Printf("%s:%d:%d: %s\n", issue.Path, issue.StartLine, issue.StartColumn, issue.Message)
	}
	// Output:
	// skills/notes/SKILL.md:3:14: The description is a number; it must be a string.
}
