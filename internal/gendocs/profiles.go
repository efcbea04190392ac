package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
)

const profilesIntro = `# Client profiles

The specification allows six top-level fields. Clients add fields of their own, so a skill that was written for one client is
invalid by the specification, and may be refused elsewhere. A profile holds what one client documents:

` + "```sh" + `
renma scan --profile claude-code   # also catalog, skill-index, graph, readiness, diff, ci-report
renma profiles                     # the profiles
renma profiles claude-code         # its fields and where they are documented; --json for programs
` + "```" + `

Without ` + "`--profile`" + `, and with ` + "`--profile spec`" + `, skills are judged by the specification. With the profile of a client

- a field that the client documents is a note (RN-SKILL-CLIENT-FIELD) and the skill stays valid; so is a list of ` + "`allowed-tools`" + `, or
  a nested entry of ` + "`metadata`" + `, where the client documents one (RN-SKILL-CLIENT-FORM);
- any other field stays an error. A slip of the pen is named together with the nearest field, those of the client included, so
  that ` + "`disable-model-invokation`" + ` does not pass;
- a value of another type than documented, or another word than the documented ones, is a warning (RN-SKILL-CLIENT-VALUE). It is no
  error: what the client does with it is not documented, most likely the field has no effect;
- fields that contradict each other are a warning (RN-SKILL-CLIENT-CONFLICT), where that is documented;
- a client that documents that it ignores unknown fields makes a note of them (RN-SKILL-CLIENT-IGNORED-FIELD), slips excepted;
- a documented field that is also one of the format before Agent Skills, such as ` + "`when_to_use`" + `, is no reason to migrate.

Everything else of the specification holds under every profile: a name and a description are required also for clients that do
without them.

Whenever a profile is given, ` + "`clientProfiles`" + ` of the JSON document says per skill which profiles accept it, and the summary of the text
report counts them. Without one, the text report names the clients below each skill that is invalid for nothing but their fields.

Which fields are known is data: one file per client in ` + "`agentskills/profiles`" + `, each fact with its source and the day on which that was
read. Codex, Gemini CLI and goose have no profile: what was found of their documentation names no field beyond the standard.

This page is generated: change the data, then run ` + "`go run ./internal/gendocs`" + `.
`

// profilesPage renders the profiles of the clients.
func profilesPage(profiles []*agentskills.ClientProfile) []byte {
	var b bytes.Buffer
	b.WriteString(profilesIntro)
	b.WriteString("\n## Who knows what\n\n| field |")
	for _, p := range profiles {
		fmt.Fprintf(&b, " %s |", p.ID)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(profiles)) + "\n")
	for _, name := range fieldNames(profiles) {
		fmt.Fprintf(&b, "| `%s` |", name)
		for _, p := range profiles {
			fmt.Fprintf(&b, " %s |", mark(p, name))
		}
		b.WriteByte('\n')
	}
	for _, p := range profiles {
		writeProfile(&b, p)
	}
	return b.Bytes()
}

// fieldNames lists the names of the fields of all profiles, sorted.
func fieldNames(profiles []*agentskills.ClientProfile) []string {
	var names []string
	for _, p := range profiles {
		for i := range p.Fields {
			names = append(names, p.Fields[i].Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// mark is the cell of a field in the column of a profile.
func mark(p *agentskills.ClientProfile, name string) string {
	for i := range p.Fields {
		if p.Fields[i].Name == name {
			return "yes"
		}
	}
	if p.IgnoresOthers != nil {
		return "ignored"
	}
	return ""
}

func writeProfile(b *bytes.Buffer, p *agentskills.ClientProfile) {
	fmt.Fprintf(b, "\n## %s\n\n%s.\n", p.ID, p.Name)
	for _, part := range []struct {
		title  string
		fields []agentskills.ProfileField
	}{{"top-level field", p.Fields}, {"standard field", p.Standard}, {"key of metadata", p.Metadata}} {
		if len(part.fields) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n| %s | value | meaning | source |\n| --- | --- | --- | --- |\n", part.title)
		for i := range part.fields {
			f := &part.fields[i]
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.Name, f.TypeText(), cell(f.Meaning), f.Source)
		}
	}
	b.WriteByte('\n')
	if p.IgnoresOthers != nil {
		fmt.Fprintf(b, "- Other top-level fields: %s (%s).\n", p.IgnoresOthers.Meaning, p.IgnoresOthers.Source)
	}
	for i := range p.Conflicts {
		c := &p.Conflicts[i]
		fmt.Fprintf(b, "- Contradiction: %s; %s (%s).\n", c.WhenText(), c.Meaning, c.Source)
	}
	for _, s := range p.Sources {
		fmt.Fprintf(b, "- Source *%s*: <%s>, seen %s", s.ID, s.URL, s.Seen)
		for i, via := range s.Via {
			fmt.Fprintf(b, "%s<%s>", []string{", as repeated by ", " and "}[min(i, 1)], via)
		}
		b.WriteString(".\n")
	}
}
