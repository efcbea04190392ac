package migrate_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/agentskills/migrate"
	"github.com/renma/renma/internal/corpus"
	"github.com/renma/renma/internal/frontmatter"
)

// A migrated Skill is valid, holds what the old one held, and has nothing left
// to migrate.
func TestMigrationKeepsEveryValue(t *testing.T) {
	_, skills := corpus.LegacyRepository(1500, 7)
	for _, legacy := range skills {
		s := migrate.SuggestMetadata(legacy.Path, []byte(legacy.Source), migrate.Options{})
		if s.Status != migrate.StatusConfirm || s.Proposal.TargetPath != legacy.Target {
			t.Fatalf("%s, %s to %s: %+v\n%s", s.Status, legacy.Path, s.Proposal.TargetPath, s.Proposal.Blocked, legacy.Source)
		}
		result := agentskills.ValidateSkill(legacy.Target, []byte(s.Content))
		if !result.Operational() {
			t.Fatalf("%s\nis not valid: %+v", s.Content, result.Issues)
		}
		fields, metadata := map[string]string{}, map[string]string{}
		doc := frontmatter.Parse([]byte(s.Content), frontmatter.SkillEnvelope)
		for _, f := range doc.Fields {
			if f.Key != "metadata" {
				fields[f.Key] = f.Value.Text
				continue
			}
			for _, child := range f.Value.Fields {
				metadata[child.Key] = child.Value.Text
			}
		}
		if diff := cmp.Diff(legacy.Fields, fields) + cmp.Diff(legacy.Metadata, metadata); diff != "" {
			t.Fatalf("%s\nbecomes\n%s\n(-want +got):\n%s", legacy.Source, s.Content, diff)
		}
		if body := doc.Body(); body != legacy.Body {
			t.Fatalf("the body %q becomes %q", legacy.Body, body)
		}
		again := migrate.SuggestMetadata(legacy.Target, []byte(s.Content), migrate.Options{})
		if again.Status != migrate.StatusNoChange || again.Offered() {
			t.Fatalf("a second run gives %s", again.Status)
		}
	}
}

func FuzzSuggestMetadata(f *testing.F) {
	_, skills := corpus.LegacyRepository(30, 1)
	for _, s := range skills {
		f.Add(s.Path, []byte(s.Source), "qa", uint8(0))
	}
	for _, source := range []string{
		"", "---", "---\n", "---\n---\n", "# x", "---\na: *b\n---\n", "---\nid: &a [*a]\n---\n", "---\n{id: x}\n---\nUse when x.",
		"---\nname: a\ndescription: |+\n  x\n\n\nmetadata: {}\n---\n", "---\nname: a\ndescription: x\nmetadata:\n  ? k\n  : |\n   v\n\n# c\n---\n",
		"\ufeff --- \r\nid: a\r\n---\t\r\nUse when ready.\r", "---\nid: a\nname: a\ndescription: \"Use\\u2028when\"\n---\n", "---\n'': x\nid: a\n---\nUse for a.",
		"---\nid: |\n  a\n\n  b\n---\nUse to a. Never b. e.g. c", "---\nname: a\ndescription: x\n...\n# y\n---\n",
	} {
		f.Add("skills/a/SKILL.md", []byte(source), "", uint8(0))
		f.Add("skills/a/SKILL.md", []byte(source), "a: [b]", uint8(0))
		f.Add(".agents/skills/b/a.skill.md", []byte(source), "x\ny", uint8(1))
		f.Add("x/../a", []byte(source), "\xff", uint8(2))
	}
	collisions := []migrate.Collision{migrate.CollisionNone, migrate.CollisionExists, migrate.CollisionContested, migrate.CollisionUnverifiable}
	f.Fuzz(func(t *testing.T, path string, source []byte, owner string, state uint8) {
		opts := migrate.Options{Owner: owner, Collision: collisions[state%4], Linked: state&64 != 0}
		s := migrate.SuggestMetadata(path, source, opts)
		check(t, path, source, &s)
		if s.Offered() && !opts.Linked && opts.Collision == migrate.CollisionNone {
			again := migrate.SuggestMetadata(s.Proposal.TargetPath, []byte(s.Content), migrate.Options{Owner: owner})
			if again.Status != migrate.StatusNoChange {
				t.Fatalf("a second run on %q gives %s: %+v", s.Content, again.Status, again.Proposal.Blocked)
			}
		}
	})
}

// check holds a suggestion against what is promised of every one.
func check(t *testing.T, path string, source []byte, s *migrate.Suggestion) {
	p := &s.Proposal
	if s.Offered() != (p.CanonicalFrontmatter != "") || s.Offered() && len(p.Blocked) > 0 || s.Offered() != (s.Status == migrate.StatusConfirm || s.Status == migrate.StatusDeterministic) {
		t.Fatalf("status %s, %d blocks, content %q, frontmatter %q", s.Status, len(p.Blocked), s.Content, p.CanonicalFrontmatter)
	}
	if (s.Status == migrate.StatusBlocked) != (len(p.Blocked) > 0) || s.Summary == "" || p.ReviewPrompt == "" || p.SourcePath == "" && path != "" {
		t.Fatalf("status %s, blocks %+v, summary %q", s.Status, p.Blocked, s.Summary)
	}
	lines := strings.Count(string(source), "\n") + 1
	fields := map[string]bool{}
	for _, b := range p.Blocked {
		if fields[b.Field] || b.Code == "" || b.Reason == "" || !utf8.ValidString(b.Reason) || b.StartLine > b.EndLine || b.EndLine > lines {
			t.Fatalf("block %+v among %+v", b, p.Blocked)
		}
		fields[b.Field] = true
	}
	if !s.Offered() {
		return
	}
	body := frontmatter.Parse(source, frontmatter.SkillEnvelope).Body()
	for _, text := range []string{s.Content, fmt.Sprintf("%s\n%s", p.CanonicalFrontmatter, body)} {
		r := agentskills.ValidateSkill(p.TargetPath, []byte(text))
		if !r.Operational() || frontmatter.Parse([]byte(text), frontmatter.SkillEnvelope).Body() != body {
			t.Fatalf("%s: %q is offered as %q: %+v", path, source, text, r.Issues)
		}
	}
}
