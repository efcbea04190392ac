package main

import (
	"cmp"
	"context"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
)

func catalogCommand(e *env) *cli.Command {
	formats := []string{"json", "markdown"}
	return &cli.Command{
		Name:      "catalog",
		Usage:     "list the assets of a repository, their owners and their dependencies",
		ArgsUsage: targetArg,
		Flags:     append(formatFlags(formats...), configFlag(), profileFlag()),
		Action: func(ctx context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			repo, err := e.open(ctx, c, renma.Options{MetadataOnly: true})
			if err != nil {
				return err
			}
			report := repo.Catalog()
			return failIf(report.HasErrors(), e.printReport(report, cmp.Or(chosen, formats[0])))
		},
	}
}
