package snapshot

import "github.com/renma/renma/diagnostic"

// Rules returns the rule of every id that this package reports.
func Rules() []diagnostic.Rule {
	return append(collectRules(), catalogRules()...)
}
