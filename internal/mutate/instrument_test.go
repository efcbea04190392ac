package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInstrument(t *testing.T) {
	src := `package p
const limit = 5
func f(a, b int, ok bool) int {
	if a < b && !ok {
		return limit
	}
	for a > 0 {
		if ok {
			continue
		}
		a--
	}
	switch {
	case a == b:
		return 1
	}
	return x.limit
}
`
	mutants, err := findMutants("p.go", src, constantsOf(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, m := range mutants {
		m.number = i + 1
		got = append(got, m.String())
	}
	want := []string{
		"p.go:4: negate: a < b && !ok", "p.go:4: swap && and ||: a < b && !ok", "p.go:4: move the boundary: a < b", "p.go:4: negate: !ok",
		"p.go:5: drop: return limit", "p.go:5: add one: limit", "p.go:7: move the boundary: a > 0", "p.go:7: add one: 0",
		"p.go:8: negate: ok", "p.go:9: drop: continue", "p.go:14: negate: a == b", "p.go:15: add one: 1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("mutants (-want +got):\n%s", diff)
	}
	out := instrument(src, mutants)
	if _, err := parser.ParseFile(token.NewFileSet(), "p.go", out, 0); err != nil {
		t.Errorf("%v in\n%s", err, out)
	}
	if strings.Count(out, "\n") != strings.Count(src, "\n") {
		t.Error("lines moved")
	}
	for i := range mutants {
		if n := fmt.Sprint(i + 1); !strings.Contains(out, "("+n+")") {
			t.Errorf("mutant %s is not in\n%s", n, out)
		}
	}
	line := strings.Split(out, "\n")[8]
	if line != "\t\t\tif !mutantIs(10) { continue }" {
		t.Errorf("line 9 is %q", line)
	}
}
