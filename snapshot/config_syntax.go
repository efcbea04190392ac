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
// It reports false when there is no value to look at.
func parseConfig(path string, source []byte, check *configChecker) (*configSource, jsonValue, bool) {
	text := strings.TrimPrefix(string(source), "\uFEFF")
	c := &configSource{path: path, text: text, lines: textio.NewLines(text)}
	if at := invalidText(source[len(source)-len(text):]); at >= 0 {
		check.fail(phaseSyntax, at, "byte 0x%02x is no UTF-8 text; save the file as UTF-8", text[at])
		return c, jsonValue{}, false
	}
	if !c.checkTokens(check, strings.HasSuffix(path, ".jsonc")) {
		return c, jsonValue{}, false
	}
	// The parser wants a line break after a comment on the last line.
	tree, err := hujson.Parse([]byte(text + "\n"))
	if err != nil {
		check.addFault(c.syntaxError(err))
		return c, jsonValue{}, false
	}
	return c, c.value(check, tree, "$"), true
}

// checkTokens reports, outside strings, what the parser would accept: comments
// in plain JSON, a comma before a closing bracket, and deep nesting, for which
// it returns false.
func (c *configSource) checkTokens(check *configChecker, comments bool) bool {
	depth, comma := 0, -1
	for i := 0; i < len(c.text); i++ {
		switch b := c.text[i]; {
		case b == '"':
			i = stringEnd(c.text, i)
			comma = -1
		case strings.HasPrefix(c.text[i:], "//"), strings.HasPrefix(c.text[i:], "/*"):
			if !comments {
				check.fail(phaseSyntax, i, "comments need a file named .jsonc; remove the comment or rename the file")
			}
			i = commentEnd(c.text, i)
		case b == '{', b == '[':
			if depth++; depth > maxConfigDepth {
				check.fail(phaseSyntax, i, "values nest more than %d levels deep", maxConfigDepth)
				return false
			}
			comma = -1
		case b == '}', b == ']':
			if comma >= 0 {
				check.fail(phaseSyntax, comma, "a comma must not stand before a closing bracket; remove it")
				comma = -1
			}
			depth--
		case b == ',':
			comma = i
		case b == ' ', b == '\t', b == '\n', b == '\r':
		default:
			comma = -1
		}
	}
	return true
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
func (c *configSource) syntaxError(err error) configFault {
	fault := configFault{phase: phaseSyntax, text: "the file is not valid JSON", cause: err}
	if strings.TrimSpace(c.text) == "" {
		fault.text, fault.cause = "the file is empty; write {} for the defaults", nil
		return fault
	}
	m := parserMessage.FindStringSubmatch(err.Error())
	if m == nil {
		return fault
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	fault.offset = c.lines.Offset(line) + column - 1
	fault.text += ": " + syntaxText(m[3])
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

// value converts the parser's tree; where is the JSON path of v. Of a property
// that is set twice the first stays.
func (c *configSource) value(check *configChecker, v hujson.Value, where string) jsonValue {
	out := jsonValue{offset: v.StartOffset}
	switch t := v.Value.(type) {
	case *hujson.Object:
		out.kind = jsonObject
		seen := map[string]int{}
		for _, m := range t.Members {
			name := m.Name.Value.(hujson.Literal).String()
			below := where + "." + keyName(name)
			if first, repeated := seen[name]; repeated {
				if check.room(phaseRepeated) {
					line, column := c.lines.Position(first)
					check.addFault(configFault{phase: phaseRepeated, offset: m.Name.StartOffset,
						text: fmt.Sprintf("%s is set twice, first at %d:%d; keep one", below, line, column)})
				}
				continue
			}
			seen[name] = m.Name.StartOffset
			out.object = append(out.object, jsonMember{name, m.Name.StartOffset, c.value(check, m.Value, below)})
		}
	case *hujson.Array:
		out.kind = jsonArray
		for i, e := range t.Elements {
			out.array = append(out.array, c.value(check, e, element(where, i)))
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
	return out
}
