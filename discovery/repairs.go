package discovery

import "github.com/renma/renma/diagnostic"

// repair is what every diagnostic of one id says about its repair.
type repair struct {
	severity    diagnostic.Severity
	constraints []diagnostic.Constraint
	steps       []diagnostic.Step
	hint        string
}

const (
	graphCommand = "renma graph . --view discovery --format json"
	scanCommand  = "renma scan . --format json"
	indexCommand = "renma skill-index . --format json"
)

// repairs holds the repair of every id. The kinds of constraint and the commands
// are part of the contract (03 section 2.9), the sentences are not.
var repairs = map[string]repair{
	codeInvalidContinuation: newRepair(diagnostic.SeverityWarning,
		"The continuations that the author meant.", "Other metadata of the Skill.", "The value of "+continuationKey+".",
		"Rewrite the value as a quoted JSON array of Skill ids or SKILL.md paths."),
	codeUnresolvedRoute: newRepair(diagnostic.SeverityWarning,
		"The order and meaning of the other routes.", "The ids and paths of existing Skills.", "The target of this route.",
		"Replace the target by an exact Skill id or SKILL.md path that exists, or remove it."),
	codeTargetNotSkill: newRepair(diagnostic.SeverityWarning,
		"What the asset is used for elsewhere.", "The kind of the asset.", "The target of this route.",
		"Name the Skill that should follow, and declare contexts in renma.requires-context."),
	codeInactiveTarget: newRepair(diagnostic.SeverityWarning,
		"The reason why the target was retired.", "The status of the target, just to silence this.", "The target of this route.",
		"Continue with the replacement of the retired Skill, or remove the route."),
	codeSuspendedTarget: newRepair(diagnostic.SeverityError,
		"The suspension and its reason.", "The status of the target without a review.", "The target of this route.",
		"Remove the route, or let the owner decide about the suspension."),
	codeRevokedTarget: newRepair(diagnostic.SeverityError,
		"The revocation and its reason.", "The status of the target.", "The target of this route.",
		"Remove the route: the target is withdrawn for good."),
	codeDuplicateRoute: newRepair(diagnostic.SeverityWarning,
		"One route to the target.", "The order of the other routes.", "The repeated members.",
		"Keep one spelling of the target and remove the others."),
	codeInvalidMarker: newRepair(diagnostic.SeverityWarning,
		"Whether the Skill is meant to be an entrypoint.", "Other metadata of the Skill.", "The "+markerKey+" field.",
		`Write exactly one field with the string "true", or remove it.`),
	codeSuspendedMarker: newRepair(diagnostic.SeverityError,
		"The suspension and its reason.", "The status of the Skill without a review.", "The "+markerKey+" field.",
		"Remove the marker while the Skill is suspended, or let the owner decide about the suspension."),
	codeRevokedMarker: newRepair(diagnostic.SeverityError,
		"The revocation and its reason.", "The status of the Skill.", "The "+markerKey+" field.",
		"Remove the marker: a revoked Skill is no entrypoint."),
	codeBoundaries: newRepair(diagnostic.SeverityWarning,
		"What the Skill really does.", "The publication, just to silence this.", "The description.",
		"Say in the description what the Skill does, when to use it and when not to."),
	codeCycle: withStep(withHuman(newRepair(diagnostic.SeverityWarning,
		"A loop that is meant and ends.", "Routes that nobody reviewed.", "The routes and stop conditions of the members.",
		"Review every route of the loop; keep it if each Skill says when to stop, ask or hand over."),
		"Whether the loop is intended.")),
	codeUnreachable: withHuman(newRepair(diagnostic.SeverityWarning,
		"What the Skill is for.", "Unrelated entrypoints and routes.", "The publication of this Skill, or a real route to it.",
		"Decide whether the Skill starts a workflow, follows another Skill, or stands apart on purpose."),
		"Whether the Skill is an entrypoint, a continuation, or neither."),
}

func newRepair(severity diagnostic.Severity, preserve, keep, change, hint string) repair {
	return repair{
		severity: severity,
		constraints: []diagnostic.Constraint{
			{Kind: diagnostic.MustPreserve, Text: preserve},
			{Kind: diagnostic.MustNotChange, Text: keep},
			{Kind: diagnostic.AllowedChange, Text: change},
		},
		steps: []diagnostic.Step{
			{Text: "Read the routes and their states again.", Command: graphCommand, Expected: "This diagnostic is gone and no other has come."},
			{Text: "Scan the repository again.", Command: scanCommand, Expected: "No new finding or diagnostic."},
		},
		hint: hint,
	}
}

func withHuman(r repair, question string) repair {
	r.constraints = append(r.constraints, constraintHuman(question))
	return r
}

// withStep adds the step through the skill index, which stands in the middle.
func withStep(r repair) repair {
	step := diagnostic.Step{Text: "Read what is reached.", Command: indexCommand, Expected: "Reachability is what the review decided."}
	r.steps = []diagnostic.Step{r.steps[0], step, r.steps[1]}
	return r
}

func constraintHuman(question string) diagnostic.Constraint {
	return diagnostic.Constraint{Kind: diagnostic.RequiresHumanDecision, Text: question}
}
