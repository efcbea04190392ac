package suggest

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/snapshot"
)

// The reasons for which the repository of a file is not known.
const (
	ReasonUnresolved = "repository-boundary-unresolved"
	ReasonAmbiguous  = "repository-boundary-ambiguous"
)

// Boundary says to which repository a file belongs (contract 02 section 6.2).
type Boundary struct {
	// Root is the absolute path of the repository, and Path the file below
	// it with slashes. Both are empty when Reason is set.
	Root, Path string
	// Reason is ReasonUnresolved or ReasonAmbiguous, or empty.
	Reason string
}

// Entrypoint reads the path as a Skill entrypoint. A name that only becomes one
// when its backslashes are read as slashes is none: another file stands there.
func (b Boundary) Entrypoint() (agentskills.Entrypoint, bool) {
	e, ok := agentskills.ParseEntrypoint(b.Path)
	return e, ok && e.Path == b.Path
}

// ConfigNames are the names of configuration files, which mark the root of a
// repository as .git does.
func ConfigNames() []string { return []string{"renma.config.jsonc", "renma.config.json"} }

// FindBoundary finds the repository of the file at the absolute path target.
// marked reports whether a directory holds a marker: a .git that is no link, or
// a regular configuration file. Without any marker the path itself decides; of
// a target inside the working directory dir only the part below it counts.
func FindBoundary(target, dir string, marked func(dir string) bool) Boundary {
	for at := filepath.Dir(target); ; at = filepath.Dir(at) {
		if marked(at) {
			return within(at, target)
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	base := filepath.VolumeName(target) + string(filepath.Separator)
	if b := within(dir, target); b.Reason == "" && dir != "" {
		base = dir
	}
	return structural(base, target)
}

// within places target below root.
func within(root, target string) Boundary {
	rel, err := filepath.Rel(root, target)
	if rel = filepath.ToSlash(rel); err != nil || rel == "." || slices.Contains(strings.Split(rel, "/"), "..") {
		return Boundary{Reason: ReasonUnresolved}
	}
	return Boundary{Root: root, Path: rel}
}

// structural reads the root off the names of the directories below base.
func structural(base, target string) Boundary {
	b := within(base, target)
	if b.Reason != "" {
		return b
	}
	segments := strings.Split(b.Path, "/")
	dirs, name := segments[:len(segments)-1], segments[len(segments)-1]
	strong := slices.IndexFunc(dirs, isStrong)
	if strong < 0 {
		if name == "AGENTS.md" || slices.Contains(ConfigNames(), name) {
			return within(filepath.Dir(target), target)
		}
		return Boundary{Reason: ReasonUnresolved}
	}
	class := snapshot.Classify(path.Join(segments[strong:]...))
	unknown := class.Kind == snapshot.KindUnknown && class.Scope == "unknown"
	if slices.ContainsFunc(dirs[:strong], agentskills.IsReservedDirectory) || unknown && slices.ContainsFunc(dirs[strong+1:], isStrong) {
		return Boundary{Reason: ReasonAmbiguous}
	}
	return within(filepath.Join(base, filepath.Join(dirs[:strong]...)), target)
}

// isStrong reports a directory name that stands at the root of a repository.
func isStrong(name string) bool {
	switch name {
	case ".agents", "skills", "contexts", "lenses", "tools":
		return true
	}
	return false
}
