package main

import (
	"context"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/internal/textio"
)

func readinessCommand(e *env) *cli.Command {
	formats := []string{"json", "markdown"}
	return &cli.Command{
		Name:      "readiness",
		Usage:     "check whether a repository holds what it declares, and exit 1 when it does not",
		ArgsUsage: targetArg,
		Flags:     append(formatFlags(formats...), configFlag()),
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
			err = e.print(func(w io.Writer) error {
				if chosen == "markdown" {
					_, err := io.WriteString(w, report.Markdown())
					return err
				}
				return textio.EncodeJSON(w, report)
			})
			if err == nil && report.HasFailed() {
				return errFailed
			}
			return err
		},
	}
}
