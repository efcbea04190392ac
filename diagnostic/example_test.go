package diagnostic_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/renma/renma/diagnostic"
)

func ExampleDetails() {
	d := diagnostic.Details{{Key: "assetId", Value: "skill.demo"}, {Key: "missingFields", Value: []string{"status_reason"}}}
	data, err := json.Marshal(d.With("sourcePath", "skills/demo/SKILL.md"))
	fmt.Println(string(data), err)
	fmt.Println(d.Get("assetId"), d.Get("sourcePath"))
	// Output:
	// {"assetId":"skill.demo","missingFields":["status_reason"],"sourcePath":"skills/demo/SKILL.md"} <nil>
	// skill.demo <nil>
}

func TestLevelsRankFromLowToCritical(t *testing.T) {
	order := []diagnostic.Level{"unknown", diagnostic.LevelLow, diagnostic.LevelMedium, diagnostic.LevelHigh, diagnostic.LevelCritical}
	for i, level := range order {
		if level.Rank() != i {
			t.Errorf("%s ranks %d, want %d", level, level.Rank(), i)
		}
	}
}

func TestExtendingDetailsLeavesTheOriginal(t *testing.T) {
	base := make(diagnostic.Details, 1, 4)
	base[0] = diagnostic.Detail{Key: "a", Value: 1}
	first, second := base.With("b", 2), base.With("c", 3)
	if first[1].Key != "b" || second[1].Key != "c" || len(base) != 1 {
		t.Errorf("lists share members: %v, %v, %v", base, first, second)
	}
}

func TestDetailsKeepTheirOrder(t *testing.T) {
	for _, text := range []string{`{}`, `{"z":1,"a":[true,null],"m":{"b":"<x>","a":1.5}}`} {
		var d diagnostic.Details
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Fatal(err)
		}
		keys := make([]string, len(d))
		for i := range d {
			keys[i] = d[i].Key
		}
		if want := []string{"z", "a", "m"}[:len(d)]; d == nil || !slices.Equal(keys, want) {
			t.Errorf("%s: keys %q, want %q", text, keys, want)
		}
	}
	var d diagnostic.Details
	if err := json.Unmarshal([]byte("null"), &d); err != nil || d != nil {
		t.Errorf("null: %v, %v", d, err)
	}
	for _, text := range []string{`[]`, `"x"`, `7`} {
		if err := json.Unmarshal([]byte(text), &d); err == nil {
			t.Errorf("%s is taken for details", text)
		}
	}
}
