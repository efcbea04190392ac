// Package memfs shows texts in memory as a file system.
package memfs

import (
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// New returns files, by their paths, as a file system. Unlike fstest.MapFS it
// lists a directory in time linear in that directory, so that trees of any size
// can be walked. The map must not change any more.
func New(files map[string]string) fs.FS {
	names := map[string]map[string]bool{".": {}}
	for p := range files {
		for p != "." {
			parent := path.Dir(p)
			if names[parent] == nil {
				names[parent] = map[string]bool{}
			}
			names[parent][path.Base(p)] = true
			p = parent
		}
	}
	m := &memFS{files, make(map[string][]fs.DirEntry, len(names))}
	for dir, set := range names {
		m.dirs[dir] = make([]fs.DirEntry, 0, len(set))
		for _, name := range slices.Sorted(maps.Keys(set)) {
			p := path.Join(dir, name)
			text, isFile := files[p]
			m.dirs[dir] = append(m.dirs[dir], entry{name, int64(len(text)), !isFile})
		}
	}
	return m
}

type memFS struct {
	tree map[string]string
	dirs map[string][]fs.DirEntry
}

// Open implements fs.FS.
func (m *memFS) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if text, ok := m.tree[name]; ok {
		return &openFile{entry{path.Base(name), int64(len(text)), false}, strings.NewReader(text)}, nil
	}
	if list, ok := m.dirs[name]; ok {
		return &openDir{entry{path.Base(name), 0, true}, list}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// entry is both the directory entry and the information of a file.
type entry struct {
	name string
	size int64
	dir  bool
}

func (e entry) Name() string               { return e.name }
func (e entry) Size() int64                { return e.size }
func (e entry) IsDir() bool                { return e.dir }
func (e entry) ModTime() time.Time         { return time.Time{} }
func (e entry) Sys() any                   { return nil }
func (e entry) Type() fs.FileMode          { return e.Mode().Type() }
func (e entry) Info() (fs.FileInfo, error) { return e, nil }
func (e entry) Mode() fs.FileMode {
	if e.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

type openFile struct {
	entry
	*strings.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.entry, nil }
func (f *openFile) Size() int64                { return f.entry.size }
func (f *openFile) Close() error               { return nil }

type openDir struct {
	entry
	rest []fs.DirEntry
}

func (d *openDir) Stat() (fs.FileInfo, error) { return d.entry, nil }
func (d *openDir) Close() error               { return nil }
func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.name, Err: fs.ErrInvalid}
}

// ReadDir implements fs.ReadDirFile.
func (d *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(d.rest)
	} else if len(d.rest) == 0 {
		return nil, io.EOF
	}
	list := slices.Clone(d.rest[:min(n, len(d.rest))])
	d.rest = d.rest[len(list):]
	return list, nil
}
