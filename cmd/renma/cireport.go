package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/cireport"
)

// summaryVariable names the file that GitHub shows as the summary of a job.
const summaryVariable = "GITHUB_STEP_SUMMARY"

func ciReportCommand(e *env) *cli.Command {
	formats := []string{"markdown", "json", "github"}
	thresholds := []string{string(cireport.StatusFail), string(cireport.StatusWarn)}
	return &cli.Command{
		Name:  "ci-report",
		Usage: "judge what changed between two commits, for a pull request",
		Description: "The status is fail, warn or pass. Changes of Skill Discovery count only where skill_discovery.ci_policy is warn\n" +
			"in the configuration of either commit, and then make it warn at most. --format github prints annotations and\n" +
			"appends the Markdown report to the file that " + summaryVariable + " names, if it is set.",
		ArgsUsage: targetArg,
		Flags: slices.Concat(refFlags(), formatFlags(formats...), []cli.Flag{
			configFlag(),
			profileFlag(),
			choiceFlag("fail-on-status", "exit 1 for the status `STATUS` or a worse one", thresholds[0], thresholds),
		}),
		Action: func(ctx context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			threshold, err := choice(c, "fail-on-status", thresholds...)
			if err != nil {
				return err
			}
			comparison, err := e.compare(ctx, c)
			if err != nil {
				return err
			}
			report := comparison.CiReport()
			failed := report.HasFailed(cireport.Status(cmp.Or(threshold, thresholds[0])))
			return failIf(failed, e.printCiReport(report, chosen))
		},
	}
}

func (e *env) printCiReport(report *cireport.Report, format string) error {
	if format != "github" {
		return e.printReport(report, format)
	}
	if err := e.appendSummary(report.Markdown()); err != nil {
		return err
	}
	return e.printText(report.Annotations())
}

// appendSummary adds text to the job summary, where there is one. It is the only
// file that renma writes without being told its name on the command line.
func (e *env) appendSummary(text string) error {
	name := e.getenv(summaryVariable)
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return &outputError{err}
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return &outputError{err}
	}
	return nil
}
