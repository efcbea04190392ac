package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/problem"
)

// baselineError is a baseline that cannot be used.
type baselineError struct {
	file  string // as given
	cause error
}

func (e *baselineError) Error() string {
	if errors.Is(e.cause, fs.ErrNotExist) {
		return fmt.Sprintf("cannot read the baseline %s: there is no such file; write it with renma baseline write", textio.Quote(e.file))
	}
	return fmt.Sprintf("cannot read the baseline %s: %v", textio.Quote(e.file), e.cause)
}

func (e *baselineError) Unwrap() error { return e.cause }

func baselineFlag() cli.Flag {
	return &cli.StringFlag{Name: "baseline", Usage: "do not fail for what the baseline `FILE` holds; renma baseline write makes one"}
}

// readBaseline reads the file that --baseline names, nil without the option.
func (e *env) readBaseline(c *cli.Command) (*problem.Baseline, error) {
	if ok, err := given(c, "baseline"); !ok {
		return nil, err
	}
	return e.loadBaseline(c.String("baseline"))
}

func (e *env) loadBaseline(file string) (*problem.Baseline, error) {
	text, err := os.ReadFile(e.abs(file))
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, &baselineError{file, err}
	}
	b, err := problem.ParseBaseline(text)
	if err != nil {
		return nil, &baselineError{file, err}
	}
	return b, nil
}

func baselineCommand(e *env) *cli.Command {
	return groupCommand("baseline", "keep a list of known problems, so that only new ones fail", &cli.Command{
		Name:      "write",
		Usage:     "write what a scan finds now to FILE, or to standard output for -",
		ArgsUsage: "<FILE> " + targetArg,
		Flags: []cli.Flag{
			configFlag(),
			profileFlag(),
			&cli.BoolFlag{Name: "prune", Usage: "only drop what is fixed from FILE; add nothing"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Args().Len() == 0 {
				return usagef(c, "baseline write needs the name of a file")
			}
			if err := atMost(c, 2); err != nil {
				return err
			}
			return e.writeBaseline(ctx, c, c.Args().Get(0), c.Args().Get(1))
		},
	})
}

// writeBaseline writes the baseline of the repository in dir to file, and says
// how it differs from what file held before.
func (e *env) writeBaseline(ctx context.Context, c *cli.Command, file, dir string) error {
	prune := c.Bool("prune")
	old, err := e.oldBaseline(file, prune)
	if err != nil {
		return err // what is no baseline is not overwritten
	}
	repo, err := e.openAt(ctx, c, e.abs(dir), renma.Options{})
	if err != nil {
		return err
	}
	report := repo.Scan().Against(old, file)
	baseline := problem.NewBaseline(report.Problems())
	if prune {
		baseline = old.Without(report.Baseline.Fixed)
	}
	if file == "-" {
		return e.print(baseline.Write)
	}
	err = e.write([]output{{file: e.abs(file)}}, func(w io.Writer, _ output) error { return baseline.Write(w) })
	if err != nil {
		return err
	}
	change := "%d added"
	if prune {
		change = "%d new and not added"
	}
	s := report.Baseline
	return e.printText(fmt.Sprintf("%s: "+change+", %d kept, %d fixed and dropped\n", textio.Terminal(file), s.NewCount, s.KnownCount, s.FixedCount))
}

// oldBaseline is what file held before, nothing where there may be none.
func (e *env) oldBaseline(file string, prune bool) (*problem.Baseline, error) {
	if file == "-" {
		return problem.NewBaseline(nil), nil
	}
	old, err := e.loadBaseline(file)
	if errors.Is(err, fs.ErrNotExist) && !prune {
		return problem.NewBaseline(nil), nil
	}
	return old, err
}
