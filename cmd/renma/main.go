// Command renma turns a repository of Agent Skills into facts: which skills
// are valid, what is wrong with the others, where, and what to do.
//
// Run "renma --help" for its commands. The exit status is 0 when a report was
// printed and nothing failed, 1 when something in it failed, 2 when the call
// was wrong and 3 when renma itself failed (contract 01 section 5.2).
package main

import (
	"context"
	"os"
	"os/signal"
	"time"

	"golang.org/x/term"
)

func main() {
	useLargePages()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	ended := context.AfterFunc(ctx, func() {
		// Reading ends by itself. What is in memory by then is only turned
		// into text and written, perhaps to nobody: nothing is left to tidy.
		time.Sleep(interruptPatience)
		os.Exit(reportError(&env{stderr: os.Stderr}, ctx.Err()))
	})
	dir, err := os.Getwd()
	if err != nil {
		dir = "." // only a relative target needs it, and opening that one then says why not
	}
	code := run(ctx, env{
		stdin:     os.Stdin,
		stdout:    os.Stdout,
		stderr:    os.Stderr,
		dir:       dir,
		now:       time.Now(),
		outIsTerm: term.IsTerminal(int(os.Stdout.Fd())),
		errIsTerm: term.IsTerminal(int(os.Stderr.Fd())),
		inIsTerm:  term.IsTerminal(int(os.Stdin.Fd())),
		outSize:   size(os.Stdout),
		errSize:   size(os.Stderr),
		getenv:    os.Getenv,
	}, os.Args[1:])
	ended()
	stop()
	os.Exit(code)
}

// interruptPatience is how long an interrupted command may take to end by itself.
const interruptPatience = 100 * time.Millisecond

// size returns the function that tells the size of a terminal.
func size(f *os.File) func() (columns, rows int) {
	return func() (columns, rows int) {
		columns, rows, err := term.GetSize(int(f.Fd()))
		if err != nil {
			return 0, 0
		}
		return columns, rows
	}
}
