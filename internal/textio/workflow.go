package textio

import (
	"fmt"
	"strings"
)

// Annotation is one remark of a GitHub workflow command.
type Annotation struct {
	Level   string // error, warning or notice
	File    string // relative to the top of the repository; empty for none
	Line    int    // 1-based; 0 for none
	EndLine int    // inclusive; 0 when it is Line
	// Columns are 1-based code points within Line, EndColumn exclusive; 0
	// for none.
	Column, EndColumn int
	Title             string
	Message           string
}

// String returns the command on one line. Nothing in the texts can end it, add a
// property, or begin another command.
func (a Annotation) String() string {
	var props []string
	if a.File != "" {
		props = append(props, "file="+property(a.File))
		if a.Line > 0 {
			props = append(props, fmt.Sprintf("line=%d", a.Line))
		}
		for _, p := range []struct {
			name  string
			value int
		}{{"endLine", a.EndLine}, {"col", a.Column}, {"endColumn", a.EndColumn}} {
			if a.Line > 0 && p.value > 0 {
				props = append(props, fmt.Sprintf("%s=%d", p.name, p.value))
			}
		}
	}
	if a.Title != "" {
		props = append(props, "title="+property(a.Title))
	}
	command := a.Level
	if len(props) > 0 {
		command += " " + strings.Join(props, ",")
	}
	return "::" + command + "::" + data(a.Message)
}

// The runner undoes exactly these escapes. Other line breaks do not get here:
// [Terminal] makes them visible.
var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C")
)

// data escapes a message, whose lines stay lines.
func data(s string) string { return dataEscapes.Replace(TerminalLines(s)) }

func property(s string) string { return propertyEscapes.Replace(Terminal(s)) }
