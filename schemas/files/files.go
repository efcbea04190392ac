package files

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// common is the file that holds the parts which several schemas share.
const common = "renma.common.v1"

// Config is the id of the schema of the configuration file. It describes what
// renma reads, not a document, so [IDs] does not hold it.
const Config = "renma.config.v1"

// shared lists the files that describe no document of their own. A file may
// refer to those after it.
var shared = []string{"renma.discovery.v1", common}

//go:embed *.json
var files embed.FS

// IDs returns the ids of the schemas of all documents, sorted. The id of a
// schema is the schemaVersion of the documents, or parts of documents, that it
// describes.
func IDs() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil // an embedded root directory can be read
	}
	var ids []string
	for _, e := range entries {
		if id := strings.TrimSuffix(e.Name(), ".json"); id != Config && !slices.Contains(shared, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// UnknownError says that no schema has the given id.
type UnknownError struct{ ID string }

// Error names the id and those that exist.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("there is no schema %q; known are %s", e.ID, strings.Join(IDs(), ", "))
}

// Source returns the text of a schema with everything it refers to inside, so
// that it can be used by itself. It returns an [*UnknownError] for an id that
// is neither one of [IDs] nor [Config].
func Source(id string) ([]byte, error) {
	source, err := files.ReadFile(id + ".json")
	if err != nil || slices.Contains(shared, id) {
		return nil, &UnknownError{id}
	}
	for _, part := range append(IDs(), shared...) {
		if part == id || !bytes.Contains(source, []byte(`"`+part+`.json`)) {
			continue
		}
		text, err := files.ReadFile(part + ".json")
		if err != nil {
			return nil, err
		}
		text = bytes.ReplaceAll(bytes.TrimSpace(text), []byte("\n"), []byte("\n    "))
		head := []byte("\n  \"$defs\": {\n")
		bundle := fmt.Appendf(nil, "%s    %q: %s,\n", head, part+".json", text)
		source = bytes.Replace(source, head, bundle, 1)
	}
	return source, nil
}
