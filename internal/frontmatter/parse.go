package frontmatter

import (
	"bytes"
	"strings"

	"github.com/renma/renma/internal/textio"
)

const bom = "\uFEFF"

// firstLine is the file line on which a block starts: the opener is line 1.
const firstLine = 2

// inFile is the place in the file of a line and a column of a block.
func inFile(line, column int) Pos { return At(line-1+firstLine, column) }

// Parse splits src into frontmatter and body by the given envelope and reads
// the YAML between the delimiters. It never fails: whatever is wrong is in the
// State and Fault of the result.
func Parse(src []byte, env Envelope) *Document {
	d := split(src, env)
	d.readBlock()
	return d
}

// Opens reports whether src begins with the opening delimiter of a block.
func Opens(src []byte, env Envelope) bool {
	line, _, _ := bytes.Cut(src, []byte("\n"))
	return isOpener(strings.TrimSuffix(string(line), "\r"), env)
}

// ParseHead is [Parse] for those who keep no body. The lines of the head end
// where the body begins, unless there is no block with an end; whole is the line
// table of the file, which the head does not refer to.
func ParseHead(src []byte, env Envelope) (head *Document, whole *textio.Lines) {
	d := split(src, env)
	whole = d.Lines
	if d.CloseLine > 0 {
		d.Lines = textio.NewLines(strings.Clone(whole.Text()[:d.BodyOffset]))
	}
	d.readBlock()
	return d, whole
}

// split finds the frontmatter block.
func split(src []byte, env Envelope) *Document {
	d := &Document{Lines: textio.NewLines(string(src)), BodyLine: 1}
	if !isOpener(d.Lines.Line(1), env) {
		return d
	}
	closer := findCloser(d.Lines, env)
	if closer == 0 {
		d.State = Unclosed
		if env == SkillEnvelope {
			d.BodyLine, d.BodyOffset = d.Lines.Count()+1, len(src)
		}
		return d
	}
	d.CloseLine = closer
	d.BodyLine, d.BodyOffset = closer+1, d.Lines.Offset(closer+1)
	return d
}

func isOpener(line string, env Envelope) bool {
	line = strings.TrimPrefix(line, bom)
	if env == SkillEnvelope {
		line = textio.Trim(line)
	}
	return line == "---"
}

// findCloser returns the line of the closing delimiter, 0 when there is none.
func findCloser(lines *textio.Lines, env Envelope) int {
	for n := 2; n <= lines.Count(); n++ {
		rest, found := strings.CutPrefix(lines.Line(n), "---")
		if found && (rest == "" || env == SkillEnvelope && textio.Trim(rest) == "") {
			return n
		}
	}
	return 0
}

// readBlock parses the text between the delimiters, if there are two.
func (d *Document) readBlock() {
	if d.CloseLine == 0 {
		return
	}
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
