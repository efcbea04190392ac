package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/renma/renma"
)

func TestOwnersOfTheBundledExample(t *testing.T) {
	var out strings.Builder
	n, err := run(context.Background(), &out, "../repository")
	want := "skills/incident/postmortem/SKILL.md:1: no owner (valid: false)\nskills/oncall/handover/SKILL.md:1: no owner (valid: false)\n"
	if err != nil || n != 2 || out.String() != want {
		t.Errorf("%d, %v:\n%swant 2:\n%s", n, err, out.String(), want)
	}
}

func TestOwnersOfNoRepository(t *testing.T) {
	var target *renma.TargetError
	if _, err := run(context.Background(), &strings.Builder{}, "missing"); !errors.As(err, &target) {
		t.Errorf("error %v, want *renma.TargetError", err)
	}
}
