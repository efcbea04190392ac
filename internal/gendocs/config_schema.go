package main

import (
	"bytes"

	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/schemas/files"
	"github.com/renma/renma/snapshot"
)

// object is a JSON object whose members keep their order.
type object = diagnostic.Details

// configSchema renders the JSON Schema of the configuration file. What it
// cannot say stands in the descriptions: budgets below their limits, dates that
// exist, patterns that are not too many.
func configSchema(keys []snapshot.ConfigKey) ([]byte, error) {
	root := object{
		{Key: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		{Key: "$id", Value: "https://github.com/renma/renma/schemas/" + files.Config + ".json"},
		{Key: "title", Value: "renma configuration"},
		{Key: "description", Value: "The file renma.config.jsonc or renma.config.json in the root of a repository of Agent Skills."},
		{Key: "type", Value: []string{"object", "null"}},
	}
	var b bytes.Buffer
	if err := textio.EncodeJSON(&b, append(root, section(keys)...)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// section describes the members of an object.
func section(keys []snapshot.ConfigKey) object {
	properties, required := object{}, []string{}
	for i := range keys {
		properties = properties.With(keys[i].Name, property(&keys[i]))
		if keys[i].Required {
			required = append(required, keys[i].Name)
		}
	}
	out := object{{Key: "properties", Value: properties}, {Key: "additionalProperties", Value: false}}
	if len(required) > 0 {
		out = out.With("required", required)
	}
	return out
}

func property(key *snapshot.ConfigKey) object {
	text := key.Text
	if key.Unused {
		text += " " + unusedNote
	}
	out := object{{Key: "title", Value: key.Title}, {Key: "description", Value: text}}
	out = append(out, typeOf(key)...)
	if key.Default != nil {
		out = out.With("default", key.Default)
	}
	if key.Example != nil {
		out = out.With("examples", []any{key.Example})
	}
	return out
}

// unusedNote stands behind the text of a key without effect.
const unusedNote = "Accepted for other tools: no analysis of renma reads it."

const maxInteger = 1<<53 - 1

func typeOf(key *snapshot.ConfigKey) object {
	switch key.Kind {
	case snapshot.ConfigSection:
		out := append(object{{Key: "type", Value: "object"}}, section(key.Keys)...)
		if key.Name == "skill_discovery" {
			out = append(out, warnNeedsAdopted()...)
		}
		return out
	case snapshot.ConfigNamed:
		return object{{Key: "type", Value: "object"}, {Key: "additionalProperties", Value: append(object{{Key: "type", Value: "object"}}, section(key.Keys)...)}}
	case snapshot.ConfigRecords:
		return object{{Key: "type", Value: "array"}, {Key: "items", Value: append(object{{Key: "type", Value: "object"}}, section(key.Keys)...)}}
	case snapshot.ConfigInteger:
		return object{{Key: "type", Value: "integer"}, {Key: "minimum", Value: 1}, {Key: "maximum", Value: int64(maxInteger)}}
	case snapshot.ConfigBoolean:
		return object{{Key: "type", Value: "boolean"}}
	case snapshot.ConfigTexts:
		return texts(key)
	case snapshot.ConfigAnyTexts:
		return object{{Key: "anyOf", Value: []object{{{Key: "type", Value: "string"}}, texts(key)}}}
	}
	return text(key)
}

func texts(key *snapshot.ConfigKey) object {
	out := object{{Key: "type", Value: "array"}, {Key: "items", Value: text(&snapshot.ConfigKey{Values: key.Values})}}
	if key.NonEmpty {
		out = out.With("minItems", 1)
	}
	if key.Unique {
		out = out.With("uniqueItems", true)
	}
	return out
}

func text(key *snapshot.ConfigKey) object {
	out := object{{Key: "type", Value: "string"}}
	pattern := key.Pattern
	if key.NonEmpty {
		pattern = `\S`
	}
	if key.Values != nil {
		out = out.With("enum", key.Values)
	}
	if pattern != "" {
		out = out.With("pattern", pattern)
	}
	return out
}

// warnNeedsAdopted is the one rule between two keys that a schema can say
// whatever the defaults are.
func warnNeedsAdopted() object {
	only := func(name string, value any) object {
		return object{
			{Key: "properties", Value: object{{Key: name, Value: object{{Key: "const", Value: value}}}}},
			{Key: "required", Value: []string{name}},
		}
	}
	return object{{Key: "if", Value: only("ci_policy", "warn")}, {Key: "then", Value: only("adopted", true)}}
}
