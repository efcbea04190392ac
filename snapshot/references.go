package snapshot

import (
	"net/url"
	"path"
	"strings"

	"github.com/renma/renma/internal/markdown"
)

// namedPath is a text of a body that may name a file of the repository.
type namedPath struct {
	text string
	line int
	link bool // a link or an image, else a word of inline code
}

// maxNamedPaths bounds how many words of one body are looked up.
const maxNamedPaths = 10_000

// namedPaths returns what a body names: link and image destinations, and the
// words of inline code that look like paths (contract 01 section 1.5).
func namedPaths(body string, firstLine int) []namedPath {
	if !strings.Contains(body, "](") && !strings.Contains(body, "`") && !strings.Contains(body, "]:") {
		return nil
	}
	var out []namedPath
	add := func(text string, line int, link bool) {
		if text != "" && len(text) <= 1024 && len(out) < maxNamedPaths {
			out = append(out, namedPath{text, line, link})
		}
	}
	for _, ref := range markdown.References(body, firstLine) {
		if ref.Kind != markdown.Code {
			add(linkPath(ref.Target), ref.Line, true)
			continue
		}
		for word := range strings.FieldsSeq(ref.Target) {
			if word = codePath(word); strings.Contains(word, "/") {
				add(word, ref.Line, false)
			}
		}
	}
	return out
}

// linkPath returns the path of a relative link, "" for any other destination.
func linkPath(target string) string {
	target, _, _ = strings.Cut(target, "#")
	target, _, _ = strings.Cut(target, "?")
	if strings.Contains(target, ":") || strings.HasPrefix(target, "/") {
		return ""
	}
	if decoded, err := url.PathUnescape(target); err == nil {
		target = decoded
	}
	return target
}

// codePath strips what surrounds a path in a command or a sentence.
func codePath(word string) string {
	word = strings.Trim(word, `"'(),;:<>`)
	if strings.Contains(word, "://") || strings.HasPrefix(word, "/") {
		return ""
	}
	return word
}

// resolveNamed finds the paths that f names among the paths of the repository:
// beside the file, then below its Skill's directory, then, for code, from the
// root. exists is asked for normalized paths only.
func (f *File) resolveNamed(exists func(string) bool) []reference {
	var out []reference
	for _, n := range f.named {
		for _, base := range f.referenceBases(n.link) {
			p := path.Join(base, strings.ReplaceAll(n.text, `\`, "/"))
			if p == f.Path || strings.HasPrefix(p, "../") || p == ".." || !exists(p) {
				continue
			}
			out = append(out, reference{path: p, line: n.line})
			break
		}
	}
	return out
}

// referenceBases are the directories that a path in f may be relative to.
func (f *File) referenceBases(link bool) []string {
	bases := []string{path.Dir(f.Path)}
	if parent := f.Classification.ParentAssetCandidatePath; parent != "" {
		bases = append(bases, path.Dir(parent))
	}
	if !link {
		bases = append(bases, ".")
	}
	return bases
}
