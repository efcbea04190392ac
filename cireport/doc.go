// Package cireport turns a semantic diff into one status for a pull request.
//
// [EvaluateCiPolicy] applies the opt-in Skill Discovery policy, which can ask for
// a review and never fails. [BuildCiReport] adds it to the status that the rest
// of the diff has. Nothing is compared again.
//
// The package implements contract 04 sections 4 and 4b.
package cireport
