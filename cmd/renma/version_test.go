package main

import (
	"encoding/json"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/schemas"
)

func TestBuild(t *testing.T) {
	const id = "0123456789abcdef0123456789abcdef01234567"
	here := platform{runtime.GOOS, runtime.GOARCH}
	tests := []struct {
		name string
		info *debug.BuildInfo
		want build
	}{
		{"no build information", nil, build{Version: "(devel)", Module: "github.com/renma/renma"}},
		{
			"go install of a version",
			&debug.BuildInfo{Main: debug.Module{Path: "github.com/renma/renma", Version: "v1.2.3"}},
			build{Version: "v1.2.3", Module: "github.com/renma/renma"},
		},
		{
			"a fork, built in its work tree",
			&debug.BuildInfo{
				Main: debug.Module{Path: "example.com/fork"},
				Settings: []debug.BuildSetting{
					{Key: "vcs", Value: "git"},
					{Key: "vcs.revision", Value: id},
					{Key: "vcs.time", Value: "2026-01-02T03:04:05Z"},
					{Key: "vcs.modified", Value: "true"},
				},
			},
			build{Version: "(devel)", Module: "example.com/fork", Commit: &commit{id, "2026-01-02T03:04:05Z", true}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.want.SchemaVersion, tt.want.Name, tt.want.GoVersion, tt.want.Platform = "renma.version.v1", "renma", runtime.Version(), here
			got := newBuild(tt.info)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			document, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			if err := schemas.Validate("renma.version.v1", document); err != nil {
				t.Error(err)
			}
		})
	}
}
