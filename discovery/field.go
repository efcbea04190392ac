package discovery

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
)

// FieldState says what stands in a discovery field of a Skill (contract 03
// section 2.1). It does not depend on whether the Skill is valid.
type FieldState string

// The states of a discovery field.
const (
	FieldUnsupported FieldState = "unsupported" // the file is no SKILL.md
	FieldAbsent      FieldState = "absent"
	FieldAmbiguous   FieldState = "ambiguous" // declared twice, or below two metadata mappings
	FieldInvalid     FieldState = "invalid"
	FieldValid       FieldState = "valid"
)

// Present reports a field that stands in the file, whatever its value.
func (s FieldState) Present() bool { return s != FieldUnsupported && s != FieldAbsent }

// declaredField is one discovery field before its value is judged. Its state is
// unsupported, absent, ambiguous, or valid as far as its place is concerned.
type declaredField struct {
	state    FieldState
	field    *frontmatter.Field // the first one; nil when there is none
	evidence *diagnostic.Evidence
}

// lookup finds the entry named key in every top-level metadata mapping.
func (s *Skill) lookup(key string) declaredField {
	if s.SourcePath != "SKILL.md" && !strings.HasSuffix(s.SourcePath, "/SKILL.md") {
		return declaredField{state: FieldUnsupported}
	}
	doc := s.source.File.Frontmatter()
	if doc == nil || doc.State != frontmatter.Mapping {
		return declaredField{state: FieldAbsent}
	}
	mappings := doc.All("metadata")
	var first *frontmatter.Field
	count := 0
	for _, m := range mappings {
		for i := range m.Value.Fields {
			if f := &m.Value.Fields[i]; f.Key == key {
				first = cmp.Or(first, f)
				count++
			}
		}
	}
	if count == 0 {
		return declaredField{state: FieldAbsent}
	}
	found := declaredField{FieldValid, first, s.lines(first.StartLine(), first.EndLine())}
	found.evidence.StartColumn = first.KeyPos.Column()
	if first.Value.End.Line() == first.EndLine() {
		found.evidence.EndColumn = first.Value.End.Column()
	}
	if count > 1 || len(mappings) > 1 {
		found.state = FieldAmbiguous
	}
	return found
}

// plainValue returns a YAML value as a JSON library reads it: nil, bool, float64,
// string, []any, or [diagnostic.Details] for a mapping. A key that is repeated
// keeps its last value, and a number that JSON cannot express is nil.
func plainValue(v *frontmatter.Value) any {
	switch v.Kind {
	case frontmatter.Null:
		return nil
	case frontmatter.Bool:
		return strings.EqualFold(v.Text, "true")
	case frontmatter.Number:
		return number(v.Text)
	case frontmatter.Sequence:
		list := make([]any, len(v.Items))
		for i, item := range v.Items {
			list[i] = plainValue(item)
		}
		return list
	case frontmatter.MappingKind:
		object := make(diagnostic.Details, 0, len(v.Fields))
		at := make(map[string]int, len(v.Fields))
		for i := range v.Fields {
			f := &v.Fields[i]
			if _, repeated := at[f.Key]; !repeated {
				at[f.Key] = len(object)
				object = append(object, diagnostic.Detail{Key: f.Key})
			}
			object[at[f.Key]].Value = plainValue(f.Value)
		}
		return object
	}
	return v.Text
}

// number reads a number of the YAML 1.2 core schema. Like every consumer of
// JSON, it keeps integers only as far as a float does (contract 03, W11).
func number(text string) any {
	base := 10.0
	switch {
	case strings.HasPrefix(text, "0x"):
		base = 16
	case strings.HasPrefix(text, "0o"):
		base = 8
	}
	if base == 10 {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			return nil
		}
		if n == 0 {
			return 0.0 // never negative
		}
		return n
	}
	n := 0.0
	for _, d := range text[2:] {
		value, _ := strconv.ParseUint(string(d), int(base), 8)
		n = n*base + float64(value)
	}
	return n
}
