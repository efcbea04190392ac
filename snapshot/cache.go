package snapshot

import (
	"io/fs"
	"sync"
)

// Cache keeps what files were parsed into, so that several calls of [Collect]
// over states of one repository parse each file once. It works for file systems
// that can tell equal bytes without reading them: those whose [fs.FileInfo] has a
// Sys value with a method ContentID() string, equal for equal bytes only. On all
// others it has no effect.
//
// A Cache never forgets before its last use ([Options].LastUse). It may be used by
// several goroutines. The zero value is ready to use and must not be copied.
type Cache struct {
	mu     sync.Mutex
	parsed map[cacheKey]outcome
}

// cacheKey is everything that the outcome of reading a file depends on.
type cacheKey struct {
	path, content string
	named         bool
	judge         judge
}

// get returns a copy of what is known under key or, the last time, what is known.
func (c *Cache) get(key cacheKey, last bool) (outcome, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	out, ok := c.parsed[key]
	if last {
		delete(c.parsed, key)
		return out, ok
	}
	return out.copied(), ok
}

// expect makes room for n files, before the first is put.
func (c *Cache) expect(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.parsed == nil {
		c.parsed = make(map[cacheKey]outcome, n)
	}
}

func (c *Cache) put(key cacheKey, out outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.parsed[key] = out.copied()
}

// copied returns the outcome with a File and an Entry of its own: a snapshot fills
// in what depends on the other files.
func (o outcome) copied() outcome {
	if o.file != nil {
		f := *o.file
		if f.entry != nil {
			e := *f.entry
			e.file = &f
			f.entry = &e
		}
		o.file = &f
	}
	return o
}

// contentID names the bytes of a file without reading them, where the file
// system can do that.
func contentID(fsys fs.FS, p string) (string, bool) {
	links, ok := fsys.(fs.ReadLinkFS)
	if !ok {
		return "", false
	}
	info, err := links.Lstat(p)
	if err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	content, ok := info.Sys().(interface{ ContentID() string })
	if !ok {
		return "", false
	}
	return content.ContentID(), true
}
