package problem

import (
	"io"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// WriteGitHub writes one workflow command for each problem that is neither known
// nor suppressed, and the outcome as a line of the log. Nothing that comes from
// the repository can begin another command.
func (r *Report) WriteGitHub(w io.Writer) error {
	var b strings.Builder
	for _, p := range r.news() {
		b.WriteString(r.annotation(p).String())
		b.WriteByte('\n')
	}
	b.WriteString("renma: " + textio.Terminal(r.Outcome) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) annotation(p *Problem) textio.Annotation {
	a := textio.Annotation{Level: "notice", File: r.file(p.Path), Line: p.StartLine, Title: p.ID, Message: p.text()}
	switch p.Severity {
	case diagnostic.SeverityError:
		a.Level = "error"
	case diagnostic.SeverityWarning:
		a.Level = "warning"
	}
	if p.EndLine > p.StartLine {
		a.EndLine = p.EndLine
	} else {
		a.Column, a.EndColumn = p.StartColumn, p.EndColumn // the runner takes columns within one line only
	}
	return a
}
