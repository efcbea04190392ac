package renma

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/cireport"
	"github.com/renma/renma/collision"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/diskfs"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/readiness"
	"github.com/renma/renma/snapshot"
)

// Options say how a repository is read. The zero value is ready to use, but
// has no Now and so skips the rules about dates.
type Options = snapshot.Options

// Repository is a repository that was read once. Every report about it is a
// projection of that one reading, so later changes on disk do not show. It may
// be used by several goroutines at a time.
type Repository struct {
	snap  *snapshot.Snapshot
	index func() *discovery.Index
	// alone says that snap holds one Skill without the rest of its repository.
	alone bool
}

// TargetError says that a directory cannot be read as a repository.
type TargetError struct {
	Path string
	// Nearest is a directory beside Path that may have been meant, "" when
	// none is near.
	Nearest string
	Cause   error
}

// Error names the directory, what is wrong with it and the nearest match.
func (e *TargetError) Error() string {
	reason := e.Cause.Error()
	switch {
	case errors.Is(e.Cause, fs.ErrNotExist):
		reason = "there is no such directory"
	case errors.Is(e.Cause, errNoDirectory):
		reason = "it is no directory; name the root of a repository"
	}
	text := fmt.Sprintf("cannot read %s: %s", e.Path, reason)
	if e.Nearest != "" {
		text += "; did you mean " + textio.Quote(e.Nearest) + "?"
	}
	return text
}

// Unwrap returns the cause, for example an error that is [fs.ErrNotExist].
func (e *TargetError) Unwrap() error { return e.Cause }

var errNoDirectory = errors.New("not a directory")

// Open reads the repository in the directory dir. Nothing outside of dir is
// opened, whatever links it holds. opts.Root is set to the absolute path of
// dir, and opts.ConfigPath may be absolute as long as it lies inside.
//
// A dir that does not exist or is no directory gives a [*TargetError], a
// configuration that cannot be used a [*snapshot.ConfigError].
func Open(ctx context.Context, dir string, opts Options) (*Repository, error) {
	root, err := openRoot(dir, &opts)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return OpenFS(ctx, root, opts)
}

// InspectConfig says which configuration the repository in the directory dir
// has and where each value comes from; see [snapshot.InspectConfig]. The
// arguments are those of [Open].
func InspectConfig(dir string, opts Options) (*snapshot.EffectiveConfig, error) {
	root, err := openRoot(dir, &opts)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return snapshot.InspectConfig(root, opts)
}

// openRoot opens the directory dir, and completes opts for it.
func openRoot(dir string, opts *Options) (*diskfs.FS, error) {
	abs, err := directory(dir)
	if err != nil {
		return nil, err
	}
	root, err := diskfs.Open(abs)
	if err != nil {
		return nil, &TargetError{Path: abs, Cause: pathCause(err)}
	}
	opts.Root = abs
	if filepath.IsAbs(opts.ConfigPath) {
		rel, err := filepath.Rel(abs, opts.ConfigPath)
		if err != nil {
			rel = opts.ConfigPath // on another volume: readConfig refuses it
		}
		opts.ConfigPath = filepath.ToSlash(rel)
	}
	return root, nil
}

// OpenFS reads the repository at the root of fsys. opts.Root is the absolute
// path that documents show; it is never opened.
func OpenFS(ctx context.Context, fsys fs.FS, opts Options) (*Repository, error) {
	snap, err := snapshot.Collect(ctx, fsys, opts)
	if err != nil {
		return nil, err
	}
	return &Repository{
		snap:  snap,
		index: sync.OnceValue(func() *discovery.Index { return discovery.PrepareDiscovery(snap) }),
	}, nil
}

// Snapshot returns what was read.
func (r *Repository) Snapshot() *snapshot.Snapshot { return r.snap }

// Index returns the discovery index. It is prepared at the first call.
func (r *Repository) Index() *discovery.Index { return r.index() }

// Scan returns the scan report.
func (r *Repository) Scan() *ScanReport {
	if r.alone {
		return r.scanAlone()
	}
	return newScanReport(r.snap, r.Index().Diagnostics, collision.Find(r.snap))
}

// Catalog returns the catalog report.
func (r *Repository) Catalog() snapshot.CatalogReport { return r.snap.CatalogReport() }

// Readiness returns the readiness report.
func (r *Repository) Readiness() *readiness.Report { return readiness.BuildReport(r.snap, r.Index()) }

// Rules returns every rule of every package, sorted by id.
func Rules() []diagnostic.Rule {
	rules := slices.Concat(agentskills.Rules(), snapshot.Rules(), collision.Rules(), discovery.Rules(), readiness.Rules(), cireport.Rules())
	slices.SortFunc(rules, func(a, b diagnostic.Rule) int { return cmp.Compare(a.ID, b.ID) })
	return rules
}

// directory returns the absolute path of dir, which must be a directory. The
// error is a *TargetError.
func directory(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", &TargetError{Path: dir, Cause: err}
	}
	info, err := os.Stat(abs)
	if err == nil && !info.IsDir() {
		err = errNoDirectory
	}
	if err != nil {
		return "", &TargetError{Path: abs, Nearest: sibling(abs, err), Cause: pathCause(err)}
	}
	return abs, nil
}

// sibling returns the directory beside a missing one that is named nearly like
// it.
func sibling(abs string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	entries, err := os.ReadDir(filepath.Dir(abs))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return textio.Nearest(filepath.Base(abs), names)
}

// pathCause drops the path from an error of the file system: TargetError names
// it already.
func pathCause(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}
