package renma

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// noSkills says loudly that nothing was found, where a Skill is looked for and
// what to run instead, where the files show it.
func (t *scanText) noSkills(r *ScanReport) {
	t.b.WriteString(t.paint(1, "No Skill was found.") + "\n")
	fmt.Fprintf(&t.b, "  A Skill is a file DIR/SKILL.md below skills/ or .agents/skills/ of %s\n", textio.Terminal(r.Root))
	like := skillLike(r)
	if better := betterRoot(r.Root, like); better != "" {
		fmt.Fprintf(&t.b, "  Run instead: renma scan %s\n", textio.Terminal(agentskills.QuotePOSIX(better)))
	} else if len(like) > 0 {
		fmt.Fprintf(&t.b, "  Named like a Skill but outside these folders: %s", textio.Terminal(like[0]))
		if len(like) > 1 {
			fmt.Fprintf(&t.b, " and %d more", len(like)-1)
		}
		t.b.WriteByte('\n')
	}
	t.b.WriteByte('\n')
}

// skillLike returns the files that look like Skills and stand elsewhere.
func skillLike(r *ScanReport) []string {
	var paths []string
	for i := range r.Diagnostics {
		if r.Diagnostics[i].Code == "LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR" {
			paths = append(paths, r.Diagnostics[i].Path)
		}
	}
	return paths
}

// betterRoot guesses the directory that the caller meant, "" when nothing
// shows it: the one above when root is itself a folder named skills, the one
// below that holds such a folder, or the one above when root lies inside such
// a folder. like are the files below root that look like Skills.
func betterRoot(root string, like []string) string {
	root = strings.ReplaceAll(root, `\`, "/")
	if path.Base(root) == "skills" {
		return holder(path.Dir(root))
	}
	for _, file := range like {
		segments := strings.Split(file, "/")
		if i := slices.Index(segments, "skills"); i > 0 {
			return holder(path.Join(root, path.Join(segments[:i]...)))
		}
	}
	if i := strings.LastIndex(root, "/skills/"); i >= 0 && len(like) > 0 {
		return holder(cmp.Or(root[:i], "/"))
	}
	return ""
}

// holder is the repository of a folder of Skills that stands in dir.
func holder(dir string) string {
	if path.Base(dir) == ".agents" {
		return path.Dir(dir)
	}
	return dir
}

// summary writes the counts and, last, the outcome in one line.
func (t *scanText) summary(r *ScanReport, strict bool) {
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&t.b, "%s %s\n", t.dim(fmt.Sprintf("%-12s", name)), fmt.Sprintf(format, args...))
	}
	row("root", "%s", textio.Terminal(r.Root))
	row("config", "%s", textio.Terminal(cmp.Or(r.ConfigPath, "(defaults)")))
	coverage := &r.InspectionCoverage
	row("files", "%d scanned; coverage %d/%d", r.ScannedFileCount, coverage.InspectedPathCount, coverage.ExpectedPathCount)
	a := &r.AgentSkills
	row("skills", "%d/%d valid; %d invalid, %d legacy, %d hybrid, %d unknown; %s", a.ValidSkillCount, a.TotalSkillCount,
		a.InvalidSkillCount, a.LegacySkillCount, a.HybridSkillCount, a.UnknownSkillCount(), textio.Plural(a.WarningCount, "warning"))
	t.clients(r, row)
	t.ignored(r, row)
	row("findings", "%s", findingCounts(r))
	row("diagnostics", "%s", diagnosticCounts(r.Diagnostics, strict))
	if n := len(r.Collisions); n > 0 {
		row("collisions", "%d", n)
	}
	if b := r.Baseline; b != nil {
		row("baseline", "%d new, %d known, %d fixed; %s", b.NewCount, b.KnownCount, b.FixedCount, textio.Terminal(b.Path))
	}
	if c := r.ChangedSince; c != nil {
		row("changed", "%s since %s; only what is wrong in them is shown", textio.Plural(len(c.Paths), "file"), textio.Terminal(c.Ref))
	}
	if len(r.OmittedAnalyses) > 0 {
		row("not run", "%s", strings.Join(r.OmittedAnalyses, ", "))
	}
	t.b.WriteByte('\n')
	verdict, reasons := r.verdict(strict)
	t.b.WriteString(t.paintVerdict(verdict) + ": " + reasons + "\n")
}

// Outcome sums up the scan in one line: whether it passes, and why.
func (r *ScanReport) Outcome(strict bool) string {
	verdict, reasons := r.verdict(strict)
	return verdict + ": " + reasons
}

// The verdicts about a scan.
const (
	verdictOK      = "ok"
	verdictNoSkill = "no skill found"
	verdictFailed  = "failed"
)

func (t *scanText) paintVerdict(verdict string) string {
	switch verdict {
	case verdictOK:
		return t.sgr("32", verdict)
	case verdictNoSkill:
		return t.paint(1, verdict)
	}
	return t.paint(0, verdict)
}

func (r *ScanReport) verdict(strict bool) (verdict, reasons string) {
	var list []string
	for _, m := range r.Policy(strict) {
		list = append(list, m.reason(r.ExitThreshold))
	}
	switch {
	case list != nil:
		return verdictFailed, strings.Join(list, ", ")
	case r.AgentSkills.TotalSkillCount == 0 && r.ChangedSince == nil:
		return verdictNoSkill, outcome(r, strict)
	}
	return verdictOK, outcome(r, strict)
}

func findingCounts(r *ScanReport) string {
	var parts []string
	for _, level := range []diagnostic.Level{diagnostic.LevelCritical, diagnostic.LevelHigh, diagnostic.LevelMedium, diagnostic.LevelLow} {
		n := 0
		for i := range r.Findings {
			if r.Findings[i].Severity == level {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, level))
		}
	}
	text := fmt.Sprint(len(r.Findings))
	if parts != nil {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	return fmt.Sprintf("%s; threshold %s; %d suppressed", text, r.ExitThreshold, len(r.SuppressedFindings))
}

func diagnosticCounts(list []diagnostic.Diagnostic, strict bool) string {
	counts := snapshot.Count(list)
	text := fmt.Sprint(len(list))
	if len(list) > 0 {
		text += fmt.Sprintf(" (%s, %s, %d info)", textio.Plural(counts.Error, "error"), textio.Plural(counts.Warning, "warning"), counts.Info)
	}
	if counts.Error > 0 && !strict {
		text += fmt.Sprintf("; %s (use --strict to fail for that)", textio.Plural(counts.Error, "error diagnostic"))
	}
	return text
}

// outcome says what a passing scan has checked, and what it has let pass.
func outcome(r *ScanReport, strict bool) string {
	text := fmt.Sprintf("no finding at or above %s", r.ExitThreshold)
	if strict {
		return text
	}
	for _, m := range r.Policy(true) {
		if m.ID == MatchInvalidAgentSkill {
			text += fmt.Sprintf(", but %s (use --strict to fail for that)", m.reason(r.ExitThreshold))
		}
	}
	return text
}

func (m PolicyMatch) reason(threshold diagnostic.Level) string {
	switch m.ID {
	case MatchFindingThreshold:
		return fmt.Sprintf("%s at or above %s", textio.Plural(m.Count, "finding"), threshold)
	case MatchInvalidAgentSkill:
		return textio.Plural(m.Count, "invalid skill")
	case MatchErrorDiagnostic:
		return textio.Plural(m.Count, "error diagnostic")
	}
	return textio.Plural(m.Count, "path") + " not inspected"
}
