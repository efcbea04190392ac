// Package textio holds the text primitives that every other package shares:
// trimming, line tables, JSON output and escaping for text formats.
package textio
