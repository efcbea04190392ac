package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/urfave/cli/v3"
)

func diffCommand(e *env) *cli.Command {
	formats := []string{"json", "markdown"}
	return &cli.Command{
		Name:      "diff",
		Usage:     "say what changed between two commits, without judging it",
		ArgsUsage: targetArg,
		Flags:     slices.Concat(refFlags(), formatFlags(formats...), []cli.Flag{configFlag(), profileFlag()}),
		Action: func(ctx context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			comparison, err := e.compare(ctx, c)
			if err != nil {
				return err
			}
			report := comparison.Diff()
			return e.printReport(report, cmp.Or(chosen, formats[0]))
		},
	}
}
