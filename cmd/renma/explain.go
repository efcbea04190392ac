package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

func explainCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what an id means, why it matters and how to fix it, or list all ids",
		ArgsUsage: "[ID]",
		ShellComplete: completeWith(func() []string {
			var lines []string
			for _, r := range renma.Rules() {
				lines = append(lines, r.ID+":"+r.Title)
			}
			return lines
		}),
		Action: func(_ context.Context, c *cli.Command) error {
			if err := atMost(c, 1); err != nil {
				return err
			}
			rules := renma.Rules()
			if c.Args().Len() == 0 {
				return e.print(func(w io.Writer) error { return writeRuleTable(w, rules) })
			}
			id := c.Args().First()
			ids := make([]string, len(rules))
			for i := range rules {
				ids[i] = rules[i].ID
				if strings.EqualFold(id, rules[i].ID) {
					return e.print(func(w io.Writer) error { return writeRule(w, &rules[i], e.color()) })
				}
			}
			return usagef(c, "unknown id %s%s", textio.Quote(id), didYouMean(textio.Nearest(id, ids)))
		},
	}
}

func writeRuleTable(w io.Writer, rules []diagnostic.Rule) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i := range rules {
		fmt.Fprintf(table, "%s\t%s\t%s\n", rules[i].ID, rules[i].Severity, rules[i].Title)
	}
	return table.Flush()
}

func writeRule(w io.Writer, r *diagnostic.Rule, color bool) error {
	bold := func(s string) string {
		if color {
			return "\x1b[1m" + s + "\x1b[0m"
		}
		return s
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n%s\n\n", bold(r.ID), r.Severity, r.Title)
	for _, part := range []struct{ name, text string }{{"What", r.Meaning}, {"Why", r.Why}, {"Fix", r.Fix}} {
		fmt.Fprintf(&b, "%s\n%s\n\n", bold(part.name), indent(textio.Wrap(part.text, 76)))
	}
	for _, example := range []struct{ name, text string }{{"Wrong", r.Wrong}, {"Right", r.Right}} {
		if example.text != "" {
			fmt.Fprintf(&b, "%s\n%s\n\n", bold(example.name), indent(strings.Split(strings.TrimRight(example.text, "\n"), "\n")))
		}
	}
	fmt.Fprintf(&b, "Contract %s\n", r.Contract)
	_, err := io.WriteString(w, b.String())
	return err
}

func indent(lines []string) string {
	for i, line := range lines {
		if line != "" {
			lines[i] = "  " + line
		}
	}
	return strings.Join(lines, "\n")
}
