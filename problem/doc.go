// Package problem holds the one model in which a scan hands over what it found,
// and writes it in the formats that other programs read: SARIF for code scanning,
// workflow commands for GitHub, JUnit XML for test views and rdjson for reviewdog.
//
// A [Problem] is a fault with a place, whatever list of the scan report it comes
// from. A [Baseline] remembers problems by what they are about and not by where
// they stand, so that a moved line is no new problem.
package problem
