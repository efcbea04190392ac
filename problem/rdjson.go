package problem

import (
	"io"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

type rdResult struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdDiagnostic struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
	Severity string     `json:"severity"`
	Code     rdCode     `json:"code"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

type rdRange struct {
	Start rdPosition  `json:"start"`
	End   *rdPosition `json:"end,omitempty"`
}

// rdPosition counts columns in bytes, from 1.
type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

// WriteRDJSON writes the problems that are neither known nor suppressed as a
// DiagnosticResult of the Reviewdog Diagnostic Format.
func (r *Report) WriteRDJSON(w io.Writer) error {
	result := rdResult{Source: rdSource{toolName, toolURL}, Diagnostics: []rdDiagnostic{}}
	for _, p := range r.news() {
		result.Diagnostics = append(result.Diagnostics, rdDiagnostic{
			Message:  textio.TerminalLines(p.text()),
			Location: rdLocation{Path: r.file(p.Path), Range: rangeOf(p)},
			Severity: rdSeverity(p.Severity),
			Code:     rdCode{p.ID, ruleURL(p.ID)},
		})
	}
	return textio.EncodeJSON(w, result)
}

func rangeOf(p *Problem) *rdRange {
	if p.StartLine == 0 {
		return nil
	}
	start, end := p.byteColumns()
	r := &rdRange{Start: rdPosition{p.StartLine, start}}
	switch {
	case end > 0:
		r.End = &rdPosition{p.EndLine, end}
	case p.EndLine > p.StartLine:
		r.End = &rdPosition{Line: p.EndLine}
	}
	return r
}

func rdSeverity(s diagnostic.Severity) string {
	switch s {
	case diagnostic.SeverityError:
		return "ERROR"
	case diagnostic.SeverityWarning:
		return "WARNING"
	}
	return "INFO"
}
