// Command gendocs writes what is generated from the library: docs/rules.md from
// its rules, docs/profiles.md from the profiles of clients, docs/configuration.md
// and the schema of the configuration from its keys. Run it in the root of the module: go run ./internal/gendocs
package main

import (
	"fmt"
	"os"

	"github.com/renma/renma"
	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/schemas/files"
	"github.com/renma/renma/snapshot"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write() error {
	pages, err := generated()
	for i := 0; err == nil && i < len(pages); i++ {
		err = os.WriteFile(pages[i].path, pages[i].text, 0o644)
	}
	return err
}

// page is a generated file; path is relative to the root of the module.
type page struct {
	path string
	text []byte
}

func generated() ([]page, error) {
	schema, err := configSchema(snapshot.ConfigKeys())
	return []page{
		{"docs/rules.md", rulesPage(renma.Rules())},
		{"docs/configuration.md", configPage(snapshot.ConfigKeys())},
		{"docs/profiles.md", profilesPage(agentskills.ClientProfiles())},
		{"schemas/files/" + files.Config + ".json", schema},
	}, err
}
