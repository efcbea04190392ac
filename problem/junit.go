package problem

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Skipped *string       `xml:"skipped"`
	Failure *junitFailure `xml:"failure"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the problems as JUnit XML: a suite for each file and a case
// for each problem in it. Errors are failures; JUnit knows nothing milder, so a
// warning is a case that passes and says its text. What is known or suppressed is
// skipped, and a Skill without a problem is a case that passes.
func (r *Report) WriteJUnit(w io.Writer) error {
	all := junitSuites{Name: toolName}
	for _, path := range r.Passed {
		file := textio.Terminal(r.file(path))
		all.add(file, junitCase{Class: file, Name: "valid"})
	}
	for i := range r.Problems {
		p := &r.Problems[i]
		file := "(repository)"
		if p.Path != "" {
			file = textio.Terminal(r.file(p.Path))
		}
		all.add(file, newJUnitCase(p, file))
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// add puts a case into the suite of its file, which is the last one or new.
func (s *junitSuites) add(file string, c junitCase) {
	if n := len(s.Suites); n == 0 || s.Suites[n-1].Name != file {
		s.Suites = append(s.Suites, junitSuite{Name: file})
	}
	suite := &s.Suites[len(s.Suites)-1]
	suite.Cases = append(suite.Cases, c)
	suite.Tests++
	s.Tests++
	switch {
	case c.Failure != nil:
		suite.Failures++
		s.Failures++
	case c.Skipped != nil:
		suite.Skipped++
	}
}

func newJUnitCase(p *Problem, file string) junitCase {
	c, place := junitCase{Class: file, Name: p.ID}, file
	if p.StartLine > 0 {
		at := fmt.Sprintf("%d:%d", p.StartLine, max(p.StartColumn, 1))
		c.Name += " " + at
		place += ":" + at
	}
	text := fmt.Sprintf("%s: %s: %s", place, p.Level, textio.TerminalLines(p.text()))
	var reason string
	switch {
	case p.Suppression != nil:
		reason = "suppressed: " + textio.Terminal(p.Suppression.Reason)
		c.Skipped = &reason
	case p.Known:
		reason = "known: " + textio.Terminal(p.Message)
		c.Skipped = &reason
	case p.Severity == diagnostic.SeverityError:
		c.Failure = &junitFailure{Type: p.ID, Message: textio.Terminal(p.Message), Text: text}
	default:
		c.Output = text
	}
	return c
}
