package renma_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/renma/renma/internal/conformance"
)

// Editors save the same text with a byte order mark or with CRLF line breaks. The
// public cases show both on Skills; here every file of every case gets them, the
// configuration included, and no document may say anything else about it.
func TestByteOrderMarksAndLineBreaksChangeNothing(t *testing.T) {
	t.Parallel()
	cases, err := conformance.ReadAll("testdata/conformance")
	if err != nil {
		t.Fatal(err)
	}
	rewrites := map[string]func([]byte) []byte{
		"byte order mark": func(text []byte) []byte { return append([]byte("\ufeff"), bytes.TrimPrefix(text, []byte("\ufeff"))...) },
		"CRLF": func(text []byte) []byte {
			return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
		},
	}
	compared := 0
	for i := range cases {
		c := &cases[i]
		if c.Name == "collection/file-size-limit" { // more bytes are too many there
			continue
		}
		from, to := archiveTrees(archiveOf(c))
		want, err := everything(t, from, to)
		if err != nil {
			continue // a configuration with a fault
		}
		for name, rewrite := range rewrites {
			got, err := everything(t, rewritten(from, rewrite), rewritten(to, rewrite))
			if err != nil {
				t.Errorf("%s with %s: %v", c.Name, name, err)
				continue
			}
			compared++
			if diff := cmp.Diff(meanings(want), meanings(got)); diff != "" {
				t.Errorf("%s with %s (-as it is +rewritten):\n%.2000s", c.Name, name, diff)
			}
		}
	}
	if compared < 300 {
		t.Errorf("only %d repositories were compared", compared)
	}
}

// rewritten returns a tree whose text files are rewritten.
func rewritten(tree fstest.MapFS, rewrite func([]byte) []byte) fstest.MapFS {
	out := fstest.MapFS{}
	for path, f := range tree {
		g := *f
		if f.Mode == 0 && !bytes.Contains(f.Data, []byte{0}) {
			g.Data = rewrite(f.Data)
		}
		out[path] = &g
	}
	return out
}

var ofTheBytes = regexp.MustCompile(`"(contentHash|sizeBytes|byteOffset)": [^\n]*|sha256:\w+|\(byte offset \d+\)`)

// meanings returns the documents without what only says how many bytes there are.
// A snippet is the line as it stands, with its byte order mark.
func meanings(o outputs) map[string]string {
	out := map[string]string{}
	for id, document := range o.documents {
		out[id] = strings.ReplaceAll(ofTheBytes.ReplaceAllString(document, ""), "\ufeff", "")
	}
	return out
}
