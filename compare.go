package renma

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/cireport"
	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/gitfs"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// GitError says why commits cannot be read. Its Kind is one of the constants
// below; its message says what to do.
type GitError = gitfs.Error

// GitErrorKind is the kind of a [GitError].
type GitErrorKind = gitfs.Kind

// The kinds of [GitError].
const (
	GitMissing        = gitfs.NoGit          // git is not installed
	GitNoDirectory    = gitfs.NoDirectory    // the target does not exist or is no directory
	GitNoRepository   = gitfs.NotRepository  // the target is in no repository that git can read
	GitBareRepository = gitfs.BareRepository // the repository has no work tree
	GitInsideGitDir   = gitfs.InsideGitDir   // the target is part of .git itself
	GitOwnership      = gitfs.Ownership      // git does not trust the owner of the directory
	GitBadRef         = gitfs.BadRef         // the text cannot name a commit
	GitUnknownRef     = gitfs.UnknownRef     // there is no such commit in the clone
	GitNoCommit       = gitfs.NotCommit      // the ref names a tree or a blob
	GitMissingObject  = gitfs.MissingObject  // the clone lacks an object of the commit
	GitBadTree        = gitfs.BadTree        // the commit holds a path that no directory can hold
	GitMissingTarget  = gitfs.MissingTarget  // the directory is in none of the commits
	GitFailed         = gitfs.Failed         // git ended in another way
)

// RefError says that a commit cannot be read.
type RefError struct {
	Side string // one of the constants below
	Ref  string // as given
	Err  error
}

// The sides of a [RefError].
const (
	SideFrom    = "from"
	SideTo      = "to"
	SideChanged = "changed since" // the ref of [Changed]
)

// Error names the side, the ref and what is wrong with it.
func (e *RefError) Error() string {
	var git *GitError
	if errors.As(e.Err, &git) && git.Ref != "" {
		return e.Side + ": " + e.Err.Error() // which names the ref already
	}
	return fmt.Sprintf("%s: ref %s: %v", e.Side, textio.Quote(e.Ref), e.Err)
}

// Unwrap returns the cause: a [*GitError] or a [*snapshot.ConfigError].
func (e *RefError) Unwrap() error { return e.Err }

// Comparison holds two commits of a repository, each of which was read once. It
// may be used by several goroutines at a time.
type Comparison struct {
	from, to *Repository
	// sides are from and to as a diff wants them, without their indexes.
	sides [2]diffreport.Side
	// indexes are what a diff needs of the indexes of both.
	indexes func() (from, to *discovery.Index)
}

// Compare reads two commits of the git repository whose work tree holds dir, as
// far as they lie in dir. from and to are whatever git can resolve to a commit;
// they are compared as they are, without a merge base. An empty to means HEAD.
//
// Nothing is checked out, written or fetched: what the work tree and the index
// hold does not matter. Each commit is read with its own configuration. A
// relative opts.ConfigPath is one below dir; an absolute one must lie in the work
// tree. Files that both commits share are read and parsed once.
//
// The errors are a [*TargetError] or [*GitError] for the directory, a [*RefError]
// for a ref or the configuration in it, and that of ctx.
func Compare(ctx context.Context, dir, from, to string, opts Options) (*Comparison, error) {
	g, err := openGit(ctx, dir, opts)
	if err != nil {
		return nil, err
	}
	defer g.repo.Close()
	own := opts.Cache == nil
	if own {
		g.opts.Cache = &snapshot.Cache{}
	}
	if to == "" {
		to = "HEAD"
	}
	var trees [2]*gitfs.Tree
	for i, ref := range []string{from, to} {
		if trees[i], err = g.tree(ref); err != nil {
			return nil, refError(ctx, i, ref, err)
		}
	}
	if trees[0].Missing && trees[1].Missing {
		return nil, g.repo.NoTarget(from, to)
	}
	var c Comparison
	for i := range trees {
		tree := trees[i]
		g.opts.LastUse = i == 1 && (own || opts.LastUse)
		repo, err := g.read(ctx, tree)
		if err != nil {
			return nil, refError(ctx, i, tree.Commit.Ref, err)
		}
		trees[i] = nil // which is large, and the other one is still to be read
		c.sides[i] = diffreport.Side{
			Ref:            tree.Commit.Ref,
			Commit:         tree.Commit.ID,
			Snapshot:       repo.snap,
			Target:         g.repo.Target(),
			MissingTarget:  tree.Missing,
			UnreadGitlinks: slices.DeleteFunc(slices.Clone(tree.Gitlinks), func(p string) bool { return !mayHoldSkills(p) }),
		}
		if i == 0 {
			c.from = repo
		} else {
			c.to = repo
		}
	}
	c.indexes = sync.OnceValues(func() (from, to *discovery.Index) {
		return discovery.PrepareComparison(c.from.snap), discovery.PrepareComparison(c.to.snap)
	})
	return &c, nil
}

// OpenRef reads one commit of the git repository whose work tree holds dir, as
// [Compare] does.
func OpenRef(ctx context.Context, dir, ref string, opts Options) (*Repository, error) {
	g, err := openGit(ctx, dir, opts)
	if err != nil {
		return nil, err
	}
	defer g.repo.Close()
	tree, err := g.tree(ref)
	switch {
	case err != nil:
		return nil, err
	case tree.Missing:
		return nil, g.repo.NoTarget(ref)
	}
	return g.read(ctx, tree)
}

// From returns the repository at the from side.
func (c *Comparison) From() *Repository { return c.from }

// To returns the repository at the to side.
func (c *Comparison) To() *Repository { return c.to }

// Diff returns the semantic diff.
func (c *Comparison) Diff() *diffreport.Report {
	from, to := c.sides[0], c.sides[1]
	from.Index, to.Index = c.indexes()
	return diffreport.BuildDiffReport(from, to)
}

// CiReport returns the diff with one status for a pull request. The policy in
// effect is the stricter one of the two configurations.
func (c *Comparison) CiReport() *cireport.Report {
	diff := c.Diff()
	policy := cireport.EvaluateCiPolicy(diff.Discovery, policyMode(c.from), policyMode(c.to))
	return cireport.BuildCiReport(diff, policy)
}

func policyMode(r *Repository) cireport.Mode {
	return cireport.Mode(r.snap.Config.SkillDiscovery.CIPolicy)
}

func refError(ctx context.Context, side int, ref string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &RefError{[]string{SideFrom, SideTo}[side], ref, err}
}

// gitReader reads commits of one repository with one set of options.
type gitReader struct {
	repo *gitfs.Repo
	opts Options
	// outside says that ConfigPath is a path below the top of the work tree,
	// because the file lies outside of the target.
	outside bool
}

func openGit(ctx context.Context, dir string, opts Options) (*gitReader, error) {
	abs, err := directory(dir)
	if err != nil {
		return nil, err
	}
	if opts.Profile != "" { // else the fault would be that of a ref
		if _, err := agentskills.FindProfile(opts.Profile); err != nil {
			return nil, err
		}
	}
	repo, err := gitfs.Open(ctx, abs)
	if err != nil {
		return nil, err
	}
	g := &gitReader{repo: repo, opts: opts}
	g.opts.Root = repo.Top()
	if err := g.placeConfig(abs); err != nil {
		return nil, errors.Join(err, repo.Close())
	}
	return g, nil
}

// placeConfig makes an absolute ConfigPath one below the target or, where it lies
// outside of that, below the top of the work tree.
func (g *gitReader) placeConfig(abs string) error {
	if !filepath.IsAbs(g.opts.ConfigPath) {
		return nil
	}
	given := g.opts.ConfigPath
	rel, err := filepath.Rel(abs, given)
	if err == nil && filepath.IsLocal(rel) {
		g.opts.ConfigPath = filepath.ToSlash(rel)
		return nil
	}
	// The top as the caller spells it: links may lead to it.
	top := g.repo.Top()
	if below, ok := strings.CutSuffix(filepath.ToSlash(abs), "/"+g.repo.Target()); ok {
		top = filepath.FromSlash(below)
	}
	rel, err = filepath.Rel(top, given)
	if err != nil || !filepath.IsLocal(rel) {
		return &snapshot.ConfigError{Path: given, Problem: "the configuration must be a file of the repository at " + g.repo.Top()}
	}
	g.opts.ConfigPath, g.outside = filepath.ToSlash(rel), true
	return nil
}

func (g *gitReader) tree(ref string) (*gitfs.Tree, error) {
	commit, err := g.repo.Resolve(ref)
	if err != nil {
		return nil, err
	}
	return g.repo.Tree(commit)
}

func (g *gitReader) read(ctx context.Context, tree *gitfs.Tree) (*Repository, error) {
	opts := g.opts
	if g.outside {
		whole, err := g.repo.WholeTree(tree.Commit)
		if err != nil {
			return nil, err
		}
		opts.ConfigFS = fs.FS(whole)
	}
	repo, err := OpenFS(ctx, tree, opts)
	// An object that cannot be read shows as a faulty file at best.
	if fault := g.repo.Err(); fault != nil {
		return nil, fault
	}
	return repo, err
}

// mayHoldSkills reports a submodule in which, or around which, a Skill root lies.
func mayHoldSkills(path string) bool {
	for _, root := range []string{"skills", ".agents/skills"} {
		if path == root || strings.HasPrefix(path, root+"/") || strings.HasPrefix(root, path+"/") {
			return true
		}
	}
	return false
}
