package diffreport_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/snapshot"
)

func ExampleBuildDiffReport() {
	collect := func(ref, metadata string) diffreport.Side {
		files := fstest.MapFS{"skills/triage/SKILL.md": {Data: []byte(`---
name: triage
description: Sorts a request. Use when a request comes in; do not use for its implementation.
metadata:
  renma.id: skill.triage
` + metadata + `---
`)}}
		snap, err := snapshot.Collect(context.Background(), files, snapshot.Options{Root: "/repository"})
		if err != nil {
			panic(err)
		}
		return diffreport.Side{Ref: ref, Snapshot: snap, Index: discovery.PrepareDiscovery(snap)}
	}
	report := diffreport.BuildDiffReport(
		collect("main", ""),
		collect("topic", "  renma.published-entrypoint: \"true\"\n"),
	)
	fmt.Println(report.Discovery.Adoption.From, "->", report.Discovery.Adoption.To)
	for _, skill := range report.Discovery.PublishedEntrypoints.Added {
		fmt.Println("published:", skill.ID, skill.Path)
	}
	// Output:
	// not-adopted -> partial
	// published: skill.triage skills/triage/SKILL.md
}
