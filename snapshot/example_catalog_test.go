package snapshot_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/renma/renma/snapshot"
)

// Who owns each asset, and does what a Skill requires exist?
func ExampleCatalog() {
	repository := fstest.MapFS{
		"skills/plan/SKILL.md": {Data: []byte(`---
name: plan
description: Sorts plans by risk. Use when a plan is ready for review.
metadata:
  renma.owner: release-desk
  renma.requires-context: '["context.train", "context.calendar"]'
---
Read the [checklist](references/checklist.md).
`)},
		"skills/plan/references/checklist.md": {Data: []byte("# Checklist\n")},
		"contexts/train.md":                   {Data: []byte("---\nid: context.train\nowner: platform\n---\n")},
	}
	s, err := snapshot.Collect(context.Background(), repository, snapshot.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range s.Catalog.Entries {
		fmt.Printf("%s: %s (%s)\n", e.SourcePath, *e.Ownership.EffectiveOwner, e.Ownership.Source)
	}
	for _, d := range s.Catalog.Dependencies {
		if d.Kind == snapshot.DependencyRequires {
			fmt.Printf("line %d requires %s: %t\n", d.Evidence.StartLine, d.To, s.Catalog.Resolve(d.To) != nil)
		}
	}
	// Output:
	// skills/plan/SKILL.md: release-desk (declared)
	// contexts/train.md: platform (declared)
	// skills/plan/references/checklist.md: release-desk (inherited)
	// line 6 requires context.calendar: false
	// line 6 requires context.train: true
}
