package gitfs

import (
	"errors"
	"strings"
	"unicode"

	"github.com/renma/renma/internal/textio"
)

// Commit is a resolved ref.
type Commit struct {
	Ref string // as given
	ID  string // the full object id of the commit
}

// Resolve finds the commit that ref names: a branch, a tag, an object id, or
// any expression of git such as HEAD~1, main@{0} or :/text. Tags are peeled.
// Only a commit will do (contract 04 section 2.2).
func (r *Repo) Resolve(ref string) (Commit, error) {
	if err := checkRef(ref); err != nil {
		return Commit{}, err
	}
	id, kind, err := r.lookUp(ref)
	if err == nil && kind == "ambiguous" {
		id, kind, err = r.lookUp(ref + "^{commit}")
	}
	switch {
	case err != nil:
		return Commit{}, err
	case kind == "tag":
		id, kind, err = r.lookUp(id + "^{commit}")
		if err != nil {
			return Commit{}, err
		}
		if kind == "missing" {
			return Commit{}, refError(NotCommit, ref, r.deepen("fetch what the tag names"), "is a tag that names no commit of this clone")
		}
	}
	switch kind {
	case "commit":
		return Commit{ref, id}, nil
	case "missing", "ambiguous":
		return Commit{}, r.unknown(ref)
	}
	return Commit{}, refError(NotCommit, ref, "name a commit, a branch or a tag", "is a %s, not a commit", kind)
}

// checkRef refuses what must not reach git at all.
func checkRef(ref string) error {
	const remedy = "name a commit, a branch or a tag"
	switch {
	case ref == "":
		return refError(BadRef, ref, remedy, "is empty")
	case strings.HasPrefix(ref, "-"):
		return refError(BadRef, ref, remedy, "begins with a dash, which no name of a commit does")
	case strings.ContainsFunc(ref, unicode.IsControl):
		return refError(BadRef, ref, remedy, "holds a control character")
	}
	return nil
}

// lookUp asks git for the id and type of an object. The name goes through
// standard input, where it can be neither an option nor a path; what cannot be
// found has the type "missing" or "ambiguous".
func (r *Repo) lookUp(name string) (id, kind string, err error) {
	out, err := r.run.output(name+"\n", "cat-file", "--batch-check=%(objectname) %(objecttype)")
	var failure *gitFailure
	switch {
	case errors.As(err, &failure):
		// Git gives up on some names, such as main@{upstream} without one,
		// and on objects that a partial clone would have to fetch.
		return "", "missing", nil
	case err != nil:
		return "", "", r.wrap(err)
	}
	reply := strings.TrimSuffix(string(out), "\n")
	if rest, ok := strings.CutPrefix(reply, name+" "); ok && (rest == "missing" || rest == "ambiguous") {
		return "", rest, nil
	}
	id, kind, _ = strings.Cut(reply, " ")
	return id, kind, nil
}

// wrap turns a failure of git that nothing explains into an Error.
func (r *Repo) wrap(err error) error {
	if r.run.ctx.Err() != nil {
		return r.run.ctx.Err()
	}
	return &Error{Kind: Failed, Dir: r.top, problem: "git could not read the repository at " + r.top, remedy: "git fsck shows what is wrong with it", cause: err}
}

func (r *Repo) unknown(ref string) error {
	if ref == "HEAD" {
		return refError(UnknownRef, ref, "commit something first", "names no commit yet")
	}
	remedy := "git branch --all and git tag list what there is"
	if near := r.nearest(ref); near != "" {
		remedy = "did you mean " + textio.Quote(near) + "?"
	} else if strings.Contains(ref, "..") {
		return refError(UnknownRef, ref, "name one commit on each side", "is no commit")
	}
	return refError(UnknownRef, ref, r.deepen(remedy), "names no commit of this clone")
}

// deepen adds how to complete a shallow clone to a remedy.
func (r *Repo) deepen(remedy string) string {
	if r.shallow {
		return remedy + "; the clone is shallow, which git fetch --unshallow ends (in GitHub Actions, fetch-depth: 0 at actions/checkout)"
	}
	return remedy
}

// nearest returns the branch or tag that ref was probably meant to be. A branch
// of a remote counts under its own name, because a CI clone often has no other.
func (r *Repo) nearest(ref string) string {
	out, err := r.run.output("", "for-each-ref", "--format=%(refname:short)", "--count=2000")
	if err != nil {
		return ""
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	for _, name := range names {
		if strings.HasSuffix(name, "/"+ref) {
			return name
		}
	}
	return textio.Nearest(ref, names)
}
