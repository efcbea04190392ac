package snapshot

import (
	"maps"
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
)

// NotInspected is the id under which reports name a path that blocks coverage
// and that no diagnostic tells of.
const NotInspected = "DISCOVERY-PATH-NOT-INSPECTED"

// coverage says which expected paths were inspected: files that a glob selects
// under one of the four root rules, and files that a Skill or its support names
// (contract 01 section 5.1).
func (c *collector) coverage() Coverage {
	out := Coverage{SchemaVersion: "renma.inspection-coverage.v1", InspectedPaths: []string{}, BlockingIssues: []CoverageIssue{}}
	for i := range c.walked {
		w := &c.walked[i]
		switch {
		case w.expected():
			out.ExpectedPathCount++
			if w.file != nil {
				out.InspectedPaths = append(out.InspectedPaths, w.path)
			} else {
				out.BlockingIssues = append(out.BlockingIssues, blocked(w.path, w.notRead(), "exact"))
			}
		case c.hidesSubtree(w):
			issue := blocked(w.path, w.state, "subtree")
			if w.state == stateUnsupported {
				issue.Reason = "The directory is a git repository of its own."
			}
			issue.AffectedBoundary = boundary(w.path)
			out.BlockingIssues = append(out.BlockingIssues, issue)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(c.hidden)) {
		out.ExpectedPathCount++
		out.BlockingIssues = append(out.BlockingIssues, blocked(path, c.hidden[path].by.state, "exact"))
	}
	slices.SortStableFunc(out.BlockingIssues, func(a, b CoverageIssue) int { return strings.Compare(a.Path, b.Path) })
	out.InspectedPathCount = len(out.InspectedPaths)
	out.Complete = len(out.BlockingIssues) == 0
	return out
}

func (w *walked) expected() bool {
	if w.named {
		return true
	}
	if !w.selected || w.state == stateExcluded {
		return false
	}
	switch w.rule() {
	case ruleEntrypoint, ruleContext, ruleLens, ruleAgent:
		return true
	}
	return false
}

// rule is the rule that classifies the path.
func (w *walked) rule() string {
	if w.file != nil {
		return w.file.Classification.MatchedRule
	}
	return Classify(w.path).MatchedRule
}

// notRead is why the path was not read.
func (w *walked) notRead() string {
	if w.state != stateRead {
		return w.state
	}
	return w.unread
}

func blocked(path, state, scope string) CoverageIssue {
	return CoverageIssue{Path: path, State: state, Scope: scope, Reason: stateReason(state), Classification: Classify(path), StrictBlocking: true}
}

// hidesSubtree reports a path that the walk could not enter although a glob
// could select something below it, outside the support directories of Skills.
func (c *collector) hidesSubtree(w *walked) bool {
	if !w.dir && w.state != stateSymlink || boundary(w.path) == "" {
		return false
	}
	if _, below, ok := agentskills.SplitRoot(w.path); ok && slices.ContainsFunc(below, agentskills.IsReservedDirectory) {
		return false
	}
	return c.globs.matchBelow(strings.Split(w.path, "/"))
}

// boundary is the root whose inspection a missing subtree affects.
func boundary(path string) string {
	for _, root := range []string{"skills", ".agents/skills", "contexts", "context", "lenses", ".agents"} {
		if path == root || strings.HasPrefix(path, root+"/") {
			return root
		}
	}
	return ""
}

// stateReason says what a state means to a reader.
func stateReason(state string) string {
	switch state {
	case stateSymlink:
		return "Symbolic links are not followed."
	case stateUnreadable:
		return "The path cannot be read."
	case stateOversize:
		return "The file is larger than max_file_size_bytes."
	case stateDeep:
		return "The path is deeper than max_depth."
	case stateExcluded:
		return "The configuration excludes the path, but a Skill names it."
	}
	return "The path is no regular file."
}
