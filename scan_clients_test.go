package renma_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma"
	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/testrepo"
)

func clientsFS() fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, fields := range map[string]string{
		"a": "", "b": "", "c": "", "d": "", "e": "effort: high\n", "f": "allowed-tools: 1\n", "g": "allowed-tools: 2\n",
	} {
		fsys["skills/"+name+"/SKILL.md"] = &fstest.MapFile{Data: fmt.Appendf(nil,
			"---\nname: %s\ndescription: Sorts invoices by due date. Use when a payment run is planned.\n%s---\n", name, fields)}
	}
	return fsys
}

func scanText(t *testing.T, profile string) string {
	t.Helper()
	repo, err := renma.OpenFS(context.Background(), clientsFS(), renma.Options{Root: "/repo", Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := repo.Scan().WriteText(&b, renma.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextNamesClients(t *testing.T) {
	tests := []struct{ profile, want, wantNot string }{
		{"", "skills/e/SKILL.md  invalid\n", "\nprofile"},
		{"", "  valid for: claude-code, opencode\n", "RN-SKILL-CLIENT"},
		{"claude-code", "skills/e/SKILL.md  valid\n", "AS-SKILL-UNEXPECTED"},
		{
			"claude-code", "profile      claude-code\n" +
				"             4 skills valid for all: skills/a, skills/b, skills/c, and 1 more\n" +
				"             2 skills valid for no client: skills/f, skills/g\n" +
				"             1 skill valid for claude-code, opencode: skills/e\n", "valid for: spec",
		},
		{"spec", "profile      spec\n", "RN-SKILL-CLIENT"},
	}
	for _, test := range tests {
		got := scanText(t, test.profile)
		if !strings.Contains(got, test.want) || strings.Contains(got, test.wantNot) {
			t.Errorf("the text under %q is\n%s\nwant in it\n%s\nand not %q", test.profile, got, test.want, test.wantNot)
		}
	}
}

func TestAcceptanceIsAbsentWithoutAProfile(t *testing.T) {
	repo, err := renma.OpenFS(context.Background(), clientsFS(), renma.Options{Root: "/repo"})
	if err != nil {
		t.Fatal(err)
	}
	if c := repo.Scan().ClientProfiles; c != nil {
		t.Errorf("client profiles %+v", c)
	}
}

func TestUnknownProfileIsAnErrorOfTheCall(t *testing.T) {
	opts := renma.Options{Root: "/repo", Profile: "claud-code"}
	_, open := renma.OpenFS(context.Background(), clientsFS(), opts)
	files := testrepo.Files{"skills/a/SKILL.md": testrepo.Skill("a")}
	_, compare := renma.Compare(context.Background(), commits(t, files, files), "from", "to", opts)
	for _, err := range []error{open, compare} {
		var unknown *agentskills.UnknownProfileError
		var ref *renma.RefError
		if !errors.As(err, &unknown) || errors.As(err, &ref) {
			t.Fatalf("the error is %v", err)
		}
		if diff := cmp.Diff("claude-code", unknown.Nearest); diff != "" {
			t.Errorf("nearest (-want +got):\n%s", diff)
		}
	}
}
