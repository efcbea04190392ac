package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/internal/testrepo"
)

// commits makes a repository whose tags "from" and "to" differ: a required
// context is gone.
func commits(t *testing.T) string {
	t.Helper()
	skill := conformance.File{Path: "skills/a/SKILL.md", Data: []byte(testrepo.Skill("a", testrepo.Requires("context.x")))}
	c := conformance.Case{
		From: []conformance.File{skill, {Path: "contexts/x.md", Data: []byte(testrepo.Context("context.x"))}},
		To:   []conformance.File{skill},
	}
	return buildCase(t, &c)
}

// buildCase makes the tree of a case, with its commits, and returns its root.
func buildCase(t *testing.T, c *conformance.Case) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	builder, err := conformance.NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(dir, "repo")
	if err := builder.Build(c, root); err != nil {
		t.Fatal(err)
	}
	return root
}

func TestCompareCalls(t *testing.T) {
	root := commits(t)
	if err := os.WriteFile(filepath.Join(root, "broken.json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	help := func(command string) string {
		return "Run \"renma " + command + " --help\" for the options it accepts.\n"
	}
	tests := []struct {
		args, want string
	}{
		{"diff", "renma: name the commit to compare from with --from or --base\n" + help("diff")},
		{"diff --from=", "renma: name the commit to compare from with --from or --base\n" + help("diff")},
		{"ci-report --base= --to to", "renma: name the commit to compare from with --from or --base\n" + help("ci-report")},
		{"diff --from from --base from", "renma: --from and --base are the same option; give one of them\n" + help("diff")},
		{"diff --from --to", "renma: --from: ref \"--to\" begins with a dash, which no name of a commit does; name a commit, a branch or a tag\n"},
		{"diff --from", "renma: option --from needs a value\n" + help("diff")},
		{"diff --from from . skills", "renma: unexpected argument \"skills\"\n" + help("diff")},
		{"diff --from from --fail-on-status warn", "renma: unknown option --fail-on-status\n" + help("diff")},
		{"diff --from from --format github", "renma: --format accepts json or markdown, not \"github\"\n" + help("diff")},
		{"ci-report --from from --fail-on-status pass", "renma: --fail-on-status accepts fail or warn, not \"pass\"\n" + help("ci-report")},
		{"ci-report --base form", "renma: --base: ref \"form\" names no commit of this clone; did you mean \"from\"?\n"},
		{"diff --from from --to nope", "renma: --to: ref \"nope\" names no commit of this clone; git branch --all and git tag list what there is\n"},
		{"diff --from from --config broken.json", "renma: --from: ref \"from\": broken.json: the configuration does not exist\n"},
		{"diff --from from missing", "renma: cannot read DIR/missing: there is no such directory\n"},
		{"diff --from from skills/a/SKILL.md", "renma: cannot read DIR/skills/a/SKILL.md: it is no directory; name the root of a repository\n"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			args := strings.Fields(tt.args)
			out := runIn(root, args...)
			if out.code != exitUsage || len(out.stdout) > 0 {
				t.Errorf("exit status %d, standard output %q", out.code, out.stdout)
			}
			if got := strings.ReplaceAll(string(out.stderr), root, "DIR"); got != tt.want {
				t.Errorf("standard error:\n%swant:\n%s", got, tt.want)
			}
		})
	}
	accepted := []struct {
		args, want string
		code       int
	}{
		{"diff --from from", "{\n  \"schemaVersion\": \"renma.diff.v1\"", exitOK},
		{"diff --from nope --from from --to=", "{\n", exitOK},
		{"diff --base from --format markdown skills", "# Renma semantic diff\n", exitOK},
		{"diff --base from --format markdown --json", "{\n", exitOK},
		{"ci-report --from from", "# Renma CI Report\n", exitFailed},
		{"ci-report --from to", "# Renma CI Report\n", exitOK},
		{"ci-report --from from --json", "{\n  \"schemaVersion\": \"renma.ci-report.v1\"", exitFailed},
		{"ci-report --from from --format github", "::error title=renma%3A fail::", exitFailed},
	}
	for _, tt := range accepted {
		out := runIn(root, strings.Fields(tt.args)...)
		if out.code != tt.code || !strings.HasPrefix(string(out.stdout), tt.want) || len(out.stderr) > 0 {
			t.Errorf("%s: exit status %d, standard output begins with %.60q, standard error %q", tt.args, out.code, out.stdout, out.stderr)
		}
	}
}

func TestJobSummary(t *testing.T) {
	root := commits(t)
	run := func(summary string, args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		e := env{
			stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, dir: root, now: today,
			getenv: func(name string) string { return map[string]string{"GITHUB_STEP_SUMMARY": summary}[name] },
		}
		code := run(context.Background(), e, append([]string{"ci-report", "--base", "from", "--format"}, args...))
		return code, stdout.String(), stderr.String()
	}
	summary := filepath.Join(t.TempDir(), "summary.md")
	if err := os.WriteFile(summary, []byte("before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, markdown, _ := run("", "markdown")
	code, stdout, _ := run(summary, "github")
	if code != exitFailed || !strings.HasPrefix(stdout, "::error ") || strings.Contains(stdout, "# Renma") {
		t.Errorf("exit status %d, standard output %q", code, stdout)
	}
	if got, err := os.ReadFile(summary); err != nil || string(got) != "before\n"+markdown {
		t.Errorf("%v; the summary holds %q", err, got)
	}
	// Other formats leave it alone.
	if err := os.Remove(summary); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"markdown", "json"} {
		run(summary, format)
	}
	if _, err := os.Stat(summary); err == nil {
		t.Error("the summary was written without being asked for")
	}
	code, stdout, stderr := run(filepath.Join(summary, "no", "directory"), "github")
	if code != exitInternal || stdout != "" || !strings.HasPrefix(stderr, "renma: cannot write the report: ") {
		t.Errorf("exit status %d, standard output %q, standard error %q", code, stdout, stderr)
	}
}
