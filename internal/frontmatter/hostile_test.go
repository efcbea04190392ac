package frontmatter

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// fill repeats a line, its %d replaced by a number, up to size bytes.
func fill(line string, size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// longBlocks are blocks of many parts, as long as a block may be. Ordinary
// ones are read, whatever their length; unusual ones would keep the parser busy
// for seconds.
var longBlocks = []struct {
	name, block string
	unusual     bool
}{
	{"keys", fill("k%d: v\n", 60_000), false},
	{"empty values", fill("k%d:\n", 60_000), false},
	{"one key", fill("a: b\n", 60_000), false},
	{"list items", "a:\n" + fill("- b\n", 60_000), false},
	{"mappings in a list", fill("- a: b\n", 60_000), false},
	{"brackets", "a: [" + fill("[],", 60_000) + "]\n", false},
	{"members on lines", "a: [" + fill("b,\n ", 60_000) + "]\n", false},
	{"explicit keys", fill("? k%d\n", 60_000), false},
	{"block scalars", fill("a: |\n b\n", 60_000), false},
	{"folded lines", "a: >\n" + fill(" b\n", 60_000), false},
	{"quoted lines", "a: \"" + fill("b\n ", 60_000) + "\"\n", false},
	{"nested mappings", fill("a:\n b:\n  - c\n", 60_000), false},
	{"anchors", fill("a: &x b\n", 60_000), false},
	{"comments", fill("#\n", 60_000) + "a: b\n", false},
	{"tabs behind dashes", fill("-\tb\n", 60_000), true},
	{"a collection as a key below many keys", fill("k%d: b\n", 60_000) + "{a: b}: c\n", true},
	{"brackets before a rarity", "a: [" + fill("[],", 60_000) + " {[b]: c}]\n", true},
}

func TestLongBlocks(t *testing.T) {
	for _, tt := range longBlocks {
		_, fault := parseBlock(tt.block)
		switch {
		case tt.unusual && (fault == nil || fault.Code != CodeLimit || fault.Message != messageParts):
			t.Errorf("%s: fault %+v, want a limit", tt.name, fault)
		case !tt.unusual && fault != nil && fault.Code == CodeLimit:
			t.Errorf("%s: refused as too long", tt.name)
		}
	}
}

func TestUnusualYAMLOfUsualLengthIsRead(t *testing.T) {
	block := fill("- a: b\n", 7*(maxParts-10)) + "-\tb\n"
	if _, _, ok := read(block); ok {
		t.Fatal("the reader answers by itself; choose another rarity")
	}
	if root, fault := parseBlock(block); fault != nil || len(root.Items) < maxParts-10 {
		t.Errorf("fault %+v", fault)
	}
}

// TestMemoryGrowsWithTheBlock counts bytes instead of time: work that copies
// the block for each of its entries shows as allocation.
func TestMemoryGrowsWithTheBlock(t *testing.T) {
	for _, tt := range longBlocks {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = parseBlock(tt.block)
		runtime.ReadMemStats(&after)
		if per := (after.TotalAlloc - before.TotalAlloc) / uint64(len(tt.block)); per > 200 {
			t.Errorf("%s: %d bytes allocated for each byte of the block", tt.name, per)
		}
	}
}
