package agentskills

import (
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/markdown"
	"github.com/renma/renma/internal/textio"
)

// SuppressedIssue is an authoring warning that a comment in its own file hides.
type SuppressedIssue struct {
	Suppression IssueSuppression `json:"suppression"`
	Issue       Issue            `json:"issue"`
}

// IssueSuppression is the comment that hides an issue: its reason on one line,
// and its own 1-based file lines, EndLine inclusive.
type IssueSuppression struct {
	Reason    string `json:"reason"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
}

const (
	codeSuppressionInvalid       = "RN-SKILL-SUPPRESSION-INVALID"
	codeSuppressionReason        = "RN-SKILL-SUPPRESSION-WITHOUT-REASON"
	codeSuppressionSpecification = "RN-SKILL-SUPPRESSION-SPECIFICATION"
	codeSuppressionUnknown       = "RN-SKILL-SUPPRESSION-UNKNOWN-ID"
	codeSuppressionUnused        = "RN-SKILL-SUPPRESSION-UNUSED"
)

// suppress takes the warnings that comments of the body hide out of issues. A
// comment holds for the whole file. What is wrong with a comment becomes an
// issue, which no comment can hide.
func suppress(path string, body *markdown.Document, issues []Issue, by judged) (kept []Issue, hidden []SuppressedIssue) {
	s := suppressor{path: path, judged: by, by: map[string]*ignore{}, used: map[string]bool{}}
	for i := range body.Comments {
		s.read(&body.Comments[i])
	}
	if len(s.ignores)+len(s.issues) == 0 {
		return issues, nil
	}
	for _, issue := range issues {
		ig := s.by[issue.Code]
		if ig == nil {
			kept = append(kept, issue)
			continue
		}
		s.used[issue.Code] = true
		hidden = append(hidden, SuppressedIssue{IssueSuppression{ig.reason, ig.comment.Start.Line, ig.comment.End.Line}, issue})
	}
	slices.SortStableFunc(hidden, func(a, b SuppressedIssue) int { return compareIssues(a.Issue, b.Issue) })
	for _, ig := range s.ignores {
		s.unused(ig)
	}
	return append(kept, s.issues...), hidden
}

// judged says what was looked for. An id that hides nothing is reported only
// when it could have hidden something.
type judged struct {
	text   bool // the description and the body were judged
	client bool // the frontmatter was judged by the profile of a client
}

// suppressor collects the comments of one file that hide something.
type suppressor struct {
	path    string
	judged  judged
	ids     []string // that can be hidden; nil before they are needed
	ignores []*ignore
	by      map[string]*ignore // the first comment that names an id
	used    map[string]bool    // the ids that hid something
	issues  []Issue            // what is wrong with the comments
}

func (s *suppressor) read(c *markdown.Comment) {
	ig, ok := readIgnore(c.Text)
	if !ok {
		return
	}
	ig.comment = c
	all := place{c.Start.Line, c.End.Line, c.Start.Column, c.End.Column}
	switch {
	case !c.Closed:
		s.report(codeSuppressionInvalid, all, "The comment is never closed.", "Close it with -->; the text behind it is part of it.")
		return
	case ig.fault != nil:
		s.report(codeSuppressionInvalid, ig.place(ig.fault.offset, ig.fault.end), ig.fault.message, ig.fault.hint)
		return
	case len(ig.ids) == 0:
		s.report(codeSuppressionInvalid, all, "The comment names no warning to ignore.", ignoreForm)
		return
	case ig.reason == "":
		s.report(codeSuppressionReason, all, "The comment gives no reason, so it hides nothing.", ignoreForm)
		return
	}
	s.ignores = append(s.ignores, &ig)
	for _, id := range ig.ids {
		if s.known(&ig, id) && s.by[id.text] == nil {
			s.by[id.text] = &ig
		}
	}
}

// known reports whether warnings of the id can be hidden, and reports the id
// when they cannot.
func (s *suppressor) known(ig *ignore, id ignoredID) bool {
	if s.ids == nil {
		s.ids = suppressibleIDs()
	}
	if slices.Contains(s.ids, id.text) {
		return true
	}
	at, upper := ig.place(id.offset, id.offset+len(id.text)), strings.ToUpper(id.text)
	near := textio.Nearest(id.text, s.ids)
	switch {
	case strings.HasPrefix(upper, "AS-SKILL-"):
		s.report(codeSuppressionSpecification, at, textio.Quote(id.text)+" is an error against the specification; it cannot be ignored.",
			"Repair the file, and take the id off the comment.")
	case strings.HasPrefix(upper, "RN-SKILL-SUPPRESSION-"):
		s.report(codeSuppressionUnknown, at, "Warnings about such comments cannot be ignored.", "Repair the comment, and take the id off it.")
	case near != "":
		s.report(codeSuppressionUnknown, at, textio.Quote(id.text)+" is no authoring warning.", fmt.Sprintf("Did you mean %s?", near))
	default:
		s.report(codeSuppressionUnknown, at, textio.Quote(id.text)+" is no authoring warning.", "Name an id of the family \"Agent Skills authoring\", which renma explain lists.")
	}
	return false
}

// unused reports the ids of a comment that hid nothing.
func (s *suppressor) unused(ig *ignore) {
	seen := map[string]bool{}
	for _, id := range ig.ids {
		first := s.by[id.text]
		looked := s.judged.text
		if strings.HasPrefix(id.text, "RN-SKILL-CLIENT-") {
			looked = s.judged.client
		}
		if first == nil || !looked || first == ig && s.used[id.text] && !seen[id.text] {
			seen[id.text] = true
			continue
		}
		message := id.text + " is ignored, but this file does not give rise to it."
		if seen[id.text] || first != ig {
			message = fmt.Sprintf("%s is ignored already, on line %d.", id.text, first.comment.Start.Line)
		}
		seen[id.text] = true
		s.report(codeSuppressionUnused, ig.place(id.offset, id.offset+len(id.text)), message, "Take the id off the comment; without any id left, remove the comment.")
	}
}

func (s *suppressor) report(code string, at place, message, hint string) {
	if at.startLine != at.endLine {
		at.startColumn, at.endColumn = 0, 0
	}
	s.issues = append(s.issues, Issue{
		Code: code, Severity: diagnostic.SeverityWarning, Category: CategoryAuthoring, Path: s.path,
		StartLine: at.startLine, EndLine: at.endLine, StartColumn: at.startColumn, EndColumn: at.endColumn, Message: message, Hint: hint,
	})
}

// place is where the part from offset to end of the comment's text stands.
func (ig *ignore) place(offset, end int) place {
	from, to := ig.comment.Position(offset), ig.comment.Position(end)
	return place{from.Line, to.Line, from.Column, to.Column}
}

// suppressibleIDs returns the ids of the warnings that a comment can hide.
func suppressibleIDs() []string {
	var ids []string
	for _, r := range slices.Concat(authoringRules(), clientRules()) {
		ids = append(ids, r.ID)
	}
	return ids
}
