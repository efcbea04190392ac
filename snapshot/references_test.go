package snapshot

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestNamedFiles(t *testing.T) {
	const rest = "skills/a/rest.md"
	tests := []struct {
		body  string
		where string // the file that holds body
		want  []string
	}{
		{"[x](rest.md)", "skills/a/SKILL.md", []string{"skills/a/rest.md:6"}},
		{"\n\n![x](img/one%20two.png?raw=1#top)", "skills/a/SKILL.md", []string{"skills/a/img/one two.png:8"}},
		{"[x](./rest.md) and [y][z]\n\n[z]: ../b/rest.md", "skills/a/SKILL.md", []string{"skills/a/rest.md:6", "skills/b/rest.md:6"}},
		{"Run `python bin/run.py --all \"rest.md\"`, then `rest.md`.", "skills/a/SKILL.md", []string{"skills/a/bin/run.py:6", "skills/a/rest.md:6", "skills/a/rest.md:6"}},
		{"`docs/x.txt` from the root, [docs](docs/x.txt) not", "skills/a/SKILL.md", []string{"docs/x.txt:6"}},
		{"`package.json` of the root has no directory", "skills/a/SKILL.md", nil},
		{"[a](../../../etc/passwd) [b](/rest.md) [c](https://x.y/rest.md) [d](mailto:a@b.c) [e](#rest.md) [f]() `-rest.md` `~/rest.md` `rest`", "skills/a/SKILL.md", nil},
		{"[self](SKILL.md) [dir](bin) [dir](.) [gone](gone.md)", "skills/a/SKILL.md", nil},
		{"[win](bin\\run.py)", "skills/a/SKILL.md", []string{"skills/a/bin/run.py:6"}},
		{"<!-- [x](rest.md) -->\n\n```\n[y](rest.md)\n```", "skills/a/SKILL.md", nil},
		{"[x](rest.md) `bin/run.py`", "skills/a/references/r.md", []string{rest + ":1", "skills/a/bin/run.py:1"}},
		{"[x](near.md)", "skills/a/references/r.md", []string{"skills/a/references/near.md:1"}},
		{"[x](../rest.md)", "contexts/c.md", nil},
		{"[x](rest.md)", "skills/a/notes.md", nil},
	}
	for _, test := range tests {
		files := fstest.MapFS{"skills/a/SKILL.md": {}, "skills/b/rest.md": {}, "docs/x.txt": {}, "package.json": {}, rest: {},
			"skills/a/img/one two.png": {}, "skills/a/bin/run.py": {}, "skills/a/references/near.md": {}, "contexts/rest.md": {}}
		body := test.body
		if test.where == "skills/a/SKILL.md" {
			body = "---\nname: a\ndescription: Sorts plans.\n---\n\n" + body
		}
		files[test.where] = &fstest.MapFile{Data: []byte(body)}
		s, err := Collect(context.Background(), files, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range s.Files {
			for _, ref := range f.references {
				got = append(got, fmt.Sprintf("%s:%d", ref.path, ref.line))
				if !slices.ContainsFunc(s.Files, func(f *File) bool { return f.Path == ref.path }) {
					t.Errorf("%q: %s was not read", test.body, ref.path)
				}
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q in %s (-want +got):\n%s", test.body, test.where, diff)
		}
	}
}

func TestNamedFilesNameFurtherOnes(t *testing.T) {
	files := fstest.MapFS{"skills/a/SKILL.md": {Data: []byte(testSkill() + "\n[0](0.md)\n")}}
	for i := range 20 {
		files[fmt.Sprintf("skills/a/%d.md", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "[next](%d.md) and [back](0.md)", i+1)}
	}
	s, err := Collect(context.Background(), files, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.ScannedFileCount != 21 || s.Coverage.ExpectedPathCount != 21 || !s.Coverage.Complete {
		t.Errorf("%d files, coverage %+v", s.ScannedFileCount, s.Coverage)
	}
}

func TestNamedFilesKeepTheLimits(t *testing.T) {
	files := fstest.MapFS{
		"renma.config.json":                {Data: []byte(`{"exclude": ["x.md", "gen"], "max_depth": 4, "max_file_size_bytes": 400}`)},
		"skills/a/SKILL.md":                {Data: []byte(testSkill() + "\n[x](x.md) [gen](gen/y.md) [deep](p/deep.md) [deeper](p/q/deeper.md) [big](big.md) [l](l/one.md)\n")},
		"skills/a/x.md":                    {},
		"skills/a/gen/y.md":                {},
		"skills/a/p/deep.md":               {},
		"skills/a/p/q/deeper.md":           {},
		"skills/a/big.md":                  {Data: make([]byte, 401)},
		"skills/a/l":                       {Data: []byte("p"), Mode: fs.ModeSymlink},
		"skills/a/references/p/q/r/s/t.md": {},
	}
	s, err := Collect(context.Background(), files, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, i := range s.Coverage.BlockingIssues {
		got = append(got, fmt.Sprintf("%s %s %s %s", i.Scope, i.State, i.Path, i.AffectedBoundary))
	}
	want := []string{
		"exact oversize skills/a/big.md ",
		"subtree symlink skills/a/l skills",
		"exact symlink skills/a/l/one.md ",
		"exact deep skills/a/p/q/deeper.md ",
		"exact excluded skills/a/x.md ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s.Coverage.InspectedPathCount != 2 || s.Coverage.ExpectedPathCount != 6 {
		t.Errorf("coverage %+v", s.Coverage)
	}
}
