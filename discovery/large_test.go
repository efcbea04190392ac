package discovery

import (
	"fmt"
	"testing"
)

const large = 20000

// largeIndex makes an index of eligible Skills without files, in which Skill i
// continues with the Skills next(i). All id lists have one width, so they sort.
func largeIndex(next func(i int) []int) *Index {
	x := &Index{byPath: map[string]int{}}
	for i := range large {
		s := &Skill{ID: fmt.Sprintf("s%05d", i), RouteEligible: true, AgentSkillsValid: true, LifecycleActive: true, EffectiveIDUnique: true}
		s.SourcePath = s.ID
		x.Skills = append(x.Skills, s)
		x.byPath[s.SourcePath] = i
	}
	for i, s := range x.Skills {
		for k, target := range next(i) {
			to := x.Skills[target]
			x.Routes = append(x.Routes, &Route{
				SourceID: s.ID, SourcePath: s.SourcePath, DeclarationIndex: k, Resolution: Resolved, Usable: true, Representative: true,
				ResolvedTarget: &ResolvedTarget{ID: to.ID, SourcePath: to.SourcePath}, source: i, target: target,
			})
		}
	}
	return x
}

func (x *Index) publish(entrypoints ...int) {
	for _, i := range entrypoints {
		x.Skills[i].Publication.Accepted = true
	}
	x.Adoption = Adoption{State: Adopted, PublishedEntrypointCount: len(entrypoints)}
	next := x.authoritativeEdges()
	x.findCycles(next)
	x.markStructure(next)
	x.reach(next)
}

func TestLongChain(t *testing.T) {
	x := largeIndex(func(i int) []int {
		if i == large-1 {
			return nil
		}
		return []int{i + 1}
	})
	x.publish(0)
	last := x.Skills[large-1]
	if len(x.Cycles) != 0 || *last.Reachability.MinimumDepth != large-1 || x.Coverage.ReachableSkillCount != large {
		t.Errorf("%d cycles, depth %d, %d reachable", len(x.Cycles), *last.Reachability.MinimumDepth, x.Coverage.ReachableSkillCount)
	}
	if !x.Skills[0].StructuralRoot || last.StructuralRoot {
		t.Error("the wrong end of the chain is its root")
	}
}

func TestLongRing(t *testing.T) {
	x := largeIndex(func(i int) []int { return []int{(i + 1) % large} })
	x.publish(0, large/2)
	if len(x.Cycles) != 1 || len(x.Cycles[0].Routes) != large || x.Cycles[0].SelfLoop {
		t.Fatalf("%d cycles", len(x.Cycles))
	}
	if got := *x.Skills[large-1].Reachability.MinimumDepth; got != large/2-1 {
		t.Errorf("depth %d at the end of the ring", got)
	}
	for _, s := range x.Skills {
		if len(s.Reachability.SourceEntrypointIDs) != 2 || s.StructuralRoot {
			t.Fatalf("%s: %+v", s.ID, s.Reachability)
		}
	}
}

// What reaches every Skill of a ring is one list, not one for each of them: the
// second would be twenty thousand times as large as the ring.
func TestManyEntrypointsShareTheirLists(t *testing.T) {
	x := largeIndex(func(i int) []int { return []int{(i + 1) % large} })
	entrypoints := make([]int, 500)
	for i := range entrypoints {
		entrypoints[i] = i * 7
	}
	x.publish(entrypoints...)
	first := x.Skills[0].Reachability.SourceEntrypointIDs
	for _, s := range x.Skills {
		if list := s.Reachability.SourceEntrypointIDs; len(list) != 500 || &list[0] != &first[0] {
			t.Fatalf("%s has a list of its own", s.ID)
		}
	}
}
