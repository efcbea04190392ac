// Package testrepo writes small repositories of Agent Skills for tests.
package testrepo

import (
	"fmt"
	"strings"
	"testing/fstest"
)

// Files are contents by path.
type Files map[string]string

// FS returns the files as a file system.
func (f Files) FS() fstest.MapFS {
	fsys := make(fstest.MapFS, len(f))
	for name, text := range f {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// With returns a copy of f with other files in it. An empty text removes a file.
func (f Files) With(other Files) Files {
	out := make(Files, len(f)+len(other))
	for name, text := range f {
		out[name] = text
	}
	for name, text := range other {
		if text == "" {
			delete(out, name)
		} else {
			out[name] = text
		}
	}
	return out
}

// Skill returns a valid Skill called name that nothing is said against: its id
// is skill.name, it has an owner and its boundaries. Each further line is one of
// its metadata, without the prefix "renma.".
func Skill(name string, metadata ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: %s\n", name)
	fmt.Fprintf(&b, "description: Review %s files for gaps. Use when %s files need review; do not use for implementation work.\n", name, name)
	fmt.Fprintf(&b, "metadata:\n  renma.id: skill.%s\n  renma.owner: team\n", name)
	for _, line := range metadata {
		fmt.Fprintf(&b, "  renma.%s\n", line)
	}
	fmt.Fprintf(&b, "---\n# %s\n\n## Inputs\n\nThe %s file.\n\n## Verification\n\nRead the notes again.\n", name, name)
	return b.String()
}

// Metadata lines for [Skill].
const (
	Published  = `published-entrypoint: "true"`
	Deprecated = "status: deprecated"
)

// Continues returns the metadata line that declares routes.
func Continues(targets ...string) string { return list("continues-with", targets) }

// Requires returns the metadata line that requires contexts.
func Requires(targets ...string) string { return list("requires-context", targets) }

// Optional returns the metadata line that names optional contexts.
func Optional(targets ...string) string { return list("optional-context", targets) }

func list(key string, members []string) string {
	quoted := make([]string, len(members))
	for i, m := range members {
		quoted[i] = fmt.Sprintf("%q", m)
	}
	return key + ": '[" + strings.Join(quoted, ",") + "]'"
}

// Gated returns the metadata lines of a Skill that is suspended or revoked, with
// everything that such a status needs.
func Gated(status string) []string {
	return []string{"status: " + status, "status-reason: Known problem.", `status-changed-at: "2024-05-01"`}
}

// Context returns a context with an id and an owner, and further lines.
func Context(id string, lines ...string) string {
	lines = append([]string{"id: " + id, "owner: team", "when_to_use: [Reviews of files.]", "when_not_to_use: [Anything else.]"}, lines...)
	return "---\n" + strings.Join(lines, "\n") + "\n---\n# Notes\n"
}

// Adopted is a configuration that adopts discovery, with the given CI policy.
func Adopted(policy string) string {
	return fmt.Sprintf(`{"skill_discovery": {"adopted": true, "ci_policy": %q}}`, policy)
}
