package discovery

import (
	"fmt"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// Keys of the two discovery fields, below "metadata" and as documents spell them.
const (
	markerKey       = "renma.published-entrypoint"
	continuationKey = "renma.continues-with"

	canonicalMarkerKey       = "metadata." + markerKey
	canonicalContinuationKey = "metadata." + continuationKey
)

// Marker is the published-entrypoint field of a Skill (contract 03 section 1.5).
// Its only valid value is the YAML string "true".
type Marker struct {
	State        FieldState           `json:"state"`
	CanonicalKey string               `json:"canonicalKey"`
	Present      bool                 `json:"present"`
	Valid        bool                 `json:"valid"`
	Evidence     *diagnostic.Evidence `json:"evidence,omitempty"` // the whole field
	Reason       string               `json:"reason,omitempty"`   // why it is ambiguous or invalid
	// RawValue is the value of the field, the first one of an ambiguous
	// field: nil, bool, float64, string, []any or diagnostic.Details. The
	// pointer is nil when there is no field.
	RawValue *any `json:"rawValue,omitempty"`
}

// RejectionReason says why a publication that a Skill asks for is not effective.
type RejectionReason string

// The reasons against a publication, in the order of documents.
const (
	RejectInvalidMarker   RejectionReason = "invalid-marker"
	RejectAmbiguousMarker RejectionReason = "ambiguous-marker"
	RejectInvalidSkill    RejectionReason = "invalid-skill"
	RejectInactiveSkill   RejectionReason = "inactive-skill"
	RejectDuplicateID     RejectionReason = "duplicate-skill-id"
)

// Publication says whether a Skill asks to be an entrypoint and whether it is an
// effective one (contract 03 section 1.5).
type Publication struct {
	Marker            Marker            `json:"marker"`
	Requested         bool              `json:"requested"`
	Accepted          bool              `json:"accepted"`
	RejectionReasons  []RejectionReason `json:"rejectionReasons"`
	LinkedDiagnostics []Link            `json:"linkedDiagnostics"`
}

// publication judges the marker of a Skill whose eligibility is known.
func (s *Skill) publication() Publication {
	p := Publication{Marker: s.marker(), RejectionReasons: []RejectionReason{}}
	reject := func(when bool, why RejectionReason) {
		if when {
			p.RejectionReasons = append(p.RejectionReasons, why)
		}
	}
	p.Requested = p.Marker.Valid
	reject(p.Marker.State == FieldInvalid, RejectInvalidMarker)
	reject(p.Marker.State == FieldAmbiguous, RejectAmbiguousMarker)
	reject(p.Requested && !s.AgentSkillsValid, RejectInvalidSkill)
	reject(p.Requested && !s.LifecycleActive, RejectInactiveSkill)
	reject(p.Requested && !s.EffectiveIDUnique, RejectDuplicateID)
	p.Accepted = p.Requested && len(p.RejectionReasons) == 0
	return p
}

func (s *Skill) marker() Marker {
	found := s.lookup(markerKey)
	m := Marker{State: found.state, CanonicalKey: canonicalMarkerKey, Present: found.state.Present(), Evidence: found.evidence}
	if !m.Present {
		return m
	}
	raw := plainValue(found.field.Value)
	m.RawValue = &raw
	switch {
	case m.State == FieldAmbiguous:
		m.Reason = "the field or its metadata mapping is declared more than once"
	case raw != "true":
		m.State = FieldInvalid
		m.Reason = fmt.Sprintf(`the value is %s, and only the string "true" publishes a Skill`, describe(found.field.Value))
	}
	m.Valid = m.State == FieldValid
	return m
}

// describe names the type of a value, and what it says where that is short.
func describe(v *frontmatter.Value) string {
	switch v.Kind {
	case frontmatter.Null:
		return "empty"
	case frontmatter.Bool:
		return "the boolean " + v.Text
	case frontmatter.Number:
		return "a number"
	case frontmatter.Sequence:
		return "a sequence"
	case frontmatter.MappingKind:
		return "a mapping"
	}
	return "the string " + textio.Quote(v.Text)
}
