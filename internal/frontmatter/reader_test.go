package frontmatter

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/conformance"
)

// corpus returns the YAML of every frontmatter block of the conformance cases.
func corpus(t testing.TB) []string {
	cases, err := conformance.ReadAll("../../testdata/conformance")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var blocks []string
	for _, c := range cases {
		for _, f := range append(append(c.Tree, c.From...), c.To...) {
			text, opened := strings.CutPrefix(strings.ReplaceAll(string(f.Data), "\r\n", "\n"), "---\n")
			block, _, closed := strings.Cut(text, "\n---\n")
			if opened && closed && !seen[block] && len(block) < 2000 {
				seen[block] = true
				blocks = append(blocks, block+"\n")
			}
		}
	}
	return blocks
}

// parserGaps are inputs that the parser judges differently from YAML 1.2. They
// are one reason why the reader comes first; the other is speed.
var parserGaps = []struct {
	yaml  string
	valid bool
	what  string
}{
	{": a\nb: c\n", true, "an empty key"},
	{"a: !!str\nb: c\n", true, "a tag without a value"},
	{"a: &m\n", true, "an anchor without a value at the end"},
	{"a: b\n  <<: {c: d}\n", false, "a mapping below a plain value"},
	{"a:\n- b: c\n    - d: e\n", false, "a list below a plain value"},
	{"a: \"b\nc\"\n", false, "a quoted value that goes on in column 1"},
	{"a: [b,\nc]\n", false, "brackets that go on in column 1"},
	{"a:\nb\n", false, "a line without a colon"},
	{"{a: b c: d}\n", false, "a missing comma"},
	{"a: !!str !!int b\n", false, "two tags"},
	{"a: [b:]\n", true, "a pair without a value"},
}

func TestParserGaps(t *testing.T) {
	for _, gap := range parserGaps {
		got, fault, ok := read(gap.yaml)
		if !ok || (fault == nil) != gap.valid {
			t.Errorf("%s: reader answers %v with fault %+v, valid is %v", gap.what, ok, fault, gap.valid)
		}
		if root, fault := parseTree(gap.yaml); (fault == nil) == gap.valid && cmp.Equal(root, got, ComparePos) {
			t.Errorf("%s: the parser judges it right by now; drop it from the list", gap.what)
		}
	}
}

// inGap reports whether a block of the corpus runs into one of parserGaps.
func inGap(block string) bool {
	return strings.HasPrefix(block, ": ") || strings.HasSuffix(block, "metadata: &m\n") ||
		strings.Contains(block, ".\n  <<: ") || strings.Contains(block, "    - matcher: Bash\n        - type:")
}

// agree compares the reader with the parser on one block. It reports whether
// the reader answered at all.
func agree(t *testing.T, block string) bool {
	t.Helper()
	got, fault, ok := read(block)
	if !ok || guard(block) != nil {
		return false
	}
	want, refused := parseTree(block)
	switch {
	case fault != nil || refused != nil:
		if (fault != nil) != (refused != nil) && !inGap(block) {
			t.Errorf("%q: reader says %+v, parser says %+v", block, fault, refused)
		}
	case cmp.Diff(want, got, ComparePos) != "":
		t.Errorf("%q (-parser +reader):\n%s", block, cmp.Diff(want, got, ComparePos))
	}
	return true
}

// TestReaderAgreesWithParser holds the reader against the parser on all
// recorded frontmatter and on every version of it that lacks one line.
func TestReaderAgreesWithParser(t *testing.T) {
	answered, all := 0, 0
	for _, block := range corpus(t) {
		lines := strings.SplitAfter(block, "\n")
		for i := range lines {
			without := strings.Join(lines[:i], "") + strings.Join(lines[i+1:], "")
			all++
			if agree(t, without) {
				answered++
			}
		}
		all++
		if agree(t, block) {
			answered++
		}
	}
	if answered < all*9/10 {
		t.Errorf("the reader answered %d of %d blocks", answered, all)
	}
}

// FuzzRead checks the reader and the parser on any text: whatever they give
// stands inside the block and in order.
func FuzzRead(f *testing.F) {
	for _, gap := range parserGaps {
		f.Add(gap.yaml)
	}
	for _, seed := range []string{
		"a: b # c\n\nd:\n- e\n- f: [g, {h: 'i', j}]\n  k: \"\\u00e9\\\n  l\"\n", "a: |2-\n   b\n\n  c\n# d\ne: >+\n  f\n\n",
		"a: &x !t b\nc: *x\n? d\n: - - e\n", "a: b\rc\n", "[a: b]\n", "é: ü # →\n", "...\n", "a: \"\\ud83d\\ude00\"\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, block string) {
		if guard(block) != nil {
			return
		}
		block = strings.ReplaceAll(block, "\r", " ") // as Parse does
		lines := strings.Count(block, "\n") + firstLine
		root, fault, ok := read(block)
		if ok {
			checkResult(t, root, fault, lines)
		}
		root, fault = parseTree(block)
		checkResult(t, root, fault, lines)
	})
}

func checkResult(t *testing.T, root *Value, fault *Fault, lines int) {
	t.Helper()
	if fault != nil {
		if fault.Message == "" || fault.Pos.Line() < firstLine || fault.Pos.Line() > lines+1 || fault.Pos.Column() < 1 {
			t.Fatalf("fault %+v in a block that ends on line %d", fault, lines)
		}
		return
	}
	if root != nil {
		checkValue(t, root, lines)
	}
}

func checkValue(t *testing.T, v *Value, lines int) {
	t.Helper()
	if v.Pos.Line() < firstLine || v.End.Line() > lines || !before(v.Pos, v.End) {
		t.Fatalf("value %+v in a block that ends on line %d", v, lines)
	}
	for _, item := range v.Items {
		checkValue(t, item, lines)
	}
	for _, field := range v.Fields {
		if field.EndLine() < field.StartLine() || field.EndLine() > lines {
			t.Fatalf("field %q at lines %d-%d of %d", field.Key, field.StartLine(), field.EndLine(), lines)
		}
		checkValue(t, field.Value, lines)
	}
}

// ComparePos lets go-cmp see positions, in the tests of both packages.
var ComparePos = cmp.AllowUnexported(Pos{})

func before(a, b Pos) bool {
	return a.Line() < b.Line() || a.Line() == b.Line() && a.Column() <= b.Column()
}
