package snapshot

import (
	"bytes"
	"net/url"
	"path"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/markdown"
)

// namedPath is a text of a body that may name a file of the repository.
type namedPath struct {
	text string
	place
	link bool // a link or an image, else a word of inline code
}

// place is a line of a file, with its text: that of the file may be gone.
type place struct {
	line   int // 1-based file line
	source string
}

func (p place) evidence(f *File) *diagnostic.Evidence {
	return &diagnostic.Evidence{Path: f.Path, StartLine: p.line, EndLine: p.line, Snippet: p.source}
}

// Bounds of what one body is asked for.
const (
	maxNamedPaths = 10_000
	maxPathLength = 1024
)

// namedPaths keeps what can be a path of the repository: link and image
// destinations, and the words of inline code that look like files (contract 01
// section 1.5). firstLine is the file line on which text begins. What is kept is
// copied out of it.
func namedPaths(refs []markdown.Reference, text string, firstLine int) []namedPath {
	var out []namedPath
	at := lineReader{text, firstLine}
	var last place // one long line may name many files
	add := func(text string, line int, link bool) {
		if text == "" || len(text) > maxPathLength || len(out) == maxNamedPaths {
			return
		}
		if line != last.line {
			last = place{line, strings.Clone(at.read(line))}
		}
		out = append(out, namedPath{strings.Clone(text), last, link})
	}
	for _, ref := range refs {
		if ref.Kind != markdown.Code {
			add(linkPath(ref.Target), ref.Line, true)
			continue
		}
		for word := range strings.FieldsSeq(ref.Target) {
			add(codePath(word), ref.Line, false)
		}
	}
	return out
}

// lineReader finds lines of a text that are asked for in ascending order, as
// references stand, without a table of them all.
type lineReader struct {
	rest string
	line int // on which rest begins
}

func (l *lineReader) read(line int) string {
	for ; l.line < line; l.line++ {
		_, l.rest, _ = strings.Cut(l.rest, "\n")
	}
	text, _, _ := strings.Cut(l.rest, "\n")
	return strings.TrimSuffix(text, "\r")
}

// naming returns the part of body that can hold a link, an image or inline code, and
// what it takes to read that part: most support files hold none and need not be
// parsed. What stands behind a blank line says nothing about what stands before it,
// unless it defines where a link leads.
func naming(body []byte) []byte {
	if bytes.Contains(body, []byte("]:")) {
		return body
	}
	if bytes.IndexByte(body, '`') < 0 && !bytes.Contains(body, []byte("](")) {
		return nil
	}
	last := len(body) - 1
	for last > 0 && body[last] != '`' && !(body[last] == '(' && body[last-1] == ']') {
		last--
	}
	if end := bytes.Index(body[last:], []byte("\n\n")); end >= 0 {
		return body[:last+end+1]
	}
	return body
}

// name notes the files that body may name. It begins on line first of the file.
func (o *outcome) name(body []byte, first int) {
	text := string(naming(body))
	if text == "" {
		return
	}
	o.nameBy(markdown.References(text, first), text, first)
}

// nameBy notes what refs name, which stand in text.
func (o *outcome) nameBy(refs []markdown.Reference, text string, first int) {
	if len(refs) > 0 {
		o.named = namedPaths(refs, text, first)
	}
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

// codePath returns the path in a word of a command or a sentence, "" when the
// word looks like none: a path has a directory or an extension.
func codePath(word string) string {
	word = strings.Trim(word, `"'(),;:<>`)
	dot := strings.LastIndexByte(word, '.')
	switch {
	case strings.HasPrefix(word, "/"), strings.HasPrefix(word, "-"), strings.Contains(word, "://"):
		return ""
	case strings.Contains(word, "/"), dot > 0 && dot < len(word)-1:
		return word
	}
	return ""
}

// resolve finds the paths that f names among the paths of the walk: beside the
// file, then below the directory of its Skill, then, for code that names a
// directory, from the root. A path behind a link, or behind a directory that
// was not entered, is kept apart: whether it exists was not looked at.
func (c *collector) resolve(f *File, named []namedPath) (found []*walked) {
	for _, n := range named {
		switch w, hidden, p := c.find(f, n); {
		case w != nil:
			f.references = append(f.references, reference{path: w.path, place: n.place})
			found = append(found, w)
		case hidden != nil:
			if _, known := c.hidden[p]; !known {
				c.hidden[p] = hiddenPath{by: hidden, source: f, place: n.place}
			}
		}
	}
	return found
}

// hiddenPath is a named path below a path that the walk did not enter.
type hiddenPath struct {
	by     *walked
	source *File // the file that names it first, and where
	place
}

// find returns the path of the walk that n names, or the path it names below
// hidden, or neither.
func (c *collector) find(f *File, n namedPath) (found, hidden *walked, hiddenAt string) {
	text := strings.ReplaceAll(n.text, `\`, "/")
	var room [3]string
	for _, base := range appendBases(room[:0], f, n.link || !strings.Contains(text, "/")) {
		p := path.Clean(base + "/" + text)
		if p == f.Path || p == "." || p == ".." || strings.HasPrefix(p, "../") {
			continue
		}
		if w := c.lookup(p); w != nil && !w.dir {
			return w, nil, ""
		}
		if hidden == nil {
			hidden, hiddenAt = c.notEntered(p), p
		}
	}
	return nil, hidden, hiddenAt
}

// notEntered returns the path above p that kept the walk from meeting p.
func (c *collector) notEntered(p string) *walked {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if w := c.lookup(dir); w != nil && (w.dir || w.state == stateSymlink) {
			return w
		}
	}
	return nil
}

// appendBases adds the directories that a path in f may be relative to.
func appendBases(bases []string, f *File, local bool) []string {
	bases = append(bases, path.Dir(f.Path))
	if parent := f.Classification.ParentAssetCandidatePath; parent != "" {
		bases = append(bases, path.Dir(parent))
	}
	if !local {
		bases = append(bases, ".")
	}
	return bases
}
