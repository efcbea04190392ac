package collision

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// minDescriptionWords is the length of a description that is compared. Below it
// nearly everything looks alike.
const minDescriptionWords = 8

// shownPaths is how many of the other places the details of a diagnostic name, and
// namedPaths how many its message does.
const (
	shownPaths = 10
	namedPaths = 2
)

// Find returns what is wrong with Skills that are too much alike, sorted by path,
// then code; nil when nothing is. Every member of a group is reported once for what
// it shares with the others, and the strongest reason stands for all weaker ones:
// Skills of one name are not told that their descriptions are alike too.
//
// A Skill that stands in both Skill roots byte for byte counts as one. Bodies and
// descriptions are compared only between Skills whose status lets them be used:
// the others have been put aside already.
func Find(s *snapshot.Snapshot) []diagnostic.Diagnostic {
	if len(s.Skills) < 2 {
		return nil
	}
	f := &finder{told: newSets(len(s.Skills))}
	f.keep(s.Skills)
	f.names()
	f.bodies()
	f.descriptions()
	slices.SortStableFunc(f.list, func(a, b diagnostic.Diagnostic) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Code, b.Code))
	})
	return f.list
}

// finder collects diagnostics about skills, which are in path order.
type finder struct {
	skills []*snapshot.Skill
	told   sets // Skills that were reported together
	list   []diagnostic.Diagnostic
}

// keep takes over the Skills, and one of those that mirror each other.
func (f *finder) keep(skills []*snapshot.Skill) {
	type place struct{ below, content string }
	first := make(map[place]int, len(skills))
	var mirrors []int
	for _, skill := range skills {
		_, below, _ := agentskills.SplitRoot(skill.File.Path)
		at := place{path.Join(below...), skill.File.ContentHash}
		if i, ok := first[at]; ok {
			mirrors = append(mirrors, i)
			continue
		}
		first[at] = len(f.skills)
		f.skills = append(f.skills, skill)
	}
	if len(mirrors) > 0 {
		f.mirrored(mirrors)
	}
}

// mirrored reports the Skills that stand in both roots, once for all of them.
func (f *finder) mirrored(indexes []int) {
	slices.Sort(indexes)
	paths := make([]string, len(indexes))
	for i, n := range indexes {
		paths[i] = f.skills[n].File.Path
	}
	skill := f.skills[indexes[0]]
	d := diagnostic.Diagnostic{
		Code: "COLLISION-MIRROR", Severity: diagnostic.SeverityInfo, Path: skill.File.Path, Evidence: nameEvidence(skill),
		Message: fmt.Sprintf("%s below both Skill roots byte for byte, this one among them: change both copies together, or keep one.",
			textio.Count(len(paths), "SKILL.md stands", "SKILL.md files stand")),
		Details: diagnostic.Details{{Key: "skillCount", Value: len(paths)}, {Key: "mirroredPaths", Value: paths[:min(len(paths), shownPaths)]}},
	}
	f.list = append(f.list, d)
}

// names reports Skills that declare one name.
func (f *finder) names() {
	groups := newGroups[string]()
	for i, skill := range f.skills {
		if skill.Result.Name != "" {
			groups.add(skill.Result.Name, i)
		}
	}
	for _, members := range groups.several() {
		name := textio.Quote(f.skills[members[0]].Result.Name)
		f.report(members, "COLLISION-SAME-NAME", nameEvidence,
			"The name "+name+" is also that of %s, so a client that has both uses only one: rename one or remove it.")
	}
}

// bodies reports Skills of several names with one text below the frontmatter.
func (f *finder) bodies() {
	groups := newGroups[string]()
	for i, skill := range f.skills {
		if body := skill.BodyHash(); usable(skill) && body != "" {
			groups.add(body, i)
		}
	}
	for _, members := range groups.several() {
		f.report(members, "COLLISION-SAME-BODY", (*snapshot.Skill).BodyEvidence,
			"The text below the frontmatter is also that of %s: keep one, or move the text to a file that each of them names.")
	}
}

// descriptions reports Skills of several names whose descriptions are nearly the
// same.
func (f *finder) descriptions() {
	texts := make([]string, len(f.skills))
	for i, skill := range f.skills {
		if usable(skill) {
			texts[i] = skill.Result.Description
		}
	}
	for _, members := range alike(texts) {
		f.report(members, "COLLISION-SIMILAR-DESCRIPTION", descriptionEvidence,
			"The description is nearly that of %s, so a client cannot tell which one is meant: say in each what only it is for, or merge them.")
	}
}

// report adds a diagnostic about each member of a group that is not yet known to
// belong together. message holds a place for the others: the first of each set that
// was reported together, without the member's own.
func (f *finder) report(members []int, code string, evidence func(*snapshot.Skill) *diagnostic.Evidence, message string) {
	firsts, positions := f.told.split(members)
	if len(firsts) < 2 {
		return
	}
	for n, i := range members {
		var paths []string
		for k := 0; k < len(firsts) && len(paths) < shownPaths; k++ {
			if k != positions[n] {
				paths = append(paths, f.skills[firsts[k]].File.Path)
			}
		}
		others := len(firsts) - 1
		f.list = append(f.list, diagnostic.Diagnostic{
			Code: code, Severity: diagnostic.SeverityWarning, Path: f.skills[i].File.Path, Evidence: evidence(f.skills[i]),
			Message: strings.Replace(message, "%s", listed(paths, others), 1),
			Details: diagnostic.Details{{Key: "otherSkillCount", Value: others}, {Key: "otherPaths", Value: paths}},
		})
	}
	f.told.join(members)
}

// listed names the first paths and counts the rest of all.
func listed(paths []string, all int) string {
	var b strings.Builder
	shown := min(len(paths), namedPaths)
	for i, p := range paths[:shown] {
		switch {
		case i > 0 && shown == all:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(textio.Quote(p))
	}
	if all > shown {
		fmt.Fprintf(&b, " and %d more", all-shown)
	}
	return b.String()
}

// usable reports a Skill that was not put aside: not suspended, revoked,
// deprecated or archived.
func usable(skill *snapshot.Skill) bool { return skill.Entry.Metadata.Status.Usable() }

func nameEvidence(skill *snapshot.Skill) *diagnostic.Evidence { return fieldEvidence(skill, "name") }

func descriptionEvidence(skill *snapshot.Skill) *diagnostic.Evidence {
	return fieldEvidence(skill, "description")
}

// fieldEvidence is the place of a field of the frontmatter, nil without it.
func fieldEvidence(skill *snapshot.Skill, key string) *diagnostic.Evidence {
	fields := skill.File.Frontmatter().All(key)
	if len(fields) == 0 {
		return nil
	}
	field := fields[0]
	ev := skill.File.Evidence(field.StartLine(), field.EndLine())
	if v := field.Value; v.Kind == frontmatter.String && v.Pos.Line() == field.StartLine() && v.End.Line() == field.StartLine() {
		ev.StartColumn, ev.EndColumn = v.Pos.Column(), v.End.Column()
	}
	return &ev
}
