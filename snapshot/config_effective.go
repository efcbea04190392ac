package snapshot

import "io/fs"

// EffectiveConfigSchema is the schemaVersion of [EffectiveConfig].
const EffectiveConfigSchema = "renma.effective-config.v1"

// EffectiveConfig is the document that shows which values hold and where each
// one comes from.
type EffectiveConfig struct {
	SchemaVersion string `json:"schemaVersion"`
	Root          string `json:"root"`
	ConfigPath    string `json:"configPath,omitempty"` // relative to the root; absent without a file
	// Values has an entry for every key with a default and for every key
	// that the file sets, in the order of [ConfigKeys]. The suppressions
	// are one value.
	Values []ConfigValue `json:"values"`
	// Config holds the same values as Collect uses them.
	Config Config `json:"-"`
}

// ConfigOrigin says where a value comes from.
type ConfigOrigin string

// The origins, the weakest first.
const (
	OriginDefault ConfigOrigin = "default"
	OriginFile    ConfigOrigin = "file"
	OriginOption  ConfigOrigin = "option" // of the call
)

// ConfigValue is one key with the value that holds.
type ConfigValue struct {
	Key    string       `json:"key"` // with the sections that lead to it, such as skill_discovery.adopted
	Value  any          `json:"value"`
	Origin ConfigOrigin `json:"origin"`
	// Line and Column are those of the value in the file (1-based, columns
	// count code points), absent for the other origins.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Used is false for a key that no analysis of renma reads.
	Used bool `json:"used"`
}

// InspectConfig loads the configuration of the repository at the root of fsys,
// as [Collect] does, and says where its values come from. opts.Root,
// opts.ConfigPath, opts.ConfigFS and opts.FailOn count. Where Collect stops at
// the first fault of a file, the error is here a [*ConfigErrors] with all of
// them.
func InspectConfig(fsys fs.FS, opts Options) (*EffectiveConfig, error) {
	root, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, &RootError{Err: err}
	}
	file, err := opts.readConfig(fsys, root)
	if err != nil {
		return nil, err
	}
	out := &effective{document: &EffectiveConfig{SchemaVersion: EffectiveConfigSchema, Root: opts.Root, Values: []ConfigValue{}}}
	var value jsonValue
	if file != nil {
		src, v, check := checkConfig(file)
		if err := check.all(src); err != nil {
			return nil, err
		}
		out.src, value, out.document.ConfigPath = src, v, file.path
	}
	out.document.Config = decodeConfig(value)
	out.section(ConfigKeys(), value, "")
	for i := range out.document.Values {
		if v := &out.document.Values[i]; v.Key == "fail_on" && opts.FailOn != "" {
			*v = ConfigValue{Key: v.Key, Value: string(opts.FailOn), Origin: OriginOption, Used: true}
			out.document.Config.FailOn = opts.FailOn
		}
	}
	return out.document, nil
}

// effective collects the values of a checked file.
type effective struct {
	src      *configSource // nil without a file
	document *EffectiveConfig
}

func (e *effective) section(keys []ConfigKey, v jsonValue, where string) {
	for i := range keys {
		key := &keys[i]
		path := join(where, key.Name)
		value, set := v.get(key.Name)
		switch {
		case key.Kind == ConfigSection:
			e.section(key.Keys, value, path)
		case key.Kind == ConfigNamed:
			for _, m := range value.object {
				e.section(key.Keys, m.value, join(path, m.name))
			}
		case set:
			line, column := e.src.lines.Position(value.offset)
			e.add(ConfigValue{path, value.plain(key.Kind), OriginFile, line, column, !key.Unused})
		case key.Kind == ConfigRecords:
			e.add(ConfigValue{Key: path, Value: []Suppression{}, Origin: OriginDefault, Used: !key.Unused})
		case key.Default != nil:
			e.add(ConfigValue{Key: path, Value: key.Default, Origin: OriginDefault, Used: !key.Unused})
		}
	}
}

func (e *effective) add(v ConfigValue) { e.document.Values = append(e.document.Values, v) }

// plain returns the value of a key of that kind as Go encodes it.
func (v jsonValue) plain(kind ConfigKind) any {
	switch {
	case kind == ConfigRecords:
		return v.suppressions()
	case v.kind == jsonArray:
		return v.texts()
	case v.kind == jsonNumber:
		return v.integer()
	case v.kind == jsonBool:
		return v.literal.Bool()
	}
	return v.literal.String()
}
