package conformance

import (
	"fmt"
	"regexp"
	"strings"
)

// Keep says which part of a document is compared. The zero Keep compares all
// of it.
type Keep struct {
	anyExit bool
	drop    [][]step
	pick    []picked
}

type picked struct {
	item  string // as written: the key of the selection
	steps []step
}

// step is one dot-separated part of an item: a member, and the selectors that
// follow it.
type step struct {
	member string
	sels   []selector
}

// selector keeps the elements of a list; without a key it keeps all.
type selector struct {
	key, value string
	prefix     bool
}

var (
	stepForm = regexp.MustCompile(`^([^\[\]]+)((?:\[[^\]]*\])*)$`)
	selForm  = regexp.MustCompile(`\[([^\]]*)\]`)
	condForm = regexp.MustCompile(`^([\w.]+)(\^?=)(.*)$`)
)

// ParseKeep reads one keep line.
func ParseKeep(line string) (Keep, error) {
	var k Keep
	whole := false
	for item := range strings.SplitSeq(line, ",") {
		item = strings.TrimSpace(item)
		switch {
		case item == "":
		case item == "~":
			k.anyExit = true
		case item == ".":
			whole = true
		default:
			path, drop := strings.CutPrefix(item, "-")
			steps, err := parseSteps(path)
			if err != nil {
				return Keep{}, fmt.Errorf("keep item %q: %w", item, err)
			}
			if drop {
				k.drop = append(k.drop, steps)
			} else {
				k.pick = append(k.pick, picked{item, steps})
			}
		}
	}
	if whole {
		k.pick = nil
	}
	return k, nil
}

func parseSteps(path string) ([]step, error) {
	var steps []step
	for _, part := range splitDots(path) {
		m := stepForm.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("cannot read %q", part)
		}
		s := step{member: m[1]}
		for _, sel := range selForm.FindAllStringSubmatch(m[2], -1) {
			if sel[1] == "" {
				s.sels = append(s.sels, selector{})
				continue
			}
			c := condForm.FindStringSubmatch(sel[1])
			if c == nil {
				return nil, fmt.Errorf("cannot read the selector %q", sel[1])
			}
			s.sels = append(s.sels, selector{key: c[1], value: c[3], prefix: c[2] == "^="})
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// splitDots splits at dots outside brackets.
func splitDots(path string) []string {
	var parts []string
	depth, start := 0, 0
	for i, r := range path {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case r == '.' && depth == 0:
			parts = append(parts, path[start:i])
			start = i + 1
		}
	}
	return append(parts, path[start:])
}

// apply returns the part of doc that is kept. It may change doc.
func (k Keep) apply(doc any) any {
	for _, steps := range k.drop {
		dropAt(doc, steps)
	}
	if len(k.pick) == 0 {
		return doc
	}
	out := map[string]any{}
	for _, p := range k.pick {
		out[p.item] = pickAt(doc, p.steps)
	}
	return out
}

func dropAt(v any, steps []step) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			dropAt(e, steps)
		}
	case map[string]any:
		if len(steps) == 1 {
			delete(v, steps[0].member)
			return
		}
		if next, ok := v[steps[0].member]; ok {
			dropAt(next, steps[1:])
		}
	}
}

func pickAt(v any, steps []step) any {
	if len(steps) == 0 {
		return v
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	v, ok = object[steps[0].member]
	if !ok {
		return nil
	}
	for _, sel := range steps[0].sels {
		list, ok := v.([]any)
		if !ok {
			return nil
		}
		v = sel.filter(list)
	}
	if len(steps[0].sels) == 0 {
		return pickAt(v, steps[1:])
	}
	out := []any{}
	for _, e := range v.([]any) {
		out = append(out, pickAt(e, steps[1:]))
	}
	return out
}

func (s selector) filter(list []any) []any {
	if s.key == "" {
		return list
	}
	out := []any{}
	for _, e := range list {
		object, ok := e.(map[string]any)
		if !ok {
			continue
		}
		text := fmt.Sprint(object[s.key])
		if s.prefix && strings.HasPrefix(text, s.value) || !s.prefix && text == s.value {
			out = append(out, e)
		}
	}
	return out
}
