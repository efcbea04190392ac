package main

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/internal/textio"
)

// The scripts of the cli library evaluate the line that is being typed, leave
// out paths in fish, and in bash need a package that macOS does not have. These
// ask the program the same question, with its hidden last argument.
//
//go:embed completion
var completionScripts embed.FS

var shells = []string{"bash", "zsh", "fish", "pwsh"}

func completionCommand(e *env) *cli.Command {
	return &cli.Command{
		Name:  "completion",
		Usage: "print the script that completes commands, options and ids in a shell",
		Description: "bash, in ~/.bashrc: source <(renma completion bash)\n\n" +
			"zsh, in ~/.zshrc after compinit: source <(renma completion zsh)\n\n" +
			"fish, once: renma completion fish > ~/.config/fish/completions/renma.fish\n\n" +
			"PowerShell, in $PROFILE: renma completion pwsh | Out-String | Invoke-Expression",
		ArgsUsage:     strings.Join(shells, "|"),
		ShellComplete: completeWith(func() []string { return shells }),
		Action: func(_ context.Context, c *cli.Command) error {
			if err := atMost(c, 1); err != nil {
				return err
			}
			shell := c.Args().First()
			if !slices.Contains(shells, shell) {
				return usagef(c, "name the shell: %s%s", orList(shells), didYouMean(textio.Nearest(shell, shells)))
			}
			script, err := completionScripts.ReadFile("completion/" + shell)
			if err != nil {
				return err
			}
			return e.printText(string(script))
		},
	}
}

// completeWith returns what a command answers to the scripts: one line for each
// word that may come next, with ":" and a description behind it where there is
// one. positional lists the words that may stand as its argument, or is nil. No
// line at all makes the shell complete paths.
func completeWith(positional func() []string) cli.ShellCompleteFunc {
	return func(_ context.Context, c *cli.Command) {
		// What the parser leaves over: arguments, and at the end the option
		// that is not complete or has no value yet.
		var last string
		if n := c.Args().Len(); n > 0 {
			last = c.Args().Get(n - 1)
		}
		for _, line := range completions(c, last, positional) {
			fmt.Fprintln(c.Root().Writer, line)
		}
	}
}

func completions(c *cli.Command, last string, positional func() []string) []string {
	if !strings.HasPrefix(last, "-") {
		if positional == nil || last != "" {
			return nil
		}
		return positional()
	}
	var lines []string
	for _, f := range c.VisibleFlags() {
		names := f.Names()
		if slices.Contains(names, strings.TrimLeft(last, "-")) {
			return acceptedBy(f)
		}
		if option := dashed(names[0]); strings.HasPrefix(option, last) {
			lines = append(lines, option+":"+flagUsage(f))
		}
	}
	return lines
}

// flagUsage is the usage text of a flag without the quotes around the name of
// its value.
func flagUsage(f cli.Flag) string {
	doc, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return ""
	}
	return strings.ReplaceAll(doc.GetUsage(), "`", "")
}
