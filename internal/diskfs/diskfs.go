// Package diskfs reads a directory on disk as a file system that nothing leads
// out of.
//
// It is os.Root with the directories in use kept open. os.Root opens each
// directory of a path anew for every call, which for a repository of small
// files is most of the work; a path that is read in order needs one call here.
// On Linux there is a shorter way, see beneath_linux.go.
package diskfs

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// maxOpen bounds the directories that are kept open, well below the usual limit
// of open files.
const maxOpen = 128

// FS is a directory on disk. Paths never leave it, whatever links it holds. It
// may be used by several goroutines at a time.
type FS struct {
	root *os.Root
	dot  *os.File // root itself, for systems that open whole paths below it

	mu   sync.Mutex
	dirs map[string]*os.Root
	// recent holds the keys of dirs, the oldest first.
	recent []string
}

// Open opens the directory dir.
func Open(dir string) (*FS, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	dot, err := root.Open(".")
	if err != nil {
		root.Close()
		return nil, err
	}
	return &FS{root: root, dot: dot, dirs: map[string]*os.Root{}}, nil
}

// Close closes the directory. Files that are still open stay readable.
func (f *FS) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, dir := range f.dirs {
		dir.Close()
	}
	clear(f.dirs)
	f.recent = nil
	f.dot.Close()
	return f.root.Close()
}

// Open implements [fs.FS]. It never waits, not even for a pipe without a writer.
func (f *FS) Open(name string) (fs.File, error) {
	file, err := within(f, "open", name, func(dir *os.Root, name string) (*os.File, error) {
		return dir.OpenFile(name, os.O_RDONLY|openFlags, 0)
	})
	if err != nil {
		return nil, err // no *os.File that is nil
	}
	return file, nil
}

// ReadDir implements [fs.ReadDirFS].
func (f *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	if list, ok := f.readDir(name); ok {
		return list, nil
	}
	if !valid(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	dir, err := f.dir(name)
	if err != nil {
		return nil, named(err, name)
	}
	file, err := dir.Open(".")
	if errors.Is(err, os.ErrClosed) {
		file, err = f.root.Open(name)
	}
	if err != nil {
		return nil, named(err, name)
	}
	defer file.Close()
	list, err := file.ReadDir(-1)
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, named(err, name)
}

// Lstat implements [fs.ReadLinkFS].
func (f *FS) Lstat(name string) (fs.FileInfo, error) {
	return within(f, "lstat", name, (*os.Root).Lstat)
}

// Stat implements [fs.StatFS]. It follows links inside the directory that holds
// the path.
func (f *FS) Stat(name string) (fs.FileInfo, error) {
	return within(f, "stat", name, (*os.Root).Stat)
}

// ReadLink implements [fs.ReadLinkFS].
func (f *FS) ReadLink(name string) (string, error) {
	return within(f, "readlink", name, (*os.Root).Readlink)
}

// within calls do with the directory of name and the last part of it.
func within[T any](f *FS, op, name string, do func(*os.Root, string) (T, error)) (T, error) {
	var zero T
	if !valid(name) {
		return zero, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	dir, err := f.dir(path.Dir(name))
	if err != nil {
		return zero, named(err, name)
	}
	out, err := do(dir, path.Base(name))
	// Another goroutine may have pushed the directory out in between.
	if errors.Is(err, os.ErrClosed) {
		out, err = do(f.root, name)
	}
	return out, named(err, name)
}

// valid reports whether name is a path of an [fs.FS] that this system can have:
// a backslash separates on Windows, and must not.
func valid(name string) bool {
	_, err := filepath.Localize(name)
	return err == nil
}

// dir returns a directory and keeps it open.
func (f *FS) dir(name string) (*os.Root, error) {
	if name == "." {
		return f.root, nil
	}
	f.mu.Lock()
	dir := f.dirs[name]
	f.mu.Unlock()
	if dir != nil {
		return dir, nil
	}
	parent, err := f.dir(path.Dir(name))
	if err != nil {
		return nil, err
	}
	dir, err = parent.OpenRoot(path.Base(name))
	if errors.Is(err, os.ErrClosed) {
		dir, err = f.root.OpenRoot(name)
	}
	if err != nil {
		return nil, err
	}
	return f.keep(name, dir), nil
}

// keep stores an open directory, or closes it when another goroutine was first.
func (f *FS) keep(name string, dir *os.Root) *os.Root {
	f.mu.Lock()
	defer f.mu.Unlock()
	if first := f.dirs[name]; first != nil {
		dir.Close()
		return first
	}
	if len(f.recent) == maxOpen {
		f.dirs[f.recent[0]].Close()
		delete(f.dirs, f.recent[0])
		f.recent = slices.Delete(f.recent, 0, 1)
	}
	f.dirs[name] = dir
	f.recent = append(f.recent, name)
	return dir
}

// named puts the whole path in an error, which has only its last part.
func named(err error, name string) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return &fs.PathError{Op: pathError.Op, Path: name, Err: pathError.Err}
	}
	return err
}
