package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/renma/renma/snapshot"
)

const configIntro = `# Configuration

A repository needs no configuration. To change a default, put a file ` + "`renma.config.jsonc`" + ` (or ` + "`renma.config.json`" + `) in
its root; ` + "`--config FILE`" + ` names another file inside the repository. The file holds one JSON object; every key is
optional. A ` + "`.jsonc`" + ` file may hold comments, neither may hold a comma before a closing bracket, a key that is set twice
or a key that is not listed here: a typing error is reported, never passed over.

` + "```sh" + `
renma config check    # every fault with line and column, exit 2 when there is one
renma config show     # the values that hold and where each one comes from
renma config schema   # the JSON Schema of the file, for editors
` + "```" + `

Editors complete and check the keys with the schema. For Visual Studio Code, run
` + "`renma config schema > .vscode/renma.config.schema.json`" + ` and add to the settings of the workspace:

` + "```json" + `
{
  "json.schemas": [
    {
      "fileMatch": ["renma.config.json", "renma.config.jsonc"],
      "url": "./.vscode/renma.config.schema.json"
    }
  ]
}
` + "```" + `

The file itself takes no ` + "`$schema`" + ` key. This page is generated from the table that the check uses: change
` + "`snapshot/config_keys.go`" + `, then run ` + "`go run ./internal/gendocs`" + `.

## Keys

| key | value | default |
| --- | --- | --- |
`

// configPage renders the keys of the configuration: a table of all, and a part
// for each key of the top level.
func configPage(keys []snapshot.ConfigKey) []byte {
	var b bytes.Buffer
	b.WriteString(configIntro)
	walkKeys(keys, "", func(path string, key *snapshot.ConfigKey) {
		if len(key.Keys) == 0 || key.Kind == snapshot.ConfigRecords {
			fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", path, strings.Trim(topOf(path), "[]"), valueOf(key), defaultOf(key, path))
		}
	})
	for i := range keys {
		key := &keys[i]
		fmt.Fprintf(&b, "\n### %s\n\n%s. %s\n", key.Name, key.Title, key.Text)
		note(&b, key)
		if list, ok := key.Default.([]string); ok && len(list) > 3 {
			fmt.Fprintf(&b, "\nThe default list:\n\n```json\n%s\n```\n", indented(list))
		}
		if len(key.Keys) > 0 {
			b.WriteByte('\n')
		}
		walkKeys(key.Keys, prefixOf(key, key.Name), func(path string, key *snapshot.ConfigKey) {
			fmt.Fprintf(&b, "- `%s` · %s. %s", path, key.Title, key.Text)
			if key.Required {
				b.WriteString(" Required.")
			}
			if key.Unused {
				b.WriteString(" *Not read.*")
			}
			b.WriteByte('\n')
		})
		example(&b, key)
	}
	fmt.Fprintf(&b, "\n*Not read* marks keys that are accepted and checked for other tools: no analysis of renma reads them.\n")
	return b.Bytes()
}

// walkKeys calls visit for each key and those below it.
func walkKeys(keys []snapshot.ConfigKey, above string, visit func(path string, key *snapshot.ConfigKey)) {
	for i := range keys {
		path := above + keys[i].Name
		visit(path, &keys[i])
		walkKeys(keys[i].Keys, prefixOf(&keys[i], path), visit)
	}
}

// prefixOf is the beginning of the paths of the keys below key.
func prefixOf(key *snapshot.ConfigKey, path string) string {
	switch key.Kind {
	case snapshot.ConfigNamed:
		return path + ".NAME."
	case snapshot.ConfigRecords:
		return path + "[]."
	}
	return path + "."
}

func topOf(path string) string {
	top, _, _ := strings.Cut(path, ".")
	return top
}

func valueOf(key *snapshot.ConfigKey) string {
	switch {
	case key.Name == "expires":
		return "`YYYY-MM-DD` or `never`"
	case key.Kind == snapshot.ConfigText && key.Values != nil:
		return "`" + strings.Join(key.Values, "`, `") + "`"
	case key.Kind == snapshot.ConfigInteger:
		return "integer above 0"
	case len(key.Values) > 0:
		return string(key.Kind) + ": `" + strings.Join(key.Values, "`, `") + "`"
	}
	return string(key.Kind)
}

func defaultOf(key *snapshot.ConfigKey, path string) string {
	list, isList := key.Default.([]string)
	switch {
	case key.Required:
		return "required"
	case key.Default == nil:
		return "none"
	case isList && len(list) == 0:
		return "none"
	case isList && len(list) > 3:
		return "[see below](#" + topOf(path) + ")"
	case isList:
		return "`" + strings.Join(list, "`, `") + "`"
	}
	return fmt.Sprintf("`%v`", key.Default)
}

func note(b *bytes.Buffer, key *snapshot.ConfigKey) {
	if key.Unused {
		b.WriteString(" " + unusedNote + "\n")
	}
}

// example shows how the key is set, with what the table gives for it.
func example(b *bytes.Buffer, key *snapshot.ConfigKey) {
	value := exampleOf(key)
	if value == nil {
		return
	}
	fmt.Fprintf(b, "\n```jsonc\n%s\n```\n", indented(object{{Key: key.Name, Value: value}}))
}

// exampleOf returns the example of a key or of the keys below it, nil without
// one.
func exampleOf(key *snapshot.ConfigKey) any {
	if len(key.Keys) == 0 {
		return key.Example
	}
	members := object{}
	for i := range key.Keys {
		if value := exampleOf(&key.Keys[i]); value != nil {
			members = append(members, object{{Key: key.Keys[i].Name, Value: value}}...)
		}
	}
	switch {
	case len(members) == 0:
		return nil
	case key.Kind == snapshot.ConfigNamed:
		return object{{Key: "internal", Value: members}}
	case key.Kind == snapshot.ConfigRecords:
		return []any{members}
	}
	return members
}

func indented(v any) string {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err) // texts, numbers and lists of them can be encoded
	}
	return string(text)
}
