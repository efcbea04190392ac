package snapshot

import "testing"

// testCatalog makes a catalog of entries given as path and id.
func testCatalog(pairs ...string) *Catalog {
	c := &Catalog{}
	for i := 0; i < len(pairs); i += 2 {
		c.Entries = append(c.Entries, &Entry{SourcePath: pairs[i], ID: pairs[i+1]})
	}
	c.index()
	return c
}

func TestResolve(t *testing.T) {
	c := testCatalog(
		"contexts/a.md", "context.a",
		"contexts/b.md", "shared",
		"contexts/c.md", "shared",
		"contexts/d.md", "contexts/a.md",
		"contexts/e.md", "contexts/e.md",
	)
	tests := []struct{ target, first, unique string }{
		{"context.a", "contexts/a.md", "contexts/a.md"},
		{"shared", "contexts/b.md", ""},
		{"contexts/b.md", "contexts/b.md", "contexts/b.md"},
		{"./contexts/b.md", "contexts/b.md", "contexts/b.md"},
		{`contexts\b.md`, "contexts/b.md", "contexts/b.md"},
		{`.\contexts\b.md`, "contexts/b.md", "contexts/b.md"},
		{"contexts/a.md", "contexts/d.md", ""},
		{"./contexts/a.md", "contexts/a.md", "contexts/a.md"},
		{"contexts/e.md", "contexts/e.md", "contexts/e.md"},
		{"Context.a", "", ""},
		{"a.md", "", ""},
		{"././contexts/b.md", "", ""},
		{"", "", ""},
	}
	path := func(e *Entry) string {
		if e == nil {
			return ""
		}
		return e.SourcePath
	}
	for _, tt := range tests {
		if got := path(c.Resolve(tt.target)); got != tt.first {
			t.Errorf("Resolve(%q) = %q, want %q", tt.target, got, tt.first)
		}
		if got := path(c.ResolveUnique(tt.target)); got != tt.unique {
			t.Errorf("ResolveUnique(%q) = %q, want %q", tt.target, got, tt.unique)
		}
	}
}
