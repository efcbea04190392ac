package snapshot

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
)

// Collect reads the repository that fsys shows: configuration, one walk, one
// read and one parse per file, and the catalog over them (contract 01).
//
// Faults in files are diagnostics of the snapshot. The errors are a
// [*ConfigError], a [*RootError] when the root itself cannot be read, and the
// error of ctx. Symbolic links are never followed when fsys reports them, as
// [os.Root.FS] does. The result does not depend on scheduling or on the order
// in which fsys lists a directory.
func Collect(ctx context.Context, fsys fs.FS, opts Options) (*Snapshot, error) {
	if info, err := fs.Stat(fsys, "."); err != nil {
		return nil, &RootError{Err: err}
	} else if !info.IsDir() {
		return nil, &RootError{Err: fs.ErrInvalid}
	}
	config, configPath, err := loadConfig(fsys, opts.ConfigPath)
	if err != nil {
		return nil, err
	}
	if opts.FailOn != "" {
		config.FailOn = opts.FailOn
	}
	s := &Snapshot{Root: opts.Root, Config: config, ConfigPath: configPath}
	c := &collector{snapshot: s, globs: compileGlobs(config.Globs), reader: reader{fsys, config.MaxFileSizeBytes}, states: map[string]string{}}
	if err := c.collect(ctx, fsys); err != nil {
		return nil, err
	}
	buildCatalog(s, opts)
	return s, nil
}

// RootError means that the root of the repository cannot be read.
type RootError struct{ Err error }

func (e *RootError) Error() string { return "the repository cannot be read: " + cause(e.Err) }

// Unwrap returns the cause.
func (e *RootError) Unwrap() error { return e.Err }

// collector fills the files of a snapshot.
type collector struct {
	snapshot *Snapshot
	globs    globSet
	reader   reader
	walked   []*walked
	byPath   map[string]*walked
	// states holds why a path was not read, for paths that were to be read.
	states      map[string]string
	named       map[string]bool // paths that a Skill or its support names
	diagnostics []diagnostic.Diagnostic
}

func (c *collector) collect(ctx context.Context, fsys fs.FS) error {
	s := c.snapshot
	w := &walker{ctx: ctx, fsys: fsys, exclude: newExclusions(s.Config.Exclude), globs: c.globs, maxDepth: s.Config.MaxDepth}
	if err := w.walk(); err != nil {
		return err
	}
	c.walked, c.diagnostics = w.paths, w.diagnostics
	slices.SortFunc(c.walked, func(a, b *walked) int { return strings.Compare(a.path, b.path) })
	c.byPath = make(map[string]*walked, len(c.walked))
	var candidates []*walked
	for _, p := range c.walked {
		c.byPath[p.path] = p
		if p.selected && p.state == stateRead {
			candidates = append(candidates, p)
		}
	}
	if err := c.readClosure(ctx, candidates); err != nil {
		return err
	}
	slices.SortFunc(s.Files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(s.Skills, func(a, b *Skill) int { return strings.Compare(a.File.Path, b.File.Path) })
	s.ScannedFileCount = len(s.Files)
	s.resolveParents()
	s.FileDiagnostics = append(append([]diagnostic.Diagnostic{}, c.diagnostics...), layoutDiagnostics(c.walked, s.Files)...)
	slices.SortStableFunc(s.FileDiagnostics, func(a, b diagnostic.Diagnostic) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Code, b.Code))
	})
	s.Coverage = c.coverage()
	return nil
}

// readClosure reads the candidates, then the files that Skills and their
// support name, until nothing new is named (contract 01 section 1.5).
func (c *collector) readClosure(ctx context.Context, candidates []*walked) error {
	queued := make(map[string]bool, len(candidates))
	for _, p := range candidates {
		queued[p.path] = true
	}
	c.named = map[string]bool{}
	for len(candidates) > 0 {
		outcomes, err := c.reader.readAll(ctx, candidates, c.snapshot.Config.Concurrency)
		if err != nil {
			return err
		}
		var next []*walked
		for i, out := range outcomes {
			c.keep(candidates[i].path, out)
			if out.file == nil {
				continue
			}
			for _, ref := range out.file.references {
				c.named[ref.path] = true
				if p := c.byPath[ref.path]; p != nil && p.state == stateRead && !queued[p.path] {
					queued[p.path] = true
					next = append(next, p)
				}
			}
		}
		candidates = next
	}
	return nil
}

// keep stores the outcome of one read.
func (c *collector) keep(path string, out outcome) {
	if out.diagnostic != nil {
		c.diagnostics = append(c.diagnostics, *out.diagnostic)
	}
	if out.file == nil {
		c.states[path] = out.state
		return
	}
	f := out.file
	f.references = f.resolveNamed(func(p string) bool { w := c.byPath[p]; return w != nil && !w.dir })
	f.named = nil
	c.snapshot.Files = append(c.snapshot.Files, f)
	if out.result != nil {
		c.snapshot.Skills = append(c.snapshot.Skills, &Skill{File: f, Result: *out.result})
	}
}

// state is why path was not read, stateRead when it was or could have been.
func (c *collector) state(p *walked) string {
	if p.state != stateRead {
		return p.state
	}
	return c.states[p.path]
}

// stateReason says what a state means to a reader.
func stateReason(state string) string {
	switch state {
	case stateSymlink:
		return "Symbolic links are not followed."
	case stateUnreadable:
		return "The path cannot be read."
	case stateOversize:
		return "The file is larger than max_file_size_bytes."
	case stateDeep:
		return "The path is deeper than max_depth."
	case stateExcluded:
		return "The configuration excludes the path, but a skill names it."
	}
	return fmt.Sprintf("The path is no regular file (%s).", state)
}
