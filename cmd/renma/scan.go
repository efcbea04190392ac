package main

import (
	"cmp"
	"context"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

func scanCommand(e *env) *cli.Command {
	formats := []string{"text", "json"}
	return &cli.Command{
		Name:      "scan",
		Usage:     "report which skills are valid, what is wrong, where, and what to do",
		ArgsUsage: targetArg,
		Flags: append(formatFlags(formats...),
			configFlag(),
			profileFlag(),
			choiceFlag("fail-on", "exit 1 for a finding at or above `LEVEL`", "high", levels()),
			&cli.BoolFlag{Name: "strict", Usage: "also exit 1 for an invalid skill, an error diagnostic and a path that was not inspected"},
		),
		Action: func(ctx context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			level, err := choice(c, "fail-on", levels()...)
			if err != nil {
				return err
			}
			repo, err := e.open(ctx, c, renma.Options{FailOn: diagnostic.Level(level)})
			if err != nil {
				return err
			}
			report, strict := repo.Scan(), c.Bool("strict")
			err = e.print(func(w io.Writer) error {
				if cmp.Or(chosen, repo.Snapshot().Config.Format) == "json" {
					return textio.EncodeJSON(w, report)
				}
				return report.WriteText(w, renma.TextOptions{Color: e.color(), Strict: strict})
			})
			if err == nil && len(report.Policy(strict)) > 0 {
				return errFailed
			}
			return err
		},
	}
}

func levels() []string {
	return []string{
		string(diagnostic.LevelLow), string(diagnostic.LevelMedium), string(diagnostic.LevelHigh), string(diagnostic.LevelCritical),
	}
}
