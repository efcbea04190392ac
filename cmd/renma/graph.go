package main

import (
	"context"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/discovery"
)

func graphCommand(e *env) *cli.Command {
	formats := []string{"json", "markdown", "mermaid", "dot"}
	return &cli.Command{
		Name:      "graph",
		Usage:     "draw the Skills and the routes between them",
		ArgsUsage: targetArg,
		Flags: append(formatFlags(formats...), configFlag(), profileFlag(), focusFlag(),
			choiceFlag("view", "draw this `VIEW`, which must be asked for", "", []string{discovery.ViewDiscovery})),
		Action: func(ctx context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			if _, err := choice(c, "view", discovery.ViewDiscovery); err != nil {
				return err
			}
			if !c.IsSet("view") {
				return usagef(c, "graph needs --view %s, the only view there is", discovery.ViewDiscovery)
			}
			index, err := e.index(ctx, c)
			if err != nil {
				return err
			}
			report := index.GraphReport()
			return failIf(report.HasErrors(), e.printGraph(report, chosen))
		},
	}
}

func (e *env) printGraph(report *discovery.GraphReport, format string) error {
	switch format {
	case "markdown":
		return e.printText(report.Markdown())
	case "mermaid":
		return e.printText(report.Mermaid())
	case "dot":
		return e.printText(report.DOT())
	}
	return e.printJSON(report)
}
