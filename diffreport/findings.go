package diffreport

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/snapshot"
)

// Findings holds the findings that differ, sorted by id, path and details.
type Findings struct {
	Added     []Finding    `json:"added"`
	Removed   []Finding    `json:"removed"`
	CountByID []CountDelta `json:"countById"` // sorted by id; only ids whose number differs
	// Suppressed is nil when no side suppresses a finding.
	Suppressed *Suppressed `json:"suppressed,omitempty"`
}

// Suppressed holds the findings that configured suppressions hide on one side
// only. A finding that comes to be suppressed is among the removed ones too.
type Suppressed struct {
	Added   []Finding `json:"added"`
	Removed []Finding `json:"removed"`
}

// Finding is one finding. Two findings of one id and path with equal details
// are the same one, wherever they stand in the file.
type Finding struct {
	ID        string               `json:"id"`
	Severity  diagnostic.Level     `json:"severity"`
	RiskClass string               `json:"riskClass,omitempty"`
	Title     string               `json:"title"`
	Evidence  *diagnostic.Evidence `json:"evidence,omitempty"`
	Details   diagnostic.Details   `json:"details,omitempty"`

	key findingKey
}

// CountDelta says how often an id is found on each side.
type CountDelta struct {
	ID    string `json:"id"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	Delta int    `json:"delta"`
}

type findingKey struct{ id, path, details string }

func compareFindings(a, b Finding) int {
	return cmp.Or(cmp.Compare(a.key.id, b.key.id), cmp.Compare(a.key.path, b.key.path), cmp.Compare(a.key.details, b.key.details))
}

// circumstantial are the details that are no part of an identity: where something
// stands in a list, and what the path says by itself.
var circumstantial = []string{"occurrences", "declarationIndex", "classification"}

func newFinding(f *diagnostic.Finding) Finding {
	identity := slices.DeleteFunc(slices.Clone(f.Details), func(d diagnostic.Detail) bool { return slices.Contains(circumstantial, d.Key) })
	details, err := json.Marshal(identity)
	if err != nil {
		details = nil // then the id and the path have to do
	}
	return Finding{
		ID: f.ID, Severity: f.Severity, RiskClass: f.RiskClass, Title: f.Title, Evidence: &f.Evidence, Details: f.Details,
		key: findingKey{f.ID, f.Evidence.Path, string(details)},
	}
}

func diffFindings(from, to *snapshot.Snapshot) Findings {
	d := Findings{CountByID: countByID(from.Findings, to.Findings)}
	path := func(f *diagnostic.Finding) string { return f.Evidence.Path }
	before, after := different(pointers(from.Findings), pointers(to.Findings), path, func(a, b []*diagnostic.Finding) bool {
		return slices.EqualFunc(a, b, equalFindings)
	})
	d.Added, d.Removed = diffMultisets(findingRows(before), findingRows(after))
	if len(from.Suppressed) > 0 || len(to.Suppressed) > 0 {
		d.Suppressed = &Suppressed{}
		d.Suppressed.Added, d.Suppressed.Removed = diffMultisets(suppressedRows(from.Suppressed), suppressedRows(to.Suppressed))
	}
	return d
}

// equalFindings reports two findings of one path that are surely the same.
func equalFindings(a, b *diagnostic.Finding) bool {
	return a.ID == b.ID && slices.EqualFunc(a.Details, b.Details, func(a, b diagnostic.Detail) bool {
		return a.Key == b.Key && (slices.Contains(circumstantial, a.Key) || reflect.DeepEqual(a.Value, b.Value))
	})
}

func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

func findingRows(list []*diagnostic.Finding) []Finding {
	rows := make([]Finding, len(list))
	for i, f := range list {
		rows[i] = newFinding(f)
	}
	return rows
}

func suppressedRows(list []snapshot.SuppressedFinding) []Finding {
	rows := make([]Finding, len(list))
	for i := range list {
		rows[i] = newFinding(&list[i].Finding)
	}
	return rows
}

// diffMultisets returns what is in after beyond before, and the other way round.
func diffMultisets(before, after []Finding) (added, removed []Finding) {
	count := make(map[findingKey]int, len(before))
	for _, f := range before {
		count[f.key]++
	}
	added, removed = []Finding{}, []Finding{}
	for _, f := range after {
		if count[f.key]--; count[f.key] < 0 {
			added = append(added, f)
		}
	}
	for _, f := range slices.Backward(before) {
		if count[f.key] > 0 {
			count[f.key]--
			removed = append(removed, f)
		}
	}
	slices.SortStableFunc(added, compareFindings)
	slices.SortStableFunc(removed, compareFindings)
	return added, removed
}

func countByID(before, after []diagnostic.Finding) []CountDelta {
	from, to := map[string]int{}, map[string]int{}
	for i := range before {
		from[before[i].ID]++
	}
	for i := range after {
		to[after[i].ID]++
	}
	list := []CountDelta{}
	for _, id := range unionOfKeys(from, to) {
		if delta := to[id] - from[id]; delta != 0 {
			list = append(list, CountDelta{id, from[id], to[id], delta})
		}
	}
	return list
}

// blocking counts the findings of level high or critical.
func blocking(s *snapshot.Snapshot) int {
	n := 0
	for i := range s.Findings {
		if s.Findings[i].Severity.Rank() >= diagnostic.LevelHigh.Rank() {
			n++
		}
	}
	return n
}
