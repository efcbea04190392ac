// Command gate lets a pull request pass when the CI report is no worse than a
// warning and no published entrypoint is gone.
//
//	go run ./examples/gate origin/main [repository]
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/renma/renma"
	"github.com/renma/renma/cireport"
)

func main() {
	args := append(os.Args[1:], "", ".")
	passed, err := run(context.Background(), os.Stdout, args[1], args[0])
	if err != nil {
		fmt.Fprintln(os.Stderr, "gate:", err)
		os.Exit(2)
	}
	if !passed {
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, dir, base string) (passed bool, err error) {
	changes, err := renma.Compare(ctx, dir, base, "HEAD", renma.Options{})
	if err != nil {
		return false, err
	}
	report := changes.CiReport()
	removed := report.SkillDiscovery.PublishedEntrypoints.Removed
	_, err = fmt.Fprintf(out, "%s\n%d published entrypoints are gone: %v\n", report.Markdown(), len(removed), removed)
	return !report.HasFailed(cireport.StatusFail) && len(removed) == 0, err
}
