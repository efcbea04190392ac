package snapshot

import "strings"

// index builds the maps that every lookup uses. Several entries may share an
// id; they stay in catalog order.
func (c *Catalog) index() {
	c.byID = make(map[string][]*Entry, len(c.Entries))
	c.byPath = make(map[string]*Entry, len(c.Entries))
	alone := make([]*Entry, len(c.Entries)) // the lists of one, which most are
	for i, e := range c.Entries {
		list := c.byID[e.ID]
		switch len(list) {
		case 0:
			alone[i] = e
			list = alone[i : i+1 : i+1]
		case 1:
			c.shared = append(c.shared, e.ID)
			fallthrough
		default:
			list = append(list, e)
		}
		c.byID[e.ID] = list
		c.byPath[e.SourcePath] = e
	}
}

// Resolve returns the entry that a declared target names: the first one in
// catalog order whose id is exactly target, else the one at that path, else
// nil. Nothing is matched by case or by suffix (contract 01 section 4.1).
func (c *Catalog) Resolve(target string) *Entry {
	if list := c.byID[target]; len(list) > 0 {
		return list[0]
	}
	return c.byPath[targetPath(target)]
}

// ResolveUnique returns the entry that a declared target names when nothing
// else could be meant: every match by id or by path is one file. It returns
// nil for an unknown and for an ambiguous target.
func (c *Catalog) ResolveUnique(target string) *Entry {
	byPath := c.byPath[targetPath(target)]
	switch list := c.byID[target]; {
	case len(list) == 0:
		return byPath
	case len(list) == 1 && (byPath == nil || byPath == list[0]):
		return list[0]
	}
	return nil
}

// targetPath is the repository path that a target spells.
func targetPath(target string) string {
	return strings.TrimPrefix(strings.ReplaceAll(target, `\`, "/"), "./")
}
