package snapshot

import (
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
)

// Parent resolutions of Skill-local support.
const (
	parentStructural = "structural-candidate"
	parentResolved   = "resolved"
	parentMissing    = "missing"
)

// Scopes and rules of the table in contract 01 section 1.6.
const (
	scopeIndependent = "independent"
	scopeSkillLocal  = "skill-local"
	scopeRepository  = "repository-support"
	scopeUnknown     = "unknown"

	ruleEntrypoint = "skill-entrypoint"
	ruleSupport    = "skill-local-support"
	ruleContext    = "context-root"
	ruleLens       = "lens-root"
	ruleAgent      = "agent-root"
	ruleUnknown    = "unknown"

	reasonOutside = "outside-recognized-asset-boundary"
)

// Classify decides what a normalized repository-relative path is, from the path
// alone (contract 01 section 1.6; the first row that matches wins).
func Classify(path string) Classification {
	if root, ok := skillRoot(path); ok {
		return Classification{Kind: KindSkill, Scope: scopeIndependent, MatchedRule: ruleEntrypoint, ReasonCode: "under-canonical-skill-root",
			Reason: "SKILL.md in a directory below " + root + ".", RecognizedRoot: root}
	}
	if root, below, ok := agentskills.SplitRoot(path); ok {
		if c, ok := classifyBelowSkillRoot(path, root, below); ok {
			return c
		}
	}
	segments := strings.Split(path, "/")
	dirs, name := segments[:len(segments)-1], segments[len(segments)-1]
	first := ""
	if len(dirs) > 0 {
		first = dirs[0]
	}
	switch {
	case first == "context":
		return unknownPath("Files below context/ are migration evidence; the root is contexts/.")
	case first == "contexts":
		return classifyContext(dirs)
	case first == "lenses":
		return Classification{Kind: KindContextLens, Scope: scopeIndependent, MatchedRule: ruleLens, ReasonCode: "under-recognized-lens-root",
			Reason: "Below lenses/.", RecognizedRoot: "lenses"}
	case path == "AGENTS.md":
		return agentGuidance("AGENTS.md")
	case first == ".agents":
		return agentGuidance(".agents")
	case first == "tools":
		return Classification{Kind: KindUnknown, Scope: scopeRepository, MatchedRule: "repository-tool", ReasonCode: "repository-tool-not-context",
			Reason: "Below tools/, which holds helpers of the repository.", RecognizedRoot: "tools",
			CompetingRules: []CompetingRule{{Rule: ruleContext, ReasonCode: "outside-recognized-context-root", Reason: "Not below contexts/."}}}
	case name == "renma.config.jsonc" || name == "renma.config.json":
		return Classification{Kind: KindConfig, Scope: scopeRepository, MatchedRule: "config-file", ReasonCode: "recognized-config-file",
			Reason: "A configuration file by its name."}
	}
	return classifyGeneric(dirs)
}

// skillRoot returns the root of a path that makes a file a Skill (row 1).
func skillRoot(path string) (root string, ok bool) {
	if !strings.HasSuffix(path, "/"+agentskills.Filename) {
		return "", false
	}
	e, ok := agentskills.ParseEntrypoint(path)
	return e.Root, ok && e.Path == path
}

// classifyBelowSkillRoot covers support, reserved roots and helpers (rows 2 to 4).
func classifyBelowSkillRoot(path, root string, below []string) (Classification, bool) {
	dirs := below[:len(below)-1]
	reserved := slices.IndexFunc(dirs, agentskills.IsReservedDirectory)
	switch {
	case reserved > 0:
		return Classification{Kind: supportKind(dirs[reserved]), Scope: scopeSkillLocal, MatchedRule: ruleSupport, ReasonCode: "under-skill-support-directory",
			Reason: supportReasons[dirs[reserved]], RecognizedRoot: root, SupportDirectory: dirs[reserved],
			ParentAssetCandidatePath: strings.TrimSuffix(path, strings.Join(below[reserved:], "/")) + agentskills.Filename, ParentResolution: parentStructural}, true
	case reserved == 0:
		c := Classification{Kind: KindUnknown, Scope: scopeUnknown, MatchedRule: ruleUnknown, ReasonCode: reasonOutside,
			Reason: dirs[0] + "/ stands directly below " + root + " and belongs to no skill.", RecognizedRoot: root, SupportDirectory: dirs[0]}
		if kind := supportKind(dirs[0]); kind != KindAsset && kind != KindScript {
			c.Kind, c.MatchedRule = kind, "generic-"+string(kind)
		}
		return c, true
	case slices.Contains(dirs, "tools"):
		return Classification{Kind: KindUnknown, Scope: scopeRepository, MatchedRule: ruleUnknown, ReasonCode: "unsupported-skill-local-directory",
			Reason: "tools/ is no support directory of a skill; use scripts/.", RecognizedRoot: root,
			CompetingRules: []CompetingRule{{Rule: ruleSupport, ReasonCode: "unsupported-skill-local-directory", Reason: "tools/ is not one of the support directories."}}}, true
	}
	return Classification{}, false
}

// supportReasons are written once: most files of a repository are support.
var supportReasons = func() map[string]string {
	reasons := map[string]string{}
	for _, name := range agentskills.ReservedDirectories() {
		reasons[name] = "Below " + name + "/ of a skill directory."
	}
	return reasons
}()

func supportKind(directory string) Kind {
	switch directory {
	case "examples":
		return KindExample
	case "profiles":
		return KindProfile
	case "references":
		return KindReference
	case "scripts":
		return KindScript
	}
	return KindAsset
}

func classifyContext(dirs []string) Classification {
	c := Classification{Kind: KindContext, Scope: scopeIndependent, MatchedRule: ruleContext, ReasonCode: "under-recognized-context-root",
		Reason: "Below contexts/.", RecognizedRoot: "contexts"}
	for _, name := range agentskills.ReservedDirectories() {
		if slices.Contains(dirs[1:], name) {
			c.IgnoredNestedSegments = append(c.IgnoredNestedSegments, name)
		}
	}
	if c.IgnoredNestedSegments != nil {
		c.CompetingRules = []CompetingRule{{Rule: ruleSupport, ReasonCode: "outside-recognized-skill-boundary", Reason: "Not below a skill directory."}}
	}
	return c
}

func agentGuidance(root string) Classification {
	return Classification{Kind: KindAgent, Scope: scopeIndependent, MatchedRule: ruleAgent, ReasonCode: "under-recognized-agent-root",
		Reason: "Guidance for agents, by its path.", RecognizedRoot: root}
}

// classifyGeneric covers support directories outside Skills (rows 11 and 12).
func classifyGeneric(dirs []string) Classification {
	for _, name := range []string{"profiles", "references", "examples"} {
		if len(dirs) > 1 && slices.Contains(dirs[1:], name) {
			kind := supportKind(name)
			return Classification{Kind: kind, Scope: scopeUnknown, MatchedRule: "generic-" + string(kind), ReasonCode: "under-generic-support-directory",
				Reason: "Below a directory named " + name + "/."}
		}
	}
	return unknownPath("No rule covers this path.")
}

func unknownPath(reason string) Classification {
	return Classification{Kind: KindUnknown, Scope: scopeUnknown, MatchedRule: ruleUnknown, ReasonCode: reasonOutside, Reason: reason}
}

// classifyFile is [Classify] for a file that was read. That the directory which owns
// a support file holds a Skill is taken for granted until all files are read.
func classifyFile(path string) *Classification {
	c := Classify(path)
	c.resolveParent(c.ParentAssetCandidatePath)
	return &c
}

// resolveParents says for each support file whether the directory that owns it
// holds a Skill.
func (s *Snapshot) resolveParents() {
	skills := make(map[string]bool, len(s.Skills))
	for _, skill := range s.Skills {
		skills[skill.File.Path] = true
	}
	for _, f := range s.Files {
		if owner := f.Classification.ParentAssetPath; owner != "" && !skills[owner] {
			missing := *f.Classification // which another snapshot may hold too
			missing.resolveParent("")
			f.Classification = &missing
		}
	}
	for i := range s.Coverage.BlockingIssues {
		c := &s.Coverage.BlockingIssues[i].Classification
		owner := c.ParentAssetCandidatePath
		if !skills[owner] {
			owner = ""
		}
		c.resolveParent(owner)
	}
}

// resolveParent notes the Skill that owns a support file, "" for none.
func (c *Classification) resolveParent(skill string) {
	switch {
	case c.ParentAssetCandidatePath == "":
	case skill == "":
		c.ParentResolution, c.ParentAssetPath = parentMissing, ""
	default:
		c.ParentResolution, c.ParentAssetPath = parentResolved, skill
	}
}

// shareClassifications lets the Skills of a root have one classification, and so the
// files of each support directory: a repository has many.
func (s *Snapshot) shareClassifications() {
	roots := map[string]*Classification{}
	support := &Classification{} // of the file before
	for _, f := range s.Files {
		switch c := f.Classification; c.MatchedRule {
		case ruleEntrypoint:
			if roots[c.RecognizedRoot] == nil {
				roots[c.RecognizedRoot] = c
			}
			f.Classification = roots[c.RecognizedRoot]
		case ruleSupport:
			if support.SupportDirectory != c.SupportDirectory || support.ParentAssetCandidatePath != c.ParentAssetCandidatePath {
				support = c
			}
			f.Classification = support
		}
	}
}
