package files_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/renma/renma/schemas/files"
)

func Example() {
	source, err := files.Source("renma.version.v1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(json.Valid(source), files.IDs()[0])
	_, err = files.Source("renma.nope.v1")
	var unknown *files.UnknownError
	fmt.Println(errors.As(err, &unknown))
	// Output:
	// true renma.baseline.v1
	// true
}
