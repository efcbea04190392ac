// Package files holds the JSON Schema (draft 2020-12) of every document that renma
// prints, under the document's schemaVersion.
//
// It is for programs that hand out schemas. Those that check documents use the
// package schemas, which brings a validator along.
package files
