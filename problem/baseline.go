package problem

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"sync"

	"github.com/renma/renma/internal/textio"
)

// BaselineSchema identifies the document that holds a [Baseline].
const BaselineSchema = "renma.baseline.v1"

// Baseline is the list of problems that a repository lives with for now. It holds
// no lines and no dates: the same problems give the same bytes.
type Baseline struct {
	SchemaVersion string  `json:"schemaVersion"` // always [BaselineSchema]
	Problems      []Entry `json:"problems"`      // sorted by path, id and fingerprint
}

// Entry is a problem of a baseline, and how often it occurs.
type Entry struct {
	ID          string `json:"id"`
	Path        string `json:"path,omitempty"` // absent for a problem of no single file
	Fingerprint string `json:"fingerprint"`    // see [Problem.Fingerprint]
	Count       int    `json:"count"`
	// Message is for the readers of the file: that of the first occurrence
	// when the baseline was written.
	Message string `json:"message"`
}

// BaselineError says why a text is no baseline.
type BaselineError struct{ Cause error }

// Error says what is wrong and how to get a baseline.
func (e *BaselineError) Error() string {
	return fmt.Sprintf("this is no baseline: %v; write one with renma baseline write", e.Cause)
}

// Unwrap returns the cause.
func (e *BaselineError) Unwrap() error { return e.Cause }

// The forms of ids and fingerprints, which few runs need.
var (
	codeForm  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z][A-Z0-9]*([-_][A-Z0-9]+)+$`) })
	printForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{32}$`) })
)

// NewBaseline returns the baseline that holds exactly the problems of the list
// that are not suppressed.
func NewBaseline(problems []Problem) *Baseline {
	b := &Baseline{BaselineSchema, []Entry{}}
	at := map[string]int{}
	for i := range problems {
		p := &problems[i]
		if p.Suppression != nil {
			continue
		}
		print := p.Fingerprint()
		if n, ok := at[print]; ok {
			b.Problems[n].Count++
			continue
		}
		at[print] = len(b.Problems)
		b.Problems = append(b.Problems, Entry{p.ID, p.Path, print, 1, p.Message})
	}
	slices.SortFunc(b.Problems, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return b
}

// ParseBaseline reads what [Baseline.Write] wrote, or a text of the same schema. Any
// other text gives a [*BaselineError].
func ParseBaseline(text []byte) (*Baseline, error) {
	b, err := readBaseline(text)
	if err != nil {
		return nil, &BaselineError{err}
	}
	return b, nil
}

// readBaseline accepts what the schema accepts, which a test compares. The validator
// of schemas would cost every run of the command as much as all else that it does
// before it reads a file.
func readBaseline(text []byte) (*Baseline, error) {
	top, err := members(text, "schemaVersion", "problems")
	if err != nil {
		return nil, err
	}
	b := &Baseline{Problems: []Entry{}}
	if err := json.Unmarshal(top["schemaVersion"], &b.SchemaVersion); err != nil || b.SchemaVersion != BaselineSchema {
		return nil, fmt.Errorf("its schemaVersion is not %s", BaselineSchema)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(top["problems"], &list); err != nil || list == nil {
		return nil, errors.New("its problems are no list")
	}
	for i, text := range list {
		e, err := readEntry(text)
		if err != nil {
			return nil, fmt.Errorf("problem %d: %w", i, err)
		}
		b.Problems = append(b.Problems, e)
	}
	return b, nil
}

func readEntry(text []byte) (Entry, error) {
	var e Entry
	m, err := members(text, "id", "fingerprint", "count", "message", "path")
	if err != nil {
		return e, err
	}
	for _, member := range []struct {
		name  string
		value any
		valid func() bool
	}{
		{"id", &e.ID, func() bool { return codeForm().MatchString(e.ID) }},
		{"path", &e.Path, func() bool { return e.Path != "" && e.Path[0] != '/' }},
		{"fingerprint", &e.Fingerprint, func() bool { return printForm().MatchString(e.Fingerprint) }},
		{"count", &e.Count, func() bool { return e.Count > 0 }},
		{"message", &e.Message, func() bool { return e.Message != "" }},
	} {
		text, ok := m[member.name]
		if !ok && member.name == "path" {
			continue
		}
		if json.Unmarshal(text, member.value) != nil || !member.valid() {
			return e, fmt.Errorf("its %s is not one that renma writes", member.name)
		}
	}
	return e, nil
}

// members returns the members of an object, which has no others than the named
// ones. Their names are exact, which those of a struct are not.
func members(text []byte, names ...string) (map[string]json.RawMessage, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errors.New("null is no object")
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("it has an unknown member %s", textio.Quote(name))
		}
	}
	return m, nil
}

// Write writes the baseline as its document.
func (b *Baseline) Write(w io.Writer) error { return textio.EncodeJSON(w, b) }

// Mark returns a copy of the list in which the problems of the baseline are
// known, and what the baseline holds beyond the list. A problem that occurs more
// often than the baseline says is known as often as it says; the further
// occurrences, the last ones of the list, are new.
func (b *Baseline) Mark(problems []Problem) (marked []Problem, fixed []Entry) {
	left := make(map[string]int, len(b.Problems))
	for _, e := range b.Problems {
		left[e.Fingerprint] += e.Count
	}
	marked = slices.Clone(problems)
	for i := range marked {
		if marked[i].Suppression != nil {
			continue
		}
		print := marked[i].Fingerprint()
		if left[print] > 0 {
			left[print]--
			marked[i].Known = true
		}
	}
	fixed = []Entry{}
	for _, e := range b.Problems {
		if n := min(left[e.Fingerprint], e.Count); n > 0 {
			left[e.Fingerprint] -= n
			e.Count = n
			fixed = append(fixed, e)
		}
	}
	return marked, fixed
}

// Without returns the baseline less the given entries: what is left when they
// are fixed.
func (b *Baseline) Without(fixed []Entry) *Baseline {
	gone := make(map[string]int, len(fixed))
	for _, e := range fixed {
		gone[e.Fingerprint] += e.Count
	}
	rest := &Baseline{BaselineSchema, []Entry{}}
	for _, e := range b.Problems {
		n := min(gone[e.Fingerprint], e.Count)
		gone[e.Fingerprint] -= n
		if e.Count -= n; e.Count > 0 {
			rest.Problems = append(rest.Problems, e)
		}
	}
	return rest
}
