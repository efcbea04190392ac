package discovery

import (
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/snapshot"
)

// SkillIndexSchema identifies the skill index document.
const SkillIndexSchema = "renma.skill-index.v1"

// SkillIndexReport is the skill index document (contract 03 section 1.1). It
// shares its values with the index it was made from.
type SkillIndexReport struct {
	SchemaVersion                       string             `json:"schemaVersion"`
	Root                                string             `json:"root"`
	ConfigPath                          string             `json:"configPath,omitempty"` // absent when no configuration was loaded
	ScannedFileCount                    int                `json:"scannedFileCount"`
	Focus                               *snapshot.AssetRef `json:"focus,omitempty"`
	Adoption                            Adoption           `json:"adoption"`
	Coverage                            Coverage           `json:"coverage"`
	Summary                             Summary            `json:"summary"`
	Skills                              []*Skill           `json:"skills"`
	Routes                              []*Route           `json:"routes"`
	PublishedEntrypointIDs              []string           `json:"publishedEntrypointIds"`
	ReachableDiscoveryEligibleSkillIDs  []string           `json:"reachableDiscoveryEligibleSkillIds"`
	NotReachedDiscoveryEligibleSkillIDs []string           `json:"notReachedDiscoveryEligibleSkillIds"`
	StructuralRootIDs                   []string           `json:"structuralRootIds"`
	StandaloneSkillIDs                  []string           `json:"standaloneSkillIds"`
	UnroutedSkillIDs                    []string           `json:"unroutedSkillIds"`
	Diagnostics                         DiagnosticGroups   `json:"diagnostics"`

	index *Index
}

// DiagnosticGroups keeps the diagnostics about the repository apart from those
// about discovery. The first are those of the walk, the catalog and the context
// lenses, and always of the whole repository.
type DiagnosticGroups struct {
	Repository []diagnostic.Diagnostic `json:"repository"`
	Discovery  []diagnostic.Diagnostic `json:"discovery"`
}

// SkillIndexReport returns the skill index document of the index or projection.
func (x *Index) SkillIndexReport() *SkillIndexReport {
	return &SkillIndexReport{
		SchemaVersion:                       SkillIndexSchema,
		Root:                                x.snap.Root,
		ConfigPath:                          x.snap.ConfigPath,
		ScannedFileCount:                    x.snap.ScannedFileCount,
		Focus:                               x.Focused,
		Adoption:                            x.Adoption,
		Coverage:                            x.Coverage,
		Summary:                             x.Summary,
		Skills:                              x.Skills,
		Routes:                              x.Routes,
		PublishedEntrypointIDs:              x.PublishedEntrypointIDs,
		ReachableDiscoveryEligibleSkillIDs:  x.ReachableDiscoveryEligibleSkillIDs,
		NotReachedDiscoveryEligibleSkillIDs: x.NotReachedDiscoveryEligibleSkillIDs,
		StructuralRootIDs:                   x.StructuralRootIDs,
		StandaloneSkillIDs:                  x.StandaloneSkillIDs,
		UnroutedSkillIDs:                    x.UnroutedSkillIDs,
		Diagnostics:                         DiagnosticGroups{x.snap.RepositoryDiagnostics(), x.Diagnostics},
		index:                               x,
	}
}

// HasErrors reports a diagnostic of error severity in either group. Under focus
// the discovery group holds only what concerns the projection.
func (r *SkillIndexReport) HasErrors() bool {
	return hasErrors(r.Diagnostics.Repository) || hasErrors(r.Diagnostics.Discovery)
}

func hasErrors(list []diagnostic.Diagnostic) bool {
	for i := range list {
		if list[i].Severity == diagnostic.SeverityError {
			return true
		}
	}
	return false
}
