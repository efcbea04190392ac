package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/internal/textio"
)

// formatFlags returns --format and its shorthand --json. accepted lists what
// the command can print, the default first.
func formatFlags(accepted ...string) []cli.Flag {
	return []cli.Flag{
		choiceFlag("format", "print the report as `FORMAT`", accepted[0], accepted),
		&cli.BoolFlag{Name: "json", Usage: "the same as --format json"},
	}
}

// choiceOption is a string option that accepts some words only.
type choiceOption struct {
	*cli.StringFlag
	accepted []string
}

// choiceFlag returns an option for choice. fallback is what the help shows as
// its default, if any.
func choiceFlag(name, usage, fallback string, accepted []string) cli.Flag {
	return &choiceOption{&cli.StringFlag{Name: name, Usage: usage + ": " + orList(accepted), DefaultText: fallback}, accepted}
}

// acceptedBy lists the words that an option accepts, nil when it accepts more
// than a list can say.
func acceptedBy(f cli.Flag) []string {
	switch option := f.(type) {
	case *choiceOption:
		return option.accepted
	case *outputOption:
		return option.accepted
	}
	return nil
}

// format returns the chosen format: json when --json stands, else the value of
// --format, else "". A value outside accepted is a usage error also when
// --json overrides it.
func format(c *cli.Command, accepted ...string) (string, error) {
	chosen, err := choice(c, "format", accepted...)
	if err != nil {
		return "", err
	}
	if c.Bool("json") {
		return "json", nil
	}
	return chosen, nil
}

// choice returns the value of a string option that accepts only some values,
// or "" when it is not given.
func choice(c *cli.Command, name string, accepted ...string) (string, error) {
	value := c.String(name)
	if !c.IsSet(name) || slices.Contains(accepted, value) {
		return value, nil
	}
	return "", usagef(c, "--%s accepts %s, not %s%s", name, orList(accepted), textio.Quote(value), didYouMean(textio.Nearest(value, accepted)))
}

// given reports whether a string option stands on the command line. An empty value
// is a usage error.
func given(c *cli.Command, name string) (bool, error) {
	if c.IsSet(name) && c.String(name) == "" {
		return false, usagef(c, "option --%s needs a value", name)
	}
	return c.IsSet(name), nil
}

// targetArg is the usage text of commands that take one directory.
const targetArg = "[path]"

// target returns the absolute path of the one positional argument, the
// working directory without one.
func target(e *env, c *cli.Command) (string, error) {
	if err := atMost(c, 1); err != nil {
		return "", err
	}
	if c.Args().Len() == 0 {
		return e.dir, nil
	}
	return e.abs(c.Args().First()), nil
}

// atMost refuses more than n positional arguments.
func atMost(c *cli.Command, n int) error {
	if c.Args().Len() <= n {
		return nil
	}
	return usagef(c, "unexpected argument %s", textio.Quote(c.Args().Get(n)))
}

func (e *env) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.dir, path)
}

// orList joins words as in "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
