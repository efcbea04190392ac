package frontmatter

import (
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func TestWriteScalar(t *testing.T) {
	tests := []struct{ in, want string }{
		{"qa", "qa"},
		{"Reviews plans. Use when a plan's ready, or (not) [x].", "Reviews plans. Use when a plan's ready, or (not) [x]."},
		{"é 箱", "é 箱"},
		{"http://a.b/c", "http://a.b/c"},
		{"foo#bar", "foo#bar"},
		{"", `""`},
		{" 1 ", `" 1 "`},
		{"1.0", `"1.0"`},
		{"2026-01-02", `"2026-01-02"`},
		{"12:30:45", `"12:30:45"`},
		{"+1", `"+1"`},
		{".inf", `".inf"`},
		{"-", `"-"`},
		{"yes", `"yes"`},
		{"Off", `"Off"`},
		{"N", `"N"`},
		{"NULL", `"NULL"`},
		{"~", `"~"`},
		{"<<", `"<<"`},
		{"=", `"="`},
		{"a: b", `"a: b"`},
		{"a:", `"a:"`},
		{"a #b", `"a #b"`},
		{"# a", `"# a"`},
		{"*a", `"*a"`},
		{"@a", `"@a"`},
		{"a ", `"a "`},
		{`["a","b"]`, `'["a","b"]'`},
		{`["it's"]`, `"[\"it's\"]"`},
		{`a\b`, `a\b`},
		{`\d: x`, `"\\d: x"`},
		{"a\tb", `"a\tb"`},
		{"a\x01\u0085\u2028\ufeff\U0001f600", `"a\x01\x85\u2028\ufeff😀"`},
		{"a\u202eb", `"a\u202eb"`},
		{"one\ntwo", "|-\n  one\n  two"},
		{"one\n\n  two: x\n", "|\n  one\n\n    two: x"},
		{"one\n\n", `"one\n\n"`},
		{" one\ntwo", `" one\ntwo"`},
		{"\none", `"\none"`},
		{"one\n  \ntwo", `"one\n  \ntwo"`},
		{"one\r\ntwo", `"one\x0d\ntwo"`},
	}
	for _, tt := range tests {
		if got := WriteScalar(tt.in, "  "); got != tt.want {
			t.Errorf("WriteScalar(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

// notString11 are the scalars to which YAML 1.1 gives another type than string
// (yaml.org/type: bool, int, float, null, timestamp, merge, value).
var notString11 = regexp.MustCompile(`^(?:` +
	`y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF` +
	`|[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+` +
	`|[-+]?(?:[0-9][0-9_]*)?\.[0-9.]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)` +
	`|~|null|Null|NULL|` +
	`|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+).*` +
	`|<<|=)$`)

func FuzzWriteScalar(f *testing.F) {
	for _, s := range []string{
		"", "a", "yes", "1_000", "a: b", "- a", "a\nb", "a\n\nb\n", "\n", " a", "a ", "\t", "'", `"`, `\`, "a\\\"'", "#", "a #", "a:", "? a",
		"{a}", "[a]", "|", ">", "%", "@", "`", "!", "&a", "*a", "---", "...", "\u00a0", "\u0085", "\u2029", "\ufeff", "\ufffe", "\U000e0001", "\x7f", "a\rb",
		"a\n---\nb", "a\n b\n  c", "a\n\t\nb", "~", "0x1F", "1:30", "2026-1-2",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ReplaceAll(strings.ToValidUTF8(s, "?"), "\x00", "")
		key := s
		if runes := []rune(s); len(runes) > 100 {
			key = string(runes[:100]) // YAML ends a key on one line at 1,024 characters, escapes counted
		}
		source := "---\nfirst: " + WriteScalar(s, "  ") + "\nmap:\n  " + WriteKey(key) + ": " + WriteScalar(s, "    ") + "\n  last: x\n---\n"
		doc := Parse([]byte(source), SkillEnvelope)
		if doc.State == Invalid && doc.Fault.Code == CodeLimit {
			return
		}
		if doc.State != Mapping || len(doc.Fields) != 2 || len(doc.Fields[1].Value.Fields) != 2 {
			t.Fatalf("%q is written as\n%s", s, source)
		}
		inner := doc.Fields[1].Value.Fields[0]
		if outer := doc.Fields[0].Value.Text; outer != s || inner.Key != key || inner.Value.Text != s {
			t.Fatalf("%q is written as\n%s and reads as %q, %q, %q", s, source, outer, inner.Key, inner.Value.Text)
		}
		if doc.Fields[0].Value.Kind != String || inner.Value.Kind != String {
			t.Fatalf("%q is written as\n%s and is no string", s, source)
		}
		if plain := WriteKey(key); plain == key && len(key) == len(s) && notString11.MatchString(s) {
			t.Fatalf("%q is written plain, but YAML 1.1 reads no string", s)
		}
		var other struct {
			First string
			Map   map[string]any
		}
		if err := yaml.Unmarshal([]byte(strings.Trim(source, "-\n")), &other); err != nil || other.First != s {
			t.Fatalf("%q is written as\n%s and decodes as %q, %v", s, source, other.First, err)
		}
	})
}
