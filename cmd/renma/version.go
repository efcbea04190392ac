package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v3"
)

func versionCommand(e *env) *cli.Command {
	formats := []string{"text", "json"}
	return &cli.Command{
		Name:  "version",
		Usage: "print the version of renma and of the Go toolchain that built it",
		Flags: formatFlags(formats...),
		Action: func(_ context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			if err := atMost(c, 0); err != nil {
				return err
			}
			b := thisBuild()
			if chosen == "json" {
				return e.printJSON(b)
			}
			return e.printText(fmt.Sprintf("renma %s (%s %s/%s)\n", b.Version, b.GoVersion, b.Platform.OS, b.Platform.Arch))
		},
	}
}

// build says what this program was built from: what a bug report quotes and a
// pipeline compares with the version that it pins.
type build struct {
	SchemaVersion string   `json:"schemaVersion"`
	Name          string   `json:"name"`
	Version       string   `json:"version"`
	Module        string   `json:"module"`
	Commit        *commit  `json:"commit,omitempty"` // nil when the build saw no repository
	GoVersion     string   `json:"goVersion"`
	Platform      platform `json:"platform"`
}

type commit struct {
	ID    string `json:"id"`
	Time  string `json:"time"`  // RFC 3339, UTC
	Dirty bool   `json:"dirty"` // the work tree held more than the commit
}

type platform struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
}

// newBuild reads what the Go command recorded in the program. info is nil in a
// program that was built without modules.
func newBuild(info *debug.BuildInfo) build {
	b := build{
		SchemaVersion: "renma.version.v1",
		Name:          "renma",
		Version:       "(devel)",
		Module:        "github.com/renma/renma",
		GoVersion:     runtime.Version(),
		Platform:      platform{runtime.GOOS, runtime.GOARCH},
	}
	if info == nil {
		return b
	}
	b.Version = cmp.Or(info.Main.Version, b.Version)
	b.Module = cmp.Or(info.Main.Path, b.Module)
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if id := settings["vcs.revision"]; id != "" {
		b.Commit = &commit{id, settings["vcs.time"], settings["vcs.modified"] == "true"}
	}
	return b
}

func thisBuild() build {
	info, _ := debug.ReadBuildInfo()
	return newBuild(info)
}
