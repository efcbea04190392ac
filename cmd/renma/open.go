package main

import (
	"context"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/agentskills"
)

// configFlag is the option of every command that loads a configuration.
func configFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "config", Aliases: []string{"c"},
		Usage: "read the configuration from `FILE` inside the repository", DefaultText: "renma.config.jsonc or renma.config.json",
	}
}

// profileFlag is the option of every command that judges Skills.
func profileFlag() cli.Flag {
	return choiceFlag("profile", "judge skills by what the client `NAME` documents", agentskills.SpecProfile, profileIDs())
}

func profileIDs() []string {
	var ids []string
	for _, p := range agentskills.ClientProfiles() {
		ids = append(ids, p.ID)
	}
	return ids
}

// open reads the repository that the one positional argument names, with the
// configuration that --config names.
func (e *env) open(ctx context.Context, c *cli.Command, opts renma.Options) (*renma.Repository, error) {
	dir, err := target(e, c)
	if err != nil {
		return nil, err
	}
	return e.openAt(ctx, c, dir, opts)
}

func (e *env) openAt(ctx context.Context, c *cli.Command, dir string, opts renma.Options) (*renma.Repository, error) {
	if err := e.setOptions(c, &opts); err != nil {
		return nil, err
	}
	if !c.Bool("quiet") {
		e.progress("renma: reading " + dir)
	}
	return renma.Open(ctx, dir, opts)
}

// setOptions puts what the command line says about reading into opts.
func (e *env) setOptions(c *cli.Command, opts *renma.Options) (err error) {
	opts.Now = e.now
	if err := e.setConfig(c, opts); err != nil {
		return err
	}
	opts.Profile, err = choice(c, "profile", profileIDs()...)
	return err
}

// setConfig puts the file that --config names into opts.
func (e *env) setConfig(c *cli.Command, opts *renma.Options) error {
	if ok, err := given(c, "config"); !ok {
		return err
	}
	opts.ConfigPath = e.abs(c.String("config"))
	return nil
}
