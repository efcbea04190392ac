package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/discovery"
)

func skillIndexCommand(e *env) *cli.Command {
	formats := []string{"markdown", "json"}
	return &cli.Command{
		Name:      "skill-index",
		Usage:     "list where discovery starts, where it continues, and what it reaches",
		ArgsUsage: targetArg,
		Flags:     append(formatFlags(formats...), configFlag(), profileFlag(), focusFlag()),
		Action: func(ctx context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			if explicit := c.String("format"); c.Bool("json") && c.IsSet("format") && explicit != "json" {
				return usagef(c, "--json and --format %s contradict each other", explicit)
			}
			index, err := e.index(ctx, c)
			if err != nil {
				return err
			}
			report := index.SkillIndexReport()
			return failIf(report.HasErrors(), e.printReport(report, cmp.Or(chosen, formats[0])))
		},
	}
}

// focusFlag selects one Skill of a discovery report.
func focusFlag() cli.Flag {
	return &cli.StringFlag{Name: "focus", Usage: "show one `SKILL`, by its exact id or SKILL.md path, with its direct neighbours"}
}

// index reads the repository and returns its discovery index, or the projection
// that --focus asks for. An empty focus is one that matches nothing.
func (e *env) index(ctx context.Context, c *cli.Command) (*discovery.Index, error) {
	repo, err := e.open(ctx, c, renma.Options{})
	if err != nil {
		return nil, err
	}
	if !c.IsSet("focus") {
		return repo.Index(), nil
	}
	index, err := repo.Index().Focus(c.String("focus"))
	if err != nil {
		return nil, fmt.Errorf("%s --focus: %w", c.Name, err)
	}
	return index, nil
}
