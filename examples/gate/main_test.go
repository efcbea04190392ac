package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/renma/renma"
	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/internal/testrepo"
)

func TestGate(t *testing.T) {
	published, plain := testrepo.Skill("a", testrepo.Published), testrepo.Skill("a")
	tests := []struct {
		name     string
		from, to string
		want     bool
	}{
		{"nothing changes", published, published, true},
		{"an entrypoint is new", plain, published, true},
		{"an entrypoint is gone", published, plain, false},
		{"a required context is missing", plain, testrepo.Skill("a", testrepo.Requires("context.none")), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			builder, err := conformance.NewBuilder(dir)
			if err != nil {
				t.Fatal(err)
			}
			root := filepath.Join(dir, "repo")
			file := func(text string) []conformance.File {
				return []conformance.File{{Path: "skills/a/SKILL.md", Data: []byte(text)}}
			}
			if err := builder.Build(&conformance.Case{From: file(tt.from), To: file(tt.to)}, root); err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			got, err := run(t.Context(), &out, root, "from")
			if err != nil || got != tt.want || !strings.Contains(out.String(), "# Renma CI Report") {
				t.Errorf("passed %v, %v, want %v:\n%s", got, err, tt.want, out.String())
			}
		})
	}
	var git *renma.GitError
	if _, err := run(t.Context(), &strings.Builder{}, t.TempDir(), "main"); !errors.As(err, &git) || git.Kind != renma.GitNoRepository {
		t.Errorf("no repository: %v", err)
	}
}

func TestTheProgramStaysShort(t *testing.T) {
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), "\n"); n >= 40 {
		t.Errorf("%d lines are no small example", n)
	}
}
