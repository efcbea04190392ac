package schemas_test

import (
	"errors"
	"fmt"

	"github.com/renma/renma/schemas"
)

func ExampleValidate() {
	err := schemas.Validate("renma.catalog.v1", []byte(`{"schemaVersion": "renma.catalog.v1", "root": 7}`))
	var invalid *schemas.InvalidError
	if errors.As(err, &invalid) {
		for _, p := range invalid.Problems {
			fmt.Printf("%q %s\n", p.Pointer, p.Message)
		}
	}
	// Output:
	// "" missing properties 'scannedFileCount', 'catalog', 'contextLens', 'diagnostics'
	// "/root" got number, want string
}
