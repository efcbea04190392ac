package problem

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/renma/renma/diagnostic"
)

// Problem is one fault that a scan found.
type Problem struct {
	// ID names the registered rule.
	ID string
	// Severity orders problems for people and programs. Level is the word
	// that the report itself uses: a severity or, for a finding, its level.
	Severity diagnostic.Severity
	Level    string
	// Path is relative to the root of the scan, "" when the problem belongs
	// to no single file.
	Path string
	// Lines are 1-based and 0 when only the file is known; EndLine is
	// inclusive. Columns are 1-based code points, EndColumn exclusive, and 0
	// when the problem covers whole lines.
	StartLine, EndLine     int
	StartColumn, EndColumn int
	// Source holds the lines StartLine to EndLine, as far as they are known.
	Source string
	// Message is one sentence. Why and Fix may be empty.
	Message, Why, Fix string
	// Subject tells problems of one id in one file apart without saying where
	// they stand: a field, a target, or the text of the line.
	Subject string
	// Origin is the list of the scan report that the problem comes from.
	Origin Origin
	// Blocking marks a path that should have been inspected and was not.
	Blocking bool
	// Known marks a problem that the baseline holds.
	Known bool
	// Suppression is set when somebody decided not to hear of the problem.
	Suppression *Suppression
}

// Origin names a list of the scan report.
type Origin string

// The origins of problems.
const (
	FromSkill      Origin = "skill"      // the validation of a Skill
	FromFinding    Origin = "finding"    // what counts against the threshold
	FromDiagnostic Origin = "diagnostic" // the walk, Skill Discovery, context lenses
	FromCoverage   Origin = "coverage"   // a path that nothing else tells of
)

// Suppression says why a problem is not reported.
type Suppression struct {
	InSource bool // a comment in the file, not an entry of the configuration
	Reason   string
}

// Sort orders problems by path, the worst first within a file, then by place,
// id, message and subject. Problems of no file come last.
func Sort(list []Problem) { slices.SortStableFunc(list, compare) }

func compare(a, b Problem) int {
	if (a.Path == "") != (b.Path == "") {
		return cmp.Compare(b.Path, a.Path)
	}
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Rank(), b.Rank()),
		cmp.Compare(a.StartLine, b.StartLine),
		cmp.Compare(a.StartColumn, b.StartColumn),
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Subject, b.Subject))
}

// Rank orders severities: 0 is an error, 1 a warning, 2 anything milder.
func (p *Problem) Rank() int {
	switch p.Severity {
	case diagnostic.SeverityError:
		return 0
	case diagnostic.SeverityWarning:
		return 1
	}
	return 2
}

// Fingerprint identifies the problem by its id, its file and its subject: 32
// digits of lower-case hex. Neither lines nor the wording of the message count,
// so it outlives edits elsewhere in the file, but not a new name for the file.
// Equal problems of one file share a fingerprint.
func (p *Problem) Fingerprint() string {
	sum := sha256.Sum256([]byte(p.ID + "\x00" + p.Path + "\x00" + strings.Join(strings.Fields(p.Subject), " ")))
	return hex.EncodeToString(sum[:16])
}

// byteColumns returns the columns of the problem counted in bytes of UTF-8, 0
// where the column or its line is not known.
func (p *Problem) byteColumns() (start, end int) {
	first, last := p.Source, p.Source
	if i := strings.IndexByte(first, '\n'); i >= 0 {
		first, last = first[:i], first[strings.LastIndexByte(first, '\n')+1:]
	}
	return byteColumn(first, p.StartColumn), byteColumn(last, p.EndColumn)
}

func byteColumn(line string, column int) int {
	if column == 0 || utf8.RuneCountInString(line) < column-1 {
		return 0
	}
	for i := range line {
		if column == 1 {
			return i + 1
		}
		column--
	}
	return len(line) + 1
}

// Report is a list of problems on its way to a writer.
type Report struct {
	// Problems are sorted, see [Sort]. Those that are known or suppressed
	// are marked, not left out: each writer decides what its readers need.
	Problems []Problem
	// Passed are the paths of the Skills without any problem, sorted.
	Passed []string
	// Rules explain the ids.
	Rules []diagnostic.Rule
	// Version is that of the program, "" when it has none.
	Version string
	// Prefix leads from the directory that readers know to the root of the
	// scan, with forward slashes, "" when they are the same.
	Prefix string
	// Outcome is one line that sums up the scan.
	Outcome string
}

// file is the path of a problem as the readers of a report know it.
func (r *Report) file(path string) string {
	if r.Prefix == "" || path == "" {
		return path
	}
	return strings.TrimSuffix(r.Prefix, "/") + "/" + path
}

// news returns the problems that somebody still has to hear of.
func (r *Report) news() []*Problem {
	var list []*Problem
	for i := range r.Problems {
		if p := &r.Problems[i]; !p.Known && p.Suppression == nil {
			list = append(list, p)
		}
	}
	return list
}

// text is the message of a problem with its remedy.
func (p *Problem) text() string {
	if p.Fix == "" {
		return p.Message
	}
	return p.Message + "\n" + p.Fix
}
