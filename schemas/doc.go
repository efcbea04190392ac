// Package schemas holds the JSON Schema (draft 2020-12) of every document that
// renma prints, under the document's schemaVersion.
//
// [Validate] is for tests and for consumers that want to be sure of what they
// read. renma does not validate its own reports as it prints them.
package schemas
