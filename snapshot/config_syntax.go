package snapshot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/renma/renma/internal/textio"
)

// ConfigError is a fault of the configuration or of its choice. Line and Column
// are 1-based (columns count code points) and 0 when no place shows it.
type ConfigError struct {
	Path         string // relative to the root, or as given
	Line, Column int
	Problem      string // one sentence, no final stop
	Err          error  // the cause, if there is one
}

func (e *ConfigError) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Problem
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Problem)
}

// Unwrap returns the cause.
func (e *ConfigError) Unwrap() error { return e.Err }

// maxConfigDepth bounds nesting before the recursive parser runs.
const maxConfigDepth = 64

// jsonValue is one value of the configuration with the place where it begins.
type jsonValue struct {
	offset  int
	object  []jsonMember // for an object
	array   []jsonValue  // for an array
	literal hujson.Literal
	kind    jsonKind
}

type jsonMember struct {
	name   string
	offset int
	value  jsonValue
}

type jsonKind string

const (
	jsonNull   jsonKind = "null"
	jsonBool   jsonKind = "a boolean"
	jsonNumber jsonKind = "a number"
	jsonString jsonKind = "a string"
	jsonArray  jsonKind = "an array"
	jsonObject jsonKind = "an object"
)

// configSource is the text of a configuration file.
type configSource struct {
	path  string
	text  string
	lines *textio.Lines
}

// at makes an error at a byte offset.
func (c *configSource) at(offset int, format string, args ...any) *ConfigError {
	line, column := c.lines.Position(offset)
	return &ConfigError{Path: c.path, Line: line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// parseConfig reads JSON, or JSON with comments for a .jsonc path. Trailing
// commas and repeated properties are faults in both (contract 01 section 2.2).
func parseConfig(path string, source []byte) (*configSource, jsonValue, error) {
	text := strings.TrimPrefix(string(source), "\uFEFF")
	c := &configSource{path: path, text: text, lines: textio.NewLines(text)}
	if at := invalidText(source[len(source)-len(text):]); at >= 0 {
		return c, jsonValue{}, c.at(at, "byte 0x%02x is no UTF-8 text; save the file as UTF-8", text[at])
	}
	if err := c.checkTokens(strings.HasSuffix(path, ".jsonc")); err != nil {
		return c, jsonValue{}, err
	}
	// The parser wants a line break after a comment on the last line.
	tree, err := hujson.Parse([]byte(text + "\n"))
	if err != nil {
		return c, jsonValue{}, c.syntaxError(err)
	}
	value, err := c.value(tree, "$")
	return c, value, err
}

// checkTokens refuses, outside strings, what the parser would accept: comments
// in plain JSON, a comma before a closing bracket, and deep nesting.
func (c *configSource) checkTokens(comments bool) error {
	depth, comma := 0, -1
	for i := 0; i < len(c.text); i++ {
		switch b := c.text[i]; {
		case b == '"':
			i = stringEnd(c.text, i)
			comma = -1
		case strings.HasPrefix(c.text[i:], "//"), strings.HasPrefix(c.text[i:], "/*"):
			if !comments {
				return c.at(i, "comments need a file named .jsonc; remove the comment or rename the file")
			}
			i = commentEnd(c.text, i)
		case b == '{', b == '[':
			if depth++; depth > maxConfigDepth {
				return c.at(i, "values nest more than %d levels deep", maxConfigDepth)
			}
			comma = -1
		case b == '}', b == ']':
			if comma >= 0 {
				return c.at(comma, "a comma must not stand before a closing bracket; remove it")
			}
			depth--
		case b == ',':
			comma = i
		case b == ' ', b == '\t', b == '\n', b == '\r':
		default:
			comma = -1
		}
	}
	return nil
}

// stringEnd returns the index of the quote that closes the string at i.
func stringEnd(text string, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// commentEnd returns the index of the last byte of the comment at i.
func commentEnd(text string, i int) int {
	end, width := "\n", 1
	if text[i+1] == '*' {
		end, width = "*/", 2
	}
	n := strings.Index(text[i+2:], end)
	if n < 0 {
		return len(text)
	}
	return i + 2 + n + width - 1
}

// parserMessage takes the parser's message apart; it counts columns in bytes.
var parserMessage = regexp.MustCompile(`(?s)line (\d+), column (\d+): (.*)$`)

// syntaxError says what the parser found, at a place of ours.
func (c *configSource) syntaxError(err error) error {
	if strings.TrimSpace(c.text) == "" {
		return c.at(0, "the file is empty; write {} for the defaults")
	}
	m := parserMessage.FindStringSubmatch(err.Error())
	if m == nil {
		return &ConfigError{Path: c.path, Line: 1, Column: 1, Problem: "the file is not valid JSON", Err: err}
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	fault := c.at(c.lines.Offset(line)+column-1, "the file is not valid JSON: %s", syntaxText(m[3]))
	fault.Err = err
	return fault
}

// syntaxText words a message of the parser for people. It never repeats more of
// the file than a few characters.
func syntaxText(message string) string {
	literal, bad := strings.CutPrefix(message, "invalid literal: ")
	switch {
	case bad && strings.HasPrefix(literal, `"`):
		return "this text holds a line break, a control character or a wrong escape"
	case bad:
		return textio.Quote(literal) + " is no value; texts need double quotes"
	case message == "parsing value: unexpected EOF":
		return "a value is missing at the end; write {} for the defaults"
	case message == "parsing comment: unexpected EOF":
		return "this comment has no end"
	case message == "parsing string: unexpected EOF":
		return "a text has no closing quote"
	case strings.HasSuffix(message, "unexpected EOF"):
		return "it ends where something is still expected"
	}
	return message
}

// value converts the parser's tree; where is the JSON path of v.
func (c *configSource) value(v hujson.Value, where string) (jsonValue, error) {
	out := jsonValue{offset: v.StartOffset}
	switch t := v.Value.(type) {
	case *hujson.Object:
		out.kind = jsonObject
		seen := map[string]int{}
		for _, m := range t.Members {
			name := m.Name.Value.(hujson.Literal).String()
			if first, repeated := seen[name]; repeated {
				line, column := c.lines.Position(first)
				return out, c.at(m.Name.StartOffset, "%s.%s is set twice, first at %d:%d; keep one", where, keyName(name), line, column)
			}
			seen[name] = m.Name.StartOffset
			value, err := c.value(m.Value, where+"."+keyName(name))
			if err != nil {
				return out, err
			}
			out.object = append(out.object, jsonMember{name, m.Name.StartOffset, value})
		}
	case *hujson.Array:
		out.kind = jsonArray
		for i, element := range t.Elements {
			value, err := c.value(element, fmt.Sprintf("%s[%d]", where, i))
			if err != nil {
				return out, err
			}
			out.array = append(out.array, value)
		}
	case hujson.Literal:
		out.literal = t
		switch t.Kind() {
		case 'n':
			out.kind = jsonNull
		case 't', 'f':
			out.kind = jsonBool
		case '"':
			out.kind = jsonString
		default:
			out.kind = jsonNumber
		}
	}
	return out, nil
}
