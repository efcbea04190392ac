package suggest

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/agentskills/migrate"
	"github.com/renma/renma/internal/textio"
)

// instructions are the rules for whoever works with the document.
func (d *Document) instructions() []string {
	rules := []string{"renma changes no file; a human applies what is right."}
	switch {
	case d.DecisionStatus == migrate.StatusBlocked:
		return append(rules, "Apply nothing from this document.", "Correct what is blocked in the source, then run suggest-metadata again.")
	case d.DecisionStatus == migrate.StatusNoChange:
		return append(rules, "Apply nothing; there is nothing to change.")
	case d.AgentSkills != nil && d.AgentSkills.ProposalKind == migrate.KindMigration:
		return append(rules, "Replace the frontmatter by canonicalFrontmatter and keep the body byte for byte.",
			"Move the file when targetPath differs from sourcePath.", "Change no value on the way, and never convert back.")
	case d.AgentSkills != nil:
		return append(rules, "Add the owner to metadata and leave everything else as it is.")
	case d.content == "":
		return append(rules, "The file is no Markdown and carries no metadata itself; govern it from the Skill or a context.")
	}
	return append(rules, "Add the candidate fields to the top level of the frontmatter.", "Add an owner only when one was given.")
}

// Markdown renders the document for a reviewer (contract 02 section 6.11).
// Nothing from the repository can change how it reads.
func (d *Document) Markdown() string {
	var p page
	p.line("# " + d.heading())
	p.line("")
	p.fact("Path", code(d.Path))
	p.fact("Decision", code(string(d.DecisionStatus))+" ("+code(d.Decision.ReasonCode)+")")
	p.fact("Summary", textio.MarkdownText(d.Decision.Summary))
	c := d.Classification
	p.fact("Classification", code(string(c.Kind))+", scope "+code(c.Scope)+", rule "+code(c.MatchedRule)+" ("+code(c.ReasonCode)+")")
	if a := d.AgentSkills; a != nil {
		p.fact("Source format", code(string(a.SourceFormat)))
		p.fact("Direction", code(string(a.Direction)))
		p.fact("Proposal", code(string(a.ProposalKind)))
		p.fact("Source", code(a.SourcePath))
		p.fact("Target", code(a.TargetPath))
		p.fact("Entrypoint migration", code(string(a.EntrypointMigration)))
	}
	p.list("Rules", d.Instructions)
	d.writeBlocked(&p)
	d.writeCandidate(&p)
	p.list("For a human to decide", d.decisions())
	d.writeNext(&p)
	return p.String()
}

func (d *Document) heading() string {
	switch {
	case d.DecisionStatus == migrate.StatusBlocked:
		return "Blocked: apply nothing"
	case d.DecisionStatus == migrate.StatusNoChange:
		return "Nothing proposed: apply nothing"
	case d.SuggestedMode == migrate.ModeMigration:
		return "Migration review"
	}
	return "Retrofit review"
}

func (d *Document) writeBlocked(p *page) {
	title := "Blocked"
	if d.DecisionStatus != migrate.StatusBlocked {
		title = "Missing"
	}
	p.section(title, len(d.BlockedMetadata) > 0)
	for _, b := range d.BlockedMetadata {
		p.line("- " + code(b.Field) + ": " + textio.MarkdownText(b.Reason) + " (" + code(string(b.Code)) + ")")
	}
}

// writeCandidate shows what could be read or would be written. The block that
// can be copied stands there only when it may be applied.
func (d *Document) writeCandidate(p *page) {
	candidates := d.CandidateMetadata
	if a := d.AgentSkills; a != nil {
		candidates = append(append(migrate.Pairs{}, a.Fields...), a.PreservedMetadata...)
	}
	title := "Candidate"
	if d.DecisionStatus == migrate.StatusBlocked || d.DecisionStatus == migrate.StatusNoChange {
		title = "Read from the file"
	}
	p.section(title, len(candidates) > 0)
	for _, c := range candidates {
		p.line("- " + code(c.Key) + ": " + code(c.Value))
	}
	if a := d.AgentSkills; a != nil && a.CanonicalFrontmatter != "" {
		p.line("")
		p.fenced("yaml", a.CanonicalFrontmatter)
	}
}

func (d *Document) decisions() []string {
	var out []string
	if d.Decision.Question != "" {
		out = append(out, d.Decision.Question)
	}
	if a := d.AgentSkills; a != nil {
		out = append(out, strings.Split(a.ReviewPrompt, "\n")...)
	}
	if d.target.Boundary.Reason != "" {
		out = append(out, "Mark the root of the repository with .git or a renma.config.jsonc, or run renma from that root with a path below it, then run it again.")
	}
	return out
}

// writeNext names commands that all run from anywhere.
func (d *Document) writeNext(p *page) {
	root := d.target.Boundary.Root
	if root == "" {
		return
	}
	file := filepath.Join(root, filepath.FromSlash(d.target.Boundary.Path))
	args := []string{"suggest-metadata", file}
	if owner := textio.Trim(d.target.Options.Owner); owner != "" {
		args = append(args, "--owner", owner)
	}
	var lines []string
	switch {
	case d.content != "":
		lines = append(lines, agentskills.NewCommand(append(args, "--format", "patch")...).Display+" | "+gitApply(root))
	case d.DecisionStatus == migrate.StatusBlocked:
		lines = append(lines, agentskills.NewCommand(args...).Display)
	}
	lines = append(lines, agentskills.NewCommand("scan", root, "--fail-on", "high").Display)
	p.section("Next steps and verification", true)
	for i, l := range lines {
		lines[i] = textio.Terminal(l)
	}
	p.fenced("sh", strings.Join(lines, "\n"))
}

// Markdown renders the report: its summary, one line for each file, and the
// whole document of every file that is not unchanged.
func (r *Report) Markdown() string {
	var p page
	p.line("# Metadata suggestions")
	p.line("")
	s := r.Summary
	p.line(fmt.Sprintf("%d ready, %d blocked, %d unchanged, %d failed.", s.Ready, s.Blocked, s.Unchanged, s.Failed))
	if len(r.Suggestions) == 0 {
		return p.String()
	}
	p.line("")
	p.line("| Path | Decision | Reason |")
	p.line("| --- | --- | --- |")
	for _, d := range r.Suggestions {
		p.line("| " + code(d.Path) + " | " + code(string(d.DecisionStatus)) + " | " + code(d.Decision.ReasonCode) + " |")
	}
	for _, d := range r.Suggestions {
		if d.DecisionStatus != migrate.StatusNoChange {
			p.line("")
			p.WriteString(d.Markdown())
		}
	}
	return p.String()
}

func code(s string) string { return textio.MarkdownCode(s) }

// page is a Markdown text under construction.
type page struct{ strings.Builder }

func (p *page) line(s string) { p.WriteString(s + "\n") }

// fact writes one entry of a list; value is Markdown already.
func (p *page) fact(name, value string) { p.line("- " + name + ": " + value) }

// section begins a section when it has something to show.
func (p *page) section(title string, shown bool) {
	if shown {
		p.line("")
		p.line("## " + title)
		p.line("")
	}
}

func (p *page) list(title string, items []string) {
	p.section(title, len(items) > 0)
	for _, item := range items {
		p.line("- " + textio.MarkdownText(item))
	}
}

// fenced writes a code block that no line of text can close.
func (p *page) fenced(language, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	p.line(fence + language)
	p.line(text)
	p.line(fence)
}

// gitApply is the command that applies a patch in the repository at root.
func gitApply(root string) string { return "git -C " + agentskills.QuotePOSIX(root) + " apply" }
