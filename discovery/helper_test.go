package discovery

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// tree is a repository: contents by path.
type tree map[string]string

// skill adds a valid Skill whose id is "skill." and its name. Each entry is one
// line or more of its metadata, without indent.
func (t tree) skill(name string, metadata ...string) tree {
	return t.skillWithID(name, "skill."+name, metadata...)
}

// skillWithID is like skill; an empty id is left out.
func (t tree) skillWithID(name, id string, metadata ...string) tree {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: %s\n", name)
	fmt.Fprintf(&b, "description: Reviews %s requests and lists the findings. Use when a request waits; do not use for deployment.\n", name)
	b.WriteString("metadata:\n  renma.owner: team\n")
	if id != "" {
		metadata = append([]string{"renma.id: " + id}, metadata...)
	}
	for _, entry := range metadata {
		b.WriteString("  " + strings.ReplaceAll(entry, "\n", "\n  ") + "\n")
	}
	b.WriteString("---\n\n# Work\n\nRead the request.\n")
	t["skills/"+name+"/SKILL.md"] = b.String()
	return t
}

// context adds a context whose id is "context." and its name.
func (t tree) context(name string) tree {
	t["contexts/"+name+".md"] = fmt.Sprintf("---\nid: context.%s\nowner: team\nstatus: stable\n---\n\n# Facts\n", name)
	return t
}

func (t tree) adopted() tree {
	t["renma.config.json"] = `{"skill_discovery": {"adopted": true}}`
	return t
}

func published() string { return `renma.published-entrypoint: "true"` }

func status(s snapshot.Status) string { return "renma.status: " + string(s) }

func continues(targets ...string) string {
	list, err := json.Marshal(append([]string{}, targets...))
	if err != nil {
		panic(err) // strings can be encoded
	}
	return "renma.continues-with: '" + strings.ReplaceAll(string(list), "'", "''") + "'"
}

func tryCollect(files tree) (*snapshot.Snapshot, error) {
	fsys := fstest.MapFS{}
	for path, text := range files {
		fsys[path] = &fstest.MapFile{Data: []byte(text)}
	}
	return snapshot.Collect(context.Background(), fsys, snapshot.Options{Root: "/repository"})
}

func collect(tb testing.TB, files tree) *snapshot.Snapshot {
	tb.Helper()
	s, err := tryCollect(files)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// prepare builds the index of a repository and checks what holds for every one.
func prepare(tb testing.TB, files tree) *Index {
	tb.Helper()
	x := PrepareDiscovery(collect(tb, files))
	checkIndex(tb, x)
	checkEvidence(tb, x, files)
	return x
}

func document(tb testing.TB, v any) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, v); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func sameList[T any](tb testing.TB, what string, want, got []T) {
	tb.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// checkIndex checks what no schema can express.
func checkIndex(tb testing.TB, x *Index) {
	tb.Helper()
	checkSummary(tb, x)
	checkOrder(tb, x)
	where := func(has func(*Skill) bool) []string {
		ids := []string{}
		for _, s := range x.Skills {
			if has(s) {
				ids = append(ids, s.ID)
			}
		}
		return ids
	}
	sorted := func(has func(*Skill) bool) []string {
		ids := where(has)
		slices.Sort(ids)
		return slices.Compact(ids)
	}
	sameList(tb, "published", where(func(s *Skill) bool { return s.Publication.Accepted }), x.PublishedEntrypointIDs)
	sameList(tb, "reachable", sorted(func(s *Skill) bool { return s.Reachability.State == Reachable }), x.ReachableDiscoveryEligibleSkillIDs)
	sameList(tb, "not reached", sorted(func(s *Skill) bool { return s.Reachability.State == NotReached }), x.NotReachedDiscoveryEligibleSkillIDs)
	sameList(tb, "structural roots", sorted(func(s *Skill) bool { return s.StructuralRoot }), x.StructuralRootIDs)
	sameList(tb, "standalone", sorted(func(s *Skill) bool { return s.Standalone }), x.StandaloneSkillIDs)
	sameList(tb, "unrouted", sorted(func(s *Skill) bool { return s.Unrouted }), x.UnroutedSkillIDs)
	for i := range x.Diagnostics {
		checkDiagnostic(tb, x, i)
	}
}

func checkSummary(tb testing.TB, x *Index) {
	tb.Helper()
	s := x.Summary
	if s.DeclaredRouteCount != s.UsableRouteCount+s.UnresolvedOrAmbiguousRouteCount+s.InvalidRouteCount ||
		s.UnresolvedOrAmbiguousRouteCount != s.UnresolvedRouteCount+s.AmbiguousRouteCount {
		tb.Errorf("the route counts do not add up: %+v", s)
	}
	if s.VisibleSkillCount != len(x.Skills) || s.DeclaredRouteCount != len(x.Routes) {
		tb.Errorf("%d Skills and %d routes are counted as %+v", len(x.Skills), len(x.Routes), s)
	}
	if s.PublishedEntrypointCount != len(x.PublishedEntrypointIDs) || s.ReachableSkillCount != len(x.ReachableDiscoveryEligibleSkillIDs) ||
		s.NotReachedSkillCount != len(x.NotReachedDiscoveryEligibleSkillIDs) || s.StructuralRootCount != len(x.StructuralRootIDs) ||
		s.StandaloneSkillCount != len(x.StandaloneSkillIDs) || s.UnroutedSkillCount != len(x.UnroutedSkillIDs) {
		tb.Errorf("the lists of ids have other lengths than %+v", s)
	}
	c := x.Coverage
	if c.Mode != CoverageNotEvaluated && c.EligibleSkillCount != c.ReachableSkillCount+c.NotReachedSkillCount {
		tb.Errorf("the coverage does not add up: %+v", c)
	}
	if x.Focused == nil && (s.RouteEligibleSkillCount != c.EligibleSkillCount || s.ReachableSkillCount != c.ReachableSkillCount ||
		s.NotReachedSkillCount != c.NotReachedSkillCount || s.PublishedEntrypointCount != x.Adoption.PublishedEntrypointCount) {
		tb.Errorf("summary %+v and coverage %+v differ", s, c)
	}
}

func checkOrder(tb testing.TB, x *Index) {
	tb.Helper()
	for i := 1; i < len(x.Skills); i++ {
		if x.Skills[i-1].SourcePath >= x.Skills[i].SourcePath {
			tb.Errorf("%s stands before %s", x.Skills[i-1].SourcePath, x.Skills[i].SourcePath)
		}
	}
	for i := 1; i < len(x.Routes); i++ {
		a, b := x.Routes[i-1], x.Routes[i]
		if a.SourcePath > b.SourcePath || a.SourcePath == b.SourcePath && a.DeclarationIndex >= b.DeclarationIndex {
			tb.Errorf("route %s %d stands before %s %d", a.SourcePath, a.DeclarationIndex, b.SourcePath, b.DeclarationIndex)
		}
	}
	links := func(list []Link) {
		for i := 1; i < len(list); i++ {
			if compareLinks(list[i-1], list[i]) >= 0 {
				tb.Errorf("links %v and %v are out of order", list[i-1], list[i])
			}
		}
	}
	for _, s := range x.Skills {
		links(s.LinkedDiagnostics)
		links(s.Publication.LinkedDiagnostics)
		if !slices.IsSorted(s.Reachability.SourceEntrypointIDs) {
			tb.Errorf("the entrypoints of %s are not sorted: %v", s.ID, s.Reachability.SourceEntrypointIDs)
		}
	}
	for _, r := range x.Routes {
		links(r.LinkedDiagnostics)
		if r.Usable != (len(r.UsabilityReasons) == 0) || r.Usable && !r.Representative {
			tb.Errorf("route %s %d is usable: %v, representative: %v, for %v", r.SourcePath, r.DeclarationIndex, r.Usable, r.Representative, r.UsabilityReasons)
		}
	}
}

// checkEvidence compares every snippet with the lines of files it stands for.
func checkEvidence(tb testing.TB, x *Index, files tree) {
	tb.Helper()
	sources := map[string]*textio.Lines{}
	for _, f := range x.snap.Files {
		text := files[f.Path]
		if f.ContentClassification == snapshot.Binary {
			text = ""
		}
		sources[f.Path] = textio.NewLines(text)
	}
	check := func(ev *diagnostic.Evidence) {
		if ev == nil {
			return
		}
		lines := sources[ev.Path]
		if lines == nil || ev.StartLine < 1 || ev.EndLine < ev.StartLine || lines.Snippet(ev.StartLine, ev.EndLine) != ev.Snippet {
			tb.Errorf("evidence %+v is not in the source", *ev)
		}
	}
	links := func(list []Link) {
		for _, l := range list {
			check(l.Evidence)
		}
	}
	for _, s := range x.Skills {
		check(s.Publication.Marker.Evidence)
		check(s.Continuation.Evidence)
		links(s.LinkedDiagnostics)
		links(s.Publication.LinkedDiagnostics)
	}
	for _, r := range x.Routes {
		check(&r.Evidence)
		check(&r.Member)
		links(r.LinkedDiagnostics)
	}
	for i := range x.Diagnostics {
		check(x.Diagnostics[i].Evidence)
	}
}

// checkDiagnostic checks one diagnostic against its rule, the one before it and
// the routes that link to it.
func checkDiagnostic(tb testing.TB, x *Index, i int) {
	tb.Helper()
	d := &x.Diagnostics[i]
	rules := Rules()
	at := slices.IndexFunc(rules, func(r diagnostic.Rule) bool { return r.ID == d.Code })
	if at < 0 || rules[at].Severity != string(d.Severity) {
		tb.Errorf("%s has severity %s in no rule", d.Code, d.Severity)
	}
	if d.Message == "" || d.Path == "" || d.LLMHint == "" || len(d.RepairConstraints) < 3 || len(d.VerificationSteps) < 2 {
		tb.Errorf("incomplete diagnostic %+v", *d)
	}
	if i > 0 {
		before := &x.Diagnostics[i-1]
		if before.Code > d.Code || before.Code == d.Code && before.Path > d.Path {
			tb.Errorf("%s at %s stands before %s at %s", before.Code, before.Path, d.Code, d.Path)
		}
	}
	for _, r := range x.about[i] {
		if !slices.ContainsFunc(r.LinkedDiagnostics, func(l Link) bool { return l.Code == d.Code }) {
			tb.Errorf("route %s %d does not link %s", r.SourcePath, r.DeclarationIndex, d.Code)
		}
	}
}

// checkFocus checks that a projection holds nothing but values of the whole.
func checkFocus(tb testing.TB, whole, part *Index) {
	tb.Helper()
	checkIndex(tb, part)
	for _, s := range part.Skills {
		if whole.Skill(s.SourcePath) != s {
			tb.Errorf("the projection has another Skill %s", s.SourcePath)
		}
	}
	for _, r := range part.Routes {
		if whole.Routes[r.at] != r {
			tb.Errorf("the projection has another route %s %d", r.SourcePath, r.DeclarationIndex)
		}
	}
	if diff := cmp.Diff(whole.Adoption, part.Adoption) + cmp.Diff(whole.Coverage, part.Coverage); diff != "" {
		tb.Errorf("focus changes adoption or coverage:\n%s", diff)
	}
	at := 0
	for i := range part.Diagnostics {
		for at < len(whole.Diagnostics) && &whole.Diagnostics[at].Details[0] != &part.Diagnostics[i].Details[0] {
			at++
		}
		if at == len(whole.Diagnostics) {
			tb.Errorf("the projection has another diagnostic, %s", part.Diagnostics[i].Message)
			return
		}
		at++
	}
}
