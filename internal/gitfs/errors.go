package gitfs

import (
	"fmt"

	"github.com/renma/renma/internal/textio"
)

// Kind says what kind of fault an [Error] is.
type Kind string

// The kinds of error.
const (
	NoGit          Kind = "no-git"          // git is not installed
	NoDirectory    Kind = "no-directory"    // the target does not exist or is no directory
	NotRepository  Kind = "not-repository"  // the target is in no repository that git can read
	BareRepository Kind = "bare-repository" // the repository has no work tree
	InsideGitDir   Kind = "inside-git-dir"  // the target is part of .git itself
	Ownership      Kind = "ownership"       // git does not trust the owner of the directory
	BadRef         Kind = "bad-ref"         // the text cannot name a commit
	UnknownRef     Kind = "unknown-ref"     // no such commit in the clone
	NotCommit      Kind = "not-commit"      // the ref names a tree or a blob
	MissingObject  Kind = "missing-object"  // the clone lacks an object of the commit
	BadTree        Kind = "bad-tree"        // a tree that no work tree can hold
	MissingTarget  Kind = "missing-target"  // the directory is in none of the commits
	Failed         Kind = "failed"          // git ended in a way that is none of the above
)

// Error is a fault of the call or of the clone that keeps commits from being
// read. Its message says what was given and what to do, and holds neither the
// output of git nor a path that was not given.
type Error struct {
	Kind Kind
	// Ref is the ref as given; empty for a fault that no ref caused.
	Ref string
	// Dir is the directory as given; empty for a fault of a ref.
	Dir string

	problem, remedy string
	cause           error
}

func (e *Error) Error() string {
	if e.remedy == "" {
		return e.problem
	}
	return e.problem + "; " + e.remedy
}

// Unwrap returns what the operating system said, or nil.
func (e *Error) Unwrap() error { return e.cause }

func refError(kind Kind, ref, remedy, format string, args ...any) *Error {
	return &Error{Kind: kind, Ref: ref, problem: "ref " + textio.Quote(ref) + " " + fmt.Sprintf(format, args...), remedy: remedy}
}

func dirError(kind Kind, dir, remedy, format string, args ...any) *Error {
	return &Error{Kind: kind, Dir: dir, problem: dir + " " + fmt.Sprintf(format, args...), remedy: remedy}
}
