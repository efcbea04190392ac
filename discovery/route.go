package discovery

import (
	"cmp"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/snapshot"
)

// Resolution says what a declared target names (contract 03 section 2.5).
type Resolution string

// The outcomes of resolving a target.
const (
	Resolved   Resolution = "resolved"   // one Skill
	Unresolved Resolution = "unresolved" // nothing
	Ambiguous  Resolution = "ambiguous"  // several assets
	WrongKind  Resolution = "wrong-kind" // one asset that is no Skill
)

// Reason says why a Skill is not eligible for routes or a route is not usable.
type Reason string

// The reasons, in the order of documents (contract 03 section 2.6). The three
// about a source are also those against the eligibility of a Skill.
const (
	InvalidSource        Reason = "invalid-source"
	InvalidTarget        Reason = "invalid-target"
	InactiveSource       Reason = "inactive-source"
	InactiveTarget       Reason = "inactive-target"
	DuplicateSourceID    Reason = "duplicate-source-id"
	DuplicateTargetID    Reason = "duplicate-target-id"
	WrongKindTarget      Reason = "wrong-kind"
	AmbiguousTarget      Reason = "ambiguous-target"
	UnresolvedTarget     Reason = "unresolved-target"
	DuplicateDeclaration Reason = "duplicate-declaration"
)

// Route is one member of a valid continues-with field (contract 03 section 1.7).
type Route struct {
	SourceID               string      `json:"sourceId"`
	SourcePath             string      `json:"sourcePath"`
	DeclarationIndex       int         `json:"declarationIndex"` // 0-based
	RawTarget              string      `json:"rawTarget"`
	NormalizedTarget       string      `json:"normalizedTarget"`
	NormalizationRejection Rejection   `json:"normalizationRejection,omitempty"`
	Resolution             Resolution  `json:"resolution"`
	Candidates             []Candidate `json:"candidates"` // sorted by path
	// ResolvedTarget is set for resolved and wrong-kind routes.
	ResolvedTarget   *ResolvedTarget `json:"resolvedTarget,omitempty"`
	Usable           bool            `json:"usable"`
	UsabilityReasons []Reason        `json:"usabilityReasons"`
	// Representative is false for all but the first of several declarations
	// of one Skill that name the same target. The others are not usable.
	Representative              bool                `json:"representative"`
	DuplicateDeclarationIndices []int               `json:"duplicateDeclarationIndices"`
	Evidence                    diagnostic.Evidence `json:"evidence"` // the whole field
	LinkedDiagnostics           []Link              `json:"linkedDiagnostics"`

	// Member is the place of the declaration itself, for editors.
	Member diagnostic.Evidence `json:"-"`

	// at is the position in the whole index; so are those of the Skills at
	// both ends. There is no target, -1, unless the route is resolved.
	at, source, target int
}

// Candidate is one asset that a target may name.
type Candidate struct {
	ID                 string          `json:"id"`
	SourcePath         string          `json:"sourcePath"`
	Kind               snapshot.Kind   `json:"kind"`
	Lifecycle          snapshot.Status `json:"lifecycle,omitempty"`
	LifecycleReason    string          `json:"lifecycleReason,omitempty"`
	LifecycleChangedAt string          `json:"lifecycleChangedAt,omitempty"`
	MatchedBy          []string        `json:"matchedBy"` // id, path, or both in this order
}

// ResolvedTarget is the one asset that a target names.
type ResolvedTarget struct {
	ID                 string          `json:"id"`
	SourcePath         string          `json:"sourcePath"`
	Kind               snapshot.Kind   `json:"kind"`
	Lifecycle          snapshot.Status `json:"lifecycle,omitempty"`
	LifecycleReason    string          `json:"lifecycleReason,omitempty"`
	LifecycleChangedAt string          `json:"lifecycleChangedAt,omitempty"`
	EffectiveIDUnique  bool            `json:"effectiveIdUnique"`
	AgentSkillsValid   *bool           `json:"agentSkillsValid,omitempty"` // Skills only
}

// addRoutes makes the routes of every Skill. Skills are sorted by path, so the
// routes come out sorted by source path and declaration.
func (x *Index) addRoutes() {
	count := 0
	for _, s := range x.Skills {
		count += len(s.Continuation.Members)
	}
	x.Routes = make([]*Route, 0, count)
	x.from, x.to = make([][]int, len(x.Skills)), make([][]int, len(x.Skills))
	names := newResolver(x)
	for source, s := range x.Skills {
		for i := range s.Continuation.Members {
			r := s.newRoute(i)
			r.at, r.source = len(x.Routes), source
			names.resolve(r)
			x.judge(r)
			x.from[source] = append(x.from[source], r.at)
			for _, c := range r.Candidates {
				if at, ok := x.byPath[c.SourcePath]; ok {
					x.to[at] = append(x.to[at], r.at)
				}
			}
			x.Routes = append(x.Routes, r)
		}
	}
}

// newRoute makes the route of one member, before it is resolved.
func (s *Skill) newRoute(index int) *Route {
	m := &s.Continuation.Members[index]
	r := &Route{
		SourceID:                    s.ID,
		SourcePath:                  s.SourcePath,
		DeclarationIndex:            index,
		RawTarget:                   m.Target,
		Candidates:                  []Candidate{},
		UsabilityReasons:            []Reason{},
		Representative:              true,
		DuplicateDeclarationIndices: []int{},
		Evidence:                    *s.Continuation.Evidence,
		Member:                      m.Evidence,
		target:                      -1,
	}
	r.NormalizedTarget, r.NormalizationRejection = NormalizeTarget(m.Target)
	r.Evidence.MetadataKey, r.Evidence.DeclarationIndex = canonicalContinuationKey, &r.DeclarationIndex
	if m.Evidence.StartLine == r.Evidence.StartLine && m.Evidence.EndLine == r.Evidence.EndLine {
		r.Evidence.StartColumn, r.Evidence.EndColumn = m.Evidence.StartColumn, m.Evidence.EndColumn
	}
	return r
}

// judge sets the usability of a resolved route, apart from duplicates.
func (x *Index) judge(r *Route) {
	s := x.Skills[r.source]
	var target *Skill
	if r.target >= 0 {
		target = x.Skills[r.target]
	}
	add := func(when bool, why Reason) {
		if when {
			r.UsabilityReasons = append(r.UsabilityReasons, why)
		}
	}
	add(!s.AgentSkillsValid, InvalidSource)
	add(target != nil && !target.AgentSkillsValid, InvalidTarget)
	add(!s.LifecycleActive, InactiveSource)
	add(target != nil && !target.LifecycleActive, InactiveTarget)
	add(!s.EffectiveIDUnique, DuplicateSourceID)
	add(target != nil && !target.EffectiveIDUnique, DuplicateTargetID)
	add(r.Resolution == WrongKind, WrongKindTarget)
	add(r.Resolution == Ambiguous, AmbiguousTarget)
	add(r.Resolution == Unresolved, UnresolvedTarget)
	r.Usable = len(r.UsabilityReasons) == 0
}

// resolver finds the assets that targets name. What a target names does not
// depend on who declares it, so each spelling is resolved once.
type resolver struct {
	index *Index
	known map[string]*resolution
	// respelled are the assets whose path holds a backslash, by the path
	// that a target can spell.
	respelled map[string][]*snapshot.Entry
}

// resolution is what one spelling names.
type resolution struct {
	outcome    Resolution
	candidates []Candidate
	resolved   *ResolvedTarget
	target     int // position of the Skill, -1 for none
}

func newResolver(x *Index) *resolver {
	n := &resolver{index: x, known: map[string]*resolution{}}
	for _, e := range x.snap.Catalog.Entries {
		if strings.Contains(e.SourcePath, `\`) {
			if n.respelled == nil {
				n.respelled = map[string][]*snapshot.Entry{}
			}
			path := spelling(e)
			n.respelled[path] = append(n.respelled[path], e)
		}
	}
	return n
}

// spelling is the path by which a target names e.
func spelling(e *snapshot.Entry) string { return strings.ReplaceAll(e.SourcePath, `\`, "/") }

// resolve fills the resolution, candidates and target of r.
func (n *resolver) resolve(r *Route) {
	if r.NormalizationRejection != "" {
		r.Resolution = Unresolved
		return
	}
	found, ok := n.known[r.NormalizedTarget]
	if !ok {
		found = n.lookup(r.NormalizedTarget)
		n.known[r.NormalizedTarget] = found
	}
	r.Resolution, r.Candidates = found.outcome, found.candidates
	r.ResolvedTarget, r.target = found.resolved, found.target
}

func (n *resolver) lookup(target string) *resolution {
	catalog := &n.index.snap.Catalog
	entries := slices.Concat(catalog.ByID(target), n.respelled[target])
	if e := catalog.ByPath(target); e != nil {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b *snapshot.Entry) int { return cmp.Compare(a.SourcePath, b.SourcePath) })
	entries = slices.Compact(entries)
	found := &resolution{outcome: Unresolved, candidates: make([]Candidate, len(entries)), target: -1}
	for i, e := range entries {
		found.candidates[i] = newCandidate(e, target)
	}
	switch len(entries) {
	case 0:
	case 1:
		n.settle(found, entries[0])
	default:
		found.outcome = Ambiguous
	}
	return found
}

// settle makes e the target of a resolution.
func (n *resolver) settle(found *resolution, e *snapshot.Entry) {
	found.outcome = WrongKind
	found.resolved = &ResolvedTarget{
		ID: e.ID, SourcePath: e.SourcePath, Kind: e.Kind,
		Lifecycle:          e.Metadata.Status,
		LifecycleReason:    e.Metadata.StatusReason,
		LifecycleChangedAt: e.Metadata.StatusChangedAt,
		EffectiveIDUnique:  len(n.index.snap.Catalog.ByID(e.ID)) == 1,
	}
	if at, ok := n.index.byPath[e.SourcePath]; ok {
		found.outcome, found.target = Resolved, at
		found.resolved.AgentSkillsValid = &n.index.Skills[at].AgentSkillsValid
	}
}

func newCandidate(e *snapshot.Entry, target string) Candidate {
	c := Candidate{
		ID: e.ID, SourcePath: e.SourcePath, Kind: e.Kind,
		Lifecycle:          e.Metadata.Status,
		LifecycleReason:    e.Metadata.StatusReason,
		LifecycleChangedAt: e.Metadata.StatusChangedAt,
	}
	if e.ID == target {
		c.MatchedBy = append(c.MatchedBy, "id")
	}
	if spelling(e) == target {
		c.MatchedBy = append(c.MatchedBy, "path")
	}
	return c
}

// markDuplicates finds the declarations of one Skill that name the same target
// and keeps the first of them as representative (contract 03 section 2.7).
func (x *Index) markDuplicates() {
	var routes []*Route // those of one Skill
	for _, declared := range x.from {
		routes = routes[:0]
		for _, at := range declared {
			if r := x.Routes[at]; r.Resolution == Resolved || r.Resolution == Unresolved {
				routes = append(routes, r)
			}
		}
		if len(routes) < 2 {
			continue
		}
		slices.SortStableFunc(routes, compareTargets)
		for rest := routes; len(rest) > 0; {
			same := 1
			for same < len(rest) && compareTargets(rest[0], rest[same]) == 0 {
				same++
			}
			if same > 1 {
				markGroup(rest[:same])
			}
			rest = rest[same:]
		}
	}
}

// compareTargets finds routes equal that are resolved to one asset, or that are not
// and name the same.
func compareTargets(a, b *Route) int {
	if c := cmp.Compare(a.Resolution, b.Resolution); c != 0 || a.Resolution == Unresolved {
		return cmp.Or(c, cmp.Compare(a.NormalizedTarget, b.NormalizedTarget))
	}
	return cmp.Compare(a.ResolvedTarget.SourcePath, b.ResolvedTarget.SourcePath)
}

func markGroup(group []*Route) {
	indices := make([]int, len(group))
	for i, r := range group {
		indices[i] = r.DeclarationIndex
		r.DuplicateDeclarationIndices = indices
		if i > 0 {
			r.Representative, r.Usable = false, false
			r.UsabilityReasons = append(r.UsabilityReasons, DuplicateDeclaration)
		}
	}
}
