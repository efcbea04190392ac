package snapshot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
)

// brief writes each diagnostic as "path:lines severity code", followed by the
// reason token where there is one.
func brief(list []diagnostic.Diagnostic) []string {
	out := []string{}
	for _, d := range list {
		at := "-"
		if d.Evidence != nil {
			at = fmt.Sprint(d.Evidence.StartLine)
			if d.Evidence.EndLine != d.Evidence.StartLine {
				at += fmt.Sprintf("-%d", d.Evidence.EndLine)
			}
		}
		line := fmt.Sprintf("%s:%s %s %s", d.Path, at, d.Severity, d.Code)
		if reason := d.Details.Get("reason"); reason != nil {
			line += fmt.Sprintf(" %s", reason)
		}
		out = append(out, line)
	}
	return out
}

// Every file is contexts/a.md unless the case names it.
func TestCatalogDiagnosticsOfOneFile(t *testing.T) {
	long := strings.Repeat("x ", 128) + "x"
	tests := []struct {
		name, path, text string
		want             []string
	}{
		{"nothing to say", "", testContext("context.a"), nil},
		{"no id, no owner", "", "# Notes\n", []string{"- warning META-MISSING-ID", "- warning META-MISSING-OWNER"}},
		{"support needs neither", "skills/x/references/r.md", "# R\n", nil},
		{"unclosed", "", "---\nid: context.a\n", []string{"1 error META-INVALID-RENMA-FRONTMATTER"}},
		{"not YAML", "", "---\nid: context.a\nowner: a: b\n---\n", []string{"3 error META-INVALID-RENMA-FRONTMATTER"}},
		{"no mapping", "", "---\n- a\n---\n", []string{"1 error META-INVALID-RENMA-FRONTMATTER"}},
		{"empty block", "lenses/a.md", "---\n---\nText\n", []string{"1 error META-INVALID-RENMA-FRONTMATTER"}},
		{"broken support", "skills/x/references/r.md", "---\nid: [\n---\n", []string{"2 error META-INVALID-RENMA-FRONTMATTER"}},
		{"repeated operational keys", "", testContext("context.a", "tags: a", "tags: b", "tags: c"),
			[]string{"7 error META-INVALID-RENMA-FRONTMATTER", "8 error META-INVALID-RENMA-FRONTMATTER"}},
		{"a repeated unknown key", "", testContext("context.a", "colour: a", "colour: b"), nil},
		{"canonical_context", "", testContext("context.a", "canonical_context: context.b"),
			[]string{"6 warning META-UNSUPPORTED-CANONICAL-CONTEXT unsupported-canonical-context"}},
		{"48 lines", "", testContext("context.a", strings.Repeat("#\n", 41)+"#"), nil},
		{"49 lines", "", testContext("context.a", strings.Repeat("#\n", 42)+"#"), []string{"1 warning META-FRONTMATTER-TOO-LARGE"}},
		{"4096 characters", "", testContext("context.a", "purpose: "+strings.Repeat("ä", 4096-len(testContext("context.a", "purpose: "))+len("\n# Notes\n"))), nil},
		{"4097 characters", "", testContext("context.a", "purpose: "+strings.Repeat("ä", 4097-len(testContext("context.a", "purpose: "))+len("\n# Notes\n"))),
			[]string{"1 warning META-FRONTMATTER-TOO-LARGE"}},
		{"a Skill can be too large", "skills/a/SKILL.md", testSkill("x: |\n" + strings.Repeat("    a\n", 45) + "  y: z"),
			[]string{"1 warning META-FRONTMATTER-TOO-LARGE"}},
		{"long items", "", testContext("context.a", "tags:", "  - "+long, "  - "+strings.Repeat("x", 257), "  - "+strings.Repeat("x", 256)),
			[]string{"7 warning META-LIST-ITEM-TOO-LONG", "8 warning META-LIST-ITEM-TOO-LONG"}},
		{"long references", "", testContext("context.a", "focus:", "  - "+long, "  - "+strings.Repeat("x", 257), "  - https://x/"+strings.Repeat("y", 257)),
			[]string{"7 warning META-LIST-ITEM-TOO-LONG"}},
		{"bad lists around the status", "", testContext("context.a", "focus: [[a]]", "status: odd", "superseded_by: '[a]'", "tags: {a: b}"),
			[]string{
				"9 warning META-CATALOG-DIAGNOSTIC invalid-list-value", "8 warning META-CATALOG-DIAGNOSTIC invalid-list-value",
				"7 warning META-INVALID-STATUS", "6 warning META-CATALOG-DIAGNOSTIC invalid-list-value",
			}},
		{"bad lists of a Skill", "skills/a/SKILL.md", testSkill("renma.optional-lens: a", "renma.tags: a, b", "renma.conflicts: '[1]'", "renma.allowed-data: x"),
			[]string{
				"6 warning META-CATALOG-DIAGNOSTIC invalid-list-value", "7 warning META-CATALOG-DIAGNOSTIC invalid-list-value",
				"5 warning META-CATALOG-DIAGNOSTIC invalid-list-value",
			}},
		{"a second metadata mapping", "skills/a/SKILL.md", strings.Replace(testSkill("x: y"), "---\n#", "metadata:\n  a: b\nmetadata: text\n---\n#", 1),
			[]string{"6-7 warning META-CATALOG-DIAGNOSTIC duplicate-metadata-mapping"}},
		{"empty status", "", testContext("context.a", "status: ''"), []string{"6 warning META-INVALID-STATUS"}},
		{"status that is no text", "", testContext("context.a", "status: [stable]"), nil},
		{"wrong dates in order", "", testContext("context.a", "review_cycle: 90", "status_changed_at: soon", "expires_at: soon", "last_reviewed_at: soon"),
			[]string{
				"9 warning META-INVALID-LAST-REVIEWED-AT", "8 warning META-INVALID-EXPIRES-AT",
				"7 warning META-INVALID-STATUS-CHANGED-AT", "6 warning META-INVALID-REVIEW-CYCLE",
			}},
		{"empty dates are absent", "", testContext("context.a", "review_cycle:", "status_changed_at: ''", "expires_at: ' '", "last_reviewed_at: null"), nil},
		{"unusable contexts need no usage", "", testAsset("id: context.a", "owner: team", "status: archived"), nil},
		{"missing usage", "", testAsset("id: context.a", "owner: team"),
			[]string{"1-4 warning META-CONTEXT-MISSING-WHEN-TO-USE", "1-4 warning META-CONTEXT-MISSING-WHEN-NOT-TO-USE"}},
		{"other ids are not governed", "", testAsset("id: ctx.a", "owner: team"), nil},
		{"placeholders", "", testAsset("id: context.a", "owner: team", "when_to_use: [TODO, real, 'n/a: later']", "when_not_to_use: none"),
			[]string{
				"4 warning META-CONTEXT-PLACEHOLDER-USAGE-BOUNDARY", "4 warning META-CONTEXT-PLACEHOLDER-USAGE-BOUNDARY",
				"5 warning META-CONTEXT-PLACEHOLDER-USAGE-BOUNDARY",
			}},
		{"governed lens", "lenses/a.md", testAsset("id: lens.a", "owner: team"),
			[]string{"1-4 warning META-CATALOG-DIAGNOSTIC lens-missing-purpose", "1-4 warning META-CATALOG-DIAGNOSTIC lens-missing-applies-to"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := tt.path
			if path == "" {
				path = "contexts/a.md"
			}
			s := build(t, map[string]string{path: tt.text}, Config{}, Options{})
			want := []string{}
			for _, line := range tt.want {
				want = append(want, path+":"+line)
			}
			if diff := cmp.Diff(want, brief(s.CatalogDiagnostics)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPlaceholder(t *testing.T) {
	for item, want := range map[string]bool{
		"todo": true, "TODO: decide": true, "Tbd.": true, "TBA": true, "unknown": true, "NA": true, "n/a": true, "none": true,
		"placeholder text": true, "to be defined": true, "to be defined later": true,
		"name the owner": false, "nonessential work": false, "todos of the team": false, "unknowns": false, "national rules": false, "to be decided": false, "": false,
	} {
		if got := placeholder(item); got != want {
			t.Errorf("placeholder(%q) = %v", item, got)
		}
	}
}

func TestTransitionDetails(t *testing.T) {
	tests := []struct {
		name     string
		metadata []string
		want     []string // code, severity, missing, invalid
	}{
		{"complete", []string{"status: suspended", "status_reason: why", "status_changed_at: 2026-01-01"}, nil},
		{"suspended without anything", []string{"status: suspended"},
			[]string{"META-SUSPENDED-STATUS-METADATA-INCOMPLETE error [status_reason status_changed_at] <nil>"}},
		{"suspended, wrong date", []string{"status: suspended", "status_reason: why", "status_changed_at: soon"},
			[]string{"META-INVALID-STATUS-CHANGED-AT error <nil> <nil>"}},
		{"suspended, wrong date, blank reason", []string{"status: suspended", "status_reason: ' '", "status_changed_at: soon"},
			[]string{"META-INVALID-STATUS-CHANGED-AT error <nil> <nil>", "META-SUSPENDED-STATUS-METADATA-INCOMPLETE error [status_reason] <nil>"}},
		{"revoked without date", []string{"status: revoked", "status_reason: why"},
			[]string{"META-REVOKED-STATUS-METADATA-INCOMPLETE error [status_changed_at] <nil>"}},
		{"revoked, wrong date", []string{"status: revoked", "status_reason: why", "status_changed_at: soon"},
			[]string{"META-INVALID-STATUS-CHANGED-AT error <nil> <nil>", "META-REVOKED-STATUS-METADATA-INCOMPLETE error [] [status_changed_at]"}},
		{"deprecated, wrong date", []string{"status: deprecated", "superseded_by: [context.b]", "status_changed_at: soon"},
			[]string{"META-INVALID-STATUS-CHANGED-AT warning <nil> <nil>"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := build(t, map[string]string{"contexts/a.md": testContext("context.a", tt.metadata...), "contexts/b.md": testContext("context.b")}, Config{}, Options{})
			var got []string
			for _, d := range s.CatalogDiagnostics {
				got = append(got, fmt.Sprint(d.Code, " ", d.Severity, " ", d.Details.Get("missingFields"), " ", d.Details.Get("invalidFields")))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestStatusChangedAtDetails(t *testing.T) {
	s := build(t, map[string]string{
		"skills/a/SKILL.md": testSkill("renma.id: skill.a", "renma.status: revoked", "renma.status-reason: why", "renma.status-changed-at: soon"),
		"contexts/b.md":     testContext("context.b", "status_changed_at: soon"),
	}, Config{}, Options{})
	want := []diagnostic.Details{
		{{Key: "assetId", Value: "context.b"}, {Key: "sourcePath", Value: "contexts/b.md"},
			{Key: "statusChangedAt", Value: "soon"}, {Key: "metadataKey", Value: "status_changed_at"}},
		{{Key: "assetId", Value: "skill.a"}, {Key: "sourcePath", Value: "skills/a/SKILL.md"}, {Key: "status", Value: StatusRevoked},
			{Key: "statusChangedAt", Value: "soon"}, {Key: "metadataKey", Value: "metadata.renma.status-changed-at"}},
	}
	var got []diagnostic.Details
	for _, d := range s.CatalogDiagnostics {
		if d.Code == "META-INVALID-STATUS-CHANGED-AT" {
			got = append(got, d.Details)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRequiredMetadata(t *testing.T) {
	s := build(t, map[string]string{
		"skills/a/SKILL.md":        testSkill("renma.owner: team", "renma.status: odd", "renma.tags: a", "renma.review-cycle: P1D"),
		"skills/a/references/r.md": testAsset("tags: []", "owner: a", "owner: b", "status: stable", "review_cycle: P0D", "when_to_use: {a: b}"),
		"skills/a/scripts/run.sh":  "echo\n",
		"skills/b/SKILL.md":        "# b\n",
	}, Config{MetadataRequired: []string{"when_to_use", "review_cycle", "tags", "status", "owner"}}, Options{})
	var got []string
	for i, d := range s.CatalogDiagnostics {
		if d.Code == "META-POLICY-REQUIRED-FIELD-MISSING" {
			got = append(got, fmt.Sprint(brief(s.CatalogDiagnostics[i : i+1])[0], " ", d.Details.Get("expectedSerializedKey"), " ", d.Details.Get("presenceState")))
		}
	}
	const code = " error META-POLICY-REQUIRED-FIELD-MISSING "
	want := []string{
		"skills/a/SKILL.md:6" + code + "metadata.renma.status invalid",
		"skills/a/SKILL.md:7" + code + "metadata.renma.tags invalid",
		"skills/a/references/r.md:3" + code + "owner ambiguous",
		"skills/a/references/r.md:6" + code + "review_cycle invalid",
		"skills/a/references/r.md:2" + code + "tags empty",
		"skills/a/references/r.md:7" + code + "when_to_use invalid",
		"skills/b/SKILL.md:1" + code + "metadata.renma.owner absent",
		"skills/b/SKILL.md:1" + code + "metadata.renma.status absent",
		"skills/b/SKILL.md:1" + code + "metadata.renma.review-cycle absent",
		"skills/b/SKILL.md:1" + code + "metadata.renma.tags absent",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDependencyDiagnostics(t *testing.T) {
	gone := func(id, status string) string {
		return testContext(id, "status: "+status, "status_reason: why", "status_changed_at: 2026-01-01")
	}
	s := build(t, map[string]string{
		"skills/a/SKILL.md": testSkill("renma.id: skill.a",
			`renma.requires-context: '["context.sus", "context.rev", "context.old", "context.none", "contexts/none.md", "context.*"]'`,
			`renma.optional-context: '["context.sus", "contexts/rev.md", "context.old", "contexts/old.md", "lens.none"]'`,
			`renma.conflicts: '["context.sus", "context.other"]'`),
		"contexts/sus.md": gone("context.sus", "suspended"),
		"contexts/rev.md": gone("context.rev", "revoked"),
		"contexts/old.md": gone("context.old", "archived"),
		"contexts/unusable.md": testContext("context.unusable", "status: deprecated", "superseded_by: [contexts/ok.md]",
			"requires_context: [context.sus]"),
		"contexts/ok.md": testContext("context.ok"),
	}, Config{}, Options{})
	want := []string{
		"skills/a/SKILL.md:6 warning META-UNKNOWN-DEPENDENCY context.none",
		"skills/a/SKILL.md:6 error META-REQUIRED-REVOKED-DEPENDENCY context.rev",
		"skills/a/SKILL.md:6 error META-REQUIRED-SUSPENDED-DEPENDENCY context.sus",
		"skills/a/SKILL.md:7 warning META-INACTIVE-DEPENDENCY context.old",
		"skills/a/SKILL.md:7 warning META-OPTIONAL-SUSPENDED-DEPENDENCY context.sus",
		"skills/a/SKILL.md:7 warning META-OPTIONAL-REVOKED-DEPENDENCY contexts/rev.md",
		"skills/a/SKILL.md:7 warning META-UNKNOWN-DEPENDENCY lens.none",
		"skills/a/SKILL.md:8 warning META-CATALOG-DIAGNOSTIC conflicts-unknown",
	}
	got := brief(s.CatalogDiagnostics)
	for i, d := range s.CatalogDiagnostics {
		if target := d.Details.Get("target"); target != nil {
			got[i] += fmt.Sprint(" ", target)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A target that two files could mean is not gated: nobody can say which one.
func TestAmbiguousTargetsAreNotGated(t *testing.T) {
	s := build(t, map[string]string{
		"skills/a/SKILL.md": testSkill(`renma.requires-context: '["context.a"]'`),
		"contexts/a.md":     testContext("context.a", "status: revoked", "status_reason: why", "status_changed_at: 2026-01-01"),
		"contexts/b.md":     testContext("context.a"),
	}, Config{}, Options{})
	if got := brief(s.CatalogDiagnostics); len(got) > 0 {
		t.Errorf("got %v", got)
	}
}

func TestSupersessionAndConflicts(t *testing.T) {
	context := func(id string, lines ...string) string { return testContext(id, lines...) }
	s := build(t, map[string]string{
		"contexts/a.md": context("context.a", "superseded_by: [context.b, context.d]"),
		"contexts/b.md": context("context.b", "superseded_by: [contexts/c.md]"),
		"contexts/c.md": context("context.c", "superseded_by: [context.a, context.c]"),
		"contexts/d.md": context("context.d", "status: archived"),
		"contexts/e.md": context("context.e", "conflicts: [context.e, contexts/a.md, context.a]"),
		"contexts/x.md": testAsset("id: context.x", "owner: team", "status: deprecated"),
	}, Config{}, Options{})
	want := []string{
		"contexts/a.md:6 warning META-CATALOG-DIAGNOSTIC superseded-by-inactive",
		"contexts/c.md:6 warning META-CATALOG-DIAGNOSTIC superseded-by-self",
		"contexts/a.md:6 warning META-CATALOG-DIAGNOSTIC superseded-by-cycle",
		"contexts/c.md:6 warning META-CATALOG-DIAGNOSTIC superseded-by-cycle",
		"contexts/e.md:6 warning META-CATALOG-DIAGNOSTIC conflicts-self",
		"contexts/e.md:6 warning META-CATALOG-DIAGNOSTIC conflicts-unknown",
	}
	if diff := cmp.Diff(want, brief(s.CatalogDiagnostics)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
