package textio

import "testing"

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 files are", 1: "1 file is", 2: "2 files are"} {
		if got := Count(n, "file is", "files are"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := Plural(1, "file") + ", " + Plural(12, "file"); got != "1 file, 12 files" {
		t.Errorf("got %q", got)
	}
}
