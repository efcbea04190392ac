package main

import (
	"bytes"
	"errors"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

	"golang.org/x/sys/unix"
)

// Large pages for the heap, where Linux gives them to those who ask only: the Go
// runtime does not ask. Without them every 4 KiB of a heap are a page fault of their
// own, and these take between a sixth and a quarter of a run. Nothing depends on
// whether the system agrees.

// useLargePages asks for large pages once the heap was collected for the first time:
// a short run, which ends before, has nothing to gain.
func useLargePages() {
	if math.MaxInt == math.MaxInt32 || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return // no addresses to spare, or a limit that counts them as memory
	}
	afterCollection(func() { moreLargePages(0) })
}

// afterCollection calls f once the garbage collector has run.
func afterCollection(f func()) {
	mark := new([16]byte) // smaller ones may share their memory and outlive a collection
	runtime.AddCleanup(mark, func(f func()) { f() }, f)
}

// How much of the heap is put on large pages at first, and each time that half of it
// is in use, in bytes. It is address space until something is stored there.
const (
	firstRoom   = 256 << 20
	furtherRoom = 1 << 30
)

// moreLargePages keeps large pages ahead of the heap. have is what was asked for.
func moreLargePages(have int) {
	room := 0
	switch {
	case have == 0:
		room = firstRoom
	case heapSize() > uint64(have/2):
		room = furtherRoom
	}
	if room > 0 && adviseLargePages(room) != nil {
		return
	}
	afterCollection(func() { moreLargePages(have + room) })
}

func heapSize() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

var errNotAsked = errors.New("large pages come unasked, or not at all")

// adviseLargePages takes size bytes of addresses for the heap, asks for large pages
// there, and leaves them to the garbage collector, which gives them to what is
// allocated later.
func adviseLargePages(size int) error {
	enabled, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil {
		return err
	}
	if !bytes.Contains(enabled, []byte("[madvise]")) {
		return errNotAsked
	}
	// A limit on the address space would end the program, not fail the allocation.
	probe, err := unix.Mmap(-1, 0, 2*size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return err
	}
	if err := unix.Munmap(probe); err != nil {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the room counts as live until it is let go
	const part = 4 << 20
	room := make([][]byte, size/part) // in parts: one that was in use before is cleared, and so takes memory
	for i := range room {
		room[i] = make([]byte, part)
		err = errors.Join(err, unix.Madvise(room[i], unix.MADV_HUGEPAGE))
	}
	return err
}
