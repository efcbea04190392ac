package frontmatter

import (
	"bytes"
	"strings"

	"github.com/renma/renma/internal/textio"
)

const (
	bom       = "\uFEFF"
	delimiter = "---"
)

// firstLine is the file line on which a block starts: the opener is line 1.
const firstLine = 2

// inFile is the place in the file of a line and a column of a block.
func inFile(line, column int) Pos { return At(line-1+firstLine, column) }

// Parse splits src into frontmatter and body by the given envelope and reads
// the YAML between the delimiters. It never fails: whatever is wrong is in the
// State and Fault of the result.
func Parse(src []byte, env Envelope) *Document {
	d := split(src, env)
	return d.read(string(src))
}

// ParseHead is [Parse] for those who keep no body. The lines of the result end
// where the body begins, unless there is no block with an end.
func ParseHead(src []byte, env Envelope) *Document {
	d := split(src, env)
	if d.CloseLine > 0 {
		src = src[:d.BodyOffset]
	}
	return d.read(string(src))
}

// Opens reports whether src begins with the opening delimiter of a block.
func Opens(src []byte, env Envelope) bool {
	line, _ := cutLine(src)
	line = bytes.TrimPrefix(line, []byte(bom))
	if env == SkillEnvelope && bytes.Contains(line, []byte(delimiter)) {
		return textio.Trim(string(line)) == delimiter
	}
	return string(line) == delimiter
}

// split finds the frontmatter block.
func split(src []byte, env Envelope) *Document {
	d := &Document{BodyLine: 1}
	if !Opens(src, env) {
		return d
	}
	_, rest := cutLine(src)
	for n := 2; len(rest) > 0; n++ {
		var line []byte
		if line, rest = cutLine(rest); closes(line, env) {
			d.CloseLine, d.BodyLine, d.BodyOffset = n, n+1, len(src)-len(rest)
			return d
		}
	}
	d.State = Unclosed
	if env == SkillEnvelope {
		d.BodyLine, d.BodyOffset = bytes.Count(src, []byte("\n"))+2, len(src)
	}
	return d
}

// closes reports whether line is the closing delimiter.
func closes(line []byte, env Envelope) bool {
	rest, found := bytes.CutPrefix(line, []byte(delimiter))
	return found && (len(rest) == 0 || env == SkillEnvelope && textio.Trim(string(rest)) == "")
}

// cutLine returns the first line of text without its line break, and what follows.
func cutLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

// read takes the text up to the body, at least, and reads what stands between the
// delimiters, if there are two.
func (d *Document) read(text string) *Document {
	d.Lines = textio.NewLines(text)
	if d.CloseLine > 0 {
		d.readBlock()
	}
	return d
}

// readBlock parses the text between the delimiters.
func (d *Document) readBlock() {
	block := d.Lines.Text()[d.Lines.Offset(2):d.Lines.Offset(d.CloseLine)]
	if strings.IndexByte(block, '\r') >= 0 {
		// A lone carriage return is no line break here (contract 02,
		// conventions); YAML folds it to a space, as it does with one.
		block = strings.ReplaceAll(strings.ReplaceAll(block, "\r\n", "\n"), "\r", " ")
	}
	root, fault := parseBlock(block)
	switch {
	case fault != nil:
		d.State, d.Fault = Invalid, fault
		// A fault at the end of the block stands on the closing delimiter.
		d.Fault.Pos.line = min(d.Fault.Pos.line, int32(d.CloseLine))
	case root != nil && root.Kind == MappingKind:
		d.State, d.Fields = Mapping, root.Fields
	default:
		d.State = NotMapping
	}
}

// parseBlock parses a block with LF line breaks. A nil Value with a nil Fault
// is an empty document.
func parseBlock(block string) (*Value, *Fault) {
	if fault := guard(block); fault != nil {
		return nil, fault
	}
	if root, fault, ok := read(block); ok {
		return root, fault
	}
	return parseTree(block)
}
