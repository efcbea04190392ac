package snapshot

import "github.com/renma/renma/diagnostic"

// collectRules are the ids about files and their places.
func collectRules() []diagnostic.Rule {
	const files, layouts = "Files", "Layout"
	return []diagnostic.Rule{
		{
			ID: NotInspected, Family: files, Severity: "warning", Contract: "01 section 5.1",
			Title:   "Path not inspected",
			Meaning: "A file that a skill names, or a directory in which skills or contexts may lie, was not inspected.",
			Why:     "Nobody knows what it declares, and strict scans fail because the inspection is incomplete.",
			Fix:     "Do not exclude what a skill needs, or stop naming it; put the files themselves where a link stands.",
			Wrong:   "exclude [\"skills/demo/references/**\"], and SKILL.md names references/api.md", Right: "exclude [\"skills/demo/assets/**\"]",
		},
		{
			ID: "DISCOVERY-FILE-TOO-LARGE", Family: files, Severity: "warning", Contract: "01 section 1.4",
			Title:   "File over the size limit",
			Meaning: "A selected file is larger than max_file_size_bytes and was not read.",
			Why:     "Whatever the file declares does not count, and strict scans fail because the inspection is incomplete.",
			Fix:     "Split the file, exclude it, or raise max_file_size_bytes.",
			Wrong:   "contexts/everything.md (2 MB)", Right: "contexts/payments.md, contexts/refunds.md",
		},
		{
			ID: "DISCOVERY-FILE-READ-FAILED", Family: files, Severity: "error", Contract: "01 section 1.4",
			Title:   "File cannot be read",
			Meaning: "A selected file vanished or could not be opened or read.",
			Why:     "Its skills, owners and routes are missing from every report.",
			Fix:     "Repair its permissions, or run again when nothing changes the tree.",
			Wrong:   "skills/demo/SKILL.md with mode 000", Right: "skills/demo/SKILL.md with mode 644",
		},
		{
			ID: "DISCOVERY-FILE-NOT-UTF8", Family: files, Severity: "warning", Contract: "01 section 6 item 5",
			Title:   "Markdown file is not UTF-8",
			Meaning: "A selected Markdown file holds a byte that is no UTF-8 text, or a NUL; details.byteOffset says where.",
			Why:     "The file is treated as binary: no frontmatter, no metadata, and a skill counts as one without frontmatter.",
			Fix:     "Save the file as UTF-8 without changing its text.",
			Wrong:   "a file saved as UTF-16 or Latin-1", Right: "the same text saved as UTF-8",
		},
		{
			ID: "SUPPORT-SYMLINK-PATH", Family: files, Severity: "warning", Contract: "01 section 1.2",
			Title:   "Symbolic link",
			Meaning: "The walk met a symbolic link. Links are never followed, wherever they point.",
			Why:     "Following one could leave the repository; not following it means that its target is not inspected.",
			Fix:     "Put the file itself there, or exclude the link.",
			Wrong:   "skills/demo -> ../shared/demo", Right: "skills/demo/SKILL.md as a file",
		},
		{
			ID: "DISCOVERY-SYMLINK-SKIPPED", Family: files, Severity: "warning", Contract: "01 sections 1.4 and 1.5",
			Title:   "File behind a symbolic link",
			Meaning: "A Skill or its support names a file that is reached only through a symbolic link, or a file became a link while it was to be read.",
			Why:     "Links are never followed, so the file is not inspected and strict scans fail.",
			Fix:     "Put the file itself there, or name it by its real path.",
			Wrong:   "[guide](shared/guide.md) where shared is a symbolic link", Right: "[guide](references/guide.md)",
		},
		{
			ID: "DISCOVERY-OTHER-REPOSITORY-SKIPPED", Family: files, Severity: "warning, info", Contract: "04 section 2.2",
			Title:   "Another repository",
			Meaning: "A directory below the root holds a .git of its own: a submodule, a clone or a linked work tree. It is a warning where files could have been selected, else a note.",
			Why:     "Its files belong to other commits, so they are not read, neither by a scan nor by a diff; skills in it do not count.",
			Fix:     "Run renma in that repository, or exclude the directory.",
			Wrong:   "skills/shared as a submodule", Right: "skills/shared/SKILL.md committed to the repository itself",
		},
		{
			ID: "RENMA-DIAGNOSTIC", Family: files, Severity: "error", Contract: "01 section 1.2",
			Title:   "Directory cannot be read",
			Meaning: "A directory of the repository could not be listed.",
			Why:     "Nothing below it was inspected, so skills may be missing without a trace.",
			Fix:     "Repair its permissions or exclude it.",
			Wrong:   "skills/private with mode 000", Right: "skills/private with mode 755",
		},
		{
			ID: codeReserved, Family: layouts, Severity: "info", Contract: "01 section 1.7",
			Title:   "Skill file in a support directory",
			Meaning: "A file named like a skill lies below assets, examples, profiles, references or scripts.",
			Why:     "It is read as support material, never as a skill.",
			Fix:     "Nothing, when it is an example. Move it out of the support directory when it is a skill.",
			Wrong:   "skills/pay/references/refund/SKILL.md", Right: "skills/pay/refund/SKILL.md",
		},
		{
			ID: codeHistorical, Family: layouts, Severity: "warning", Contract: "01 section 1.7",
			Title:   "Old entrypoint name",
			Meaning: "skill.md or NAME.skill.md stands below a skill root.",
			Why:     "Only SKILL.md is an entrypoint, so this skill exists for nobody.",
			Fix:     "Run suggest-metadata on the file; it shows the path and the frontmatter to move to.",
			Wrong:   "skills/testing/spec-review.skill.md", Right: "skills/testing/spec-review/SKILL.md",
		},
		{
			ID: codeOutside, Family: layouts, Severity: "info", Contract: "01 section 1.7 and section 6 item 3",
			Title:   "Skill file that is not read as a skill",
			Meaning: "A file named like a skill is none for renma. It stands outside the Skill roots, or details.reason says why: no-skill-directory, letter-case, dot-directory, not-selected or backslash-in-name.",
			Why:     "Nobody notices a skill that is silently left out.",
			Fix:     "Move or rename it to skills/NAME/SKILL.md, or leave it when it is no skill of this repository.",
			Wrong:   ".claude/skills/demo/SKILL.md", Right: "skills/demo/SKILL.md",
		},
		{
			ID: codeLegacyRoot, Family: layouts, Severity: "warning", Contract: "01 section 1.7",
			Title:   "File below context/",
			Meaning: "A file lies below context/, the old name of the context root.",
			Why:     "It is neither read nor cataloged; references to it do not resolve.",
			Fix:     "Move it below contexts/.",
			Wrong:   "context/payments.md", Right: "contexts/payments.md",
		},
	}
}
