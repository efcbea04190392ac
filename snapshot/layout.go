package snapshot

import (
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

// layoutDiagnostics names every walked file that looks like a Skill and is
// none, and every file below the old context root; one each, in path order.
// Links, which have a diagnostic of their own, are left to it. Those about a
// file that was read carry what its path alone says about it.
func layoutDiagnostics(paths []*walked, files []*File) []diagnostic.Diagnostic {
	read := make(map[string]bool, len(files))
	for _, f := range files {
		read[f.Path] = true
	}
	var out []diagnostic.Diagnostic
	for _, p := range paths {
		if p.dir || p.state == stateSymlink || p.state == stateExcluded {
			continue
		}
		if d := layoutDiagnostic(p); d != nil {
			if read[p.path] {
				d.Details = d.Details.With("classification", Classify(p.path))
			}
			out = append(out, *d)
		}
	}
	return out
}

func layoutDiagnostic(p *walked) *diagnostic.Diagnostic {
	name := p.segments[len(p.segments)-1]
	if looksLikeSkill(name) {
		if d := skillLike(p, name); d != nil {
			return d
		}
	}
	if len(p.segments) > 1 && p.segments[0] == "context" {
		return layout(p, codeLegacyRoot, diagnostic.SeverityWarning, "context/ is not read; move the file below contexts/.",
			diagnostic.Details{{Key: "migrationOnly", Value: true}, {Key: "canonicalRoot", Value: "contexts"}})
	}
	return nil
}

// looksLikeSkill reports the canonical and historical names in any letter case.
func looksLikeSkill(name string) bool {
	lower := strings.ToLower(name)
	return lower == "skill.md" || strings.HasSuffix(lower, ".skill.md")
}

// skillLike explains a file that is named like a Skill; nil means that it is
// one and was selected.
func skillLike(p *walked, name string) *diagnostic.Diagnostic {
	class := Classify(p.path)
	if class.SupportDirectory != "" {
		return layout(p, codeReserved, diagnostic.SeverityInfo, "A file below "+class.SupportDirectory+"/ is support of a skill and never a skill itself.",
			guidance().With("reservedSupportSegment", class.SupportDirectory))
	}
	entrypoint, ok := agentskills.ParseEntrypoint(p.path)
	switch {
	case ok && entrypoint.Kind != agentskills.EntrypointCanonical:
		return layout(p, codeHistorical, diagnostic.SeverityWarning, "The old entrypoint name is not read as a skill; migrate it to "+textio.Quote(entrypoint.TargetPath)+".",
			diagnostic.Details{{Key: "migrationOnly", Value: true}, {Key: "targetPath", Value: entrypoint.TargetPath}})
	case ok && p.selected:
		return nil
	}
	reason, message := nearMiss(p, name, ok)
	details := guidance()
	if reason != "" {
		details = details.With("reason", reason)
	}
	return layout(p, codeOutside, diagnostic.SeverityInfo, message, details)
}

// nearMiss names why a file with a Skill's name is no Skill of this repository.
// A file that simply lies elsewhere needs no reason beside the code.
func nearMiss(p *walked, name string, entrypoint bool) (reason, message string) {
	_, below, underRoot := agentskills.SplitRoot(p.path)
	switch {
	case entrypoint && slices.ContainsFunc(below, func(s string) bool { return strings.HasPrefix(s, ".") }):
		return "dot-directory", "Patterns do not enter directories with a leading dot, so this skill is not read; rename the directory."
	case entrypoint:
		return "not-selected", "No configured glob selects this skill, so it is not read; add it to globs."
	case underRoot && len(below) == 1 && strings.EqualFold(name, agentskills.Filename):
		return "no-skill-directory", "A skill needs a directory of its own below the skill root; move the file into one."
	case underRoot:
		return "letter-case", "The entrypoint must be named exactly SKILL.md; rename the file."
	case len(p.segments) == 1:
		return "repository-root", "A skill at the root of the repository is not read; move it to skills/NAME/SKILL.md."
	case slices.Contains(p.segments[:len(p.segments)-1], "skills"):
		return "other-skills-directory", "Skills are read below skills/ and .agents/skills/ of the scanned root only; move this one there or scan its own root."
	}
	return "", "Skills are read below skills/ and .agents/skills/ only; move the file if it is meant as one."
}

func guidance() diagnostic.Details {
	return diagnostic.Details{{Key: "guidanceOnly", Value: true}, {Key: "repairRequired", Value: false}}
}

func layout(p *walked, code string, severity diagnostic.Severity, message string, details diagnostic.Details) *diagnostic.Diagnostic {
	return &diagnostic.Diagnostic{Code: code, Severity: severity, Path: p.path, Message: message, Details: details}
}
