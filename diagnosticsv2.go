package renma

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/renma/renma/diagnostic"
)

// DiagnosticV2 is a finding or a diagnostic in the one shape that both share
// (contract 01 section 5.1). Details hold the facts of the original, then
// diagnosticId and source; for a finding also its ranks and reasons.
type DiagnosticV2 struct {
	Version           int                     `json:"version"` // always 2
	Code              string                  `json:"code"`
	Severity          diagnostic.Severity     `json:"severity"`
	Message           string                  `json:"message"`
	RepairPolicy      string                  `json:"repairPolicy,omitempty"` // "preserve_semantics", absent for pure guidance
	Location          *Location               `json:"location,omitempty"`
	RepairConstraints []diagnostic.Constraint `json:"repairConstraints,omitempty"`
	VerificationSteps []diagnostic.Step       `json:"verificationSteps,omitempty"`
	LLMHint           string                  `json:"llmHint"`
	Details           diagnostic.Details      `json:"details"`
}

// Location is where a [DiagnosticV2] stands. Lines are 1-based and absent when
// only the path is known.
type Location struct {
	Path      string `json:"path"`
	StartLine int    `json:"startLine,omitempty"`
	EndLine   int    `json:"endLine,omitempty"`
	Snippet   string `json:"snippet,omitempty"`
}

// newDiagnosticsV2 joins findings and diagnostics, sorted by code, path, line
// and message.
func newDiagnosticsV2(findings []diagnostic.Finding, diagnostics []diagnostic.Diagnostic) []DiagnosticV2 {
	list := make([]DiagnosticV2, 0, len(findings)+len(diagnostics))
	for i := range findings {
		list = append(list, fromFinding(&findings[i], i))
	}
	for i := range diagnostics {
		list = append(list, fromDiagnostic(&diagnostics[i], i))
	}
	slices.SortStableFunc(list, func(a, b DiagnosticV2) int {
		return cmp.Or(
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.path(), b.path()),
			cmp.Compare(a.line(), b.line()),
			cmp.Compare(a.Message, b.Message))
	})
	return list
}

func fromFinding(f *diagnostic.Finding, index int) DiagnosticV2 {
	v := DiagnosticV2{
		Version:           2,
		Code:              f.ID,
		Severity:          diagnostic.SeverityWarning,
		Message:           f.Title,
		RepairPolicy:      preserveSemantics,
		Location:          locate(f.Evidence.Path, &f.Evidence),
		RepairConstraints: f.RepairConstraints,
		VerificationSteps: f.VerificationStepsV2,
		LLMHint:           cmp.Or(f.LLMHint, f.Remediation),
	}
	if f.Severity.Rank() >= diagnostic.LevelHigh.Rank() {
		v.Severity = diagnostic.SeverityError
	}
	own := diagnostic.Details{
		{Key: "diagnosticId", Value: v.id(index)},
		{Key: "source", Value: "finding"},
		{Key: "findingSeverity", Value: f.Severity},
		{Key: "category", Value: f.Category},
		{Key: "confidence", Value: f.Confidence},
	}
	if f.RiskClass != "" {
		own = own.With("riskClass", f.RiskClass)
	}
	own = own.With("remediation", f.Remediation).With("whyItMatters", f.WhyItMatters)
	v.Details = flatten(f.Details, own)
	return v
}

func fromDiagnostic(d *diagnostic.Diagnostic, index int) DiagnosticV2 {
	v := DiagnosticV2{
		Version:           2,
		Code:              d.Code,
		Severity:          d.Severity,
		Message:           d.Message,
		Location:          locate(d.Path, d.Evidence),
		RepairConstraints: d.RepairConstraints,
		VerificationSteps: d.VerificationSteps,
		LLMHint:           cmp.Or(d.LLMHint, d.Message),
	}
	if d.Details.Get("guidanceOnly") != true {
		v.RepairPolicy = preserveSemantics
	}
	v.Details = flatten(d.Details, diagnostic.Details{
		{Key: "diagnosticId", Value: v.id(index)},
		{Key: "source", Value: "diagnostic"},
	})
	return v
}

const preserveSemantics = "preserve_semantics"

// flatten puts the facts of the original before our own members. A fact whose
// name one of ours takes (the source of an edge) moves below "facts".
func flatten(facts, own diagnostic.Details) diagnostic.Details {
	flat := make(diagnostic.Details, 0, len(facts)+len(own)+1)
	var hidden diagnostic.Details
	for _, fact := range facts {
		if slices.ContainsFunc(own, func(o diagnostic.Detail) bool { return o.Key == fact.Key }) {
			hidden = append(hidden, fact)
		} else {
			flat = append(flat, fact)
		}
	}
	flat = append(flat, own...)
	if hidden != nil {
		flat = flat.With("facts", hidden)
	}
	return flat
}

func locate(path string, at *diagnostic.Evidence) *Location {
	if at != nil {
		return &Location{at.Path, at.StartLine, at.EndLine, at.Snippet}
	}
	if path == "" {
		return nil
	}
	return &Location{Path: path}
}

func (v *DiagnosticV2) path() string {
	if v.Location == nil {
		return ""
	}
	return v.Location.Path
}

func (v *DiagnosticV2) line() int {
	if v.Location == nil {
		return 0
	}
	return v.Location.StartLine
}

// id is stable as long as the item keeps its place in its own list.
func (v *DiagnosticV2) id(index int) string {
	return fmt.Sprintf("%s@%s:L%d#%d", v.Code, cmp.Or(v.path(), "global"), v.line(), index)
}

// sourcePath is the file that an item is about, "global" without one.
func (v *DiagnosticV2) sourcePath() string {
	if path, ok := v.Details.Get("sourcePath").(string); ok && path != "" {
		return path
	}
	return cmp.Or(v.path(), "global")
}
