package agentskills

import (
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/markdown"
)

// The warnings about how a Skill is written (contract 02 section 4). They read
// English and are heuristics: when in doubt, nothing is reported.
const (
	codeMissingCapability  = "RN-SKILL-DESCRIPTION-MISSING-CAPABILITY"
	codeMissingUsage       = "RN-SKILL-DESCRIPTION-MISSING-USAGE-BOUNDARY"
	codeOmitsSelection     = "RN-SKILL-DESCRIPTION-OMITS-SELECTION-BOUNDARY"
	codeNotProminent       = "RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINENT"
	codeScattered          = "RN-SKILL-EXECUTION-CONSTRAINT-SCATTERED"
	codeMissingAlternative = "RN-SKILL-EXECUTION-CONSTRAINT-MISSING-ALTERNATIVE"
)

// authoringIssues judges the description and the body of one Skill. description
// is the value as written and not blank, field its place. The issues come in
// the order of the contract's table; the caller sorts them by line.
func authoringIssues(doc *markdown.Document, path, description string, field *frontmatter.Field) []Issue {
	c := inspectBody(doc)
	a := author{path: path, field: field}
	if !multilingual(description) {
		a.description(splitSentences(description), c.exclusionLine)
	}
	a.constraints(c.constraints)
	return a.issues
}

// author collects the issues of one Skill.
type author struct {
	path   string
	field  *frontmatter.Field
	issues []Issue
}

func (a *author) report(code string, line int, field, message, hint string) {
	issue := Issue{
		Code: code, Severity: diagnostic.SeverityWarning, Category: CategoryAuthoring,
		Path: a.path, StartLine: line, EndLine: line, Message: message, Hint: hint, Field: field,
	}
	if field != "" && line == a.field.StartLine() {
		issue.StartColumn = a.field.KeyPos.Column()
		issue.EndColumn = issue.StartColumn + len(field)
	}
	a.issues = append(a.issues, issue)
}

func (a *author) description(d []sentence, exclusionLine int) {
	line := a.field.StartLine()
	if !statesCapability(d) {
		a.report(codeMissingCapability, line, "description",
			"The description does not say what the Skill does.",
			"Name the action and what it acts on, as in \"Converts CSV files to Parquet\".")
	}
	if !statesUsage(d) {
		a.report(codeMissingUsage, line, "description",
			"The description does not say when to use the Skill.",
			"Add the situation or request that calls for it, as in \"Use when a table needs aligning\".")
	}
	if exclusionLine > 0 && !describesExclusion(d) {
		a.report(codeOmitsSelection, exclusionLine, "description",
			"The body says when not to use the Skill, and the description, which selection reads, does not.",
			"Say in the description what the Skill is not for.")
	}
}

func (a *author) constraints(cs []constraint) {
	for _, c := range cs {
		if !c.prominent {
			a.report(codeNotProminent, c.line, "",
				"This prohibition stands outside a section that names limits.",
				"Move it under a heading such as \"Hard constraints\".")
		}
	}
	if sections, ok := scattered(cs); ok {
		a.report(codeScattered, cs[0].line, "",
			fmt.Sprintf("Prohibitions are spread over %d sections.", sections),
			"Gather them under one heading that names limits.")
	}
	for _, c := range cs {
		if !c.alternative {
			a.report(codeMissingAlternative, c.line, "",
				"No supported way on was found near this prohibition.", alternativeHint)
		}
	}
}

// alternativeHint is the guidance of contract 02 section 4.8.
const alternativeHint = "The check only sees nearby lines, so a way on may well exist: look at the Skill's own instructions, " +
	"its Context Assets and what the user supplied first, and ask only if the behaviour is still open. Keep the prohibition; " +
	"never invent an alternative or widen permission to silence this."

// scattered reports constraints in two or more sections of which at least one
// is not prominent.
func scattered(cs []constraint) (sections int, ok bool) {
	seen := map[int]bool{}
	buried := false
	for _, c := range cs {
		seen[c.section] = true
		buried = buried || !c.prominent
	}
	return len(seen), buried && len(seen) > 1
}

// findings are what the body of a Skill says about its limits.
type findings struct {
	// exclusionLine is the first line that excludes the Skill from some
	// task, or 0.
	exclusionLine int
	constraints   []constraint
}

// constraint is one line that forbids the reader something.
type constraint struct {
	line, section          int
	prominent, alternative bool
}

// bodyLine is the text that a reader takes as one line: the sentences that
// begin on one source line or on the line where the sentence before ended.
type bodyLine struct {
	sentences []sentence
	// forbids holds the prohibitions of each sentence.
	forbids [][]prohibition
	// exclusion is the file line that says what the Skill is not for, or 0.
	exclusion int
}

func (l *bodyLine) isConstraint() bool {
	for _, ps := range l.forbids {
		if len(ps) > 0 {
			return true
		}
	}
	return false
}

func (l *bodyLine) offersWayOn() bool {
	for i, s := range l.sentences {
		if offersWayOn(s, l.forbids[i]) {
			return true
		}
		for _, p := range l.forbids[i] {
			if released(s.tokens, p) {
				return true
			}
		}
	}
	return false
}

// inspectBody finds the selection exclusion and the constraints of a body.
func inspectBody(doc *markdown.Document) findings {
	b := &body{doc: doc, kinds: classifyHeadings(doc.Headings), lines: make([][]bodyLine, len(doc.Blocks))}
	f := findings{exclusionLine: b.excludedSection()}
	for i := range doc.Blocks {
		if !mayForbid(doc.Blocks[i].Text) {
			continue
		}
		for j, l := range b.linesOf(i) {
			if l.exclusion > 0 && (f.exclusionLine == 0 || l.exclusion < f.exclusionLine) {
				f.exclusionLine = l.exclusion
			}
			if l.isConstraint() {
				f.constraints = b.appendConstraints(f.constraints, i, j)
			}
		}
	}
	return f
}

// body is a parsed body with the kinds of its headings. The lines of a block
// are only taken apart when some word of it can forbid, or when a prohibition
// stands shortly before it.
type body struct {
	doc   *markdown.Document
	kinds []headingKind
	lines [][]bodyLine
}

func (b *body) kind(section int) headingKind {
	if section < 0 {
		return headingKind{}
	}
	return b.kinds[section]
}

// appendConstraints adds the constraints of line j of block i, one for each
// source line.
func (b *body) appendConstraints(out []constraint, i, j int) []constraint {
	l := &b.lines[i][j]
	section := b.doc.Blocks[i].Section
	c := constraint{section: section, prominent: b.kind(section).limits, alternative: l.offersWayOn() || b.wayOnBelow(i, j)}
	for k, ps := range l.forbids {
		for _, p := range ps {
			c.line = b.doc.Blocks[i].Line(l.sentences[k].tokens[p.at].at)
			if len(out) == 0 || out[len(out)-1].line != c.line {
				out = append(out, c)
			}
		}
	}
	return out
}

// wayOnBelow reports a way on in the next two lines of the section that are no
// constraints themselves.
func (b *body) wayOnBelow(i, j int) bool {
	section := b.doc.Blocks[i].Section
	for range 2 {
		for j++; j >= len(b.linesOf(i)); j = 0 {
			if i++; i == len(b.doc.Blocks) || b.doc.Blocks[i].Section != section {
				return false
			}
		}
		if l := &b.lines[i][j]; !l.isConstraint() && l.exclusion == 0 && l.offersWayOn() {
			return true
		}
	}
	return false
}

// forbiddingWords are beginnings of every word that can forbid or exclude, by
// their first letter.
var forbiddingWords = [256][]string{
	'n': {"not", "n't", "n’t", "never", "no ", "no\n"}, 'c': {"cannot"}, 'd': {"dont"}, 'p': {"prohibited"}, 'f': {"forbidden"},
	'a': {"avoid"}, 'i': {"instead"},
}

// seconds are the letters behind the first one of these words, as bits of their
// place in the alphabet: nearly every pair of a text is ruled out by one look.
var seconds = func() (t [256]uint32) {
	for first, words := range forbiddingWords {
		for _, w := range words {
			t[first] |= 1 << (w[1] & 31)
		}
	}
	return t
}()

// mayForbid reports that text is worth taking apart.
func mayForbid(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if seconds[text[i]|0x20]>>(text[i+1]&31)&1 == 0 {
			continue
		}
		for _, w := range forbiddingWords[text[i]|0x20] {
			if i+len(w) <= len(text) && strings.EqualFold(text[i:i+len(w)], w) {
				return true
			}
		}
	}
	return false
}

// excludedSection returns the first line of text below a heading that says the
// Skill is not for what follows, or 0.
func (b *body) excludedSection() int {
	line := 0
	for i := range b.doc.Blocks {
		if block := &b.doc.Blocks[i]; b.kind(block.Section).excludes {
			line = block.StartLine()
			break
		}
	}
	for _, t := range b.doc.Tables {
		if b.kind(t.Section).excludes && (line == 0 || t.Line < line) {
			return t.Line
		}
	}
	return line
}

// linesOf returns the lines of block i.
func (b *body) linesOf(i int) []bodyLine {
	if b.lines[i] != nil {
		return b.lines[i]
	}
	block := &b.doc.Blocks[i]
	kind := b.kind(block.Section)
	in := surroundings{silent: block.Quote && !callout(block) || kind.excludes, selecting: kind.selects}
	lines, lastLine := []bodyLine{}, 0
	for _, s := range splitSentences(block.Text) {
		first, last := block.Line(s.tokens[0].at), block.Line(s.tokens[len(s.tokens)-1].at)
		if first != lastLine {
			lines = append(lines, bodyLine{})
		}
		if at, ok := lines[len(lines)-1].add(s, in); ok {
			lines[len(lines)-1].exclusion = block.Line(at)
		}
		in.aboutSkill = in.aboutSkill || hasWord(s.tokens, "skill")
		lastLine = last
	}
	b.lines[i] = lines
	return lines
}

// surroundings say how a sentence is to be read.
type surroundings struct {
	// silent: it forbids nothing, because it is quoted or stands where the
	// Skill says what it is not for.
	silent bool
	// selecting: the section is about when to use the Skill.
	selecting bool
	// aboutSkill: the text before it speaks of the Skill.
	aboutSkill bool
}

// add puts one more sentence on the line. ok reports the first that says what
// the Skill is not for, and at where.
func (l *bodyLine) add(s sentence, in surroundings) (at int, ok bool) {
	var ps []prohibition
	if !in.silent {
		ps = findProhibitions(s)
		if at, ok = statesExclusion(s, ps, in.aboutSkill, in.selecting); ok {
			ps = nil
		}
		ps = slices.DeleteFunc(ps, func(p prohibition) bool { return useless(s.tokens, p) })
	}
	l.sentences = append(l.sentences, s)
	l.forbids = append(l.forbids, ps)
	return at, ok && l.exclusion == 0
}

// callout reports a quote that speaks to the reader: it opens with a label in
// bold or a mark such as [!WARNING].
func callout(b *markdown.Block) bool {
	text := strings.TrimSpace(b.Text)
	return strings.HasPrefix(text, "[!") || strings.HasPrefix(text, string(markdown.BoldMark))
}
