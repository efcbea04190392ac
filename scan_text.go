package renma

import (
	"fmt"
	"io"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/problem"
)

// TextOptions say how a report is shown to people.
type TextOptions struct {
	// Color switches on ANSI colours.
	Color bool
	// Strict shows the outcome of a strict scan.
	Strict bool
	// All shows the problems of the baseline too, and more than a screen of
	// problems.
	All bool
	// Quiet leaves out the summary, so that nothing is written when there is
	// nothing to see.
	Quiet bool
	// Screen is the terminal that the report is shown on. It may be zero, and
	// then everything is shown.
	Screen Screen
	// Command shows every problem of the report; a report that is cut short
	// names it.
	Command string
}

// WriteText writes the report for people (contract 01 section 5.4): grouped by
// file, the worst first, each fact once, and the outcome on the last line.
// Nothing that comes from the repository can control the terminal.
func (r *ScanReport) WriteText(w io.Writer, opts TextOptions) error {
	t := &scanText{style: style{opts.Color}, explained: map[string]bool{}}
	groups := r.groups(opts.All)
	if room := t.room(r, opts); room > 0 && !t.fits(groups, room, opts.Screen) {
		t.shortened(groups, room, opts)
	} else {
		for _, g := range groups {
			t.group(g)
		}
	}
	if r.AgentSkills.TotalSkillCount == 0 && r.ChangedSince == nil {
		t.noSkills(r)
	}
	if !opts.Quiet {
		t.summary(r, opts.Strict)
	}
	_, err := io.WriteString(w, t.b.String())
	return err
}

// scanGroup is a file with everything that is said about it, the worst first.
type scanGroup struct {
	path  string
	skill *agentskills.Result // nil for other files
	items []problem.Problem
}

// groups sorts what the report says by file. What belongs to no file comes last.
func (r *ScanReport) groups(all bool) []*scanGroup {
	skills := make(map[string]*agentskills.Result, len(r.AgentSkills.Results))
	for _, skill := range r.AgentSkills.Results {
		if len(skill.Issues) > 0 {
			skills[skill.Path] = skill
		}
	}
	list := where(r.Problems(), func(p *problem.Problem) bool { return p.Suppression == nil && (all || !p.Known) })
	var groups []*scanGroup
	for _, p := range folded(list) {
		if n := len(groups); n == 0 || groups[n-1].path != p.Path {
			groups = append(groups, &scanGroup{path: p.Path, skill: skills[p.Path]})
		}
		g := groups[len(groups)-1]
		g.items = append(g.items, p)
	}
	return groups
}

// foldAbove is how many problems of one noisy id in a file are still shown one
// by one (contract 02 section 4.7).
const foldAbove = 5

// foldable are the ids that come in long series.
var foldable = map[string]string{
	"RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINENT":       "constraints stand outside a section that names them",
	"RN-SKILL-EXECUTION-CONSTRAINT-MISSING-ALTERNATIVE": "constraints leave no way to go on",
}

// folded returns the list with one problem in place of each long series.
func folded(list []problem.Problem) []problem.Problem {
	type key struct{ path, id string }
	series := map[key][]int{} // the lines on which each id stands
	for _, p := range list {
		if foldable[p.ID] != "" {
			series[key{p.Path, p.ID}] = append(series[key{p.Path, p.ID}], p.StartLine)
		}
	}
	var short []problem.Problem
	for _, p := range list {
		lines := series[key{p.Path, p.ID}]
		switch {
		case len(lines) <= foldAbove:
			short = append(short, p)
		case lines[0] == p.StartLine:
			p.Message = fmt.Sprintf("%d %s, first on lines %d, %d and %d", len(lines), foldable[p.ID], lines[0], lines[1], lines[2])
			p.StartColumn = 0
			short = append(short, p)
			series[key{p.Path, p.ID}][0] = 0 // two may stand on one line
		}
	}
	return short
}

// scanText writes groups and the summary.
type scanText struct {
	style
	b strings.Builder
	// explained remembers what was said under an id, so that a reason and a
	// remedy which hold for many lines stand under the first of them.
	explained map[string]bool
}

func (t *scanText) group(g *scanGroup) {
	t.heading(g)
	width := g.placeWidth()
	for i := range g.items {
		t.item(&g.items[i], width)
	}
	t.ending(g)
}

func (t *scanText) heading(g *scanGroup) {
	heading := "(repository)"
	if g.path != "" {
		heading = textio.Terminal(g.path)
	}
	t.b.WriteString(t.bold(heading))
	if g.skill != nil {
		state := "valid"
		if !g.skill.Valid {
			state = "invalid"
		}
		t.b.WriteString("  " + t.paint(g.items[0].Rank(), state))
		if g.skill.Format != agentskills.FormatAgentSkills {
			t.b.WriteString(t.dim(", format " + string(g.skill.Format)))
		}
	}
	t.b.WriteByte('\n')
}

// placeWidth is the width of the column of lines and columns.
func (g *scanGroup) placeWidth() int {
	width := 0
	for i := range g.items {
		width = max(width, len(position(&g.items[i])))
	}
	return width
}

// ending closes a file of which everything was said.
func (t *scanText) ending(g *scanGroup) {
	if g.skill != nil {
		t.acceptedBy(g.skill)
	}
	if g.skill != nil && g.skill.MigrationCommand != nil {
		fmt.Fprintf(&t.b, "  migrate: %s\n", textio.Terminal(g.skill.MigrationCommand.Display))
	}
	t.b.WriteByte('\n')
}

func position(p *problem.Problem) string {
	if p.StartLine == 0 {
		return "-"
	}
	return fmt.Sprintf("%d:%d", p.StartLine, max(p.StartColumn, 1))
}

// explanationWidth is the length of a line of explanation.
const explanationWidth = 96

func (t *scanText) item(p *problem.Problem, width int) {
	const labelWidth = len("critical")
	label := t.paint(p.Rank(), fmt.Sprintf("%-*s", labelWidth, p.Level))
	fmt.Fprintf(&t.b, "  %*s  %s  %s  %s", width, position(p), label, textio.Terminal(p.Message), t.dim(textio.Terminal(p.ID)))
	if p.Known {
		t.b.WriteString(t.dim("  (known)"))
	}
	t.b.WriteByte('\n')
	indent := strings.Repeat(" ", width+labelWidth+6)
	for _, more := range []struct{ name, text string }{{"why: ", p.Why}, {"fix: ", p.Fix}} {
		if more.text == "" || t.explained[p.ID+more.name+more.text] {
			continue
		}
		t.explained[p.ID+more.name+more.text] = true
		for n, line := range textio.Wrap(textio.Terminal(more.text), explanationWidth) {
			lead := more.name
			if n > 0 {
				lead = strings.Repeat(" ", len(more.name))
			}
			fmt.Fprintf(&t.b, "%s%s\n", indent, t.dim(lead+line))
		}
	}
}

// style paints text for a terminal, or leaves it alone.
type style struct{ color bool }

func (s style) sgr(code, text string) string {
	if !s.color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string { return s.sgr("1", text) }
func (s style) dim(text string) string  { return s.sgr("2", text) }

// paint colours by rank: red, yellow, blue.
func (s style) paint(rank int, text string) string {
	return s.sgr([]string{"31", "33", "34"}[rank], text)
}
