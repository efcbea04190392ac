package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGeneratedFilesAreFresh(t *testing.T) {
	pages, err := generated()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		text, err := os.ReadFile("../../" + p.path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(p.text), string(text)); diff != "" {
			t.Errorf("%s is stale, run go run ./internal/gendocs (-want +got):\n%s", p.path, diff)
		}
	}
}
