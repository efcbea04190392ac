package snapshot

import (
	"io/fs"
	"time"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// Options say how a repository is collected. The zero value is ready to use.
type Options struct {
	// Root is the absolute path shown as "root" in documents. It is never
	// opened: all reading goes through the fs.FS given to Collect.
	Root string
	// ConfigPath names the configuration file, relative to the root, in
	// place of the conventional ones.
	ConfigPath string
	// ConfigFS is the file system in which ConfigPath is a path, when it
	// is not that of the repository: a repository that is part of a larger
	// tree may be configured from elsewhere in it.
	ConfigFS fs.FS
	// Now is the evaluation date of the freshness and suppression rules;
	// only its UTC calendar day counts. The zero value skips those rules
	// and keeps every suppression active.
	Now time.Time
	// FailOn overrides the configured threshold when it is not empty.
	FailOn diagnostic.Level
	// Profile is the id of the client profile by which Skills are judged, see
	// [agentskills.ClientProfiles]. Empty stands for the specification.
	Profile string
	// MetadataOnly is for catalogs and for the comparison of two snapshots, which
	// need less. Skills are judged by the specification alone, without the warnings
	// about how they are written, which scans and discovery indexes show, and their
	// bodies are not compared. What the bodies name is followed all the same.
	MetadataOnly bool
	// Cache shares parsed files between several calls, for example those
	// for two commits of one repository. It may be nil.
	Cache *Cache
	// LastUse says that no other call uses Cache during this one or after it.
	// What it holds becomes part of the snapshot instead of being copied, and
	// nothing is added.
	LastUse bool
}

// ContentClass tells text from everything else.
type ContentClass string

// The two content classes (contract 01 section 1.4).
const (
	Text   ContentClass = "text"
	Binary ContentClass = "binary"
)

// File is one file that was read. Files of a snapshot are sorted by path.
type File struct {
	Path                   string
	Classification         *Classification // never nil; files of one directory may share it
	ContentClassification  ContentClass
	ContentHash            string // "sha256:" and lower-case hex of the raw bytes
	SizeBytes              int64
	MarkdownParserEligible bool

	doc   *frontmatter.Document
	lines *textio.Lines
	// entry is its entry in the catalog, nil for a file of another kind.
	entry *Entry
	// references are the repository paths that the body names, in source
	// order and only as far as something exists there.
	references []reference
	// released says that the text was not kept, as the body of a Skill never is;
	// tokens are those it had.
	released bool
	tokens   int
	body     *body // of a Skill, unless only metadata are wanted
}

// reference is one mention of another file in the body of a Markdown file.
type reference struct {
	path string
	place
}

// Frontmatter returns the parsed head of a Skill, and of every other eligible
// Markdown file that is a context or a lens or has a frontmatter block; nil for
// all others. It is for the other packages of this module.
func (f *File) Frontmatter() *frontmatter.Document { return f.doc }

// Lines returns the line table of what is kept of the file's text: of a Skill its
// frontmatter, or everything when no such block ends; of a support file without
// frontmatter the first line. Binary files have one empty line.
func (f *File) Lines() *textio.Lines { return f.lines }

// Evidence returns the evidence for lines start to end of the file.
func (f *File) Evidence(start, end int) diagnostic.Evidence {
	return diagnostic.Evidence{Path: f.Path, StartLine: start, EndLine: end, Snippet: f.lines.Snippet(start, end)}
}

// Skill is one canonical entrypoint with its validation result and its entry
// in the catalog.
type Skill struct {
	File   *File
	Result agentskills.Result
	Entry  *Entry
}

// Snapshot is one repository at one moment. All slices are in the order in
// which documents show them; nothing in a snapshot may be changed.
type Snapshot struct {
	Root       string
	ConfigPath string // relative to the root; empty when no file was loaded
	Config     Config
	// Profile judged the Skills; nil when none was asked for.
	Profile          *agentskills.ClientProfile
	ScannedFileCount int
	Files            []*File
	Skills           []*Skill // sorted by path
	Catalog          Catalog
	ContextLens      ContextLens
	Coverage         Coverage

	// The four lists of diagnostics, each in its own order (contract 01
	// sections 4.3 and 5.1): the walk with layout, the catalog, the context
	// lenses, and expired suppressions.
	FileDiagnostics        []diagnostic.Diagnostic
	CatalogDiagnostics     []diagnostic.Diagnostic
	LensDiagnostics        []diagnostic.Diagnostic
	SuppressionDiagnostics []diagnostic.Diagnostic

	// Findings are the active findings, sorted as contract 01 section 5.1
	// says; Suppressed are those that a configured suppression matched.
	Findings   []diagnostic.Finding
	Suppressed []SuppressedFinding
	// ActiveSuppressions are the configured suppressions that have not
	// expired, sorted by id, paths, expiry and reason; Paths are sorted and
	// Expires is never empty.
	ActiveSuppressions []Suppression
}

// SuppressedFinding is a finding together with the suppression that hides it.
type SuppressedFinding struct {
	Suppression AppliedSuppression `json:"suppression"`
	Finding     diagnostic.Finding `json:"finding"`
}

// AppliedSuppression is the configured suppression that matched a finding.
type AppliedSuppression struct {
	ID          string `json:"id"`
	MatchedPath string `json:"matchedPath"` // the pattern as configured
	Reason      string `json:"reason"`
	Expires     string `json:"expires"` // "never" when omitted
}

// Coverage says which expected paths were inspected (contract 01 section 5.1).
type Coverage struct {
	SchemaVersion      string          `json:"schemaVersion"` // "renma.inspection-coverage.v1"
	ExpectedPathCount  int             `json:"expectedPathCount"`
	InspectedPathCount int             `json:"inspectedPathCount"`
	Complete           bool            `json:"complete"`
	InspectedPaths     []string        `json:"inspectedPaths"`
	BlockingIssues     []CoverageIssue `json:"blockingIssues"`
}

// CoverageIssue is one expected path, or one subtree, that was not inspected.
type CoverageIssue struct {
	Path             string             `json:"path"`
	State            string             `json:"state"` // symlink, unreadable, oversize, deep, unsupported, excluded
	Scope            string             `json:"scope"` // exact or subtree
	AffectedBoundary string             `json:"affectedBoundary,omitempty"`
	Reason           string             `json:"reason"`
	Classification   Classification     `json:"classification"`
	StrictBlocking   bool               `json:"strictBlocking"`
	Details          diagnostic.Details `json:"details,omitempty"`
}
