package snapshot

import (
	"testing"
	"time"
)

func TestParseDate(t *testing.T) {
	for text, want := range map[string]bool{
		"2024-02-29": true, "2026-01-01": true,
		"2025-02-29": false, "2026-02-30": false, "2099-1-1": false, "99-01-01": false, "2026-13-01": false,
		"2026-01-01T00:00:00Z": false, " 2026-01-01": false, "soon": false, "": false,
	} {
		if _, ok := parseDate(text); ok != want {
			t.Errorf("parseDate(%q) ok = %v, want %v", text, ok, want)
		}
	}
}

func TestParseDays(t *testing.T) {
	for text, want := range map[string]int{
		"P1D": 1, "P90D": 90, "P365D": 365,
		"P0D": 0, "P01D": 0, "P3M": 0, "PT24H": 0, "P-1D": 0, "P+1D": 0, "P1.5D": 0, "PD": 0, "90": 0, "p90d": 0, "P90D ": 0, "": 0,
	} {
		days, ok := parseDays(text)
		if days != want || ok != (want > 0) {
			t.Errorf("parseDays(%q) = %d, %v, want %d", text, days, ok, want)
		}
	}
	if days, ok := parseDays("P99999999999999999999D"); !ok || days < maxReviewDays {
		t.Errorf("a huge but well-formed period gives %d, %v", days, ok)
	}
}

func TestFreshnessCountsCalendarDays(t *testing.T) {
	today, _ := parseDate("2026-03-10")
	tests := []struct {
		name             string
		m                Metadata
		expired, overdue bool
	}{
		{"expires today", Metadata{ExpiresAt: "2026-03-10"}, false, false},
		{"expired yesterday", Metadata{ExpiresAt: "2026-03-09"}, true, false},
		{"wrong expiry", Metadata{ExpiresAt: "2026-02-30"}, false, false},
		{"due today", Metadata{LastReviewedAt: "2026-03-08", ReviewCycle: "P2D"}, false, false},
		{"due yesterday", Metadata{LastReviewedAt: "2026-03-08", ReviewCycle: "P1D"}, false, true},
		{"over a leap day", Metadata{LastReviewedAt: "2024-02-28", ReviewCycle: "P1D"}, false, true},
		{"no cycle", Metadata{LastReviewedAt: "2020-01-01"}, false, false},
		{"wrong date", Metadata{LastReviewedAt: "2020-01-32", ReviewCycle: "P1D"}, false, false},
		{"a period beyond the calendar", Metadata{LastReviewedAt: "2020-01-01", ReviewCycle: "P999999999999D"}, false, false},
	}
	for _, tt := range tests {
		_, overdue := tt.m.reviewDue(today)
		if tt.m.expired(today) != tt.expired || overdue != tt.overdue {
			t.Errorf("%s: expired %v, overdue %v", tt.name, tt.m.expired(today), overdue)
		}
	}
}

func TestDayIsTheDayInUTC(t *testing.T) {
	east := time.FixedZone("east", 10*3600)
	got := day(time.Date(2026, 3, 10, 5, 0, 0, 0, east)).Format(dateLayout)
	if got != "2026-03-09" {
		t.Errorf("got %s", got)
	}
	if !day(time.Time{}).IsZero() {
		t.Error("the zero time must stay zero")
	}
}
