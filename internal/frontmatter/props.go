package frontmatter

import (
	"fmt"
	"strings"

	"github.com/renma/renma/internal/textio"
)

// anchors are the named values of a block.
type anchors struct {
	byName map[string]*anchor
	uses   int // alias uses so far, expanded
}

// anchor is a named value. Its value is nil while it is being read, which is
// how an alias inside its own anchor shows.
type anchor struct {
	value  *Value
	before int // anchors.uses when the value began
	cost   int // alias uses inside the value, expanded
}

func (a *anchors) open(name string) *anchor {
	if a.byName == nil {
		a.byName = map[string]*anchor{}
	}
	n := &anchor{before: a.uses}
	a.byName[name] = n
	return n
}

func (a *anchors) close(n *anchor, v *Value) {
	n.value, n.cost = v, a.uses-n.before
}

// resolve returns the value that an alias stands for. The uses inside that
// value count again, so that expanding everything stays within maxAliases.
func (a *anchors) resolve(name string) (v Value, code Code, message, hint string) {
	n := a.byName[name]
	if n == nil || n.value == nil {
		return v, CodeAlias, fmt.Sprintf("The alias *%s has no anchor before it", textio.Terminal(clip(name))), hintAlias
	}
	if a.uses += 1 + n.cost; a.uses > maxAliases {
		return v, CodeLimit, messageAliases, hintAliases
	}
	return *n.value, "", "", ""
}

func clip(s string) string {
	if runes := []rune(s); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return s
}

// retag applies an explicit tag: the core tags type the text where it fits,
// !!binary, !!set and !!omap make it no string, and any other tag makes it one.
// Collections stay what they are.
func retag(v *Value, tag string) {
	if v.Kind == Sequence || v.Kind == MappingKind {
		return
	}
	fits, want := resolvePlain(v.Text), String
	switch coreTag(tag) {
	case "int", "float":
		want = Number
	case "bool":
		want = Bool
	case "null":
		want = Null
	case "binary", "set", "omap":
		fits, want = Opaque, Opaque
	}
	v.Kind = String
	if fits == want {
		v.Kind = want
	}
}

// coreTag returns the name of a tag in YAML's own name space, "" for others.
func coreTag(tag string) string {
	if name, ok := strings.CutPrefix(tag, "!!"); ok {
		return name
	}
	if name, ok := strings.CutPrefix(tag, "!<tag:yaml.org,2002:"); ok {
		return strings.TrimSuffix(name, ">")
	}
	return ""
}

// props are the tag and the anchor before a node.
type props struct {
	tag, anchor string
	end         int // offset behind them
}

func (p props) none() bool { return p.tag == "" && p.anchor == "" }

// props reads the properties at off; next is the first character behind them
// and the blanks that follow.
func (r *reader) props(off int) (p props, next int) {
	for next = off; ; {
		c := r.peek(next)
		if c != '&' && c != '!' {
			return p, next
		}
		end := r.word(next + 1)
		switch word := r.text[next:end]; {
		case word == "&", c == '&' && p.anchor != "", c == '!' && p.tag != "", !r.wordEnds(end):
			r.fail(CodeSyntax, next, messageProps, hintQuote)
			return p, next
		case c == '&':
			p.anchor = word[1:]
		default:
			p.tag = word
		}
		p.end, next = end, r.skipBlanks(end)
	}
}

// word finds the end of an anchor's, alias's or tag's name.
func (r *reader) word(off int) int {
	for !r.gap(off) && !isFlowIndicator(r.text[off]) {
		off++
	}
	return off
}

// wordEnds reports whether a name may end at off.
func (r *reader) wordEnds(off int) bool {
	c := r.peek(off)
	return r.gap(off) || c == ',' || c == ']' || c == '}'
}

// decorated reads the node at the cursor whose properties are p; next is the
// offset behind them. A block collection begins on a later line.
func (r *reader) decorated(p props, next, parent int, dashes bool) *Value {
	finish := r.begin(p)
	var v *Value
	tail, blank := r.blankTail(p.end)
	switch {
	case !blank:
		r.off = next
		v = r.inline(parent)
	default:
		v = r.null(p.end)
		r.nextLine(r.lineEnd(tail) + 1)
		if r.end || r.indent < parent {
			break
		}
		c := r.text[r.off]
		switch {
		case r.indent == parent && !(dashes && !r.tab && r.dash(r.off)):
		case c == '&' || c == '!' || c == '*':
			if _, ok := r.key(r.off); !ok {
				r.foreign = true // properties on two lines
			}
			v = r.node(parent)
		default:
			v = r.node(parent)
		}
	}
	return finish(v)
}

// begin opens the anchor of p; the result closes it and applies the tag.
func (r *reader) begin(p props) func(*Value) *Value {
	var n *anchor
	if p.anchor != "" {
		n = r.anchors.open(p.anchor)
	}
	return func(v *Value) *Value {
		if r.stopped() {
			return nil
		}
		if p.tag != "" {
			retag(v, p.tag)
		}
		if n != nil {
			r.anchors.close(n, v)
		}
		return v
	}
}

// alias reads the alias at off.
func (r *reader) alias(off int) (*Value, int) {
	end := r.word(off + 1)
	found, code, message, hint := r.anchors.resolve(r.text[off+1 : end])
	if code != "" {
		r.fail(code, off, message, hint)
		return nil, end
	}
	v := r.value(found.Kind, off)
	pos := v.Pos
	*v = found
	v.Pos, v.End = pos, r.position(end)
	return v, end
}
