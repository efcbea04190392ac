package discovery

import (
	"iter"
	"slices"
	"strings"

	"github.com/renma/renma/snapshot"
)

// Skill returns the visible Skill at a path, or nil.
func (x *Index) Skill(path string) *Skill {
	at, ok := slices.BinarySearchFunc(x.Skills, path, func(s *Skill, path string) int { return strings.Compare(s.SourcePath, path) })
	if !ok {
		return nil
	}
	return x.Skills[at]
}

// SkillsByID returns the visible Skills whose effective id is id, sorted by path.
// There is more than one when the id is declared twice.
func (x *Index) SkillsByID(id string) []*Skill {
	var out []*Skill
	for _, e := range x.snap.Catalog.ByID(id) {
		if s := x.Skill(e.SourcePath); s != nil {
			out = append(out, s)
		}
	}
	return out
}

// Entrypoints yields the visible effective entrypoints in the order of Skills.
func (x *Index) Entrypoints() iter.Seq[*Skill] {
	return x.filter(func(s *Skill) bool { return s.Publication.Accepted })
}

// Missed yields the visible eligible Skills that no entrypoint reaches, in the
// order of Skills; none while coverage is not evaluated.
func (x *Index) Missed() iter.Seq[*Skill] {
	return x.filter(func(s *Skill) bool { return s.Reachability.State == NotReached })
}

func (x *Index) filter(has func(*Skill) bool) iter.Seq[*Skill] {
	return func(yield func(*Skill) bool) {
		for _, s := range x.Skills {
			if has(s) && !yield(s) {
				return
			}
		}
	}
}

// RoutesFrom yields the visible routes that the Skill at path declares, in the
// order of declaration.
func (x *Index) RoutesFrom(path string) iter.Seq[*Route] { return x.routes(x.whole.from, path) }

// RoutesTo yields the visible routes whose target is, or may be, the Skill at
// path, in the order of Routes.
func (x *Index) RoutesTo(path string) iter.Seq[*Route] { return x.routes(x.whole.to, path) }

func (x *Index) routes(by [][]int, path string) iter.Seq[*Route] {
	return func(yield func(*Route) bool) {
		at, ok := x.whole.byPath[path]
		if !ok {
			return
		}
		for _, i := range by[at] {
			if r := x.whole.Routes[i]; x.shows(r) && !yield(r) {
				return
			}
		}
	}
}

// shows reports whether a route of the whole index is visible in x.
func (x *Index) shows(r *Route) bool {
	if x.Focused == nil {
		return true
	}
	focus := x.whole.byPath[x.Focused.SourcePath]
	return r.source == focus || contains(x.whole.to[focus], r.at)
}

// Explanation answers why a Skill is found, or why it is not.
type Explanation struct {
	// Skill holds publication, eligibility and reachability with their
	// evidence and reasons.
	Skill *Skill
	// Incoming are the routes whose target is, or may be, the Skill, and
	// Outgoing those that it declares.
	Incoming, Outgoing []*Route
	// Path are routes that lead to the Skill, the first one from an effective
	// entrypoint. For a reachable Skill all are usable and there is no
	// shorter path; an entrypoint has none. For a Skill that is not reached
	// they start at the nearest Skill that is, and Broken are those of them
	// that discovery does not follow. Path is nil when no declaration leads
	// from a reachable Skill to this one, usable or not.
	Path   []*Route
	Broken []*Route
	// Nearest is where Path starts: an entrypoint or the nearest reachable
	// Skill; nil when Path is.
	Nearest *snapshot.AssetRef
}

// Explain answers everything about one Skill in one call. It accepts what
// [Index.Focus] accepts, returns the same errors, and always speaks of the whole
// repository.
func (x *Index) Explain(idOrPath string) (*Explanation, error) {
	at, err := x.whole.find(idOrPath)
	if err != nil {
		return nil, err
	}
	return x.whole.explain(at), nil
}

// explain explains one Skill of a whole index.
func (x *Index) explain(at int) *Explanation {
	e := &Explanation{Skill: x.Skills[at]}
	for _, i := range x.to[at] {
		e.Incoming = append(e.Incoming, x.Routes[i])
	}
	for _, i := range x.from[at] {
		e.Outgoing = append(e.Outgoing, x.Routes[i])
	}
	e.Path = x.pathTo(at)
	for _, r := range e.Path {
		if !r.Usable {
			e.Broken = append(e.Broken, r)
		}
	}
	switch {
	case len(e.Path) > 0:
		ref := x.Skills[e.Path[0].source].Ref()
		e.Nearest = &ref
	case e.Skill.Reachability.State == Reachable:
		ref := e.Skill.Ref()
		e.Nearest = &ref
	}
	return e
}

// pathTo walks resolved declarations backwards, breadth first, from a Skill to
// the nearest end: an entrypoint over usable routes when the Skill is reachable,
// else any reachable Skill over any routes.
func (x *Index) pathTo(at int) []*Route {
	reached := x.Skills[at].Reachability.State == Reachable
	done := func(i int) bool {
		if reached {
			return x.Skills[i].Publication.Accepted
		}
		return x.Skills[i].Reachability.State == Reachable
	}
	onward := map[int]*Route{at: nil} // the route that leads from a Skill towards at
	queue := []int{at}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if done(i) {
			return x.follow(onward, i)
		}
		for _, k := range x.to[i] {
			r := x.Routes[k]
			if _, seen := onward[r.source]; seen || r.target < 0 || reached && !r.Usable {
				continue
			}
			onward[r.source] = r
			queue = append(queue, r.source)
		}
	}
	return nil
}

// follow collects the routes that lead from a Skill to the end of onward.
func (x *Index) follow(onward map[int]*Route, from int) []*Route {
	var path []*Route
	for r := onward[from]; r != nil; r = onward[r.target] {
		path = append(path, r)
	}
	return path
}

// contains reports whether an ascending list holds n.
func contains(ascending []int, n int) bool {
	_, found := slices.BinarySearch(ascending, n)
	return found
}
