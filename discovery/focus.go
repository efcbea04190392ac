package discovery

import (
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// FocusFault says why a focus selects no Skill.
type FocusFault string

// The faults of a focus (contract 03 section 3.4).
const (
	FocusUnknown   FocusFault = "unknown"     // nothing has this id or path
	FocusAmbiguous FocusFault = "ambiguous"   // several Skills have it
	FocusNotASkill FocusFault = "not-a-skill" // only assets that are no Skills have it
)

// FocusError is returned for an id or path that does not select exactly one
// Skill.
type FocusError struct {
	Given string // as the caller wrote it
	Fault FocusFault
	// Candidates are the Skills of an ambiguous focus, or the assets that
	// are no Skills, sorted by path.
	Candidates []snapshot.AssetRef
	// Nearest is an id or path that may have been meant; it is never used
	// in place of what was given. Empty when nothing is near.
	Nearest string
}

// Error names what was given, what is accepted and the nearest match.
func (e *FocusError) Error() string {
	given := textio.Quote(e.Given)
	switch e.Fault {
	case FocusAmbiguous:
		paths := make([]string, 0, listCap)
		for _, c := range e.Candidates[:min(len(e.Candidates), listCap)] {
			paths = append(paths, c.SourcePath)
		}
		return fmt.Sprintf("%s is ambiguous: use one exact repository-relative SKILL.md path, such as %s", given, strings.Join(paths, " or "))
	case FocusNotASkill:
		return fmt.Sprintf("%s is the exact id or path of %s, which is no Skill%s", given, e.Candidates[0].SourcePath, didYouMean(e.Nearest))
	}
	return fmt.Sprintf("%s matches no Skill id or source path exactly%s", given, didYouMean(e.Nearest))
}

// Focus returns the projection of the index to one Skill and its direct
// neighbours (contract 03 section 3.4). idOrPath must be the exact id or the exact
// repository-relative path of one Skill; the error is a [*FocusError].
//
// Skills, routes, coverage and cycles are the values of the whole index and are
// not computed again, so focus never makes a Skill reachable. A projection of a
// projection is made from the whole index.
func (x *Index) Focus(idOrPath string) (*Index, error) {
	at, err := x.whole.find(idOrPath)
	if err != nil {
		return nil, err
	}
	return x.whole.project(at), nil
}

// find returns the position of the Skill that idOrPath names.
func (x *Index) find(idOrPath string) (int, error) {
	value, _ := NormalizeTarget(idOrPath)
	names := newResolver(x)
	var skills []int
	fault := &FocusError{Given: idOrPath, Fault: FocusUnknown}
	for _, c := range names.lookup(value).candidates {
		if at, ok := x.byPath[c.SourcePath]; ok {
			skills = append(skills, at)
			continue
		}
		fault.Fault = FocusNotASkill
		fault.Candidates = append(fault.Candidates, snapshot.AssetRef{ID: c.ID, SourcePath: c.SourcePath})
	}
	switch len(skills) {
	case 0:
		fault.Nearest = newSpeller(x).nearest(value)
		return 0, fault
	case 1:
		return skills[0], nil
	}
	fault.Fault, fault.Candidates = FocusAmbiguous, nil
	for _, at := range skills {
		fault.Candidates = append(fault.Candidates, x.Skills[at].Ref())
	}
	return 0, fault
}

// project returns the direct neighbourhood of one Skill of a whole index.
func (x *Index) project(at int) *Index {
	selected := x.Skills[at].Ref()
	p := &Index{
		Skills: []*Skill{}, Routes: []*Route{}, Diagnostics: []diagnostic.Diagnostic{},
		Adoption: x.Adoption, Coverage: x.Coverage, Focused: &selected, Cycles: x.Cycles,
		whole: x, snap: x.snap,
	}
	visible := map[int]bool{at: true}
	kept := map[*Route]bool{}
	for _, i := range slices.Concat(x.from[at], x.to[at]) {
		r := x.Routes[i]
		kept[r] = true
		visible[r.source] = true
		if r.target >= 0 {
			visible[r.target] = true
		}
	}
	for i, s := range x.Skills {
		if visible[i] {
			p.Skills = append(p.Skills, s)
		}
	}
	for _, r := range x.Routes {
		if kept[r] {
			p.Routes = append(p.Routes, r)
		}
	}
	for i := range x.Diagnostics {
		if x.concerns(i, kept, visible) {
			p.Diagnostics = append(p.Diagnostics, x.Diagnostics[i])
			p.about = append(p.about, x.about[i])
		}
	}
	p.collectIDs()
	return p
}

// concerns reports whether a diagnostic belongs to a projection: one of its
// routes is kept, or it speaks of no route and its Skill is visible.
func (x *Index) concerns(i int, kept map[*Route]bool, visible map[int]bool) bool {
	if len(x.about[i]) == 0 {
		return visible[x.byPath[x.Diagnostics[i].Path]]
	}
	return slices.ContainsFunc(x.about[i], func(r *Route) bool { return kept[r] })
}
