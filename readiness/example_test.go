package readiness_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/renma/renma/discovery"
	"github.com/renma/renma/readiness"
	"github.com/renma/renma/snapshot"
)

func ExampleBuildReport() {
	files := fstest.MapFS{
		"skills/deploy/SKILL.md": {Data: []byte(`---
name: deploy
description: Deploys a release. Use when a release is tagged; do not use for previews.
metadata:
  renma.id: skill.deploy
---
`)},
	}
	snap, err := snapshot.Collect(context.Background(), files, snapshot.Options{Root: "/repository"})
	if err != nil {
		fmt.Println(err)
		return
	}
	report := readiness.BuildReport(snap, discovery.PrepareDiscovery(snap))
	fmt.Println(report.Level, report.Score)
	for _, check := range report.Checks {
		if check.Status != readiness.Pass {
			fmt.Println(check.ID+":", check.Summary)
		}
	}
	// Output:
	// needs_attention 80
	// ownership.coverage: 1 of 1 asset has no owner; set metadata.renma.owner in Skills and owner in other assets.
}
