package collision

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// naive compares every text with every leader, by runs that are texts.
func naive(texts []string) [][]int {
	runs := make([]map[string]bool, len(texts))
	for i, text := range texts {
		runs[i] = naiveRuns(text)
	}
	members := make([][]int, len(texts))
	var leaders []int
texts:
	for i := range texts {
		if runs[i] == nil {
			continue
		}
		for _, leader := range leaders {
			common := 0
			for run := range runs[i] {
				if runs[leader][run] {
					common++
				}
			}
			if all := len(runs[i]) + len(runs[leader]) - common; common*100 >= all*85 {
				members[leader] = append(members[leader], i)
				continue texts
			}
		}
		leaders = append(leaders, i)
		members[i] = []int{i}
	}
	var out [][]int
	for _, m := range members {
		if len(m) > 1 {
			out = append(out, m)
		}
	}
	return out
}

func naiveRuns(text string) map[string]bool {
	var spaced strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			spaced.WriteString(" " + string(r) + " ")
		case unicode.IsLetter(r), unicode.IsDigit(r):
			spaced.WriteRune(r)
		default:
			spaced.WriteByte(' ')
		}
	}
	words := strings.Fields(spaced.String())
	if len(words) < minDescriptionWords {
		return nil
	}
	words = append(append([]string{"^", "^"}, words...), "$", "$")
	runs := map[string]bool{}
	for i := range words[2:] {
		runs[strings.Join(words[i:i+3], " ")] = true
	}
	return runs
}

func TestAlikeFindsWhatComparingAllPairsFinds(t *testing.T) {
	grouped := 0
	for seed := range 400 {
		rnd := rand.New(rand.NewPCG(uint64(seed), 3))
		vocabulary := strings.Fields("reviews a the release plan, Plan PLAN! for gaps. and owners 計画 確認 x-y 3.5 état")
		base := make([]string, 6+rnd.IntN(60))
		for i := range base {
			base[i] = vocabulary[rnd.IntN(len(vocabulary))]
		}
		texts := make([]string, 1+rnd.IntN(30))
		for i := range texts {
			words := append([]string{}, base...)
			for range rnd.IntN(4) {
				words[rnd.IntN(len(words))] = vocabulary[rnd.IntN(len(vocabulary))]
			}
			if rnd.IntN(4) == 0 {
				words = words[rnd.IntN(len(words)):]
			}
			if rnd.IntN(4) == 0 {
				words = append(words, "more", fmt.Sprint(i))
			}
			texts[i] = strings.Join(words, " ")
		}
		got := alike(texts)
		if diff := cmp.Diff(naive(texts), got); diff != "" && len(got)+len(naive(texts)) > 0 {
			t.Fatalf("seed %d (-naive +got):\n%s\n%s", seed, diff, strings.Join(texts, "\n"))
		}
		grouped += len(got)
	}
	if grouped < 200 {
		t.Errorf("only %d groups were found in all", grouped)
	}
}

// words returns n different words.
func words(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("w%d", i)
	}
	return strings.Join(list, " ")
}

func TestAlike(t *testing.T) {
	for _, tt := range []struct {
		name string
		a, b string
		want bool
	}{
		{"equal", words(8), words(8), true},
		{"too short", words(7), words(7), false},
		{"letters and signs", "One, two three - four five six seven eight", "one two «THREE» four five six seven (eight)", true},
		{"another order", words(8), strings.Join([]string{"w4 w5 w6 w7", words(4)}, " "), false},
		{"one word of 34", words(34), strings.Replace(words(34), " w17 ", " x ", 1), false},
		{"one word of 35", words(35), strings.Replace(words(35), " w17 ", " x ", 1), true},
		{"the first word of 34", words(34), "x" + words(34)[2:], false},
		{"one word more after 28", words(28), words(29), false},
		{"one word more after 29", words(29), words(30), true},
		{"Chinese", "检查发布计划是否缺少负责人。", "检查发布计划是否缺少负责人", true},
		{"other Chinese", "检查发布计划是否缺少负责人。", "检查测试计划是否缺少负责人。", false},
		{"Cyrillic case", "Проверяет план выпуска и находит шаги без владельца", "ПРОВЕРЯЕТ ПЛАН ВЫПУСКА И НАХОДИТ ШАГИ БЕЗ ВЛАДЕЛЬЦА", true},
	} {
		if got := len(alike([]string{tt.a, tt.b})) > 0; got != tt.want {
			t.Errorf("%s: alike is %v", tt.name, got)
		}
	}
}

// Texts from one template share most of their runs and are not alike. Comparing
// all pairs of so many would take minutes.
func TestTemplatesAreNotComparedPairByPair(t *testing.T) {
	common := words(60)
	texts := make([]string, 50_000)
	for i := range texts {
		texts[i] = fmt.Sprintf("one%d two%d three%d four%d five%d six%d %s", i, i, i, i, i, i, common)
	}
	if groups := alike(texts); len(groups) > 0 {
		t.Errorf("%d groups", len(groups))
	}
}

// Equal texts are one group, however many.
func TestManyEqualTexts(t *testing.T) {
	texts := make([]string, 20_000)
	for i := range texts {
		texts[i] = "one description that everybody has copied from the same place"
	}
	if groups := alike(texts); len(groups) != 1 || len(groups[0]) != len(texts) {
		t.Errorf("%d groups", len(groups))
	}
}

func FuzzAlike(f *testing.F) {
	f.Add("one two three four five six seven eight nine ten", "one two three four five six seven eight nine ten!")
	f.Add("检查发布计划是否缺少负责人", "检查发布计划 是否缺少负责人")
	f.Add("a b c d e f g h a b c d e f g h", "a b c d e f g h a b c d e f g h a")
	f.Add("İ\u0301x ǅ a b c d e f g h", "i̇x ǆ a b c d e f g h")
	f.Fuzz(func(t *testing.T, a, b string) {
		groups := alike([]string{a, b})
		if back := alike([]string{b, a}); len(back) != len(groups) {
			t.Errorf("alike depends on the order: %v and %v", groups, back)
		}
		if self := alike([]string{a, a}); len(self) == 0 && len(appendWords(nil, a)) >= minDescriptionWords {
			t.Errorf("%q is not like itself", a)
		}
	})
}
