package renma_test

import (
	"context"
	"fmt"
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
