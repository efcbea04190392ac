//go:build !linux

package diskfs

import "io/fs"

// readDir has no short way on this system.
func (f *FS) readDir(string) (list []fs.DirEntry, ok bool) { return nil, false }
