package gitfs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Changed returns the paths below the target, sorted, at which the work tree
// differs from a commit: files that were changed, added or removed since, whether
// or not git tracks or ignores them. Filters are programs and are not run, so a
// file that git would filter counts as changed once it was touched.
func (r *Repo) Changed(c Commit) ([]string, error) {
	run, err := r.run.withoutFilters()
	if err != nil {
		return nil, r.wrap(err)
	}
	differ, err := r.list0(run, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", c.ID, "--", r.target)
	if err != nil {
		return nil, err
	}
	others, err := r.list0(run, "ls-files", "-z", "--others", "--", r.target)
	if err != nil {
		return nil, err
	}
	// For git a file that the index does not hold is gone, whatever is there.
	gone := make(map[string]bool, len(differ))
	for _, path := range differ {
		gone[path] = true
	}
	both := slices.DeleteFunc(slices.Clone(others), func(path string) bool { return !gone[path] })
	same, err := r.unchanged(run, c, both)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, path := range append(differ, others...) {
		if path = r.below(path); !same[path] {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}

// below makes a path from the top one from the target.
func (r *Repo) below(path string) string {
	if r.target == "." {
		return path
	}
	return strings.TrimPrefix(path, r.target+"/")
}

// list0 runs a command whose output is names with a NUL byte behind each.
func (r *Repo) list0(run runner, args ...string) ([]string, error) {
	names, err := run.records(args...)
	if err != nil {
		return nil, r.wrap(err)
	}
	return names, nil
}

// unchanged tells which of the files, named from the top, hold what they hold in
// the commit. The answer names them from the target.
func (r *Repo) unchanged(run runner, c Commit, names []string) (map[string]bool, error) {
	if len(names) == 0 {
		return nil, nil
	}
	tree, err := r.Tree(c)
	if err != nil {
		return nil, err
	}
	var ask, want []string
	for _, name := range names {
		below := r.below(name)
		n := tree.nodes[below]
		info, err := os.Lstat(filepath.Join(r.top, filepath.FromSlash(name)))
		// A name of two lines cannot be asked for; it counts as changed.
		if n != nil && n.mode.IsRegular() && err == nil && info.Mode().IsRegular() && !strings.Contains(name, "\n") {
			ask, want = append(ask, name), append(want, below)
		}
	}
	if len(ask) == 0 {
		return nil, nil
	}
	out, err := run.output(strings.Join(ask, "\n")+"\n", "hash-object", "--stdin-paths")
	if err != nil {
		return nil, r.wrap(err)
	}
	same := make(map[string]bool, len(want))
	for i, id := range strings.Fields(string(out)) {
		if i < len(want) && tree.nodes[want[i]].id == id {
			same[want[i]] = true
		}
	}
	return same, nil
}
