// Package conformance reads the cases below testdata/conformance, lays their
// trees out on disk and compares what a command printed with what a case
// wants. testdata/conformance/README.md describes the format.
//
// It is support for tests: nothing outside of tests imports it.
package conformance
