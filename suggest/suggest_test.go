package suggest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"

	"github.com/renma/renma/agentskills/migrate"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/schemas"
	"github.com/renma/renma/snapshot"
)

func TestFindBoundary(t *testing.T) {
	tests := []struct{ name, dir, target, markers, want string }{
		{"nearest marker", "/w", "/w/repo/sub/skills/a/SKILL.md", "/w/repo /w/repo/sub", "/w/repo/sub skills/a/SKILL.md"},
		{"marker above the working directory", "/w/repo/sub", "/w/repo/sub/x.md", "/w/repo", "/w/repo sub/x.md"},
		{"marker at the root of the file system", "/w", "/x.md", "/", "/ x.md"},
		{"one strong directory", "/w", "/w/p/skills/a/SKILL.md", "", "/w/p skills/a/SKILL.md"},
		{"two that classify", "/w", "/w/.agents/skills/a/SKILL.md", "", "/w .agents/skills/a/SKILL.md"},
		{"support below a Skill", "/w", "/w/skills/a/references/skills/b.md", "", "/w skills/a/references/skills/b.md"},
		{"two that do not classify", "/w", "/w/skills/x/skills/y.md", "", ReasonAmbiguous},
		{"one after the other", "/w", "/w/skills/contexts/y.md", "", ReasonAmbiguous},
		{"support before", "/w", "/w/references/skills/a/SKILL.md", "", ReasonAmbiguous},
		{"nothing strong", "/w", "/w/plain/z.md", "", ReasonUnresolved},
		{"a strong file name is no directory", "/w", "/w/skills", "", ReasonUnresolved},
		{"AGENTS.md", "/w", "/w/x/AGENTS.md", "", "/w/x AGENTS.md"},
		{"configuration", "/w", "/w/x/renma.config.json", "", "/w/x renma.config.json"},
		{"only below the working directory", "/home/skills/repo", "/home/skills/repo/skills/a/SKILL.md", "", "/home/skills/repo skills/a/SKILL.md"},
		{"nothing below the working directory", "/home/skills/repo", "/home/skills/repo/a/b.md", "", ReasonUnresolved},
		{"outside the working directory", "/w", "/home/skills/a/SKILL.md", "", "/home skills/a/SKILL.md"},
	}
	for _, tt := range tests {
		marked := func(dir string) bool {
			for _, m := range strings.Fields(tt.markers) {
				if filepath.FromSlash(m) == dir {
					return true
				}
			}
			return false
		}
		b := FindBoundary(filepath.FromSlash(tt.target), filepath.FromSlash(tt.dir), marked)
		got := b.Reason
		if got == "" {
			got = filepath.ToSlash(b.Root) + " " + b.Path
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func FuzzFindBoundary(f *testing.F) {
	f.Add("/w/skills/a/SKILL.md", "/w", "/")
	f.Add("/w/skills/../x/tools/a.md", "/w/skills", "")
	f.Add("relative/contexts/a.md", "", "")
	f.Fuzz(func(t *testing.T, target, dir, marker string) {
		b := FindBoundary(target, dir, func(at string) bool { return at == marker })
		if (b.Reason == "") != (b.Path != "") || (b.Reason == "") != (b.Root != "") {
			t.Fatalf("%+v", b)
		}
		if b.Reason == "" && filepath.Clean(target) != filepath.Join(b.Root, filepath.FromSlash(b.Path)) {
			t.Fatalf("%q stands at %q below %q", target, b.Path, b.Root)
		}
	})
}

func TestBackslashInANameIsNoSeparator(t *testing.T) {
	d := Suggest(at(`skills/a\b.skill.md`, "---\nid: x\n---\nUse when ready.\n"))
	if d.AgentSkills != nil || d.Kind != snapshot.KindUnknown || d.Patch() != "" {
		t.Errorf("%s: %s", d.Kind, d.Patch())
	}
}

// at is a target in a known repository.
func at(path, source string) Target {
	return Target{Typed: path, Boundary: Boundary{Root: filepath.FromSlash("/repo"), Path: path}, Source: []byte(source)}
}

func TestAssetID(t *testing.T) {
	for file, want := range map[string]string{
		"contexts/pay/rules.md":       "context.pay.rules",
		"contexts/Pay & Co/R.v2.md":   "context.pay-co.r-v2",
		"contexts/context/rules.md":   "context.rules",
		"contexts/context.md":         "context.context",
		"contexts/_/日本.md":            "",
		"lenses/My Lens.md":           "lens.my-lens",
		"lenses/lens/a.md":            "lens.a",
		"AGENTS.md":                   "",
		"docs/references/guide/it.md": "",
	} {
		d := Suggest(at(file, ""))
		if got, _ := d.CandidateMetadata.Get("id"); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

func TestAssets(t *testing.T) {
	tests := []struct {
		name, path, source, owner string
		status                    migrate.Status
		reason, content           string
	}{
		{"new frontmatter", "contexts/a.md", "# A: b\n", "", migrate.StatusConfirm, ReasonIndependent, "---\nid: context.a\ntitle: \"A: b\"\n---\n# A: b\n"},
		{"CRLF", "contexts/a.md", "# A\r\n", "qa", migrate.StatusConfirm, ReasonIndependent, "---\r\nid: context.a\r\ntitle: A\r\nowner: qa\r\n---\r\n# A\r\n"},
		{"BOM", "contexts/a.md", "\ufeff# A\n", "", migrate.StatusConfirm, ReasonIndependent, "\ufeff---\nid: context.a\ntitle: A\n---\n# A\n"},
		{"frontmatter grows", "contexts/a.md", "---\n# c\nid: x # d\n\n# e\n---\n# A\n", "qa", migrate.StatusConfirm, ReasonIndependent, "---\n# c\nid: x # d\ntitle: A\nowner: qa\n\n# e\n---\n# A\n"},
		{"generic reference", "docs/references/a.md", "# A\n", "", migrate.StatusDeterministic, ReasonDeterministic, "---\ntitle: A\n---\n# A\n"},
		{"lens by its type", "contexts/a.md", "---\ntype: context_lens\n---\n", "", migrate.StatusConfirm, ReasonIndependent, "---\ntype: context_lens\nid: lens.a\n---\n"},
		{"nothing to add", "contexts/a.md", "---\nid: a\nowner: qa\n---\nText\n", "qa", migrate.StatusNoChange, ReasonSufficient, ""},
		{"another owner", "contexts/a.md", "---\nowner: qa\n---\n", "ops", migrate.StatusBlocked, ReasonOwnConflict, ""},
		{"unclosed", "contexts/a.md", "---\nowner: qa\n", "ops", migrate.StatusBlocked, migrate.ReasonConflict, ""},
		{"no YAML", "contexts/a.md", "---\na: b: c\n---\n", "ops", migrate.StatusBlocked, migrate.ReasonConflict, ""},
		{"repeated owner", "contexts/a.md", "---\nowner: a\nowner: b\n---\n", "", migrate.StatusBlocked, migrate.ReasonConflict, ""},
		{"not UTF-8", "contexts/a.md", "\xff", "", migrate.StatusBlocked, migrate.ReasonConflict, ""},
		{"configuration", "renma.config.json", "{}", "qa", migrate.StatusDeterministic, ReasonDeterministic, ""},
		{"tool", "tools/x.md", "# X\n", "qa", migrate.StatusNoChange, ReasonTool, ""},
		{"helper of a Skill", "skills/a/tools/x.md", "# X\n", "qa", migrate.StatusNoChange, reasonOutside, ""},
		{"unknown", "notes.md", "# X\n", "qa", migrate.StatusNoChange, reasonOutside, ""},
		{"support without a snapshot", "skills/a/references/x.md", "# X\n", "", migrate.StatusBlocked, ReasonParent, ""},
	}
	for _, tt := range tests {
		target := at(tt.path, tt.source)
		target.Options.Owner = tt.owner
		d := Suggest(target)
		if d.DecisionStatus != tt.status || d.Decision.ReasonCode != tt.reason {
			t.Errorf("%s: %s, %s", tt.name, d.DecisionStatus, d.Decision.ReasonCode)
		}
		if diff := cmp.Diff(tt.content, d.content); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		checkDocument(t, d)
	}
}

func TestLinkedAssetIsRefused(t *testing.T) {
	target := at("contexts/a.md", "")
	target.Options.Linked = true
	if d := Suggest(target); d.DecisionStatus != migrate.StatusBlocked || d.BlockedMetadata[0].Field != "entrypoint" {
		t.Errorf("%s: %+v", d.DecisionStatus, d.BlockedMetadata)
	}
}

func checkDocument(t *testing.T, d *Document) {
	t.Helper()
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, d); err != nil {
		t.Fatal(err)
	}
	if err := schemas.Validate(SchemaVersion, b.Bytes()); err != nil {
		t.Errorf("%s\n%v", b.String(), err)
	}
}

func TestSuggestAll(t *testing.T) {
	const body = "Use when ready.\n"
	r := SuggestAll([]Target{
		at("skills/a.skill.md", "---\nid: a\n---\n"+body),
		at("skills/a/skill.md", "---\nid: b\n---\n"+body),
		at("skills/b/SKILL.md", "---\nid: b\n---\n"+body),
		at("skills/c/SKILL.md", "---\nname: c\ndescription: x\n---\n"+body),
	}, 2)
	if diff := cmp.Diff(Summary{Ready: 1, Blocked: 2, Unchanged: 1, Failed: 2}, r.Summary); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := strings.Count(r.Patch(), "diff --git"); got != 1 {
		t.Errorf("the patch changes %d files:\n%s", got, r.Patch())
	}
	var notes []string
	for _, d := range r.Suggestions {
		notes = append(notes, d.Unpatched())
	}
	want := []string{"skills/a.skill.md: blocked: targetPath", "skills/a/skill.md: blocked: targetPath", "", ""}
	if diff := cmp.Diff(want, notes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := schemas.Validate(ReportSchemaVersion, b.Bytes()); err != nil {
		t.Error(err)
	}
	page := r.Markdown()
	if !strings.Contains(page, "1 ready, 2 blocked, 1 unchanged, 2 failed.") || strings.Count(page, "\n# ") != 3 {
		t.Errorf("page:\n%s", page)
	}
	if empty := SuggestAll(nil, 0); empty.Suggestions == nil || !strings.Contains(empty.Markdown(), "0 ready") {
		t.Errorf("empty: %+v", empty)
	}
}

func TestMarkdownOfEachState(t *testing.T) {
	ready := at("skills/a/SKILL.md", "---\nid: a\ndescription: |\n  ````\n  Use when ready.\n---\n")
	owner := at("skills/a/SKILL.md", "---\nname: a\ndescription: x\n---\n")
	owner.Options.Owner = "qa"
	blocked := at("skills/a/SKILL.md", "---\nid: 5\n---\n")
	unchanged := at("skills/a/SKILL.md", "---\nname: b\ndescription: x\n---\n")
	nowhere := Target{Typed: "z.md", Boundary: Boundary{Reason: ReasonUnresolved}}
	tests := []struct {
		name   string
		target Target
		want   []string
		not    []string
	}{
		{"ready", ready, []string{"# Migration review", "`````yaml\n---\nname: a", "--format patch | git -C", "renma scan"}, []string{"pply nothing"}},
		{"owner", owner, []string{"# Retrofit review", "```yaml", "--owner qa --format patch"}, []string{"pply nothing"}},
		{"blocked", blocked, []string{"# Blocked: apply nothing", "## Blocked", "`unsupported-value`", "renma scan"}, []string{"```yaml", "--format patch"}},
		{"unchanged", unchanged, []string{"# Nothing proposed: apply nothing", "1 specification error"}, []string{"```yaml", "--format patch"}},
		{"nowhere", nowhere, []string{"# Blocked: apply nothing", "renma.config.jsonc"}, []string{"```"}},
	}
	for _, tt := range tests {
		page := Suggest(tt.target).Markdown()
		for _, want := range tt.want {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %q:\n%s", tt.name, want, page)
			}
		}
		for _, not := range tt.not {
			if strings.Contains(page, not) {
				t.Errorf("%s holds %q:\n%s", tt.name, not, page)
			}
		}
	}
}

// No value of the repository ends a code span, opens a heading or closes a
// fence: every page has the headings and fences that we write, and no others.
func FuzzDocument(f *testing.F) {
	for _, s := range []string{"# x\n", "```\n# y\n````", "` `` ```", "<b>", "a|b\n\n| c |", "---\nid: a\n---\nUse when ready.\n", "---\nname: a\ndescription: \"\\n# x\\n```\"\n---\n", "---\n'# k': v\n\"`\": 1\nid: '```'\n---\nUse when `x`.\n"} {
		f.Add("skills/a/SKILL.md", []byte(s), "qa\n# x")
		f.Add("contexts/`a`\n# b.md", []byte(s), "```")
		f.Add("skills/`a/skill.md", []byte(s), "\x1b[31m")
	}
	f.Fuzz(func(t *testing.T, path string, source []byte, owner string) {
		if path == "" || !utf8.ValidString(path) || !utf8.ValidString(owner) {
			return
		}
		target := at(path, string(source))
		target.Options.Owner = owner
		d := Suggest(target)
		if d.DecisionStatus == migrate.StatusBlocked && (len(d.BlockedMetadata) == 0 || d.content != "") {
			t.Fatalf("blocked with %d blocks and content %q", len(d.BlockedMetadata), d.content)
		}
		if path[0] != '/' {
			checkDocument(t, d)
		}
		if d.content != "" {
			env := frontmatter.SkillEnvelope
			if d.AgentSkills == nil {
				env = frontmatter.StrictEnvelope
			}
			was, is := frontmatter.Parse(source, env), frontmatter.Parse([]byte(d.content), env)
			if strings.TrimPrefix(was.Body(), "\ufeff") != strings.TrimPrefix(is.Body(), "\ufeff") {
				t.Fatalf("the body %q becomes %q", was.Body(), is.Body())
			}
		}
		if got, want := shapeOf(t, d.Markdown()), expectedShape(d); got != want {
			t.Fatalf("the page has %s, want %s:\n%s", got, want, d.Markdown())
		}
	})
}

// shapeOf counts the elements of a page as CommonMark reads it.
func shapeOf(t *testing.T, page string) string {
	var html bytes.Buffer
	if err := goldmark.Convert([]byte(page), &html); err != nil {
		t.Fatal(err)
	}
	count := func(tag string) int { return strings.Count(html.String(), tag) }
	return fmt.Sprintf("%d titles, %d sections, %d fences, %d others", count("<h1>"), count("<h2>"), count("<pre>"),
		count("<h3>")+count("<p>")+count("<blockquote>")+count("<a ")+count("<img")+count("<em>")+count("<strong>")+count("<ol>")+count("<hr"))
}

func expectedShape(d *Document) string {
	sections, fences := 2, 1 // rules, next steps
	if len(d.BlockedMetadata) > 0 {
		sections++
	}
	if len(d.decisions()) > 0 {
		sections++
	}
	if len(d.CandidateMetadata) > 0 {
		sections++
	}
	if a := d.AgentSkills; a != nil {
		if len(a.Fields)+len(a.PreservedMetadata) > 0 {
			sections++
		}
		if a.CanonicalFrontmatter != "" {
			fences++
		}
	}
	return fmt.Sprintf("1 titles, %d sections, %d fences, 0 others", sections, fences)
}

func ExampleSuggest() {
	d := Suggest(Target{
		Typed:    "contexts/pay/rules.md",
		Boundary: Boundary{Root: "/repo", Path: "contexts/pay/rules.md"},
		Source:   []byte("# Pay rules\n"),
		Options:  migrate.Options{Owner: "payments"},
	})
	fmt.Println(d.DecisionStatus, d.Decision.Question)
	b, _ := json.Marshal(d.CandidateMetadata)
	fmt.Println(string(b))
	fmt.Print(d.Patch())
	// Output:
	// human-confirmation-required Is this file meant to be governed on its own?
	// {"id":"context.pay.rules","title":"Pay rules","owner":"payments"}
	// diff --git a/contexts/pay/rules.md b/contexts/pay/rules.md
	// --- a/contexts/pay/rules.md
	// +++ b/contexts/pay/rules.md
	// @@ -1 +1,6 @@
	// +---
	// +id: context.pay.rules
	// +title: Pay rules
	// +owner: payments
	// +---
	//  # Pay rules
}
