package gitfs

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestWiden(t *testing.T) {
	pipe := func() *os.File {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close(); w.Close() })
		return r
	}
	control := func(f *os.File, command, arg int) (n int) {
		t.Helper()
		conn, err := f.SyscallConn()
		if err == nil {
			err = conn.Control(func(fd uintptr) { n, _ = unix.FcntlInt(fd, command, arg) })
		}
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if control(pipe(), unix.F_SETPIPE_SZ, pipeSize) != pipeSize {
		t.Skip("this system allows no such pipe")
	}
	r := pipe()
	widen(r)
	if size := control(r, unix.F_GETPIPE_SZ, 0); size != pipeSize {
		t.Errorf("the pipe holds %d bytes, want %d", size, pipeSize)
	}
	widen(strings.NewReader("no pipe")) // must not matter
}
