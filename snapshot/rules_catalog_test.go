package snapshot

import "testing"

func TestEveryFindingHasARule(t *testing.T) {
	rules := map[string]bool{}
	for _, r := range catalogRules() {
		if rules[r.ID] {
			t.Errorf("%s is registered twice", r.ID)
		}
		rules[r.ID] = true
		for name, text := range map[string]string{
			"Family": r.Family, "Severity": r.Severity, "Title": r.Title, "Meaning": r.Meaning, "Why": r.Why, "Fix": r.Fix,
			"Wrong": r.Wrong, "Right": r.Right, "Contract": r.Contract,
		} {
			if text == "" {
				t.Errorf("%s has no %s", r.ID, name)
			}
		}
	}
	for id := range findingSpecs {
		if !rules[id] {
			t.Errorf("%s has no rule", id)
		}
	}
}
