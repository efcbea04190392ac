//go:build unix

package diskfs

import "syscall"

// openFlags keep an open from waiting: a file that was regular when it was
// looked at may have become a pipe without a writer since.
const openFlags = syscall.O_NONBLOCK
