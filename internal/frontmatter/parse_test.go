package frontmatter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/renma/renma/internal/frontmatter"
)

func parse(yaml string) *frontmatter.Document {
	return frontmatter.Parse([]byte("---\n"+yaml+"\n---\nbody\n"), frontmatter.SkillEnvelope)
}

func TestPlainScalarsAreTypedByTheCoreSchema(t *testing.T) {
	kinds := map[frontmatter.Kind][]string{
		frontmatter.Null:   {"", "~", "null", "Null", "NULL"},
		frontmatter.Bool:   {"true", "True", "TRUE", "false", "False", "FALSE"},
		frontmatter.Number: {"0", "017", "08", "-0", "+1", "0o17", "0x1F", "1.5", ".5", "1.", "1e3", "1.e3", "1E-3", "-.inf", "+.INF", ".nan", "12e03", "1e400", "9223372036854775808"},
		frontmatter.String: {"yes", "on", "tRue", "2026-01-02", "2026-01-02T03:04:05Z", "12:30:45", "1_000", "0b101", "1,000", "0o8", "0xZ", "NaN", "inf", "=", "<<", "v1", "-", "+", ".", "1e", "e3", "-0x1", "1.2.3", "-x", "1e+-3"},
	}
	for want, texts := range kinds {
		for _, text := range texts {
			d := parse("a: " + text)
			if text == "-" { // a block sequence entry there is a fault
				continue
			}
			if d.State != frontmatter.Mapping {
				t.Errorf("%q: state %v, fault %+v", text, d.State, d.Fault)
				continue
			}
			v := d.Fields[0].Value
			if v.Kind != want || v.Text != text {
				t.Errorf("%q: kind %v text %q, want kind %v", text, v.Kind, v.Text, want)
			}
		}
	}
}

func TestEnvelopes(t *testing.T) {
	type want struct {
		State               frontmatter.State
		CloseLine, BodyLine int
		Body                string
	}
	tests := []struct {
		name, text    string
		skill, strict want
	}{
		{"plain", "---\na: b\n---\nx", want{frontmatter.Mapping, 3, 4, "x"}, want{frontmatter.Mapping, 3, 4, "x"}},
		{"none", "# Title\n", want{frontmatter.Absent, 0, 1, "# Title\n"}, want{frontmatter.Absent, 0, 1, "# Title\n"}},
		{"byte order mark", "\uFEFF---\na: b\n---\nx", want{frontmatter.Mapping, 3, 4, "x"}, want{frontmatter.Mapping, 3, 4, "x"}},
		{"blanks around opener", " --- \na: b\n---\nx", want{frontmatter.Mapping, 3, 4, "x"}, want{frontmatter.Absent, 0, 1, " --- \na: b\n---\nx"}},
		{"blanks after closer", "---\na: b\n---  \nx", want{frontmatter.Mapping, 3, 4, "x"}, want{frontmatter.Unclosed, 0, 1, "---\na: b\n---  \nx"}},
		{"indented closer", "---\na: |\n  x\n ---\n---\n", want{frontmatter.Invalid, 5, 6, ""}, want{frontmatter.Invalid, 5, 6, ""}},
		{"unclosed", "---\na: b\n", want{frontmatter.Unclosed, 0, 4, ""}, want{frontmatter.Unclosed, 0, 1, "---\na: b\n"}},
		{"four dashes", "----\na: b\n---\n", want{frontmatter.Absent, 0, 1, "----\na: b\n---\n"}, want{frontmatter.Absent, 0, 1, "----\na: b\n---\n"}},
		{"empty block", "---\n---\n", want{frontmatter.NotMapping, 2, 3, ""}, want{frontmatter.NotMapping, 2, 3, ""}},
		{"comments only", "---\n# a\n---\n", want{frontmatter.NotMapping, 3, 4, ""}, want{frontmatter.NotMapping, 3, 4, ""}},
		{"sequence", "---\n- a\n---\n", want{frontmatter.NotMapping, 3, 4, ""}, want{frontmatter.NotMapping, 3, 4, ""}},
		{"CRLF", "---\r\na: b\r\n---\r\nx", want{frontmatter.Mapping, 3, 4, "x"}, want{frontmatter.Mapping, 3, 4, "x"}},
		{"empty file", "", want{frontmatter.Absent, 0, 1, ""}, want{frontmatter.Absent, 0, 1, ""}},
	}
	for _, test := range tests {
		for env, want := range map[frontmatter.Envelope]want{frontmatter.SkillEnvelope: test.skill, frontmatter.StrictEnvelope: test.strict} {
			d := frontmatter.Parse([]byte(test.text), env)
			got := struct {
				State               frontmatter.State
				CloseLine, BodyLine int
				Body                string
			}{d.State, d.CloseLine, d.BodyLine, d.Body()}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s, envelope %d: %+v, want %+v", test.name, env, got, want)
			}
		}
	}
}

func TestFieldLines(t *testing.T) {
	source := strings.Join([]string{
		`# head`,                   // 2
		`name: ranges # note`,      // 3
		``,                         // 4
		`extra: |`,                 // 5
		`  one`,                    // 6
		`  # text`,                 // 7
		``,                         // 8
		`# after`,                  // 9
		`list:`,                    // 10
		`- a`,                      // 11
		`- b`,                      // 12
		`flow: [x,`,                // 13
		`  y]`,                     // 14
		`quoted: "a`,               // 15
		`  b"`,                     // 16
		`folded: >-`,               // 17
		``,                         // 18
		`  t`,                      // 19
		``,                         // 20
		`plain: one`,               // 21
		`  two`,                    // 22
		``,                         // 23
		`empty:`,                   // 24
		`commented: # c`,           // 25
		`below:`,                   // 26
		`  "true"`,                 // 27
		`? explicit`,               // 28
		`: value`,                  // 29
		`nested:`,                  // 30
		`  a: 1`,                   // 31
		`  b: &x yes`,              // 32
		`alias: *x`,                // 33
		`"last": !!str 1 # tail`,   // 34
		`blanks:   one `,           // 35
		`wrapped:  one   `,         // 36
		`   two  `,                 // 37
		`seq: [{k: v}, 'it''s', ]`, // 38
	}, "\n")
	d := parse(source)
	if d.State != frontmatter.Mapping {
		t.Fatalf("state %v, fault %+v", d.State, d.Fault)
	}
	var got []string
	for _, f := range d.Fields {
		got = append(got, fmt.Sprintf("%s %d-%d %q", f.Key, f.StartLine(), f.EndLine(), f.Value.Text))
	}
	want := []string{
		`name 3-3 "ranges"`, `extra 5-7 "one\n# text\n"`, `list 10-12 ""`, `flow 13-14 ""`, `quoted 15-16 "a b"`,
		`folded 17-19 "\nt"`, `plain 21-22 "one two"`, `empty 24-24 ""`, `commented 25-25 ""`, `below 26-27 "true"`,
		`explicit 28-29 "value"`, `nested 30-32 ""`, `alias 33-33 "yes"`, `last 34-34 "1"`,
		`blanks 35-35 "one"`, `wrapped 36-37 "one two"`, `seq 38-38 ""`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
	if blanks := d.Fields[14].Value; blanks.Pos != frontmatter.At(35, 11) || blanks.End.Column() != 14 {
		t.Errorf("value between blanks at %+v..%+v", blanks.Pos, blanks.End)
	}
	items := d.Fields[len(d.Fields)-1].Value.Items
	if p := items[1].Pos; len(items) != 2 || p != frontmatter.At(38, 15) || items[1].End.Column() != 22 {
		t.Errorf("quoted member at %+v..%+v of %d", p, items[1].End, len(items))
	}
}

// TestEvidence is the table of contract 03 section 2.10: the key stands on
// line 2 of the file.
func TestEvidence(t *testing.T) {
	type result struct {
		Kind       frontmatter.Kind
		Text       string
		Start, End int
		Pos, Stop  frontmatter.Pos
	}
	tests := []struct {
		yaml string
		want result
	}{
		{`key: "true" # note`, result{frontmatter.String, "true", 2, 2, frontmatter.At(2, 6), frontmatter.At(2, 12)}},
		{`"key": 'x'`, result{frontmatter.String, "x", 2, 2, frontmatter.At(2, 8), frontmatter.At(2, 11)}},
		{"key:\nb: c", result{frontmatter.Null, "", 2, 2, frontmatter.At(2, 5), frontmatter.At(2, 5)}},
		{"key: # c\n# d\n", result{frontmatter.Null, "", 2, 2, frontmatter.At(2, 5), frontmatter.At(2, 5)}},
		{"key: ~", result{frontmatter.Null, "~", 2, 2, frontmatter.At(2, 6), frontmatter.At(2, 7)}},
		{"key:\n  \"true\"\nb: c", result{frontmatter.String, "true", 2, 3, frontmatter.At(3, 3), frontmatter.At(3, 9)}},
		{"key: |-\n  true\nb: c", result{frontmatter.String, "true", 2, 3, frontmatter.At(2, 6), frontmatter.At(3, 7)}},
		{"key: |\n  true\nb: c", result{frontmatter.String, "true\n", 2, 3, frontmatter.At(2, 6), frontmatter.At(3, 7)}},
		{"key: |\n  one\n\n  two\n\n# c\nb: c", result{frontmatter.String, "one\n\ntwo\n", 2, 5, frontmatter.At(2, 6), frontmatter.At(5, 6)}},
		{"key: >-\n  one\n  two\n   # text\n\n# c\nb: c", result{frontmatter.String, "one two\n # text", 2, 5, frontmatter.At(2, 6), frontmatter.At(5, 10)}},
		{"key: |+\n  one\n\nb: c", result{frontmatter.String, "one\n\n", 2, 3, frontmatter.At(2, 6), frontmatter.At(3, 6)}},
		{"key: |2\n   one\nb: c", result{frontmatter.String, " one\n", 2, 3, frontmatter.At(2, 6), frontmatter.At(3, 7)}},
		{"key: |\n\nb: c", result{frontmatter.String, "", 2, 2, frontmatter.At(2, 6), frontmatter.At(2, 7)}},
		{"key: !!str # c\nb: c", result{frontmatter.String, "", 2, 2, frontmatter.At(2, 11), frontmatter.At(2, 11)}},
		{"key: &a\n  x: y\nb: c", result{frontmatter.MappingKind, "", 2, 3, frontmatter.At(3, 3), frontmatter.At(3, 7)}},
		{"key: !!binary aGk=", result{frontmatter.Opaque, "aGk=", 2, 2, frontmatter.At(2, 15), frontmatter.At(2, 19)}},
		{"key: !!int \"3\"", result{frontmatter.Number, "3", 2, 2, frontmatter.At(2, 12), frontmatter.At(2, 15)}},
		{"key: !!int x", result{frontmatter.String, "x", 2, 2, frontmatter.At(2, 12), frontmatter.At(2, 13)}},
		{"key: !x 1", result{frontmatter.String, "1", 2, 2, frontmatter.At(2, 9), frontmatter.At(2, 10)}},
		{"key: word   # c\n\nb: c", result{frontmatter.String, "word", 2, 2, frontmatter.At(2, 6), frontmatter.At(2, 10)}},
		{"key: foo#c", result{frontmatter.String, "foo#c", 2, 2, frontmatter.At(2, 6), frontmatter.At(2, 11)}},
		{"key:\t\"\\x41\\u00e9\\U0001F600\\ud83d\\ude00\\\n   b\\n\"", result{frontmatter.String, "Aé😀😀b\n", 2, 3, frontmatter.At(2, 6), frontmatter.At(3, 8)}},
		{"key: \"one\n  two\n\n  three\" # c\nb: c", result{frontmatter.String, "one two\nthree", 2, 5, frontmatter.At(2, 6), frontmatter.At(5, 9)}},
		{"key: 'one\n  it''s'\nb: c", result{frontmatter.String, "one it's", 2, 3, frontmatter.At(2, 6), frontmatter.At(3, 9)}},
		{"key: one\n  two\n\n  three # c\n\nb: c", result{frontmatter.String, "one two\nthree", 2, 5, frontmatter.At(2, 6), frontmatter.At(5, 8)}},
		{"key:\n  - a\n  - b # c\n\n# d\nb: c", result{frontmatter.Sequence, "", 2, 4, frontmatter.At(3, 3), frontmatter.At(4, 6)}},
		{"key:\n- a\n- b\nb: c", result{frontmatter.Sequence, "", 2, 4, frontmatter.At(3, 1), frontmatter.At(4, 4)}},
		{"key: [a,\n  b\n  ] # c\nb: c", result{frontmatter.Sequence, "", 2, 4, frontmatter.At(2, 6), frontmatter.At(4, 4)}},
		{"key: {a: 1}", result{frontmatter.MappingKind, "", 2, 2, frontmatter.At(2, 6), frontmatter.At(2, 12)}},
		{"key:\n  a: 1\n  b: 2\nc: d", result{frontmatter.MappingKind, "", 2, 4, frontmatter.At(3, 3), frontmatter.At(4, 7)}},
		{"key: &a \"true\"", result{frontmatter.String, "true", 2, 2, frontmatter.At(2, 9), frontmatter.At(2, 15)}},
		{"key: !!str true", result{frontmatter.String, "true", 2, 2, frontmatter.At(2, 12), frontmatter.At(2, 16)}},
		{"key: 1.50", result{frontmatter.Number, "1.50", 2, 2, frontmatter.At(2, 6), frontmatter.At(2, 10)}},
		{"? key\n: x", result{frontmatter.String, "x", 2, 3, frontmatter.At(3, 3), frontmatter.At(3, 4)}},
		{"\"k\\x65y\": é→\"x\" # c", result{frontmatter.String, "é→\"x\"", 2, 2, frontmatter.At(2, 11), frontmatter.At(2, 16)}},
	}
	for _, test := range tests {
		for _, src := range []string{test.yaml, strings.ReplaceAll(test.yaml, "\n", "\r\n")} {
			d := parse(src)
			if d.State != frontmatter.Mapping {
				t.Errorf("%q: state %d, fault %+v", src, d.State, d.Fault)
				continue
			}
			f := d.Fields[0]
			got := result{f.Value.Kind, f.Value.Text, f.StartLine(), f.EndLine(), f.Value.Pos, f.Value.End}
			if diff := cmp.Diff(test.want, got, frontmatter.ComparePos); diff != "" || f.Key != "key" {
				t.Errorf("%q: key %q (-want +got):\n%s", src, f.Key, diff)
			}
		}
	}
}

func TestFaults(t *testing.T) {
	deep := strings.Repeat("[", 100)
	tests := []struct {
		name, yaml string
		code       frontmatter.Code
		line       int
	}{
		{"colon in a plain value", "a: b\nd: Use when: x", frontmatter.CodeSyntax, 3},
		{"undefined alias", "a: b\nd: *fast", frontmatter.CodeAlias, 3},
		{"emphasis", "a: b\nd: *Fast* reviews", frontmatter.CodeAlias, 3},
		{"alias in its own anchor", "m: &m\n  a: *m", frontmatter.CodeAlias, 3},
		{"tab as indentation", "m:\n\ta: b", frontmatter.CodeTab, 3},
		{"tab before the first key", "\ta: b", frontmatter.CodeTab, 2},
		{"reserved at", "a: @x", frontmatter.CodeSyntax, 2},
		{"backtick", "a: `x`", frontmatter.CodeSyntax, 2},
		{"percent", "a: %x", frontmatter.CodeSyntax, 2},
		{"comma", "a: ,x", frontmatter.CodeSyntax, 2},
		{"lone question mark", "a: ?", frontmatter.CodeSyntax, 2},
		{"unclosed double quote", "a: b\nc: \"x", frontmatter.CodeSyntax, 3},
		{"unclosed single quote", "a: b\nc: 'x", frontmatter.CodeSyntax, 3},
		{"unclosed bracket", "a: [b\nc: d", frontmatter.CodeSyntax, 3},
		{"unclosed bracket on the last line", "a: b\nc: [d", frontmatter.CodeSyntax, 3},
		{"unclosed bracket over lines", "a: [b,\n  c,\nd: e", frontmatter.CodeSyntax, 4},
		{"text after a quote", "a: \"x\" y", frontmatter.CodeSyntax, 2},
		{"text after a bracket", "a: [x] y", frontmatter.CodeSyntax, 2},
		{"entry indented into a value", "a: b\n c: d", frontmatter.CodeSyntax, 3},
		{"entry indented too little", "m:\n  a: b\n c: d", frontmatter.CodeSyntax, 4},
		{"directive", "%YAML 1.1\na: b", frontmatter.CodeDirective, 2},
		{"second document", "a: b\n...\nc: d", frontmatter.CodeDocuments, 4},
		{"document marker with text", "a: b\n--- end", frontmatter.CodeDocuments, 3},
		{"collection as a key", "a: b\n[c]: d", frontmatter.CodeKey, 3},
		{"alias as a key", "a: &x b\n*x : d", frontmatter.CodeKey, 3},
		{"scalar beside entries", "a: b\nfoo", frontmatter.CodeSyntax, 3},
		{"deep flow", "a: " + deep, frontmatter.CodeLimit, 2},
		{"large block", "a: " + strings.Repeat("x", 70000), frontmatter.CodeLimit, 2},
		{"many aliases", "a: &x b\nl: [" + strings.Repeat("*x, ", 101) + "]", frontmatter.CodeLimit, 3},
		{"alias bomb", "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]", frontmatter.CodeLimit, 4},
		{"entry indented below a folded value", "a: b\n  c: d", frontmatter.CodeSyntax, 3},
		{"line without a colon", "a: b\nfoo\nc: d", frontmatter.CodeSyntax, 3},
		{"first line without a colon", "foo\na: b", frontmatter.CodeSyntax, 2},
		{"value in column 1", "a:\nfoo", frontmatter.CodeSyntax, 3},
		{"quoted value that goes on in column 1", "a: \"b\nc\"", frontmatter.CodeSyntax, 2},
		{"a quote closed by the next one", "a: \"b\n  c: \"d\"", frontmatter.CodeSyntax, 3},
		{"unknown escape", "a: \"C:\\dir\"", frontmatter.CodeSyntax, 2},
		{"text after a block indicator", "a: > b\n  c", frontmatter.CodeSyntax, 2},
		{"text that is less indented than its block", "a: |\n    b\n  c", frontmatter.CodeSyntax, 4},
		{"list on the line of its key", "a: - b", frontmatter.CodeSyntax, 2},
		{"list item among entries", "a: b\n- c", frontmatter.CodeSyntax, 3},
		{"two brackets", "a: [b] [c]", frontmatter.CodeSyntax, 2},
		{"missing comma", "a: {b: c d: e}", frontmatter.CodeSyntax, 2},
		{"bracket that goes on in column 1", "a: [b,\nc]", frontmatter.CodeSyntax, 3},
		{"tab before an entry below a mapping", "m:\n  a: b\n\tc: d", frontmatter.CodeTab, 4},
		{"content after the end of the document", "a: b\n... c", frontmatter.CodeDocuments, 3},
		{"content after an empty document", "...\na: b", frontmatter.CodeDocuments, 3},
		{"content on the line of the end mark", "... a: b", frontmatter.CodeDocuments, 2},
		{"explicit key that is a list", "? [a]\n: b", frontmatter.CodeKey, 2},
		{"explicit key that is a mapping", "a: b\n? c: d\n: e", frontmatter.CodeKey, 3},
		{"pair over two lines", "a: [b\n  : c]", frontmatter.CodeKey, 3},
		{"two colons in a pair", "a: [b: c: d]", frontmatter.CodeSyntax, 2},
		{"two anchors", "a: &x &y b", frontmatter.CodeSyntax, 2},
		{"long key", strings.Repeat("k", 1025) + ": v", frontmatter.CodeKey, 2},
		{"deep indentation", deepBlock(65), frontmatter.CodeLimit, 66},
		{"NUL", "a: b\nc: \x00", frontmatter.CodeEncoding, 3},
		{"invalid UTF-8", "a: b\nc: \xff", frontmatter.CodeEncoding, 3},
	}
	for _, test := range tests {
		d := parse(test.yaml)
		if d.State != frontmatter.Invalid {
			t.Errorf("%s: state %v, want a fault", test.name, d.State)
			continue
		}
		if d.Fault.Code != test.code || d.Fault.Pos.Line() != test.line {
			t.Errorf("%s: %s at line %d (%s), want %s at line %d", test.name, d.Fault.Code, d.Fault.Pos.Line(), d.Fault.Message, test.code, test.line)
		}
	}
}

// deepBlock nests n mappings, one a line.
func deepBlock(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "k:\n")
	}
	return b.String()
}

func TestFaultHints(t *testing.T) {
	tests := []struct{ yaml, at, hint string }{
		{"d: Use when: x", "2:12", ": "},
		{"m:\n\ta: b", "3:1", "spaces"},
		{"d: \"x", "2:4", "quote"},
		{"d: *Fast* x", "2:4", "*"},
		{"a: &b c\nd: *b x", "3:7", "*"},
		{"d: [x] y", "2:8", "quotes"},
		{"d: \"C:\\dir\"", "2:7", "single quotes"},
		{"é: ü: x", "2:5", ": "},
		{"d: > x", "2:6", "next line"},
	}
	for _, test := range tests {
		f := parse(test.yaml).Fault
		if f == nil {
			t.Errorf("%q: no fault", test.yaml)
			continue
		}
		if at := fmt.Sprintf("%d:%d", f.Pos.Line(), f.Pos.Column()); at != test.at || !strings.Contains(f.Hint, test.hint) {
			t.Errorf("%q: at %s with hint %q, want %s and %q in the hint", test.yaml, at, f.Hint, test.at, test.hint)
		}
	}
}

func TestAbsentValues(t *testing.T) {
	d := parse("null:\na: {b, c: , d: null }\ne: [x, ]\nf:\n  -\n  - y")
	var got []string
	for _, f := range append(d.Fields, d.Fields[1].Value.Fields...) {
		got = append(got, fmt.Sprintf("%s %d %q %d:%d", f.Key, f.Value.Kind, f.Value.Text, f.Value.Pos.Line(), f.Value.Pos.Column()))
	}
	for _, v := range d.Fields[3].Value.Items {
		got = append(got, fmt.Sprintf("- %d %q %d:%d", v.Kind, v.Text, v.Pos.Line(), v.Pos.Column()))
	}
	want := []string{
		`null 0 "" 2:6`, `a 5 "" 3:4`, `e 4 "" 4:4`, `f 4 "" 6:3`, `b 0 "" 3:6`, `c 0 "" 3:10`, `d 0 "null" 3:16`,
		`- 0 "" 6:4`, `- 3 "y" 7:5`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

func TestAcceptedYAML(t *testing.T) {
	for _, yaml := range []string{
		"{name: x, description: y}", "a: b\n...", "a:\tb", "<<: x", "<<: {a: b}", "? a\n: b", "a: foo#c", "1: a\ntrue: b\nnull: c\n~: d",
		"a: !x y", "a: !!timestamp 2026-01-01", "a: -x", "a: :x", "\"\": x", "a: &x 1\nb: *x", "a: b\na: c", "a: 'it''s'", "a: \"\\u00e9\"",
		"a: " + strings.Repeat("[", 60) + strings.Repeat("]", 60), deepBlock(64), "a: [\n  b,\n]", "a: {\n  b: c\n}", ": a", "a: b\r", "a: [b: c, d:, e]", "? a\n? b\n: - c\n  - d\n? |\n  e\n:\n- f",
		"a: \"[[[[ " + strings.Repeat("x: [", 100) + "\"", "a: 'b'\n# c\n\n  # d\ne: f", "a: !!str\nb: !x\nc: &d\ne: *d", "a: x---\nb: ...y", "a: b\n...\n# c\n",
	} {
		if d := parse(yaml); d.State != frontmatter.Mapping {
			t.Errorf("%q: state %v, fault %+v", yaml, d.State, d.Fault)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"---\na: b\n---\n", "---\na: [b\n---", "\uFEFF---\r\na: |\r\n  b\r\n---\r\n", "---\na: &x [*x]\n---\n", "---\n? a\n: - b\n  - {c: d}\n---\n", "---\na: \"b\n  c\" # d\n---\nx"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, env := range []frontmatter.Envelope{frontmatter.SkillEnvelope, frontmatter.StrictEnvelope} {
			d := frontmatter.Parse(src, env)
			check(t, d)
			checkHead(t, d, src, env)
			if strings.Contains(string(src), "\r") {
				continue
			}
			crlf := frontmatter.Parse([]byte(strings.ReplaceAll(string(src), "\n", "\r\n")), env)
			if diff := cmp.Diff(d.Fields, crlf.Fields, frontmatter.ComparePos); diff != "" || d.State != crlf.State || d.BodyLine != crlf.BodyLine {
				t.Fatalf("CRLF changes the result (-LF +CRLF):\n%s", diff)
			}
		}
	})
}

// checkHead compares what ParseHead returns with d, the whole file.
func checkHead(t *testing.T, d *frontmatter.Document, src []byte, env frontmatter.Envelope) {
	t.Helper()
	if frontmatter.Opens(src, env) != (d.State != frontmatter.Absent) {
		t.Fatalf("a block opens: %v, but its state is %v", frontmatter.Opens(src, env), d.State)
	}
	head := frontmatter.ParseHead(src, env)
	if diff := cmp.Diff(d, head, frontmatter.ComparePos, cmpopts.IgnoreFields(frontmatter.Document{}, "Lines")); diff != "" {
		t.Fatalf("the head differs (-file +head):\n%s", diff)
	}
	kept := d.Lines.Text()
	if d.CloseLine > 0 {
		kept = kept[:d.BodyOffset]
	}
	if head.Lines.Text() != kept {
		t.Fatalf("the head %q of %q has the text %q", kept, d.Lines.Text(), head.Lines.Text())
	}
}

// check holds the promises of Document for any input.
func check(t *testing.T, d *frontmatter.Document) {
	t.Helper()
	if (d.State == frontmatter.Invalid) != (d.Fault != nil) {
		t.Fatalf("state %v with fault %+v", d.State, d.Fault)
	}
	if d.Fault != nil && (d.Fault.Pos.Line() < 2 || d.Fault.Pos.Line() > d.CloseLine || d.Fault.Message == "") {
		t.Fatalf("fault outside the block: %+v", d.Fault)
	}
	last := 1
	for _, field := range d.Fields {
		if field.StartLine() < last || field.EndLine() < field.StartLine() || field.EndLine() >= d.CloseLine {
			t.Fatalf("field %q at lines %d-%d after line %d in a block that closes on %d", field.Key, field.StartLine(), field.EndLine(), last, d.CloseLine)
		}
		last = field.StartLine()
	}
	if d.BodyOffset > len(d.Lines.Text()) {
		t.Fatalf("body starts at %d of %d", d.BodyOffset, len(d.Lines.Text()))
	}
}
