package gitfs

import (
	"slices"
	"strings"
)

// Changed returns the paths below the target, sorted, at which the work tree
// differs from a commit: files that were changed, added or removed since, whether
// or not git tracks or ignores them.
func (r *Repo) Changed(commit Commit) ([]string, error) {
	scope := r.target
	tracked, err := r.run.output("", "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", commit.ID, "--", scope)
	if err != nil {
		return nil, r.wrap(err)
	}
	others, err := r.run.output("", "ls-files", "-z", "--others", "--", scope)
	if err != nil {
		return nil, r.wrap(err)
	}
	var paths []string
	for path := range strings.SplitSeq(string(tracked)+string(others), "\x00") {
		if scope != "." {
			below, ok := strings.CutPrefix(path, scope+"/")
			if !ok {
				continue
			}
			path = below
		}
		if path != "" {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), nil
}
