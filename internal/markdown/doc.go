// Package markdown reads the body of a Markdown file once and keeps what renma
// looks at: headings, references to other files, and running text, each with
// its line in the file.
//
// goldmark parses the blocks and inlines (CommonMark, plus the tables of GFM),
// where a scanner does not answer first: it reads the Markdown of most Skills in
// one pass, finds what goldmark finds, and declines the rest.
//
// Two things differ on purpose: a line that holds nothing but a custom tag such
// as <rules> does not turn the lines below it into raw HTML, because Skills use
// such tags as sections, and nesting, runs of blank lines and very long
// paragraphs are cut to sizes that keep parsing near-linear on hostile input.
package markdown
