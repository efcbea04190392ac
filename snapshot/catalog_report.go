package snapshot

import (
	"slices"

	"github.com/renma/renma/diagnostic"
)

// CatalogReportSchema identifies the catalog document.
const CatalogReportSchema = "renma.catalog.v1"

// CatalogReport is the catalog document (contract 01 section 4). Diagnostics
// are those of the walk, the catalog and the context lenses, in that order.
type CatalogReport struct {
	SchemaVersion    string                  `json:"schemaVersion"`
	Root             string                  `json:"root"`
	ConfigPath       string                  `json:"configPath,omitempty"` // absent when no configuration was loaded
	ScannedFileCount int                     `json:"scannedFileCount"`
	Catalog          CatalogSection          `json:"catalog"`
	TokenEstimate    *TokenEstimate          `json:"tokenEstimate,omitempty"` // absent when there is no Skill
	ContextLens      ContextLens             `json:"contextLens"`
	Diagnostics      []diagnostic.Diagnostic `json:"diagnostics"`
}

// CatalogSection holds the assets and the edges between them. Entries and
// Assets are the same list under two names.
type CatalogSection struct {
	Entries      []*Entry      `json:"entries"`
	Assets       []*Entry      `json:"assets"`
	Dependencies []*Dependency `json:"dependencies"`
}

// CatalogReport returns the catalog document of the snapshot. It shares its
// values with the snapshot, apart from the entries, which say more here.
func (s *Snapshot) CatalogReport() CatalogReport {
	entries, estimate := s.reportEntries()
	dependencies := s.Catalog.Dependencies
	if dependencies == nil {
		dependencies = []*Dependency{}
	}
	return CatalogReport{
		SchemaVersion:    CatalogReportSchema,
		Root:             s.Root,
		ConfigPath:       s.ConfigPath,
		ScannedFileCount: s.ScannedFileCount,
		Catalog:          CatalogSection{entries, entries, dependencies},
		TokenEstimate:    estimate,
		ContextLens:      s.ContextLens,
		Diagnostics:      s.RepositoryDiagnostics(),
	}
}

// reportEntries returns the catalog with the places of all fields and the tokens
// of each Skill, and their sum, nil when there is no Skill.
func (s *Snapshot) reportEntries() ([]*Entry, *TokenEstimate) {
	entries := make([]*Entry, len(s.Catalog.Entries))
	at := make(map[string]*Entry, len(entries))
	for i, e := range s.Catalog.Entries {
		entries[i] = e.withEvidence()
		at[e.SourcePath] = entries[i]
	}
	if len(s.Skills) == 0 {
		return entries, nil
	}
	var counter TokenCounter
	counts := counter.Count(s)
	for i, skill := range s.Skills {
		at[skill.File.Path].Tokens = &counts[i]
	}
	return entries, &TokenEstimate{TokenMethod, SumTokens(counts)}
}

// RepositoryDiagnostics returns the diagnostics of the walk, the catalog and
// the context lenses, in that order, as catalog, graph and skill index show
// them.
func (s *Snapshot) RepositoryDiagnostics() []diagnostic.Diagnostic {
	return append([]diagnostic.Diagnostic{}, slices.Concat(s.FileDiagnostics, s.CatalogDiagnostics, s.LensDiagnostics)...)
}

// HasErrors reports an error diagnostic, which fails the catalog command.
func (r CatalogReport) HasErrors() bool {
	return slices.ContainsFunc(r.Diagnostics, func(d diagnostic.Diagnostic) bool {
		return d.Severity == diagnostic.SeverityError
	})
}
