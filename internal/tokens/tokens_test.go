package tokens

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// The counts are those of o200k_base, cl100k_base and the tokenizer published for
// Claude 2, taken once with gpt-tokenizer 4.0.0 and @anthropic-ai/tokenizer 0.0.4.
var counted = []struct {
	text   string
	counts [3]int
}{
	{"Checks a release plan for missing owners, unclear dates and steps that cannot be undone. Use when a release waits for a decision; do not use for hotfixes.", [3]int{34, 34, 34}},
	{"---\nname: release-plan\ndescription: Checks a release plan. Use when a release waits for a decision.\nmetadata:\n  renma.id: skill.release-plan\n  renma.owner: team-release\n---\n", [3]int{42, 42, 50}},
	{"# Release plan\n\n1. Read [the checklist](references/checklist.md).\n2. Run `scripts/check.sh --strict`.\n3. Report every step without an owner.\n\n| step | owner |\n| --- | --- |\n| build | team-a |\n", [3]int{51, 51, 63}},
	{"func Sum(values []int) (total int) {\n\tfor _, v := range values {\n\t\ttotal += v\n\t}\n\treturn total\n}\n", [3]int{29, 29, 36}},
	{"import requests\n\ndef fetch(url, timeout=30):\n    response = requests.get(url, timeout=timeout)\n    response.raise_for_status()\n    return response.json()\n", [3]int{33, 33, 42}},
	{"检查发布计划是否缺少负责人、日期不明确或无法撤销的步骤。", [3]int{18, 31, 27}},
	{"リリース計画に担当者や日付の抜けがないか確認します。", [3]int{20, 27, 28}},
	{"Prüft einen Veröffentlichungsplan auf fehlende Zuständigkeiten und unklare Termine.", [3]int{19, 24, 27}},
	{"Проверяет план выпуска: нет ли шагов без владельца и без даты.", [3]int{17, 27, 34}},
	{"{\"items\": [{\"id\": 1024, \"price\": 19.99, \"tags\": [\"a\", \"b\"]}], \"createdAt\": \"2026-01-31T12:00:00Z\"}\n", [3]int{47, 46, 45}},
}

func TestEstimateIsNearWhatTokenizersCount(t *testing.T) {
	for _, c := range counted {
		got, low, high := Estimate(c.text), min(c.counts[0], c.counts[1], c.counts[2]), max(c.counts[0], c.counts[1], c.counts[2])
		if got*10 < low*9 || got*10 > high*11 {
			t.Errorf("%.40q: %d tokens, want between %d and %d, give or take a tenth", c.text, got, low, high)
		}
	}
}

func TestEstimate(t *testing.T) {
	for text, want := range map[string]int{
		"":                     0,
		" ":                    1,
		"word":                 1,
		"two words":            2,
		"camelCase":            2,
		"HTTP":                 2, // 117 hundredths
		"HTTPServer":           2,
		"internationalization": 2,
		"1234567":              5, // three groups
		"\n\n\t\n":             1,
		"-----":                2,
		"漢字":                   2,
		"한국":                   2,
		"→":                    1,
		"🙂":                    2,
		"é":                    2,
		"да":                   1,
		"ไทย":                  5,
		"\xff\xff":             2,
		"\ufeff":               0,
		"\ufeffword":           1,
	} {
		if got := Estimate(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// pieces is the estimate written down as a regular expression.
var pieces = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+[a-z]*|[0-9]{1,3}|[ \t\r\n]+|[^A-Za-z0-9 \t\r\n\x80-\x{10FFFF}]+|[^\x00-\x7F]`)

func byPieces(text string) int {
	cost := 0
	text = strings.TrimPrefix(text, bom)
	for _, p := range pieces.FindAllString(text, -1) {
		capitals := 0
		for capitals < len(p) && p[capitals] >= 'A' && p[capitals] <= 'Z' {
			capitals++
		}
		switch r, size := utf8.DecodeRuneInString(p); {
		case r >= utf8.RuneSelf:
			cost += runeCost(r, size)
		case capitals > 1:
			cost += costWord + costCapitals
		case p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z':
			cost += costWord + max(0, min(len(p), 12)-8)*costLong
		case classes[r] == digit:
			cost += costDigits
		case classes[r] == sign:
			cost += costSign + (len(p)-1)*costMoreSigns
		case strings.Contains(p, "\n"):
			cost += costBreak
		}
	}
	if cost == 0 && text != "" {
		return 1
	}
	return (cost + 99) / 100
}

func FuzzEstimate(f *testing.F) {
	for _, c := range counted {
		f.Add(c.text, " more")
	}
	f.Add("aB", "CDe fGHIj")
	f.Add("12", "34\r\n\n  x")
	f.Add("\xe6\xa4", "\x9c🙂")
	f.Fuzz(func(t *testing.T, a, b string) {
		whole := Estimate(a + b)
		if n := Estimate([]byte(a + b)); n != whole {
			t.Fatalf("%d tokens in the bytes of a text of %d", n, whole)
		}
		if whole < 0 || whole > 2*len(a+b) {
			t.Fatalf("%d tokens in %d bytes", whole, len(a+b))
		}
		if !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		if want := byPieces(a + b); whole != want {
			t.Errorf("%q: %d, by pieces %d", a+b, whole, want)
		}
		if first, second := Estimate(a), Estimate(b); whole < first || whole > first+second+1 {
			t.Errorf("%d + %d, together %d", first, second, whole)
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	var text strings.Builder
	for text.Len() < 1<<20 {
		for _, c := range counted {
			text.WriteString(c.text)
		}
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		Estimate(text.String())
	}
}
