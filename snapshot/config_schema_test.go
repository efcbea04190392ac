package snapshot

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/schemas"
)

// The defaults of the table, written into a file, change nothing.
func TestConfigKeyDefaultsAreTheDefaults(t *testing.T) {
	text, err := json.Marshal(defaultsOf(ConfigKeys()))
	if err != nil {
		t.Fatal(err)
	}
	got, err := load("renma.config.json", string(text))
	if err != nil {
		t.Fatal(err)
	}
	got.MetadataRequired = nil // an empty list there
	if diff := cmp.Diff(DefaultConfig(), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := schemas.Validate(schemas.Config, text); err != nil {
		t.Error(err)
	}
}

func defaultsOf(keys []ConfigKey) map[string]any {
	out := map[string]any{}
	for _, key := range keys {
		switch {
		case key.Kind == ConfigSection:
			out[key.Name] = defaultsOf(key.Keys)
		case key.Default != nil:
			out[key.Name] = key.Default
		}
	}
	return out
}

// Every key of the table is in the schema with its default, and the other way
// round.
func TestConfigSchemaHasEveryKey(t *testing.T) {
	source, err := schemas.Source(schemas.Config)
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(source, &schema); err != nil {
		t.Fatal(err)
	}
	sameKeys(t, ConfigKeys(), schema, "")
}

var schemaTypes = map[ConfigKind]any{
	ConfigText: "string", ConfigInteger: "integer", ConfigBoolean: "boolean", ConfigTexts: "array", ConfigAnyTexts: nil,
	ConfigSection: "object", ConfigNamed: "object", ConfigRecords: "array",
}

func sameKeys(t *testing.T, keys []ConfigKey, schema map[string]any, where string) {
	t.Helper()
	properties, _ := schema["properties"].(map[string]any)
	if diff := cmp.Diff(slices.Sorted(slices.Values(keyNames(keys))), slices.Sorted(maps.Keys(properties))); diff != "" {
		t.Errorf("keys of %q (-table +schema):\n%s", where, diff)
		return
	}
	for _, key := range keys {
		path := join(where, key.Name)
		property := properties[key.Name].(map[string]any)
		if property["type"] != schemaTypes[key.Kind] || property["title"] == "" || property["description"] == "" {
			t.Errorf("%s: %v", path, property)
		}
		want, err := json.Marshal(key.Default)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(property["default"]); err != nil || string(got) != string(want) {
			t.Errorf("%s has the default %s, want %s", path, got, want)
		}
		switch key.Kind {
		case ConfigSection:
			sameKeys(t, key.Keys, property, path)
		case ConfigNamed:
			sameKeys(t, key.Keys, property["additionalProperties"].(map[string]any), path)
		case ConfigRecords:
			sameKeys(t, key.Keys, property["items"].(map[string]any), path)
		}
	}
}

// Each example of the table is accepted where it belongs.
func TestConfigExamplesAreAccepted(t *testing.T) {
	var try func(keys []ConfigKey, wrap func(name string, value any) any)
	try = func(keys []ConfigKey, wrap func(name string, value any) any) {
		for _, key := range keys {
			if key.Example != nil {
				text, err := json.Marshal(wrap(key.Name, key.Example))
				if err != nil {
					t.Fatal(err)
				}
				if _, err := load("renma.config.json", string(text)); err != nil {
					t.Errorf("%s: %v", text, err)
				}
			}
			try(key.Keys, func(name string, value any) any {
				member := map[string]any{name: value}
				switch key.Kind {
				case ConfigNamed:
					return wrap(key.Name, map[string]any{"p": member})
				case ConfigRecords:
					record := map[string]any{"id": "X", "paths": []string{"a"}, "reason": "r"}
					maps.Copy(record, member)
					return wrap(key.Name, []any{record})
				}
				return wrap(key.Name, member)
			})
		}
	}
	try(ConfigKeys(), func(name string, value any) any { return map[string]any{name: value} })
}

// The loader accepts what the schema accepts, apart from the rules that a
// schema cannot say. The values avoid those: budgets lie on their side of every
// limit, dates exist or have no such form, and patterns are plain.
func TestConfigSchemaAgreesWithTheLoader(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	const rounds = 1500
	for range rounds {
		text, err := json.Marshal(randomSection(r, ConfigKeys()))
		if err != nil {
			t.Fatal(err)
		}
		_, loadErr := load("renma.config.json", string(text))
		schemaErr := schemas.Validate(schemas.Config, text)
		if (loadErr == nil) != (schemaErr == nil) {
			t.Fatalf("%s:\nloader: %v\nschema: %v", text, loadErr, schemaErr)
		}
		if loadErr == nil {
			accepted++
		}
		_, err = InspectConfig(fstest.MapFS{"renma.config.json": {Data: text}}, Options{})
		if (err == nil) != (loadErr == nil) {
			t.Fatalf("%s:\nloader: %v\ninspection: %v", text, loadErr, err)
		}
	}
	if accepted < rounds/10 || accepted > rounds*9/10 {
		t.Errorf("%d of %d configurations are accepted: the test sees one side only", accepted, rounds)
	}
}

// oddity makes one value in so many wrong.
const oddity = 40

func randomSection(r *rand.Rand, keys []ConfigKey) any {
	if r.IntN(oddity) == 0 {
		return oddValue(r)
	}
	out := map[string]any{}
	for _, key := range keys {
		if key.Required && r.IntN(oddity) > 0 || r.IntN(4) == 0 {
			out[key.Name] = randomValue(r, key)
		}
	}
	if r.IntN(oddity) == 0 {
		out["unheard_of"] = true
	}
	return out
}

func oddValue(r *rand.Rand) any {
	return []any{nil, true, "x", "", 1.5, 0, -1, []any{}, []any{1}, map[string]any{"a": 1}, "warn", 1e300}[r.IntN(12)]
}

func randomValue(r *rand.Rand, key ConfigKey) any {
	if r.IntN(oddity) == 0 {
		return oddValue(r)
	}
	word := func() string {
		if len(key.Values) > 0 {
			return key.Values[r.IntN(len(key.Values))]
		}
		return []string{"a", "b/c", "skills/**/*.md", "é", "never"}[r.IntN(5)]
	}
	switch key.Kind {
	case ConfigSection:
		return randomSection(r, key.Keys)
	case ConfigNamed:
		return map[string]any{"p": randomSection(r, key.Keys), "q": randomSection(r, key.Keys)}
	case ConfigRecords:
		return []any{randomSection(r, key.Keys)}
	case ConfigBoolean:
		return r.IntN(3) > 0
	case ConfigInteger:
		if strings.HasSuffix(key.Name, "_high") {
			return 10_000 + r.IntN(9)
		}
		return 1 + r.IntN(9)
	case ConfigTexts, ConfigAnyTexts:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, word())
		}
		if key.Kind == ConfigAnyTexts && r.IntN(2) == 0 {
			return word()
		}
		return list
	}
	switch {
	case key.Name == "expires":
		return []string{"never", "2027-01-31", "soon", "2027-1-31"}[r.IntN(4)]
	case key.NonEmpty && r.IntN(oddity) == 0:
		return " \t"
	}
	return word()
}

func TestInspectConfigNamesEveryFault(t *testing.T) {
	text := `{
  "fail_on": "hihg", // near
  "max_dept": 3,
  "skill_discovery": { "ci_policy": "warn", "ci_policy": "off", },
  "suppressions": [{ "id": " ", "expires": "2027-02-30" }, 7],
  "globs": "x",
  "zzz": 1
}`
	_, err := InspectConfig(fstest.MapFS{"renma.config.jsonc": {Data: []byte(text)}}, Options{})
	var faults *ConfigErrors
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	var got []string
	for _, f := range faults.Faults {
		got = append(got, fmt.Sprintf("%d:%d %.40s", f.Line, f.Column, f.Problem))
	}
	want := []string{
		`2:14 fail_on must be one of low, medium, high`,
		`3:3 unknown key max_dept (did you mean max_d`,
		`4:37 skill_discovery.ci_policy "warn" needs "`,
		`4:45 $.skill_discovery.ci_policy is set twice`,
		`4:63 a comma must not stand before a closing `,
		`5:20 suppressions[0] needs paths`,
		`5:20 suppressions[0] needs reason`,
		`5:28 suppressions[0].id must not be empty`,
		`5:44 suppressions[0].expires must be a date s`,
		`5:60 suppressions[1] must be an object, not a`,
		`6:12 globs must be an array, not a string`,
		`7:3 unknown key zzz, allowed are concurrency`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var first *ConfigError
	if !errors.As(err, &first) || first.Line != 2 || !strings.HasSuffix(err.Error(), "(and 11 more faults)") {
		t.Errorf("the error is %v", err)
	}
}

func TestInspectConfigNamesOrigins(t *testing.T) {
	fsys := fstest.MapFS{"conf/team.jsonc": {Data: []byte(`{
  "fail_on": "low",
  "max_depth": 3.0,
  "quality": { "skill_token_high": 9000 },
  "suppressions": [{ "id": "A", "paths": ["b"], "reason": "c" }],
  "security": { "profiles": { "in side": { "network_allowed": true, "allowed_data": "x" } } }
}`)}}
	got, err := InspectConfig(fsys, Options{Root: "/r", ConfigPath: "conf/team.jsonc", FailOn: "critical"})
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]ConfigValue{}
	for _, v := range got.Values {
		values[v.Key] = v
	}
	for _, want := range []ConfigValue{
		{Key: "fail_on", Value: "critical", Origin: OriginOption, Used: true},
		{Key: "format", Value: "text", Origin: OriginDefault, Used: true},
		{Key: "max_depth", Value: int64(3), Origin: OriginFile, Line: 3, Column: 16, Used: true},
		{Key: "quality.skill_token_high", Value: int64(9000), Origin: OriginFile, Line: 4, Column: 36},
		{Key: "quality.skill_token_warning", Value: 6400, Origin: OriginDefault},
		{Key: "suppressions", Value: []Suppression{{"A", []string{"b"}, "c", "never"}}, Origin: OriginFile, Line: 5, Column: 19, Used: true},
		{Key: `security.profiles."in side".allowed_data`, Value: "x", Origin: OriginFile, Line: 6, Column: 85},
	} {
		if diff := cmp.Diff(want, values[want.Key]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Key, diff)
		}
	}
	if got.ConfigPath != "conf/team.jsonc" || got.Root != "/r" || !reflect.DeepEqual(values["globs"].Value, defaultGlobs()) {
		t.Errorf("got %+v", got)
	}
}
