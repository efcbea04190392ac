//go:build !unix

package diskfs

const openFlags = 0
