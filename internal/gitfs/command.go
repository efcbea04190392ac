package gitfs

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// runner starts git in one directory.
type runner struct {
	ctx context.Context
	git string
	dir string
	env []string
	// options stand before the command.
	options []string
}

func newRunner(ctx context.Context) (runner, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return runner{}, &Error{Kind: NoGit, problem: "git was not found on the search path", remedy: "install git to compare commits", cause: err}
	}
	return runner{ctx: ctx, git: git, env: cleanEnv(os.Environ()), options: fixedOptions}, nil
}

// fixedEnv settles everything about git's behaviour that a variable can settle.
var fixedEnv = []string{
	"LC_ALL=C", // messages are told apart by their English text
	"GIT_OPTIONAL_LOCKS=0",
	"GIT_NO_REPLACE_OBJECTS=1",
	"GIT_GRAFT_FILE=" + os.DevNull,
	// Both keep a partial clone from fetching: the first needs git 2.45.
	"GIT_NO_LAZY_FETCH=1",
	"GIT_ALLOW_PROTOCOL=none",
	"GIT_TERMINAL_PROMPT=0",
	// Traces that the user's configuration asks for would be files we write.
	"GIT_TRACE2=0",
	"GIT_TRACE2_EVENT=0",
	"GIT_TRACE2_PERF=0",
}

// fixedOptions settle what only configuration can settle. The user's own
// configuration is still read, because it names the directories that its owner
// declared safe. Nothing else in it concerns the commands that read objects; those
// that look into the work tree need withoutFilters too.
var fixedOptions = []string{
	"--no-pager",
	"--literal-pathspecs",
	"-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.disambiguate=committish",
}

// cleanEnv drops every variable that speaks to git.
func cleanEnv(env []string) []string {
	clean := make([]string, 0, len(env)+len(fixedEnv))
	for _, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		name = strings.ToUpper(name) // the case does not count on Windows
		if !strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "LC_") {
			clean = append(clean, kv)
		}
	}
	return append(clean, fixedEnv...)
}

// in returns a runner for another directory.
func (r runner) in(dir string) runner {
	r.dir = dir
	return r
}

func (r runner) command(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(r.ctx, r.git, slices.Concat(r.options, args)...)
	cmd.Dir, cmd.Env = r.dir, r.env
	cmd.WaitDelay = time.Second // for whatever git itself started
	return cmd
}

// withoutFilters returns a runner for commands that look into the work tree: the
// filters that the configuration names are programs, and git runs none of them.
func (r runner) withoutFilters() (runner, error) {
	names, err := r.records("config", "--name-only", "-z", "--get-regexp", `^filter\.`)
	var failure *gitFailure
	switch {
	case errors.As(err, &failure) && failure.exit.ExitCode() == 1: // none is configured
		return r, nil
	case err != nil:
		return runner{}, err
	}
	seen := map[string]bool{}
	for _, name := range names {
		i := strings.LastIndexByte(name, '.')
		if i < 0 || seen[name[:i]] {
			continue
		}
		driver := name[:i]
		seen[driver] = true
		if strings.Contains(driver, "=") {
			return runner{}, errors.New("a filter has an equals sign in its name, so it cannot be switched off")
		}
		r.options = append(r.options[:len(r.options):len(r.options)],
			"-c", driver+".clean=", "-c", driver+".process=", "-c", driver+".required=false")
	}
	return r, nil
}

// output runs git to its end. A failure is a *gitFailure, unless the context
// has ended or git could not be started.
func (r runner) output(stdin string, args ...string) ([]byte, error) {
	var stdout bytes.Buffer
	err := r.write(&stdout, stdin, args...)
	return stdout.Bytes(), err
}

// records is [runner.output] for a command that ends each record with a NUL.
func (r runner) records(args ...string) ([]string, error) {
	var out records
	err := r.write(&out, "", args...)
	return out.list, err
}

// write is [runner.output] to a writer.
func (r runner) write(stdout io.Writer, stdin string, args ...string) error {
	stderr := &head{limit: 4096}
	cmd := r.command(args...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if stdin != "" {
		cmd.Stdin = strings.NewReader(stdin)
	}
	return r.failure(cmd.Run(), stderr)
}

// records takes such an output apart as it comes.
type records struct {
	list []string
	rest []byte // the beginning of the next one
}

func (r *records) Write(p []byte) (int, error) {
	n := len(p)
	if end := bytes.LastIndexByte(p, 0); end >= 0 {
		r.rest = append(r.rest, p[:end]...)
		for record := range strings.SplitSeq(string(r.rest), "\x00") {
			r.list = append(r.list, record)
		}
		r.rest, p = r.rest[:0], p[end+1:]
	}
	r.rest = append(r.rest, p...)
	return n, nil
}

func (r runner) failure(err error, stderr *head) error {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case r.ctx.Err() != nil:
		return r.ctx.Err()
	case errors.As(err, &exit):
		return &gitFailure{exit, string(stderr.kept)}
	}
	return err
}

// gitFailure is a git process that reported an error. What it wrote is for
// telling kinds of failure apart and is never shown.
type gitFailure struct {
	exit   *exec.ExitError
	stderr string
}

func (f *gitFailure) Error() string { return "git: " + f.exit.Error() }
func (f *gitFailure) Unwrap() error { return f.exit }

// says reports whether err is a failure of git with text in its message.
func says(err error, text string) bool {
	var failure *gitFailure
	return errors.As(err, &failure) && strings.Contains(failure.stderr, text)
}

// head keeps the first bytes written to it.
type head struct {
	limit int
	kept  []byte
}

func (h *head) Write(p []byte) (int, error) {
	h.kept = append(h.kept, p[:min(len(p), h.limit-len(h.kept))]...)
	return len(p), nil
}
