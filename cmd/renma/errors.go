package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// Exit statuses (contract 01 section 5.2).
const (
	exitOK       = 0 // report printed, nothing failed
	exitFailed   = 1 // report printed, and something in it failed
	exitUsage    = 2 // the call was wrong; nothing on standard output
	exitInternal = 3 // renma failed
)

// errFailed ends a command whose report was printed and says that something
// failed.
var errFailed = errors.New("the report holds a failure")

// failIf adds to a report that was printed whether something in it failed.
func failIf(failed bool, err error) error {
	if err == nil && failed {
		return errFailed
	}
	return err
}

// usageError is a command line that cannot be understood.
type usageError struct {
	message string
	command string // full name, for the line that points at its help
}

func (e *usageError) Error() string { return e.message }

// outputError is a report that could not be written.
type outputError struct{ cause error }

func (e *outputError) Error() string { return "cannot write the report: " + e.cause.Error() }
func (e *outputError) Unwrap() error { return e.cause }

// callerFault reports whether err says that the call was wrong, as opposed to
// renma: one type for each fault of a call that a library package can return.
func callerFault(err error) bool {
	return is[*renma.TargetError](err) || is[*renma.FileError](err) || is[*snapshot.RootError](err) || is[*snapshot.ConfigError](err) ||
		is[*discovery.FocusError](err) || is[*renma.GitError](err) || is[*baselineError](err) || is[*fileError](err) ||
		is[*inputError](err)
}

func is[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// reportError prints err as one line, where there is something to say, and
// returns the exit status that it stands for.
func reportError(e *env, err error) int {
	var usage *usageError
	var output *outputError
	var config *snapshot.ConfigErrors
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFailed):
		return exitFailed
	}
	switch {
	case errors.As(err, &usage):
		complain(e, "renma: ", err)
		fmt.Fprintf(e.stderr, "Run %q for the options it accepts.\n", usage.command+" --help")
		return exitUsage
	case errors.As(err, &output):
		if !errors.Is(err, syscall.EPIPE) { // whoever closed the pipe knows
			complain(e, "renma: ", err)
		}
		return exitInternal
	case errors.As(err, &config):
		complainAll(e, config)
		return exitUsage
	case callerFault(err):
		complain(e, "renma: ", err)
		return exitUsage
	case errors.Is(err, context.Canceled):
		complain(e, "renma: ", errors.New("interrupted"))
		return exitInternal
	}
	complain(e, "Renma internal error: ", err)
	return exitInternal
}

func complain(e *env, prefix string, err error) {
	fmt.Fprintln(e.stderr, prefix+textio.Terminal(err.Error()))
}

// complainAll prints the faults of a configuration, one on a line that begins
// with its place, so that editors can jump there.
func complainAll(e *env, errs *snapshot.ConfigErrors) {
	for _, f := range errs.Faults {
		complain(e, "", f)
	}
	if n := len(errs.Faults) + errs.Omitted; n > 1 {
		fmt.Fprintf(e.stderr, "renma: %d faults in the configuration", n)
		if errs.Omitted > 0 {
			fmt.Fprintf(e.stderr, ", %d of them shown", len(errs.Faults))
		}
		fmt.Fprintln(e.stderr)
	}
}

// usagef returns a usage error of the command c.
func usagef(c *cli.Command, format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...), c.FullName()}
}

// onUsageError puts the library's parse errors in our words. They have no
// types, only fixed beginnings.
func onUsageError(_ context.Context, c *cli.Command, err error, _ bool) error {
	if c == c.Root() && c.Args().Len() > 0 {
		return unknownCommand(c, c.Args().First())
	}
	message := err.Error()
	if name, ok := strings.CutPrefix(message, "flag provided but not defined: -"); ok {
		return usagef(c, "unknown option %s%s", dashed(name), didYouMean(dashed(textio.Nearest(name, flagNames(c)))))
	}
	if name, ok := strings.CutPrefix(message, "flag needs an argument: "); ok {
		return usagef(c, "option %s needs a value", name)
	}
	if m := invalidValue.FindStringSubmatch(message); m != nil {
		return usagef(c, "option %s does not take the value %s", dashed(m[2]), m[1])
	}
	return usagef(c, "%s", message)
}

var invalidValue = regexp.MustCompile(`^invalid value (".*") for flag -(\S+): `)

func unknownCommand(c *cli.Command, name string) error {
	var names []string
	for _, sub := range c.VisibleCommands() {
		names = append(names, sub.Name)
	}
	return usagef(c, "unknown command %s%s", textio.Quote(name), didYouMean(textio.Nearest(name, names)))
}

func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return "; did you mean " + name + "?"
}

func dashed(option string) string {
	switch len([]rune(option)) {
	case 0:
		return ""
	case 1:
		return "-" + option
	}
	return "--" + option
}

func flagNames(c *cli.Command) []string {
	var names []string
	for _, f := range c.VisibleFlags() {
		names = append(names, f.Names()...)
	}
	slices.Sort(names)
	return names
}
