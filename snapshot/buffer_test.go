package snapshot

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// swapFS takes over each buffer that it is given.
type swapFS struct {
	fstest.MapFS
	mu    sync.Mutex
	taken map[*byte]bool
	again int
}

func (f *swapFS) ReadRegular(name string, _ int64, buf []byte) ([]byte, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if cap(buf) > 0 {
		at := &buf[:1][0]
		if f.taken[at] {
			f.again++
		}
		f.taken[at] = true
	}
	return append([]byte(nil), f.MapFS[name].Data...), true
}

// A buffer that a file system took over is not used again, also where what it gave
// in its place is too large to be kept.
func TestBuffersAreHandedOver(t *testing.T) {
	f := &swapFS{MapFS: fstest.MapFS{"renma.config.json": {Data: []byte(`{"max_file_size_bytes": 4000000}`)}}, taken: map[*byte]bool{}}
	for i := range 20 {
		text := testSkill() + "text\n"
		if i%4 == 2 {
			text += strings.Repeat("a long line of text\n", maxBuffer/16)
		}
		f.MapFS[fmt.Sprintf("skills/s%02d/SKILL.md", i)] = &fstest.MapFile{Data: []byte(text)}
	}
	s, err := Collect(t.Context(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Skills) != 20 || len(f.taken) == 0 || f.again > 0 {
		t.Errorf("%d Skills, %d buffers were taken, %d were used again", len(s.Skills), len(f.taken), f.again)
	}
}
