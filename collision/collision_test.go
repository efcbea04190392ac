package collision_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/collision"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/snapshot"
)

func find(t testing.TB, files testrepo.Files) []diagnostic.Diagnostic {
	t.Helper()
	s, err := snapshot.Collect(t.Context(), files.FS(), snapshot.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return collision.Find(s)
}

// skill is a valid Skill whose words are those of its name, unless told otherwise.
func skill(name, description, body string, metadata ...string) string {
	if description == "" {
		description = strings.Repeat(name+" word ", 10)
	}
	if body == "" {
		body = strings.Repeat(name+" ", 40)
	}
	text := "---\nname: " + name + "\ndescription: " + description + "\n"
	for i, line := range metadata {
		if i == 0 {
			text += "metadata:\n"
		}
		text += "  renma." + line + "\n"
	}
	return text + "---\n\n" + body + "\n"
}

const (
	plan = "Reviews a release plan for gaps, unclear owners and steps that cannot be undone."
	// gone is the metadata of a Skill that was put aside.
	gone = "status: archived"
)

func TestFind(t *testing.T) {
	long := strings.Repeat("same words below ", 10)
	tests := []struct {
		name  string
		files testrepo.Files
		want  []string // code path:line others
	}{
		{"one Skill", testrepo.Files{"skills/a/SKILL.md": skill("a", "", "")}, nil},
		{"nothing in common", testrepo.Files{"skills/a/SKILL.md": skill("a", "", ""), "skills/b/SKILL.md": skill("b", "", "")}, nil},
		{"one name in two roots", testrepo.Files{
			"skills/a/SKILL.md": skill("a", "", ""), ".agents/skills/a/SKILL.md": skill("a", "", "old"), "skills/b/SKILL.md": skill("b", "", ""),
		}, []string{
			"COLLISION-SAME-NAME .agents/skills/a/SKILL.md:2 [skills/a/SKILL.md] 1",
			"COLLISION-SAME-NAME skills/a/SKILL.md:2 [.agents/skills/a/SKILL.md] 1",
		}},
		{"one name in two domains, byte for byte", testrepo.Files{"skills/x/a/SKILL.md": skill("a", "", ""), "skills/y/a/SKILL.md": skill("a", "", "")}, []string{
			"COLLISION-SAME-NAME skills/x/a/SKILL.md:2 [skills/y/a/SKILL.md] 1",
			"COLLISION-SAME-NAME skills/y/a/SKILL.md:2 [skills/x/a/SKILL.md] 1",
		}},
		{"one name, put aside or not", testrepo.Files{"skills/x/a/SKILL.md": skill("a", "", "", gone), "skills/y/a/SKILL.md": skill("a", "", "")}, []string{
			"COLLISION-SAME-NAME skills/x/a/SKILL.md:2 [skills/y/a/SKILL.md] 1",
			"COLLISION-SAME-NAME skills/y/a/SKILL.md:2 [skills/x/a/SKILL.md] 1",
		}},
		{"names differ in case", testrepo.Files{"skills/x/a/SKILL.md": skill("a", "", ""), "skills/y/A/SKILL.md": skill("A", "Another one.", "other")}, nil},
		{"a mirror", testrepo.Files{
			"skills/a/SKILL.md": skill("a", "", ""), ".agents/skills/a/SKILL.md": skill("a", "", ""),
			"skills/x/b/SKILL.md": skill("b", "", ""), ".agents/skills/x/b/SKILL.md": skill("b", "", ""),
		}, []string{"COLLISION-MIRROR .agents/skills/a/SKILL.md:2 [.agents/skills/a/SKILL.md .agents/skills/x/b/SKILL.md] 2"}},
		{"a mirror and another of the name", testrepo.Files{
			"skills/a/SKILL.md": skill("a", "", ""), ".agents/skills/a/SKILL.md": skill("a", "", ""), "skills/x/a/SKILL.md": skill("a", "", "other"),
		}, []string{
			"COLLISION-MIRROR .agents/skills/a/SKILL.md:2 [.agents/skills/a/SKILL.md] 1",
			"COLLISION-SAME-NAME .agents/skills/a/SKILL.md:2 [skills/x/a/SKILL.md] 1",
			"COLLISION-SAME-NAME skills/x/a/SKILL.md:2 [.agents/skills/a/SKILL.md] 1",
		}},
		{"no name", testrepo.Files{"skills/a/SKILL.md": "a", "skills/b/SKILL.md": "b"}, nil},
		{"one body", testrepo.Files{"skills/a/SKILL.md": skill("a", "", long), "skills/b/SKILL.md": skill("b", "", " \n"+long+"\n\n")}, []string{
			"COLLISION-SAME-BODY skills/a/SKILL.md:6 [skills/b/SKILL.md] 1",
			"COLLISION-SAME-BODY skills/b/SKILL.md:7 [skills/a/SKILL.md] 1",
		}},
		{"one body with other line ends", testrepo.Files{
			"skills/a/SKILL.md": skill("a", "", long+"\n"+long), "skills/b/SKILL.md": strings.ReplaceAll(skill("b", "", long+"\n"+long), "\n", "\r\n"),
		}, []string{
			"COLLISION-SAME-BODY skills/a/SKILL.md:6 [skills/b/SKILL.md] 1",
			"COLLISION-SAME-BODY skills/b/SKILL.md:6 [skills/a/SKILL.md] 1",
		}},
		{"one body of 19 words", testrepo.Files{
			"skills/a/SKILL.md": skill("a", "", strings.Repeat("w ", 19)), "skills/b/SKILL.md": skill("b", "", strings.Repeat("w ", 19)),
		}, nil},
		{"one body, put aside", testrepo.Files{"skills/a/SKILL.md": skill("a", "", long, gone), "skills/b/SKILL.md": skill("b", "", long)}, nil},
		{"no body", testrepo.Files{"skills/a/SKILL.md": "---\nname: a\n---\n", "skills/b/SKILL.md": "---\nname: b\n---\n"}, nil},
		{"one description", testrepo.Files{"skills/a/SKILL.md": skill("a", plan, ""), "skills/b/SKILL.md": skill("b", strings.ToUpper(plan)+"!", "")}, []string{
			"COLLISION-SIMILAR-DESCRIPTION skills/a/SKILL.md:3 [skills/b/SKILL.md] 1",
			"COLLISION-SIMILAR-DESCRIPTION skills/b/SKILL.md:3 [skills/a/SKILL.md] 1",
		}},
		{"one description, put aside", testrepo.Files{"skills/a/SKILL.md": skill("a", plan, "", gone), "skills/b/SKILL.md": skill("b", plan, "")}, nil},
		{"another verb", testrepo.Files{"skills/a/SKILL.md": skill("a", plan, ""), "skills/b/SKILL.md": skill("b", strings.Replace(plan, "Reviews", "Writes", 1), "")}, nil},
		{"the strongest reason only", testrepo.Files{
			"skills/a/SKILL.md": skill("a", plan, long), "skills/b/SKILL.md": skill("b", plan, long), "skills/x/b/SKILL.md": skill("b", plan, "other"),
			"skills/c/SKILL.md": skill("c", plan, "different"),
		}, []string{
			"COLLISION-SAME-BODY skills/a/SKILL.md:6 [skills/b/SKILL.md] 1",
			"COLLISION-SIMILAR-DESCRIPTION skills/a/SKILL.md:3 [skills/c/SKILL.md] 1",
			"COLLISION-SAME-BODY skills/b/SKILL.md:6 [skills/a/SKILL.md] 1",
			"COLLISION-SAME-NAME skills/b/SKILL.md:2 [skills/x/b/SKILL.md] 1",
			"COLLISION-SIMILAR-DESCRIPTION skills/b/SKILL.md:3 [skills/c/SKILL.md] 1",
			"COLLISION-SIMILAR-DESCRIPTION skills/c/SKILL.md:3 [skills/a/SKILL.md] 1",
			"COLLISION-SAME-NAME skills/x/b/SKILL.md:2 [skills/b/SKILL.md] 1",
			"COLLISION-SIMILAR-DESCRIPTION skills/x/b/SKILL.md:3 [skills/c/SKILL.md] 1",
		}},
	}
	rules := map[string]diagnostic.Rule{}
	for _, r := range collision.Rules() {
		rules[r.ID] = r
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range find(t, tt.files) {
				paths, count := d.Details.Get("otherPaths"), d.Details.Get("otherSkillCount")
				if d.Code == "COLLISION-MIRROR" {
					paths, count = d.Details.Get("mirroredPaths"), d.Details.Get("skillCount")
				}
				got = append(got, fmt.Sprintf("%s %s:%d %v %v", d.Code, d.Path, d.Evidence.StartLine, paths, count))
				if rules[d.Code].Severity != string(d.Severity) {
					t.Errorf("%s is reported as %s, its rule says %q", d.Code, d.Severity, rules[d.Code].Severity)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestMessagesNameFewOfMany(t *testing.T) {
	files := testrepo.Files{}
	for i := range 30 {
		files[fmt.Sprintf("skills/d%02d/a/SKILL.md", i)] = skill("a", "", "")
	}
	list := find(t, files)
	if len(list) != 30 {
		t.Fatalf("%d diagnostics for 30 Skills of one name", len(list))
	}
	d := list[1]
	const want = `The name "a" is also that of "skills/d00/a/SKILL.md", "skills/d02/a/SKILL.md" and 27 more, so a client that has both uses only one: rename one or remove it.`
	if d.Message != want {
		t.Errorf("got %s", d.Message)
	}
	if paths := d.Details.Get("otherPaths").([]string); len(paths) != 10 || slices.Contains(paths, d.Path) {
		t.Errorf("details name %v", paths)
	}
	if ev := d.Evidence; ev.Snippet != "name: a" || ev.StartColumn != 7 || ev.EndColumn != 8 {
		t.Errorf("evidence is %+v", ev)
	}
}
