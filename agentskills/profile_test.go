package agentskills

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The data of every profile are complete: no fact without a source, no source
// without a day, no member that nobody reads.
func TestProfilesAreComplete(t *testing.T) {
	paths, err := fs.Glob(profileFiles, "profiles/*")
	if err != nil || len(paths) != len(ClientProfiles())-1 {
		t.Errorf("%d files, %d profiles (%v)", len(paths), len(ClientProfiles()), err)
	}
	for _, path := range paths {
		data, err := profileFiles.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		var p ClientProfile
		if err := dec.Decode(&p); err != nil || path != "profiles/"+p.ID+".json" {
			t.Errorf("%s: id %s, %v", path, p.ID, err)
		}
	}
	for _, p := range ClientProfiles() {
		t.Run(p.ID, func(t *testing.T) { checkProfile(t, p) })
	}
}

func checkProfile(t *testing.T, p *ClientProfile) {
	if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(p.ID) || p.Name == "" || len(p.Sources) == 0 {
		t.Errorf("id %q, name %q, %d sources", p.ID, p.Name, len(p.Sources))
	}
	used := map[string]bool{}
	for _, s := range p.Sources {
		for _, address := range append([]string{s.URL}, s.Via...) {
			if u, err := url.Parse(address); err != nil || u.Scheme != "https" || u.Host == "" || strings.ContainsAny(address, " ") {
				t.Errorf("source %s: %q is no address (%v)", s.ID, address, err)
			}
		}
		if _, err := time.Parse(time.DateOnly, s.Seen); err != nil {
			t.Error(err)
		}
		used[s.ID] = p.ID == SpecProfile
	}
	fact := func(what string, f ProfileFact) {
		if _, ok := used[f.Source]; !ok || f.Meaning == "" || len(f.Meaning) > 80 || strings.HasSuffix(f.Meaning, ".") {
			t.Errorf("%s: %+v", what, f)
		}
		used[f.Source] = true
	}
	fields := func(list []ProfileField, allowed func(name string) bool) {
		for i, f := range list {
			fact(f.Name, f.ProfileFact)
			if !allowed(f.Name) || i > 0 && list[i-1].Name >= f.Name {
				t.Errorf("the field %s cannot stand here", f.Name)
			}
			for _, name := range f.Types {
				if !slices.Contains([]string{"string", "boolean", "mapping", "list", "list of mappings"}, name) {
					t.Errorf("%s has the unknown type %q", f.Name, name)
				}
			}
			if f.Values != nil && !slices.Contains(f.Types, "string") && !slices.Contains(f.Types, "list") {
				t.Errorf("%s has values and no type for them", f.Name)
			}
		}
	}
	fields(p.Fields, func(name string) bool { return !standardSet[name] })
	fields(p.Standard, func(name string) bool { return name == "allowed-tools" })
	fields(p.Metadata, func(name string) bool { return name != "" })
	for _, c := range p.Conflicts {
		fact("conflict", c.ProfileFact)
		for i, w := range c.When {
			if p.field(w.Field) == nil || w.Is != "" && w.Not != "" || i == 0 && w.Not != "" {
				t.Errorf("condition %+v", w)
			}
		}
	}
	if p.IgnoresOthers != nil {
		fact("other fields", *p.IgnoresOthers)
	}
	for id, ok := range used {
		if !ok {
			t.Errorf("nothing comes from the source %s", id)
		}
	}
}

func TestProfilesAreSorted(t *testing.T) {
	var ids []string
	for _, p := range ClientProfiles() {
		ids = append(ids, p.ID)
	}
	if ids[0] != SpecProfile || !slices.IsSorted(ids[1:]) {
		t.Errorf("the profiles are %v", ids)
	}
}

func TestFindProfile(t *testing.T) {
	p, err := FindProfile("claude-code")
	if err != nil || p.Name != "Claude Code" {
		t.Errorf("found %+v, %v", p, err)
	}
	_, err = FindProfile("claude-cod")
	var unknown *UnknownProfileError
	if !errors.As(err, &unknown) || unknown.Nearest != "claude-code" || unknown.Accepted[0] != SpecProfile {
		t.Fatalf("the error is %v", err)
	}
	const want = `there is no client profile "claude-cod"; accepted are spec, claude-code, copilot-cli, cursor, hermes, kimi-code, mistral-vibe, openclaw, opencode, vscode; did you mean claude-code?`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
}
