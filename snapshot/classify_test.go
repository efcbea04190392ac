package snapshot

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestClassify(t *testing.T) {
	outside := Classification{Kind: KindUnknown, Scope: "unknown", MatchedRule: "unknown", ReasonCode: "outside-recognized-asset-boundary"}
	skill := func(root string) Classification {
		return Classification{Kind: KindSkill, Scope: "independent", MatchedRule: "skill-entrypoint", ReasonCode: "under-canonical-skill-root", RecognizedRoot: root}
	}
	support := func(kind Kind, root, directory, parent string) Classification {
		return Classification{
			Kind: kind, Scope: "skill-local", MatchedRule: "skill-local-support", ReasonCode: "under-skill-support-directory", RecognizedRoot: root,
			SupportDirectory: directory, ParentAssetCandidatePath: parent, ParentResolution: "structural-candidate",
		}
	}
	reserved := func(kind Kind, rule, directory string) Classification {
		return Classification{Kind: kind, Scope: "unknown", MatchedRule: rule, ReasonCode: "outside-recognized-asset-boundary", RecognizedRoot: "skills", SupportDirectory: directory}
	}
	generic := func(kind Kind) Classification {
		return Classification{Kind: kind, Scope: "unknown", MatchedRule: "generic-" + string(kind), ReasonCode: "under-generic-support-directory"}
	}
	context := Classification{Kind: KindContext, Scope: "independent", MatchedRule: "context-root", ReasonCode: "under-recognized-context-root", RecognizedRoot: "contexts"}
	nested := context
	nested.IgnoredNestedSegments = []string{"examples", "scripts"}
	nested.CompetingRules = []CompetingRule{{Rule: "skill-local-support", ReasonCode: "outside-recognized-skill-boundary"}}
	agent := func(root string) Classification {
		return Classification{Kind: KindAgent, Scope: "independent", MatchedRule: "agent-root", ReasonCode: "under-recognized-agent-root", RecognizedRoot: root}
	}
	tools := Classification{
		Kind: KindUnknown, Scope: "repository-support", MatchedRule: "repository-tool", ReasonCode: "repository-tool-not-context", RecognizedRoot: "tools",
		CompetingRules: []CompetingRule{{Rule: "context-root", ReasonCode: "outside-recognized-context-root"}},
	}
	skillTools := Classification{
		Kind: KindUnknown, Scope: "repository-support", MatchedRule: "unknown", ReasonCode: "unsupported-skill-local-directory", RecognizedRoot: "skills",
		CompetingRules: []CompetingRule{{Rule: "skill-local-support", ReasonCode: "unsupported-skill-local-directory"}},
	}
	config := Classification{Kind: KindConfig, Scope: "repository-support", MatchedRule: "config-file", ReasonCode: "recognized-config-file"}
	lens := Classification{Kind: KindContextLens, Scope: "independent", MatchedRule: "lens-root", ReasonCode: "under-recognized-lens-root", RecognizedRoot: "lenses"}

	tests := []struct {
		path string
		want Classification
	}{
		{"skills/a/SKILL.md", skill("skills")},
		{"skills/a/b/c/SKILL.md", skill("skills")},
		{"skills/.a/SKILL.md", skill("skills")},
		{"skills/a/tools/SKILL.md", skill("skills")},
		{".agents/skills/a/SKILL.md", skill(".agents/skills")},
		{"skills/SKILL.md", outside},
		{"skills/a/skill.md", outside},
		{"skills/a/SKILL.MD", outside},
		{`skills/a\SKILL.md`, outside},
		{"Skills/a/SKILL.md", outside},
		{"docs/skills/a/SKILL.md", outside},
		{".agents/skills/a/skill.md", agent(".agents")},
		{"skills/a/assets/x.png", support(KindAsset, "skills", "assets", "skills/a/SKILL.md")},
		{"skills/a/b/examples/x.md", support(KindExample, "skills", "examples", "skills/a/b/SKILL.md")},
		{"skills/a/profiles/x.md", support(KindProfile, "skills", "profiles", "skills/a/SKILL.md")},
		{"skills/a/references/b/scripts/SKILL.md", support(KindReference, "skills", "references", "skills/a/SKILL.md")},
		{".agents/skills/a/scripts/x.sh", support(KindScript, ".agents/skills", "scripts", ".agents/skills/a/SKILL.md")},
		{"skills/a/references", outside},
		{"skills/references/SKILL.md", reserved(KindReference, "generic-reference", "references")},
		{"skills/examples/a/x.md", reserved(KindExample, "generic-example", "examples")},
		{"skills/profiles/x.md", reserved(KindProfile, "generic-profile", "profiles")},
		{"skills/scripts/x.sh", reserved(KindUnknown, "unknown", "scripts")},
		{"skills/assets/a/references/x.md", reserved(KindUnknown, "unknown", "assets")},
		{"skills/a/tools/x.sh", skillTools},
		{"skills/a/notes.md", outside},
		{"context/a.md", outside},
		{"context/references/a.md", outside},
		{"contexts/a.md", context},
		{"contexts/scripts/examples/a.md", nested},
		{"lenses/a.md", lens},
		{"AGENTS.md", agent("AGENTS.md")},
		{"docs/AGENTS.md", outside},
		{".agents/skills/a/notes.md", agent(".agents")},
		{".agents/references/a.md", agent(".agents")},
		{"tools/references/a.md", tools},
		{"renma.config.jsonc", config},
		{"docs/references/renma.config.json", config},
		{"docs/examples/references/a.md", generic(KindReference)},
		{"docs/references/profiles/a.md", generic(KindProfile)},
		{"docs/examples/a.md", generic(KindExample)},
		{"references/a.md", outside},
		{"README.md", outside},
	}
	for _, test := range tests {
		got := Classify(test.path)
		if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(Classification{}, "Reason"), cmpopts.IgnoreFields(CompetingRule{}, "Reason")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.path, diff)
		}
		if !strings.HasSuffix(got.Reason, ".") {
			t.Errorf("%s: the reason %q is no sentence", test.path, got.Reason)
		}
	}
}

func TestParentsAreResolvedFromWhatWasRead(t *testing.T) {
	s := build(t, map[string]string{
		"skills/a/SKILL.md":            testSkill(),
		"skills/a/references/r.md":     "# R",
		"skills/a/plain/scripts/s.sh":  "echo",
		"contexts/a.md":                "# A",
		"skills/old/references/r.md":   "# R",
		"skills/old/references/a.b.md": "# R",
	}, Config{}, Options{})
	got := map[string]string{}
	for _, f := range s.Files {
		if c := f.Classification; c.ParentResolution != "" {
			got[f.Path] = c.ParentResolution + " " + c.ParentAssetPath
		}
	}
	want := map[string]string{
		"skills/a/references/r.md":     "resolved skills/a/SKILL.md",
		"skills/a/plain/scripts/s.sh":  "missing ",
		"skills/old/references/r.md":   "missing ",
		"skills/old/references/a.b.md": "missing ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
