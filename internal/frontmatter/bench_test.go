package frontmatter

import "testing"

func BenchmarkParse(b *testing.B) {
	src := []byte("---\n" + benchYAML + "---\n# Body\n")
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src, SkillEnvelope)
	}
}

func BenchmarkParseTree(b *testing.B) {
	b.SetBytes(int64(len(benchYAML)))
	b.ReportAllocs()
	for b.Loop() {
		parseTree(benchYAML)
	}
}

const benchYAML = `name: refund-review
description: Reviews refund requests against the ledger and writes a summary. Use when a refund request needs a second pair of eyes; do not use for chargebacks.
license: Apache-2.0
compatibility: Needs git
metadata:
  renma.id: skill.refund-review
  renma.title: "Refund review"
  renma.version: "1.4.0"
  renma.owner: payments
  renma.status: stable
  renma.last-reviewed-at: "2026-01-15"
  renma.review-cycle: P90D
  renma.tags: '["payments", "review"]'
  renma.requires-context: '["context.ledger", "context.policy"]'
  renma.continues-with: |-
    [
      "skill.refund-approve",
      "skill.refund-reject"
    ]
`
