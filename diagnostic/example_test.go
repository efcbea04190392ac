package diagnostic_test

import (
	"encoding/json"
	"fmt"
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
