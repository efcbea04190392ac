package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
)

// stdinTarget is the target that stands for one SKILL.md on standard input.
const stdinTarget = "-"

func stdinPathFlag() cli.Flag {
	return &cli.StringFlag{
		Name:        "stdin-path",
		Usage:       "with the target -, take standard input for the file `PATH`, relative to the working directory",
		DefaultText: "skills/NAME/SKILL.md after the name that it declares",
	}
}

// stdinDescription is the part of the help of scan about the target -.
const stdinDescription = "The target - reads one SKILL.md from standard input, as an editor has it, with the configuration of the working directory. " +
	"What needs the other files of the repository is left out: whether routes and references lead anywhere."

// readsStdin reports whether the target is standard input.
func readsStdin(c *cli.Command) bool { return c.Args().First() == stdinTarget }

// openStdin reads the Skill on standard input.
func (e *env) openStdin(ctx context.Context, c *cli.Command, opts renma.Options) (*renma.Repository, error) {
	if err := atMost(c, 1); err != nil {
		return nil, err
	}
	if _, err := given(c, "stdin-path"); err != nil {
		return nil, err
	}
	if err := e.setOptions(c, &opts); err != nil {
		return nil, err
	}
	if e.inIsTerm {
		fmt.Fprintf(e.stderr, "renma: reading a SKILL.md from the terminal; end it with %s\n", endOfInput())
	}
	repo, err := renma.OpenSkill(ctx, e.dir, c.String("stdin-path"), &input{ctx, e.stdin}, opts)
	var path *renma.EntrypointError
	switch {
	case errors.As(err, &path):
		return nil, usagef(c, "--stdin-path %s", path.Error())
	case err != nil:
		return nil, err
	}
	if s := repo.Snapshot(); len(s.Files)+len(s.FileDiagnostics) == 0 {
		complain(e, "renma: ", errors.New("globs or exclude of the configuration leave this file out, so nothing was checked"))
	}
	return repo, nil
}

func endOfInput() string {
	if runtime.GOOS == "windows" {
		return "Ctrl-Z and Enter"
	}
	return "Ctrl-D"
}

// input is standard input that gives up when the context ends: a terminal may
// never answer.
type input struct {
	ctx context.Context
	r   io.Reader
}

// Read implements io.Reader. A read that is given up may still fill p later.
func (in *input) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := in.r.Read(p)
		done <- result{n, err}
	}()
	select {
	case <-in.ctx.Done():
		return 0, in.ctx.Err()
	case r := <-done:
		if r.err != nil && r.err != io.EOF {
			r.err = &inputError{r.err}
		}
		return r.n, r.err
	}
}

// inputError is standard input that cannot be read.
type inputError struct{ cause error }

func (e *inputError) Error() string { return "cannot read standard input: " + e.cause.Error() }
func (e *inputError) Unwrap() error { return e.cause }
