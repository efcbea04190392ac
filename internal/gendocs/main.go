// Command gendocs writes docs/rules.md from the rules of the library. Run it
// in the root of the module: go run ./internal/gendocs
package main

import (
	"fmt"
	"os"

	"github.com/renma/renma"
)

func main() {
	if err := os.WriteFile("docs/rules.md", rulesPage(renma.Rules()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
