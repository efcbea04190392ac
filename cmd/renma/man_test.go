package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v3"
)

func TestManPage(t *testing.T) {
	root := &cli.Command{
		Name:  "renma",
		Usage: "check it",
		Commands: []*cli.Command{
			{
				Name: "scan", Usage: "report", ArgsUsage: "[path]",
				Description: "One paragraph\nof two lines.\n\n'Another' with a \\ and ~/x-y.",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "config", Aliases: []string{"c"}, Usage: "read `FILE`", DefaultText: ".renma"},
					&cli.BoolFlag{Name: "strict", Usage: "fail"},
					&cli.StringFlag{Name: "secret", Hidden: true},
				},
			},
			{Name: "man", Hidden: true},
			{Name: "help"},
		},
	}
	got, _, _ := strings.Cut(manPage(root, build{Version: "v1.2.3", Commit: &commit{Time: "2026-01-02T03:04:05Z"}}), ".SH \"EXIT STATUS\"")
	_, got, _ = strings.Cut(got, ".SH COMMANDS\n")
	want := `.SS "renma scan [path]"
Report.
.PP
One paragraph of two lines.
.PP
\(aqAnother\(aq with a \e and \(ti/x\-y.
.TP
\fB\-\-config\fR \fIFILE\fR, \fB\-c\fR \fIFILE\fR
Read FILE; the default is .renma.
.TP
\fB\-\-strict\fR
Fail.
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The page that is installed shows every command and option, and mandoc, where
// it is installed, has nothing to warn about.
func TestManPageIsComplete(t *testing.T) {
	root := newRoot(&env{getenv: func(string) string { return "" }})
	root.Commands = append(root.Commands, completionCommand(&env{}))
	page := manPage(root, build{Version: "v1.2.3", Commit: &commit{Time: "2026-01-02T03:04:05Z"}})
	if want := `.TH RENMA 1 "2026-01-02" "renma v1.2.3" "User Commands"` + "\n"; !strings.HasPrefix(page, want) {
		t.Errorf("the page does not begin with %s", want)
	}
	for _, c := range root.VisibleCommands() {
		_, section, found := strings.Cut(page, `.SS "renma `+roff(c.Name))
		if !found {
			t.Errorf("no section about %s", c.Name)
		}
		section, _, _ = strings.Cut(section, "\n.S")
		for _, f := range c.VisibleFlags() {
			if name := f.Names()[0]; name != "help" && !strings.Contains(section, `\fB`+roff(dashed(name))+`\fR`) {
				t.Errorf("%s: no option %s", c.Name, name)
			}
		}
	}
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(mandoc, "-Tlint", "-Wwarning")
	cmd.Stdin = strings.NewReader(page)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("mandoc: %v\n%s", err, out)
	}
}
