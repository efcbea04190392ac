// Package snapshot reads a repository of Agent Skills once and keeps what the
// other packages project: configuration, files, validation results, the
// catalog, ownership, lifecycle and the diagnostics about all of them.
package snapshot
