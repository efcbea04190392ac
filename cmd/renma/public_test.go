package main

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/conformance"
)

// publicFacts are what the "expect" sections of the public cases say about a
// scan, in code: each Skill with its verdict and its errors as CODE:line.
var publicFacts = map[string]map[string]string{
	"01-colon-in-description": {
		"skills/colon-one": "invalid AS-SKILL-INVALID-YAML:3",
		"skills/good-one":  "valid",
	},
	"02-bom": {"skills/bom-one": "valid"},
	"03-crlf": {
		"skills/crlf-one": "valid",
		"skills/crlf-two": "invalid AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD:4",
	},
	"04-dashes-inside-block-scalar": {"skills/dash-one": "valid"},
	"05-dashes-in-body":             {"skills/rule-one": "valid"},
	"06-client-fields": {
		"skills/client-one": "invalid" + unexpectedFields(4, 5, 6, 7, 8, 9, 10, 16),
		"skills/typo-one":   "invalid AS-SKILL-MISSING-DESCRIPTION:1 AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD:3",
	},
	"07-flow-like-value": {
		"skills/comment-one": "invalid AS-SKILL-INVALID-DESCRIPTION:3",
		"skills/cut-one":     "valid",
		"skills/hint-one":    "invalid AS-SKILL-INVALID-YAML:4",
	},
	"08-metadata-not-strings": {
		"skills/meta-one":   "invalid AS-SKILL-INVALID-METADATA:4 AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD:15",
		"skills/meta-two":   "invalid AS-SKILL-INVALID-METADATA:4",
		"skills/meta-three": "valid",
	},
	"09-allowed-tools-list": {
		"skills/list-one":  "invalid AS-SKILL-INVALID-ALLOWED-TOOLS:4",
		"skills/block-one": "invalid AS-SKILL-INVALID-ALLOWED-TOOLS:4",
		"skills/comma-one": "valid",
		"skills/space-one": "valid",
	},
	"10-length-in-code-points": {
		"skills/cjk-fits":    "valid",
		"skills/emoji-fits":  "valid",
		"skills/compat-fits": "valid",
		"skills/cjk-over":    "invalid AS-SKILL-DESCRIPTION-TOO-LONG:3",
		"skills/emoji-over":  "invalid AS-SKILL-DESCRIPTION-TOO-LONG:3",
		"skills/compat-over": "invalid AS-SKILL-COMPATIBILITY-TOO-LONG:4",
	},
	"11-scalar-names": {
		"skills/2048":       "invalid AS-SKILL-INVALID-NAME:2",
		"skills/true":       "invalid AS-SKILL-INVALID-NAME:2",
		"skills/1e3":        "invalid AS-SKILL-INVALID-NAME:2",
		"skills/null":       "invalid AS-SKILL-INVALID-NAME:2",
		"skills/0x1f":       "invalid AS-SKILL-INVALID-NAME:2",
		"skills/yes":        "valid",
		"skills/on":         "valid",
		"skills/2026-01-05": "valid",
		"skills/4096":       "valid",
	},
	"12-nested-skill-files": {
		".agents/skills/peer": "valid",
		"skills/outer":        "valid",
		"skills/outer/inner":  "valid",
	},
	"13-symlinked-skills": {"skills/real": "valid"},
}

func TestPublicCases(t *testing.T) {
	cases, err := conformance.ReadAll("../../testdata/conformance/public")
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != len(publicFacts) {
		t.Errorf("%d cases, but facts for %d", len(cases), len(publicFacts))
	}
	dir := t.TempDir()
	builder, err := conformance.NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if misfit := builder.Misfit(&c); misfit != "" {
				t.Skip(misfit)
			}
			root := filepath.Join(dir, c.Name)
			if err := builder.Build(&c, root); err != nil {
				t.Fatal(err)
			}
			out := runIn(root, "scan", "--json", "--fail-on", "critical")
			if fault := out.fault(); out.code != exitOK || fault != "" {
				t.Fatalf("exit status %d: %s%s", out.code, out.stderr, fault)
			}
			if diff := cmp.Diff(publicFacts[c.Name], verdicts(t, out.stdout)); diff != "" {
				t.Errorf("verdicts (-want +got):\n%s", diff)
			}
		})
	}
}

func unexpectedFields(lines ...int) string {
	var b strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&b, " AS-SKILL-UNEXPECTED-TOP-LEVEL-FIELD:%d", line)
	}
	return b.String()
}

// verdicts sums up the Skills of a scan document by their directory.
func verdicts(t *testing.T, document []byte) map[string]string {
	t.Helper()
	var report struct {
		AgentSkills struct {
			Results []struct {
				Path   string
				Valid  bool
				Issues []struct {
					Code, Severity, Message string
					StartLine               int
				}
			}
		}
	}
	if err := json.Unmarshal(document, &report); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, r := range report.AgentSkills.Results {
		verdict := "valid"
		if !r.Valid {
			verdict = "invalid"
		}
		for _, issue := range r.Issues {
			if issue.Severity == "error" {
				verdict += fmt.Sprintf(" %s:%d", issue.Code, issue.StartLine)
			}
			if r.Path == "skills/meta-one/SKILL.md" && issue.Code == "AS-SKILL-INVALID-METADATA" {
				for _, name := range []string{"version", "tags", "vendor", "empty"} {
					if !strings.Contains(issue.Message, name) {
						t.Errorf("the message does not name %s: %s", name, issue.Message)
					}
				}
			}
		}
		out[path.Dir(r.Path)] = verdict
	}
	return out
}
