package frontmatter

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// reader reads the YAML that people write in frontmatter: block and flow
// collections of plain, quoted and block scalars, with anchors and tags. It is
// exact about lines and several times faster than the parser. It answers in
// one of three ways: a value, a fault, or foreign, when it meets keys over
// several lines, tabs behind a dash or other rarities; then the parser decides
// (tree.go). The tests hold both against each other.
type reader struct {
	text string
	// The cursor stands on the first character of a line that holds more
	// than a comment, or behind the "- " of a compact collection.
	off    int
	indent int  // columns before off
	tab    bool // a tab stands among them
	end    bool // nothing is left

	anchors anchors
	depth   int
	fault   *Fault
	foreign bool

	near   mark    // the latest position that was worked out
	slab   []Value // values not handed out yet
	fields []Field // those of the block mappings that are open
}

// mark is a byte offset with its file position.
type mark struct {
	off int
	Pos
}

// fieldBuffers are lists of fields for readers to use again.
var fieldBuffers = sync.Pool{New: func() any { return new([]Field) }}

// maxFieldBuffer bounds the fields of a list that is kept.
const maxFieldBuffer = 1024

// read reads a block. With ok false the result says nothing about the block.
func read(text string) (root *Value, fault *Fault, ok bool) {
	buffer := fieldBuffers.Get().(*[]Field)
	r := &reader{text: text, near: mark{0, Pos{firstLine, 1}}, fields: *buffer}
	defer func() {
		if cap(r.fields) <= maxFieldBuffer {
			clear(r.fields[:cap(r.fields)])
			*buffer = r.fields[:0]
		}
		fieldBuffers.Put(buffer)
	}()
	// Most lines hold one value; those of the root and of an open end make two more.
	r.slab = make([]Value, min(strings.Count(text, "\n")+2, maxSlab))
	r.nextLine(0)
	if r.end {
		return nil, r.fault, true
	}
	if r.tab {
		r.failTab()
		return nil, r.fault, true
	}
	root = r.node(-1)
	if !r.stopped() && !r.end {
		r.misplaced()
	}
	return root, r.fault, !r.foreign
}

func (r *reader) stopped() bool { return r.fault != nil || r.foreign }

func (r *reader) fail(code Code, off int, message, hint string) {
	if !r.stopped() {
		r.fault = faultAt(r.text, off, code, message, hint)
	}
}

// maxSlab bounds the values that are made at once.
const maxSlab = 64

// value hands out a value that stands at off.
func (r *reader) value(kind Kind, off int) *Value {
	if len(r.slab) == 0 {
		r.slab = make([]Value, 16)
	}
	v := &r.slab[0]
	r.slab = r.slab[1:]
	v.Kind, v.Pos = kind, r.position(off)
	return v
}

// enter counts one more level of nesting.
func (r *reader) enter(off int) {
	if r.depth++; r.depth > maxDepth {
		r.fail(CodeLimit, off, messageDeep, hintDeep)
	}
}

// node reads the node at the cursor, which belongs to a collection whose
// entries stand in column parent (0-based; -1 for the root).
func (r *reader) node(parent int) *Value {
	if r.dash(r.off) {
		return r.sequence()
	}
	if _, ok := r.key(r.off); ok || r.indicator(r.off, '?') {
		return r.mapping()
	}
	if p, next := r.props(r.off); !p.none() {
		return r.decorated(p, next, parent, false)
	}
	return r.scalar(parent)
}

// indicator reports whether c stands at off as a word of its own.
func (r *reader) indicator(off int, c byte) bool { return r.peek(off) == c && r.gap(off+1) }

func (r *reader) dash(off int) bool { return r.indicator(off, '-') }

// sequence reads the block sequence at the cursor.
func (r *reader) sequence() *Value {
	column := r.indent
	v := r.value(Sequence, r.off)
	r.enter(r.off)
	for !r.stopped() {
		if r.tab {
			r.failTab()
			break
		}
		item := r.item(column, false)
		if r.stopped() {
			break
		}
		v.Items = append(v.Items, item)
		v.End = item.End
		if r.end || r.indent < column || r.indent == column && !r.dash(r.off) {
			break
		}
		if r.indent > column {
			r.misplaced()
		}
	}
	r.depth--
	return v
}

// item reads what follows the indicator at the cursor, a dash or an explicit
// colon. Behind a colon, a list may begin in the same column.
func (r *reader) item(column int, dashes bool) *Value {
	after := r.off + 1
	next, blank := r.blankTail(after)
	switch {
	case blank:
		null := r.null(after)
		r.nextLine(r.lineEnd(next) + 1)
		switch {
		case r.end:
		case r.indent > column:
			return r.node(column)
		case dashes && r.indent == column && !r.tab && r.dash(r.off):
			return r.sequence()
		}
		return null
	case strings.IndexByte(r.text[after:next], '\t') >= 0:
		r.foreign = true
		return nil
	}
	r.indent += next - r.off
	r.off = next
	return r.node(column)
}

// null is the value of an entry without one.
func (r *reader) null(off int) *Value {
	v := r.value(Null, off)
	v.End, v.Plain = v.Pos, true
	return v
}

// mapping reads the block mapping at the cursor.
func (r *reader) mapping() *Value {
	column := r.indent
	v := r.value(MappingKind, r.off)
	first := len(r.fields)
	r.enter(r.off)
	for !r.stopped() {
		f := r.field(column)
		if r.stopped() {
			break
		}
		r.fields = append(r.fields, f)
		if r.end || r.indent < column {
			break
		}
		if r.indent > column {
			r.misplaced()
		}
	}
	r.depth--
	if fields := r.fields[first:]; len(fields) > 0 {
		v.Fields = append(make([]Field, 0, len(fields)), fields...)
		v.Pos, v.End = fields[0].KeyPos, fields[len(fields)-1].Value.End
	}
	r.fields = r.fields[:first]
	return v
}

// field reads the entry at the cursor.
func (r *reader) field(column int) Field {
	if r.tab {
		r.failTab()
		return Field{}
	}
	if r.indicator(r.off, '?') {
		return r.explicit(column)
	}
	k, ok := r.key(r.off)
	if !ok {
		r.failKey()
		return Field{}
	}
	if utf8.RuneCountInString(r.text[r.off:k.colon]) > maxKey {
		r.fail(CodeKey, r.off, messageLongKey, hintKey)
	}
	p, at := r.props(r.off)
	f := Field{Key: k.text, KeyPos: r.position(at), KeyEnd: r.position(k.end)}
	if p.anchor != "" {
		r.anchors.close(r.anchors.open(p.anchor), &Value{Kind: String, Text: k.text})
	}
	f.Value = r.fieldValue(k.colon+1, column)
	return f
}

// explicit reads the "? key" entry at the cursor with the ": value" line that
// may follow. Its key must be a scalar.
func (r *reader) explicit(column int) Field {
	next, blank := r.blankTail(r.off + 1)
	p, at := r.props(next)
	_, pair := r.key(next)
	switch c := r.peek(at); {
	case blank || r.peek(at) == '\n' || strings.IndexByte(r.text[r.off:next], '\t') >= 0:
		r.foreign = true
		return Field{}
	case pair || c == '[' || c == '{' || c == '*' || r.dash(at) || r.indicator(at, '?'):
		r.fail(CodeKey, next, messageKey, hintKey)
		return Field{}
	}
	finish := r.begin(p)
	r.off = at
	k := finish(r.scalar(column))
	if r.stopped() {
		return Field{}
	}
	f := Field{Key: k.Text, KeyPos: k.Pos, KeyEnd: k.End}
	if !r.end && r.indent == column && !r.tab && r.indicator(r.off, ':') {
		f.Value = r.item(column, true)
	} else {
		f.Value = &Value{Kind: Null, Plain: true, Pos: k.End, End: k.End}
	}
	return f
}

// key is a key with the offsets of its colon and of the place behind itself.
type key struct {
	text       string
	end, colon int
}

// key reads the key at off, which may have properties.
func (r *reader) key(off int) (k key, ok bool) {
	if c := r.peek(off); c == '&' || c == '!' {
		_, off = r.props(off)
	}
	switch c := r.peek(off); c {
	case '"', '\'':
		end := r.quoteEnd(off)
		if end < 0 || strings.IndexByte(r.text[off:end], '\n') >= 0 {
			return key{}, false
		}
		colon := r.skipBlanks(end)
		if r.peek(colon) != ':' || !r.gap(colon+1) {
			return key{}, false
		}
		return key{r.quoted(off, end), end, colon}, true
	case '[', '{', '|', '>', '%', '@', '`', ',', ']', '}', '&', '*', '!':
		return key{}, false
	case '?', '-':
		if r.gap(off + 1) {
			return key{}, false
		}
	}
	end, colon := r.plainLine(off)
	if colon < 0 {
		return key{}, false
	}
	return key{r.text[off:end], end, colon}, true
}

// plainLine finds the end of a plain scalar on its line. When a ": " ends it,
// colon is its offset, else -1.
func (r *reader) plainLine(off int) (end, colon int) {
	line := r.text[off:r.lineEnd(off)]
	colon = wordIndex(line, ':', 1)
	if colon >= 0 {
		line = line[:colon]
	}
	if comment := wordIndex(line, '#', -1); comment >= 0 {
		line, colon = line[:comment], -1
	}
	if colon >= 0 {
		colon += off
	}
	return off + len(strings.TrimRight(line, " \t")), colon
}

// wordIndex returns the index of the first c in line with a blank, or the end
// of the line, at that distance; -1 without one.
func wordIndex(line string, c byte, distance int) int {
	for i := 0; ; i++ {
		n := strings.IndexByte(line[i:], c)
		if n < 0 {
			return -1
		}
		i += n
		j := i + distance
		if j == len(line) || j >= 0 && (line[j] == ' ' || line[j] == '\t') {
			return i
		}
	}
}

// fieldValue reads the value behind a colon; off is the offset after it.
func (r *reader) fieldValue(off, column int) *Value {
	next, blank := r.blankTail(off)
	if blank {
		null := r.null(off)
		r.nextLine(r.lineEnd(next) + 1)
		switch {
		case r.end:
		case r.indent > column:
			return r.node(column)
		case r.indent == column && !r.tab && r.dash(r.off):
			return r.sequence()
		}
		return null
	}
	r.off = next
	if p, next := r.props(next); !p.none() {
		return r.decorated(p, next, column, true)
	}
	return r.inline(column)
}

// inline reads a value that begins behind its key or its properties, where no
// block collection may begin.
func (r *reader) inline(parent int) *Value {
	switch {
	case r.dash(r.off):
		r.fail(CodeSyntax, r.off, messageInlineDash, hintInlineDash)
		return nil
	case r.indicator(r.off, '?'):
		r.fail(CodeSyntax, r.off, messageQuestion, hintQuote)
		return nil
	}
	return r.scalar(parent)
}

// scalar reads a scalar or flow collection at the cursor and moves on to the
// next line.
func (r *reader) scalar(parent int) *Value {
	start := r.off
	var v *Value
	end := start
	switch c := r.text[start]; c {
	case '"', '\'':
		v, end = r.quotedValue(start, parent)
	case '*':
		v, end = r.alias(start)
	case '|', '>':
		v, end = r.blockValue(start, parent)
	case '[', '{':
		v, end = r.flow(start, parent)
	case ',', ']', '}', '%', '@', '`':
		r.failStart(start)
	default:
		v, end = r.plainValue(start, parent)
	}
	if r.stopped() {
		return nil
	}
	next, blank := r.blankTail(end)
	if !blank {
		r.failTail(start, next)
		return nil
	}
	r.nextLine(r.lineEnd(next) + 1)
	return v
}

// plainValue reads a plain scalar with its continuation lines, which are those
// indented deeper than parent.
func (r *reader) plainValue(start, parent int) (*Value, int) {
	end, colon := r.plainLine(start)
	if colon >= 0 {
		r.failColon(start, colon)
		return nil, end
	}
	v := r.value(String, start)
	folded := false
	for line := end; r.peek(r.skipBlanks(line)) == '\n'; {
		next, spaces := r.contentLine(line)
		if next < 0 || spaces <= parent || r.text[next] == '#' {
			break
		}
		if line, colon = r.plainLine(next); colon >= 0 {
			r.failLaterColon(start, next, spaces, colon)
			return nil, end
		}
		end, folded = line, true
	}
	v.Text = r.text[start:end]
	if folded {
		v.Text = fold(v.Text)
	}
	v.Kind, v.Plain, v.End = resolvePlain(v.Text), true, r.position(end)
	return v, end
}

// quotedValue reads a quoted scalar; its lines are indented deeper than parent.
func (r *reader) quotedValue(start, parent int) (*Value, int) {
	end := r.quoteEnd(start)
	if end < 0 || !r.indented(start, end, parent) {
		r.fail(CodeSyntax, start, messageUnclosedQuote, hintUnclosedQuote)
		return nil, start
	}
	v := r.value(String, start)
	v.Text = r.quoted(start, end)
	v.End = r.position(end)
	return v, end
}

// quoteEnd returns the offset behind the closing quote, -1 without one.
func (r *reader) quoteEnd(start int) int {
	if r.text[start] == '\'' {
		return singleEnd(r.text, start)
	}
	return doubleEnd(r.text, start)
}

func (r *reader) quoted(start, end int) string {
	if r.text[start] == '\'' {
		return single(r.text[start+1 : end-1])
	}
	text, bad := double(r.text[start+1 : end-1])
	if bad >= 0 {
		r.fail(CodeSyntax, start+1+bad, messageEscape, hintEscape)
	}
	return text
}

// indented reports whether every line that begins between start and end, but
// for blank ones, is indented deeper than parent.
func (r *reader) indented(start, end, parent int) bool {
	for {
		next, spaces := r.contentLine(start)
		if next < 0 || next >= end {
			return true
		}
		if spaces <= parent {
			return false
		}
		start = next
	}
}

// blockValue reads a literal or folded scalar.
func (r *reader) blockValue(start, parent int) (*Value, int) {
	header := blockHeader(r.text, start)
	if next, blank := r.blankTail(header.end); !blank {
		r.fail(CodeSyntax, next, messageBlockHeader, hintBlockHeader)
		return nil, start
	}
	v := r.value(String, start)
	var end int
	v.Text, end = block(r.text, start, parent)
	v.End = r.position(end)
	return v, end
}
