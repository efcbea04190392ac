//go:build !linux

package main

// useLargePages does nothing: only Linux has to be asked for large pages.
func useLargePages() {}
