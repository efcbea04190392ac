package snapshot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

var statusNames = []string{
	string(StatusExperimental), string(StatusStable), string(StatusSuspended),
	string(StatusRevoked), string(StatusDeprecated), string(StatusArchived),
}

// status reports a declared text that is no status. Such a text is not in
// force: the asset counts as one without status (contract README).
func (r *reporter) status(e *Entry) {
	f := e.declared.fields.get("status")
	if f == nil || !f.kept || e.Metadata.Status != "" {
		return
	}
	fix := "use one of " + strings.Join(statusNames, ", ") + "."
	if near := textio.Nearest(f.text(), statusNames); near != "" {
		fix = "did you mean " + near + "?"
	} else if slices.Contains(statusNames, f.text()) {
		fix = "write " + f.text() + " without blanks around it."
	}
	r.add(e, diagnostic.SeverityWarning, "META-INVALID-STATUS", f.span(), nil,
		"%s %s is unknown and not in force: %s", f.key(), textio.Quote(f.raw()), fix)
}

// date reports a date that does not exist; its text stays in the document.
func (r *reporter) date(e *Entry, name, code string) {
	if text := e.declared.text(name); text != "" && !validDate(text) {
		f := e.declared.fields.get(name)
		r.add(e, diagnostic.SeverityWarning, code, f.span(), nil, "%s %s is no real date: write YYYY-MM-DD.", f.key(), textio.Quote(text))
	}
}

func validDate(text string) bool {
	_, ok := parseDate(text)
	return ok
}

func (r *reporter) reviewCycle(e *Entry) {
	f := e.declared.fields.get("review_cycle")
	if _, ok := parseDays(f.text()); f.text() != "" && !ok {
		r.add(e, diagnostic.SeverityWarning, "META-INVALID-REVIEW-CYCLE", f.span(), nil,
			"%s %s is no number of days: write it as P90D.", f.key(), textio.Quote(f.raw()))
	}
}

// transition reports a wrong date of the last status change, and a suspension
// or revocation that does not say why and when. Only a revocation counts a
// wrong date as a missing one (contract 01 section 5.3).
func (r *reporter) transition(e *Entry) {
	m := e.Metadata
	wrongDate := m.StatusChangedAt != "" && !validDate(m.StatusChangedAt)
	if wrongDate {
		r.statusChangedAt(e)
	}
	if !m.Status.gated() {
		return
	}
	var missing, invalid []string
	if m.StatusReason == "" {
		missing = append(missing, "status_reason")
	}
	if m.StatusChangedAt == "" {
		missing = append(missing, "status_changed_at")
	}
	code := "META-SUSPENDED-STATUS-METADATA-INCOMPLETE"
	if m.Status == StatusRevoked {
		code = "META-REVOKED-STATUS-METADATA-INCOMPLETE"
		if wrongDate {
			invalid = []string{"status_changed_at"}
		}
	}
	if len(missing) == 0 && len(invalid) == 0 {
		return
	}
	details := diagnostic.Details{
		{Key: "assetId", Value: e.ID}, {Key: "sourcePath", Value: e.SourcePath},
		{Key: "status", Value: m.Status}, {Key: "missingFields", Value: orEmpty(missing)},
	}
	if len(invalid) > 0 {
		details = details.With("invalidFields", invalid)
	}
	var keys []string
	for _, name := range slices.Concat(missing, invalid) {
		keys = append(keys, e.serializedKey(name))
	}
	r.add(e, diagnostic.SeverityError, code, e.declared.fields.get("status").span(), details,
		"The status %s needs a valid %s: say why and since when.", m.Status, strings.Join(keys, " and "))
}

func (r *reporter) statusChangedAt(e *Entry) {
	m := e.Metadata
	severity := diagnostic.SeverityWarning
	if m.Status.gated() {
		severity = diagnostic.SeverityError
	}
	details := diagnostic.Details{{Key: "assetId", Value: e.ID}, {Key: "sourcePath", Value: e.SourcePath}}
	if m.Status != "" {
		details = details.With("status", m.Status)
	}
	details = details.With("statusChangedAt", m.StatusChangedAt).With("metadataKey", e.serializedKey("status_changed_at"))
	f := e.declared.fields.get("status_changed_at")
	r.add(e, severity, "META-INVALID-STATUS-CHANGED-AT", f.span(), details,
		"%s %s is no real date: write YYYY-MM-DD.", f.key(), textio.Quote(m.StatusChangedAt))
}

// serializedKey is how a field is spelt in files like that of e.
func (e *Entry) serializedKey(name string) string {
	if e.Kind == KindSkill {
		return "metadata." + skillKey(name)
	}
	return name
}

// requirable are the fields that metadata.required may name, in the order in
// which they are reported (contract 01 section 2.3).
var requirable = []string{
	"version", "owner", "status", "status_reason", "status_changed_at", "purpose", "last_reviewed_at", "review_cycle",
	"expires_at", "tags", "when_to_use", "when_not_to_use", "requires_context", "optional_context", "requires_lens",
	"optional_lens", "conflicts", "superseded_by",
}

// required reports configured fields that a Markdown asset does not declare
// itself with a valid value; an inherited owner is not its own.
func (r *reporter) required(e *Entry, fields []string) {
	if len(fields) == 0 || !e.MarkdownParserEligible {
		return
	}
	for _, name := range requirable {
		if !slices.Contains(fields, name) || e.Kind == KindSkill && !fieldSpecs[name].skill {
			continue
		}
		state := e.presenceOf(name)
		if state == presencePresent {
			continue
		}
		at := firstLine
		if f := e.declared.fields.get(name); f != nil {
			at = f.span()
		}
		missing := r.absence(absence{name, e.serializedKey(name), state})
		details := slices.Concat(diagnostic.Details{{Key: "assetId", Value: e.ID}, {Key: "assetPath", Value: e.SourcePath}}, missing.details)
		r.report(e, diagnostic.SeverityError, "META-POLICY-REQUIRED-FIELD-MISSING", at, details, missing.message)
	}
}

// absence is a required field without a value: its name, the key under which it is
// expected, and why it has none.
type absence struct {
	name, key string
	state     presence
}

// absenceReport is what is said about an absence, whichever asset has it.
type absenceReport struct {
	message string
	details diagnostic.Details
}

// absence returns the report of a, which many assets may have in common.
func (r *reporter) absence(a absence) *absenceReport {
	report := r.absences[a]
	if report == nil {
		report = &absenceReport{
			message: fmt.Sprintf("%s is required by the configuration and %s here: declare it.", a.key, a.state),
			details: diagnostic.Details{
				{Key: "requiredField", Value: a.name}, {Key: "presenceState", Value: a.state.String()}, {Key: "expectedSerializedKey", Value: a.key},
			},
		}
		r.absences[a] = report
	}
	return report
}

// presenceOf says how a field is declared, its format included.
func (e *Entry) presenceOf(name string) presence {
	f := e.declared.fields.get(name)
	if f == nil {
		return presenceAbsent
	}
	if f.presence != presencePresent {
		return f.presence
	}
	valid := true
	switch name {
	case "status":
		valid = e.Metadata.Status != ""
	case "status_changed_at", "last_reviewed_at", "expires_at":
		valid = validDate(f.text())
	case "review_cycle":
		_, valid = parseDays(f.text())
	}
	if !valid {
		return presenceInvalid
	}
	return presencePresent
}
