package collision_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/renma/renma/collision"
	"github.com/renma/renma/snapshot"
)

func Example() {
	const text = "---\nname: release\ndescription: Cuts a release. Use when one is due.\n---\n"
	s, err := snapshot.Collect(context.Background(), fstest.MapFS{
		"skills/release/SKILL.md":         {Data: []byte(text)},
		".agents/skills/release/SKILL.md": {Data: []byte(text + "An older text.\n")},
	}, snapshot.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range collision.Find(s) {
		fmt.Println(d.Path, d.Code)
	}
	// Output:
	// .agents/skills/release/SKILL.md COLLISION-SAME-NAME
	// skills/release/SKILL.md COLLISION-SAME-NAME
}
