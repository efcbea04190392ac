package renma

import (
	"fmt"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// suppressedIssues joins what comments hide, Skill by Skill.
func suppressedIssues(skills []*snapshot.Skill) []agentskills.SuppressedIssue {
	var all []agentskills.SuppressedIssue
	for _, skill := range skills {
		all = append(all, skill.Result.Suppressed...)
	}
	return all
}

// shownReasons is how many comments the summary quotes.
const shownReasons = 5

// ignored writes how many warnings comments hide, and the first reasons.
func (t *scanText) ignored(r *ScanReport, row func(name, format string, args ...any)) {
	if len(r.SuppressedIssues) == 0 {
		return
	}
	type comment struct {
		path string
		agentskills.IssueSuppression
	}
	var comments []comment
	hides := map[comment]int{}
	for i := range r.SuppressedIssues {
		s := &r.SuppressedIssues[i]
		c := comment{s.Issue.Path, s.Suppression}
		if hides[c] == 0 {
			comments = append(comments, c)
		}
		hides[c]++
	}
	row("ignored", "%s, by comments in the files:", textio.Plural(len(r.SuppressedIssues), "warning"))
	for i, c := range comments {
		if i == shownReasons {
			fmt.Fprintf(&t.b, "             and %s; suppressedIssues of --json lists all\n", textio.Plural(len(comments)-i, "more comment"))
			break
		}
		fmt.Fprintf(&t.b, "             %s:%d hides %d: %s\n", textio.Terminal(c.path), c.StartLine, hides[c], textio.Terminal(c.Reason))
	}
}
