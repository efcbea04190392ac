package discovery

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/snapshot"
)

func TestMarkerStates(t *testing.T) {
	object := diagnostic.Details{{Key: "b", Value: []any{1.5, nil, true}}, {Key: "a", Value: "x"}}
	tests := []struct {
		metadata string
		state    FieldState
		raw      any
	}{
		{"", FieldAbsent, nil},
		{`renma.published-entrypoint: "true"`, FieldValid, "true"},
		{`renma.published-entrypoint: 'true' # note`, FieldValid, "true"},
		{`"renma.published-entrypoint": !!str true`, FieldValid, "true"},
		{"renma.published-entrypoint: |-\n  true", FieldValid, "true"},
		{"renma.published-entrypoint:\n  \"true\"", FieldValid, "true"},
		{"renma.published-entrypoint: |\n  true", FieldInvalid, "true\n"},
		{`renma.published-entrypoint: true`, FieldInvalid, true},
		{`renma.published-entrypoint: FALSE`, FieldInvalid, false},
		{`renma.published-entrypoint: "True"`, FieldInvalid, "True"},
		{`renma.published-entrypoint: " true"`, FieldInvalid, " true"},
		{`renma.published-entrypoint: "false"`, FieldInvalid, "false"},
		{`renma.published-entrypoint: yes`, FieldInvalid, "yes"},
		{`renma.published-entrypoint: ""`, FieldInvalid, ""},
		{`renma.published-entrypoint:`, FieldInvalid, nil},
		{`renma.published-entrypoint: ~`, FieldInvalid, nil},
		{`renma.published-entrypoint: 1.50`, FieldInvalid, 1.5},
		{`renma.published-entrypoint: 0x1F`, FieldInvalid, 31.0},
		{`renma.published-entrypoint: 0o17`, FieldInvalid, 15.0},
		{`renma.published-entrypoint: -0.0`, FieldInvalid, 0.0},
		{`renma.published-entrypoint: .inf`, FieldInvalid, nil},
		{`renma.published-entrypoint: [true, "true"]`, FieldInvalid, []any{true, "true"}},
		{`renma.published-entrypoint: {b: [1.5, null, true], a: x}`, FieldInvalid, object},
		{"renma.published-entrypoint: \"no\"\nrenma.published-entrypoint: \"true\"", FieldAmbiguous, "no"},
		{`renma.published_entrypoint: "true"`, FieldAbsent, nil},
		{`renma.entrypoint: "true"`, FieldAbsent, nil},
	}
	for _, tt := range tests {
		t.Run(tt.metadata, func(t *testing.T) {
			x := prepare(t, tree{}.skill("a", tt.metadata))
			m := x.Skills[0].Publication.Marker
			if m.State != tt.state || m.Valid != (tt.state == FieldValid) || m.Present != tt.state.Present() {
				t.Fatalf("marker %+v, want state %s", m, tt.state)
			}
			if (m.RawValue != nil) != m.Present || (m.Evidence != nil) != m.Present {
				t.Fatalf("marker %+v has value or evidence without being present, or the reverse", m)
			}
			if m.Present {
				if diff := cmp.Diff(tt.raw, *m.RawValue); diff != "" {
					t.Errorf("value (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// A second metadata mapping makes every field ambiguous, though only one of the
// two holds it.
func TestTwoMetadataMappings(t *testing.T) {
	files := tree{"skills/a/SKILL.md": "---\nname: a\ndescription: x\nmetadata:\n  renma.owner: t\nmetadata:\n  renma.published-entrypoint: \"true\"\n---\n"}
	x := prepare(t, files)
	if p := x.Skills[0].Publication; p.Marker.State != FieldAmbiguous || p.Marker.Evidence.StartLine != 7 || p.RejectionReasons[0] != RejectAmbiguousMarker {
		t.Errorf("publication %+v", p)
	}
}

func TestPublicationReasons(t *testing.T) {
	invalid := "renma.number: 1"
	tests := []struct {
		name     string
		files    tree
		rejected []RejectionReason
		codes    []string // of publication diagnostics
	}{
		{"usable", tree{}.skill("a", published(), status("experimental")), []RejectionReason{}, nil},
		{"invalid Skill", tree{}.skill("a", published(), invalid), []RejectionReason{RejectInvalidSkill}, nil},
		{
			"duplicate id", tree{}.skill("a", published()).skillWithID("b", "skill.a"),
			[]RejectionReason{RejectDuplicateID}, nil,
		},
		{
			"id of a context", func() tree {
				files := tree{}.skillWithID("a", "context.x", published())
				return files.context("x")
			}(), []RejectionReason{RejectDuplicateID}, nil,
		},
		{"archived", tree{}.skill("a", published(), status("archived")), []RejectionReason{RejectInactiveSkill}, []string{codeInvalidMarker}},
		{"suspended", tree{}.skill("a", published(), status("suspended")), []RejectionReason{RejectInactiveSkill}, []string{codeSuspendedMarker}},
		{"revoked", tree{}.skill("a", published(), status("revoked")), []RejectionReason{RejectInactiveSkill}, []string{codeRevokedMarker}},
		{
			"suspended with a duplicate id", tree{}.skill("a", published(), status("suspended")).skillWithID("b", "skill.a"),
			[]RejectionReason{RejectInactiveSkill, RejectDuplicateID}, []string{codeSuspendedMarker},
		},
		{"unknown status", tree{}.skill("a", published(), status("suspened")), []RejectionReason{}, nil},
		{"wrong value in an invalid Skill", tree{}.skill("a", "renma.published-entrypoint: 1"), []RejectionReason{RejectInvalidMarker}, []string{codeInvalidMarker}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := prepare(t, tt.files)
			p := x.Skills[0].Publication
			if diff := cmp.Diff(tt.rejected, p.RejectionReasons); diff != "" {
				t.Errorf("reasons (-want +got):\n%s", diff)
			}
			if p.Accepted != (len(tt.rejected) == 0) {
				t.Errorf("accepted is %v", p.Accepted)
			}
			var codes []string
			for i := range x.Diagnostics {
				codes = append(codes, x.Diagnostics[i].Code)
			}
			if diff := cmp.Diff(tt.codes, codes); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAdoptionAndCoverage(t *testing.T) {
	type want struct {
		adoption AdoptionState
		mode     CoverageMode
		reached  int
		missed   int
	}
	tests := []struct {
		name  string
		files tree
		want  want
	}{
		{"nothing declared", tree{}.skill("a"), want{NotAdopted, CoverageNotEvaluated, 0, 0}},
		{"an empty list is metadata", tree{}.skill("a", continues()), want{Partial, CoverageNotEvaluated, 0, 0}},
		{"a broken marker is metadata", tree{}.skill("a", "renma.published-entrypoint: no"), want{Partial, CoverageNotEvaluated, 0, 0}},
		{"an entrypoint", tree{}.skill("a", published()).skill("b"), want{Partial, CoverageDescriptive, 1, 1}},
		{"adopted without entrypoint", tree{}.skill("a").adopted(), want{Incomplete, CoverageNotEvaluated, 0, 0}},
		{"adopted with a gap", tree{}.skill("a", published()).skill("b").adopted(), want{Adopted, CoverageAuthoritative, 1, 1}},
		{"adopted and complete", tree{}.skill("a", published(), continues("skill.b")).skill("b").adopted(), want{Adopted, CoverageAuthoritative, 2, 0}},
		{"empty repository", tree{}, want{NotAdopted, CoverageNotEvaluated, 0, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := prepare(t, tt.files)
			got := want{x.Adoption.State, x.Coverage.Mode, x.Coverage.ReachableSkillCount, x.Coverage.NotReachedSkillCount}
			if got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
			complete := x.Coverage.Complete
			if (complete != nil) != (tt.want.mode == CoverageAuthoritative) || complete != nil && *complete != (tt.want.missed == 0) {
				t.Errorf("complete is %v", complete)
			}
		})
	}
}

func TestUnusableSkillsBreakPaths(t *testing.T) {
	for _, s := range []snapshot.Status{"deprecated", "archived", "suspended", "revoked"} {
		x := prepare(t, tree{}.skill("a", published(), continues("skill.b")).
			skill("b", status(s), continues("skill.c")).skill("c").adopted())
		if got := x.Skill("skills/c/SKILL.md").Reachability.State; got != NotReached {
			t.Errorf("behind a Skill that is %s: %s", s, got)
		}
		if got := x.Skill("skills/b/SKILL.md").Reachability.Reason; got != "skill-not-discovery-eligible" {
			t.Errorf("a Skill that is %s: %s", s, got)
		}
	}
}
