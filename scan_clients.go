package renma

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// ClientProfiles says which clients accept each Skill.
type ClientProfiles struct {
	Profile string             `json:"profile"` // the id of the one that judged
	Skills  []ClientAcceptance `json:"skills"`  // sorted by path
}

// ClientAcceptance are the ids of the profiles under which a Skill is valid, in
// the order of [agentskills.ClientProfiles]; never nil.
type ClientAcceptance struct {
	Path       string   `json:"path"`
	AcceptedBy []string `json:"acceptedBy"`
}

// newClientProfiles returns nil when no profile was asked for.
func newClientProfiles(s *snapshot.Snapshot) *ClientProfiles {
	if s.Profile == nil {
		return nil
	}
	c := &ClientProfiles{Profile: s.Profile.ID, Skills: make([]ClientAcceptance, len(s.Skills))}
	for i, skill := range s.Skills {
		c.Skills[i] = ClientAcceptance{skill.Result.Path, skill.Result.AcceptedBy()}
	}
	return c
}

// acceptedBy says which clients accept a Skill that the specification rejects
// for nothing but what they allow.
func (t *scanText) acceptedBy(r *agentskills.Result) {
	if r.RejectedForClients() {
		fmt.Fprintf(&t.b, "  valid for: %s\n", strings.Join(r.AcceptedBy(), ", "))
	}
}

// shownSkills is how many Skills a line about clients names.
const shownSkills = 3

// clients writes, for each set of clients, how many Skills all of them accept.
func (t *scanText) clients(r *ScanReport, row func(name, format string, args ...any)) {
	if r.ClientProfiles == nil {
		return
	}
	row("profile", "%s", r.ClientProfiles.Profile)
	type group struct {
		by    string
		names []string
	}
	var groups []*group
	for _, s := range r.ClientProfiles.Skills {
		by := "valid for " + strings.Join(s.AcceptedBy, ", ")
		switch len(s.AcceptedBy) {
		case 0:
			by = "valid for no client"
		case len(agentskills.ClientProfiles()):
			by = "valid for all"
		}
		i := slices.IndexFunc(groups, func(g *group) bool { return g.by == by })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &group{by: by})
		}
		groups[i].names = append(groups[i].names, path.Dir(s.Path))
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(len(b.names), len(a.names)) })
	for _, g := range groups {
		names := g.names
		if more := len(names) - shownSkills; more > 0 {
			names = append(names[:shownSkills:shownSkills], fmt.Sprintf("and %d more", more))
		}
		fmt.Fprintf(&t.b, "             %s %s: %s\n", textio.Plural(len(g.names), "skill"), g.by, textio.Terminal(strings.Join(names, ", ")))
	}
}
