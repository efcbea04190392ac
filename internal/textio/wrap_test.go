package textio

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"short", []string{"short"}},
		{"one two three", []string{"one two", "three"}},
		{"  one \n two\u00a0three ", []string{"one two", "three"}},
		{"exactly 9", []string{"exactly 9"}},
		{"größer als", []string{"größer", "als"}},
		{"a verylongword b", []string{"a", "verylongword", "b"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, Wrap(tt.text, 9)); diff != "" {
			t.Errorf("Wrap(%q) (-want +got):\n%s", tt.text, diff)
		}
	}
}
