package main

import (
	"context"
	"io"
	"slices"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/internal/textio"
)

func diffCommand(e *env) *cli.Command {
	formats := []string{"json", "markdown"}
	return &cli.Command{
		Name:      "diff",
		Usage:     "say what changed between two commits, without judging it",
		ArgsUsage: targetArg,
		Flags:     slices.Concat(refFlags(), formatFlags(formats...), []cli.Flag{configFlag()}),
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
			return e.print(func(w io.Writer) error {
				if chosen == "markdown" {
					_, err := io.WriteString(w, report.Markdown())
					return err
				}
				return textio.EncodeJSON(w, report)
			})
		},
	}
}
