package gitfs

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is what Linux lets every user ask for.
const pipeSize = 1 << 20

// widen lets git write far ahead of the reader of a pipe, so that neither often
// waits for the other. A pipe that stays small is only slower.
func widen(pipe io.Reader) {
	file, ok := pipe.(*os.File)
	if !ok {
		return
	}
	if conn, err := file.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
	}
}
