package diffreport_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/snapshot"
)

// The report walks both sides in their order and looks up only what has moved.
// Here everything is looked up.
func TestAgainstLookingEverythingUp(t *testing.T) {
	pairs(t, func(t *testing.T, _ *rand.Rand, from, to testrepo.Files) {
		a, b := side(t, "a", from), side(t, "b", to)
		r := diffreport.BuildDiffReport(a, b)
		want, got := naiveDiff(a.Snapshot, b.Snapshot), map[string][]string{}
		for _, e := range r.Graph.AddedEdges {
			got["added edges"] = append(got["added edges"], edgeText(e.Source, e.Kind, e.Target, e.Resolved))
		}
		for _, e := range r.Graph.RemovedEdges {
			got["removed edges"] = append(got["removed edges"], edgeText(e.Source, e.Kind, e.Target, e.Resolved))
		}
		for _, e := range r.Graph.ResolvedEdges {
			got["resolved edges"] = append(got["resolved edges"], edgeText(e.Source, e.Kind, e.Target, e.Resolved))
		}
		for _, asset := range r.Catalog.AddedAssets {
			got["added assets"] = append(got["added assets"], asset.ID+" at "+asset.Path)
		}
		for _, asset := range r.Catalog.RemovedAssets {
			got["removed assets"] = append(got["removed assets"], asset.ID+" at "+asset.Path)
		}
		for _, change := range r.Catalog.ChangedAssets {
			if change.ContentChanged {
				got["changed assets"] = append(got["changed assets"], change.ID+" at "+change.Path)
			}
		}
		for _, f := range r.Findings.Added {
			got["added findings"] = append(got["added findings"], findingText(t, f.ID, f.Evidence.Path, f.Details))
		}
		for _, f := range r.Findings.Removed {
			got["removed findings"] = append(got["removed findings"], findingText(t, f.ID, f.Evidence.Path, f.Details))
		}
		for _, lists := range []map[string][]string{want, got} {
			for _, list := range lists {
				slices.Sort(list)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-everything looked up +report):\n%s", diff)
		}
	})
}

func edgeText(source, kind, target string, resolved bool) string {
	return fmt.Sprint(source, " ", kind, " ", target, " ", resolved)
}

func naiveDiff(from, to *snapshot.Snapshot) map[string][]string {
	d := map[string][]string{}
	key := func(e *snapshot.Entry) string {
		if len(from.Catalog.ByID(e.ID)) > 1 || len(to.Catalog.ByID(e.ID)) > 1 {
			return e.ID + " at " + e.SourcePath
		}
		return e.ID
	}
	entries := func(s *snapshot.Snapshot) map[string]*snapshot.Entry {
		m := map[string]*snapshot.Entry{}
		for _, e := range s.Catalog.Entries {
			m[key(e)] = e
		}
		return m
	}
	only := func(name string, entries, others map[string]*snapshot.Entry) {
		for k, e := range entries {
			if others[k] == nil {
				d[name] = append(d[name], e.ID+" at "+e.SourcePath)
			}
		}
	}
	before, after := entries(from), entries(to)
	only("added assets", after, before)
	only("removed assets", before, after)
	for k, e := range after {
		if old := before[k]; old != nil && old.ContentHash != e.ContentHash {
			d["changed assets"] = append(d["changed assets"], e.ID+" at "+e.SourcePath)
		}
	}

	edges := func(s *snapshot.Snapshot) map[string]*snapshot.Dependency {
		m := map[string]*snapshot.Dependency{}
		for _, dep := range slices.Backward(s.Catalog.Dependencies) {
			m[key(dep.Source())+" "+dep.Kind+" "+dep.To] = dep
		}
		return m
	}
	text := func(dep *snapshot.Dependency, s *snapshot.Snapshot) string {
		if target := s.Catalog.Resolve(dep.To); target != nil {
			return edgeText(dep.From, dep.Kind, target.ID, true)
		}
		return edgeText(dep.From, dep.Kind, dep.To, false)
	}
	fromEdges, toEdges := edges(from), edges(to)
	for k, dep := range toEdges {
		if old := fromEdges[k]; old == nil {
			d["added edges"] = append(d["added edges"], text(dep, to))
		} else if from.Catalog.Resolve(old.To) == nil && to.Catalog.Resolve(dep.To) != nil {
			d["resolved edges"] = append(d["resolved edges"], text(dep, to))
		}
	}
	for k, dep := range fromEdges {
		if toEdges[k] == nil {
			d["removed edges"] = append(d["removed edges"], text(dep, from))
		}
	}
	return naiveFindings(d, from, to)
}

func naiveFindings(d map[string][]string, from, to *snapshot.Snapshot) map[string][]string {
	count := map[string]int{}
	for i := range to.Findings {
		f := &to.Findings[i]
		count[findingText(nil, f.ID, f.Evidence.Path, f.Details)]++
	}
	for i := range from.Findings {
		f := &from.Findings[i]
		count[findingText(nil, f.ID, f.Evidence.Path, f.Details)]--
	}
	for text, n := range count {
		for ; n > 0; n-- {
			d["added findings"] = append(d["added findings"], text)
		}
		for ; n < 0; n++ {
			d["removed findings"] = append(d["removed findings"], text)
		}
	}
	return d
}

// findingText is the identity of a finding.
func findingText(t *testing.T, id, path string, details any) string {
	text, err := json.Marshal(details)
	var members map[string]any
	if err == nil {
		err = json.Unmarshal(text, &members)
	}
	if err != nil && t != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"occurrences", "declarationIndex", "classification"} {
		delete(members, name)
	}
	identity, _ := json.Marshal(members)
	return id + " " + path + " " + string(identity)
}
