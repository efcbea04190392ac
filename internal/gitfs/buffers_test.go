package gitfs

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// Buffers of files that were read for the last time serve other files, but not
// while somebody still reads the first one.
func TestBuffersOfOpenFiles(t *testing.T) {
	r := newRepo(t)
	content := func(i int) string { return strings.Repeat(fmt.Sprintf("%02d", i), 100) }
	const files = 40
	for i := range files {
		r.write(fmt.Sprintf("%d.md", i), content(i))
	}
	r.commit("x")
	tr := tree(t, open(t, r.dir), "HEAD")

	file, err := tr.Open("0.md")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	first := make([]byte, 10)
	if _, err := io.ReadFull(file, first); err != nil {
		t.Fatal(err)
	}
	var buf []byte
	for round := range 2 { // in the second one git is asked again
		for i := range files {
			got, ok := tr.ReadRegular(fmt.Sprintf("%d.md", i), 1000, buf[:0])
			if !ok || string(got) != content(i) {
				t.Fatalf("round %d, file %d: %.20q, %v", round, i, got, ok)
			}
			buf = got
		}
	}
	rest, err := io.ReadAll(file)
	if got := string(first) + string(rest); err != nil || got != content(0) {
		t.Errorf("the open file holds %.40q, %v", got, err)
	}
	if n := len(tr.repo.blobs.spare.free); n == 0 || n > 2 {
		t.Errorf("%d buffers for files that were read one at a time", n)
	}
}

func TestBuffers(t *testing.T) {
	var b buffers
	small, large := b.get(10), b.get(maxBuffer+1)
	if len(small) != 10 || len(large) != maxBuffer+1 {
		t.Fatalf("%d and %d bytes", len(small), len(large))
	}
	b.put(large)
	b.put(make([]byte, 10))
	if len(b.free) != 0 {
		t.Error("a buffer of an unusual size is kept")
	}
	b.put(small)
	if got := b.get(minBuffer); len(got) != minBuffer || &got[0] != &small[0] {
		t.Errorf("%d bytes, not those that were given back", len(got))
	}
	b.put(small)
	if got := b.get(minBuffer + 1); len(got) != minBuffer+1 {
		t.Errorf("%d bytes in a buffer that is too small", len(got))
	}
	for range 2 * maxAhead {
		b.put(make([]byte, minBuffer))
	}
	if len(b.free) != maxAhead {
		t.Errorf("%d buffers are kept", len(b.free))
	}
}
