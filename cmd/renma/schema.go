package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/schemas/files"
)

func schemaCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:          "schema",
		Usage:         "print the JSON Schema of a document, or list the schemas",
		ArgsUsage:     "[ID]",
		ShellComplete: completeWith(files.IDs),
		Action: func(_ context.Context, c *cli.Command) error {
			if err := atMost(c, 1); err != nil {
				return err
			}
			if c.Args().Len() == 0 {
				return e.printText(strings.Join(files.IDs(), "\n") + "\n")
			}
			id := c.Args().First()
			source, err := files.Source(id)
			if err != nil {
				return usagef(c, "unknown schema %s%s", textio.Quote(id), didYouMean(textio.Nearest(id, files.IDs())))
			}
			return e.printText(string(source))
		},
	}
}
