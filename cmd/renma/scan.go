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

// scanFormats are what scan can write, the default first.
var scanFormats = []string{"text", "json", "sarif", "github", "junit", "rdjson"}

func scanCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:        "scan",
		Usage:       "report which skills are valid, what is wrong, where, and what to do",
		ArgsUsage:   "[path|-]",
		Description: stdinDescription,
		Flags: append(outputFlags(scanFormats...),
			configFlag(),
			profileFlag(),
			choiceFlag("fail-on", "exit 1 for a finding at or above `LEVEL`", "high", levels()),
			&cli.BoolFlag{Name: "strict", Usage: "also exit 1 for an invalid skill, an error diagnostic and a path that was not inspected"},
			baselineFlag(),
			&cli.StringFlag{Name: "changed-since", Usage: "show and count only what is wrong in files that differ from the commit `REF`"},
			&cli.BoolFlag{Name: "all", Usage: "show the problems of the baseline too, and on a terminal more than a screen of problems"},
			quietFlag("print no summary, and nothing when nothing is wrong; the exit status stays"),
			stdinPathFlag(),
		),
		Action: func(ctx context.Context, c *cli.Command) error {
			outputs, err := e.outputs(c, scanFormats...)
			if err != nil {
				return err
			}
			report, configured, err := e.scan(ctx, c)
			if err != nil {
				return err
			}
			err = e.write(outputs, func(w io.Writer, o output) error {
				o.format = cmp.Or(o.format, configured)
				return e.writeScan(w, c, report, o)
			})
			return failIf(len(report.Policy(c.Bool("strict"))) > 0, err)
		},
	}
}

// scan reads the repository and narrows its report down to what the options ask
// for. The format is the one that the configuration names.
func (e *env) scan(ctx context.Context, c *cli.Command) (report *renma.ScanReport, format string, err error) {
	level, err := choice(c, "fail-on", levels()...)
	if err != nil {
		return nil, "", err
	}
	baseline, err := e.readBaseline(c)
	if err != nil {
		return nil, "", err
	}
	since, err := given(c, "changed-since")
	if err != nil {
		return nil, "", err
	}
	open := e.open
	if readsStdin(c) {
		if baseline != nil || since {
			return nil, "", usagef(c, "--baseline and --changed-since need a repository, not standard input")
		}
		open = e.openStdin
	} else if c.IsSet("stdin-path") {
		return nil, "", usagef(c, "--stdin-path needs the target -")
	}
	repo, err := open(ctx, c, renma.Options{FailOn: diagnostic.Level(level)})
	if err != nil {
		return nil, "", err
	}
	report = repo.Scan()
	if baseline != nil {
		report = report.Against(baseline, c.String("baseline"))
	}
	if since {
		changed, err := renma.Changed(ctx, report.Root, c.String("changed-since"))
		if err != nil {
			return nil, "", optionError(err, map[string]string{renma.SideChanged: "--changed-since"})
		}
		report = report.Only(changed)
	}
	return report, repo.Snapshot().Config.Format, nil
}

func (e *env) writeScan(w io.Writer, c *cli.Command, report *renma.ScanReport, o output) error {
	strict := c.Bool("strict")
	switch o.format {
	case "text":
		opts := renma.TextOptions{Strict: strict, All: c.Bool("all"), Quiet: c.Bool("quiet")}
		if o.file == "" {
			opts.Color, opts.Screen, opts.Command = e.color(), e.screen(), e.again("--all")
		}
		return report.WriteText(w, opts)
	case "json":
		return textio.EncodeJSON(w, report)
	}
	problems := report.ProblemReport(thisBuild().Version, e.prefix(report.Root), strict)
	switch o.format {
	case "sarif":
		return problems.WriteSARIF(w, report.Baseline != nil)
	case "github":
		return problems.WriteGitHub(w)
	case "junit":
		return problems.WriteJUnit(w)
	}
	return problems.WriteRDJSON(w)
}

func levels() []string {
	return []string{
		string(diagnostic.LevelLow), string(diagnostic.LevelMedium), string(diagnostic.LevelHigh), string(diagnostic.LevelCritical),
	}
}
