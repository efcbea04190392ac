package problem

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
)

const (
	toolName = "renma"
	toolURL  = "https://github.com/renma/renma"

	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifVersion = "2.1.0"
	// srcRoot stands for the directory that all paths are relative to.
	srcRoot = "%SRCROOT%"
	// fingerprintName carries the version of the recipe of [Problem.Fingerprint].
	fingerprintName = "renmaProblem/v1"
)

// ruleURL is the place of a rule on the page that is generated from the registry.
func ruleURL(id string) string { return toolURL + "/blob/main/docs/rules.md#" + strings.ToLower(id) }

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool                `json:"tool"`
	Invocations []sarifInvocation        `json:"invocations"`
	BaseIDs     map[string]sarifArtifact `json:"originalUriBaseIds"`
	ColumnKind  string                   `json:"columnKind"`
	Automation  sarifID                  `json:"automationDetails"`
	Results     []sarifResult            `json:"results"`
}

type sarifID struct {
	ID string `json:"id"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID         string          `json:"id"`
	Name       string          `json:"name"`
	Short      sarifText       `json:"shortDescription"`
	Full       sarifText       `json:"fullDescription"`
	HelpURI    string          `json:"helpUri"`
	Help       sarifText       `json:"help"`
	Default    sarifLevel      `json:"defaultConfiguration"`
	Properties sarifProperties `json:"properties"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifProperties struct {
	Tags []string `json:"tags"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool `json:"executionSuccessful"`
}

type sarifResult struct {
	RuleID       string             `json:"ruleId"`
	RuleIndex    int                `json:"ruleIndex"`
	Level        string             `json:"level"`
	Message      sarifText          `json:"message"`
	Locations    []sarifLocation    `json:"locations"`
	Fingerprints map[string]string  `json:"partialFingerprints"`
	Baseline     string             `json:"baselineState,omitempty"`
	Suppressions []sarifSuppression `json:"suppressions,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI         string     `json:"uri,omitempty"`
	BaseID      string     `json:"uriBaseId,omitempty"`
	Description *sarifText `json:"description,omitempty"`
}

type sarifRegion struct {
	StartLine   int        `json:"startLine"`
	StartColumn int        `json:"startColumn,omitempty"`
	EndLine     int        `json:"endLine,omitempty"`
	EndColumn   int        `json:"endColumn,omitempty"`
	Snippet     *sarifText `json:"snippet,omitempty"`
}

// WriteSARIF writes every problem as a result of SARIF 2.1.0. Results that are
// known or suppressed are marked and never left out: a receiver closes what it no
// longer sees and would open it again later. compared says that a baseline was
// used, so that each result tells its state.
func (r *Report) WriteSARIF(w io.Writer, compared bool) error {
	rules, index := r.sarifRules()
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: toolName, Version: semantic(r.Version), InformationURI: toolURL, Rules: rules,
		}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: true}},
		BaseIDs:     map[string]sarifArtifact{srcRoot: {Description: &sarifText{Text: "The directory that all paths are relative to."}}},
		ColumnKind:  "unicodeCodePoints",
		Automation:  sarifID{"renma/scan/"},
		Results:     make([]sarifResult, 0, len(r.Problems)),
	}
	seen := map[string]int{}
	for i := range r.Problems {
		p := &r.Problems[i]
		result := r.sarifResult(p, compared)
		result.RuleIndex = index[p.ID]
		print := p.Fingerprint()
		seen[print]++
		result.Fingerprints = map[string]string{fingerprintName: fmt.Sprintf("%s:%d", print, seen[print])}
		run.Results = append(run.Results, result)
	}
	return textio.EncodeJSON(w, sarifLog{sarifSchema, sarifVersion, []sarifRun{run}})
}

// semantic is the version as SARIF wants it, with a digit first. A build from a
// work tree has none.
func semantic(version string) string {
	if number, ok := strings.CutPrefix(version, "v"); ok {
		return number
	}
	return "0.0.0-devel"
}

// sarifRules returns the rules that the problems name, in the order of their
// ids, and the place of each.
func (r *Report) sarifRules() ([]sarifRule, map[string]int) {
	used := map[string]bool{}
	for i := range r.Problems {
		used[r.Problems[i].ID] = true
	}
	list := []sarifRule{}
	for i := range r.Rules {
		if used[r.Rules[i].ID] {
			list = append(list, newSarifRule(&r.Rules[i]))
		}
	}
	slices.SortFunc(list, func(a, b sarifRule) int { return cmp.Compare(a.ID, b.ID) })
	index := make(map[string]int, len(list))
	for i := range list {
		index[list[i].ID] = i
	}
	return list, index
}

func newSarifRule(rule *diagnostic.Rule) sarifRule {
	help := fmt.Sprintf("%s\n\nWhy: %s\n\nFix: %s\n\nWrong:\n%s\n\nRight:\n%s\n", rule.Meaning, rule.Why, rule.Fix, rule.Wrong, rule.Right)
	markdown := fmt.Sprintf("%s\n\n**Why:** %s\n\n**Fix:** %s\n\nWrong:\n\n%s\n\nRight:\n\n%s\n",
		textio.MarkdownText(rule.Meaning), textio.MarkdownText(rule.Why), textio.MarkdownText(rule.Fix), fenced(rule.Wrong), fenced(rule.Right))
	return sarifRule{
		ID: rule.ID, Name: pascal(rule.ID),
		Short: sarifText{Text: rule.Title + "."}, Full: sarifText{Text: rule.Meaning},
		HelpURI: ruleURL(rule.ID), Help: sarifText{help, markdown},
		Default:    sarifLevel{ruleLevel(rule.Severity)},
		Properties: sarifProperties{[]string{rule.Family}},
	}
}

func fenced(code string) string { return "~~~\n" + code + "\n~~~" }

// pascal turns AS-SKILL-INVALID-NAME into AsSkillInvalidName.
func pascal(id string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(id, "-") {
		if word != "" {
			b.WriteString(word[:1] + strings.ToLower(word[1:]))
		}
	}
	return b.String()
}

// ruleLevel is the level of the first severity that a rule names.
func ruleLevel(severity string) string {
	first, _, _ := strings.Cut(severity, ",")
	switch first {
	case "error", "high", "critical":
		return "error"
	case "warning", "medium", "low":
		return "warning"
	}
	return "note"
}

func (r *Report) sarifResult(p *Problem, compared bool) sarifResult {
	result := sarifResult{
		RuleID:    p.ID,
		Level:     []string{"error", "warning", "note"}[p.Rank()],
		Message:   sarifText{Text: textio.TerminalLines(p.text())},
		Locations: []sarifLocation{{sarifPhysical{r.artifact(p), region(p)}}},
	}
	if compared {
		result.Baseline = "new"
		if p.Known {
			result.Baseline = "unchanged"
		}
	}
	if s := p.Suppression; s != nil {
		kind := "external"
		if s.InSource {
			kind = "inSource"
		}
		result.Suppressions = []sarifSuppression{{kind, textio.Terminal(s.Reason)}}
	}
	return result
}

// artifact is the file of a problem. One that belongs to no file points at the
// root: receivers drop a result without a location.
func (r *Report) artifact(p *Problem) sarifArtifact {
	file := cmp.Or(r.file(p.Path), r.Prefix, ".")
	return sarifArtifact{URI: (&url.URL{Path: file}).String(), BaseID: srcRoot}
}

// region is the place of a problem, the first line when only the file is known:
// receivers drop a result without a line.
func region(p *Problem) sarifRegion {
	if p.StartLine == 0 {
		return sarifRegion{StartLine: 1}
	}
	g := sarifRegion{StartLine: p.StartLine, StartColumn: p.StartColumn, EndLine: max(p.EndLine, p.StartLine), EndColumn: p.EndColumn}
	if p.Source != "" {
		g.Snippet = &sarifText{Text: strings.ToValidUTF8(p.Source, "\ufffd")}
	}
	return g
}
