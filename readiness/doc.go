// Package readiness says whether a repository of Agent Skills holds what it
// declares: a fixed list of checks, a score and a level, each with its evidence
// and the next step.
//
// [BuildReport] projects a snapshot and its discovery index; nothing is read or
// resolved again. Checks that rest on analyses renma does not run are absent,
// never passed, and named in [Report.OmittedAnalyses].
//
// The package implements contract 04 section 1.
package readiness
