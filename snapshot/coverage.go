package snapshot

import (
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
)

// coverageRules are the classification rules whose files are always expected.
var coverageRules = map[string]bool{ruleEntrypoint: true, ruleContext: true, ruleLens: true, ruleAgent: true}

// coverage says which expected paths were inspected: files that a glob selects
// under the rules above, and files that a Skill or its support names (contract
// 01 section 5.1).
func (c *collector) coverage() Coverage {
	out := Coverage{SchemaVersion: "renma.inspection-coverage.v1", InspectedPaths: []string{}, BlockingIssues: []CoverageIssue{}}
	for _, p := range c.walked {
		class := Classify(p.path)
		expected := p.selected && p.state != stateExcluded && coverageRules[class.MatchedRule] || c.named[p.path]
		state := c.state(p)
		switch {
		case expected && !p.dir:
			out.ExpectedPathCount++
			if state == stateRead {
				out.InspectedPaths = append(out.InspectedPaths, p.path)
				continue
			}
			out.BlockingIssues = append(out.BlockingIssues, CoverageIssue{Path: p.path, State: state, Scope: "exact",
				Reason: stateReason(state), Classification: class, StrictBlocking: true})
		case c.hidesSubtree(p):
			out.BlockingIssues = append(out.BlockingIssues, CoverageIssue{Path: p.path, State: state, Scope: "subtree",
				AffectedBoundary: boundary(p.segments), Reason: stateReason(state), Classification: class, StrictBlocking: true})
		}
	}
	out.InspectedPathCount = len(out.InspectedPaths)
	out.Complete = len(out.BlockingIssues) == 0
	return out
}

// hidesSubtree reports a path that the walk could not enter although a glob
// could select something below it, outside reserved support directories.
func (c *collector) hidesSubtree(p *walked) bool {
	entered := p.state != stateSymlink && !(p.dir && (p.state == stateUnreadable || p.state == stateDeep))
	return !entered && boundary(p.segments) != "" && !slices.ContainsFunc(p.segments, agentskills.IsReservedDirectory) && c.globs.matchBelow(p.segments)
}

// boundary is the root whose inspection a missing subtree affects.
func boundary(segments []string) string {
	path := strings.Join(segments, "/")
	for _, root := range []string{"skills", ".agents/skills", "contexts", "context", "lenses", ".agents"} {
		if path == root || strings.HasPrefix(path, root+"/") {
			return root
		}
	}
	return ""
}
