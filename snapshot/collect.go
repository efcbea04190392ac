package snapshot

import (
	"cmp"
	"context"
	"io/fs"
	"slices"
	"sort"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// Collect reads the repository that fsys shows: configuration, one walk, one
// read and one parse per file, and the catalog over them (contract 01).
//
// Faults in files are diagnostics of the snapshot. The errors are a
// [*ConfigError], an [*agentskills.UnknownProfileError], a [*RootError] when the root itself cannot be listed, and the
// error of ctx. Symbolic links are never followed when fsys reports them, as
// [os.Root.FS] does; files are opened one at a time by each of at most
// Config.Concurrency workers, and none is still running when Collect returns.
// The result does not depend on scheduling or on the order in which fsys lists
// a directory.
func Collect(ctx context.Context, fsys fs.FS, opts Options) (*Snapshot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	profile, err := opts.profile()
	if err != nil {
		return nil, err
	}
	root, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, &RootError{Err: err}
	}
	config, file, err := opts.loadConfig(fsys, root)
	if err != nil {
		return nil, err
	}
	if opts.FailOn != "" {
		config.FailOn = opts.FailOn
	}
	s := &Snapshot{Root: opts.Root, Config: config, Profile: profile}
	if file != nil {
		s.ConfigPath = file.path
	}
	if opts.foreignConfig() {
		file = nil // no file of this tree was read
	}
	c := &collector{snapshot: s, globs: compileGlobs(config.Globs), reader: reader{fsys, config.MaxFileSizeBytes, file, opts.Cache, opts.LastUse, judge{profile, opts.MetadataOnly}}}
	if err := c.collect(ctx, fsys, root); err != nil {
		return nil, err
	}
	if err := buildCatalog(ctx, s, opts); err != nil {
		return nil, err
	}
	return s, nil
}

// profile returns the profile that the options name, nil for none.
func (o *Options) profile() (*agentskills.ClientProfile, error) {
	if o.Profile == "" {
		return nil, nil
	}
	return agentskills.FindProfile(o.Profile)
}

// RootError means that the root of the repository cannot be listed.
type RootError struct{ Err error }

func (e *RootError) Error() string { return "the repository cannot be read: " + cause(e.Err) }

// Unwrap returns the cause.
func (e *RootError) Unwrap() error { return e.Err }

// collector fills the files of a snapshot.
type collector struct {
	snapshot    *Snapshot
	globs       globSet
	reader      reader
	walked      []walked // sorted by path
	diagnostics []diagnostic.Diagnostic

	hidden map[string]hiddenPath
}

func (c *collector) collect(ctx context.Context, fsys fs.FS, root []fs.DirEntry) error {
	s := c.snapshot
	w := &walker{ctx: ctx, fsys: fsys, exclude: newExclusions(s.Config.Exclude), globs: c.globs, maxDepth: s.Config.MaxDepth}
	if err := w.walk(root); err != nil {
		return err
	}
	c.walked, c.diagnostics = w.paths, w.diagnostics
	if err := c.readClosure(ctx); err != nil {
		return err
	}
	slices.SortFunc(s.Files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(s.Skills, func(a, b *Skill) int { return strings.Compare(a.File.Path, b.File.Path) })
	s.ScannedFileCount = len(s.Files)
	c.reportHidden()
	c.reportLayout()
	slices.SortStableFunc(c.diagnostics, func(a, b diagnostic.Diagnostic) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Code, b.Code))
	})
	s.FileDiagnostics = slices.CompactFunc(c.diagnostics, func(a, b diagnostic.Diagnostic) bool {
		return a.Path == b.Path && a.Code == b.Code
	})
	s.Coverage = c.coverage()
	s.resolveParents()
	s.shareClassifications()
	return nil
}

// readClosure reads the files that globs select, then those that Skills and
// their support name, until nothing new is named (contract 01 section 1.5).
func (c *collector) readClosure(ctx context.Context) error {
	c.hidden = map[string]hiddenPath{}
	var candidates []*walked
	queue := func(w *walked) {
		if w.state == stateRead && !w.queued {
			w.queued = true
			candidates = append(candidates, w)
		}
	}
	for i := range c.walked {
		if w := &c.walked[i]; w.selected {
			queue(w)
		}
	}
	for round := 0; len(candidates) > 0; round++ {
		batch := candidates
		candidates = nil
		paths := make([]string, len(batch))
		for i, w := range batch {
			paths[i] = w.path
		}
		outcomes, err := c.reader.readAll(ctx, paths, c.snapshot.Config.Concurrency, round > 0)
		if err != nil {
			return err
		}
		for i := range outcomes {
			for _, w := range c.keep(batch[i], &outcomes[i]) {
				w.named = true
				queue(w)
			}
		}
	}
	return nil
}

// keep stores the outcome of one read and returns what the file names.
func (c *collector) keep(w *walked, out *outcome) []*walked {
	if out.diagnostic != nil {
		c.diagnostics = append(c.diagnostics, *out.diagnostic)
	}
	f := out.file
	if f == nil {
		w.unread = out.state
		return nil
	}
	w.file = f
	c.snapshot.Files = append(c.snapshot.Files, f)
	if out.result != nil {
		c.snapshot.Skills = append(c.snapshot.Skills, &Skill{File: f, Result: *out.result})
	}
	return c.resolve(f, out.named)
}

// lookup returns the path of the walk, nil when the walk did not meet it.
func (c *collector) lookup(path string) *walked {
	i := sort.Search(len(c.walked), func(i int) bool { return c.walked[i].path >= path })
	if i < len(c.walked) && c.walked[i].path == path {
		return &c.walked[i]
	}
	return nil
}

// reportHidden names the files that a Skill or its support names behind a link.
// Directories that were not entered for another reason have a diagnostic or
// stand in the coverage.
func (c *collector) reportHidden() {
	for path, h := range c.hidden {
		if h.by.state != stateSymlink {
			continue
		}
		d := stateDiagnostic(path, "DISCOVERY-SYMLINK-SKIPPED", diagnostic.SeverityWarning, stateSymlink,
			"The file that "+textio.Quote(h.source.Path)+" names stands behind the symbolic link "+textio.Quote(h.by.path)+", which is not followed; put the file itself there.")
		d.Evidence = h.evidence(h.source)
		c.diagnostics = append(c.diagnostics, d)
	}
}
