package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
)

// prose are the members whose wording is free.
var prose = set("message", "llmHint", "whyItMatters", "title", "summary_text", "text", "note", "notes", "repair",
	"explanation", "rationale", "nextStep", "nextSteps", "guidance", "remediation", "constraints", "verificationSteps",
	"verification", "suggestedFix", "suggestion", "impact", "recommendation", "instructions", "prompt", "reviewNotes",
	"llm_hint", "prohibitedActions", "detail", "description_text", "expected", "markerReason", "summary")

// added are top-level members that count only where a case wants them.
var added = set("omittedAnalyses", "target", "missingTarget", "unreadGitlinks")

func set(keys ...string) map[string]bool {
	m := make(map[string]bool, len(keys))
	for _, k := range keys {
		m[k] = true
	}
	return m
}

const (
	anyText = "<text>"
	anyCode = "<yaml-code>"
)

// Compare prepares the JSON that a command printed for comparison with what
// the case wants: both come back decoded and normalised, got reduced to the
// kept part and with every accepted freedom replaced by what the want holds.
// The command did what the case wants exactly when the two are deeply equal.
// root is the absolute path of the tree.
func (c Command) Compare(got []byte, root string) (wantDoc, gotDoc any, err error) {
	wantDoc, err = decode(c.WantJSON)
	if err != nil {
		return nil, nil, fmt.Errorf("want/%d.json: %w", c.Number, err)
	}
	gotDoc, err = decode(got)
	if err != nil {
		return nil, nil, fmt.Errorf("standard output is no JSON: %w", err)
	}
	gotDoc = c.Keep.apply(normalise(gotDoc, root, ""))
	if w, ok := wantDoc.(map[string]any); ok {
		if g, ok := gotDoc.(map[string]any); ok {
			for key := range added {
				if _, wanted := w[key]; !wanted {
					delete(g, key)
				}
			}
		}
	}
	return wantDoc, align(wantDoc, gotDoc, ""), nil
}

func decode(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("text after the document")
	}
	return v, nil
}

// normalise replaces prose by "<text>" and the root by "<root>".
func normalise(v any, root, key string) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = normalise(e, root, k)
		}
	case []any:
		if prose[key] && allStrings(v) {
			return anyText
		}
		for i, e := range v {
			v[i] = normalise(e, root, "")
		}
	case string:
		if prose[key] || key == "reason" && strings.Contains(v, " ") {
			return anyText
		}
		return strings.ReplaceAll(v, root, "<root>")
	}
	return v
}

func allStrings(list []any) bool {
	for _, e := range list {
		if _, ok := e.(string); !ok {
			return false
		}
	}
	return true
}

// align returns got, with every part that want accepts replaced by want's own
// spelling of it.
func align(want, got any, key string) any {
	switch w := want.(type) {
	case string:
		if w == anyText || w == anyCode {
			if _, list := got.([]any); list {
				return want
			}
			if s, ok := got.(string); ok && s != "" {
				return want
			}
		}
		if g, ok := got.(string); ok && key == "canonicalFrontmatter" && sameFrontmatter(w, g) {
			return want
		}
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			for k, e := range g {
				if wanted, ok := w[k]; ok {
					g[k] = align(wanted, e, k)
				}
			}
		}
	case []any:
		if g, ok := got.([]any); ok && len(g) == len(w) {
			for i := range g {
				g[i] = align(w[i], g[i], "")
			}
		}
	}
	return got
}

var entryForm = regexp.MustCompile(`^(\s*[^:\s"']+):\s+(.*\S)\s*$`)

// sameFrontmatter compares two rendered frontmatter blocks entry by entry, in
// order; how a one-line scalar is quoted does not count.
func sameFrontmatter(a, b string) bool {
	return reflect.DeepEqual(entries(a), entries(b))
}

func entries(block string) []any {
	var out []any
	for line := range strings.Lines(block) {
		line = strings.TrimSuffix(line, "\n")
		m := entryForm.FindStringSubmatch(line)
		if m == nil {
			out = append(out, line)
			continue
		}
		out = append(out, [2]string{m[1], unquote(m[2])})
	}
	return out
}

func unquote(scalar string) string {
	if len(scalar) < 2 || scalar[0] != scalar[len(scalar)-1] {
		return scalar
	}
	switch scalar[0] {
	case '"':
		var s string
		if json.Unmarshal([]byte(scalar), &s) == nil {
			return s
		}
	case '\'':
		return strings.ReplaceAll(scalar[1:len(scalar)-1], "''", "'")
	}
	return scalar
}
