package renma

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/schemas"
	"github.com/renma/renma/snapshot"
)

// repository is a snapshot with one of everything that a scan can show.
func repository() *snapshot.Snapshot {
	issues := []agentskills.Issue{
		{Code: "RN-SKILL-DESCRIPTION-MISSING-USAGE-BOUNDARY", Severity: diagnostic.SeverityWarning, StartLine: 3, StartColumn: 1, Message: "it is never said when to use this", Hint: "add one sentence"},
		{Code: "AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD", Severity: diagnostic.SeverityError, StartLine: 4, StartColumn: 1, Message: "owner is no standard field", Field: "owner"},
	}
	for line := 10; line < 16; line++ {
		issues = append(issues, agentskills.Issue{
			Code: "RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINENT", Severity: diagnostic.SeverityWarning,
			StartLine: line, StartColumn: 5, Message: "a constraint outside a section for it",
		})
	}
	for i := range issues {
		issues[i].Path, issues[i].EndLine = "skills/old/SKILL.md", issues[i].StartLine
		issues[i].Category = agentskills.CategoryAuthoring
		if issues[i].Severity == diagnostic.SeverityError {
			issues[i].Category = agentskills.CategorySpecification
		}
	}
	class := snapshot.Classification{Kind: snapshot.KindContext, Scope: "independent", MatchedRule: "context-root", ReasonCode: "under-recognized-context-root", Reason: "It stands below contexts."}
	finding := func(id string, level diagnostic.Level, path string, line int, assetID string) diagnostic.Finding {
		return diagnostic.Finding{
			ID: id, Title: "title of " + id, Category: diagnostic.CategoryStructure, Severity: level, Confidence: diagnostic.LevelHigh,
			Evidence:     diagnostic.Evidence{Path: path, StartLine: line, EndLine: line, Snippet: "id: x", StartColumn: 5},
			WhyItMatters: "why of " + id, Remediation: "fix of " + id,
			Details: diagnostic.Details{{Key: "assetId", Value: assetID}, {Key: "source", Value: "edge"}, {Key: "classification", Value: class}},
		}
	}
	return &snapshot.Snapshot{
		Root: "/srv/repo", ConfigPath: "renma.config.json", ScannedFileCount: 3,
		Config: snapshot.Config{FailOn: diagnostic.LevelMedium, Globs: []string{"z", "a"}, MaxFileSizeBytes: 1, MaxDepth: 2},
		Files:  []*snapshot.File{{Path: "contexts/b.md", Classification: &class}},
		Skills: []*snapshot.Skill{
			{Result: agentskills.Result{
				Path: "skills/good/SKILL.md", Format: agentskills.FormatAgentSkills, Valid: true, Name: "good",
				LegacyFields: []string{}, CanonicalRenmaFields: []string{}, Issues: []agentskills.Issue{},
			}},
			{Result: agentskills.Result{
				Path: "skills/old/SKILL.md", Format: agentskills.FormatHybrid, Name: "old", MigrationRecommended: true,
				MigrationDirection: "legacy-to-agent-skills",
				MigrationCommand: &agentskills.Command{
					Command: "renma", Args: []string{"suggest-metadata", "skills/old/SKILL.md"}, Display: "renma suggest-metadata skills/old/SKILL.md",
				},
				LegacyFields: []string{"owner"}, CanonicalRenmaFields: []string{}, ErrorCount: 1, WarningCount: 7, Issues: issues,
			}},
		},
		ContextLens: snapshot.ContextLens{
			Enabled: true, DefinitionPaths: []string{}, TargetReferences: []string{}, TargetPaths: []string{},
			UnresolvedTargetReferences: []string{}, ScopeSummary: []snapshot.ScopeCount{}, Lenses: []snapshot.Lens{},
		},
		Coverage: snapshot.Coverage{
			SchemaVersion: "renma.inspection-coverage.v1", ExpectedPathCount: 3, InspectedPathCount: 2,
			InspectedPaths: []string{"contexts/b.md", "skills/old/SKILL.md"},
			BlockingIssues: []snapshot.CoverageIssue{
				{Path: "contexts/deep.md", State: "deep", Scope: "exact", Reason: "the path is too deep", Classification: class, StrictBlocking: true},
				{Path: "skills/link", State: "symlink", Scope: "subtree", AffectedBoundary: "skills", Reason: "a link is not followed", Classification: class, StrictBlocking: true},
			},
		},
		FileDiagnostics: []diagnostic.Diagnostic{
			{Code: "SUPPORT-SYMLINK-PATH", Severity: diagnostic.SeverityWarning, Path: "skills/link", Message: "this link is not followed"},
		},
		CatalogDiagnostics: []diagnostic.Diagnostic{
			{Code: "META-MISSING-OWNER", Severity: diagnostic.SeverityWarning, Path: "contexts/b.md", Message: "for the catalog only"},
		},
		LensDiagnostics: []diagnostic.Diagnostic{
			{Code: "CONTEXT-LENS-EMPTY-DEFINITION", Severity: diagnostic.SeverityError, Path: "contexts/b.md", Message: "the lens says nothing",
				Evidence: &diagnostic.Evidence{Path: "contexts/b.md", StartLine: 1, EndLine: 1}},
		},
		SuppressionDiagnostics: []diagnostic.Diagnostic{
			{Code: "SUPPRESSION-EXPIRED", Severity: diagnostic.SeverityWarning, Message: "a suppression expired"},
		},
		Findings: []diagnostic.Finding{
			finding("META-DUPLICATE-ASSET-ID", diagnostic.LevelMedium, "contexts/a.md", 2, "Shared One"),
			finding("META-DUPLICATE-ASSET-ID", diagnostic.LevelMedium, "contexts/b.md", 2, "Shared One"),
			finding("META-INVALID-RENMA-FRONTMATTER", diagnostic.LevelHigh, "contexts/b.md", 3, "b"),
		},
		Suppressed: []snapshot.SuppressedFinding{{
			Suppression: snapshot.AppliedSuppression{ID: "META-MISSING-ID", MatchedPath: "contexts/**", Reason: "later", Expires: "never"},
			Finding:     finding("META-MISSING-ID", diagnostic.LevelMedium, "contexts/c.md", 1, "c"),
		}},
	}
}

func TestScanReportFollowsItsSchema(t *testing.T) {
	for name, s := range map[string]*snapshot.Snapshot{"full": repository()} {
		document, err := json.Marshal(newScanReport(s, nil, nil))
		if err != nil {
			t.Fatal(err)
		}
		if err := schemas.Validate(ScanSchema, document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestScanReportMembersComeInContractOrder(t *testing.T) {
	document, err := json.Marshal(newScanReport(repository(), nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"schemaVersion", "root", "configPath", "scanBoundary", "inspectionCoverage", "scannedFileCount", "format", "agentSkills",
		"contextLens", "findings", "suppressedFindings", "diagnostics", "diagnosticsV2", "reviewBundles", "exitThreshold", "omittedAnalyses",
	}
	dec := json.NewDecoder(bytes.NewReader(document))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, key.(string))
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("members (-want +got):\n%s", diff)
	}
}

func TestScanCountsSkillsByFormat(t *testing.T) {
	var skills []*snapshot.Skill
	for _, format := range []agentskills.Format{
		agentskills.FormatAgentSkills, agentskills.FormatLegacy, agentskills.FormatHybrid, agentskills.FormatUnknown, agentskills.FormatUnknown,
	} {
		skills = append(skills, &snapshot.Skill{Result: agentskills.Result{Format: format, Valid: format == agentskills.FormatAgentSkills, WarningCount: 2}})
	}
	a := newAgentSkills(results(skills))
	got := []int{a.TotalSkillCount, a.ValidSkillCount, a.InvalidSkillCount, a.CanonicalSkillCount, a.LegacySkillCount, a.HybridSkillCount, a.UnknownSkillCount(), a.WarningCount}
	if diff := cmp.Diff([]int{5, 1, 4, 1, 1, 1, 2, 10}, got); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}

func TestScanDiagnosticsKeepTheirOrderAndLeaveOutTheCatalog(t *testing.T) {
	discovery := []diagnostic.Diagnostic{{Code: "DISCOVERY-ROUTE-CYCLE", Severity: diagnostic.SeverityWarning, Message: "a cycle"}}
	r := newScanReport(repository(), discovery, nil)
	var codes []string
	for _, d := range r.Diagnostics {
		codes = append(codes, d.Code)
	}
	want := []string{"SUPPORT-SYMLINK-PATH", "DISCOVERY-ROUTE-CYCLE", "CONTEXT-LENS-EMPTY-DEFINITION", "SUPPRESSION-EXPIRED"}
	if diff := cmp.Diff(want, codes); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
	if r.Diagnostics[2].Details.Get("classification") == nil {
		t.Error("a diagnostic about a file that was read has no classification")
	}
	if r.Diagnostics[0].Details.Get("classification") != nil {
		t.Error("a diagnostic about a file that was not read has a classification")
	}
}

func TestDiagnosticsV2(t *testing.T) {
	r := newScanReport(repository(), nil, nil)
	type row struct{ Code, Severity, ID string }
	var got []row
	for _, v := range r.DiagnosticsV2 {
		got = append(got, row{v.Code, string(v.Severity), v.Details.Get("diagnosticId").(string)})
	}
	want := []row{
		{"CONTEXT-LENS-EMPTY-DEFINITION", "error", "CONTEXT-LENS-EMPTY-DEFINITION@contexts/b.md:L1#1"},
		{"META-DUPLICATE-ASSET-ID", "warning", "META-DUPLICATE-ASSET-ID@contexts/a.md:L2#0"},
		{"META-DUPLICATE-ASSET-ID", "warning", "META-DUPLICATE-ASSET-ID@contexts/b.md:L2#1"},
		{"META-INVALID-RENMA-FRONTMATTER", "error", "META-INVALID-RENMA-FRONTMATTER@contexts/b.md:L3#2"},
		{"SUPPORT-SYMLINK-PATH", "warning", "SUPPORT-SYMLINK-PATH@skills/link:L0#0"},
		{"SUPPRESSION-EXPIRED", "warning", "SUPPRESSION-EXPIRED@global:L0#2"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("diagnosticsV2 (-want +got):\n%s", diff)
	}
	facts := r.DiagnosticsV2[1].Details
	if facts.Get("source") != "finding" || facts.Get("facts").(diagnostic.Details).Get("source") != "edge" {
		t.Errorf("the fact whose name is taken is lost: %v", facts)
	}
}

func TestGuidanceHasNoRepairPolicy(t *testing.T) {
	guidance := diagnostic.Diagnostic{Code: "LAYOUT-X", Severity: diagnostic.SeverityInfo, Message: "m", Details: diagnostic.Details{{Key: "guidanceOnly", Value: true}}}
	if v := fromDiagnostic(&guidance, 0); v.RepairPolicy != "" {
		t.Errorf("repair policy %q", v.RepairPolicy)
	}
}

func TestReviewBundles(t *testing.T) {
	r := newScanReport(repository(), nil, nil)
	type row struct {
		ID, Severity  string
		Assets, Files []string
	}
	var got []row
	for _, b := range r.ReviewBundles {
		got = append(got, row{b.ID, string(b.Severity), b.AffectedAssets, b.AffectedFiles})
	}
	want := []row{
		{"code-review:context-lens-empty-definition:contexts/b.md", "error", nil, []string{"contexts/b.md"}},
		{"code-review:meta-invalid-renma-frontmatter:contexts/b.md", "error", []string{"b"}, []string{"contexts/b.md"}},
		{"code-review:support-symlink-path:skills/link", "warning", nil, []string{"skills/link"}},
		{"code-review:suppression-expired:global", "warning", nil, nil},
		{"duplicate-id:shared-one", "warning", []string{"Shared One"}, []string{"contexts/a.md", "contexts/b.md"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("bundles (-want +got):\n%s", diff)
	}
}

func TestBundlesWithEqualIDsStayApart(t *testing.T) {
	at := func(id string) DiagnosticV2 {
		return DiagnosticV2{Code: "META-DUPLICATE-ASSET-ID", Details: diagnostic.Details{{Key: "assetId", Value: id}}}
	}
	bundles := newReviewBundles([]DiagnosticV2{at("a"), at("A"), at("ä b")})
	var ids []string
	for _, b := range bundles {
		ids = append(ids, b.ID)
	}
	if diff := cmp.Diff([]string{"duplicate-id:-b", "duplicate-id:a", "duplicate-id:a"}, ids); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

func TestBundleID(t *testing.T) {
	for key, want := range map[string]string{
		"code-review:A_B:skills/x y/SKILL.md": "code-review:a_b:skills/x-y/skill.md",
		"duplicate-id:«x»":                    "duplicate-id:-x",
		"duplicate-id:a - b":                  "duplicate-id:a---b",
	} {
		if got := bundleID(key); got != want {
			t.Errorf("bundleID(%q) = %q, want %q", key, got, want)
		}
	}
}

func TestPolicy(t *testing.T) {
	s := repository()
	s.Config.FailOn = diagnostic.LevelHigh
	r := newScanReport(s, nil, nil)
	if diff := cmp.Diff([]PolicyMatch{{MatchFindingThreshold, 1}}, r.Policy(false)); diff != "" {
		t.Errorf("plain (-want +got):\n%s", diff)
	}
	strict := []PolicyMatch{
		{MatchFindingThreshold, 1}, {MatchInvalidAgentSkill, 1}, {MatchErrorDiagnostic, 1}, {MatchIncompleteInspection, 2},
	}
	if diff := cmp.Diff(strict, r.Policy(true)); diff != "" {
		t.Errorf("strict (-want +got):\n%s", diff)
	}
	s.Config.FailOn = diagnostic.LevelCritical
	if matches := newScanReport(s, nil, nil).Policy(false); matches != nil {
		t.Errorf("nothing is critical, but the scan fails: %v", matches)
	}
}

func TestScanText(t *testing.T) {
	var b strings.Builder
	if err := newScanReport(repository(), nil, nil).WriteText(&b, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	want := `contexts/a.md
  2:5  medium    title of META-DUPLICATE-ASSET-ID  META-DUPLICATE-ASSET-ID
                 why: why of META-DUPLICATE-ASSET-ID
                 fix: fix of META-DUPLICATE-ASSET-ID

contexts/b.md
  1:1  error     the lens says nothing  CONTEXT-LENS-EMPTY-DEFINITION
  3:5  high      title of META-INVALID-RENMA-FRONTMATTER  META-INVALID-RENMA-FRONTMATTER
                 why: why of META-INVALID-RENMA-FRONTMATTER
                 fix: fix of META-INVALID-RENMA-FRONTMATTER
  2:5  medium    title of META-DUPLICATE-ASSET-ID  META-DUPLICATE-ASSET-ID

contexts/deep.md
  -  warning   the path is too deep (blocks coverage: it was not inspected)  DISCOVERY-PATH-NOT-INSPECTED

skills/link
  -  warning   this link is not followed (blocks coverage: nothing below it was inspected)  SUPPORT-SYMLINK-PATH

skills/old/SKILL.md  invalid, format hybrid
   4:1  error     owner is no standard field  AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD
   3:1  warning   it is never said when to use this  RN-SKILL-DESCRIPTION-MISSING-USAGE-BOUNDARY
                  fix: add one sentence
  10:1  warning   6 constraints stand outside a section that names them, first on lines 10, 11 and 12  RN-SKILL-EXECUTION-CONSTRAINT-NOT-PROMINENT
  migrate: renma suggest-metadata skills/old/SKILL.md

(repository)
  -  warning   a suppression expired  SUPPRESSION-EXPIRED

root         /srv/repo
config       renma.config.json
files        3 scanned; coverage 2/3
skills       1/2 valid; 1 invalid, 0 legacy, 1 hybrid, 0 unknown; 7 warnings
findings     3 (1 high, 2 medium); threshold medium; 1 suppressed
diagnostics  3 (1 error, 2 warnings, 0 info); 1 error diagnostic (use --strict to fail for that)
not run      composition, docs, executable-surface, layout, maintenance, quality, scaffold, security, support-integrity

failed: 3 findings at or above medium
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestScanTextColoursOnlyWhenAsked(t *testing.T) {
	var plain, coloured strings.Builder
	r := newScanReport(repository(), nil, nil)
	if err := r.WriteText(&plain, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteText(&coloured, TextOptions{Color: true}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(plain.String(), "\x1b") {
		t.Error("escape sequences without colour")
	}
	stripped := coloured.String()
	for _, code := range []string{"0", "1", "2", "31", "32", "33", "34"} {
		stripped = strings.ReplaceAll(stripped, "\x1b["+code+"m", "")
	}
	if diff := cmp.Diff(plain.String(), stripped); diff != "" {
		t.Errorf("colour changes the text:\n%s", diff)
	}
}

func TestScanTextIsInert(t *testing.T) {
	const evil = "\x1b]0;owned\a\r\n\u202e"
	s := repository()
	s.Root += evil
	s.ConfigPath += evil
	s.FileDiagnostics = append(s.FileDiagnostics, diagnostic.Diagnostic{Code: "SUPPORT-SYMLINK-PATH", Severity: "warning", Path: "a" + evil, Message: "m" + evil})
	s.Findings[0].Title += evil
	s.Findings[0].Remediation += evil
	s.Skills[1].Result.Issues[0].Message += evil
	s.Skills[1].Result.MigrationCommand.Display += evil
	var b strings.Builder
	if err := newScanReport(s, nil, nil).WriteText(&b, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\a\r\u202e") {
		t.Errorf("the text can control a terminal:\n%q", b.String())
	}
}

func TestScanTextStrict(t *testing.T) {
	var b strings.Builder
	if err := newScanReport(repository(), nil, nil).WriteText(&b, TextOptions{Strict: true}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "--strict") {
		t.Error("a strict scan advises --strict")
	}
	const last = "failed: 3 findings at or above medium, 1 invalid skill, 1 error diagnostic, 2 paths not inspected\n"
	if !strings.HasSuffix(b.String(), last) {
		t.Errorf("the text does not end with %q:\n%s", last, b.String())
	}
}

func TestBetterRoot(t *testing.T) {
	tests := []struct {
		name, root string
		like       []string
		want       string
	}{
		{"nothing to go by", "/w/repo", nil, ""},
		{"the target is a skills folder", "/w/repo/skills", nil, "/w/repo"},
		{"the target is .agents/skills", "/w/repo/.agents/skills", nil, "/w/repo"},
		{"the target is at the top of the disk", "/skills", nil, "/"},
		{"a skills folder below", "/w/repo", []string{"packages/a/skills/x/SKILL.md"}, "/w/repo/packages/a"},
		{"a client's skills folder below", "/w/repo", []string{".claude/skills/x/SKILL.md"}, "/w/repo/.claude"},
		{"an agents folder below", "/w/repo", []string{"sub/.agents/skills/x/SKILL.md"}, "/w/repo/sub"},
		{"the target is one Skill", "/w/repo/skills/x", []string{"SKILL.md"}, "/w/repo"},
		{"a checkout below a folder named skills", "/home/skills/repo", nil, ""},
		{"a file directly in the root's skills folder", "/w/repo", []string{"skills/SKILL.md"}, ""},
		{"a folder elsewhere", "/w/repo", []string{"docs/x/SKILL.md"}, ""},
		{"a Windows path", `C:\w\skills`, nil, "C:/w"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := betterRoot(tt.root, tt.like); got != tt.want {
				t.Errorf("betterRoot = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestNoSkillIsSaidLoudly(t *testing.T) {
	s := repository()
	s.Skills = nil
	s.Root = "/w/it's/skills"
	var b strings.Builder
	if err := newScanReport(s, nil, nil).WriteText(&b, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"No Skill was found.\n",
		"below skills/ or .agents/skills/ of /w/it's/skills\n",
		`Run instead: renma scan '/w/it'"'"'s'` + "\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the text does not say %q:\n%s", want, b.String())
		}
	}
}

// One Skill and five contexts that each lack an id: every finding stands in
// three members, and the document must stay small all the same (contract 01
// section 6 item 6).
func TestScanDocumentIsSmall(t *testing.T) {
	files := fstest.MapFS{"skills/a/SKILL.md": {Data: []byte("---\nname: a\ndescription: Reviews a change. Use when a change is ready.\n---\n")}}
	for i := range 5 {
		files[fmt.Sprintf("contexts/c%d.md", i)] = &fstest.MapFile{Data: []byte("# Context\n\nText.\n")}
	}
	repo, err := OpenFS(context.Background(), files, Options{Root: "/srv/repository"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, repo.Scan()); err != nil {
		t.Fatal(err)
	}
	if n := b.Len(); n > 15_000 {
		t.Errorf("the document has %d bytes", n)
	}
	if n := len(repo.Scan().Findings); n != 5 {
		t.Errorf("%d findings, want one for each context", n)
	}
}
