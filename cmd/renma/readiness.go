package main

import (
	"cmp"
	"context"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
)

func readinessCommand(e *env) *cli.Command {
	formats := []string{"json", "markdown"}
	return &cli.Command{
		Name:      "readiness",
		Usage:     "check whether a repository holds what it declares, and exit 1 when it does not",
		ArgsUsage: targetArg,
		Flags:     append(formatFlags(formats...), configFlag(), profileFlag()),
		Action: func(ctx context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			repo, err := e.open(ctx, c, renma.Options{})
			if err != nil {
				return err
			}
			report := repo.Readiness()
			return failIf(report.HasFailed(), e.printReport(report, cmp.Or(chosen, formats[0])))
		},
	}
}
