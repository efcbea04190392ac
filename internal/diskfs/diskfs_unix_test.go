//go:build unix

package diskfs

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A file that was regular when it was looked at may be a pipe when it is opened.
func TestOpenDoesNotWaitForAPipe(t *testing.T) {
	dir := t.TempDir()
	f := write(t, dir, "a.md")
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip("no pipes here:", err)
	}
	modes := make(chan fs.FileMode, 1)
	go func() {
		file, err := f.Open("pipe")
		if err != nil {
			modes <- 0
			return
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			modes <- 0
			return
		}
		modes <- info.Mode()
	}()
	select {
	case mode := <-modes:
		if mode&fs.ModeNamedPipe == 0 {
			t.Errorf("mode %v", mode)
		}
	case <-time.After(30 * time.Second):
		if w, err := os.OpenFile(pipe, os.O_RDWR, 0); err == nil {
			defer w.Close() // lets the other goroutine go
		}
		t.Error("Open waits for a writer")
	}
}
