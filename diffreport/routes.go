package diffreport

import (
	"cmp"
	"slices"

	"github.com/renma/renma/discovery"
	"github.com/renma/renma/snapshot"
)

// Routes are the groups of declarations that differ, each list sorted by source
// path, then normalized target.
type Routes struct {
	Added   []Route       `json:"added"`
	Removed []Route       `json:"removed"`
	Changed []RouteChange `json:"changed"`
}

// RouteIdentity identifies a group of declarations: the Skill that declares and
// the target as it is spelt, apart from blanks, slashes and a leading "./".
type RouteIdentity struct {
	SourcePath       string `json:"sourcePath"`
	NormalizedTarget string `json:"normalizedTarget"`
}

func compareIdentities(a, b RouteIdentity) int {
	return cmp.Or(cmp.Compare(a.SourcePath, b.SourcePath), cmp.Compare(a.NormalizedTarget, b.NormalizedTarget))
}

// Route is a group of declarations with one identity. A repeated declaration
// shows in DeclarationCount alone.
//
// Of two spellings of one target by one Skill the index follows the one declared
// first, while a diff follows the one that sorts first: the order of
// declarations must not show in it. So a diff may call a spelling usable that
// the graph calls a duplicate (contract 04 W12).
type Route struct {
	SourceID               string               `json:"sourceId"`
	SourcePath             string               `json:"sourcePath"`
	NormalizedTarget       string               `json:"normalizedTarget"`
	DeclarationCount       int                  `json:"declarationCount"`
	Resolution             discovery.Resolution `json:"resolution"`
	NormalizationRejection discovery.Rejection  `json:"normalizationRejection,omitempty"`
	Candidates             []Target             `json:"candidates"` // sorted by path, id, kind
	ResolvedTarget         *ResolvedTarget      `json:"resolvedTarget,omitempty"`
	Usable                 bool                 `json:"usable"`
	UsabilityReasons       []discovery.Reason   `json:"usabilityReasons"`

	// Line is that of the declaration in the source file, for editors and
	// annotations; 0 when it is not known.
	Line int `json:"-"`
}

// Target is an asset that a declared target may name.
type Target struct {
	ID   string        `json:"id"`
	Path string        `json:"path"`
	Kind snapshot.Kind `json:"kind"`
}

// ResolvedTarget is the one asset that a declared target names.
type ResolvedTarget struct {
	Target
	Lifecycle snapshot.Status `json:"lifecycle,omitempty"`
}

// RouteChange is a group of both sides that differs in at least one field. A
// difference of lifecycle is the field targetLifecycle, not resolvedTarget.
type RouteChange struct {
	Identity      RouteIdentity `json:"identity"`
	ChangedFields []string      `json:"changedFields"`
	From          Route         `json:"from"`
	To            Route         `json:"to"`
}

func diffRoutes(from, to *discovery.Index) Routes {
	source := func(r *discovery.Route) string { return r.SourcePath }
	rest, now := different(from.Routes, to.Routes, source, func(a, b []*discovery.Route) bool { return slices.EqualFunc(a, b, equalRoutes) })
	before, after := routeGroups(rest), routeGroups(now)
	d := Routes{Added: []Route{}, Removed: []Route{}, Changed: []RouteChange{}}
	for id, r := range after {
		old := before[id]
		if old == nil {
			d.Added = append(d.Added, *r)
		} else if fields := changedFields(old, r); len(fields) > 0 {
			d.Changed = append(d.Changed, RouteChange{id, fields, *old, *r})
		}
	}
	for id, r := range before {
		if after[id] == nil {
			d.Removed = append(d.Removed, *r)
		}
	}
	slices.SortFunc(d.Added, func(a, b Route) int { return compareIdentities(a.identity(), b.identity()) })
	slices.SortFunc(d.Removed, func(a, b Route) int { return compareIdentities(a.identity(), b.identity()) })
	slices.SortFunc(d.Changed, func(a, b RouteChange) int { return compareIdentities(a.Identity, b.Identity) })
	return d
}

func (r *Route) identity() RouteIdentity { return RouteIdentity{r.SourcePath, r.NormalizedTarget} }

// equalRoutes reports two routes of one Skill that differ at most in places.
func equalRoutes(a, b *discovery.Route) bool {
	return a.SourceID == b.SourceID && a.NormalizedTarget == b.NormalizedTarget && a.NormalizationRejection == b.NormalizationRejection &&
		a.Resolution == b.Resolution && a.Usable == b.Usable && a.Representative == b.Representative &&
		slices.Equal(a.UsabilityReasons, b.UsabilityReasons) &&
		slices.Equal(a.DuplicateDeclarationIndices, b.DuplicateDeclarationIndices) &&
		slices.EqualFunc(a.Candidates, b.Candidates, func(a, b discovery.Candidate) bool {
			return a.ID == b.ID && a.SourcePath == b.SourcePath && a.Kind == b.Kind
		}) && sameTarget(a.ResolvedTarget, b.ResolvedTarget)
}

func sameTarget(a, b *discovery.ResolvedTarget) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.ID == b.ID && a.SourcePath == b.SourcePath && a.Kind == b.Kind && a.Lifecycle == b.Lifecycle
}

// routeGroups groups the declarations of whole Skills by identity.
func routeGroups(routes []*discovery.Route) map[RouteIdentity]*Route {
	members := map[RouteIdentity][]*discovery.Route{}
	// first is, of the spellings by which one Skill names one target more than
	// once, the one that sorts first.
	type named struct{ sourcePath, targetPath string }
	first := map[named]RouteIdentity{}
	for _, r := range routes {
		id := RouteIdentity{cleanPath(r.SourcePath), r.NormalizedTarget}
		members[id] = append(members[id], r)
		if twice(r) {
			key := named{id.SourcePath, r.ResolvedTarget.SourcePath}
			if known, ok := first[key]; !ok || compareIdentities(id, known) < 0 {
				first[key] = id
			}
		}
	}
	groups := make(map[RouteIdentity]*Route, len(members))
	for id, list := range members {
		g := newRoute(id, list)
		if shown := list[representative(list)]; twice(shown) {
			if first[named{id.SourcePath, shown.ResolvedTarget.SourcePath}] != id {
				g.UsabilityReasons = append(g.UsabilityReasons, discovery.DuplicateDeclaration)
			}
			g.Usable = len(g.UsabilityReasons) == 0
		}
		groups[id] = g
	}
	return groups
}

// twice reports a declaration of a target that its Skill names more than once.
func twice(r *discovery.Route) bool {
	return len(r.DuplicateDeclarationIndices) > 0 && r.Resolution == discovery.Resolved
}

// representative is the position of the declaration that stands for a group: the
// one that the index follows, else the first.
func representative(list []*discovery.Route) int {
	return max(slices.IndexFunc(list, func(r *discovery.Route) bool { return r.Representative }), 0)
}

// newRoute describes a group, without the reason that repetition gives.
func newRoute(id RouteIdentity, list []*discovery.Route) *Route {
	r := list[representative(list)]
	g := &Route{
		SourceID:               r.SourceID,
		SourcePath:             id.SourcePath,
		NormalizedTarget:       id.NormalizedTarget,
		DeclarationCount:       len(list),
		Resolution:             r.Resolution,
		NormalizationRejection: r.NormalizationRejection,
		Candidates:             make([]Target, len(r.Candidates)),
		Usable:                 r.Usable,
		Line:                   r.Member.StartLine,
		UsabilityReasons: slices.DeleteFunc(slices.Clone(r.UsabilityReasons), func(reason discovery.Reason) bool {
			return reason == discovery.DuplicateDeclaration
		}),
	}
	for i, c := range r.Candidates {
		g.Candidates[i] = Target{c.ID, cleanPath(c.SourcePath), c.Kind}
	}
	slices.SortFunc(g.Candidates, func(a, b Target) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Kind, b.Kind))
	})
	if t := r.ResolvedTarget; t != nil {
		g.ResolvedTarget = &ResolvedTarget{Target{t.ID, cleanPath(t.SourcePath), t.Kind}, t.Lifecycle}
	}
	return g
}

// changedFields names, in the order of the contract, what differs between two
// groups of one identity.
func changedFields(from, to *Route) []string {
	fields := []string{}
	field := func(name string, equal bool) {
		if !equal {
			fields = append(fields, name)
		}
	}
	field("sourceId", from.SourceID == to.SourceID)
	field("declarationCount", from.DeclarationCount == to.DeclarationCount)
	field("resolution", from.Resolution == to.Resolution)
	field("normalizationRejection", from.NormalizationRejection == to.NormalizationRejection)
	field("candidates", slices.Equal(from.Candidates, to.Candidates))
	field("resolvedTarget", from.target() == to.target())
	field("targetLifecycle", from.targetLifecycle() == to.targetLifecycle())
	field("usable", from.Usable == to.Usable)
	field("usabilityReasons", slices.Equal(from.UsabilityReasons, to.UsabilityReasons))
	return fields
}

// target is the asset that the group names, the zero Target for none.
func (r *Route) target() Target {
	if r.ResolvedTarget == nil {
		return Target{}
	}
	return r.ResolvedTarget.Target
}

func (r *Route) targetLifecycle() snapshot.Status {
	if r.ResolvedTarget == nil {
		return ""
	}
	return r.ResolvedTarget.Lifecycle
}
