package cireport

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Serialized is a report read from a document, perhaps of an older program
// (contract 04 section 4, legacy reports). Its Markdown leaves out what the
// document does not have; its JSON is the document as it was, with every member
// that it had and no other.
type Serialized struct {
	*Report
	document []byte
}

// ReadReport reads a serialized report. The error says that document is no JSON
// object, or that a member has another type than in a report.
func ReadReport(document []byte) (*Serialized, error) {
	s := &Serialized{&Report{}, slices.Clone(document)}
	if err := json.Unmarshal(document, s.Report); err != nil {
		return nil, fmt.Errorf("this is no CI report: %w", err)
	}
	return s, nil
}

// MarshalJSON returns the document.
func (s *Serialized) MarshalJSON() ([]byte, error) { return s.document, nil }
