package agentskills

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// SpecProfile is the id of the profile that allows what the specification
// allows and nothing else.
const SpecProfile = "spec"

// ClientProfile is what one client documents beyond the specification about the
// frontmatter of a Skill. Every fact names its source. Nothing in a profile may
// be changed: all callers share it.
type ClientProfile struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Sources []ProfileSource `json:"sources"`
	// IgnoresOthers is set when the client documents that it ignores fields
	// that it does not know.
	IgnoresOthers *ProfileFact `json:"ignoresOthers,omitempty"`
	// Fields are further top-level fields, sorted by name.
	Fields []ProfileField `json:"fields"`
	// Standard are fields of the specification that may have further types,
	// and Metadata keys of the metadata mapping whose value is no string.
	Standard  []ProfileField    `json:"standard,omitempty"`
	Metadata  []ProfileField    `json:"metadata,omitempty"`
	Conflicts []ProfileConflict `json:"conflicts,omitempty"`
}

// ProfileSource is a place that documents facts of a profile.
type ProfileSource struct {
	ID   string `json:"id"` // what facts name it by
	URL  string `json:"url"`
	Seen string `json:"seen"` // the day it was read, as 2026-12-02
	// Via are the pages that repeat it and were read in its place, nil when
	// the source itself was read.
	Via []string `json:"via,omitempty"`
}

// ProfileFact is one fact: what it means, in a few words, and the id of its
// source.
type ProfileFact struct {
	Meaning string `json:"meaning"`
	Source  string `json:"source"`
}

// ProfileField is a field that a client documents.
type ProfileField struct {
	Name string `json:"name"`
	// Types are those of the value: string, boolean, list (of strings), list
	// of mappings, or mapping. Nil means that the client does not say.
	Types []string `json:"types,omitempty"`
	// Values are the only strings that the client documents, nil for any.
	Values []string `json:"values,omitempty"`
	ProfileFact
}

// ProfileConflict is a set of conditions that contradict each other when all of
// them hold.
type ProfileConflict struct {
	When []ProfileCondition `json:"when"`
	ProfileFact
}

// ProfileCondition is about one top-level field: it has the scalar value Is, or
// it is absent or has another scalar value than Not, or, without both, it is
// there.
type ProfileCondition struct {
	Field string `json:"field"`
	Is    string `json:"is,omitempty"`
	Not   string `json:"not,omitempty"`
}

//go:embed profiles/*.json
var profileFiles embed.FS

// loadProfiles reads the embedded profiles. That they can be read, and are
// complete, is the matter of a test.
var loadProfiles = sync.OnceValue(func() []ClientProfile {
	profiles := []ClientProfile{{
		ID: SpecProfile, Name: "Agent Skills specification",
		Sources: []ProfileSource{{ID: "specification", URL: Specification, Seen: strings.TrimPrefix(Profile, "agentskills.io/specification@")}},
		Fields:  []ProfileField{},
	}}
	paths, _ := fs.Glob(profileFiles, "profiles/*.json")
	for _, p := range paths {
		var profile ClientProfile
		if data, err := profileFiles.ReadFile(p); err == nil && json.Unmarshal(data, &profile) == nil {
			profiles = append(profiles, profile)
		}
	}
	return profiles
})

// ClientProfiles returns all profiles: that of the specification, then those of
// the clients, sorted by id.
func ClientProfiles() []*ClientProfile {
	all := loadProfiles()
	list := make([]*ClientProfile, len(all))
	for i := range all {
		list[i] = &all[i]
	}
	return list
}

// UnknownProfileError says that no profile has the given id.
type UnknownProfileError struct {
	ID string
	// Accepted are the ids of all profiles, and Nearest the one that was
	// probably meant, or "".
	Accepted []string
	Nearest  string
}

// Error names the id, those that exist and the nearest of them.
func (e *UnknownProfileError) Error() string {
	text := fmt.Sprintf("there is no client profile %s; accepted are %s", textio.Quote(e.ID), strings.Join(e.Accepted, ", "))
	if e.Nearest != "" {
		text += "; did you mean " + e.Nearest + "?"
	}
	return text
}

// FindProfile returns the profile with the given id, or an
// [*UnknownProfileError].
func FindProfile(id string) (*ClientProfile, error) {
	unknown := &UnknownProfileError{ID: id}
	for _, p := range ClientProfiles() {
		if p.ID == id {
			return p, nil
		}
		unknown.Accepted = append(unknown.Accepted, p.ID)
	}
	unknown.Nearest = textio.Nearest(id, unknown.Accepted)
	return nil, unknown
}

// find returns the field of a list by its name, nil without one.
func find(list []ProfileField, name string) *ProfileField {
	if i := slices.IndexFunc(list, func(f ProfileField) bool { return f.Name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// field returns the client's own top-level field, nil when the profile has
// none of that name.
func (p *ClientProfile) field(name string) *ProfileField { return find(p.Fields, name) }

// near returns the field of the specification or of the client that name was
// probably meant to be, or "".
func (p *ClientProfile) near(name string) string {
	names := StandardFields()
	for i := range p.Fields {
		names = append(names, p.Fields[i].Name)
	}
	return textio.Nearest(name, names)
}

// allows reports whether a value has one of the documented types.
func (f *ProfileField) allows(v *frontmatter.Value) bool {
	return len(f.Types) == 0 || slices.ContainsFunc(f.Types, func(t string) bool { return hasType(v, t) })
}

// hasType reports whether a value is what a type of a profile means.
func hasType(v *frontmatter.Value, name string) bool {
	members := func(kind frontmatter.Kind) bool {
		return v.Kind == frontmatter.Sequence && !slices.ContainsFunc(v.Items, func(item *frontmatter.Value) bool { return item.Kind != kind })
	}
	switch name {
	case "string":
		return v.Kind == frontmatter.String
	case "boolean":
		return v.Kind == frontmatter.Bool
	case "mapping":
		return v.Kind == frontmatter.MappingKind
	case "list":
		return members(frontmatter.String)
	case "list of mappings":
		return members(frontmatter.MappingKind)
	}
	return false
}

// undocumented returns the first string of a value, itself or a member, that is
// none of the documented ones, nil without one.
func (f *ProfileField) undocumented(v *frontmatter.Value) *frontmatter.Value {
	if len(f.Values) == 0 {
		return nil
	}
	for _, item := range append([]*frontmatter.Value{v}, v.Items...) {
		if item.Kind == frontmatter.String && !slices.Contains(f.Values, textio.Trim(item.Text)) {
			return item
		}
	}
	return nil
}

// holds reports whether the condition holds for a document.
func (c *ProfileCondition) holds(doc *frontmatter.Document) bool {
	_, value := field(doc, c.Field)
	switch {
	case c.Not != "":
		return value == nil || scalar(value) != c.Not
	case value == nil:
		return false
	}
	return c.Is == "" || scalar(value) == c.Is
}

// scalar returns the text of a string, and the spelling of a boolean in lower
// case.
func scalar(v *frontmatter.Value) string {
	switch v.Kind {
	case frontmatter.Bool:
		return strings.ToLower(v.Text)
	case frontmatter.String:
		return textio.Trim(v.Text)
	}
	return ""
}

// TypeText names the types and, where only some strings are documented, these:
// "string (bash, powershell)". It is "any" when the client does not say.
func (f *ProfileField) TypeText() string {
	text := strings.Join(f.Types, " or ")
	if text == "" {
		text = "any"
	}
	if len(f.Values) > 0 {
		text += " (" + strings.Join(f.Values, ", ") + ")"
	}
	return text
}

// WhenText words the conditions: "agent without context: fork".
func (c *ProfileConflict) WhenText() string {
	var b strings.Builder
	for i, w := range c.When {
		switch {
		case w.Not != "":
			fmt.Fprintf(&b, " without %s: %s", w.Field, w.Not)
			continue
		case i > 0:
			b.WriteString(" with ")
		}
		b.WriteString(w.Field)
		if w.Is != "" {
			b.WriteString(": " + w.Is)
		}
	}
	return b.String()
}
