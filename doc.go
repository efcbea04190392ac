// Package renma turns a repository of Agent Skills (agentskills.io) into
// facts: which skills are valid, what is wrong with the others, where, and
// what depends on what. It calls no model, runs no skill and changes no file.
//
// The same repository gives the same bytes, on every platform. A fault in the
// repository is a value in a report, a fault in the call is a Go error.
//
// # Compatibility
//
// The JSON documents are contracts: what a schemaVersion means never changes
// (see package schemas). The Go interface is still v0 and may change in any
// release. Wording, for people, is no contract at all.
package renma
