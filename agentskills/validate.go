package agentskills

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/markdown"
	"github.com/renma/renma/internal/textio"
)

// ValidateSkill judges the SKILL.md at the repository-relative path. It reads
// nothing but its arguments and never fails: whatever is wrong with the file is
// an issue of the result (contract 02 sections 1 to 5).
func ValidateSkill(path string, source []byte) Result {
	return ValidateDocument(path, frontmatter.Parse(source, frontmatter.SkillEnvelope))
}

// ValidateDocument is [ValidateSkill] for a file that is parsed already. It is
// for the other packages of this module.
func ValidateDocument(path string, doc *frontmatter.Document) Result {
	return ValidateParts(nil, path, doc, doc.Body())
}

// ValidateSkillFor is [ValidateSkill] by the profile of a client: what the
// client documents is a note there instead of an error. A nil profile is that
// of the specification.
func ValidateSkillFor(profile *ClientProfile, path string, source []byte) Result {
	doc := frontmatter.Parse(source, frontmatter.SkillEnvelope)
	return ValidateParts(profile, path, doc, doc.Body())
}

// ValidateParts is [ValidateSkillFor] for a file whose head is parsed already; the
// lines of head may end where the body begins. The result refers to nothing in
// body but the references. It is for the other packages of this module.
func ValidateParts(profile *ClientProfile, path string, head *frontmatter.Document, body string) Result {
	v := newValidator(profile, path, head)
	parsed := markdown.Parse(body, head.BodyLine)
	r := v.result(parsed.References, v.authoring(parsed))
	r.cite(head, body)
	return r
}

// ValidateSpecificationFor is [ValidateParts] without the warnings about how the
// Skill is written and the comments that hide some. It does not look at the body.
func ValidateSpecificationFor(profile *ClientProfile, path string, head *frontmatter.Document) Result {
	r := newValidator(profile, path, head).result(nil, nil)
	r.cite(head, "")
	return r
}

// validator collects the issues of one document in the order of the tables of
// contract 02 sections 2.2 and 4.
type validator struct {
	path     string
	doc      *frontmatter.Document
	metadata []*frontmatter.Field
	profile  *ClientProfile // not nil
	issues   []Issue
	claims   []claim
	denied   int // claims that became errors
}

// newValidator judges doc by the specification.
func newValidator(profile *ClientProfile, path string, doc *frontmatter.Document) *validator {
	v := &validator{path: path, doc: doc, metadata: metadataFields(doc), profile: profile}
	if profile == nil {
		v.profile = &ClientProfile{ID: SpecProfile}
	}
	v.checkEntrypoint()
	v.checkEnvelope()
	if doc.State != frontmatter.Invalid {
		v.checkFields()
	}
	return v
}

// place is where an issue stands. The zero place is line 1 of the file.
type place struct {
	startLine, endLine     int
	startColumn, endColumn int
}

// faultAt places an issue on the character at which the YAML goes wrong; behind
// the end of its line that is an empty range.
func faultAt(doc *frontmatter.Document) place {
	at := doc.Fault.Pos
	p := place{at.Line(), at.Line(), at.Column(), at.Column()}
	if at.Column() <= utf8.RuneCountInString(doc.Lines.Line(at.Line())) {
		p.endColumn++
	}
	return p
}

// keyOf places an issue on the key of a field; a missing field is line 1.
func keyOf(f *frontmatter.Field) place {
	if f == nil {
		return place{}
	}
	return place{f.StartLine(), f.StartLine(), f.KeyPos.Column(), f.KeyEnd.Column()}
}

// valueOf places an issue on the line of the key, and there on value if it is
// the field's own and stands wholly on that line.
func valueOf(f *frontmatter.Field, value *frontmatter.Value) place {
	p := keyOf(f)
	if f != nil && f.Value == value && f.Value.Pos.Line() == f.StartLine() && f.Value.End.Line() == f.StartLine() && f.Value.Pos != f.Value.End {
		p.startColumn, p.endColumn = f.Value.Pos.Column(), f.Value.End.Column()
	}
	return p
}

// whole places an issue on every line of a field.
func whole(f *frontmatter.Field) place {
	p := keyOf(f)
	p.endLine = f.EndLine()
	if p.endLine != p.startLine {
		p.startColumn, p.endColumn = 0, 0
	}
	return p
}

func (v *validator) report(code string, at place, field, message, hint string, details diagnostic.Details) {
	if at.startLine == 0 {
		at.startLine, at.endLine = 1, 1
	}
	v.issues = append(v.issues, Issue{
		Code: code, Severity: diagnostic.SeverityError, Category: CategorySpecification, Path: v.path,
		StartLine: at.startLine, EndLine: at.endLine, StartColumn: at.startColumn, EndColumn: at.endColumn,
		Message: message, Hint: hint, Field: field, Details: details,
	})
}

func (v *validator) checkEntrypoint() {
	if name := path.Base(v.path); name != Filename {
		v.report("AS-SKILL-NONCANONICAL-FILENAME", place{}, "", fmt.Sprintf("The entrypoint is named %s; it must be exactly SKILL.md.", textio.Quote(name)),
			"Rename the file to SKILL.md.", nil)
	}
}

func (v *validator) checkEnvelope() {
	switch v.doc.State {
	case frontmatter.Absent:
		v.report("AS-SKILL-MISSING-FRONTMATTER", place{}, "", "The file does not begin with a frontmatter block.",
			"Begin the file with --- on line 1, then name and description, then ---.", nil)
	case frontmatter.Unclosed:
		v.report("AS-SKILL-UNCLOSED-FRONTMATTER", place{}, "", "The frontmatter block that line 1 opens is never closed.",
			"End the block with a line that is exactly ---.", nil)
	case frontmatter.Invalid:
		f := v.doc.Fault
		v.report("AS-SKILL-INVALID-YAML", faultAt(v.doc), "", f.Message+".",
			f.Hint, diagnostic.Details{{Key: "yamlCode", Value: string(f.Code)}})
	case frontmatter.NotMapping:
		v.report("AS-SKILL-FRONTMATTER-NOT-MAPPING", place{startLine: 2, endLine: 2}, "", "The frontmatter holds no fields.",
			"Write fields such as name: and description: between the --- lines.", nil)
	}
}

func (v *validator) checkFields() {
	v.checkDuplicates()
	v.checkUnexpected()
	v.checkName()
	v.checkDescription()
	v.checkCompatibility()
	v.checkString("license", "AS-SKILL-INVALID-LICENSE")
	v.checkAllowedTools()
	v.checkMetadata()
	v.clientConflicts()
}

func (v *validator) checkDuplicates() {
	seen := map[string]int{}
	for i := range v.doc.Fields {
		f := &v.doc.Fields[i]
		if first := seen[f.Key]; first > 0 {
			v.report("AS-SKILL-DUPLICATE-FIELD", whole(f), f.Key, fmt.Sprintf("%s is declared again; line %d declares it first.", textio.Quote(f.Key), first),
				"Keep one of the two.", nil)
			continue
		}
		seen[f.Key] = f.StartLine()
	}
	clear(seen)
	for _, f := range v.metadata {
		if first := seen[f.Key]; first > 0 {
			v.report("AS-SKILL-DUPLICATE-METADATA-KEY", whole(f), "metadata."+f.Key, fmt.Sprintf("metadata key %s is declared again; line %d declares it first.", textio.Quote(f.Key), first),
				"Keep one of the two.", nil)
			continue
		}
		seen[f.Key] = f.StartLine()
	}
}

func (v *validator) checkUnexpected() {
	for i := range v.doc.Fields {
		f := &v.doc.Fields[i]
		if standardSet[f.Key] {
			continue
		}
		if v.granted(claim{f.Key, f.Value}) {
			v.clientField(f)
			continue
		}
		message := textio.Quote(f.Key) + " is not a field of an Agent Skill."
		hint := "Move it to metadata as a string, or remove it."
		switch near, clients := v.profile.near(f.Key), clientHint(f.Key); {
		case legacySet[f.Key]:
			message = textio.Quote(f.Key) + " is a field of the old format."
			hint = "Migrate it with renma suggest-metadata."
		case clients != "":
			hint = clients
		case near != "":
			hint = fmt.Sprintf("Did you mean %q?", near)
		}
		v.report("AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD", whole(f), f.Key, message, hint, nil)
	}
}

func (v *validator) checkDescription() {
	at, value := field(v.doc, "description")
	const key = "description"
	switch {
	case at == nil || value.Kind == frontmatter.String && textio.Trim(value.Text) == "":
		v.report("AS-SKILL-MISSING-DESCRIPTION", valueOf(at, value), key, "The description is missing or empty.",
			"Say what the skill does and when to use it.", nil)
	case value.Kind != frontmatter.String:
		v.report("AS-SKILL-INVALID-DESCRIPTION", valueOf(at, value), key, fmt.Sprintf("The description is %s; it must be a string.", value.Kind),
			textHint(value), nil)
	default:
		v.checkLength(at, value, "AS-SKILL-DESCRIPTION-TOO-LONG", DescriptionMaxChars)
	}
}

// textHint says how to make a string of a description that is none.
func textHint(v *frontmatter.Value) string {
	if v.Kind == frontmatter.Null {
		return "Write the text behind the colon, in quotes when it begins with #."
	}
	return "Put quotes around the text."
}

func (v *validator) checkCompatibility() {
	at, value := field(v.doc, "compatibility")
	switch {
	case at == nil:
	case value.Kind != frontmatter.String || textio.Trim(value.Text) == "":
		v.report("AS-SKILL-INVALID-COMPATIBILITY", valueOf(at, value), "compatibility", "compatibility must be a string that is not empty.",
			"Write the requirement as text, or remove the field.", nil)
	default:
		v.checkLength(at, value, "AS-SKILL-COMPATIBILITY-TOO-LONG", CompatibilityMaxChars)
	}
}

// checkLength counts code points of the untrimmed value.
func (v *validator) checkLength(at *frontmatter.Field, value *frontmatter.Value, code string, limit int) {
	if n := utf8.RuneCountInString(value.Text); n > limit {
		v.report(code, valueOf(at, value), at.Key, fmt.Sprintf("%s has %d characters; the limit is %d.", at.Key, n, limit),
			"Shorten it and move the detail to the body.", nil)
	}
}

func (v *validator) checkString(key, code string) {
	at, value := field(v.doc, key)
	if at == nil || value.Kind == frontmatter.String {
		return
	}
	hint := "Put quotes around the value."
	if value.Kind == frontmatter.Sequence {
		hint = "Write the list as one string, for example: " + key + ": Read Grep"
	}
	v.report(code, valueOf(at, value), key, fmt.Sprintf("%s is %s; it must be a string.", key, value.Kind), hint, nil)
}

func (v *validator) checkAllowedTools() {
	const key = "allowed-tools"
	at, value := field(v.doc, key)
	if at != nil && value.Kind != frontmatter.String && v.granted(claim{key, value}) {
		v.note(codeClientForm, valueOf(at, value), key, fmt.Sprintf("allowed-tools is %s, which %s documents; the specification wants a string.", value.Kind, v.profile.Name),
			"Nothing to do for this client; by the specification the file stays invalid.")
		return
	}
	v.checkString(key, "AS-SKILL-INVALID-ALLOWED-TOOLS")
}

func (v *validator) checkMetadata() {
	at, value := field(v.doc, "metadata")
	if at == nil {
		return
	}
	if value.Kind != frontmatter.MappingKind {
		v.report("AS-SKILL-INVALID-METADATA", keyOf(at), "metadata", fmt.Sprintf("metadata is %s; it must be a mapping of strings.", value.Kind),
			"Write key: value lines, indented below metadata.", nil)
		return
	}
	var bad []string
	hint := "Put quotes around each of them."
	for i := range value.Fields {
		child := &value.Fields[i]
		if child.Value.Kind == frontmatter.String {
			continue
		}
		bad = append(bad, fmt.Sprintf("%s on line %d is %s", textio.Quote(child.Key), child.StartLine(), child.Value.Kind))
		if len(bad) == 1 && child.Value.Kind == frontmatter.Sequence {
			hint = `Write the list as a JSON array in quotes: '["a","b"]'.`
		}
	}
	switch {
	case len(bad) == 0:
		return
	case v.granted(claim{"metadata", value}):
		v.note(codeClientForm, keyOf(at), "metadata", fmt.Sprintf("metadata holds more than strings, which %s documents: %s.", v.profile.Name, capped(bad)),
			"Nothing to do for this client; by the specification the file stays invalid.")
		return
	}
	v.report("AS-SKILL-INVALID-METADATA", keyOf(at), "metadata", "metadata values must be strings: "+capped(bad)+".", hint, nil)
}

// capped joins the first members of a list.
func capped(list []string) string {
	if more := len(list) - maxNamed; more > 0 {
		list = append(list[:maxNamed:maxNamed], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, ", ")
}

// maxNamed is how many members a message names.
const maxNamed = 5

// authoring adds the warnings about how the Skill is written, and returns those
// that comments hide.
func (v *validator) authoring(body *markdown.Document) (hidden []SuppressedIssue) {
	v.issues = append(v.issues, routingIssues(v.path, v.metadata)...)
	described := v.text("description") != ""
	if described {
		at, value := field(v.doc, "description")
		v.issues = append(v.issues, authoringIssues(body, v.path, value.Text, at)...)
	}
	v.issues, hidden = suppress(v.path, body, v.issues, judged{described, v.profile.ID != SpecProfile})
	return hidden
}

// result sums up the issues.
func (v *validator) result(references []markdown.Reference, hidden []SuppressedIssue) Result {
	r := Result{Path: v.path, Suppressed: hidden, references: references, claims: v.claims,
		LegacyFields: legacyUnder(v.profile, legacyFields(v.doc)), CanonicalRenmaFields: canonicalRenmaFields(v.metadata)}
	r.Name, r.Description = v.text("name"), v.text("description")
	r.Format = format(r.Name != "" && r.Description != "", len(r.LegacyFields) > 0)
	if len(r.LegacyFields) > 0 {
		command := NewCommand("suggest-metadata", v.path)
		r.MigrationRecommended, r.MigrationDirection, r.MigrationCommand = true, "legacy-to-agent-skills", &command
	}
	slices.SortStableFunc(v.issues, compareIssues)
	r.Issues = append([]Issue{}, v.issues...)
	for i := range r.Issues {
		switch r.Issues[i].Severity {
		case diagnostic.SeverityError:
			r.ErrorCount++
		case diagnostic.SeverityWarning:
			r.WarningCount++
		}
	}
	r.Valid, r.otherErrors = r.ErrorCount == 0, r.ErrorCount-v.denied
	return r
}

func compareIssues(a, b Issue) int {
	return cmp.Or(cmp.Compare(a.StartLine, b.StartLine), strings.Compare(a.Code, b.Code))
}

// text returns the trimmed value of a string field, "" for anything else.
func (v *validator) text(key string) string {
	if _, value := field(v.doc, key); value != nil && value.Kind == frontmatter.String {
		return textio.Trim(value.Text)
	}
	return ""
}

func format(identity, legacy bool) Format {
	switch {
	case identity && legacy:
		return FormatHybrid
	case identity:
		return FormatAgentSkills
	case legacy:
		return FormatLegacy
	}
	return FormatUnknown
}

// routingIssues warns of the two removed routing keys.
func routingIssues(path string, metadata []*frontmatter.Field) []Issue {
	var issues []Issue
	for _, f := range metadata {
		if f.Key != "renma.when-to-use" && f.Key != "renma.when-not-to-use" {
			continue
		}
		at := whole(f)
		issues = append(issues, Issue{
			Code: "RN-SKILL-UNSUPPORTED-ROUTING-METADATA", Severity: diagnostic.SeverityWarning, Category: CategoryAuthoring, Path: path,
			StartLine: at.startLine, EndLine: at.endLine, StartColumn: at.startColumn, EndColumn: at.endColumn, Field: "metadata." + f.Key,
			Message: fmt.Sprintf("%s is ignored; clients choose a skill by its description.", f.Key),
			Hint:    "Move the condition into the description and remove the key.",
		})
	}
	return issues
}
