package main

import (
	"context"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/textio"
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
			err = e.print(func(w io.Writer) error { return writeGraph(w, report, chosen) })
			if err == nil && report.HasErrors() {
				return errFailed
			}
			return err
		},
	}
}

func writeGraph(w io.Writer, report *discovery.GraphReport, format string) error {
	var text string
	switch format {
	case "markdown":
		text = report.Markdown()
	case "mermaid":
		text = report.Mermaid()
	case "dot":
		text = report.DOT()
	default:
		return textio.EncodeJSON(w, report)
	}
	_, err := io.WriteString(w, text)
	return err
}
