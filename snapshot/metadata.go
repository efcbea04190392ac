package snapshot

import (
	"slices"
	"strings"

	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// fieldFormat is how the value of a metadata field is read.
type fieldFormat int

const (
	formatText fieldFormat = iota
	formatList
	// formatTargets is a list whose members may not be blank; one fault
	// makes the whole field invalid (contract 03 section 2.4).
	formatTargets
)

// fieldSpec says where a metadata field is read: from "metadata.renma.*" of
// Skills, from the top level of every other asset, or from both.
type fieldSpec struct {
	skill, asset bool
	format       fieldFormat
}

// fieldSpecs are the operational fields (contract 01 sections 3.2 and 3.3) by
// their name, which is also the top-level key. In a Skill the same field is
// "renma." and the name with hyphens.
var fieldSpecs = map[string]fieldSpec{
	"id":                            {skill: true, asset: true},
	"title":                         {skill: true},
	"type":                          {asset: true},
	"scope":                         {asset: true},
	"version":                       {skill: true, asset: true},
	"owner":                         {skill: true, asset: true},
	"status":                        {skill: true, asset: true},
	"status_reason":                 {skill: true, asset: true},
	"status_changed_at":             {skill: true, asset: true},
	"purpose":                       {skill: true, asset: true},
	"last_reviewed_at":              {skill: true, asset: true},
	"review_cycle":                  {skill: true, asset: true},
	"expires_at":                    {skill: true, asset: true},
	"tags":                          {true, true, formatList},
	"when_to_use":                   {false, true, formatList},
	"when_not_to_use":               {false, true, formatList},
	"requires_context":              {true, true, formatList},
	"optional_context":              {true, true, formatList},
	"requires_lens":                 {true, true, formatList},
	"optional_lens":                 {true, true, formatList},
	"conflicts":                     {true, true, formatList},
	"superseded_by":                 {true, true, formatList},
	"applies_to":                    {false, true, formatList},
	"focus":                         {false, true, formatList},
	"expected_outputs":              {false, true, formatList},
	"token_budget_override":         {asset: true},
	"token_budget_rationale":        {asset: true},
	"token_budget_reviewed_at":      {asset: true},
	"continues_with":                {true, false, formatTargets},
	"network_allowed":               {skill: true, asset: true},
	"external_upload_allowed":       {skill: true, asset: true},
	"secrets_allowed":               {skill: true, asset: true},
	"requires_human_approval":       {skill: true, asset: true},
	"security_profile":              {skill: true, asset: true},
	"allowed_data":                  {true, true, formatList},
	"forbidden_inputs":              {true, true, formatList},
	"approved_network_destinations": {true, true, formatList},
	"approved_upload_destinations":  {true, true, formatList},
	"allowed_floating_dependencies": {true, true, formatList},
}

// skillKey returns the key of a field in the metadata mapping of a Skill.
func skillKey(name string) string { return "renma." + strings.ReplaceAll(name, "_", "-") }

// skillNames are the names of the fields of Skills by their key.
var skillNames = func() map[string]string {
	names := map[string]string{}
	for name, spec := range fieldSpecs {
		if spec.skill {
			names[skillKey(name)] = name
		}
	}
	return names
}()

// presence says whether a field is declared and can be used. The values are
// those of details.presenceState of META-POLICY-REQUIRED-FIELD-MISSING.
type presence uint8

const (
	presenceAbsent presence = iota
	presenceEmpty
	presenceInvalid
	presenceAmbiguous
	presencePresent
)

func (p presence) String() string {
	return [...]string{"absent", "empty", "invalid", "ambiguous", "present"}[p]
}

// span is a place in a file: whole lines, and columns for editors where they
// are known. The zero span is no place.
type span struct {
	start, end             int
	startColumn, endColumn int
}

// field is one metadata field as it stands in a file. A repository has many, so
// what its source tells is not kept again.
type field struct {
	src  *frontmatter.Field
	name string
	// members is nil unless the field is a list.
	members  *members
	presence presence
	// kept reports a field that has a value, though perhaps an empty or
	// wrong one; only such fields are shown in documents.
	kept bool
}

// members are what a list holds.
type members struct {
	list  []string // trimmed and without blank ones
	items []span   // their places; nil unless the list is a YAML sequence
	fault string   // says in a few words why the list is invalid
}

// key returns the key as written.
func (f *field) key() string { return f.src.Key }

func (f *field) span() span { return fieldSpan(f.src) }

// raw returns the text of a scalar, before trimming.
func (f *field) raw() string {
	if f.presence == presenceAmbiguous {
		return "" // which of them counts is not known
	}
	return scalarText(f.src.Value)
}

// text returns the trimmed text of a scalar.
func (f *field) text() string {
	if f == nil {
		return ""
	}
	return textio.Trim(f.raw())
}

// member returns the place of member i of a list: its own where the YAML is a
// sequence, else the whole field (contract 01 section 4.1).
func (f *field) member(i int) span {
	if items := f.value().items; i < len(items) {
		return items[i]
	}
	return f.span()
}

// value returns the members of a list, none of anything else.
func (f *field) value() members {
	if f.members == nil {
		return members{}
	}
	return *f.members
}

// fieldSet holds fields in source order, none of them twice.
type fieldSet []field

// get returns the field of that name, or nil. It is meant for operational fields,
// of which a file can have a few dozen at most.
func (s fieldSet) get(name string) *field {
	for i := range s {
		if s[i].name == name {
			return &s[i]
		}
	}
	return nil
}

// declared holds the metadata of one file.
type declared struct {
	// skill reports metadata.renma.* of a Skill rather than top-level keys.
	skill bool
	// fields are the operational fields.
	fields fieldSet
	// others are the top-level keys with a value that mean nothing to renma.
	others fieldSet
	// repeated are the further occurrences of operational fields of assets
	// other than Skills, in source order. Such a field has no value.
	repeated []field
	// broken reports a file or a frontmatter block that could not be read,
	// which is reported once and not again as missing fields (contract 01
	// section 6 item 17).
	broken bool
}

// What files declare that hold no metadata, which are most, or none that can be read.
var undeclared, unreadable = declared{}, declared{broken: true}

func (d *declared) text(name string) string { return d.fields.get(name).text() }

// list returns the members of a list field, nil when it has none.
func (d *declared) list(name string) []string {
	f := d.fields.get(name)
	if f == nil || f.presence != presencePresent {
		return nil
	}
	return f.value().list
}

// readSkill reads metadata.renma.* of an operational Skill. Its metadata is
// one mapping of strings without repeated keys, because the Skill is valid.
func readSkill(doc *frontmatter.Document) *declared {
	d := &declared{skill: true}
	for _, m := range doc.All("metadata") {
		d.fields = make(fieldSet, 0, len(m.Value.Fields))
		for i := range m.Value.Fields {
			src := &m.Value.Fields[i]
			name, ok := skillNames[src.Key]
			if !ok {
				continue
			}
			f := newField(name, src)
			f.kept = true
			switch fieldSpecs[name].format {
			case formatText:
				f.setPresence(f.text() == "")
			case formatList:
				f.setJSONList()
			case formatTargets:
				f.setTargets()
			}
			d.fields = append(d.fields, f)
		}
	}
	return d
}

// readAsset reads the top-level metadata of an asset that is no Skill. A
// document that is nil or has no block declares nothing.
func readAsset(doc *frontmatter.Document) *declared {
	if doc == nil {
		return &undeclared
	}
	switch doc.State {
	case frontmatter.Absent:
		return &undeclared
	case frontmatter.Unclosed, frontmatter.Invalid, frontmatter.NotMapping:
		return &unreadable
	}
	d := &declared{}
	seen := make(map[string]int, len(doc.Fields)) // where in its set a key stands
	for i := range doc.Fields {
		src := &doc.Fields[i]
		spec := fieldSpecs[src.Key]
		set := &d.fields
		if !spec.asset {
			set = &d.others
		}
		f := newField(src.Key, src)
		if at, ok := seen[src.Key]; ok {
			first := &(*set)[at]
			*first = field{src: first.src, name: first.name, presence: presenceAmbiguous}
			if spec.asset {
				d.repeated = append(d.repeated, f)
			}
			continue
		}
		f.setAssetValue(src.Value, spec.asset && spec.format == formatList)
		seen[src.Key] = len(*set)
		*set = append(*set, f)
	}
	return d
}

func newField(name string, src *frontmatter.Field) field {
	return field{src: src, name: name, presence: presencePresent}
}

func fieldSpan(src *frontmatter.Field) span {
	s := span{start: src.StartLine(), end: src.EndLine(), startColumn: src.KeyPos.Column()}
	if src.Value.End.Line() == src.EndLine() {
		s.endColumn = src.Value.End.Column()
	}
	return s
}

func (f *field) setPresence(empty bool) {
	f.presence = presencePresent
	if empty {
		f.presence = presenceEmpty
	}
}

// setAssetValue reads the value of a top-level key (contract 01 section 3.2).
func (f *field) setAssetValue(v *frontmatter.Value, isList bool) {
	switch v.Kind {
	case frontmatter.MappingKind:
		f.invalidate("it is a mapping")
	case frontmatter.Sequence:
		if !isList {
			f.presence = presenceInvalid
			return
		}
		f.setSequence(v.Items)
	default:
		f.kept = true
		switch {
		case !isList:
			f.setPresence(f.text() == "")
		case strings.HasPrefix(f.text(), "["):
			f.setJSONList()
		default:
			f.setMembers(strings.Split(f.raw(), ","))
		}
	}
}

func scalarText(v *frontmatter.Value) string {
	if v.Kind == frontmatter.Null {
		return ""
	}
	return v.Text
}

// setSequence reads a YAML sequence. One member that is no scalar drops the
// whole field, so that half a list is never taken for the list.
func (f *field) setSequence(items []*frontmatter.Value) {
	m := &members{items: []span{}}
	for _, item := range items {
		if item.Kind == frontmatter.Sequence || item.Kind == frontmatter.MappingKind {
			f.invalidate("a member is no single value")
			return
		}
		text := textio.Trim(scalarText(item))
		if text == "" {
			continue
		}
		m.list = append(m.list, text)
		m.items = append(m.items, valueSpan(item))
	}
	f.kept, f.members = true, m
	f.setPresence(len(m.list) == 0)
}

// invalidate notes that a list is none.
func (f *field) invalidate(fault string) {
	f.presence, f.members = presenceInvalid, &members{fault: fault}
}

// setTargets reads raw as a JSON array of strings none of which is blank.
func (f *field) setTargets() {
	list, err := textio.StringArray(f.raw())
	if err != nil || slices.ContainsFunc(list, func(m string) bool { return textio.Trim(m) == "" }) {
		f.presence = presenceInvalid
		return
	}
	f.setMembers(list)
}

// setJSONList reads raw as a JSON array of strings.
func (f *field) setJSONList() {
	list, err := textio.StringArray(f.raw())
	if err != nil {
		f.invalidate(err.Error())
		return
	}
	f.setMembers(list)
}

// setMembers takes list over.
func (f *field) setMembers(list []string) {
	for i, m := range list {
		list[i] = textio.Trim(m)
	}
	f.members = &members{list: slices.DeleteFunc(list, func(m string) bool { return m == "" })}
	f.setPresence(len(f.members.list) == 0)
}

// valueSpan is the place of a value. A block scalar ends at the start of the
// line after its last one, which is not part of it.
func valueSpan(v *frontmatter.Value) span {
	s := span{v.Pos.Line(), v.End.Line(), v.Pos.Column(), v.End.Column()}
	if s.end > s.start && s.endColumn <= 1 {
		s.end, s.endColumn = s.end-1, 0
	}
	return s
}
