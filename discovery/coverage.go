package discovery

// AdoptionState says how far a repository has taken up discovery.
type AdoptionState string

// The adoption states (contract 03 section 1.8).
const (
	NotAdopted AdoptionState = "not-adopted"
	Partial    AdoptionState = "partial"
	Incomplete AdoptionState = "incomplete"
	Adopted    AdoptionState = "adopted"
)

// Adoption is the repository-wide decision beside what the files declare.
type Adoption struct {
	State                    AdoptionState `json:"state"`
	DiscoveryMetadataPresent bool          `json:"discoveryMetadataPresent"`
	RepositoryWideAdopted    bool          `json:"repositoryWideAdopted"`
	PublishedEntrypointCount int           `json:"publishedEntrypointCount"`
	Reason                   string        `json:"reason"`
	ConfigPath               string        `json:"configPath,omitempty"` // absent when no configuration was loaded
}

// CoverageMode says what the lists of reached Skills mean.
type CoverageMode string

// The coverage modes (contract 03 section 1.9).
const (
	CoverageNotEvaluated  CoverageMode = "not-evaluated" // the lists are empty
	CoverageDescriptive   CoverageMode = "descriptive"   // evidence for a review, no claim
	CoverageAuthoritative CoverageMode = "authoritative" // every eligible Skill should be reached
)

// Coverage counts what the effective entrypoints reach. Its scope is always the
// repository, also under focus.
type Coverage struct {
	Scope                string       `json:"scope"`
	Mode                 CoverageMode `json:"mode"`
	Reason               string       `json:"reason"`
	SourceEntrypointIDs  []string     `json:"sourceEntrypointIds"` // sorted
	EligibleSkillCount   int          `json:"eligibleSkillCount"`
	ReachableSkillCount  int          `json:"reachableSkillCount"`
	NotReachedSkillCount int          `json:"notReachedSkillCount"`
	Complete             *bool        `json:"complete"` // nil unless the mode is authoritative
}

// decideAdoption fills x.Adoption.
func (x *Index) decideAdoption() {
	a := &x.Adoption
	a.RepositoryWideAdopted = x.snap.Config.SkillDiscovery.Adopted
	a.ConfigPath = x.snap.ConfigPath
	for _, s := range x.Skills {
		if s.Publication.Marker.Present || s.Continuation.State.Present() {
			a.DiscoveryMetadataPresent = true
		}
		if s.Publication.Accepted {
			a.PublishedEntrypointCount++
		}
	}
	switch {
	case !a.RepositoryWideAdopted && !a.DiscoveryMetadataPresent:
		a.State, a.Reason = NotAdopted, "no-discovery-metadata-or-repository-adoption"
	case !a.RepositoryWideAdopted:
		a.State, a.Reason = Partial, "discovery-metadata-present-without-repository-adoption"
	case a.PublishedEntrypointCount == 0:
		a.State, a.Reason = Incomplete, "repository-adoption-has-no-effective-published-entrypoint"
	default:
		a.State, a.Reason = Adopted, "repository-adoption-has-effective-published-entrypoint"
	}
}

// decideCoverage fills the mode of x.Coverage from the adoption.
func (x *Index) decideCoverage() {
	c := &x.Coverage
	c.Scope, c.SourceEntrypointIDs = "repository", []string{}
	switch {
	case x.Adoption.State == NotAdopted:
		c.Mode, c.Reason = CoverageNotEvaluated, "discovery-not-adopted"
	case x.Adoption.PublishedEntrypointCount == 0:
		c.Mode, c.Reason = CoverageNotEvaluated, "no-effective-published-entrypoint"
	case x.Adoption.State == Partial:
		c.Mode, c.Reason = CoverageDescriptive, "partial-adoption-with-effective-published-entrypoint"
	default:
		c.Mode, c.Reason = CoverageAuthoritative, "repository-wide-discovery-adopted"
	}
}
