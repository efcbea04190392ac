package renma_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// Where hostile input is tested. Content and names, from the repository to every
// document: hostileTrees below and FuzzDocuments. The rest stands beside the code
// that meets it first:
//
//	nesting, aliases, keys, long blocks      internal/frontmatter: TestFaults, TestLongBlocks, TestMemoryGrowsWithTheBlock
//	bodies that keep a parser busy           internal/markdown: TestHostileBodies
//	configuration                            snapshot: TestHostileConfigs
//	pipes, sockets, devices, links           snapshot: TestSpecialFilesAreNotOpened, TestLinksAreNotFollowed; internal/diskfs: TestNothingLeadsOut
//	files that change, vanish or lie         snapshot: TestFileThatChangesWhileTheRepositoryIsRead
//	listings that break off or lie           snapshot: TestListingThatBreaksOffKeepsWhatItGave, TestNamesThatNoPathCanHold
//	large directories, little memory         snapshot: TestDirectoryOfManyEntries; cmd/renma: TestLittleMemory
//	cancellation, leaks, concurrent readers  snapshot: TestCancelledAtAnyCall, TestCollectSideBySide; internal/gitfs: TestCancellation
//	refs, damaged objects, git settings      internal/gitfs; TestCompareWithHostileNames
//	full disk, closed pipe, interrupt        cmd/renma: TestOutputThatCannotBeWritten, TestProgramOnBrokenOutput, TestInterrupt
//	text on a terminal, Markdown, Mermaid    internal/textio: FuzzTerminal, FuzzMarkdown, FuzzGraphEscapes, TestEncodeJSONIsInertOnATerminal

// hostileTrees are repositories that try to harm whoever reads them, or whoever
// reads what is said about them. valid is the number of valid Skills; codes are
// some of the ids that must be reported. Files below "from/" are the state before.
var hostileTrees = []struct {
	name, archive string
	valid         int
	codes         []string
}{
	{
		name: "alias bomb", valid: 1, codes: []string{"AS-SKILL-INVALID-YAML"},
		archive: skillFile("good", "", "") + skillFile("bomb", "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n", ""),
	},
	{
		name: "key of a megabyte", codes: []string{"AS-SKILL-INVALID-YAML"},
		archive: "-- renma.config.json --\n{\"max_file_size_bytes\": 20000000}\n" + skillFile("a", strings.Repeat("k", 1<<20)+": v\n", ""),
	},
	{
		name: "hundred thousand fields", codes: []string{"AS-SKILL-INVALID-YAML"},
		archive: "-- renma.config.json --\n{\"max_file_size_bytes\": 20000000}\n" + skillFile("a", numbered("k%d: v\n", 100_000), ""),
	},
	{
		name: "as many fields as fit", codes: []string{"AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD"},
		archive: skillFile("a", numbered("k%d: v\n", 6_000), ""),
	},
	{
		name: "ten thousand brackets", codes: []string{"AS-SKILL-INVALID-YAML"},
		archive: skillFile("a", "x: "+strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)+"\n", ""),
	},
	{
		name: "ten thousand levels of indentation", codes: []string{"AS-SKILL-INVALID-YAML"},
		archive: skillFile("a", "x: "+strings.Repeat("\n - ", 10_000)+"\n", "") + skillFile("b", strings.Repeat("- ", 10_000)+"x\n", ""),
	},
	{
		name: "NUL and bytes that are no text", codes: []string{"DISCOVERY-FILE-NOT-UTF8"},
		archive: skillFile("a", "x: \x00\n", "") + skillFile("b", "x: \xff\xfe\n", "") + skillFile("c", "", "\xc3\x28 \xed\xa0\x80"),
	},
	{
		name: "NUL spelt as an escape", codes: []string{"AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD"},
		archive: skillFile("a", `"x\0y\e[31m": "\0\x9b"`+"\n", ""),
	},
	{
		name: "line of ten megabytes", codes: []string{"DISCOVERY-FILE-TOO-LARGE"},
		archive: skillFile("a", "", strings.Repeat("x", 10<<20)),
	},
	{
		name: "line of ten megabytes within the limit", valid: 1,
		archive: "-- renma.config.json --\n{\"max_file_size_bytes\": 20000000}\n" + skillFile("a", "", strings.Repeat("word ", 2<<20)),
	},
	{
		name: "escapes in ids, owners and routes", valid: 2,
		archive: skillFile("a", metadata(`id: "\e[31m\u202e\u009b31m\n\r\0|`+"`"+`<script>"`, `owner: "\e]0;x\a\u2066"`, `published-entrypoint: "true"`,
			`continues-with: '["skills/b/SKILL.md", "\u001b[2J", "a\nb", "\u202e"]'`), "") +
			skillFile("b", metadata(`id: "]]; click A href \"javascript:alert(1)\" %%{init: {}}%%"`, `continues-with: '["skills/a/SKILL.md"]'`), ""),
	},
	{
		name: "bidirectional and control characters in names", valid: 0,
		archive: "-- skills/\u202egpj\u2066/SKILL.md --\n---\nname: \"\\u202egpj\"\ndescription: \"\\e[31mx\\u0085\"\n---\n\x1b[31m \u202e\n" +
			"-- skills/\x1b[31mred\x9b/SKILL.md --\n# No frontmatter\n-- skills/tab\tcr\rbell\a/SKILL.md --\n---\nname: [\n---\n" +
			"-- skills/\u009b31m/SKILL.md --\n---\n\x7f: x\n---\n",
	},
	{
		name: "names that are syntax elsewhere", valid: 0,
		archive: "-- skills/`a`|<b>[c](d)/SKILL.md --\n---\nname: x\n---\n-- skills/::error file=x::y/SKILL.md --\n---\n---\n" +
			"-- skills/{{a}}\"]-->b;%%/SKILL.md --\nx\n-- skills/-rf/SKILL.md --\nx\n-- skills/$(id)/SKILL.md --\nx\n-- skills/@team/SKILL.md --\nx\n",
	},
	{
		name: "links that leave or loop", codes: []string{"SUPPORT-SYMLINK-PATH"}, valid: 1,
		archive: "-- skills/out --\n-> /etc\n-- skills/up --\n-> ../../..\n-- skills/loop --\n-> loop\n-- skills/a/self --\n-> .\n" +
			skillFile("a", "", "See [passwd](self/../../out/passwd), [up](../up/etc/passwd) and [far](../../../../etc/passwd)."),
	},
	{
		name: "routes to everything and nowhere", valid: 2, codes: []string{"DISCOVERY-UNRESOLVED-DECLARED-ROUTE", "DISCOVERY-INVALID-CONTINUATION-DECLARATION"},
		archive: skillFile("a", metadata(`id: x`, `published-entrypoint: "true"`, `continues-with: '["x", "../../etc/passwd", "/etc/passwd", "skills/a/SKILL.md", "C:\\x", "\\\\host\\x"]'`), "") +
			skillFile("b", metadata(`continues-with: '["", "a"]'`), ""),
	},
	{
		name: "Markdown that never closes", valid: 1,
		archive: skillFile("a", "", strings.Repeat("[a](<b ", 500)+strings.Repeat("> - ", 500)+strings.Repeat("<!-- ", 500)+"```"),
	},
	{
		name: "states that have nothing in common", valid: 1,
		archive: "-- from/skills/a --\nA file where a directory will be.\n-- from/renma.config.json --\n{\"skill_discovery\": {\"adopted\": true, \"ci_policy\": \"warn\"}}\n" + skillFile("a", "", ""),
	},
}

// skillFile is a Skill of an archive with further frontmatter and a body.
func skillFile(name, fields, body string) string {
	return "-- skills/" + name + "/SKILL.md --\n---\nname: " + name + "\ndescription: Sorts plans by risk. Use when a plan is ready; do not use for code.\n" + fields + "---\n# Title\n" + body + "\n"
}

func metadata(lines ...string) string {
	return "metadata:\n  renma." + strings.Join(lines, "\n  renma.") + "\n"
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestHostileTrees(t *testing.T) {
	for _, tt := range hostileTrees {
		t.Run(tt.name, func(t *testing.T) {
			from, to := archiveTrees([]byte(tt.archive))
			out, err := everything(t, from, to)
			if err != nil {
				t.Fatal(err)
			}
			out.check(t)
			if got := strings.Count(out.documents["renma.scan.v1"], `"valid": true`); got != tt.valid {
				t.Errorf("%d valid Skills, want %d", got, tt.valid)
			}
			for _, code := range tt.codes {
				if !strings.Contains(out.documents["renma.scan.v1"], `"`+code+`"`) {
					t.Errorf("%s is not reported", code)
				}
			}
			everySkillIsAccountedFor(t, to, out)
		})
	}
}

// everySkillIsAccountedFor looks for the path of each SKILL.md in the scan.
func everySkillIsAccountedFor(t *testing.T, tree fstest.MapFS, out outputs) {
	t.Helper()
	for p := range tree {
		p = strings.ToValidUTF8(p, "\ufffd")
		if strings.HasSuffix(p, "/SKILL.md") && !strings.Contains(out.documents["renma.scan.v1"], strings.TrimSpace(encode(t, p))) {
			t.Errorf("the scan does not mention %q", p)
		}
	}
}
