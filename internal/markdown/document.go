package markdown

import "sort"

// Document is what one body holds. All lines are 1-based file lines and all
// slices are in source order.
type Document struct {
	// Headings are the headings at document level, ATX and setext. A heading
	// inside a quote or a list opens no section and is not among them.
	Headings []Heading
	// References are the files that links, images and inline code may name.
	References []Reference
	// Blocks are the runs of text that speak to the reader: paragraphs and
	// list items, also inside quotes and HTML. Headings, tables, code and
	// HTML comments are not among them.
	Blocks []Block
	// Tables are the GFM tables, which are data and hold no instructions.
	Tables []Table
	// Comments are the HTML comments.
	Comments []Comment

	src string
}

// Heading is one heading at document level.
type Heading struct {
	// Level is 1 to 6.
	Level int
	// Text is the text without markup; inline code keeps its content.
	Text string
	Line int
	// Parent is the index of the nearest earlier heading that encloses this
	// one, or -1.
	Parent int
}

// Table is one GFM table: its first line that is not blank, and the index of
// the innermost heading above it, or -1.
type Table struct{ Line, Section int }

// ReferenceKind says how a body names a file.
type ReferenceKind string

// The kinds of [Reference].
const (
	Link  ReferenceKind = "link"
	Image ReferenceKind = "image"
	Code  ReferenceKind = "code"
)

// Reference is one link, image or inline code span. Target is the destination
// or the code as it reads, with backslash escapes and entities resolved and
// percent signs as written; it need not be a path.
type Reference struct {
	Kind   ReferenceKind
	Target string
	Line   int
}

// Marks that stand in the text of a [Block] for markup that is not text.
const (
	// CodeMark stands for one inline code span, autolink or image.
	CodeMark = '\uFFFC'
	// BoldMark stands where a bold run begins or ends.
	BoldMark = '\x01'
)

// Block is one run of text.
type Block struct {
	// Text is the text as a reader hears it: a wrapped line ends in "\n",
	// inline code is [CodeMark], bold runs are set off by [BoldMark], and
	// other markup is gone.
	Text string
	// Section is the index of the innermost heading above, or -1.
	Section int
	// Quote reports a block inside a block quote.
	Quote bool
	// List reports a block inside a list, and First that it is the first
	// block of its item.
	List, First bool
	// HTML reports the text of an HTML block.
	HTML bool

	lines  []lineStart
	lo, hi int
}

// lineStart says that the text from offset on stands on line.
type lineStart struct{ offset, line int }

// Line returns the file line of the byte at offset of Text.
func (b *Block) Line(offset int) int {
	i := sort.Search(len(b.lines), func(i int) bool { return b.lines[i].offset > offset })
	return b.lines[max(i-1, 0)].line
}

// StartLine and EndLine return the first and last file line of the block.
func (b *Block) StartLine() int { return b.lines[0].line }

// EndLine returns the last file line of the block.
func (b *Block) EndLine() int { return b.lines[len(b.lines)-1].line }

// References returns the files that body may name, in source order. firstLine
// is the file line of the body's first line. It is [Parse] for those who need
// nothing else, and does not build the rest where it need not.
func References(body string, firstLine int) []Reference {
	return read(body, firstLine, true).References
}
