package gitfs

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/renma/renma/internal/textio"
)

// Tree is the target directory of one commit as a file system. Paths are those
// of the commit, byte for byte, also where they are no UTF-8.
//
// Symbolic links show as links and are never followed: what lies behind one
// does not exist. A submodule shows as a directory that holds nothing but a
// ".git" file, as it would when it is checked out but empty.
//
// A Tree implements [fs.ReadDirFS], [fs.ReadFileFS] and [fs.ReadLinkFS], also
// for several goroutines at once.
type Tree struct {
	Commit Commit
	// Missing says that the commit has no directory where the target is. The
	// file system is empty then.
	Missing bool
	// Gitlinks are the paths of the submodules, sorted. None of them is read.
	Gitlinks []string

	repo  *Repo
	nodes map[string]*node
	spare []node // for files and directories to come
}

// node is one file, link or directory. It describes itself as an [fs.DirEntry] and
// an [fs.FileInfo].
type node struct {
	tree     *Tree
	name     string
	mode     fs.FileMode
	id       string  // object id; empty for a directory
	data     []byte  // content of a file that is no object
	children []*node // sorted by name
}

// Tree lists the target directory of a commit. Blobs are read when they are asked
// for.
func (r *Repo) Tree(c Commit) (*Tree, error) { return r.list(c, r.target) }

// WholeTree lists a commit from its top, whatever the target is.
func (r *Repo) WholeTree(c Commit) (*Tree, error) { return r.list(c, ".") }

// NoTarget returns the error for a target that is in none of the commits.
func (r *Repo) NoTarget(refs ...string) error {
	for i, ref := range refs {
		refs[i] = textio.Quote(ref)
	}
	return dirError(MissingTarget, r.target, "name a directory that one of them has", "is no directory in %s", strings.Join(refs, " nor in "))
}

func (r *Repo) list(c Commit, dir string) (*Tree, error) {
	t := &Tree{Commit: c, repo: r}
	t.root(0)
	root := c.ID
	if dir != "." {
		out, err := r.run.output("", "ls-tree", "-z", "--full-tree", c.ID, "--", dir)
		if err != nil {
			return nil, r.treeFailure(c, err)
		}
		meta, _, _ := bytes.Cut(out, []byte("\t"))
		fields := bytes.Fields(meta)
		if len(fields) != 3 || string(fields[1]) != "tree" {
			t.Missing = true
			return t, nil
		}
		root = string(fields[2])
	}
	entries, err := r.run.records("ls-tree", "-r", "-z", "--full-tree", root)
	if err != nil {
		return nil, r.treeFailure(c, err)
	}
	t.root(len(entries))
	for _, entry := range entries {
		if !t.add(entry) {
			_, name, _ := strings.Cut(entry, "\t")
			return nil, refError(BadTree, c.Ref, "repair the commit", "holds a path that no directory can hold: %s", textio.Quote(name))
		}
	}
	for _, n := range t.nodes {
		slices.SortFunc(n.children, func(a, b *node) int { return cmp.Compare(a.name, b.name) })
	}
	slices.Sort(t.Gitlinks)
	return t, nil
}

// root makes the tree one empty directory, with room for the given number of files.
func (t *Tree) root(files int) {
	t.nodes = make(map[string]*node, files+files/4) // and their directories
	t.nodes["."] = t.node(".", fs.ModeDir|0o555)
}

// node makes a node, many of which share their memory: a tree has thousands.
func (t *Tree) node(name string, mode fs.FileMode) *node {
	if len(t.spare) == 0 {
		t.spare = make([]node, 64)
	}
	n := &t.spare[0]
	t.spare = t.spare[1:]
	n.tree, n.name, n.mode = t, name, mode
	return n
}

func (r *Repo) treeFailure(c Commit, err error) error {
	if r.run.ctx.Err() != nil {
		return r.run.ctx.Err()
	}
	return refError(MissingObject, c.Ref, r.deepen("fetch the objects of the commit, or clone without --filter"), "names a commit whose files are not all in this clone")
}

// add takes one line of ls-tree: mode, type and id, a tab, the path. It reports
// whether the path makes sense beside those before it.
func (t *Tree) add(entry string) bool {
	meta, name, ok := strings.Cut(entry, "\t")
	mode, meta, _ := strings.Cut(meta, " ")
	_, id, found := strings.Cut(meta, " ")
	if !ok || !found || id == "" || strings.Contains(id, " ") || !validName(name) || t.nodes[name] != nil {
		return false
	}
	n := t.node(path.Base(name), 0o444) // 100644, and the 100664 of very old commits
	n.id = id
	switch mode {
	case "120000":
		n.mode = fs.ModeSymlink | 0o777
	case "160000":
		n.mode, n.id = fs.ModeDir|0o555, ""
		t.Gitlinks = append(t.Gitlinks, name)
	case "100755":
		n.mode = 0o555
	}
	parent := t.directory(path.Dir(name))
	if parent == nil {
		return false
	}
	t.nodes[name] = n
	parent.children = append(parent.children, n)
	if mode == "160000" {
		mark := t.node(".git", 0o444)
		mark.data = []byte("gitlink " + id + "\n")
		t.nodes[name+"/.git"] = mark
		n.children = []*node{mark}
	}
	return true
}

// directory returns the node of a directory, making it and its parents where
// needed, or nil when something else has that path.
func (t *Tree) directory(name string) *node {
	if n := t.nodes[name]; n != nil {
		if !n.mode.IsDir() {
			return nil
		}
		return n
	}
	parent := t.directory(path.Dir(name))
	if parent == nil {
		return nil
	}
	n := t.node(path.Base(name), fs.ModeDir|0o555)
	t.nodes[name] = n
	parent.children = append(parent.children, n)
	return n
}

// validName is [fs.ValidPath] without its demand for UTF-8: a path of a commit
// is any bytes.
func validName(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}
