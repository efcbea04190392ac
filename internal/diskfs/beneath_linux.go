package diskfs

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// On Linux the kernel itself opens a path below a directory without following
// a link, in one call. What it cannot do so is left to os.Root, which knows the
// reason.

// openBeneath returns a file descriptor for name. It does not wait for a pipe.
func (f *FS) openBeneath(name string, flags uint64) (fd int, ok bool) {
	if !valid(name) {
		return -1, false
	}
	fd, err := unix.Openat2(int(f.dot.Fd()), name, &unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_CLOEXEC | flags,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS,
	})
	return fd, err == nil
}

// ReadRegular appends the content of a regular file of at most limit bytes to
// buf, with no link on its path. When ok is false the caller has to find out
// what the path is; buf may have been written to.
func (f *FS) ReadRegular(name string, limit int64, buf []byte) (content []byte, ok bool) {
	fd, ok := f.openBeneath(name, unix.O_NONBLOCK)
	if !ok {
		return nil, false
	}
	defer unix.Close(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil || stat.Mode&unix.S_IFMT != unix.S_IFREG || stat.Size > limit {
		return nil, false
	}
	start := len(buf)
	buf = slices.Grow(buf, int(stat.Size)+1)
	for {
		n, err := unix.Read(fd, buf[len(buf):cap(buf)])
		if err != nil {
			return nil, false
		}
		buf = buf[:len(buf)+n]
		size := int64(len(buf) - start)
		switch {
		case n == 0, size == stat.Size:
			return buf, true
		case size > limit:
			return nil, false
		}
		buf = slices.Grow(buf, 1)
	}
}

// readDir lists a directory as ReadDir does.
func (f *FS) readDir(name string) (list []fs.DirEntry, ok bool) {
	fd, ok := f.openBeneath(name, unix.O_DIRECTORY)
	if !ok {
		return nil, false
	}
	defer unix.Close(fd)
	var buf [8 << 10]byte
	for {
		n, err := unix.Getdents(fd, buf[:])
		if err != nil {
			return nil, false
		}
		if n == 0 {
			slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
			return list, true
		}
		if list, ok = f.appendEntries(list, name, buf[:n]); !ok {
			return nil, false
		}
	}
}

// Offsets in a struct linux_dirent64.
const (
	direntLength = 16
	direntType   = 18
	direntName   = 19
)

// appendEntries adds the entries in what getdents64 returned; ok is false when a
// file system does not tell the type of one.
func (f *FS) appendEntries(list []fs.DirEntry, dir string, records []byte) (_ []fs.DirEntry, ok bool) {
	for len(records) > direntName {
		length := int(binary.NativeEndian.Uint16(records[direntLength:]))
		if length <= direntName || length > len(records) {
			return nil, false
		}
		raw, _, _ := bytes.Cut(records[direntName:length], []byte{0})
		mode, known := direntModes[records[direntType]]
		if !known {
			return nil, false
		}
		if name := string(raw); name != "." && name != ".." {
			list = append(list, &entry{f, dir, name, mode})
		}
		records = records[length:]
	}
	return list, true
}

var direntModes = map[byte]fs.FileMode{
	unix.DT_REG: 0, unix.DT_DIR: fs.ModeDir, unix.DT_LNK: fs.ModeSymlink, unix.DT_FIFO: fs.ModeNamedPipe, unix.DT_SOCK: fs.ModeSocket,
	unix.DT_CHR: fs.ModeDevice | fs.ModeCharDevice, unix.DT_BLK: fs.ModeDevice,
}

// entry is one entry of a directory.
type entry struct {
	fsys      *FS
	dir, name string
	mode      fs.FileMode
}

func (e *entry) Name() string               { return e.name }
func (e *entry) IsDir() bool                { return e.mode.IsDir() }
func (e *entry) Type() fs.FileMode          { return e.mode }
func (e *entry) Info() (fs.FileInfo, error) { return e.fsys.Lstat(path.Join(e.dir, e.name)) }
func (e *entry) String() string             { return fs.FormatDirEntry(e) }
