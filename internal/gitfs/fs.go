package gitfs

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
	"time"
)

var (
	_ fs.ReadDirFS  = (*Tree)(nil)
	_ fs.ReadFileFS = (*Tree)(nil)
	_ fs.ReadLinkFS = (*Tree)(nil)
)

var (
	errDirectory = errors.New("is a directory")
	errNoDir     = errors.New("is not a directory")
	errLink      = errors.New("is a symbolic link, which is not followed")
	errNoLink    = errors.New("is not a symbolic link")
)

func (t *Tree) find(op, name string) (*node, error) {
	if name != "." && !validName(name) {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	n := t.nodes[name]
	if n == nil {
		return nil, &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return n, nil
}

// content returns the bytes of a file or link, which must not be changed. A
// failure to read an object is a fault of the clone and is noted as such.
func (t *Tree) content(op, name string, n *node) ([]byte, error) {
	if n.id == "" {
		return n.data, nil
	}
	data, err := t.repo.blobs.content(n.id)
	if err != nil {
		return nil, &fs.PathError{Op: op, Path: name, Err: t.repo.objectFault(t.Commit, err)}
	}
	return data, nil
}

// objectFault notes and returns the error for an object that cannot be read.
func (r *Repo) objectFault(c Commit, err error) error {
	switch {
	case r.run.ctx.Err() != nil:
		err = r.run.ctx.Err()
	case errors.Is(err, errMissing):
		err = r.treeFailure(c, err)
	default:
		err = r.wrap(err)
	}
	r.note(err)
	return err
}

// Open opens a file or a directory. A symbolic link is an error.
func (t *Tree) Open(name string) (fs.File, error) {
	n, err := t.find("open", name)
	if err != nil {
		return nil, err
	}
	switch {
	case n.mode.IsDir():
		return &openDir{node: n, name: name, rest: n.children}, nil
	case n.mode&fs.ModeSymlink != 0:
		return nil, &fs.PathError{Op: "open", Path: name, Err: errLink}
	}
	return &openFile{node: n, name: name}, nil
}

// ReadFile returns the bytes of a file. A symbolic link is an error.
func (t *Tree) ReadFile(name string) ([]byte, error) {
	n, err := t.find("read", name)
	if err != nil {
		return nil, err
	}
	switch {
	case n.mode.IsDir():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errDirectory}
	case n.mode&fs.ModeSymlink != 0:
		return nil, &fs.PathError{Op: "read", Path: name, Err: errLink}
	}
	data, err := t.content("read", name, n)
	return slices.Clone(data), err
}

// ReadRegular returns the content of a file of at most limit bytes, in buf or in a
// slice that the caller gets in its place. It is for the last who reads the file:
// another reading asks git again. When ok is false the caller has to find out what
// the path is, and buf is still its own.
func (t *Tree) ReadRegular(name string, limit int64, buf []byte) (content []byte, ok bool) {
	n, err := t.find("read", name)
	if err != nil || !n.mode.IsRegular() || n.id == "" || t.repo.blobs.get(n.id).size > limit {
		return nil, false
	}
	content, err = t.repo.blobs.take(n.id, buf)
	return content, err == nil
}

// ReadAhead asks git for files that will be read soon, at most 128 at a time.
func (t *Tree) ReadAhead(names []string) {
	var ids []string
	for _, name := range names {
		if n := t.nodes[name]; n != nil && n.id != "" && n.mode.IsRegular() {
			ids = append(ids, n.id)
		}
	}
	t.repo.blobs.ahead(ids)
}

// ReadDir returns the entries of a directory, sorted by name.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	n, err := t.find("readdir", name)
	if err != nil {
		return nil, err
	}
	if !n.mode.IsDir() {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errNoDir}
	}
	return entries(n.children), nil
}

func entries(nodes []*node) []fs.DirEntry {
	list := make([]fs.DirEntry, len(nodes))
	for i, n := range nodes {
		list[i] = n
	}
	return list
}

// ReadLink returns what a symbolic link points at.
func (t *Tree) ReadLink(name string) (string, error) {
	n, err := t.find("readlink", name)
	if err != nil {
		return "", err
	}
	if n.mode&fs.ModeSymlink == 0 {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: errNoLink}
	}
	data, err := t.content("readlink", name, n)
	return string(data), err
}

// Lstat describes a file, directory or symbolic link.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	n, err := t.find("lstat", name)
	if err != nil {
		return nil, err
	}
	return n, nil
}

func (n *node) Name() string               { return n.name }
func (n *node) Mode() fs.FileMode          { return n.mode }
func (n *node) Type() fs.FileMode          { return n.mode.Type() }
func (n *node) IsDir() bool                { return n.mode.IsDir() }
func (n *node) ModTime() time.Time         { return time.Time{} }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }
func (n *node) String() string             { return fs.FormatFileInfo(n) }

// Size reads the object, since git tells the size of an object no sooner. It is
// 0 for an object that cannot be read, which opening it then reports.
func (n *node) Size() int64 {
	if n.id == "" {
		return int64(len(n.data))
	}
	b := n.tree.repo.blobs.get(n.id)
	if b.err != nil {
		n.tree.repo.objectFault(n.tree.Commit, b.err)
	}
	return b.size
}

// Sys returns something with a ContentID for a file that is an object, else nil.
func (n *node) Sys() any {
	if n.id == "" || !n.mode.IsRegular() {
		return nil
	}
	return n
}

// ContentID returns the id of the object that a file is, by which a reader may
// recognise bytes it has seen: files with equal ids in any tree of a repository
// have equal bytes.
func (n *node) ContentID() string { return n.id }

// openFile reads its object at the first read, so that looking at the size of a
// large one costs no memory.
type openFile struct {
	node *node
	name string
	data *bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *openFile) Close() error               { return nil }

func (f *openFile) Read(p []byte) (int, error) {
	if f.data == nil {
		data, err := f.node.tree.content("read", f.name, f.node)
		if err != nil {
			return 0, err
		}
		f.data = bytes.NewReader(data)
	}
	return f.data.Read(p)
}

type openDir struct {
	node *node
	name string
	rest []*node
}

func (d *openDir) Stat() (fs.FileInfo, error) { return d.node, nil }
func (d *openDir) Close() error               { return nil }

func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.name, Err: errDirectory}
}

func (d *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(d.rest) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(d.rest) {
		n = len(d.rest)
	}
	list := entries(d.rest[:n])
	d.rest = d.rest[n:]
	return list, nil
}
