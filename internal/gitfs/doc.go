// Package gitfs shows the commits of a git repository as file systems
// (contract 04 section 2).
//
// Everything is read from the object store by the installed git: nothing is
// checked out, no temporary file is made, and no command is run that could
// write to the repository, run a hook or a filter, or reach the network.
// Attributes such as export-ignore, text or filter do not apply: every tracked
// file is there, with the bytes of the commit.
//
// The package asks the operating system for git and hands the environment on,
// cleaned of every variable that could change what git reads or prints.
package gitfs
