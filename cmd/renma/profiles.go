package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/textio"
)

func profilesCommand(e *env) *cli.Command {
	formats := []string{"text", "json"}
	return &cli.Command{
		Name:          "profiles",
		Usage:         "say which fields a client documents beyond the specification, and where, or list the clients",
		ArgsUsage:     "[NAME]",
		Flags:         formatFlags(formats...),
		ShellComplete: completeWith(profileIDs),
		Action: func(_ context.Context, c *cli.Command) error {
			chosen, err := format(c, formats...)
			if err != nil {
				return err
			}
			if err := atMost(c, 1); err != nil {
				return err
			}
			profiles := agentskills.ClientProfiles()
			if name := c.Args().First(); c.Args().Len() > 0 {
				one, err := agentskills.FindProfile(name)
				if err != nil {
					return usagef(c, "%s", err)
				}
				profiles = []*agentskills.ClientProfile{one}
			}
			switch {
			case chosen == "json":
				return e.printJSON(profileList{"renma.profiles.v1", profiles})
			case c.Args().Len() == 0:
				return e.print(func(w io.Writer) error { return writeProfileTable(w, profiles) })
			}
			return e.print(func(w io.Writer) error { return writeProfile(w, profiles[0]) })
		},
	}
}

type profileList struct {
	SchemaVersion string                       `json:"schemaVersion"`
	Profiles      []*agentskills.ClientProfile `json:"profiles"`
}

func writeProfileTable(w io.Writer, profiles []*agentskills.ClientProfile) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, p := range profiles {
		var extra []string
		for _, part := range []struct {
			count int
			what  string
		}{{len(p.Fields), "field"}, {len(p.Standard), "standard field in another form"}, {len(p.Metadata), "metadata key"}} {
			if part.count > 0 {
				extra = append(extra, textio.Plural(part.count, part.what))
			}
		}
		if p.IgnoresOthers != nil {
			extra = append(extra, "ignores other fields")
		}
		if extra == nil {
			extra = []string{"nothing beyond the specification"}
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", p.ID, p.Name, strings.Join(extra, ", "))
	}
	return table.Flush()
}

func writeProfile(w io.Writer, p *agentskills.ClientProfile) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s (%s)\n", p.Name, p.ID)
	for _, part := range []struct {
		title  string
		fields []agentskills.ProfileField
	}{{"Top-level fields", p.Fields}, {"Standard fields in another form", p.Standard}, {"Metadata", p.Metadata}} {
		if len(part.fields) == 0 {
			continue
		}
		fmt.Fprintf(table, "\n%s\n", part.title)
		for i := range part.fields {
			f := &part.fields[i]
			fmt.Fprintf(table, "  %s\t%s\t%s\t[%s]\n", f.Name, f.TypeText(), f.Meaning, f.Source)
		}
	}
	if p.IgnoresOthers != nil {
		fmt.Fprintf(table, "\nOther top-level fields\n  %s [%s]\n", p.IgnoresOthers.Meaning, p.IgnoresOthers.Source)
	}
	if len(p.Conflicts) > 0 {
		fmt.Fprintf(table, "\nContradictions\n")
	}
	for i := range p.Conflicts {
		c := &p.Conflicts[i]
		fmt.Fprintf(table, "  %s: %s [%s]\n", c.WhenText(), c.Meaning, c.Source)
	}
	fmt.Fprintf(table, "\nSources\n")
	for _, s := range p.Sources {
		fmt.Fprintf(table, "  [%s] %s, seen %s\n", s.ID, s.URL, s.Seen)
		for _, via := range s.Via {
			fmt.Fprintf(table, "      as repeated by %s\n", via)
		}
	}
	return table.Flush()
}
