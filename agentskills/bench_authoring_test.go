package agentskills

import (
	"strings"
	"testing"
)

func BenchmarkValidateSkill(b *testing.B) {
	head := "---\nname: demo\ndescription: Reviews plans for gaps. Use when a plan is ready; not for drafts.\n---\n"
	section := "## Steps\n\nRead `plan.md` and **check** it\nagainst [the guide](references/guide.md).\n\n" +
		"- Never guess; ask the owner.\n- Write a report for the reviewers and attach the plan.\n\n```sh\nmake test\n```\n\n"
	for name, source := range map[string]string{
		"5KB":                   head + strings.Repeat(section, 22),
		"512KB-prohibitions":    head + strings.Repeat("Do not do not. ", 35000),
		"512KB-commas":          head + strings.Repeat("if a, never a, ", 35000),
		"512KB-headings":        head + strings.Repeat("# Do not use when\n\nnot\n\n", 20000),
		"512KB-quotation-marks": head + "not " + strings.Repeat("\"", 500000),
		"60KB-description":      "---\nname: demo\ndescription: " + strings.Repeat("to a, a, that questions for ", 2000) + "\n---\n",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(source)))
			b.ReportAllocs()
			for b.Loop() {
				ValidateSkill("skills/demo/SKILL.md", []byte(source))
			}
		})
	}
}
