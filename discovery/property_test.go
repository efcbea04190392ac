package discovery

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// bytePicker makes choices from bytes; when they run out it picks 0.
func bytePicker(data []byte) func(n int) int {
	return func(n int) int {
		if len(data) == 0 {
			return 0
		}
		c := int(data[0]) % n
		data = data[1:]
		return c
	}
}

// FuzzIndex goes from bytes to every document. The choices make a repository as
// in the comparison with the naive implementation; the text stands where a file
// can hold anything.
func FuzzIndex(f *testing.F) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for _, text := range append([]string{
		"'[\"skill.s1\"]'", "\"[\\\"skill.s1\\\", \\\"\\\\u0061\\\"]\"", "|\n    [\"skill.s1\",\n  \"x\"]", "*a", "&a '[]'", "[1, {a: b}]", "0x", "\"true\"",
		"\"\\\n  [\\\"a\\\"]\"", "'[\"it''s\"]' # x", "\ttab", "---\n---",
	}, hostile...) {
		choices := make([]byte, 40)
		for i := range choices {
			choices[i] = byte(rnd.Uint32())
		}
		f.Add(choices, text)
	}
	f.Fuzz(func(t *testing.T, choices []byte, text string) {
		if len(text) > 2000 {
			t.Skip()
		}
		pick := bytePicker(choices)
		m := generate(pick)
		files := m.files()
		name := m.skills[pick(len(m.skills))].path()
		field := []string{"renma.continues-with", "renma.published-entrypoint", "renma.id", "renma.status-reason"}[pick(4)]
		head, rest, _ := strings.Cut(files[name], "\n---")
		files[name] = head + "\n  " + field + ": " + text + "\n---" + rest
		files["skills/raw/SKILL.md"] = text
		s, err := tryCollect(files)
		if err != nil {
			t.Skip()
		}
		x := PrepareDiscovery(s)
		checkIndex(t, x)
		checkEvidence(t, x, files)
		checkTexts(t, x)
		first := document(t, x.GraphReport())
		if !bytes.Equal(first, document(t, PrepareDiscovery(s).GraphReport())) {
			t.Error("the same snapshot gives two documents")
		}
		for _, skill := range x.Skills {
			if part, err := x.Focus(skill.SourcePath); err == nil {
				checkFocus(t, x, part)
				checkTexts(t, part)
			}
		}
		if _, err := x.Focus(text); err == nil && !x.names(text) {
			t.Errorf("focus %q is no id or path", text)
		}
	})
}

func (x *Index) names(text string) bool {
	value, _ := NormalizeTarget(text)
	return slices.ContainsFunc(x.Skills, func(s *Skill) bool { return s.ID == value || s.SourcePath == value })
}

// What a repository declares in another order changes nothing but where it
// stands: declaration indices, lines, and the messages that name them.
func TestOrderOfDeclarationsDoesNotShow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	compared := 0
	for compared < 200 {
		m := generate(rnd.IntN)
		x := PrepareDiscovery(collect(t, m.files()))
		if slices.ContainsFunc(x.Routes, func(r *Route) bool { return !r.Representative }) {
			continue // which one stands for a group is a matter of order
		}
		compared++
		other := model{adopted: m.adopted, contexts: m.contexts}
		for _, s := range m.skills {
			if s.targets != nil {
				s.targets = append([]string{}, s.targets...)
			}
			rnd.Shuffle(len(s.targets), func(i, j int) { s.targets[i], s.targets[j] = s.targets[j], s.targets[i] })
			other.skills = append(other.skills, s)
		}
		files := other.files()
		for path, source := range files {
			files[path] = shuffleMetadata(rnd, source)
		}
		y := PrepareDiscovery(collect(t, files))
		if diff := cmp.Diff(orderless(t, x), orderless(t, y)); diff != "" {
			t.Fatalf("model %+v against %+v:\n%s", m, other, diff)
		}
	}
}

// shuffleMetadata puts the renma entries of a Skill into another order.
func shuffleMetadata(rnd *rand.Rand, source string) string {
	lines := strings.Split(source, "\n")
	first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "  renma.") })
	if first < 0 {
		return source
	}
	last := first
	for strings.HasPrefix(lines[last], "  renma.") {
		last++
	}
	entries := lines[first:last]
	rnd.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	return strings.Join(lines, "\n")
}

// orderless is the document of an index without what the order of declarations
// decides, every list sorted.
func orderless(tb testing.TB, x *Index) any {
	tb.Helper()
	var doc any
	if err := json.Unmarshal(document(tb, x), &doc); err != nil {
		tb.Fatal(err)
	}
	placed := map[string]bool{
		"declarationIndex": true, "startLine": true, "endLine": true, "snippet": true, "message": true,
	}
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			for key := range v {
				if placed[key] {
					delete(v, key)
					continue
				}
				v[key] = walk(v[key])
			}
		case []any:
			keyed := make(map[string]any, len(v))
			var keys []string
			for _, e := range v {
				text, err := json.Marshal(walk(e))
				if err != nil {
					tb.Fatal(err)
				}
				keys = append(keys, string(text))
				keyed[string(text)] = e
			}
			slices.Sort(keys)
			for i, key := range keys {
				v[i] = keyed[key]
			}
		}
		return v
	}
	return walk(doc)
}
