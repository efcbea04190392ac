package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma"
)

func TestRulesPageIsFresh(t *testing.T) {
	page, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(rulesPage(renma.Rules())), string(page)); diff != "" {
		t.Errorf("docs/rules.md is stale, run go run ./internal/gendocs (-want +got):\n%s", diff)
	}
}
