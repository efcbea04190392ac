package snapshot

import (
	"strconv"
	"strings"
	"time"
)

// known reports whether s is one of the six statuses.
func (s Status) known() bool {
	switch s {
	case StatusExperimental, StatusStable, StatusSuspended, StatusRevoked, StatusDeprecated, StatusArchived:
		return true
	}
	return false
}

// gated reports a status that withdraws an asset until a person decides:
// suspended or revoked.
func (s Status) gated() bool { return s == StatusSuspended || s == StatusRevoked }

// retired reports a status that keeps an asset for reference only: deprecated
// or archived.
func (s Status) retired() bool { return s == StatusDeprecated || s == StatusArchived }

// status returns the declared status, or none when the text is no status. Only
// Skills may surround it with blanks (contract 01 section 3.2).
func (d *declared) status() Status {
	f := d.fields.get("status")
	if f == nil {
		return ""
	}
	s := Status(f.raw())
	if d.skill {
		s = Status(f.text())
	}
	if !s.known() {
		return ""
	}
	return s
}

const dateLayout = "2006-01-02"

// parseDate reads a calendar date in the form YYYY-MM-DD that exists.
func parseDate(text string) (time.Time, bool) {
	t, err := time.Parse(dateLayout, text)
	return t, err == nil
}

// parseDays reads a duration in the form P<n>D with n from 1 and without
// leading zero. A number too large for an int is as good as the largest one.
func parseDays(text string) (int, bool) {
	digits, ok := strings.CutPrefix(text, "P")
	digits, closed := strings.CutSuffix(digits, "D")
	if !ok || !closed || digits == "" || digits[0] == '0' || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		n = int(^uint(0) >> 1)
	}
	return n, true
}

// maxReviewDays is a period so long that no review falls due within the years
// that dates can express.
const maxReviewDays = 10000 * 366

// expired reports whether the metadata expire before today.
func (m *Metadata) expired(today time.Time) bool {
	expires, ok := parseDate(m.ExpiresAt)
	return ok && expires.Before(today)
}

// reviewDue returns the day on which the next review is due, and whether that
// day lies before today; the day itself is not overdue (contract 01 section
// 3.4).
func (m *Metadata) reviewDue(today time.Time) (due time.Time, overdue bool) {
	reviewed, ok := parseDate(m.LastReviewedAt)
	days, valid := parseDays(m.ReviewCycle)
	if !ok || !valid || days > maxReviewDays {
		return time.Time{}, false
	}
	due = reviewed.AddDate(0, 0, days)
	return due, due.Before(today)
}

// day returns the UTC calendar day of t; the zero time stays zero.
func day(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	y, m, d := t.UTC().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
