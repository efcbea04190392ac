// Package diffreport says what changed between two states of a repository of
// Agent Skills: in its assets, its dependencies, its readiness, its findings and
// above all in Skill Discovery.
//
// [BuildDiffReport] compares two snapshots and their discovery indexes; nothing
// is read or resolved again. It says what is different and never whether that is
// good. Identities hold no line numbers and no positions, so text that moves, is
// wrapped or quoted differently, or is listed in another order changes nothing
// but content hashes.
//
// The package implements contract 04 section 3.
package diffreport
