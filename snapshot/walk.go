package snapshot

import (
	"context"
	"io/fs"
	"path"
	"strings"

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
	segments []string
	state    string // stateRead for a regular file that may be read
	dir      bool
	selected bool // a glob selects it
}

// walker meets every path of a repository once, in byte order within each
// directory.
type walker struct {
	ctx         context.Context
	fsys        fs.FS
	exclude     exclusions
	globs       globSet
	maxDepth    int
	paths       []*walked
	diagnostics []diagnostic.Diagnostic
}

// walk lists the repository. The only error is that of the context.
func (w *walker) walk() error { return w.directory(".", nil) }

func (w *walker) directory(dir string, segments []string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := fs.ReadDir(w.fsys, dir)
	if err != nil {
		w.unreadable(dir, segments, err)
	}
	for _, entry := range entries {
		if err := w.entry(path.Join(dir, entry.Name()), append(segments[:len(segments):len(segments)], entry.Name()), entry); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) unreadable(dir string, segments []string, err error) {
	if dir != "." {
		w.paths = append(w.paths, &walked{path: dir, segments: segments, state: stateUnreadable, dir: true})
	}
	w.diagnostics = append(w.diagnostics, diagnostic.Diagnostic{
		Code: "RENMA-DIAGNOSTIC", Severity: diagnostic.SeverityError, Path: dir,
		Message: "The directory cannot be read (" + cause(err) + "); nothing below it was inspected.",
	})
}

func (w *walker) entry(p string, segments []string, entry fs.DirEntry) error {
	excluded := w.exclude.match(p, entry.Name())
	switch kind := entry.Type(); {
	case excluded && kind.IsRegular():
		w.add(p, segments, stateExcluded, false)
	case excluded:
	case len(segments) > w.maxDepth:
		w.add(p, segments, stateDeep, kind.IsDir())
	case kind&fs.ModeSymlink != 0:
		w.add(p, segments, stateSymlink, false)
		w.diagnostics = append(w.diagnostics, diagnostic.Diagnostic{
			Code: "SUPPORT-SYMLINK-PATH", Severity: diagnostic.SeverityWarning, Path: p,
			Message: "Symbolic links are not followed; put the file itself here, or exclude the link.",
			Details: diagnostic.Details{{Key: "state", Value: stateSymlink}},
		})
	case kind.IsDir():
		return w.directory(p, segments)
	case kind.IsRegular():
		w.add(p, segments, stateRead, false)
	default:
		w.add(p, segments, stateUnsupported, false)
	}
	return nil
}

func (w *walker) add(p string, segments []string, state string, dir bool) {
	w.paths = append(w.paths, &walked{path: p, segments: segments, state: state, dir: dir, selected: !dir && w.globs.match(segments)})
}

// cause is the last part of an I/O error: the reason without the path, which
// the diagnostic names already.
func cause(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		text = text[i+2:]
	}
	return text
}
