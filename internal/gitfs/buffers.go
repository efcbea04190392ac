package gitfs

import "sync"

// buffers are byte slices that nobody reads any more, for blobs to come. It has a
// lock of its own, because the goroutine that reads answers must never wait for
// one that sends requests.
type buffers struct {
	mu   sync.Mutex
	free [][]byte
}

// A buffer that is used again has between minBuffer and maxBuffer bytes.
const (
	minBuffer = 8 << 10
	maxBuffer = 64 << 10
)

// get returns size bytes of any content.
func (b *buffers) get(size int64) []byte {
	if size > maxBuffer {
		return make([]byte, size)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if last := len(b.free) - 1; last >= 0 {
		data := b.free[last]
		b.free = b.free[:last]
		if int64(cap(data)) >= size {
			return data[:size]
		}
	}
	return make([]byte, size, max(size, minBuffer))
}

// put takes a slice that its owner reads no more.
func (b *buffers) put(data []byte) {
	if cap(data) < minBuffer || cap(data) > maxBuffer {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.free) < maxAhead {
		b.free = append(b.free, data)
	}
}
