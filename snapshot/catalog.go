package snapshot

import "github.com/renma/renma/diagnostic"

// Status is a lifecycle status. The empty Status means that none is in force.
type Status string

// The lifecycle statuses (contract 01 section 3.3).
const (
	StatusExperimental Status = "experimental"
	StatusStable       Status = "stable"
	StatusSuspended    Status = "suspended"
	StatusRevoked      Status = "revoked"
	StatusDeprecated   Status = "deprecated"
	StatusArchived     Status = "archived"
)

// Usable reports whether assets of the status may be used: none,
// experimental or stable.
func (s Status) Usable() bool {
	return s == "" || s == StatusExperimental || s == StatusStable
}

// Ownership sources.
const (
	OwnershipDeclared  = "declared"
	OwnershipInherited = "inherited"
	OwnershipUnowned   = "unowned"
)

// Ownership says who owns an asset and how that is known (contract 01 section
// 3.4). The owners are null in JSON when there is none.
type Ownership struct {
	DeclaredOwner  *string   `json:"declaredOwner"`
	EffectiveOwner *string   `json:"effectiveOwner"`
	Source         string    `json:"source"`
	InheritedFrom  *AssetRef `json:"inheritedFrom,omitempty"`
}

// AssetRef names an asset by effective id and path.
type AssetRef struct {
	ID         string `json:"id"`
	SourcePath string `json:"sourcePath"`
}

// FieldEvidence is the place of a metadata field or list item. Key is the key
// as written, for example "renma.requires-context".
type FieldEvidence struct {
	Path      string `json:"path"`
	Key       string `json:"key"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Raw       string `json:"raw"`
}

// Metadata are the governance values of an asset (contract 01 sections 3.2,
// 3.3 and 4). Texts are empty when absent. Dates and review cycles are kept as
// written, also when they are invalid and reported.
type Metadata struct {
	ID              string    `json:"id,omitempty"`
	Title           string    `json:"title,omitempty"`
	Type            string    `json:"type,omitempty"`
	Version         string    `json:"version,omitempty"`
	Owner           string    `json:"owner,omitempty"`
	Status          Status    `json:"status,omitempty"`
	StatusReason    string    `json:"statusReason,omitempty"`
	StatusChangedAt string    `json:"statusChangedAt,omitempty"`
	Purpose         string    `json:"purpose,omitempty"`
	LastReviewedAt  string    `json:"lastReviewedAt,omitempty"`
	ReviewCycle     string    `json:"reviewCycle,omitempty"`
	ExpiresAt       string    `json:"expiresAt,omitempty"`
	Tags            []string  `json:"tags"`
	WhenToUse       []string  `json:"whenToUse"`
	WhenNotToUse    []string  `json:"whenNotToUse"`
	RequiresContext []string  `json:"requiresContext"`
	OptionalContext []string  `json:"optionalContext"`
	Conflicts       []string  `json:"conflicts"`
	SupersededBy    []string  `json:"supersededBy"`
	AppliesTo       []string  `json:"appliesTo,omitempty"`
	Focus           []string  `json:"focus,omitempty"`
	ExpectedOutputs []string  `json:"expectedOutputs,omitempty"`
	RequiresLens    []string  `json:"requiresLens,omitempty"`
	OptionalLens    []string  `json:"optionalLens,omitempty"`
	ContinuesWith   *[]string `json:"continuesWith,omitempty"` // set when the field is valid, also when empty
}

// Entry is one cataloged asset (contract 01 section 4). The last five lists
// are set for Skills only. Metadata is never nil, and entries may share it.
type Entry struct {
	ID                     string       `json:"id"` // effective id: declared, else the path
	SourcePath             string       `json:"sourcePath"`
	ContentHash            string       `json:"contentHash"`
	SizeBytes              int64        `json:"sizeBytes"`
	ContentClassification  ContentClass `json:"contentClassification"`
	MarkdownParserEligible bool         `json:"markdownParserEligible"`
	Ownership              Ownership    `json:"ownership"`
	Metadata               *Metadata    `json:"metadata"`
	// MetadataFields and MetadataListItems say where fields and the members of
	// lists stand. They are set for the entries of a catalog report only;
	// FieldEvidence answers for the others.
	MetadataFields    map[string]FieldEvidence   `json:"metadataFields"`
	MetadataListItems map[string][]FieldEvidence `json:"metadataListItems"`
	Kind              Kind                       `json:"kind"`
	RequiredContext   *[]string                  `json:"requiredContext,omitempty"`
	OptionalContext   *[]string                  `json:"optionalContext,omitempty"`
	RequiredLens      *[]string                  `json:"requiredLens,omitempty"`
	OptionalLens      *[]string                  `json:"optionalLens,omitempty"`
	Conflicts         *[]string                  `json:"conflicts,omitempty"`
	// Tokens is set for the Skills of a catalog report only. It is ours, not
	// the contract's.
	Tokens *Tokens `json:"tokens,omitempty"`

	file     *File
	declared *declared
}

// File returns the file the entry was made from.
func (e *Entry) File() *File { return e.file }

// FieldEvidence returns the place of a metadata field that has a value, by its
// name with underscores. The name of a top-level key is the key.
func (e *Entry) FieldEvidence(name string) (FieldEvidence, bool) {
	if e.declared == nil { // read from a report
		at, ok := e.MetadataFields[name]
		return at, ok
	}
	f := e.declared.fields.get(name)
	if f == nil {
		f = e.declared.others.get(name)
	}
	if f == nil || !f.kept {
		return FieldEvidence{}, false
	}
	return e.fieldEvidence(f.key(), f.span()), true
}

// Dependency is one edge of the catalog (contract 01 section 4.1). To is the
// target exactly as declared; DeclarationIndex is nil for derived edges.
type Dependency struct {
	From             string               `json:"from"`
	To               string               `json:"to"`
	Kind             string               `json:"kind"`
	Declaration      string               `json:"declaration,omitempty"`
	DeclarationIndex *int                 `json:"declarationIndex,omitempty"`
	SourcePath       string               `json:"sourcePath"`
	Evidence         *diagnostic.Evidence `json:"evidence,omitempty"`

	source, target *Entry
}

// Source returns the declaring entry. Two entries may share an id, so the id
// in From is for display only.
func (d *Dependency) Source() *Entry { return d.source }

// Target returns the entry that To names as [Catalog.Resolve] finds it, or nil.
func (d *Dependency) Target() *Entry { return d.target }

// Catalog holds the assets of a repository and the edges between them.
// Entries are sorted by kind rank, then path; Dependencies by from, kind
// rank, to (contract 01 sections 4 and 4.1).
type Catalog struct {
	Entries      []*Entry
	Dependencies []*Dependency

	byID   map[string][]*Entry
	byPath map[string]*Entry
	shared []string // ids of several entries
}

// ByID returns the entries whose effective id is id, in catalog order.
func (c *Catalog) ByID(id string) []*Entry { return c.byID[id] }

// SharedIDs returns the ids that several entries have, in no particular order.
func (c *Catalog) SharedIDs() []string { return c.shared }

// ByPath returns the entry at path, or nil.
func (c *Catalog) ByPath(path string) *Entry { return c.byPath[path] }
