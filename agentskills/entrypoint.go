package agentskills

import (
	slashpath "path"
	"slices"
	"strings"
)

// EntrypointKind tells how an entrypoint is spelled (contract 02 section 6.3).
type EntrypointKind string

// The canonical spelling and the two historical ones.
const (
	EntrypointCanonical EntrypointKind = "canonical" // SKILL.md in a skill directory
	EntrypointLowercase EntrypointKind = "lowercase" // skill.md in a skill directory
	EntrypointFlat      EntrypointKind = "flat"      // NAME.skill.md
)

// Migration says how a file must move to become a canonical entrypoint.
type Migration string

// The three path migrations.
const (
	MigrationNone          Migration = "none"
	MigrationRename        Migration = "rename"
	MigrationMoveAndRename Migration = "move-and-rename"
)

// Filename is the only canonical name of an entrypoint.
const Filename = "SKILL.md"

// Entrypoint is a path that names a Skill.
type Entrypoint struct {
	Kind       EntrypointKind
	Root       string   // "skills" or ".agents/skills"
	DomainPath []string // directories between the root and the Skill directory
	Directory  string   // name of the Skill directory, existing or wanted
	Path       string   // normalized repository-relative path
	TargetPath string   // the canonical path; equals Path for a canonical one
	Migration  Migration
}

// ReservedDirectories returns the directory names that hold Skill-local support
// and can be no part of an entrypoint's path, in alphabetical order.
func ReservedDirectories() []string {
	return []string{"assets", "examples", "profiles", "references", "scripts"}
}

// IsReservedDirectory reports whether name is one of [ReservedDirectories].
func IsReservedDirectory(name string) bool {
	switch name {
	case "assets", "examples", "profiles", "references", "scripts":
		return true
	}
	return false
}

// SplitRoot separates the Skill root from the segments below it. It reports
// false for a path outside both roots. The path must be normalized.
func SplitRoot(path string) (root string, below []string, ok bool) {
	for _, root := range []string{"skills", ".agents/skills"} {
		if rest, found := strings.CutPrefix(path, root+"/"); found {
			return root, strings.Split(rest, "/"), true
		}
	}
	return "", nil, false
}

// ParseEntrypoint reads a repository-relative path as a Skill entrypoint,
// canonical or historical. It reports false for every other path, among them
// those that pass a reserved directory or climb above their Skill root.
func ParseEntrypoint(path string) (Entrypoint, bool) {
	root, below, ok := normalizeBelowRoot(path)
	if !ok || slices.ContainsFunc(below[:len(below)-1], IsReservedDirectory) {
		return Entrypoint{}, false
	}
	dirs, file := below[:len(below)-1], below[len(below)-1]
	e := Entrypoint{Root: root, Path: root + "/" + strings.Join(below, "/")}
	base := strings.TrimSuffix(e.Path, file)
	if name, flat := strings.CutSuffix(file, ".skill.md"); flat && name != "" {
		e.Kind, e.Migration = EntrypointFlat, MigrationMoveAndRename
		e.DomainPath, e.Directory, e.TargetPath = dirs, name, base+name+"/"+Filename
		return e, true
	}
	if len(dirs) == 0 {
		return Entrypoint{}, false
	}
	e.DomainPath, e.Directory = dirs[:len(dirs)-1], dirs[len(dirs)-1]
	switch file {
	case Filename:
		e.Kind, e.Migration, e.TargetPath = EntrypointCanonical, MigrationNone, e.Path
	case "skill.md":
		e.Kind, e.Migration, e.TargetPath = EntrypointLowercase, MigrationRename, base+Filename
	default:
		return Entrypoint{}, false
	}
	return e, true
}

// normalizeBelowRoot reads backslashes as slashes, drops empty and "." segments
// and resolves ".." below the root. Climbing past the root rejects the path,
// also when later segments come back.
func normalizeBelowRoot(path string) (root string, below []string, ok bool) {
	if !strings.Contains(path, `\`) && slashpath.Clean(path) == path { // as nearly all are
		return SplitRoot(path)
	}
	path = strings.ReplaceAll(path, `\`, "/")
	if strings.HasPrefix(path, "/") {
		return "", nil, false
	}
	var segments []string
	for s := range strings.SplitSeq(path, "/") {
		if s != "" && s != "." {
			segments = append(segments, s)
		}
	}
	root, rest, ok := SplitRoot(strings.Join(segments, "/"))
	if !ok {
		return "", nil, false
	}
	for _, s := range rest {
		switch {
		case s != "..":
			below = append(below, s)
		case len(below) == 0:
			return "", nil, false
		default:
			below = below[:len(below)-1]
		}
	}
	return root, below, len(below) > 0
}
