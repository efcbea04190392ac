package suggest

import (
	"fmt"
	"iter"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/renma/renma/agentskills/migrate"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/markdown"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// The reasons of an answer for a file that is no Skill (contract 02 section
// 6.10).
const (
	ReasonParent        = "skill-local-parent-unresolved"
	ReasonOwnConflict   = "conflicting-ownership-evidence"
	ReasonKept          = "skill-local-existing-metadata-preserved"
	ReasonInherited     = "skill-local-governance-inherited"
	ReasonUnowned       = "skill-local-unowned"
	ReasonTool          = "repository-tool-not-context"
	ReasonSufficient    = "metadata-already-sufficient"
	ReasonIndependent   = "independent-governance-intent-unconfirmed"
	ReasonDeterministic = "deterministic-metadata-candidate"

	reasonOutside = "outside-recognized-asset-boundary"
)

// asset is a file that is no Skill, parsed.
type asset struct {
	doc    *frontmatter.Document
	isText bool
	owner  string
}

// suggestAsset answers for a file that is no Skill.
func (d *Document) suggestAsset(owner string) {
	t := d.target
	a := readAsset(t)
	d.Classification = snapshot.Classify(t.Boundary.Path)
	if d.Classification.Kind == snapshot.KindContext && a.text("type") == string(snapshot.KindContextLens) {
		d.Classification.Kind = snapshot.KindContextLens
	}
	d.addActions(ActionInspectTarget, t.Typed)
	switch c := d.Classification; {
	case c.MatchedRule == "repository-tool":
		d.decide(migrate.ModeNone, migrate.StatusNoChange, ReasonTool, "A helper of the repository carries no metadata.",
			"Is this a tool, or guidance that belongs below contexts/?")
	case c.Kind == snapshot.KindUnknown:
		d.decide(migrate.ModeNone, migrate.StatusNoChange, reasonOutside, "No kind of asset stands at this path, so it carries no metadata.",
			"Should the file be an asset, and if so, where does it belong?")
	case t.Options.Linked:
		d.decide(migrate.ModeNone, migrate.StatusBlocked, migrate.ReasonConflict, "The file is a symbolic link or is reached through one.", "")
		d.block("entrypoint", migrate.BlockLinked, "The file is a symbolic link or is reached through one; name the real file.")
	case !a.isText:
		d.decide(migrate.ModeNone, migrate.StatusBlocked, migrate.ReasonConflict, "The file is not UTF-8 text.", "")
		d.block("frontmatter", migrate.BlockFrontmatter, "The file is not UTF-8 text, so metadata can be neither read nor added.")
	case c.Scope == "skill-local":
		d.suggestSupport(a, owner)
	default:
		d.suggestIndependent(a, owner)
	}
}

func readAsset(t Target) asset {
	a := asset{isText: utf8.Valid(t.Source) && !slices.Contains(t.Source, 0)}
	source := t.Source
	if !a.isText || t.Options.Linked || !isMarkdown(t.Boundary.Path) {
		source = nil
	}
	a.doc = frontmatter.Parse(source, frontmatter.StrictEnvelope)
	a.owner = a.text("owner")
	return a
}

func isMarkdown(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".markdown":
		return true
	}
	return false
}

// text is the trimmed text of a scalar that is declared once, else "".
func (a *asset) text(key string) string {
	all := a.doc.All(key)
	if len(all) != 1 {
		return ""
	}
	return textio.Trim(all[0].Value.Text)
}

// broken says what keeps the frontmatter from being read or extended.
func (a *asset) broken() string {
	switch a.doc.State {
	case frontmatter.Unclosed:
		return "The frontmatter block that line 1 opens is never closed; end it with a line that is exactly ---."
	case frontmatter.Invalid:
		f := a.doc.Fault
		return strings.TrimSpace(fmt.Sprintf("Line %d, column %d: %s. %s", f.Pos.Line(), f.Pos.Column(), f.Message, f.Hint))
	case frontmatter.NotMapping:
		return "The frontmatter holds no fields; write key: value lines between the --- lines, or remove it."
	}
	for _, key := range []string{"id", "title", "owner"} {
		if len(a.doc.All(key)) > 1 {
			return fmt.Sprintf("%s is declared more than once; keep one of them.", key)
		}
	}
	return ""
}

// suggestSupport answers for a file in a support directory of a Skill.
func (d *Document) suggestSupport(a asset, owner string) {
	parent := d.resolveParent()
	if parent == nil {
		d.decide(migrate.ModeNone, migrate.StatusBlocked, ReasonParent, "The Skill that this file supports was not found, so its governance is not known.",
			"Which Skill does this file support?")
		d.block("parent_skill", migrate.BlockEntrypoint, fmt.Sprintf("No Skill stands at %s; move the file or restore the Skill.", textio.Quote(d.Classification.ParentAssetCandidatePath)))
		d.NextActions = []Action{{ActionReviewLayout, d.verify()}}
		return
	}
	d.addActions(ActionInspectParent, filepath.Join(d.target.Boundary.Root, filepath.FromSlash(d.Classification.ParentAssetPath)))
	switch {
	case owner != "" && a.owner != "" && a.owner != owner:
		d.ownerConflict(a.owner, owner)
	case owner != "" && a.owner == "" && a.broken() != "":
		d.unreadable(a)
	case owner != "" && a.owner == "":
		d.decide(migrate.ModeAssetRetrofit, migrate.StatusDeterministic, migrate.ReasonOverride, "The given owner overrides what the file inherits from its Skill.", "")
		d.offer(a, migrate.Pairs{{Key: "owner", Value: owner}})
	case a.owner != "" || a.hasPolicy():
		d.decide(migrate.ModeNone, migrate.StatusNoChange, ReasonKept, "The file declares its own metadata, which stays.", "")
	case parent.Entry.Metadata.Owner != "":
		d.decide(migrate.ModeNone, migrate.StatusNoChange, ReasonInherited, "The file inherits the owner of its Skill.", "")
	default:
		d.decide(migrate.ModeNone, migrate.StatusNoChange, ReasonUnowned, "Neither the file nor its Skill has an owner; give the Skill one.", "")
	}
}

// resolveParent finds the Skill in whose directory the file lies and completes
// the classification.
func (d *Document) resolveParent() *snapshot.Skill {
	if d.target.Snapshot == nil {
		return nil
	}
	s := d.target.Snapshot()
	if s == nil {
		return nil
	}
	c := &d.Classification
	c.ParentResolution = "missing"
	for _, skill := range s.Skills {
		if skill.File.Path == c.ParentAssetCandidatePath {
			c.ParentResolution, c.ParentAssetPath = "resolved", skill.File.Path
			return skill
		}
	}
	return nil
}

// hasPolicy reports whether the file declares a security policy of its own.
func (a *asset) hasPolicy() bool {
	for _, f := range a.doc.Fields {
		switch f.Key {
		case "allowed_data", "network_allowed", "external_upload_allowed", "secrets_allowed", "requires_human_approval", "forbidden_inputs",
			"approved_network_destinations", "approved_upload_destinations", "security_profile":
			return true
		}
	}
	return false
}

func (d *Document) ownerConflict(declared, given string) {
	d.decide(migrate.ModeNone, migrate.StatusBlocked, ReasonOwnConflict, "The file declares another owner than the one given.", "")
	d.block("owner", migrate.BlockConflict, fmt.Sprintf("The file is owned by %s, not by %s; a human must decide.", textio.Quote(declared), textio.Quote(given)))
}

func (d *Document) unreadable(a asset) {
	d.decide(migrate.ModeNone, migrate.StatusBlocked, migrate.ReasonConflict, "The frontmatter of the file cannot be read.", "")
	d.block("frontmatter", migrate.BlockFrontmatter, a.broken())
}

// suggestIndependent answers for an asset with governance of its own.
func (d *Document) suggestIndependent(a asset, owner string) {
	switch {
	case a.broken() != "":
		d.unreadable(a)
		return
	case owner != "" && a.owner != "" && a.owner != owner:
		d.ownerConflict(a.owner, owner)
		return
	}
	candidates := d.candidates(a, owner)
	if owner == "" && a.owner == "" {
		d.block("owner", migrate.BlockMissingIdentity, "No owner is declared; renma never invents one, so give it with --owner.")
	}
	switch {
	case len(candidates) == 0:
		d.decide(migrate.ModeNone, migrate.StatusNoChange, ReasonSufficient, "There is no metadata to add.", "")
		return
	case d.Classification.Scope == "independent":
		d.decide(migrate.ModeAssetRetrofit, migrate.StatusConfirm, ReasonIndependent, "The file could get metadata of its own, if it is meant to be governed on its own.",
			"Is this file meant to be governed on its own?")
	default:
		d.decide(migrate.ModeAssetRetrofit, migrate.StatusDeterministic, ReasonDeterministic, "The metadata follows from the path, the heading and what was given.", "")
	}
	d.offer(a, candidates)
}

// candidates are the metadata that the file does not declare yet.
func (d *Document) candidates(a asset, owner string) migrate.Pairs {
	var out migrate.Pairs
	if id := assetID(d.Classification.Kind, d.target.Boundary.Path); id != "" && a.text("id") == "" {
		out = append(out, migrate.Pair{Key: "id", Value: id})
	}
	if title := a.title(); title != "" && a.text("title") == "" {
		out = append(out, migrate.Pair{Key: "title", Value: title})
	}
	if owner != "" && a.owner == "" {
		out = append(out, migrate.Pair{Key: "owner", Value: owner})
	}
	return out
}

// title is the first heading of level 1.
func (a *asset) title() string {
	_, body := a.splitBOM()
	for _, h := range markdown.Parse(body, a.doc.BodyLine).Headings {
		if h.Level == 1 {
			return h.Text
		}
	}
	return ""
}

// assetID makes an id for a context or a lens of its path below the root, ""
// for every other asset.
func assetID(kind snapshot.Kind, file string) string {
	prefix := ""
	switch kind {
	case snapshot.KindContext:
		prefix = "context"
	case snapshot.KindContextLens:
		prefix = "lens"
	default:
		return ""
	}
	_, below, _ := strings.Cut(strings.TrimSuffix(file, path.Ext(file)), "/")
	var parts []string
	for segment := range strings.SplitSeq(below, "/") {
		if s := slug(segment); s != "" {
			parts = append(parts, s)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	if parts[0] != prefix || len(parts) == 1 {
		parts = append([]string{prefix}, parts...)
	}
	return strings.Join(parts, ".")
}

// slug keeps the letters and digits of ASCII, in lower case; everything between
// them becomes one hyphen.
func slug(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}

// offer sets what would be added, and the file as it would stand. Files other
// than Markdown carry no frontmatter, so there the candidate stays a proposal.
func (d *Document) offer(a asset, candidates migrate.Pairs) {
	d.CandidateMetadata = candidates
	if !isMarkdown(d.target.Boundary.Path) {
		return
	}
	_, body := a.splitBOM()
	accept := func(text string) bool {
		doc := frontmatter.Parse([]byte(text), frontmatter.StrictEnvelope)
		if doc.State != frontmatter.Mapping || doc.Body() != body || len(doc.Fields) != len(a.doc.Fields)+len(candidates) {
			return false
		}
		return slices.EqualFunc(candidates, doc.Fields[len(a.doc.Fields):], func(want migrate.Pair, got frontmatter.Field) bool {
			return want.Key == got.Key && want.Value == got.Value.Text && got.Value.Kind == frontmatter.String
		})
	}
	for text := range a.withEntries(candidates) {
		if accept(text) {
			d.content = text
			return
		}
	}
}

// withEntries yields the file with entries added to its frontmatter, or with a
// new block of them in front.
func (a *asset) withEntries(candidates migrate.Pairs) iter.Seq[string] {
	if a.doc.State == frontmatter.Mapping {
		entries := make([]frontmatter.Entry, len(candidates))
		for i, c := range candidates {
			entries[i] = frontmatter.Entry(c)
		}
		return a.doc.Insertions("", entries...)
	}
	bom, body := a.splitBOM()
	newline := "\n"
	if first, _, _ := strings.Cut(body, "\n"); strings.HasSuffix(first, "\r") {
		newline = "\r\n"
	}
	var b strings.Builder
	b.WriteString(bom + "---" + newline)
	for _, c := range candidates {
		b.WriteString(c.Key + ": " + frontmatter.WriteKey(c.Value) + newline)
	}
	b.WriteString("---" + newline + body)
	return func(yield func(string) bool) { yield(b.String()) }
}

// splitBOM separates the byte order mark of a file without frontmatter, which
// must stay its first character.
func (a *asset) splitBOM() (bom, body string) {
	body = a.doc.Body()
	if rest, found := strings.CutPrefix(body, "\ufeff"); found && a.doc.State == frontmatter.Absent {
		return "\ufeff", rest
	}
	return "", body
}
