package markdown

import "strings"

// Prose returns the source of block i on one line, with inline markup kept and
// HTML comments dropped. ok is false for a block inside a list or a quote and
// for one that holds no paragraph (contract 02 section 6.7).
func (d *Document) Prose(i int) (text string, ok bool) {
	b := &d.Blocks[i]
	if b.Quote || b.List || b.HTML {
		return "", false
	}
	s := d.src[b.lo:b.hi]
	for {
		open := strings.Index(s, "<!--")
		if open < 0 {
			break
		}
		end := strings.Index(s[open:], "-->")
		if end < 0 {
			s = s[:open]
			break
		}
		s = s[:open] + s[open+end+len("-->"):]
	}
	return strings.Join(strings.Fields(s), " "), true
}
