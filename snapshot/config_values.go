package snapshot

import (
	"math"

	"github.com/renma/renma/diagnostic"
)

// DefaultConfig is the configuration of a repository without a file.
func DefaultConfig() Config {
	return Config{
		FailOn: diagnostic.LevelHigh, Format: "text", Globs: defaultGlobs(), Exclude: []string{"node_modules", "dist", ".git"},
		MaxFileSizeBytes: 524288, MaxDepth: 16, Concurrency: 16, SkillDiscovery: SkillDiscovery{CIPolicy: "off"},
	}
}

// decodeConfig puts the values of a checked file over the defaults.
func decodeConfig(root jsonValue) Config {
	c := DefaultConfig()
	for _, m := range root.object {
		v := m.value
		switch m.name {
		case "fail_on":
			c.FailOn = diagnostic.Level(v.literal.String())
		case "format":
			c.Format = v.literal.String()
		case "globs":
			c.Globs = v.texts()
		case "exclude":
			c.Exclude = v.texts()
		case "max_file_size_bytes":
			c.MaxFileSizeBytes = v.integer()
		case "max_depth":
			c.MaxDepth = int(min(v.integer(), math.MaxInt32))
		case "concurrency":
			c.Concurrency = int(min(v.integer(), math.MaxInt32))
		case "suppressions":
			c.Suppressions = v.suppressions()
		case "metadata":
			if required, ok := v.get("required"); ok {
				c.MetadataRequired = required.texts()
			}
		case "skill_discovery":
			c.SkillDiscovery = v.skillDiscovery(c.SkillDiscovery)
		}
	}
	return c
}

func (v jsonValue) get(name string) (jsonValue, bool) {
	for _, m := range v.object {
		if m.name == name {
			return m.value, true
		}
	}
	return jsonValue{}, false
}

func (v jsonValue) texts() []string {
	out := make([]string, len(v.array))
	for i, e := range v.array {
		out[i] = e.literal.String()
	}
	return out
}

func (v jsonValue) suppressions() []Suppression {
	out := []Suppression{}
	for _, item := range v.array {
		s := Suppression{Expires: neverExpires}
		for _, m := range item.object {
			switch m.name {
			case "id":
				s.ID = m.value.literal.String()
			case "reason":
				s.Reason = m.value.literal.String()
			case "paths":
				s.Paths = m.value.texts()
			case "expires":
				s.Expires = m.value.literal.String()
			}
		}
		out = append(out, s)
	}
	return out
}

func (v jsonValue) skillDiscovery(out SkillDiscovery) SkillDiscovery {
	if a, ok := v.get("adopted"); ok {
		out.Adopted = a.literal.Bool()
	}
	if p, ok := v.get("ci_policy"); ok {
		out.CIPolicy = p.literal.String()
	}
	return out
}
