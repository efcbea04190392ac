package main

import (
	"context"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/internal/textio"
)

func catalogCommand(e *env) *cli.Command {
	formats := []string{"json", "markdown"}
	return &cli.Command{
		Name:      "catalog",
		Usage:     "list the assets of a repository, their owners and their dependencies",
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
			report := repo.Catalog()
			err = e.print(func(w io.Writer) error {
				if chosen == "markdown" {
					_, err := io.WriteString(w, report.Markdown())
					return err
				}
				return textio.EncodeJSON(w, report)
			})
			if err == nil && report.HasErrors() {
				return errFailed
			}
			return err
		},
	}
}
