package discovery

import (
	"cmp"
	"slices"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/snapshot"
)

// Skill is one visible Skill (contract 03 section 1.3). Every canonical SKILL.md
// is visible, also an invalid one or one that shares its id. An invalid Skill has
// no operational metadata: its id is its path.
//
// Texts are trimmed and empty when absent.
type Skill struct {
	Identity                string             `json:"identity"` // the path, because ids can collide
	ID                      string             `json:"id"`
	SourcePath              string             `json:"sourcePath"`
	Name                    string             `json:"name,omitempty"`
	Description             string             `json:"description,omitempty"`
	Lifecycle               snapshot.Status    `json:"lifecycle,omitempty"`
	LifecycleReason         string             `json:"lifecycleReason,omitempty"`
	LifecycleChangedAt      string             `json:"lifecycleChangedAt,omitempty"`
	Ownership               snapshot.Ownership `json:"ownership"`
	AgentSkillsValid        bool               `json:"agentSkillsValid"`
	LifecycleActive         bool               `json:"lifecycleActive"`
	EffectiveIDUnique       bool               `json:"effectiveIdUnique"` // among all assets
	RouteEligible           bool               `json:"routeEligible"`
	RouteEligibilityReasons []Reason           `json:"routeEligibilityReasons"`
	Publication             Publication        `json:"publication"`
	StructuralRoot          bool               `json:"structuralRoot"`
	Standalone              bool               `json:"standalone"`
	Unrouted                bool               `json:"unrouted"`
	Reachability            Reachability       `json:"reachability"`
	LinkedDiagnostics       []Link             `json:"linkedDiagnostics"`

	// Continuation is the Skill's continues-with field as it stands in the
	// file; its members are routes.
	Continuation Continuation `json:"-"`

	source *snapshot.Skill
	// own are the links to validity and identity diagnostics, which routes
	// and publication share.
	own []Link
}

// Source returns the Skill of the snapshot that s was made from.
func (s *Skill) Source() *snapshot.Skill { return s.source }

// Ref returns the id and path of s.
func (s *Skill) Ref() snapshot.AssetRef { return snapshot.AssetRef{ID: s.ID, SourcePath: s.SourcePath} }

// addSkills fills x.Skills with everything that can be said about a Skill
// without its routes.
func (x *Index) addSkills() {
	x.Skills = make([]*Skill, len(x.snap.Skills))
	for i, src := range x.snap.Skills {
		x.Skills[i] = x.newSkill(src)
		x.byPath[src.File.Path] = i
	}
}

func (x *Index) newSkill(src *snapshot.Skill) *Skill {
	e := src.Entry
	s := &Skill{
		Identity:           e.SourcePath,
		ID:                 e.ID,
		SourcePath:         e.SourcePath,
		Name:               src.Result.Name,
		Description:        src.Result.Description,
		Lifecycle:          e.Metadata.Status,
		LifecycleReason:    e.Metadata.StatusReason,
		LifecycleChangedAt: e.Metadata.StatusChangedAt,
		Ownership:          e.Ownership,
		AgentSkillsValid:   src.Result.Valid,
		LifecycleActive:    e.Metadata.Status.Usable(),
		EffectiveIDUnique:  len(x.snap.Catalog.ByID(e.ID)) == 1,
		source:             src,
	}
	s.RouteEligibilityReasons = []Reason{}
	if !s.AgentSkillsValid {
		s.RouteEligibilityReasons = append(s.RouteEligibilityReasons, InvalidSource)
	}
	if !s.LifecycleActive {
		s.RouteEligibilityReasons = append(s.RouteEligibilityReasons, InactiveSource)
	}
	if !s.EffectiveIDUnique {
		s.RouteEligibilityReasons = append(s.RouteEligibilityReasons, DuplicateSourceID)
	}
	s.RouteEligible = len(s.RouteEligibilityReasons) == 0
	s.Publication = s.publication()
	s.Continuation = s.continuation()
	return s
}

// Link points from a Skill, a publication or a route to a diagnostic that
// concerns it (contract 03 section 1.4).
type Link struct {
	Code     string               `json:"code"`
	Evidence *diagnostic.Evidence `json:"evidence,omitempty"`
}

// ownLinks returns the links to the Skill's validation issues and to the
// duplicate of its id.
func (s *Skill) ownLinks() []Link {
	issues := s.source.Result.Issues
	links := make([]Link, 0, len(issues)+1)
	for i := range issues {
		links = append(links, Link{issues[i].Code, issues[i].Evidence()})
	}
	if !s.EffectiveIDUnique {
		ev := s.idEvidence()
		if ev == nil {
			ev = s.lines(1, 1)
		}
		links = append(links, Link{"META-DUPLICATE-ASSET-ID", ev})
	}
	return tidyLinks(links)
}

// idEvidence returns the renma.id field, nil when the id is the path.
func (s *Skill) idEvidence() *diagnostic.Evidence {
	e := s.source.Entry
	field, ok := e.FieldEvidence("id")
	if !ok || e.Metadata.ID == "" {
		return nil
	}
	return s.lines(field.StartLine, field.EndLine)
}

// lines returns the evidence for whole lines of the Skill's file.
func (s *Skill) lines(start, end int) *diagnostic.Evidence {
	ev := s.source.File.Evidence(start, end)
	return &ev
}

// tidyLinks sorts links by code, path and line and drops repetitions, of which
// the first stays. The result is never nil.
func tidyLinks(links []Link) []Link {
	if len(links) == 0 {
		return []Link{}
	}
	slices.SortStableFunc(links, compareLinks)
	return slices.CompactFunc(links, func(a, b Link) bool { return compareLinks(a, b) == 0 })
}

func compareLinks(a, b Link) int {
	pathA, lineA := a.place()
	pathB, lineB := b.place()
	return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(pathA, pathB), cmp.Compare(lineA, lineB))
}

func (l Link) place() (path string, line int) {
	if l.Evidence == nil {
		return "", 0
	}
	return l.Evidence.Path, l.Evidence.StartLine
}
