package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/internal/textio"
)

// env is everything that a command may know about the process it runs in.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	dir            string // absolute working directory
	now            time.Time
	outIsTerm      bool
	errIsTerm      bool
	inIsTerm       bool
	getenv         func(string) string
	// The sizes of the terminals, nil where there is none. A size that cannot
	// be told is 0.
	outSize, errSize func() (columns, rows int)

	args         []string // the words of the command line, the command first
	stopProgress func()   // nil before the first progress
}

// commands lists the commands in the order in which the help shows them. To
// add one, write a function like these in a file of its own and name it here.
func commands(e *env) []*cli.Command {
	return []*cli.Command{
		scanCommand(e),
		skillIndexCommand(e),
		graphCommand(e),
		catalogCommand(e),
		readinessCommand(e),
		diffCommand(e),
		ciReportCommand(e),
		baselineCommand(e),
		suggestCommand(e),
		explainCommand(e),
		profilesCommand(e),
		schemaCommand(e),
		configCommand(e),
		versionCommand(e),
		manCommand(e),
	}
}

// run is the whole program: args are the words after the program name, the
// result is the exit status.
func run(ctx context.Context, e env, args []string) (code int) {
	out := &outputWriter{w: e.stdout, before: e.endProgress}
	e.stdout, e.args = out, implied(args)
	defer func() {
		if fault := recover(); fault != nil {
			e.endProgress()
			code = reportError(&e, fmt.Errorf("%v", fault))
		}
	}()
	root := newRoot(&e)
	var notFound error // the library's help goes on without it
	for _, group := range append(root.Commands, root) {
		if len(group.Commands) > 0 {
			group.CommandNotFound = func(_ context.Context, c *cli.Command, name string) { notFound = unknownCommand(c, name) }
		}
	}
	err := root.Run(ctx, append([]string{"renma"}, e.args...))
	e.endProgress()
	if out.err != nil {
		err = &outputError{out.err}
	}
	return reportError(&e, cmp.Or(notFound, err))
}

// implied adds the command that a command line without one means: renma alone
// is a scan of the working directory, options alone are options of scan, and help
// is the option of the command that follows.
func implied(args []string) []string {
	if len(args) == 0 {
		return []string{"scan"}
	}
	switch first := args[0]; first {
	case "help", "h":
		// The help command of the library reports faults in its own words.
		if args[len(args)-1] != "--generate-shell-completion" {
			return implied(append(args[1:len(args):len(args)], "--help"))
		}
		return args
	case "--help", "-help", "-h", "--version", "-version", "-v", "--generate-shell-completion":
		return args
	default:
		if strings.HasPrefix(first, "-") {
			return append([]string{"scan"}, args...)
		}
	}
	return args
}

func newRoot(e *env) *cli.Command {
	root := &cli.Command{
		Name:                  "renma",
		Usage:                 "check, map and compare repositories of Agent Skills",
		Version:               thisBuild().Version,
		Writer:                e.stdout,
		ErrWriter:             e.stderr,
		Reader:                e.stdin,
		Commands:              commands(e),
		EnableShellCompletion: true,
		ConfigureShellCompletionCommand: func(c *cli.Command) {
			*c = *completionCommand(e)
			adopt(c)
		},
		// The default handler ends the process.
		ExitErrHandler: func(context.Context, *cli.Command, error) {},
		Action: func(_ context.Context, c *cli.Command) error {
			return unknownCommand(c, c.Args().First())
		},
	}
	root.OnUsageError = onUsageError
	for _, c := range root.Commands {
		adopt(c)
	}
	return root
}

// adopt sets what all commands below the root have in common.
func adopt(c *cli.Command) {
	c.OnUsageError = onUsageError
	c.HideHelpCommand = true           // "renma scan help" scans a directory
	c.DisableSliceFlagSeparator = true // a file may have a comma in its name
	if len(c.Commands) == 0 {          // the words beside --help are no topics
		c.CommandNotFound = func(_ context.Context, c *cli.Command, _ string) {
			cli.HelpPrinter(c.Root().Writer, cli.CommandHelpTemplate, c)
		}
	}
	if c.ShellComplete == nil {
		c.ShellComplete = completeWith(nil)
	}
	for _, sub := range c.Commands {
		adopt(sub)
	}
}

// groupCommand is a command that does nothing but hold others.
func groupCommand(name, usage string, commands ...*cli.Command) *cli.Command {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return &cli.Command{
		Name: name, Usage: usage, ArgsUsage: strings.Join(names, "|"), Commands: commands,
		ShellComplete: completeWith(func() []string { return names }),
		Action: func(_ context.Context, c *cli.Command) error {
			if c.Args().Len() == 0 {
				return usagef(c, "name what to do: %s", orList(names))
			}
			return unknownCommand(c, c.Args().First())
		},
	}
}

// printReport prints a report as JSON or as Markdown.
func (e *env) printReport(report interface{ Markdown() string }, format string) error {
	if format == "json" {
		return e.printJSON(report)
	}
	return e.printText(report.Markdown())
}

func (e *env) printJSON(document any) error {
	return e.print(func(w io.Writer) error { return textio.EncodeJSON(w, document) })
}

func (e *env) printText(text string) error {
	_, err := io.WriteString(e.stdout, text)
	return err
}

// print writes a report in large pieces.
func (e *env) print(render func(io.Writer) error) error { return writeBuffered(e.stdout, render) }

func writeBuffered(out io.Writer, render func(io.Writer) error) error {
	w := bufio.NewWriterSize(out, 64<<10)
	if err := render(w); err != nil {
		return err
	}
	return w.Flush()
}

// outputWriter remembers the first failure to write, also where a library in
// between drops it.
type outputWriter struct {
	w      io.Writer
	err    error
	before func() // called before each write
}

func (o *outputWriter) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	o.before()
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}
