package diffreport_test

import (
	order "cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/discovery"
	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/snapshot"
)

// randomRepo makes a small repository in which everything collides: few ids,
// many spellings of each target, every status.
func randomRepo(rnd *rand.Rand) testrepo.Files {
	files := testrepo.Files{}
	if rnd.IntN(3) > 0 {
		files["renma.config.json"] = testrepo.Adopted("off")
	}
	names := []string{"a", "b", "c", "d", "e"}
	for _, name := range names {
		if rnd.IntN(6) == 0 {
			continue
		}
		files["skills/"+name+"/SKILL.md"] = randomSkill(rnd, name)
	}
	for _, name := range []string{"x", "y"} {
		if rnd.IntN(3) > 0 {
			files["contexts/"+name+".md"] = testrepo.Context("context." + name)
		}
	}
	if rnd.IntN(2) == 0 {
		files["skills/a/references/notes.md"] = fmt.Sprintf("# Notes %d\n", rnd.IntN(2))
	}
	return files
}

func randomSkill(rnd *rand.Rand, name string) string {
	var metadata []string
	if rnd.IntN(3) == 0 {
		metadata = append(metadata, testrepo.Published)
	}
	switch status := []string{"", "", "", "stable", "deprecated", "suspended", "revoked"}[rnd.IntN(7)]; status {
	case "":
	case "suspended", "revoked":
		metadata = append(metadata, testrepo.Gated(status)...)
	default:
		metadata = append(metadata, "status: "+status)
	}
	targets := []string{
		"skill.a", "skill.b", "skill.c", "skills/a/SKILL.md", "./skills/b/SKILL.md", `skills\c\SKILL.md`, "skills/d/SKILL.md", " skill.b ",
		"skill.none", "context.x", "/abs", "../up", "skill.e",
	}
	pick := func(list []string, n int) []string {
		out := make([]string, rnd.IntN(n))
		for i := range out {
			out[i] = strings.ReplaceAll(list[rnd.IntN(len(list))], `\`, `\\`)
		}
		return out
	}
	if routes := pick(targets, 6); len(routes) > 0 {
		metadata = append(metadata, testrepo.Continues(routes...))
	}
	if contexts := pick([]string{"context.x", "contexts/y.md", "context.none"}, 3); len(contexts) > 0 {
		metadata = append(metadata, testrepo.Requires(contexts...))
	}
	text := testrepo.Skill(name, metadata...)
	switch rnd.IntN(10) {
	case 0:
		text = strings.Replace(text, "name: ", "name: X", 1) // invalid
	case 1:
		text = strings.Replace(text, "renma.id: skill."+name, "renma.id: skill.b", 1)
	case 2:
		text = strings.Replace(text, "  renma.owner: team\n", "", 1)
	}
	return text
}

// changed replaces some files of a repository by other ones.
func changed(rnd *rand.Rand, files testrepo.Files) testrepo.Files {
	other := randomRepo(rnd)
	out := files.With(nil)
	for _, name := range sortedNames(files, other) {
		if rnd.IntN(2) == 0 {
			delete(out, name)
			if text, ok := other[name]; ok {
				out[name] = text
			}
		}
	}
	return out
}

func sortedNames(files ...testrepo.Files) []string {
	var names []string
	for _, f := range files {
		for name := range f {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// pairs runs a test on many pairs of random repositories.
func pairs(t *testing.T, test func(t *testing.T, rnd *rand.Rand, from, to testrepo.Files)) {
	count := 120
	if testing.Short() {
		count = 20
	}
	for seed := range count {
		rnd := rand.New(rand.NewPCG(uint64(seed), 7))
		from := randomRepo(rnd)
		to := changed(rnd, from)
		test(t, rnd, from, to)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func TestNoChangeIsEmpty(t *testing.T) {
	pairs(t, func(t *testing.T, _ *rand.Rand, from, _ testrepo.Files) {
		r := diff(t, from, from.With(nil))
		s := r.Summary
		s.ContentChangedAssets = nil
		if !r.Discovery.IsEmpty() || s != (diffreport.Summary{}) || len(r.Readiness.CheckChanges) > 0 ||
			len(r.Catalog.AddedAssets)+len(r.Catalog.RemovedAssets)+len(r.Catalog.ChangedAssets) > 0 ||
			len(r.Graph.AddedEdges)+len(r.Graph.RemovedEdges)+len(r.Graph.NewUnresolvedEdges)+len(r.Graph.ResolvedEdges) > 0 ||
			len(r.Findings.Added)+len(r.Findings.Removed)+len(r.Findings.CountByID) > 0 {
			t.Errorf("got %s", encode(t, r))
		}
	})
}

// mirrored turns a diff into the one of the opposite direction, as far as that
// can be told from it. What it leaves out is set to what want has.
func mirrored(r, want *diffreport.Report) *diffreport.Report {
	m := *r
	m.From, m.To = r.To, r.From
	m.Summary = negated(r.Summary)
	m.Catalog.AddedAssets, m.Catalog.RemovedAssets = r.Catalog.RemovedAssets, r.Catalog.AddedAssets
	m.Catalog.ChangedAssets = []diffreport.AssetChange{}
	for _, c := range r.Catalog.ChangedAssets {
		c.Path, c.From, c.To = c.From.Path, c.To, c.From
		m.Catalog.ChangedAssets = append(m.Catalog.ChangedAssets, c)
	}
	m.Graph = want.Graph
	m.Graph.AddedEdges, m.Graph.RemovedEdges = r.Graph.RemovedEdges, r.Graph.AddedEdges
	m.Readiness.CheckChanges = []diffreport.CheckChange{}
	for _, c := range r.Readiness.CheckChanges {
		c.FromStatus, c.ToStatus, c.FromSeverity, c.ToSeverity = c.ToStatus, c.FromStatus, c.ToSeverity, c.FromSeverity
		m.Readiness.CheckChanges = append(m.Readiness.CheckChanges, c)
	}
	m.Findings.Added, m.Findings.Removed = r.Findings.Removed, r.Findings.Added
	m.Findings.CountByID = []diffreport.CountDelta{}
	for _, c := range r.Findings.CountByID {
		m.Findings.CountByID = append(m.Findings.CountByID, diffreport.CountDelta{ID: c.ID, From: c.To, To: c.From, Delta: -c.Delta})
	}
	m.Discovery = mirroredDiscovery(r.Discovery, want.Discovery)
	m.TokenEstimate = mirroredTokens(r.TokenEstimate, want.TokenEstimate)
	return &m
}

// mirroredTokens takes the ids of the Skills on both sides from want: they are
// those of the to side.
func mirroredTokens(d, want *diffreport.TokenChanges) *diffreport.TokenChanges {
	if d == nil {
		return nil
	}
	ids := map[string]string{}
	for _, s := range want.ChangedSkills {
		if s.From != nil && s.To != nil {
			ids[s.Path] = s.ID
		}
	}
	m := &diffreport.TokenChanges{Method: d.Method, From: d.To, To: d.From, ChangedSkills: []diffreport.SkillTokens{}}
	for _, s := range d.ChangedSkills {
		if s.From != nil && s.To != nil {
			s.ID = ids[s.Path]
		}
		m.ChangedSkills = append(m.ChangedSkills, diffreport.SkillTokens{ID: s.ID, Path: s.Path, Delta: -s.Delta, From: s.To, To: s.From})
	}
	slices.SortFunc(m.ChangedSkills, func(a, b diffreport.SkillTokens) int {
		return order.Or(order.Compare(b.Delta, a.Delta), order.Compare(a.Path, b.Path), order.Compare(a.ID, b.ID))
	})
	return m
}

func negated(s diffreport.Summary) diffreport.Summary {
	return diffreport.Summary{
		ReadinessScoreDelta: -s.ReadinessScoreDelta, ReadinessLevelChanged: s.ReadinessLevelChanged, TotalAssetsDelta: -s.TotalAssetsDelta,
		OwnershipCoverageDelta: -s.OwnershipCoverageDelta, GraphResolutionDelta: -s.GraphResolutionDelta, FindingsDelta: -s.FindingsDelta,
		HighOrCriticalFindingsDelta: -s.HighOrCriticalFindingsDelta, ContentChangedAssets: s.ContentChangedAssets,
	}
}

func mirroredDiscovery(d, want *diffreport.SkillDiscovery) *diffreport.SkillDiscovery {
	m := *d
	m.Adoption.From, m.Adoption.To = d.Adoption.To, d.Adoption.From
	m.Coverage.From, m.Coverage.To = d.Coverage.To, d.Coverage.From
	s := &d.Summary
	m.Summary = diffreport.SkillDiscoverySummary{
		PublishedEntrypointCountDelta: -s.PublishedEntrypointCountDelta, RouteEligibleSkillCountDelta: -s.RouteEligibleSkillCountDelta,
		ReachableSkillCountDelta: -s.ReachableSkillCountDelta, NotReachedSkillCountDelta: -s.NotReachedSkillCountDelta,
		UnroutedSkillCountDelta: -s.UnroutedSkillCountDelta, UsableRouteCountDelta: -s.UsableRouteCountDelta,
		UnusableRouteCountDelta: -s.UnusableRouteCountDelta, UnresolvedRouteCountDelta: -s.UnresolvedRouteCountDelta,
		CycleComponentCountDelta: -s.CycleComponentCountDelta,
	}
	m.PublishedEntrypoints.Added, m.PublishedEntrypoints.Removed = d.PublishedEntrypoints.Removed, d.PublishedEntrypoints.Added
	m.Reachability = want.Reachability // has no opposite lists (contract 04 W11)
	m.UnroutedSkills.NewlyUnrouted, m.UnroutedSkills.ResolvedUnrouted = d.UnroutedSkills.ResolvedUnrouted, d.UnroutedSkills.NewlyUnrouted
	m.Routes.Added, m.Routes.Removed = d.Routes.Removed, d.Routes.Added
	m.Routes.Changed = []diffreport.RouteChange{}
	for _, c := range d.Routes.Changed {
		c.From, c.To = c.To, c.From
		m.Routes.Changed = append(m.Routes.Changed, c)
	}
	m.Cycles.Added, m.Cycles.Resolved = d.Cycles.Resolved, d.Cycles.Added
	return &m
}

func TestOppositeDirectionsMirror(t *testing.T) {
	pairs(t, func(t *testing.T, _ *rand.Rand, from, to testrepo.Files) {
		a, b := side(t, "a", from), side(t, "b", to)
		there, back := diffreport.BuildDiffReport(a, b), diffreport.BuildDiffReport(b, a)
		if diff := cmp.Diff(encode(t, mirrored(there, back)), encode(t, back)); diff != "" {
			t.Errorf("(-mirror +opposite):\n%s", diff)
		}
		// What resolves on the way back is a part of what is newly unresolved
		// on the way there.
		if back, there := len(back.Graph.ResolvedEdges), len(there.Graph.NewUnresolvedEdges); back > there {
			t.Errorf("%d edges resolve back, %d were newly unresolved", back, there)
		}
	})
}

// The order of declarations shows nowhere but in content hashes.
func TestOrderOfDeclarationsIsSilent(t *testing.T) {
	pairs(t, func(t *testing.T, rnd *rand.Rand, from, to testrepo.Files) {
		shuffled := from.With(nil)
		for _, name := range sortedNames(from) {
			shuffled[name] = shuffleTargets(rnd, from[name])
		}
		r := diff(t, from, shuffled)
		if !r.Discovery.IsEmpty() {
			t.Errorf("got %s", encode(t, r.Discovery))
		}
		if len(r.Graph.AddedEdges)+len(r.Graph.RemovedEdges)+len(r.Findings.Added)+len(r.Findings.Removed)+len(r.Readiness.CheckChanges) > 0 {
			t.Errorf("got %s", encode(t, r))
		}
		// And it does not show in a comparison with something else either.
		plain, other := diff(t, from, to).Discovery, diff(t, shuffled, to).Discovery
		if diff := cmp.Diff(encode(t, plain), encode(t, other)); diff != "" {
			t.Errorf("(-as declared +shuffled):\n%s", diff)
		}
	})
}

// shuffleTargets reorders the members of every list in the metadata of a Skill.
func shuffleTargets(rnd *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		head, rest, ok := strings.Cut(line, "'[")
		if !ok {
			continue
		}
		members := strings.Split(strings.TrimSuffix(rest, "]'"), ",")
		rnd.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		lines[i] = head + "'[" + strings.Join(members, ",") + "]'"
	}
	return strings.Join(lines, "\n")
}

// Everything the lists name stands on the side that it is said to stand on.
func TestListsNameWhatIsThere(t *testing.T) {
	pairs(t, func(t *testing.T, _ *rand.Rand, from, to testrepo.Files) {
		a, b := side(t, "a", from), side(t, "b", to)
		d := diffreport.BuildDiffReport(a, b).Discovery
		check := func(list []diffreport.SkillRef, x *discovery.Index, has func(*discovery.Skill) bool) {
			t.Helper()
			if !slices.IsSortedFunc(list, func(a, b diffreport.SkillRef) int {
				return slices.Compare([]string{a.Path, a.ID}, []string{b.Path, b.ID})
			}) {
				t.Errorf("not sorted: %v", list)
			}
			for _, ref := range list {
				if !slices.ContainsFunc(x.Skills, func(s *discovery.Skill) bool { return s.SourcePath == ref.Path && s.ID == ref.ID && has(s) }) {
					t.Errorf("%v is not there, or not so", ref)
				}
			}
		}
		published := func(s *discovery.Skill) bool { return s.Publication.Accepted }
		reached := func(s *discovery.Skill) bool { return s.RouteEligible && s.Reachability.State == discovery.Reachable }
		missed := func(s *discovery.Skill) bool { return s.RouteEligible && s.Reachability.State == discovery.NotReached }
		unrouted := func(s *discovery.Skill) bool { return s.Unrouted }
		check(d.PublishedEntrypoints.Added, b.Index, published)
		check(d.PublishedEntrypoints.Removed, a.Index, published)
		check(d.Reachability.NewlyReachable, b.Index, reached)
		check(d.Reachability.NewlyNotReached, b.Index, missed)
		check(d.UnroutedSkills.NewlyUnrouted, b.Index, unrouted)
		check(d.UnroutedSkills.ResolvedUnrouted, a.Index, unrouted)
	})
}

// shuffledFS lists directories in another order.
type shuffledFS struct {
	fstest.MapFS
	rnd *rand.Rand
}

func (f shuffledFS) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := f.MapFS.ReadDir(name)
	f.rnd.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, err
}

func TestOrderOfFilesIsSilent(t *testing.T) {
	pairs(t, func(t *testing.T, rnd *rand.Rand, from, to testrepo.Files) {
		shuffled := func(ref string, files testrepo.Files) diffreport.Side {
			s, err := snapshot.Collect(t.Context(), shuffledFS{files.FS(), rnd}, snapshot.Options{Root: "/repo"})
			if err != nil {
				t.Fatal(err)
			}
			return diffreport.Side{Ref: ref, Snapshot: s, Index: discovery.PrepareDiscovery(s)}
		}
		if diff := cmp.Diff(encode(t, diff(t, from, to)), encode(t, diffreport.BuildDiffReport(shuffled("from", from), shuffled("to", to)))); diff != "" {
			t.Errorf("(-sorted +shuffled):\n%s", diff)
		}
	})
}

// chain is the index of a chain of Skills of which the first one is published and
// one does not continue, -1 for none.
func chain(length, end int) *discovery.Index {
	x := &discovery.Index{}
	x.Adoption.State, x.Coverage.Mode = discovery.Adopted, discovery.CoverageAuthoritative
	for i := range length {
		s := &discovery.Skill{ID: fmt.Sprintf("skill.%d", i), SourcePath: fmt.Sprintf("skills/%d/SKILL.md", i), RouteEligible: true}
		s.Reachability.State = discovery.Reachable
		if end >= 0 && i > end {
			s.Reachability.State = discovery.NotReached
		}
		x.Skills = append(x.Skills, s)
		if i == end || i == length-1 {
			continue
		}
		x.Routes = append(x.Routes, &discovery.Route{
			SourceID: s.ID, SourcePath: s.SourcePath, NormalizedTarget: fmt.Sprintf("skill.%d", i+1), Representative: true, Usable: true,
		})
	}
	return x
}

func TestLongChain(t *testing.T) {
	d := diffreport.DiffDiscovery(chain(20000, -1), chain(20000, 100))
	if n := len(d.Reachability.NewlyNotReached); n != 19899 {
		t.Errorf("%d Skills are newly not reached", n)
	}
	if len(d.Routes.Removed) != 1 || d.Routes.Removed[0].SourcePath != "skills/100/SKILL.md" || len(d.Routes.Changed)+len(d.Routes.Added) > 0 {
		t.Errorf("routes %+v", d.Routes)
	}
}
