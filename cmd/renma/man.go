package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/internal/textio"
)

// manCommand is left out of the help: packages install the page that it prints.
func manCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:   "man",
		Usage:  "print the manual page",
		Hidden: true,
		Action: func(_ context.Context, c *cli.Command) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			return e.printText(manPage(c.Root(), thisBuild()))
		},
	}
}

// manSections are the parts of the page that no command can tell.
var manSections = []struct {
	title string
	items [][2]string
}{
	{"EXIT STATUS", [][2]string{
		{"0", "A report was made and its policy holds."},
		{"1", "A report was made and its policy fails."},
		{"2", "The call is wrong: option, target, configuration or focus. Standard output is empty."},
		{"3", "An unexpected failure of renma."},
	}},
	{"ENVIRONMENT", [][2]string{
		{"NO_COLOR", "No colours, whatever the output is; an empty value does not count."},
		{"FORCE_COLOR", "Colours also where the output is no terminal; 0 means none."},
		{"GITHUB_STEP_SUMMARY", "The file to which ci-report --format github appends its Markdown report."},
	}},
	{"FILES", [][2]string{
		{"renma.config.jsonc, renma.config.json", "The configuration, in the root of the repository. It is optional."},
	}},
}

// manPage renders the command tree in the man macro language of roff.
func manPage(root *cli.Command, b build) string {
	var out strings.Builder
	date := "" // two builds of a commit print the same page
	if b.Commit != nil {
		date, _, _ = strings.Cut(b.Commit.Time, "T")
	}
	fmt.Fprintf(&out, ".TH RENMA 1 %q %q %q\n", date, "renma "+b.Version, "User Commands")
	fmt.Fprintf(&out, ".SH NAME\nrenma \\- %s\n", roff(root.Usage))
	out.WriteString(".SH SYNOPSIS\n.B renma\n[\\fIcommand\\fR] [\\fIoptions\\fR] [\\fIarguments\\fR]\n")
	out.WriteString(".SH DESCRIPTION\n")
	out.WriteString(roffText("renma reads a repository of Agent Skills and states facts about it. " +
		"It never calls a model, runs a skill or edits a file of the repository. " +
		"Without a command it scans the working directory."))
	out.WriteString(".SH COMMANDS\n")
	writeManCommands(&out, "renma", root)
	for _, section := range manSections {
		fmt.Fprintf(&out, ".SH \"%s\"\n", section.title)
		for _, item := range section.items {
			writeManItem(&out, `\fB`+roff(item[0])+`\fR`, item[1])
		}
	}
	return out.String()
}

// writeManCommands writes the commands below parent that do something; name is
// how parent is called.
func writeManCommands(out *strings.Builder, name string, parent *cli.Command) {
	for _, c := range parent.VisibleCommands() {
		switch full := name + " " + c.Name; {
		case c.Name == "help":
		case len(c.Commands) > 0:
			writeManCommands(out, full, c)
		default:
			writeManCommand(out, full, c)
		}
	}
}

func writeManCommand(out *strings.Builder, name string, c *cli.Command) {
	fmt.Fprintf(out, ".SS \"%s\"\n%s", roff(strings.TrimSpace(name+" "+c.ArgsUsage)), roffText(upperFirst(c.Usage)+"."))
	for paragraph := range strings.SplitSeq(c.Description, "\n\n") {
		if paragraph != "" {
			out.WriteString(".PP\n" + roffText(paragraph))
		}
	}
	for _, f := range c.VisibleFlags() {
		if doc, ok := f.(cli.DocGenerationFlag); ok && f.Names()[0] != "help" {
			writeManFlag(out, f.Names(), doc)
		}
	}
}

func writeManFlag(out *strings.Builder, names []string, doc cli.DocGenerationFlag) {
	value, usage := splitUsage(doc.GetUsage())
	var tag strings.Builder
	for i, name := range names {
		if i > 0 {
			tag.WriteString(", ")
		}
		tag.WriteString(`\fB` + roff(dashed(name)) + `\fR`)
		if doc.TakesValue() && value != "" {
			tag.WriteString(` \fI` + roff(value) + `\fR`)
		}
	}
	usage = upperFirst(usage)
	if text := doc.GetDefaultText(); text != "" && doc.IsDefaultVisible() && doc.TakesValue() {
		usage += "; the default is " + text
	}
	writeManItem(out, tag.String(), usage+".")
}

// splitUsage separates the usage of an option from the name of its value, which
// stands between backquotes in it.
func splitUsage(usage string) (value, text string) {
	before, rest, found := strings.Cut(usage, "`")
	value, after, closed := strings.Cut(rest, "`")
	if !found || !closed {
		return "", usage
	}
	return value, before + value + after
}

func writeManItem(out *strings.Builder, tag, text string) {
	fmt.Fprintf(out, ".TP\n%s\n%s", tag, roffText(text))
}

// roffText renders a paragraph, which the reader's terminal fills again.
func roffText(text string) string {
	lines := textio.Wrap(text, 70)
	for i, line := range lines {
		lines[i] = roff(line)
	}
	return strings.Join(lines, "\n") + "\n"
}

// roff escapes one line: no text is taken for a macro, and hyphens and quotes
// survive being copied from the page.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(line)
	if strings.HasPrefix(line, ".") {
		return `\&` + line
	}
	return line
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
