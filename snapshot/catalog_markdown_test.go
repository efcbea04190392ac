package snapshot

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
)

func TestCatalogMarkdown(t *testing.T) {
	owner, hostile := "team-a", "team|b\n# x"
	r := CatalogReport{
		Root:             "/repo",
		ConfigPath:       "renma.config.json",
		ScannedFileCount: 3,
		ContextLens:      ContextLens{Detected: true, Lenses: []Lens{{ID: "lens.risk", Targets: []string{"context.a", "context.b"}}}},
		Diagnostics: []diagnostic.Diagnostic{
			{Code: "META-MISSING-ID", Severity: "warning", Message: "no id | here", Path: "contexts/a.md"},
			{Code: "META-INVALID-STATUS", Severity: "warning", Message: "status <x>", Path: "contexts/a.md",
				Evidence: &diagnostic.Evidence{Path: "contexts/a.md", StartLine: 4, EndLine: 4}},
		},
	}
	r.Catalog.Entries = []*Entry{
		{Kind: KindSkill, ID: "skill.a", SourcePath: "skills/a/SKILL.md", Metadata: &Metadata{Status: StatusRevoked},
			Ownership: Ownership{EffectiveOwner: &owner, Source: OwnershipDeclared}},
		{Kind: KindReference, ID: "skills/a/references/r.md", SourcePath: "skills/a/references/r.md", Metadata: &Metadata{},
			Ownership: Ownership{EffectiveOwner: &owner, Source: OwnershipInherited}},
		{Kind: KindContext, ID: "a`|`b", SourcePath: "contexts/a.md", Metadata: &Metadata{},
			Ownership: Ownership{EffectiveOwner: &hostile, Source: OwnershipDeclared}},
		{Kind: KindAsset, ID: "docs/x.svg", SourcePath: "docs/x.svg", Metadata: &Metadata{}, Ownership: Ownership{Source: OwnershipUnowned}},
	}
	const want = "# renma catalog\n" + `
- Root: ` + "`/repo`" + `
- Configuration: ` + "`renma.config.json`" + `
- Files scanned: 3
- Assets: 4
- Dependencies: 0
- Diagnostics: 2

## Kinds

| kind | assets | owned | usable |
| --- | ---: | ---: | ---: |
| skill | 1 | 1 | 0 |
| context | 1 | 1 | 1 |
| reference | 1 | 1 | 1 |
| asset | 1 | 0 | 1 |

## Assets

| kind | id | path | owner | status |
| --- | --- | --- | --- | --- |
| skill | ` + "`skill.a` | `skills/a/SKILL.md`" + ` | team-a | revoked |
| reference | – | ` + "`skills/a/references/r.md`" + ` | team-a (inherited) | – |
| context | <code>a` + "\\`\\|\\`" + `b</code> | ` + "`contexts/a.md`" + ` | team\|b # x | – |
| asset | – | ` + "`docs/x.svg`" + ` | – | – |

## Context lenses

| lens | valid | targets |
| --- | --- | --- |
| ` + "`lens.risk` | no | `context.a`, `context.b`" + ` |

## Diagnostics

| severity | place | message | id |
| --- | --- | --- | --- |
| warning | ` + "`contexts/a.md`" + ` | no id \| here | META-MISSING-ID |
| warning | ` + "`contexts/a.md:4`" + ` | status \<x\> | META-INVALID-STATUS |
`
	if diff := cmp.Diff(want, r.Markdown()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEmptyCatalogMarkdown(t *testing.T) {
	const want = "# renma catalog\n\n- Root: `/repo`\n- Files scanned: 0\n- Assets: 0\n- Dependencies: 0\n- Diagnostics: 0\n"
	if diff := cmp.Diff(want, (&Snapshot{Root: "/repo"}).CatalogReport().Markdown()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCatalogFailsOnErrorsOnly(t *testing.T) {
	for severity, want := range map[diagnostic.Severity]bool{
		diagnostic.SeverityInfo: false, diagnostic.SeverityWarning: false, diagnostic.SeverityError: true,
	} {
		r := CatalogReport{Diagnostics: []diagnostic.Diagnostic{{Severity: diagnostic.SeverityInfo}, {Severity: severity}}}
		if r.HasErrors() != want {
			t.Errorf("%s: HasErrors() = %v", severity, !want)
		}
	}
}
