package schemas

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/renma/renma/schemas/files"
)

// Config is the id of the schema of the configuration file. It describes what
// renma reads, not a document, so [IDs] does not hold it.
const Config = files.Config

// UnknownError says that no schema has the given id.
type UnknownError = files.UnknownError

// IDs returns the ids of the schemas of all documents, sorted. The id of a
// schema is the schemaVersion of the documents, or parts of documents, that it
// describes.
func IDs() []string { return files.IDs() }

// Source returns the text of a schema with everything it refers to inside, so
// that it can be used by itself. It returns an [*UnknownError] for an id that
// is neither one of [IDs] nor [Config].
func Source(id string) ([]byte, error) { return files.Source(id) }

// Problem is one place where a document breaks its schema. Pointer is the JSON
// pointer of that place, "" for the whole document.
type Problem struct{ Pointer, Message string }

// InvalidError says that a document breaks its schema. Problems is not empty
// and sorted by pointer, then message.
type InvalidError struct {
	ID       string
	Problems []Problem
}

// Error names the schema and up to ten problems.
func (e *InvalidError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the document does not follow %s:", e.ID)
	for i, p := range e.Problems {
		if i == 10 {
			fmt.Fprintf(&b, "\n  and %d more", len(e.Problems)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s: %s", p.Pointer, p.Message)
	}
	return b.String()
}

// Validate checks a JSON document against the schema with the given id. It
// returns an [*UnknownError] when there is no such schema, an [*InvalidError]
// when the document breaks it, and the decoder's error when the document is
// no JSON.
func Validate(id string, document []byte) error {
	all, err := compiled()
	if err != nil {
		return err
	}
	schema := all[id]
	if schema == nil {
		return &UnknownError{ID: id}
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return fmt.Errorf("the document is no JSON: %w", err)
	}
	err = schema.Validate(value)
	if invalid, ok := err.(*jsonschema.ValidationError); ok {
		return &InvalidError{id, problems(invalid)}
	}
	return err
}

// compiled holds every schema by id. A schema that does not compile is a
// mistake of ours, which a test finds.
var compiled = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	all := map[string]*jsonschema.Schema{}
	for _, id := range append(IDs(), Config) {
		source, err := Source(id)
		if err != nil {
			return nil, err
		}
		if all[id], err = compile(id, source); err != nil {
			return nil, err
		}
	}
	return all, nil
})

func compile(id string, source []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	if err != nil {
		return nil, fmt.Errorf("schema %s: %w", id, err)
	}
	c := jsonschema.NewCompiler()
	// Without a loader nothing outside of the schema is ever opened.
	c.UseLoader(jsonschema.SchemeURLLoader{})
	url := "https://github.com/renma/renma/schemas/" + id + ".json"
	if err := c.AddResource(url, doc); err != nil {
		return nil, fmt.Errorf("schema %s: %w", id, err)
	}
	return c.Compile(url)
}

// problems flattens the tree of causes to its leaves. The library gives
// siblings, and the names of unknown members, in the order of a map.
func problems(err *jsonschema.ValidationError) []Problem {
	printer := message.NewPrinter(language.English)
	var list []Problem
	var collect func(e *jsonschema.ValidationError)
	collect = func(e *jsonschema.ValidationError) {
		if extra, ok := e.ErrorKind.(*kind.AdditionalProperties); ok {
			slices.Sort(extra.Properties)
		}
		if len(e.Causes) == 0 {
			list = append(list, Problem{pointer(e.InstanceLocation), e.ErrorKind.LocalizedString(printer)})
		}
		for _, cause := range e.Causes {
			collect(cause)
		}
	}
	collect(err)
	slices.SortFunc(list, func(a, b Problem) int {
		if c := strings.Compare(a.Pointer, b.Pointer); c != 0 {
			return c
		}
		return strings.Compare(a.Message, b.Message)
	})
	return slices.Compact(list)
}

func pointer(segments []string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var b strings.Builder
	for _, s := range segments {
		b.WriteString("/" + escape.Replace(s))
	}
	return b.String()
}
