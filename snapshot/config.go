package snapshot

import "github.com/renma/renma/diagnostic"

// Config is the effective configuration (contract 01 section 2.3): the file's
// values over the defaults.
type Config struct {
	FailOn           diagnostic.Level
	Format           string // text or json
	Globs            []string
	Exclude          []string
	MaxFileSizeBytes int64
	MaxDepth         int
	Concurrency      int
	Suppressions     []Suppression
	MetadataRequired []string
	SkillDiscovery   SkillDiscovery
}

// Suppression hides findings of one id below some paths, with a reason.
type Suppression struct {
	ID      string   `json:"id"`
	Paths   []string `json:"paths"`
	Reason  string   `json:"reason"`
	Expires string   `json:"expires"` // YYYY-MM-DD or "never"
}

// SkillDiscovery is the repository-wide discovery decision.
type SkillDiscovery struct {
	Adopted  bool
	CIPolicy string // off or warn
}
