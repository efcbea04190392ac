// Package discovery says where the discovery of Skills starts, where it can
// continue, what it reaches, what it misses, and which source line says so.
//
// [PrepareDiscovery] turns a snapshot into an [Index] once. The skill index,
// the graph view and their text forms are projections of that value, and so are
// the discovery parts of readiness, diff and ci-report. Nothing is inferred:
// only what Skills declare in metadata.renma.published-entrypoint and
// metadata.renma.continues-with counts, and no request is ever interpreted.
//
// The package implements contract 03.
package discovery
