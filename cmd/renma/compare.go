package main

import (
	"context"
	"errors"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
)

// refFlags are the options of the commands that compare two commits.
func refFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "from", Usage: "compare from the commit that `REF` names"},
		&cli.StringFlag{Name: "base", Usage: "another name of --from; `REF` may be given by one of them only"},
		&cli.StringFlag{Name: "to", Usage: "compare to the commit that `REF` names; uncommitted changes never count", DefaultText: "HEAD"},
	}
}

// compare reads the two commits that the options of refFlags name.
func (e *env) compare(ctx context.Context, c *cli.Command) (*renma.Comparison, error) {
	option := "from"
	if c.IsSet("base") {
		if c.IsSet("from") {
			return nil, usagef(c, "--from and --base are the same option; give one of them")
		}
		option = "base"
	}
	from := c.String(option)
	if from == "" {
		return nil, usagef(c, "name the commit to compare from with --from or --base")
	}
	dir, err := target(e, c)
	if err != nil {
		return nil, err
	}
	opts := renma.Options{MetadataOnly: true}
	if err := e.setOptions(c, &opts); err != nil {
		return nil, err
	}
	e.progress("renma: reading " + from + " and " + c.String("to"))
	comparison, err := renma.Compare(ctx, dir, from, c.String("to"), opts)
	return comparison, optionError(err, map[string]string{renma.SideFrom: "--" + option, renma.SideTo: "--to"})
}

// optionError names the options in place of the sides of a [renma.RefError]: the
// reader knows only them.
func optionError(err error, options map[string]string) error {
	var ref *renma.RefError
	if !errors.As(err, &ref) {
		return err
	}
	return &renma.RefError{Side: options[ref.Side], Ref: ref.Ref, Err: ref.Err}
}
