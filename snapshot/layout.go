package snapshot

import (
	"path"
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// Codes of the layout diagnostics (contract 01 section 1.7).
const (
	codeReserved   = "LAYOUT-SKILL-ENTRYPOINT-UNDER-RESERVED-SUPPORT-DIR"
	codeHistorical = "LAYOUT-HISTORICAL-SKILL-ENTRYPOINT"
	codeOutside    = "LAYOUT-SKILL-LIKE-FILE-OUTSIDE-SKILLS-DIR"
	codeLegacyRoot = "LAYOUT-LEGACY-CONTEXT-ROOT"
)

// reportLayout names every walked file that looks like a Skill and is none, and
// every file below the old context root, one diagnostic each. It leaves links,
// excluded paths, and Skills that globs select and that were not read: those
// have a diagnostic or stand in the coverage.
func (c *collector) reportLayout() {
	for i := range c.walked {
		w := &c.walked[i]
		if w.dir || w.state == stateSymlink || w.state == stateExcluded {
			continue
		}
		d := c.skillLike(w)
		if d == nil && w.state != stateDeep && strings.HasPrefix(w.path, "context/") {
			d = layout(w.path, codeLegacyRoot, diagnostic.SeverityWarning, "context/ is not read; move the file below contexts/.",
				diagnostic.Details{{Key: "migrationOnly", Value: true}, {Key: "canonicalRoot", Value: "contexts"}})
		}
		if d == nil {
			continue
		}
		if w.file != nil {
			d.Details = d.Details.With("classification", Classify(w.path))
		}
		c.diagnostics = append(c.diagnostics, *d)
	}
}

// skillLike explains a file that is named like a Skill, in any letter case; nil
// means that it is not, or that it is one that was selected.
func (c *collector) skillLike(w *walked) *diagnostic.Diagnostic {
	if w.file != nil && w.file.Classification.Kind == KindSkill {
		return nil
	}
	name := strings.ToLower(w.path[strings.LastIndexAny(w.path, `/\`)+1:])
	if name != "skill.md" && !strings.HasSuffix(name, ".skill.md") {
		return nil
	}
	if strings.Contains(path.Base(w.path), `\`) {
		return nearMiss(w.path, "backslash-in-name",
			"The name holds a backslash where a directory was meant, so this is no skill; unpack or rename it with directories.")
	}
	class := Classify(w.path)
	if class.SupportDirectory != "" {
		if w.state == stateDeep {
			return nil
		}
		return layout(w.path, codeReserved, diagnostic.SeverityInfo, "A file below "+class.SupportDirectory+"/ is support of a skill and never a skill itself.",
			guidance().With("reservedSupportSegment", class.SupportDirectory))
	}
	if class.Kind == KindSkill {
		return c.unselected(w)
	}
	if e, ok := agentskills.ParseEntrypoint(w.path); ok && e.Path == w.path {
		return layout(w.path, codeHistorical, diagnostic.SeverityWarning, "The old entrypoint name is not read as a skill; migrate it to "+textio.Quote(e.TargetPath)+".",
			diagnostic.Details{{Key: "migrationOnly", Value: true}, {Key: "targetPath", Value: e.TargetPath}})
	}
	return misplaced(w.path)
}

// unselected explains a file whose path makes it a Skill, that no glob selects and
// that was not read because another file named it either.
func (c *collector) unselected(w *walked) *diagnostic.Diagnostic {
	switch hidden := func(s string) bool { return strings.HasPrefix(s, ".") }; {
	case w.selected:
		return nil
	case slices.ContainsFunc(belowRoot(w.path), hidden):
		return nearMiss(w.path, "dot-directory",
			"Patterns do not enter directories with a leading dot, so this skill is not read; rename the directory.")
	}
	return nearMiss(w.path, "not-selected", "No configured glob selects this skill, so it is not read; add it to globs.")
}

func belowRoot(p string) []string {
	_, below, _ := agentskills.SplitRoot(p)
	return below
}

// misplaced explains a file with a Skill's name whose path is no entrypoint. A
// plain place outside the Skill roots needs no reason token: the code says it.
func misplaced(p string) *diagnostic.Diagnostic {
	below := belowRoot(p)
	message := ""
	switch {
	case below != nil && strings.ToLower(path.Base(p)) != "skill.md":
		return nearMiss(p, "letter-case", "The entrypoint must be named exactly SKILL.md, in a directory of its own; rename the file.")
	case len(below) == 1:
		return nearMiss(p, "no-skill-directory", "A skill needs a directory of its own below the skill root; move the file into one.")
	case below != nil:
		return nearMiss(p, "letter-case", "The entrypoint must be named exactly SKILL.md; rename the file.")
	case !strings.Contains(p, "/"):
		message = "A skill at the root of the repository is not read; move it to skills/NAME/SKILL.md."
	case slices.Contains(strings.Split(path.Dir(p), "/"), "skills"):
		message = "Skills are read below skills/ and .agents/skills/ of the scanned root only; move this one there or scan its own root."
	default:
		message = "Skills are read below skills/ and .agents/skills/ only; move the file if it is meant as one."
	}
	return layout(p, codeOutside, diagnostic.SeverityInfo, message, guidance())
}

func nearMiss(p, reason, message string) *diagnostic.Diagnostic {
	return layout(p, codeOutside, diagnostic.SeverityInfo, message, guidance().With("reason", reason))
}

func guidance() diagnostic.Details {
	return diagnostic.Details{{Key: "guidanceOnly", Value: true}, {Key: "repairRequired", Value: false}}
}

func layout(p, code string, severity diagnostic.Severity, message string, details diagnostic.Details) *diagnostic.Diagnostic {
	return &diagnostic.Diagnostic{Code: code, Severity: severity, Path: p, Message: message, Details: details}
}
