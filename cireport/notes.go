package cireport

import (
	"fmt"
	"strings"

	"github.com/renma/renma/internal/textio"
)

// notes says in words what decided the status, and what else a reviewer should
// know, in the order of contract 04 section 4.
func (r *Report) notes() []string {
	d, s := &r.Diff, &r.Diff.Summary
	notes := []string{}
	add := func(when bool, format string, args ...any) {
		if when {
			notes = append(notes, fmt.Sprintf(format, args...))
		}
	}
	edges, findings, failed := requiredEdges(d), blocking(d.Findings.Added), failedChecks(d)
	add(len(edges) > 0, "%s no asset; correct the target or add it.", textio.Count(len(edges), "required dependency newly names", "required dependencies newly name"))
	add(len(findings) > 0, "%s; repair them before merging.", textio.Plural(len(findings), "new high or critical finding"))
	add(s.ReadinessScoreDelta < 0, "The readiness score fell by %d to %d; renma readiness lists the checks.", -s.ReadinessScoreDelta, r.To.ReadinessScore)
	add(levelDropped(d), "The readiness level fell from %s to %s; renma readiness lists the checks.", r.From.ReadinessLevel, r.To.ReadinessLevel)
	if len(failed) > 0 {
		ids := make([]string, len(failed))
		for i := range failed {
			ids[i] = failed[i].ID
		}
		add(true, "%s now: %s.", textio.Count(len(failed), "readiness check fails", "readiness checks fail"), strings.Join(ids, ", "))
	}
	add(s.GraphResolutionDelta < 0, "Fewer dependencies resolve: %+d%%.", s.GraphResolutionDelta)
	add(s.OwnershipCoverageDelta < 0, "Fewer assets have an owner: %+d%%; name the owners of the new ones.", s.OwnershipCoverageDelta)
	add(s.FindingsDelta > 0, "%s than before.", textio.Count(s.FindingsDelta, "more finding", "more findings"))
	add(s.OwnershipCoverageDelta > 0, "More assets have an owner: %+d%%.", s.OwnershipCoverageDelta)
	add(s.FindingsDelta < 0, "%s than before.", textio.Count(-s.FindingsDelta, "fewer finding", "fewer findings"))
	if p := r.SkillDiscoveryPolicy; p != nil && p.Outcome == StatusWarn {
		add(true, "The Skill Discovery policy asks for a review of %s.", textio.Count(p.MatchCount, "match", "matches"))
	}
	add(d.SameCommit(), "Both refs name the same commit, so there is nothing to compare.")
	add(len(notes) == 0 && r.Status == StatusPass, "No regressions.")
	return notes
}
