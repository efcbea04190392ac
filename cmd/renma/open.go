package main

import (
	"context"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
)

// configFlag is the option of every command that loads a configuration.
func configFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "config", Aliases: []string{"c"},
		Usage: "read the configuration from `FILE` inside the repository", DefaultText: "renma.config.jsonc or renma.config.json",
	}
}

// open reads the repository that the one positional argument names, with the
// configuration that --config names.
func (e *env) open(ctx context.Context, c *cli.Command, opts renma.Options) (*renma.Repository, error) {
	dir, err := target(e, c)
	if err != nil {
		return nil, err
	}
	opts.Now = e.now
	if err := e.setConfig(c, &opts); err != nil {
		return nil, err
	}
	stop := e.progress("renma: reading " + dir)
	defer stop()
	return renma.Open(ctx, dir, opts)
}

// setConfig puts the file that --config names into opts.
func (e *env) setConfig(c *cli.Command, opts *renma.Options) error {
	if !c.IsSet("config") {
		return nil
	}
	if c.String("config") == "" {
		return usagef(c, "option --config needs a value")
	}
	opts.ConfigPath = e.abs(c.String("config"))
	return nil
}
