package renma

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// TextOptions say how a report is shown to people.
type TextOptions struct {
	// Color switches on ANSI colours.
	Color bool
	// Strict shows the outcome of a strict scan.
	Strict bool
}

// WriteText writes the report for people (contract 01 section 5.4): grouped by
// file, the worst first, each fact once, and the outcome on the last line.
// Nothing that comes from the repository can control the terminal.
func (r *ScanReport) WriteText(w io.Writer, opts TextOptions) error {
	t := &scanText{style: style{opts.Color}, explained: map[string]bool{}}
	for _, g := range scanGroups(r) {
		t.group(g)
	}
	if r.AgentSkills.TotalSkillCount == 0 {
		t.noSkills(r)
	}
	t.summary(r, opts.Strict)
	_, err := io.WriteString(w, t.b.String())
	return err
}

// scanItem is one line below a file.
type scanItem struct {
	line, column int // 0 when unknown
	rank         int // 0 is worst
	label        string
	text         string
	id           string
	why, fix     string
}

// scanGroup is a file with everything that is said about it.
type scanGroup struct {
	path  string
	skill *agentskills.Result // nil for other files
	items []scanItem
}

// scanGroups collects what the report says, file by file in path order and
// the worst first within a file. What belongs to no file comes last.
func scanGroups(r *ScanReport) []*scanGroup {
	byPath := map[string]*scanGroup{}
	at := func(path string) *scanGroup {
		g := byPath[path]
		if g == nil {
			g = &scanGroup{path: path}
			byPath[path] = g
		}
		return g
	}
	for _, result := range r.AgentSkills.Results {
		if len(result.Issues) > 0 {
			g := at(result.Path)
			g.skill = result
			g.items = append(g.items, issueItems(result.Issues)...)
		}
	}
	for i := range r.Findings {
		g := at(r.Findings[i].Evidence.Path)
		g.items = append(g.items, findingItem(&r.Findings[i]))
	}
	blocking := map[string]*snapshot.CoverageIssue{}
	for i := range r.InspectionCoverage.BlockingIssues {
		blocking[r.InspectionCoverage.BlockingIssues[i].Path] = &r.InspectionCoverage.BlockingIssues[i]
	}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		item := diagnosticItem(d)
		if issue := blocking[d.Path]; issue != nil {
			item.text += coverageNote(issue)
			delete(blocking, d.Path)
		}
		g := at(d.Path)
		g.items = append(g.items, item)
	}
	for path, issue := range blocking {
		g := at(path)
		g.items = append(g.items, scanItem{rank: 1, label: "warning", text: issue.Reason + coverageNote(issue), id: issue.State})
	}
	groups := make([]*scanGroup, 0, len(byPath))
	for _, g := range byPath {
		slices.SortStableFunc(g.items, compareItems)
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *scanGroup) int {
		return cmp.Or(compareBool(a.path == "", b.path == ""), cmp.Compare(a.path, b.path))
	})
	return groups
}

func compareItems(a, b scanItem) int {
	return cmp.Or(
		cmp.Compare(a.rank, b.rank),
		cmp.Compare(a.line, b.line),
		cmp.Compare(a.column, b.column),
		cmp.Compare(a.id, b.id))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// foldAbove is how many issues of one noisy id are still shown one by one
// (contract 02 section 4.7).
const foldAbove = 5

// foldable are the ids that come in long series.
var foldable = map[string]string{
	"RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINENT":       "constraints stand outside a section that names them",
	"RN-SKILL-EXECUTION-CONSTRAINT-MISSING-ALTERNATIVE": "constraints leave no way to go on",
}

func issueItems(issues []agentskills.Issue) []scanItem {
	series := map[string][]int{}
	for i := range issues {
		if foldable[issues[i].Code] != "" {
			series[issues[i].Code] = append(series[issues[i].Code], issues[i].StartLine)
		}
	}
	var items []scanItem
	for i := range issues {
		issue := &issues[i]
		item := scanItem{
			line:   issue.StartLine,
			column: issue.StartColumn,
			rank:   severityRank(issue.Severity),
			label:  string(issue.Severity),
			text:   issue.Message,
			id:     issue.Code,
			fix:    issue.Hint,
		}
		if lines := series[issue.Code]; len(lines) > foldAbove {
			if lines[0] != issue.StartLine {
				continue
			}
			item.text = fmt.Sprintf("%d %s, first on lines %d, %d and %d", len(lines), foldable[issue.Code], lines[0], lines[1], lines[2])
			item.column = 0
		}
		items = append(items, item)
	}
	return items
}

func findingItem(f *diagnostic.Finding) scanItem {
	rank := 1
	if f.Severity.Rank() >= diagnostic.LevelHigh.Rank() {
		rank = 0
	}
	return scanItem{
		line:   f.Evidence.StartLine,
		column: f.Evidence.StartColumn,
		rank:   rank,
		label:  string(f.Severity),
		text:   f.Title,
		id:     f.ID,
		why:    f.WhyItMatters,
		fix:    f.Remediation,
	}
}

func diagnosticItem(d *diagnostic.Diagnostic) scanItem {
	item := scanItem{
		rank:  severityRank(d.Severity),
		label: string(d.Severity),
		text:  d.Message,
		id:    d.Code,
	}
	if d.Evidence != nil {
		item.line, item.column = d.Evidence.StartLine, d.Evidence.StartColumn
	}
	return item
}

func severityRank(s diagnostic.Severity) int {
	switch s {
	case diagnostic.SeverityError:
		return 0
	case diagnostic.SeverityWarning:
		return 1
	}
	return 2
}

func coverageNote(issue *snapshot.CoverageIssue) string {
	if issue.Scope == "subtree" {
		return " (blocks coverage: nothing below it was inspected)"
	}
	return " (blocks coverage: it was not inspected)"
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
		t.b.WriteString("  " + t.paint(g.items[0].rank, state))
		if g.skill.Format != agentskills.FormatAgentSkills {
			t.b.WriteString(t.dim(", format " + string(g.skill.Format)))
		}
	}
	t.b.WriteByte('\n')
	width := 0
	for i := range g.items {
		width = max(width, len(g.items[i].place()))
	}
	for i := range g.items {
		t.item(&g.items[i], width)
	}
	if g.skill != nil {
		t.acceptedBy(g.skill)
	}
	if g.skill != nil && g.skill.MigrationCommand != nil {
		fmt.Fprintf(&t.b, "  migrate: %s\n", textio.Terminal(g.skill.MigrationCommand.Display))
	}
	t.b.WriteByte('\n')
}

func (i *scanItem) place() string {
	if i.line == 0 {
		return "-"
	}
	return fmt.Sprintf("%d:%d", i.line, max(i.column, 1))
}

// explanationWidth is the length of a line of explanation.
const explanationWidth = 96

func (t *scanText) item(i *scanItem, width int) {
	const labelWidth = len("critical")
	label := t.paint(i.rank, fmt.Sprintf("%-*s", labelWidth, i.label))
	fmt.Fprintf(&t.b, "  %*s  %s  %s  %s\n", width, i.place(), label, textio.Terminal(i.text), t.dim(textio.Terminal(i.id)))
	indent := strings.Repeat(" ", width+labelWidth+6)
	for _, more := range []struct{ name, text string }{{"why: ", i.why}, {"fix: ", i.fix}} {
		if more.text == "" || t.explained[i.id+more.name+more.text] {
			continue
		}
		t.explained[i.id+more.name+more.text] = true
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
