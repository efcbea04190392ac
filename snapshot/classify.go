package snapshot

// Kind is what an asset is, decided by its path (contract 01 section 1.6).
type Kind string

// The kinds of asset.
const (
	KindSkill       Kind = "skill"
	KindAgent       Kind = "agent"
	KindContext     Kind = "context"
	KindContextLens Kind = "context_lens"
	KindProfile     Kind = "profile"
	KindReference   Kind = "reference"
	KindExample     Kind = "example"
	KindScript      Kind = "script"
	KindAsset       Kind = "asset"
	KindConfig      Kind = "config"
	KindUnknown     Kind = "unknown"
)

// Cataloged reports whether assets of the kind become catalog entries.
func (k Kind) Cataloged() bool {
	switch k {
	case KindAgent, KindConfig, KindUnknown:
		return false
	}
	return true
}

// Classification says what a path is and which rule said so (contract 01
// section 1.6). Optional members are empty when they do not apply.
type Classification struct {
	Kind                     Kind            `json:"kind"`
	Scope                    string          `json:"scope"`       // independent, skill-local, repository-support or unknown
	MatchedRule              string          `json:"matchedRule"` // skill-entrypoint, skill-local-support, …
	ReasonCode               string          `json:"reasonCode"`
	Reason                   string          `json:"reason"`
	RecognizedRoot           string          `json:"recognizedRoot,omitempty"`
	ParentAssetCandidatePath string          `json:"parentAssetCandidatePath,omitempty"`
	ParentResolution         string          `json:"parentResolution,omitempty"` // structural-candidate, resolved, missing or ambiguous
	SupportDirectory         string          `json:"supportDirectory,omitempty"`
	ParentAssetPath          string          `json:"parentAssetPath,omitempty"`
	ParentAssetCandidates    []string        `json:"parentAssetCandidates,omitempty"`
	IgnoredNestedSegments    []string        `json:"ignoredNestedSegments,omitempty"`
	CompetingRules           []CompetingRule `json:"competingRules,omitempty"`
}

// CompetingRule is a rule that a reader might have expected to match.
type CompetingRule struct {
	Rule       string `json:"rule"`
	Matched    bool   `json:"matched"`
	ReasonCode string `json:"reasonCode"`
	Reason     string `json:"reason"`
}
