package discovery_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/renma/renma/discovery"
	"github.com/renma/renma/snapshot"
)

func repository() fstest.MapFS {
	skill := func(name, metadata string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("---\nname: " + name +
			"\ndescription: Plans one " + name + ". Use when it is due; do not use for anything else.\nmetadata:\n  renma.id: skill." + name + "\n" + metadata + "---\n")}
	}
	return fstest.MapFS{
		"skills/deploy/SKILL.md":   skill("deploy", "  renma.published-entrypoint: \"true\"\n  renma.continues-with: '[\"skill.verify\", \"skill.rolback\"]'\n"),
		"skills/verify/SKILL.md":   skill("verify", ""),
		"skills/rollback/SKILL.md": skill("rollback", ""),
	}
}

func ExamplePrepareDiscovery() {
	snap, err := snapshot.Collect(context.Background(), repository(), snapshot.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	index := discovery.PrepareDiscovery(snap)
	for s := range index.Entrypoints() {
		fmt.Println("starts at", s.ID)
	}
	for s := range index.Missed() {
		fmt.Println("misses", s.ID)
	}
	for _, d := range index.Diagnostics {
		fmt.Printf("%s:%d:%d: %s\n", d.Path, d.Evidence.StartLine, d.Evidence.StartColumn, d.Message)
	}
	// Output:
	// starts at skill.deploy
	// misses skill.rollback
	// skills/deploy/SKILL.md:7:43: route 1 names "skill.rolback", which is the exact id or path of nothing; did you mean "skill.rollback"?
}

func ExampleIndex_Focus() {
	snap, err := snapshot.Collect(context.Background(), repository(), snapshot.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	index := discovery.PrepareDiscovery(snap)
	_, err = index.Focus("skill.rolback")
	fmt.Println(err)
	part, err := index.Focus("skill.verify")
	fmt.Println(len(part.Skills), len(part.Routes), err)
	// Output:
	// "skill.rolback" matches no Skill id or source path exactly; did you mean "skill.rollback"?
	// 2 1 <nil>
}

func ExampleIndex_Explain() {
	snap, err := snapshot.Collect(context.Background(), repository(), snapshot.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := discovery.PrepareDiscovery(snap).Explain("skill.verify")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Skill.Reachability.State, "from", e.Nearest.ID)
	for _, r := range e.Path {
		fmt.Printf("%s:%d continues with %s\n", r.Member.Path, r.Member.StartLine, r.RawTarget)
	}
	// Output:
	// reachable from skill.deploy
	// skills/deploy/SKILL.md:7 continues with skill.verify
}
