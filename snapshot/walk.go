package snapshot

import (
	"cmp"
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/renma/renma/diagnostic"
)

// States of a path that was not read (contract 01 sections 1.2, 1.4 and 5.1).
const (
	stateRead        = ""
	stateSymlink     = "symlink"
	stateUnreadable  = "unreadable"
	stateOversize    = "oversize"
	stateDeep        = "deep"
	stateUnsupported = "unsupported"
	stateExcluded    = "excluded"
)

// walked is one path that the walk met. Directories appear only when they were
// not entered.
type walked struct {
	path     string
	state    string // stateRead for a regular file that may be read
	dir      bool
	selected bool // a glob selects it

	// What became of it after the walk.
	queued, named bool   // it is to be read; a Skill or its support names it
	file          *File  // what was read
	unread        string // why it was not read although its state would have let it
}

// walker meets every path of a repository once.
type walker struct {
	ctx         context.Context
	fsys        fs.FS
	exclude     exclusions
	globs       globSet
	maxDepth    int
	paths       []walked
	diagnostics []diagnostic.Diagnostic

	// segments is the path at hand, so that matching splits nothing.
	segments []string
}

// walk lists the repository below the entries of its root; the paths are sorted
// and unique. The only error is that of the context.
func (w *walker) walk(root []fs.DirEntry) error {
	if err := w.entries(".", root); err != nil {
		return err
	}
	slices.SortFunc(w.paths, func(a, b walked) int { return strings.Compare(a.path, b.path) })
	w.paths = slices.CompactFunc(w.paths, func(a, b walked) bool { return a.path == b.path })
	return nil
}

func (w *walker) entries(dir string, list []fs.DirEntry) error {
	for _, entry := range list {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		p := entry.Name()
		w.segments = append(w.segments, p)
		if dir != "." {
			p = dir + "/" + p
		}
		if err := w.entry(p, entry); err != nil {
			return err
		}
		w.segments = w.segments[:len(w.segments)-1]
	}
	return nil
}

// entry applies the tests of contract 01 section 1.2 in their order.
func (w *walker) entry(p string, entry fs.DirEntry) error {
	excluded := w.exclude.match(p, entry.Name())
	switch kind := entry.Type(); {
	case !validName(entry.Name()):
		w.invalidName(p, kind.IsDir())
	case excluded && kind.IsRegular():
		w.add(p, stateExcluded, false)
	case excluded:
	case len(w.segments) > w.maxDepth:
		w.add(p, stateDeep, kind.IsDir())
	case kind&fs.ModeSymlink != 0:
		w.add(p, stateSymlink, false)
		w.report(p, "SUPPORT-SYMLINK-PATH", diagnostic.SeverityWarning, stateSymlink,
			"Symbolic links are not followed; put the file itself here, or exclude the link.")
	case kind.IsDir():
		list, err := fs.ReadDir(w.fsys, p)
		if err != nil {
			w.unreadable(p, cause(err))
		}
		if slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == ".git" }) {
			w.otherRepository(p)
			return nil
		}
		return w.entries(p, list)
	case kind.IsRegular():
		w.add(p, stateRead, false)
	default:
		w.add(p, stateUnsupported, false)
	}
	return nil
}

// otherRepository reports a submodule, a clone or a linked work tree below the
// root. Commits hold nothing of it, so a scan that read it would disagree with
// every diff.
func (w *walker) otherRepository(p string) {
	w.add(p, stateUnsupported, true)
	severity := diagnostic.SeverityInfo
	if w.globs.matchBelow(w.segments) {
		severity = diagnostic.SeverityWarning
	}
	w.report(p, "DISCOVERY-OTHER-REPOSITORY-SKIPPED", severity, stateUnsupported,
		"The directory is a git repository of its own, such as a submodule, and was not read; scan it by itself, or exclude it.")
}

func (w *walker) add(p, state string, dir bool) {
	if len(w.paths) == cap(w.paths) {
		w.paths = slices.Grow(w.paths, len(w.paths)+1) // twice the room: copying costs more than memory
	}
	w.paths = append(w.paths, walked{path: p, state: state, dir: dir, selected: !dir && w.globs.match(w.segments)})
}

// unreadable reports a directory; what a listing gave before it failed still
// counts.
func (w *walker) unreadable(dir, reason string) {
	w.add(dir, stateUnreadable, true)
	w.report(dir, "RENMA-DIAGNOSTIC", diagnostic.SeverityError, stateUnreadable,
		"The directory cannot be read ("+reason+"); what is below it was not inspected.")
}

// validName reports a name that io/fs can open. A name on disk may hold any
// bytes; a broken file system might even report one with a slash.
func validName(name string) bool {
	return name != "." && fs.ValidPath(name) && !strings.Contains(name, "/")
}

// invalidName reports a path that cannot be opened by its name. A directory and
// a selected file are missed, other files would not have been read.
func (w *walker) invalidName(p string, dir bool) {
	p = path.Clean(strings.ToValidUTF8(p, string(utf8.RuneError)))
	if dir {
		w.unreadable(p, "its name is not valid UTF-8")
		return
	}
	w.add(p, stateUnreadable, false)
	if w.paths[len(w.paths)-1].selected {
		w.report(p, "DISCOVERY-FILE-READ-FAILED", diagnostic.SeverityError, stateUnreadable,
			"The file cannot be read (its name is not valid UTF-8); rename it.")
	}
}

func (w *walker) report(p, code string, severity diagnostic.Severity, state, message string) {
	w.diagnostics = append(w.diagnostics, stateDiagnostic(p, code, severity, state, message))
}

func stateDiagnostic(p, code string, severity diagnostic.Severity, state, message string) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{
		Code: code, Severity: severity, Path: p, Message: message,
		Details: diagnostic.Details{{Key: "state", Value: state}},
	}
}

// cause is the last part of an I/O error: the reason without the path, which
// the diagnostic names already.
func cause(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		text = text[i+2:]
	}
	return cmp.Or(text, "unknown error")
}

// exclusions decides which paths the walk leaves out: a path that equals an
// exclusion, lies below it, or has it as one of its segments.
type exclusions map[string]bool

func newExclusions(list []string) exclusions {
	set := make(exclusions, len(list))
	for _, e := range list {
		set[e] = true
	}
	return set
}

// match reports whether the walk leaves out path, whose directory was not left
// out. name is its last segment.
func (x exclusions) match(path, name string) bool { return x[name] || x[path] }
