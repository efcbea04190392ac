// Package frontmatter reads the YAML block at the head of a Markdown file and
// keeps the position of every key, value and list member.
//
// A block passes through up to three stages. The guard refuses what is no text
// or too large. The reader answers for the YAML that people write: it is exact
// about the line on which a mistake shows, and fast. What it leaves, such as
// keys over several lines, goes to goccy/go-yaml, whose syntax tree says where things
// stand.
// In both cases texts and types are read from the source here, by the YAML 1.2
// core table of contract 02 section 1.2.
package frontmatter
