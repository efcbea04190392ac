package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/suggest"
)

func suggestCommand(e *env) *cli.Command {
	formats := []string{"prompt", "json", "patch"}
	return &cli.Command{
		Name:      "suggest-metadata",
		Usage:     "propose metadata for a file: the migration of a skill, or an owner",
		ArgsUsage: "<file or directory>...",
		Flags: append(formatFlags(formats...),
			&cli.StringFlag{Name: "owner", Usage: "the owner, as `NAME`, that a human decided on"},
		),
		Action: func(ctx context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			args := c.Args().Slice()
			if len(args) == 0 {
				return usagef(c, "suggest-metadata needs a file or a directory")
			}
			opts := renma.SuggestOptions{Dir: e.dir, Owner: c.String("owner")}
			if len(args) == 1 && !e.isDir(args[0]) {
				return e.suggestOne(ctx, chosen, args[0], opts)
			}
			return e.suggestAll(ctx, chosen, args, opts)
		},
	}
}

func (e *env) isDir(name string) bool {
	info, err := os.Stat(e.abs(name))
	return err == nil && info.IsDir()
}

func (e *env) suggestOne(ctx context.Context, format, file string, opts renma.SuggestOptions) error {
	d, err := renma.SuggestMetadata(ctx, file, opts)
	if err != nil {
		return err
	}
	if format == "patch" {
		e.explainUnpatched(d)
	}
	return e.printSuggestion(d, format)
}

// printSuggestion prints one suggestion, or several of them in one document.
func (e *env) printSuggestion(s interface {
	Markdown() string
	Patch() string
}, format string) error {
	if format == "patch" {
		return e.printText(s.Patch())
	}
	return e.printReport(s, format)
}

// suggestAll prints the answers for what can be read, and fails afterwards when
// something could not.
func (e *env) suggestAll(ctx context.Context, format string, args []string, opts renma.SuggestOptions) error {
	stop := e.progress("renma: reading " + strings.Join(args, ", "))
	report, failures := renma.SuggestMetadataAll(ctx, args, opts)
	stop()
	if err := ctx.Err(); err != nil {
		return err
	}
	if format == "patch" {
		if roots := report.PatchRoots(); len(roots) > 1 {
			return &usageError{"a patch covers one repository, but the files belong to " + strings.Join(roots, " and "), "renma suggest-metadata"}
		}
		for _, d := range report.Suggestions {
			e.explainUnpatched(d)
		}
	}
	err := e.printSuggestion(report, format)
	if err != nil || len(failures) == 0 {
		return err
	}
	for _, f := range failures[:len(failures)-1] {
		complain(e, "renma: ", f)
	}
	return failures[len(failures)-1]
}

// explainUnpatched says on standard error why a file has no part in a patch.
func (e *env) explainUnpatched(d *suggest.Document) {
	if reason := d.Unpatched(); reason != "" {
		fmt.Fprintln(e.stderr, "# "+textio.Terminal(reason))
	}
}
