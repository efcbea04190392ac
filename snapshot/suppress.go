package snapshot

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

// neverExpires is the expiry of a suppression that has none.
const neverExpires = "never"

// applySuppressions splits all findings into active and suppressed ones and
// reports the suppressions that expired before today (contract 01 section
// 2.3). Suppressions hide findings only, never diagnostics.
func (s *Snapshot) applySuppressions(all []diagnostic.Finding, today time.Time) {
	s.Findings = all
	s.Suppressed = []SuppressedFinding{}
	s.SuppressionDiagnostics = []diagnostic.Diagnostic{}
	s.ActiveSuppressions = []Suppression{}
	for _, p := range orderedSuppressions(s.Config.Suppressions) {
		if p.active(today) {
			s.ActiveSuppressions = append(s.ActiveSuppressions, p)
			continue
		}
		s.SuppressionDiagnostics = append(s.SuppressionDiagnostics, diagnostic.Diagnostic{
			Code:     "SUPPRESSION-EXPIRED",
			Severity: diagnostic.SeverityWarning,
			Message:  fmt.Sprintf("The suppression of %s for %s expired on %s: fix its findings or renew it.", textio.Quote(p.ID), textio.Quote(strings.Join(p.Paths, ", ")), p.Expires),
			Path:     s.ConfigPath,
			Details: diagnostic.Details{
				{Key: "suppressionId", Value: p.ID}, {Key: "paths", Value: p.Paths},
				{Key: "suppressionReason", Value: p.Reason}, {Key: "expires", Value: p.Expires},
			},
		})
	}
	if len(s.ActiveSuppressions) == 0 {
		return
	}
	s.Findings = make([]diagnostic.Finding, 0, len(all))
	byID := map[string][]compiledSuppression{}
	for _, p := range s.ActiveSuppressions {
		byID[p.ID] = append(byID[p.ID], compile(p))
	}
	for _, f := range all {
		if applied, ok := firstMatch(byID[f.ID], f.Evidence.Path); ok {
			s.Suppressed = append(s.Suppressed, SuppressedFinding{applied, f})
		} else {
			s.Findings = append(s.Findings, f)
		}
	}
}

// orderedSuppressions returns the suppressions in the order in which they are
// tried: by id, paths, expiry and reason. Their paths are sorted.
func orderedSuppressions(list []Suppression) []Suppression {
	out := make([]Suppression, len(list))
	for i, p := range list {
		p.Paths = slices.Clone(p.Paths)
		slices.Sort(p.Paths)
		p.Expires = cmp.Or(p.Expires, neverExpires)
		out[i] = p
	}
	slices.SortStableFunc(out, func(a, b Suppression) int {
		return cmp.Or(
			cmp.Compare(a.ID, b.ID),
			slices.Compare(a.Paths, b.Paths),
			cmp.Compare(a.Expires, b.Expires),
			cmp.Compare(a.Reason, b.Reason))
	})
	return out
}

// active reports whether the suppression still holds on the given day. The
// last day counts, and without a day every suppression holds.
func (p *Suppression) active(today time.Time) bool {
	expires, ok := parseDate(p.Expires)
	return !ok || today.IsZero() || !expires.Before(today)
}

type compiledSuppression struct {
	Suppression
	patterns []*regexp.Regexp
}

func compile(p Suppression) compiledSuppression {
	c := compiledSuppression{Suppression: p}
	for _, raw := range p.Paths {
		c.patterns = append(c.patterns, pathPattern(raw))
	}
	return c
}

// pathPattern translates a suppression path: a path, a directory, or a pattern
// in which * stands for anything but a slash, ** for anything, and /**/ also
// for a single slash. The expression runs in linear time whatever the stars.
func pathPattern(raw string) *regexp.Regexp {
	p := strings.ToValidUTF8(strings.ReplaceAll(raw, `\`, "/"), "\uFFFD")
	p = strings.TrimRight(strings.TrimPrefix(p, "./"), "/")
	var b strings.Builder
	for rest := p; rest != ""; {
		n, expr := 1, ""
		switch {
		case strings.HasPrefix(rest, "/**/"):
			n, expr = 4, "/(?:.*/)?"
		case strings.HasPrefix(rest, "**"):
			n, expr = 2, ".*"
		case rest[0] == '*':
			expr = "[^/]*"
		default:
			expr = regexp.QuoteMeta(rest[:1])
		}
		b.WriteString(expr)
		rest = rest[n:]
	}
	if !strings.Contains(p, "*") {
		b.WriteString("(?:/.*)?")
	}
	return regexp.MustCompile("(?s)^(?:" + b.String() + ")$")
}

func firstMatch(list []compiledSuppression, path string) (AppliedSuppression, bool) {
	for _, c := range list {
		for i, pattern := range c.patterns {
			if pattern.MatchString(path) {
				return AppliedSuppression{c.ID, c.Paths[i], c.Reason, c.Expires}, true
			}
		}
	}
	return AppliedSuppression{}, false
}
