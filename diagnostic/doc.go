// Package diagnostic holds what every renma package reports with: diagnostics
// about a repository's files, findings that a scan counts against its
// threshold, the evidence both point at, and the rules that explain them.
//
// Diagnostics are data, never errors: a fault in a repository is a value in a
// report, a fault in a call is a Go error. JSON member order is the order of
// the struct fields and follows contract 01 section 5.1.
package diagnostic
