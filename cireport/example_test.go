package cireport_test

import (
	"fmt"

	"github.com/renma/renma/cireport"
	"github.com/renma/renma/diffreport"
	"github.com/renma/renma/discovery"
)

func ExampleEvaluateCiPolicy() {
	diff := diffreport.DiffDiscovery(nil, nil) // neutral, to be filled by hand
	diff.Adoption.From, diff.Adoption.To = discovery.Adopted, discovery.NotAdopted

	// The pull request turns the policy off. It is in effect all the same.
	policy := cireport.EvaluateCiPolicy(diff, cireport.ModeWarn, cireport.ModeOff)
	fmt.Println(policy.Outcome)
	for _, match := range policy.Matches {
		fmt.Println(match.ID, match.FromState, "->", match.ToState)
	}
	// Output:
	// warn
	// skill_discovery_ci.adoption_weakened adopted -> not-adopted
}
