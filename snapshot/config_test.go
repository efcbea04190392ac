package snapshot

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/diagnostic"
)

// loadFrom loads the configuration of a repository and returns its path too.
func loadFrom(files fs.FS, explicit string) (Config, string, error) {
	root, err := fs.ReadDir(files, ".")
	if err != nil {
		return Config{}, "", err
	}
	opts := Options{ConfigPath: explicit}
	c, file, err := opts.loadConfig(files, root)
	if file == nil {
		return c, "", err
	}
	return c, file.path, err
}

func load(name, text string) (Config, error) {
	c, _, err := loadFrom(fstest.MapFS{name: {Data: []byte(text)}}, "")
	return c, err
}

func TestConfigFaultsHaveAPlace(t *testing.T) {
	tests := []struct {
		text string
		want string // "line:column part of the problem"
	}{
		{`{"skill_discovery": {"adopted": "true"}}`, `1:33 must be a boolean`},
		{`{"skill_discovery": {"adopt": true}}`, `1:22 did you mean adopted?`},
		{`{"skill_discovery": {"ci_policy": "warn"}}`, `1:35 needs "adopted": true`},
		{`{"skill_discovery": true}`, `1:21 must be an object`},
		{"{\n  \"fail_on\": \"hihg\"\n}", `2:14 did you mean "high"?`},
		{"{\n  // c\n  \"exclude\": [\"dist\"],\n}", `3:22 comma`},
		{`{"globs": "x"}`, `1:11 must be an array`},
		{`{"max_depth": 0}`, `1:15 whole number`},
		{`{"max_depth": 1.5}`, `1:15 whole number`},
		{`{"max_depth": 1, "max_depth": 2}`, `1:18 set twice`},
		{`{"layout": {}}`, `1:2 removed key layout (delete it)`},
		{`{"quality": {"skill_token_warning": 9000}}`, `1:37 must be below`},
		{`{"metadata": {"required": ["owner", "owner"]}}`, `1:37 twice`},
		{`{"metadata": {"required": ["ownr"]}}`, `1:28 did you mean "owner"?`},
		{`{"suppressions": [{"id": "X", "paths": [], "reason": "r"}]}`, `1:40 at least one path`},
		{`{"suppressions": [{"id": "X", "paths": ["a"]}]}`, `1:19 needs reason`},
		{`{"suppressions": [{"id": "X", "paths": ["a"], "reason": "r", "expires": "2025-02-30"}]}`, `1:73 must be a date`},
		{`{"security": {"profiles": {"p": {"networkAllowed": true}}}}`, `1:34 (now network_allowed)`},
		{`{"x": 1, "quality": {"y": 1}}`, `1:2 unknown key x at 1:2, allowed are concurrency`},
		{`[]`, `1:1 must be an object`},
		{``, `1:1 empty`},
		{`// only`, `1:8 value is missing`},
		{`{} {}`, `1:4 not valid JSON`},
		{`{"a": tru}`, `1:7 not valid JSON`},
		{`{"globs": ["` + strings.Repeat("{a,b}", 9) + `"]}`, `1:12 brace groups`},
		{strings.Repeat("[", 65), `1:65 levels deep`},
	}
	for _, test := range tests {
		_, err := load("renma.config.jsonc", test.text)
		var fault *ConfigError
		if !errors.As(err, &fault) {
			t.Errorf("%s: error %v, want a *ConfigError", test.text, err)
			continue
		}
		place, part, _ := strings.Cut(test.want, " ")
		if !strings.HasPrefix(err.Error(), "renma.config.jsonc:"+place+": ") || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %q, want %s and %q", test.text, err, place, part)
		}
	}
}

// A file within the size limit costs little, whatever stands in it.
func TestHostileConfigs(t *testing.T) {
	repeat := func(s string) string { return strings.Repeat(s, maxConfigBytes/2/len(s)) }
	for text, want := range map[string]string{
		`{"suppressions":[` + repeat(`{"x":1},`) + `{}]}`:                   "and 65486 more unknown keys",
		`{"metadata":{"required":[` + repeat(`"x",`) + `"x"]}}`:             "must be one of",
		`{"globs":[` + repeat(`"{a,b,c,d}{e,f,g,h}",`) + `""]}`:             "more than 4096 patterns",
		`{"globs":["` + strings.Repeat(`{a,b,c,d,e,f,g,h}`, 8) + `"]}`:      "more than 1,024 patterns",
		`{"globs":["` + strings.Repeat("x", maxGlobLength+1) + `"]}`:        "longer than",
		`{"fail_on":"` + repeat("x") + `"}`:                                 "must be one of",
		repeat(`"`):                                                         "not valid JSON",
		`{"a":"` + repeat("\n") + "\n\"}":                                   "not valid JSON",
		"{" + repeat("/") + "}":                                             "not valid JSON",
		strings.Repeat(" ", maxConfigBytes+1):                               "larger than 1 MiB",
		`{"security":{"profiles":{"` + repeat(`\u001b`) + `":{"x":true}}}}`: "unknown key",
	} {
		_, err := load("renma.config.jsonc", text)
		var fault *ConfigError
		if !errors.As(err, &fault) || !strings.Contains(fault.Problem, want) || len(fault.Problem) > 20_000 || strings.ContainsAny(fault.Problem, "\n\x1b") {
			t.Errorf("%.40s: %.300v, want %s", text, err, want)
		}
	}
}

func TestConfigAccepts(t *testing.T) {
	tests := map[string]func(*Config){
		`{}`:                     func(*Config) {},
		`null`:                   func(*Config) {},
		"\uFEFF{}":               func(*Config) {},
		`{"max_depth": 3.0}`:     func(c *Config) { c.MaxDepth = 3 },
		`{"fail_on": "low"}`:     func(c *Config) { c.FailOn = diagnostic.LevelLow },
		`{"globs": ["**/*.md"]}`: func(c *Config) { c.Globs = []string{"**/*.md"} },
		`{"skill_discovery": {"adopted": true, "ci_policy": "warn"}}`: func(c *Config) { c.SkillDiscovery = SkillDiscovery{true, "warn"} },
		`{"security": {"profiles": {"p": {"allowed_data": "x"}}}}`:    func(*Config) {},
		`{"suppressions": [{"id": "X", "paths": ["a"], "reason": "r"}]}`: func(c *Config) {
			c.Suppressions = []Suppression{{"X", []string{"a"}, "r", "never"}}
		},
	}
	for text, change := range tests {
		want := DefaultConfig()
		change(&want)
		got, err := load("renma.config.json", text)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, diff)
		}
	}
}

func TestConfigFileChoice(t *testing.T) {
	ok := &fstest.MapFile{Data: []byte("{}")}
	tests := []struct {
		name     string
		files    fstest.MapFS
		explicit string
		path     string
		problem  string
	}{
		{"none", fstest.MapFS{}, "", "", ""},
		{"jsonc", fstest.MapFS{"renma.config.jsonc": ok}, "", "renma.config.jsonc", ""},
		{"both", fstest.MapFS{"renma.config.jsonc": ok, "renma.config.json": ok}, "", "", "keep one"},
		{"legacy", fstest.MapFS{".renma.json": ok}, "", "", "rename"},
		{"legacy beside a current one", fstest.MapFS{".renma.json": ok, "renma.config.json": ok}, "", "", "rename"},
		{"explicit", fstest.MapFS{"conf/team.jsonc": ok, "renma.config.json": ok, "renma.config.jsonc": ok}, "conf/team.jsonc", "conf/team.jsonc", ""},
		{"explicit missing", fstest.MapFS{}, "conf/team.jsonc", "", "does not exist"},
		{"explicit extension", fstest.MapFS{"a.yaml": ok}, "a.yaml", "", "named .json"},
		{"explicit outside", fstest.MapFS{}, "../a.json", "", "inside the repository"},
		{"explicit directory", fstest.MapFS{"a.json/b": ok}, "a.json", "", "not a regular file"},
		{"link", fstest.MapFS{"renma.config.json": {Data: []byte("x"), Mode: fs.ModeSymlink}}, "", "", "symbolic link"},
		{"comment in json", fstest.MapFS{"renma.config.json": {Data: []byte("{ /* no */ }")}}, "", "", "comments"},
	}
	for _, test := range tests {
		_, path, err := loadFrom(test.files, test.explicit)
		if test.problem == "" && (err != nil || path != test.path) {
			t.Errorf("%s: %q, %v, want %q", test.name, path, err, test.path)
		}
		if test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.problem)
		}
	}
}

func TestGlobs(t *testing.T) {
	tests := []struct {
		pattern, path string
		want, below   bool
	}{
		{"skills/**/SKILL.md", "skills/a/SKILL.md", true, true},
		{"skills/**/SKILL.md", "skills/SKILL.md", true, true},
		{"skills/**/SKILL.md", "skills/a/b/c/SKILL.md", true, true},
		{"skills/**/SKILL.md", "skills/.a/SKILL.md", false, false},
		{"skills/**/SKILL.md", "skills/a", false, true},
		{"skills/**/SKILL.md", "docs/a", false, false},
		{"skills/**/refs/**/*", "skills/a/refs/b/refs/c", true, true},
		{"skills/**/refs/**/*", "skills/refs/.env", false, false},
		{"**/*.md", "a.md", true, true},
		{"**/*.md", "a/b.md", true, true},
		{"**/*.md", "a/.b.md", false, false},
		{"tools/**/*", "tools/x", true, true},
		{"tools/**/*", "tools", false, true},
		{".agents/**/*.md", ".agents/x.md", true, true},
		{"a/**", "a/b/c", true, true},
		{"a/**", "a", true, true},
		{"{a,b}/*.md", "b/x.md", true, false},
		{"[!a]/x", "b/x", true, false},
		{"./a", "a", false, false},
		{"", "a", false, false},
	}
	for _, test := range tests {
		g := compileGlobs([]string{test.pattern})
		path := strings.Split(test.path, "/")
		if got := g.match(path); got != test.want {
			t.Errorf("%s on %s: %v", test.pattern, test.path, got)
		}
		if got := g.matchBelow(path); got != test.below {
			t.Errorf("%s below %s: %v", test.pattern, test.path, got)
		}
	}
}

func FuzzConfig(f *testing.F) {
	for _, seed := range []string{`{}`, `{"skill_discovery":{"adopted":true,"ci_policy":"warn"}}`, "// x\n{\"globs\":[\"**\"]}", `{"suppressions":[{"id":"a","paths":["b"],"reason":"c","expires":"never"}]}`, `{"a":1,"a":2,}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		for _, name := range []string{"renma.config.json", "renma.config.jsonc"} {
			_, err := load(name, string(source))
			var fault *ConfigError
			if err != nil && !errors.As(err, &fault) {
				t.Fatalf("%T is no *ConfigError: %v", err, err)
			}
			if fault != nil && fault.Line > strings.Count(string(source), "\n")+1 {
				t.Fatalf("fault outside the file: %v", fault)
			}
		}
	})
}
