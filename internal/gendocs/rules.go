package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/renma/renma/diagnostic"
)

// rulesPage renders the rules, family by family, in the order of their ids.
func rulesPage(rules []diagnostic.Rule) []byte {
	var b bytes.Buffer
	b.WriteString("# Rules\n\n")
	b.WriteString("Every id that renma reports, what it means and how to repair it. `renma explain ID` prints the same.\n")
	b.WriteString("This page is generated: change the rules in the Go source, then run `go run ./internal/gendocs`.\n")
	families := families(rules)
	for _, family := range families {
		fmt.Fprintf(&b, "\n## %s\n\n| id | severity | what |\n| --- | --- | --- |\n", family)
		for i := range rules {
			if r := &rules[i]; r.Family == family {
				fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.ID, anchor(r.ID), r.Severity, cell(r.Title))
			}
		}
	}
	for _, family := range families {
		for i := range rules {
			if rules[i].Family == family {
				writeRule(&b, &rules[i])
			}
		}
	}
	return b.Bytes()
}

// anchor is the name that GitHub gives to the heading of an id.
func anchor(id string) string { return strings.ReplaceAll(strings.ToLower(id), ".", "") }

// families lists the families, sorted.
func families(rules []diagnostic.Rule) []string {
	var list []string
	for i := range rules {
		list = append(list, rules[i].Family)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func writeRule(b *bytes.Buffer, r *diagnostic.Rule) {
	fmt.Fprintf(b, "\n### %s\n\n%s. Severity: %s. Contract: %s.\n\n", r.ID, r.Title, r.Severity, r.Contract)
	fmt.Fprintf(b, "%s\n\n**Why.** %s\n\n**Fix.** %s\n", r.Meaning, r.Why, r.Fix)
	if r.Wrong == "" {
		return
	}
	b.WriteString("\nWrong:\n\n")
	writeFence(b, r.Wrong)
	b.WriteString("\nRight:\n\n")
	writeFence(b, r.Right)
}

// writeFence writes an example in a fence that is longer than any in it.
func writeFence(b *bytes.Buffer, example string) {
	fence := "```"
	for strings.Contains(example, fence) {
		fence += "`"
	}
	fmt.Fprintf(b, "%s\n%s\n%s\n", fence, strings.TrimRight(example, "\n"), fence)
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
