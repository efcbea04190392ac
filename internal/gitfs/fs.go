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
	info := fileInfo{t, n}
	switch {
	case n.mode.IsDir():
		return &openDir{info: info, name: name, rest: n.children}, nil
	case n.mode&fs.ModeSymlink != 0:
		return nil, &fs.PathError{Op: "open", Path: name, Err: errLink}
	}
	return &openFile{info: info, name: name}, nil
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

// ReadRegular appends the content of a file of at most limit bytes to buf. It is
// for the last who reads the file: another reading asks git again. When ok is
// false the caller has to find out what the path is.
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
	return t.entries(n.children), nil
}

func (t *Tree) entries(nodes []*node) []fs.DirEntry {
	list := make([]fs.DirEntry, len(nodes))
	for i, n := range nodes {
		list[i] = fileInfo{t, n}
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
	return fileInfo{t, n}, nil
}

// fileInfo describes a node, as an entry of its directory and by itself.
type fileInfo struct {
	tree *Tree
	node *node
}

func (i fileInfo) Name() string               { return i.node.name }
func (i fileInfo) Mode() fs.FileMode          { return i.node.mode }
func (i fileInfo) Type() fs.FileMode          { return i.node.mode.Type() }
func (i fileInfo) IsDir() bool                { return i.node.mode.IsDir() }
func (i fileInfo) ModTime() time.Time         { return time.Time{} }
func (i fileInfo) Info() (fs.FileInfo, error) { return i, nil }
func (i fileInfo) String() string             { return fs.FormatFileInfo(i) }

// Size reads the object, since git tells the size of an object no sooner. It is
// 0 for an object that cannot be read, which opening it then reports.
func (i fileInfo) Size() int64 {
	if i.node.id == "" {
		return int64(len(i.node.data))
	}
	b := i.tree.repo.blobs.get(i.node.id)
	if b.err != nil {
		i.tree.repo.objectFault(i.tree.Commit, b.err)
	}
	return b.size
}

// Sys returns an [Object] for a file that is one, else nil.
func (i fileInfo) Sys() any {
	if i.node.id == "" || !i.node.mode.IsRegular() {
		return nil
	}
	return Object(i.node.id)
}

// Object is the id of the object that a file is. Files with equal ids in any
// tree of a repository have equal bytes.
type Object string

// ContentID returns the id, by which a reader may recognise bytes it has seen.
func (o Object) ContentID() string { return string(o) }

// openFile reads its object at the first read, so that looking at the size of a
// large one costs no memory.
type openFile struct {
	info fileInfo
	name string
	data *bytes.Reader
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

func (f *openFile) Read(p []byte) (int, error) {
	if f.data == nil {
		data, err := f.info.tree.content("read", f.name, f.info.node)
		if err != nil {
			return 0, err
		}
		f.data = bytes.NewReader(data)
	}
	return f.data.Read(p)
}

type openDir struct {
	info fileInfo
	name string
	rest []*node
}

func (d *openDir) Stat() (fs.FileInfo, error) { return d.info, nil }
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
	list := d.info.tree.entries(d.rest[:n])
	d.rest = d.rest[n:]
	return list, nil
}
