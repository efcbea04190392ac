package markdown

import "strings"

// scan reads what [Parse] reads, in one pass and without a tree. It knows the
// Markdown that people write: headings, paragraphs, lists, quotes, fences,
// tables, and plain links, code and tags inside them. It returns nil at the
// first construct that needs more than that; goldmark reads the body then. What
// it does return is what goldmark finds, which FuzzScan holds it to. brief asks
// for the references alone.
func scan(body string, firstLine int, brief bool) *Document {
	for _, odd := range [...]byte{'\r', '\v', '\f'} {
		if strings.IndexByte(body, odd) >= 0 {
			return nil
		}
	}
	s := &scanner{doc: &Document{src: body}, src: body, line: firstLine, section: -1, brief: brief, para: make([]textLine, 0, 16)}
	if !brief { // about what a body of that length holds
		s.doc.Blocks = make([]Block, 0, len(body)/128+1)
		s.lines = make([]lineStart, 0, len(body)/80+1)
	}
	for lo := 0; lo < len(body); s.line++ {
		hi, next := len(body), len(body)
		if n := strings.IndexByte(body[lo:], '\n'); n >= 0 {
			hi, next = lo+n, lo+n+1
		}
		s.readLine(lo, hi)
		if s.declined {
			return nil
		}
		lo = next
	}
	s.closeParagraph()
	if s.declined {
		return nil
	}
	return s.doc
}

// Sizes that the scanner leaves to goldmark. They stay below the limits at
// which [Parse] cuts a body, see guard.go.
const (
	maxContainers    = maxOpenBlocks/2 - 4
	maxScanParagraph = maxParagraph / 2
)

type scanner struct {
	doc      *Document
	src      string
	line     int // file line at hand
	blank    int // blank lines in a row
	section  int
	brief    bool // only references are wanted
	declined bool

	open  []container
	stale int        // containers that the line at hand has closed; goldmark counts them until it ends
	para  []textLine // the open paragraph
	in    scope      // what encloses it
	fence fence

	prose
}

// container is an open block quote or list item.
type container struct {
	// width is the indentation that keeps a line in an item, 0 for a quote.
	width int
	// in is what encloses its next block.
	in scope
}

// fence is an open code fence; length is 0 when there is none.
type fence struct {
	mark   byte
	length int
}

// textLine is one line of a paragraph: src[lo:hi] without the white space
// around it, and end where its line break stands.
type textLine struct{ lo, hi, end, line int }

func (s *scanner) decline() { s.declined = true }

// indent returns the number of spaces at lo.
func (s *scanner) indent(lo, hi int) int {
	n := lo
	for n < hi && s.src[n] == ' ' {
		n++
	}
	return n - lo
}

func (s *scanner) readLine(lo, hi int) {
	if s.blank++; !allBlank(s.src[lo:hi]) {
		s.blank = 0
	}
	if s.blank > maxBlankRun {
		s.decline()
		return
	}
	at, depth := s.continued(lo, hi)
	indent := s.indent(at, hi)
	switch start := at + indent; {
	case s.fence.length > 0 && depth == len(s.open):
		if indent <= 3 && s.fence.closes(s.src[start:hi]) {
			s.fence.length = 0
		}
	case start == hi:
		s.shut(depth)
	case s.src[start] == '\t':
		s.decline()
	case indent > 3 && len(s.para) > 0:
		s.addText(start, hi)
	case indent > 3:
		s.decline() // indented code
	default:
		s.openBlocks(at, start, hi, depth)
	}
}

// continued returns how many of the open containers the line belongs to, and
// where it goes on behind their marks.
func (s *scanner) continued(lo, hi int) (at, depth int) {
	at = lo
	for ; depth < len(s.open); depth++ {
		n := s.indent(at, hi)
		blank := at+n == hi
		if !blank && s.src[at+n] == '\t' {
			s.decline()
		}
		switch width := s.open[depth].width; {
		case width == 0:
			if blank || n > 3 || s.src[at+n] != '>' {
				return at, depth
			}
			at = s.behindQuote(at+n, hi)
		case blank:
			at = hi
		case n < width:
			return at, depth
		default:
			at += width
		}
	}
	return at, depth
}

// behindQuote returns where the text after the ">" at i begins.
func (s *scanner) behindQuote(i, hi int) int {
	if i++; i < hi && s.src[i] == ' ' {
		i++
	}
	return i
}

// shut closes the paragraph and the containers below depth.
func (s *scanner) shut(depth int) {
	s.closeParagraph()
	s.open = s.open[:depth]
	s.fence.length = 0
}

// take returns what encloses a new block of the innermost container.
func (s *scanner) take() scope {
	if len(s.open) == 0 {
		return scope{}
	}
	c := &s.open[len(s.open)-1]
	in := c.in
	c.in.first = false
	return in
}

func (s *scanner) push(width int) {
	in := s.take()
	if width == 0 {
		in.quote = true
	} else {
		in = scope{in.quote, true, true}
	}
	if s.open = append(s.open, container{width, in}); len(s.open)+s.stale > maxContainers {
		s.decline()
	}
}

// openBlocks opens the containers whose marks begin at start, and then the block
// that the rest of the line is. at is where the line begins inside its container.
func (s *scanner) openBlocks(at, start, hi, depth int) {
	s.stale = len(s.open) - depth
	for {
		if s.src[start] == '>' {
			s.shut(depth)
			s.push(0)
			at = s.behindQuote(start, hi)
		} else if s.rule(start, hi) {
			if len(s.para) > 0 && setextBar(s.src[start:hi]) {
				s.decline()
				return
			}
			s.shut(depth)
			s.take()
			return
		} else if n, ordinal := listMark(s.src[start:hi]); n > 0 {
			if len(s.para) > 0 && depth == len(s.open) && ordinal {
				s.decline() // only some lists interrupt a paragraph
				return
			}
			spaces := s.indent(start+n, hi)
			if spaces == 0 || spaces > 4 || start+n+spaces == hi {
				s.decline()
				return
			}
			s.shut(depth)
			s.push(start - at + n + spaces)
			at = start + n + spaces
		} else {
			s.leaf(start, hi, depth)
			return
		}
		depth = len(s.open)
		n := s.indent(at, hi)
		if start = at + n; start == hi {
			return
		}
		if n > 3 || s.src[start] == '\t' || s.declined {
			s.decline()
			return
		}
	}
}

// listMark returns the length of a list marker and whether it is a number other
// than 1.
func listMark(line string) (n int, ordinal bool) {
	switch c := line[0]; {
	case c == '-' || c == '*' || c == '+':
		n = 1
	case c >= '0' && c <= '9':
		for n < len(line) && line[n] >= '0' && line[n] <= '9' {
			n++
		}
		if n > 9 || n == len(line) || line[n] != '.' && line[n] != ')' {
			return 0, false
		}
		ordinal = line[:n] != "1"
		n++
	default:
		return 0, false
	}
	if n < len(line) && line[n] != ' ' && line[n] != '\t' {
		return 0, false
	}
	return n, ordinal
}

// rule reports a thematic break.
func (s *scanner) rule(lo, hi int) bool {
	mark, n := s.src[lo], 0
	if mark != '-' && mark != '*' && mark != '_' {
		return false
	}
	for ; lo < hi; lo++ {
		switch c := s.src[lo]; {
		case c == mark:
			n++
		case !isBlank(c):
			return false
		}
	}
	return n > 2
}

// setextBar reports a line that underlines a heading.
func setextBar(line string) bool {
	line = strings.TrimRight(line, " \t")
	return strings.Trim(line, "-") == "" || strings.Trim(line, "=") == ""
}

// leaf reads a line that opens no container.
func (s *scanner) leaf(start, hi, depth int) {
	line := s.src[start:hi]
	switch line[0] {
	case '#':
		if level := len(line) - len(strings.TrimLeft(line, "#")); level <= 6 && (level == len(line) || isBlank(line[level])) {
			s.shut(depth)
			s.heading(start+level, hi, level)
			return
		}
	case '`', '~':
		if f := openFence(line); f.length > 0 {
			s.shut(depth)
			s.take()
			s.fence = f
			return
		}
	case '<':
		if len(line) > 1 && (isWord(line[1]) || strings.IndexByte("!?/", line[1]) >= 0) {
			s.decline() // perhaps an HTML block
			return
		}
	case '-', '=':
		if len(s.para) > 0 && setextBar(line) {
			s.decline()
			return
		}
	}
	if len(s.para) == 0 {
		s.shut(depth)
		s.in = s.take()
	}
	s.addText(start, hi)
}

func openFence(line string) fence {
	mark := line[0]
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 || mark == '`' && strings.IndexByte(line[n:], '`') >= 0 {
		return fence{}
	}
	return fence{mark, n}
}

// closes reports a line that ends the fence.
func (f fence) closes(line string) bool {
	n := 0
	for n < len(line) && line[n] == f.mark {
		n++
	}
	return n >= f.length && allBlank(line[n:])
}

func (s *scanner) heading(lo, hi, level int) {
	in := s.take()
	long := hi-lo > maxScanParagraph // goldmark counts the blanks too
	for lo < hi && isBlank(s.src[lo]) {
		lo++
	}
	for lo < hi && isBlank(s.src[hi-1]) {
		hi--
	}
	if lo == hi || s.src[hi-1] == '#' || long {
		s.decline()
		return
	}
	quiet := s.brief || in.quote || in.list
	s.beginText(quiet)
	s.keepCode = true
	s.inlines([]textLine{{lo, hi, hi, s.line}})
	s.keepCode = false
	if quiet {
		return
	}
	parent := s.section
	for parent >= 0 && s.doc.Headings[parent].Level >= level {
		parent = s.doc.Headings[parent].Parent
	}
	s.section = len(s.doc.Headings)
	s.doc.Headings = append(s.doc.Headings, Heading{level, title(s.endText()), s.line, parent})
}

func (s *scanner) addText(lo, hi int) {
	end := hi
	for isBlank(s.src[hi-1]) {
		hi--
	}
	s.para = append(s.para, textLine{lo, hi, end, s.line})
}

// closeParagraph emits the open paragraph and the table that it may end in.
func (s *scanner) closeParagraph() {
	lines := s.para
	if len(lines) == 0 {
		return
	}
	s.para = s.para[:0]
	lo, hi := lines[0].lo, lines[len(lines)-1].end
	if hi-lo > maxScanParagraph || s.src[lo] == '[' && strings.Contains(s.src[lo:hi], "]:") {
		s.decline()
		return
	}
	if s.brief && !mayRefer(s.src[lo:hi]) {
		return
	}
	table, columns := s.findTable(lines)
	if text := lines[:table]; table > 0 {
		s.beginText(s.brief)
		s.inlines(text)
		if !s.brief {
			s.addBlock(text[0].lo, text[table-1].hi)
		}
	}
	if table < len(lines) {
		s.table(lines[table:], columns)
	}
}

// mayRefer reports text that can hold a link, an image or inline code. Links to
// definitions are left to goldmark.
func mayRefer(text string) bool { return strings.Contains(text, "`") || strings.Contains(text, "](") }

// findTable returns the index of the header row of a table, or len(lines).
func (s *scanner) findTable(lines []textLine) (header, columns int) {
	for i := 1; i < len(lines); i++ {
		l := lines[i]
		if c := s.src[l.lo]; c != '|' && c != ':' && c != '-' {
			continue
		}
		columns := delimiterColumns([]byte(s.src[l.lo:l.hi]))
		if above := lines[i-1]; columns > 0 && len(cells(s.src, above.lo, above.hi, columns+1)) == columns {
			return i - 1, columns
		}
	}
	return len(lines), 0
}

func (s *scanner) table(lines []textLine, columns int) {
	s.doc.Tables = append(s.doc.Tables, Table{lines[0].line, s.section})
	s.beginText(true)
	s.inCell = true
	for i, row := range lines {
		if i == 1 {
			continue // the delimiter row
		}
		if s.brief && !mayRefer(s.src[row.lo:row.hi]) {
			continue
		}
		for _, c := range cells(s.src, row.lo, row.hi, columns) {
			if c.lo < c.hi {
				s.inlines([]textLine{{c.lo, c.hi, c.hi, row.line}})
			}
		}
	}
	s.inCell = false
}

// addBlock keeps the collected text as a block when it holds more than marks.
func (s *scanner) addBlock(lo, hi int) {
	text := s.endText()
	if onlyMarks(text) {
		return
	}
	s.doc.Blocks = append(s.doc.Blocks, Block{
		Text: text, Section: s.section,
		Quote: s.in.quote, List: s.in.list, First: s.in.first,
		lines: s.blockLines(), lo: lo, hi: hi,
	})
}
