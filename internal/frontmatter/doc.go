// Package frontmatter reads the YAML block at the head of a Markdown file and
// keeps the position of every key, value and list member.
//
// goccy/go-yaml's syntax tree says where things stand; the types of scalars
// are decided here, by the YAML 1.2 core table of contract 02 section 1.2.
// Input that could cost the parser more than linear time is refused before it
// is parsed.
package frontmatter
