package gitfs

import (
	"slices"
	"strings"
	"testing"
)

func TestRecordsComeInAnyPieces(t *testing.T) {
	want := []string{"a b\tc", "", "d", "é"}
	output := strings.Join(want, "\x00") + "\x00"
	for size := 1; size <= len(output); size++ {
		var r records
		for piece := range slices.Chunk([]byte(output), size) {
			if n, err := r.Write(piece); n != len(piece) || err != nil {
				t.Fatalf("wrote %d of %d: %v", n, len(piece), err)
			}
			clear(piece) // the caller uses it again
		}
		if !slices.Equal(r.list, want) || len(r.rest) > 0 {
			t.Errorf("pieces of %d: %q and %q", size, r.list, r.rest)
		}
	}
}
