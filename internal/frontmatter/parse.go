package frontmatter

import (
	"strings"

	"github.com/renma/renma/internal/textio"
)

const bom = "\uFEFF"

// Parse splits src into frontmatter and body by the given envelope and reads
// the YAML between the delimiters. It never fails: whatever is wrong is in the
// State and Fault of the result.
func Parse(src []byte, env Envelope) *Document {
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
	d.readBlock(d.Lines.Text()[d.Lines.Offset(2):d.Lines.Offset(closer)])
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

// readBlock parses the text between the delimiters.
func (d *Document) readBlock(block string) {
	if strings.Contains(block, "\r") {
		// A lone carriage return is no line break here (contract 02,
		// conventions), but it is one for the parser.
		block = strings.ReplaceAll(strings.ReplaceAll(block, "\r\n", "\n"), "\r", " ")
	}
	if d.Fault = guard(block); d.Fault == nil {
		var root *Value
		if root, d.Fault = parseYAML(block); d.Fault == nil {
			d.State = NotMapping
			if root != nil && root.Kind == MappingKind {
				d.State, d.Fields = Mapping, root.Fields
			}
			return
		}
	}
	d.State = Invalid
	// A fault at the end of the block stands on the closing delimiter at most.
	d.Fault.Pos.Line = min(d.Fault.Pos.Line, d.CloseLine)
}
