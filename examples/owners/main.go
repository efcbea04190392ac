// Command owners is a custom check in a few lines: it lists the skills that
// nobody owns and fails when there is one.
//
//	go run ./examples/owners [repository]
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/renma/renma"
)

func main() {
	dir := "."
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	unowned, err := run(context.Background(), os.Stdout, dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, "owners:", err)
		os.Exit(2)
	}
	if unowned > 0 {
		os.Exit(1)
	}
}

// run prints one line for each skill without an effective owner and returns
// their number. A skill that is not valid declares nothing, so it has none.
func run(ctx context.Context, out io.Writer, dir string) (int, error) {
	repo, err := renma.Open(ctx, dir, renma.Options{})
	if err != nil {
		return 0, err
	}
	unowned := 0
	for _, skill := range repo.Snapshot().Skills {
		if skill.Entry.Ownership.EffectiveOwner != nil {
			continue
		}
		unowned++
		fmt.Fprintf(out, "%s:1: no owner (valid: %t)\n", skill.File.Path, skill.Result.Valid)
	}
	return unowned, nil
}
