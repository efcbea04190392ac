package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// advised returns the bytes of address space for which large pages were asked.
func advised(t *testing.T) int {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	sum, size := 0, 0 // of all, and of the mapping at hand
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if _, err := fmt.Sscanf(line, "Size: %d kB", &size); err == nil {
			continue
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && strings.Contains(flags+" ", " hg ") {
			sum += size << 10
		}
	}
	return sum
}

func TestLargePages(t *testing.T) {
	const size = 64 << 20
	before := advised(t)
	switch err := adviseLargePages(size); {
	case errors.Is(err, errNotAsked), errors.Is(err, os.ErrNotExist):
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	if got := advised(t) - before; got < size {
		t.Errorf("large pages were asked for %d bytes of %d", got, size)
	}
	if percent := debug.SetGCPercent(100); percent != 100 {
		t.Errorf("the garbage collector was left at %d%%", percent)
	}
	runtime.GC()
	if heap := heapSize(); heap > size/2 {
		t.Errorf("%d bytes of the heap are in use: the room was not let go", heap)
	}
}

// Where the address space is limited, asking fails and the program goes on.
func TestNoRoomForLargePages(t *testing.T) {
	if adviseLargePages(math.MaxInt/2) == nil {
		t.Error("there is more address space than there can be")
	}
}

func TestAfterCollection(t *testing.T) {
	done := make(chan bool)
	afterCollection(func() { close(done) })
	for deadline := time.After(10 * time.Second); ; {
		runtime.GC()
		select {
		case <-done:
			return
		case <-deadline:
			t.Fatal("nothing was called after a collection")
		case <-time.After(time.Millisecond):
		}
	}
}
