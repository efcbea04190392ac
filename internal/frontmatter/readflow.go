package frontmatter

import "strings"

// flow reads the flow collection at start. Its lines are indented deeper than
// parent; only the closing bracket may stand in the parent's column.
func (r *reader) flow(start, parent int) (*Value, int) {
	r.enter(start)
	kind, closing := Sequence, byte(']')
	if r.text[start] == '{' {
		kind, closing = MappingKind, '}'
	}
	v := r.value(kind, start)
	off := start + 1
	for !r.stopped() {
		if off = r.flowGap(off, parent, closing); r.stopped() {
			break
		}
		if r.text[off] == closing {
			v.End = r.position(off + 1)
			r.depth--
			return v, off + 1
		}
		if kind == Sequence {
			off = r.flowItem(v, off, parent)
		} else {
			off = r.flowField(v, off, parent)
		}
		if r.stopped() {
			break
		}
		if off = r.flowGap(off, parent, closing); r.stopped() {
			break
		}
		if r.text[off] == ':' && kind == Sequence {
			if off = r.flowPair(v, off, parent); r.stopped() {
				break
			}
		}
		switch c := r.text[off]; c {
		case ',':
			off++
		case closing:
		case '#':
			r.foreign = true
		case ':':
			r.fail(CodeSyntax, off, messageColon, hintColon)
		default:
			r.fail(CodeSyntax, off, messageFlowComma, hintFlow)
		}
	}
	return nil, off
}

// flowGap skips white space, line breaks and comments inside brackets. It
// fails at the end of the text or at a line that cannot continue the collection.
func (r *reader) flowGap(off, parent int, closing byte) int {
	for {
		start := off
		off = r.skipBlanks(off)
		c := r.peek(off)
		if c == '#' && (off > start || r.text[off-1] == '\n') {
			off = r.lineEnd(off)
		} else if c != '\n' {
			return off
		}
		next, spaces := r.contentLine(off)
		if next < 0 {
			r.fail(CodeSyntax, len(strings.TrimRight(r.text, " \t\n")), messageUnclosedBracket, hintFlow)
			return off
		}
		if spaces < parent || spaces == parent && r.text[next] != closing && r.text[next] != '#' {
			r.fail(CodeSyntax, next, messageUnclosedBracket, hintFlow)
			return off
		}
		off = next
		if r.text[next] == '#' {
			off = r.lineEnd(next)
		}
	}
}

func (r *reader) flowItem(v *Value, off, parent int) int {
	item, off := r.flowNode(off, parent, ']')
	if item != nil {
		v.Items = append(v.Items, item)
	}
	return off
}

// flowPair reads the value of a single pair inside brackets, whose key is the
// last item of v and whose colon is at off.
func (r *reader) flowPair(v *Value, off, parent int) int {
	key := v.Items[len(v.Items)-1]
	switch {
	case key.Kind == Sequence || key.Kind == MappingKind:
		r.foreign = true
		return off
	case key.Pos.line != r.position(off).line:
		r.fail(CodeKey, off, messageKeyLines, hintKey)
		return off
	}
	f := Field{Key: key.Text, KeyPos: key.Pos, KeyEnd: key.End}
	f.Value, off = r.flowColon(off, parent, ']')
	if r.stopped() {
		return off
	}
	r.enter(off)
	r.depth--
	v.Items[len(v.Items)-1] = &Value{Kind: MappingKind, Pos: key.Pos, End: f.Value.End, Fields: []Field{f}}
	return r.flowGap(off, parent, ']')
}

// flowColon reads the value behind the colon at off.
func (r *reader) flowColon(off, parent int, closing byte) (*Value, int) {
	next := r.flowGap(off+1, parent, closing)
	if r.stopped() {
		return nil, next
	}
	if c := r.text[next]; c == ',' || c == closing {
		return r.null(off + 1), next
	}
	return r.flowNode(next, parent, closing)
}

// flowField reads "key: value", "key:" or "key" inside braces.
func (r *reader) flowField(v *Value, off, parent int) int {
	start := off
	if c := r.text[off]; c == '[' || c == '{' || c == ':' || c == '*' {
		r.foreign = true
		return off
	}
	key, off := r.flowNode(off, parent, '}')
	if r.stopped() {
		return off
	}
	f := Field{Key: key.Text, KeyPos: key.Pos, KeyEnd: key.End}
	colon := r.skipBlanks(off)
	switch {
	case strings.IndexByte(r.text[start:off], '\n') >= 0 || r.peek(colon) == '\n':
		r.foreign = true // a key over several lines
		return off
	case r.peek(colon) != ':':
		f.Value = r.null(off)
	case !r.gap(colon+1) && !isFlowIndicator(r.peek(colon+1)) && key.Plain:
		r.foreign = true
		return off
	default:
		f.Value, off = r.flowColon(colon, parent, '}')
	}
	if r.stopped() {
		return off
	}
	v.Fields = append(v.Fields, f)
	return off
}

func isFlowIndicator(c byte) bool {
	return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'
}

// flowNode reads a value inside brackets, with its properties.
func (r *reader) flowNode(off, parent int, closing byte) (*Value, int) {
	p, _ := r.props(off)
	if p.none() {
		return r.flowValue(off, parent)
	}
	finish := r.begin(p)
	next := r.flowGap(p.end, parent, closing)
	if r.stopped() {
		return nil, next
	}
	switch c := r.text[next]; c {
	case ',', ']', '}':
		return finish(r.null(p.end)), p.end
	case ':', '*':
		r.foreign = true
		return nil, next
	}
	v, end := r.flowValue(next, parent)
	return finish(v), end
}

func (r *reader) flowValue(off, parent int) (*Value, int) {
	switch c := r.text[off]; c {
	case '[', '{':
		return r.flow(off, parent)
	case '"', '\'':
		return r.quotedValue(off, parent)
	case '*':
		return r.alias(off)
	case '&', '!', '#', ':', '?':
		r.foreign = true
		return nil, off
	case '|', '>', '%', '@', '`', ',', ']', '}':
		r.failStart(off)
		return nil, off
	case '-':
		if r.gap(off+1) || isFlowIndicator(r.peek(off+1)) {
			r.fail(CodeSyntax, off, messageFlowDash, hintFlow)
			return nil, off
		}
	}
	return r.flowPlain(off, parent)
}

// flowPlain reads a plain scalar inside brackets, which may go on over lines.
func (r *reader) flowPlain(start, parent int) (*Value, int) {
	v := r.value(String, start)
	end := start
	for line := start; ; {
		end = r.flowPlainLine(line)
		if r.peek(r.skipBlanks(end)) != '\n' {
			break
		}
		next, spaces := r.contentLine(end)
		if next < 0 || spaces <= parent || isFlowIndicator(r.text[next]) || r.text[next] == '#' || r.text[next] == ':' {
			break
		}
		line = next
	}
	v.Text = fold(r.text[start:end])
	v.Kind, v.Plain, v.End = resolvePlain(v.Text), true, r.position(end)
	return v, end
}

// flowPlainLine finds the end of a plain scalar on its line inside brackets.
func (r *reader) flowPlainLine(off int) int {
	end := off
	for i := off; ; i++ {
		switch c := r.peek(i); {
		case c == '\n' || isFlowIndicator(c):
			return end
		case c == ':' && (r.gap(i+1) || isFlowIndicator(r.peek(i+1))):
			return end
		case c == '#' && i > off && (r.text[i-1] == ' ' || r.text[i-1] == '\t'):
			return end
		case c != ' ' && c != '\t':
			end = i + 1
		}
	}
}
