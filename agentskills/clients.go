package agentskills

import (
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// What a profile makes of the frontmatter. Notes are of severity info.
const (
	codeClientField    = "RN-SKILL-CLIENT-FIELD"
	codeClientForm     = "RN-SKILL-CLIENT-FORM"
	codeClientIgnored  = "RN-SKILL-CLIENT-IGNORED-FIELD"
	codeClientValue    = "RN-SKILL-CLIENT-VALUE"
	codeClientConflict = "RN-SKILL-CLIENT-CONFLICT"
)

// claim is a part of the frontmatter that the specification forbids and some
// client may allow: a further top-level field, an allowed-tools that is no
// string, or a metadata mapping with values that are no strings.
type claim struct {
	key   string
	value *frontmatter.Value
}

// grants reports whether the client documents what is claimed.
func (p *ClientProfile) grants(c claim) bool {
	switch {
	case c.key == "metadata":
		for i := range c.value.Fields {
			child := &c.value.Fields[i]
			if child.Value.Kind == frontmatter.String {
				continue
			}
			if f := find(p.Metadata, child.Key); f == nil || !f.allows(child.Value) {
				return false
			}
		}
		return true
	case standardSet[c.key]:
		f := find(p.Standard, c.key)
		return f != nil && f.allows(c.value)
	}
	return p.field(c.key) != nil || p.IgnoresOthers != nil && p.near(c.key) == ""
}

// AcceptedBy returns the ids of the profiles under which the Skill is valid, in
// the order of [ClientProfiles]. It does not depend on the profile that the
// Skill was judged by.
func (r *Result) AcceptedBy() []string {
	ids := []string{}
	if r.otherErrors > 0 {
		return ids
	}
	for _, p := range ClientProfiles() {
		if !slices.ContainsFunc(r.claims, func(c claim) bool { return !p.grants(c) }) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// RejectedForClients reports whether the specification rejects the Skill for
// nothing but what some client allows.
func (r *Result) RejectedForClients() bool {
	return len(r.claims) > 0 && len(r.AcceptedBy()) > 0
}

// note reports something that is right under the profile.
func (v *validator) note(code string, at place, field, message, hint string) {
	v.report(code, at, field, message, hint, nil)
	last := &v.issues[len(v.issues)-1]
	last.Severity, last.Category = diagnostic.SeverityInfo, CategoryAuthoring
}

// warn reports something that is doubtful under the profile.
func (v *validator) warn(code string, at place, field, message, hint string) {
	v.note(code, at, field, message, hint)
	v.issues[len(v.issues)-1].Severity = diagnostic.SeverityWarning
}

// granted records a claim, and reports whether the profile grants it.
func (v *validator) granted(c claim) bool {
	v.claims = append(v.claims, c)
	if v.profile.grants(c) {
		return true
	}
	v.denied++
	return false
}

// clientField reports a top-level field that the profile grants.
func (v *validator) clientField(f *frontmatter.Field) {
	known := v.profile.field(f.Key)
	if known == nil {
		v.note(codeClientIgnored, whole(f), f.Key, fmt.Sprintf("%s ignores %s, as every field that it does not know.", v.profile.Name, textio.Quote(f.Key)),
			"Move it to metadata as a string to keep the file valid everywhere.")
		return
	}
	v.note(codeClientField, whole(f), f.Key, fmt.Sprintf("%s is a field of %s: %s.", textio.Quote(f.Key), v.profile.Name, known.Meaning),
		"Nothing to do for this client; by the specification the file stays invalid.")
	v.clientValue(known, f)
}

// clientValue warns of a value that the client does not document. The Skill
// stays valid: what the client does with such a value is not documented either.
func (v *validator) clientValue(known *ProfileField, f *frontmatter.Field) {
	if !known.allows(f.Value) {
		hint := "Write it as the client documents it."
		if f.Value.Kind == frontmatter.Sequence && known.Types[0] == "string" {
			hint = "Put quotes around the text: brackets begin a list in YAML."
		}
		v.warn(codeClientValue, valueOf(f, f.Value), f.Key, fmt.Sprintf("%s is %s; %s documents %s.", textio.Quote(f.Key), f.Value.Kind, v.profile.Name, orTypes(known.Types)), hint)
		return
	}
	bad := known.undocumented(f.Value)
	if bad == nil {
		return
	}
	hint := "Documented are " + strings.Join(known.Values, ", ") + "."
	if near := textio.Nearest(bad.Text, known.Values); near != "" {
		hint = fmt.Sprintf("Did you mean %s? %s", near, hint)
	}
	v.warn(codeClientValue, memberOf(f, bad), f.Key, fmt.Sprintf("%s has the value %s, which %s does not document.", textio.Quote(f.Key), textio.Quote(bad.Text), v.profile.Name), hint)
}

// memberOf places an issue on a value, or a member of it, that is not on the
// line of the key.
func memberOf(f *frontmatter.Field, value *frontmatter.Value) place {
	if value.Pos.Line() != value.End.Line() || value.Pos.Line() < f.StartLine() || value.Pos.Line() > f.EndLine() {
		return keyOf(f)
	}
	return place{value.Pos.Line(), value.Pos.Line(), value.Pos.Column(), value.End.Column()}
}

// clientConflicts warns of fields that contradict each other.
func (v *validator) clientConflicts() {
	for i := range v.profile.Conflicts {
		conflict := &v.profile.Conflicts[i]
		if slices.ContainsFunc(conflict.When, func(c ProfileCondition) bool { return !c.holds(v.doc) }) {
			continue
		}
		at, _ := field(v.doc, conflict.When[0].Field)
		v.warn(codeClientConflict, keyOf(at), at.Key, fmt.Sprintf("In %s, %s.", v.profile.Name, conflict.Meaning), "Change or remove one of the fields.")
	}
}

// legacyUnder returns the legacy fields that are none of the client's.
func legacyUnder(p *ClientProfile, fields []string) []string {
	return slices.DeleteFunc(fields, func(key string) bool { return p.field(key) != nil })
}

// orTypes joins the names of types as in "a string or a list".
func orTypes(types []string) string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = "a " + t
	}
	return strings.Join(list, " or ")
}

// clientHint says which clients document a field that the profile does not
// have, "" when none does.
func clientHint(key string) string {
	var know []*ClientProfile
	for _, p := range ClientProfiles() {
		if p.field(key) != nil {
			know = append(know, p)
		}
	}
	switch len(know) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("It is a field of %s: scan with --profile %s, or move it to metadata as a string.", know[0].Name, know[0].ID)
	case 2:
		return fmt.Sprintf("It is a field of %s and %s: scan with --profile %s, or move it to metadata as a string.", know[0].Name, know[1].Name, know[0].ID)
	}
	return fmt.Sprintf("It is a field of %s, %s and %d more: scan with --profile %s, or move it to metadata as a string.", know[0].Name, know[1].Name, len(know)-2, know[0].ID)
}
