package schemas

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEverySchemaCompilesByItself(t *testing.T) {
	if _, err := compiled(); err != nil {
		t.Fatal(err)
	}
	for _, id := range append(IDs(), Config) {
		source, err := Source(id)
		if err != nil {
			t.Fatal(err)
		}
		var head struct {
			Schema     string `json:"$schema"`
			ID         string `json:"$id"`
			Title      string
			Properties struct {
				SchemaVersion struct{ Const string }
			}
		}
		if err := json.Unmarshal(source, &head); err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if head.Schema != "https://json-schema.org/draft/2020-12/schema" {
			t.Errorf("%s has the dialect %q", id, head.Schema)
		}
		if !strings.HasSuffix(head.ID, "/"+id+".json") {
			t.Errorf("%s has the $id %q", id, head.ID)
		}
		if head.Properties.SchemaVersion.Const != id && id != Config {
			t.Errorf("%s is for documents of version %q", id, head.Properties.SchemaVersion.Const)
		}
	}
}

func TestUnknownSchema(t *testing.T) {
	var unknown *UnknownError
	if err := Validate("renma.nope.v1", []byte("{}")); !errors.As(err, &unknown) || unknown.ID != "renma.nope.v1" {
		t.Errorf("Validate: %v", err)
	}
	for _, id := range []string{"renma.common.v1", "renma.discovery.v1", "", ".", "../files/renma.scan.v1", "/renma.scan.v1", "renma.scan.v1.json"} {
		if _, err := Source(id); !errors.As(err, &unknown) || unknown.ID != id {
			t.Errorf("Source of %q: %v", id, err)
		}
	}
}

func TestValidateRefusesWhatIsNoJSON(t *testing.T) {
	for _, text := range []string{"", "{", "{} {}", "{'a':1}"} {
		err := Validate("renma.scan.v1", []byte(text))
		if invalid := new(InvalidError); err == nil || errors.As(err, &invalid) {
			t.Errorf("Validate(%q) = %v", text, err)
		}
	}
}

func TestProblemsComeInOneOrder(t *testing.T) {
	document := []byte(`{"schemaVersion":"renma.catalog.v1","root":"","zeta":1,"alpha":2,"mid":3,"scannedFileCount":-1,
		"catalog":{"entries":{},"a~b/c":0},"contextLens":{},"diagnostics":[{"code":"x"}]}`)
	var first []Problem
	for range 20 {
		var invalid *InvalidError
		if err := Validate("renma.catalog.v1", document); !errors.As(err, &invalid) {
			t.Fatalf("Validate = %v", err)
		}
		if first == nil {
			first = invalid.Problems
			continue
		}
		if diff := cmp.Diff(first, invalid.Problems); diff != "" {
			t.Fatalf("problems change from run to run:\n%s", diff)
		}
	}
	var pointers []string
	for _, p := range first {
		pointers = append(pointers, p.Pointer)
	}
	want := []string{"", "/catalog", "/catalog", "/catalog/entries", "/contextLens", "/diagnostics/0", "/diagnostics/0/code", "/root", "/scannedFileCount"}
	if diff := cmp.Diff(want, pointers); diff != "" {
		t.Errorf("pointers (-want +got):\n%s", diff)
	}
}

func FuzzValidate(f *testing.F) {
	f.Add("renma.scan.v1", []byte(`{"schemaVersion":"renma.scan.v1"}`))
	f.Add("renma.catalog.v1", []byte(`[1e999, {"a": null}]`))
	f.Fuzz(func(t *testing.T, id string, document []byte) {
		first, second := Validate(id, document), Validate(id, document)
		if (first == nil) != (second == nil) || first != nil && first.Error() != second.Error() {
			t.Errorf("two answers: %v and %v", first, second)
		}
	})
}

func TestErrorsNameWhatIsWrong(t *testing.T) {
	unknown := (&UnknownError{ID: "renma.nope.v1"}).Error()
	if !strings.Contains(unknown, `"renma.nope.v1"`) || !strings.Contains(unknown, "renma.scan.v1") {
		t.Errorf("unknown schema: %q", unknown)
	}
	invalid := &InvalidError{ID: "renma.scan.v1"}
	for i := range 12 {
		invalid.Problems = append(invalid.Problems, Problem{"/" + strings.Repeat("x", i+1), "is wrong"})
	}
	lines := strings.Split(invalid.Error(), "\n")
	if len(lines) != 12 || lines[0] != "the document does not follow renma.scan.v1:" || lines[1] != "  /x: is wrong" || lines[11] != "  and 2 more" {
		t.Errorf("invalid document:\n%s", invalid.Error())
	}
}
