package gitfs

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Repo is a git repository as seen from one directory of a work tree. It may be
// used from several goroutines.
type Repo struct {
	run     runner
	top     string
	target  string
	shallow bool
	blobs   *store

	mu    sync.Mutex
	fault error
}

// Open finds the repository whose work tree holds dir. The context governs
// every git process until [Repo.Close].
//
// A directory reached through a symbolic link that the repository itself
// tracks stays where its name says, so that a commit cannot redirect the
// target to somewhere else.
func Open(ctx context.Context, dir string) (*Repo, error) {
	run, err := newRunner(ctx)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, dirError(NoDirectory, dir, "", "cannot be made absolute")
	}
	switch info, err := os.Stat(abs); {
	case err != nil:
		return nil, &Error{Kind: NoDirectory, Dir: dir, problem: dir + " cannot be opened", remedy: "name a directory of a git work tree", cause: err}
	case !info.IsDir():
		return nil, dirError(NoDirectory, dir, "name a directory of a git work tree", "is no directory")
	}
	start, rest := splitAtTrackedLink(run, abs)
	r, err := openAt(run.in(start), dir)
	if err != nil {
		return nil, err
	}
	below, err := relativeTo(r.top, start)
	if err != nil {
		return nil, dirError(NotRepository, dir, "", "is outside the work tree that git found for it")
	}
	r.target = filepath.ToSlash(filepath.Join(below, rest))
	return r, nil
}

// openAt asks git about the directory of run; dir is its name in messages.
func openAt(run runner, dir string) (*Repo, error) {
	out, err := run.output("", "rev-parse", "--is-inside-work-tree", "--is-bare-repository", "--is-shallow-repository", "--show-toplevel")
	lines := strings.SplitN(string(out), "\n", 4)
	switch {
	case err == nil && len(lines) == 4 && lines[0] == "true":
		run.dir = filepath.FromSlash(strings.TrimSuffix(lines[3], "\n"))
		return &Repo{run: run, top: run.dir, shallow: lines[2] == "true", blobs: newStore(run)}, nil
	case run.ctx.Err() != nil:
		return nil, run.ctx.Err()
	case len(lines) > 1 && lines[1] == "true":
		return nil, dirError(BareRepository, dir, "run it in a work tree of the repository", "is a bare git repository")
	case len(lines) > 1 && lines[0] == "false":
		return nil, dirError(InsideGitDir, dir, "name a directory of the work tree", "is part of a git directory")
	case says(err, "dubious ownership"):
		return nil, dirError(Ownership, dir, "git config --global --add safe.directory followed by its path allows it",
			"belongs to another user, so git does not read its repository")
	}
	return nil, &Error{Kind: NotRepository, Dir: dir, problem: dir + " is in no git repository that git can read", remedy: "run it in a clone", cause: err}
}

// splitAtTrackedLink cuts path before the first symbolic link in it that is
// part of a repository.
func splitAtTrackedLink(run runner, path string) (start, rest string) {
	for i := len(filepath.VolumeName(path)) + 1; i <= len(path); i++ {
		if i < len(path) && !os.IsPathSeparator(path[i]) {
			continue
		}
		info, err := os.Lstat(path[:i])
		if err != nil || info.Mode()&os.ModeSymlink == 0 {
			continue
		}
		parent := filepath.Dir(path[:i])
		if _, err := run.in(parent).output("", "rev-parse", "--verify", "--quiet", "HEAD:./"+filepath.Base(path[:i])); err == nil {
			return parent, path[len(parent):]
		}
	}
	return path, ""
}

// relativeTo returns the path of dir below top, "." when they are the same.
// File identity decides, because names may differ in case or through links.
func relativeTo(top, dir string) (string, error) {
	want, err := os.Stat(top)
	if err != nil {
		return "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", err
	}
	below := "."
	for {
		info, err := os.Stat(dir)
		if err != nil {
			return "", err
		}
		if os.SameFile(want, info) {
			return below, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", os.ErrNotExist
		}
		below = filepath.Join(filepath.Base(dir), below)
		dir = parent
	}
}

// Top returns the absolute path of the top of the work tree.
func (r *Repo) Top() string { return r.top }

// Target returns the path of the opened directory below Top, with slashes, "."
// when they are the same.
func (r *Repo) Target() string { return r.target }

// Err returns the first fault met while reading objects: an object that the
// clone lacks, or a git that ended early. A tree that was read while Err is not
// nil must not be trusted, because whoever reads an fs.FS may take a file that
// cannot be read for a fault of that file.
func (r *Repo) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fault
}

func (r *Repo) note(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fault == nil {
		r.fault = err
	}
}

// Close ends the git process. Trees must not be used after it.
func (r *Repo) Close() error { return r.blobs.close() }
