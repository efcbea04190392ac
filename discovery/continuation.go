package discovery

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// Continuation is the continues-with field of a Skill (contract 03 section 2.4).
type Continuation struct {
	State    FieldState
	Reason   string               // why the field is ambiguous or invalid
	Evidence *diagnostic.Evidence // the whole field
	Members  []Member             // nil unless the field is valid
}

// Member is one declared target.
type Member struct {
	Target string // exactly as written
	// Evidence is the place of the member itself, with columns, for editors.
	// Where the YAML hides it (an alias, for example), it is the whole field.
	Evidence diagnostic.Evidence
}

func (s *Skill) continuation() Continuation {
	found := s.lookup(continuationKey)
	c := Continuation{State: found.state, Evidence: found.evidence}
	switch {
	case found.state == FieldAmbiguous:
		c.Reason = "the field or its metadata mapping is declared more than once"
		return c
	case found.state != FieldValid:
		return c
	}
	v := found.field.Value
	if v.Kind != frontmatter.String {
		return c.invalid("it is %s, not a string that holds a JSON array", describe(v))
	}
	targets, err := textio.StringArray(v.Text)
	if err != nil {
		return c.invalid("%v", err)
	}
	for i, target := range targets {
		if textio.Trim(target) == "" {
			return c.invalid("member %d is blank", i)
		}
	}
	places := s.memberPlaces(v, len(targets))
	c.Members = make([]Member, len(targets))
	for i, target := range targets {
		c.Members[i] = Member{target, *c.Evidence}
		if places != nil {
			c.Members[i].Evidence = places[i]
		}
	}
	return c
}

func (c Continuation) invalid(format string, args ...any) Continuation {
	c.State, c.Reason = FieldInvalid, fmt.Sprintf(format, args...)
	return c
}

// memberPlaces returns where each member of the JSON array in v stands in the
// file, or nil when the source cannot be followed.
//
// The decoded text and the source are walked side by side. They differ in white
// space, which YAML folds and strips, and in the escapes of quoted scalars; the
// quotes around members are neither.
func (s *Skill) memberPlaces(v *frontmatter.Value, count int) []diagnostic.Evidence {
	if count == 0 {
		return nil
	}
	w := newScalarWalk(s.source.File.Lines(), v)
	members := memberRanges(v.Text, count)
	places := make([]diagnostic.Evidence, 0, count)
	start := -1
	for i, r := range v.Text {
		if textio.IsSpace(r) {
			continue
		}
		at, next, ok := w.match(r)
		if !ok {
			return nil
		}
		if len(places) == count {
			return places
		}
		if i == members[len(places)].start {
			start = at
		}
		if i == members[len(places)].end-1 {
			places = append(places, s.span(start, next))
		}
	}
	if len(places) < count {
		return nil
	}
	return places
}

// span returns the evidence for the bytes start to end of the Skill's file.
func (s *Skill) span(start, end int) diagnostic.Evidence {
	lines := s.source.File.Lines()
	startLine, startColumn := lines.Position(start)
	endLine, endColumn := lines.Position(end)
	ev := s.source.File.Evidence(startLine, endLine)
	ev.StartColumn, ev.EndColumn = startColumn, endColumn
	return ev
}

// byteRange is a part of a text; end is the byte after its last one.
type byteRange struct{ start, end int }

// memberRanges returns the part of text that each member of a valid JSON array
// of strings takes, its quotes included.
func memberRanges(text string, count int) []byteRange {
	out := make([]byteRange, 0, count)
	for i := 0; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		start := i
		for i++; i < len(text) && text[i] != '"'; i++ {
			if text[i] == '\\' {
				i++
			}
		}
		out = append(out, byteRange{start, i + 1})
	}
	return out
}

// scalarWalk reads the characters of a YAML scalar from its source.
type scalarWalk struct {
	text  string
	at    int
	quote byte // ' or ", 0 for plain and block scalars
}

func newScalarWalk(lines *textio.Lines, v *frontmatter.Value) *scalarWalk {
	w := &scalarWalk{text: lines.Text(), at: offsetOf(lines, v.Pos)}
	switch c := w.peek(); {
	case c == '\'' || c == '"':
		w.quote = byte(c)
		w.at++
	case !v.Plain && (c == '|' || c == '>'):
		w.at = lines.Offset(v.Pos.Line() + 1)
	}
	return w
}

// offsetOf returns the byte at which pos stands.
func offsetOf(lines *textio.Lines, pos frontmatter.Pos) int {
	at := lines.Offset(pos.Line())
	for range pos.Column() - 1 {
		_, size := utf8.DecodeRuneInString(lines.Text()[at:])
		at += size
	}
	return at
}

func (w *scalarWalk) peek() rune {
	r, _ := utf8.DecodeRuneInString(w.text[w.at:])
	return r
}

// match steps over white space and over one character that stands for r. It
// returns the bytes that the character takes.
func (w *scalarWalk) match(r rune) (start, end int, ok bool) {
	for {
		start = w.at
		got, size := w.next()
		if size == 0 {
			return 0, 0, false
		}
		w.at += size
		if !textio.IsSpace(got) {
			return start, w.at, got == r
		}
	}
}

// next decodes the character at w.at and the bytes it takes, 0 at the end.
func (w *scalarWalk) next() (r rune, size int) {
	rest := w.text[w.at:]
	switch {
	case rest == "":
		return 0, 0
	case w.quote == '\'' && strings.HasPrefix(rest, "''"):
		return '\'', 2
	case w.quote == '"' && rest[0] == '\\' && len(rest) > 1:
		return yamlEscape(rest)
	}
	return utf8.DecodeRuneInString(rest)
}

// yamlEscape decodes the escape at the start of s, which holds two bytes or
// more. Escapes that cannot stand for a character of a JSON array come back as
// a space, like the folded line break that a backslash joins.
func yamlEscape(s string) (r rune, size int) {
	digits := 0
	switch c := rune(s[1]); {
	case c == '"' || c == '\\' || c == '/':
		return c, 2
	case c == 'x':
		digits = 2
	case c == 'u':
		digits = 4
	case c == 'U':
		digits = 8
	default:
		return ' ', 2
	}
	size = min(2+digits, len(s))
	code, err := strconv.ParseUint(s[2:size], 16, 31)
	if err != nil {
		return unicode.ReplacementChar, size
	}
	return rune(code), size
}
