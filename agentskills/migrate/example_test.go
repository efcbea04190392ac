package migrate_test

import (
	"fmt"

	"github.com/renma/renma/agentskills/migrate"
)

func ExampleSuggestMetadata() {
	source := []byte("---\nid: skill.spec-review\nowner: qa\ntags: [testing, specs]\n---\nReviews specs. Use when a spec is ready.\n")
	s := migrate.SuggestMetadata("skills/spec-review.skill.md", source, migrate.Options{})
	fmt.Println(s.Status)
	fmt.Println(s.Proposal.EntrypointMigration, "to", s.Proposal.TargetPath)
	fmt.Println(s.Proposal.CanonicalFrontmatter)

	s = migrate.SuggestMetadata("skills/other/SKILL.md", []byte("---\nid: skill.other\nversion: 1.0\n---\n"), migrate.Options{})
	fmt.Println(s.Status)
	for _, b := range s.Proposal.Blocked {
		fmt.Printf("%s: %s\n", b.Field, b.Reason)
	}
	// Output:
	// human-confirmation-required
	// move-and-rename to skills/spec-review/SKILL.md
	// ---
	// name: spec-review
	// description: Reviews specs. Use when a spec is ready.
	// metadata:
	//   renma.id: skill.spec-review
	//   renma.owner: qa
	//   renma.tags: '["testing","specs"]'
	// ---
	// blocked
	// description: Neither when_to_use nor the body says when to use the Skill; write a description.
	// version: Line 3: version is a number; put quotes around the text that is meant.
}
