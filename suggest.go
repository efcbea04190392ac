package renma

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/agentskills/migrate"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
	"github.com/renma/renma/suggest"
)

// SuggestOptions say how metadata is suggested. The zero value is ready to use.
type SuggestOptions struct {
	// Dir is the absolute working directory: relative paths are read from
	// it, and only the part of a path below it counts as evidence for the
	// root of a repository.
	Dir string
	// Owner is the owner that a human gave; blank means none.
	Owner string
}

// FileError says that a file cannot be read as the target of a suggestion.
type FileError struct {
	// Path is the file as it was named.
	Path string
	// Nearest is a name beside it that may have been meant, "" when none is
	// near.
	Nearest string
	Cause   error
}

// Error names the file, what is wrong with it and the nearest match.
func (e *FileError) Error() string {
	reason := e.Cause.Error()
	if errors.Is(e.Cause, fs.ErrNotExist) {
		reason = "there is no such file"
	}
	text := fmt.Sprintf("cannot read %s: %s", textio.Quote(e.Path), reason)
	if e.Nearest != "" {
		text += "; did you mean " + textio.Quote(e.Nearest) + "?"
	}
	return text
}

// Unwrap returns the cause, for example an error that is [fs.ErrNotExist].
func (e *FileError) Unwrap() error { return e.Cause }

// maxTargetBytes bounds a file that is read to suggest metadata for it.
const maxTargetBytes = 8 << 20

var (
	errNotRegular = errors.New("it is no regular file")
	errIsDir      = errors.New("it is a directory")
	errTooLarge   = fmt.Errorf("it is larger than %d MiB", maxTargetBytes>>20)
)

// SuggestMetadata suggests metadata for one file. The file may be named
// relative to opts.Dir. What cannot be read gives a [*FileError].
func SuggestMetadata(ctx context.Context, file string, opts SuggestOptions) (*suggest.Document, error) {
	t, err := newTargets(ctx, opts).read(file)
	if err != nil {
		return nil, err
	}
	return suggest.Suggest(t), ctx.Err()
}

// SuggestMetadataAll suggests metadata for several files and, of a directory,
// for every Skill entrypoint below it, canonical and historical. An argument
// that cannot be read is counted in the report and gives one [*FileError] of
// the list.
func SuggestMetadataAll(ctx context.Context, args []string, opts SuggestOptions) (*suggest.Report, []error) {
	ts := newTargets(ctx, opts)
	var targets []suggest.Target
	var failures []error
	seen := map[string]bool{}
	for _, arg := range args {
		files := []string{arg}
		if info, err := os.Stat(ts.abs(arg)); err == nil && info.IsDir() {
			var unread []error
			files, unread = ts.entrypoints(arg)
			failures = append(failures, unread...)
		}
		for _, file := range files {
			if seen[ts.abs(file)] {
				continue
			}
			seen[ts.abs(file)] = true
			t, err := ts.read(file)
			if err != nil {
				failures = append(failures, err)
				continue
			}
			targets = append(targets, t)
		}
	}
	return suggest.SuggestAll(targets, len(failures)), failures
}

// targets reads files and what stands around them. Markers and snapshots are
// looked up once.
type targets struct {
	ctx       context.Context
	opts      SuggestOptions
	marked    map[string]bool
	snapshots map[string]*snapshot.Snapshot
}

func newTargets(ctx context.Context, opts SuggestOptions) *targets {
	return &targets{ctx: ctx, opts: opts, marked: map[string]bool{}, snapshots: map[string]*snapshot.Snapshot{}}
}

func (ts *targets) abs(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(ts.opts.Dir, name)
}

// read reads one file. A file behind a link below its root is not opened.
func (ts *targets) read(typed string) (suggest.Target, error) {
	file := ts.abs(typed)
	info, err := os.Stat(file)
	switch {
	case err != nil:
		if _, linked := os.Lstat(file); linked != nil {
			return suggest.Target{}, &FileError{typed, nearestFile(file, err), pathCause(err)}
		}
		// A dangling link is a link all the same.
	case info.IsDir():
		return suggest.Target{}, &FileError{Path: typed, Cause: errIsDir}
	case !info.Mode().IsRegular():
		return suggest.Target{}, &FileError{Path: typed, Cause: errNotRegular}
	}
	b := suggest.FindBoundary(file, ts.opts.Dir, ts.isMarked)
	t := suggest.Target{Typed: typed, Boundary: b, Options: migrate.Options{Owner: ts.opts.Owner}}
	if b.Reason != "" {
		return t, nil
	}
	t.Snapshot = func() *snapshot.Snapshot { return ts.collect(b.Root) }
	t.PatchRoot, t.PatchPath = patchRoot(b.Root)
	if t.Options.Linked = passesLink(b.Root, b.Path); t.Options.Linked {
		return t, nil
	}
	if t.Source, err = readRegular(file); err != nil {
		return suggest.Target{}, &FileError{Path: typed, Cause: pathCause(err)}
	}
	if e, ok := b.Entrypoint(); ok && e.Migration != agentskills.MigrationNone {
		t.Options.Collision = collisionAt(b.Root, e)
	}
	return t, nil
}

// readRegular reads a file that is not changed for something else meanwhile.
func readRegular(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, cmpError(err, errNotRegular)
	}
	source, err := io.ReadAll(io.LimitReader(f, maxTargetBytes+1))
	if err == nil && len(source) > maxTargetBytes {
		err = errTooLarge
	}
	return source, err
}

func cmpError(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// isMarked reports whether a directory holds what marks the root of a
// repository.
func (ts *targets) isMarked(dir string) bool {
	marked, known := ts.marked[dir]
	if known {
		return marked
	}
	marked = hasGit(dir)
	for _, name := range suggest.ConfigNames() {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			marked = true
		}
	}
	ts.marked[dir] = marked
	return marked
}

func hasGit(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil && (info.IsDir() || info.Mode().IsRegular())
}

// patchRoot returns where a patch for the repository at root applies: git reads
// the names of a patch from the top of its own repository. Without one that is
// root itself. below is root below the result.
func patchRoot(root string) (top, below string) {
	for top = root; !hasGit(top); top = filepath.Dir(top) {
		if top == filepath.Dir(top) {
			return root, ""
		}
	}
	rel, err := filepath.Rel(top, root)
	if err != nil || rel == "." {
		return top, ""
	}
	return top, filepath.ToSlash(rel)
}

// collect reads a repository, at most once.
func (ts *targets) collect(root string) *snapshot.Snapshot {
	s, known := ts.snapshots[root]
	if !known {
		if repo, err := Open(ts.ctx, root, Options{}); err == nil {
			s = repo.Snapshot()
		}
		ts.snapshots[root] = s
	}
	return s
}

// passesLink reports whether the file at a path below root, or a directory on
// the way to it, is a symbolic link.
func passesLink(root, below string) bool {
	at := root
	for segment := range strings.SplitSeq(below, "/") {
		at = filepath.Join(at, segment)
		if info, err := os.Lstat(at); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
	}
	return false
}

// collisionAt says what stands where a historical entrypoint would move
// (contract 02 section 6.6 item 1).
func collisionAt(root string, e agentskills.Entrypoint) migrate.Collision {
	source, target := filepath.Join(root, filepath.FromSlash(e.Path)), filepath.Join(root, filepath.FromSlash(e.TargetPath))
	if passesLink(root, path.Dir(e.TargetPath)) {
		return migrate.CollisionUnverifiable
	}
	there, err := os.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return migrate.CollisionNone
	case err != nil:
		return migrate.CollisionUnverifiable
	}
	here, err := os.Lstat(source)
	switch {
	case err != nil:
		return migrate.CollisionUnverifiable
	case !os.SameFile(here, there):
		return migrate.CollisionExists
	}
	return sameEntry(filepath.Dir(target), filepath.Base(target))
}

// sameEntry tells a name that a file system finds in another letter case from
// one that is listed: a hard link is a second entry of the same file.
func sameEntry(dir, name string) migrate.Collision {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return migrate.CollisionUnverifiable
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name }) {
		return migrate.CollisionExists
	}
	return migrate.CollisionNone
}

// entrypoints lists the Skill entrypoints below a directory, in path order.
// Links are not followed, and a repository inside the repository is another
// one.
func (ts *targets) entrypoints(typed string) (files []string, failures []error) {
	dir := ts.abs(typed)
	fail := func(name string, err error) {
		failures = append(failures, &FileError{Path: filepath.Join(typed, filepath.FromSlash(name)), Cause: pathCause(err)})
	}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ts.ctx.Err() != nil:
			return ts.ctx.Err()
		case err != nil:
			fail(name, err)
			return fs.SkipDir
		case d.IsDir() && name != "." && (d.Name() == ".git" || d.Name() == "node_modules" || hasGit(filepath.Join(dir, name))):
			return fs.SkipDir
		case d.IsDir() || d.Name() != agentskills.Filename && d.Name() != "skill.md" && !strings.HasSuffix(d.Name(), ".skill.md"):
			return nil
		}
		b := suggest.FindBoundary(filepath.Join(dir, filepath.FromSlash(name)), ts.opts.Dir, ts.isMarked)
		if _, ok := b.Entrypoint(); ok {
			files = append(files, filepath.Join(typed, filepath.FromSlash(name)))
		}
		return nil
	})
	if err != nil {
		fail(".", err)
	}
	slices.Sort(files)
	return files, failures
}

// nearestFile returns the name beside a missing file that is nearly like it.
func nearestFile(file string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return textio.Nearest(filepath.Base(file), names)
}
