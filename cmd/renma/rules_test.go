package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/renma/renma"
)

// notInCases are registered ids that no case can produce, with the reason.
var notInCases = map[string]string{
	"AS-SKILL-NONCANONICAL-FILENAME": "only the library validates such files",
	"DISCOVERY-FILE-READ-FAILED":     "needs a file that cannot be read: TestFaultsOfSingleFilesDoNotStopTheRest in package snapshot",
	"RENMA-DIAGNOSTIC":               "needs a directory that cannot be read: TestUnreadableDirectoryIsReportedAndTheWalkGoesOn in package snapshot",
}

// idSet collects the ids that documents hold. It may be used by several
// goroutines at a time.
type idSet struct {
	mu  sync.Mutex
	ids map[string]bool
}

// idForm is that of diagnostics and findings, or of readiness checks and policy
// conditions. The latter look like ids of assets, so their families are listed.
var idForm = regexp.MustCompile(`^([A-Z]+(-[A-Z0-9_]+)+|` +
	`(diagnostics|specification|ownership|graph|workflow|context_lens|assets|discovery|skill_discovery_ci)\.[a-z_]+)$`)

// collect adds every member named code or id whose value looks like an id of
// ours.
func (s *idSet) collect(document []byte) {
	var v any
	if json.Unmarshal(document, &v) != nil {
		return // Markdown and text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids == nil {
		s.ids = map[string]bool{}
	}
	s.walk(v)
}

func (s *idSet) walk(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			s.walk(e)
		}
	case map[string]any:
		for key, e := range v {
			if id, ok := e.(string); ok && (key == "code" || key == "id") && idForm.MatchString(id) {
				s.ids[id] = true
			}
			s.walk(e)
		}
	}
}

// compareWithRules checks that every id that a case produced is registered,
// and that every registered id was produced.
func (s *idSet) compareWithRules(t *testing.T) {
	rules := map[string]bool{}
	for _, r := range renma.Rules() {
		rules[r.ID] = true
		reason, excepted := notInCases[r.ID]
		switch {
		case s.ids[r.ID] && excepted:
			t.Errorf("a case produces %s: take it off the list of exceptions (%s)", r.ID, reason)
		case !s.ids[r.ID] && !excepted:
			t.Errorf("no case produces %s: add one to testdata/cases", r.ID)
		}
	}
	for id := range s.ids {
		if !rules[id] {
			t.Errorf("a case produces %s, which no rule describes", id)
		}
	}
	for id := range notInCases {
		if !rules[id] {
			t.Errorf("the exception %s is no rule", id)
		}
	}
}

func TestRulesAreComplete(t *testing.T) {
	rules := renma.Rules()
	for i := range rules {
		r := &rules[i]
		if !idForm.MatchString(r.ID) {
			t.Errorf("%q is no id", r.ID)
		}
		if i > 0 && rules[i-1].ID == r.ID {
			t.Errorf("%s is registered twice", r.ID)
		}
		for name, text := range map[string]string{
			"family": r.Family, "severity": r.Severity, "title": r.Title, "meaning": r.Meaning, "reason": r.Why, "fix": r.Fix,
			"wrong example": r.Wrong, "right example": r.Right, "contract": r.Contract,
		} {
			if text == "" {
				t.Errorf("%s has no %s", r.ID, name)
			}
		}
		if r.Title != "" && r.Title[len(r.Title)-1] == '.' {
			t.Errorf("the title of %s ends with a stop", r.ID)
		}
		if r.Wrong == r.Right {
			t.Errorf("the examples of %s are the same", r.ID)
		}
	}
}

// The ids of analyses that the scan says it leaves out are not registered.
func TestOmittedAnalysesHaveNoRules(t *testing.T) {
	form := regexp.MustCompile(`^(COMPOSITION|DOCS|PATH|PROF|QUAL|SEC)-`)
	allowed := []string{"SUPPORT-SYMLINK-PATH", "MAINT-ASSET-EXPIRED", "MAINT-ASSET-REVIEW-OVERDUE"}
	later := regexp.MustCompile(`^(SUPPORT|MAINT)-`)
	for _, r := range renma.Rules() {
		if form.MatchString(r.ID) || later.MatchString(r.ID) && !slices.Contains(allowed, r.ID) {
			t.Errorf("%s is registered: take its analysis off the list of omitted ones", r.ID)
		}
	}
}
