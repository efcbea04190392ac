package snapshot

import "github.com/renma/renma/diagnostic"

// SeverityCounts counts diagnostics by severity.
type SeverityCounts struct {
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Info    int `json:"info"`
}

// Count returns the counts of list.
func Count(list []diagnostic.Diagnostic) SeverityCounts {
	var c SeverityCounts
	for i := range list {
		switch list[i].Severity {
		case diagnostic.SeverityError:
			c.Error++
		case diagnostic.SeverityWarning:
			c.Warning++
		case diagnostic.SeverityInfo:
			c.Info++
		}
	}
	return c
}

// ContextLens sums up the context lenses (contract 01 section 4.2).
type ContextLens struct {
	Enabled                    bool           `json:"enabled"`
	Detected                   bool           `json:"detected"`
	TotalLensCount             int            `json:"totalLensCount"`
	ValidLensCount             int            `json:"validLensCount"`
	InvalidLensCount           int            `json:"invalidLensCount"`
	DiagnosticCounts           SeverityCounts `json:"diagnosticCounts"`
	RepresentativeCode         string         `json:"representativeDiagnosticCode,omitempty"`
	DefinitionPaths            []string       `json:"definitionPaths"`
	TargetReferences           []string       `json:"targetReferences"`
	TargetPaths                []string       `json:"targetPaths"`
	UnresolvedTargetReferences []string       `json:"unresolvedTargetReferences"`
	ScopeSummary               []ScopeCount   `json:"scopeSummary"`
	Lenses                     []Lens         `json:"lenses"`
}

// ScopeCount is the number of lenses of one scope.
type ScopeCount struct {
	Scope string `json:"scope"`
	Count int    `json:"count"`
}

// Lens is one context lens.
type Lens struct {
	ID               string         `json:"id"`
	Path             string         `json:"path"`
	Valid            bool           `json:"valid"`
	Scope            string         `json:"scope"`
	Targets          []string       `json:"targets"`
	TargetPaths      []string       `json:"targetPaths"`
	DiagnosticCounts SeverityCounts `json:"diagnosticCounts"`
	DiagnosticCodes  []string       `json:"diagnosticCodes"`
}
