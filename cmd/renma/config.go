package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/schemas/files"
	"github.com/renma/renma/snapshot"
)

func configCommand(e *env) *cli.Command {
	return groupCommand("config", "check the configuration, show what holds, or print its JSON Schema",
		configCheckCommand(e), configShowCommand(e), configSchemaCommand(e))
}

func configSchemaCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:  "schema",
		Usage: "print the JSON Schema of the configuration, for editors",
		Action: func(_ context.Context, c *cli.Command) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			source, err := files.Source(files.Config)
			if err != nil {
				return err
			}
			return e.printText(string(source))
		},
	}
}

func configCheckCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "name every fault of the configuration, and exit 2 when there is one",
		ArgsUsage: targetArg,
		Flags:     []cli.Flag{configFlag(), quietFlag("print nothing when nothing is wrong")},
		Action: func(_ context.Context, c *cli.Command) error {
			config, err := e.inspectConfig(c, renma.Options{})
			if err != nil {
				return err
			}
			if c.Bool("quiet") {
				return nil
			}
			if config.ConfigPath == "" {
				return e.printText(fmt.Sprintf("no configuration file in %s: the defaults hold\n", textio.Terminal(config.Root)))
			}
			return e.printText(fmt.Sprintf("%s: valid%s\n", textio.Terminal(config.ConfigPath), unusedKeys(config)))
		},
	}
}

// unusedKeys names the keys that the file sets without effect.
func unusedKeys(config *snapshot.EffectiveConfig) string {
	var keys []string
	for _, v := range config.Values {
		if v.Origin == snapshot.OriginFile && !v.Used {
			keys = append(keys, v.Key)
		}
	}
	if len(keys) == 0 {
		return ""
	}
	return "; no analysis reads " + textio.Terminal(strings.Join(keys, ", "))
}

func configShowCommand(e *env) *cli.Command {
	formats := []string{"text", "json"}
	return &cli.Command{
		Name:      "show",
		Usage:     "print the values that hold and where each one comes from",
		ArgsUsage: targetArg,
		Flags: append(formatFlags(formats...),
			configFlag(),
			choiceFlag("fail-on", "show what holds for scan --fail-on `LEVEL`", "", levels()),
		),
		Action: func(_ context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			level, err := choice(c, "fail-on", levels()...)
			if err != nil {
				return err
			}
			config, err := e.inspectConfig(c, renma.Options{FailOn: diagnostic.Level(level)})
			if err != nil {
				return err
			}
			if chosen == "json" {
				return e.printJSON(config)
			}
			return e.print(func(w io.Writer) error { return writeConfig(w, config, e.color()) })
		},
	}
}

func (e *env) inspectConfig(c *cli.Command, opts renma.Options) (*snapshot.EffectiveConfig, error) {
	dir, err := target(e, c)
	if err != nil {
		return nil, err
	}
	if err := e.setConfig(c, &opts); err != nil {
		return nil, err
	}
	return renma.InspectConfig(dir, opts)
}

// writeConfig prints one line for each value, and one for each element of a
// list: key, origin, value as JSON. In colour the defaults step back.
func writeConfig(w io.Writer, config *snapshot.EffectiveConfig, color bool) error {
	rows := make([][2]string, len(config.Values))
	keyWidth, originWidth := 0, 0
	for i, v := range config.Values {
		rows[i] = [2]string{textio.Terminal(v.Key), originText(config, v)}
		keyWidth = max(keyWidth, len(rows[i][0]))
		originWidth = max(originWidth, len(rows[i][1]))
	}
	var b strings.Builder
	for i, v := range config.Values {
		lines, err := valueLines(v.Value)
		if err != nil {
			return err
		}
		for n, line := range lines {
			if n > 0 {
				rows[i] = [2]string{}
			}
			row := fmt.Sprintf("%-*s  %-*s  %s", keyWidth, rows[i][0], originWidth, rows[i][1], textio.Terminal(line))
			if color && v.Origin == snapshot.OriginDefault {
				row = "\x1b[2m" + row + "\x1b[0m"
			}
			b.WriteString(row + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func originText(config *snapshot.EffectiveConfig, v snapshot.ConfigValue) string {
	switch v.Origin {
	case snapshot.OriginFile:
		return fmt.Sprintf("%s:%d", textio.Terminal(config.ConfigPath), v.Line)
	case snapshot.OriginOption:
		return "--" + strings.ReplaceAll(v.Key, "_", "-")
	}
	return string(v.Origin)
}

// valueLines is a value as JSON, a list with more than one element as one line
// for each.
func valueLines(value any) ([]string, error) {
	var elements []any
	switch list := value.(type) {
	case []string:
		for _, e := range list {
			elements = append(elements, e)
		}
	case []snapshot.Suppression:
		for _, e := range list {
			elements = append(elements, e)
		}
	}
	if len(elements) < 2 {
		elements = []any{value}
	}
	lines := make([]string, len(elements))
	for i, e := range elements {
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return nil, err
		}
		lines[i] = strings.TrimSuffix(b.String(), "\n")
	}
	return lines, nil
}
