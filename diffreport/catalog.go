package diffreport

import (
	"cmp"
	"slices"

	"github.com/renma/renma/snapshot"
)

// Catalog holds the assets that differ, each list sorted by id, then path.
type Catalog struct {
	AddedAssets   []Asset       `json:"addedAssets"`
	RemovedAssets []Asset       `json:"removedAssets"`
	ChangedAssets []AssetChange `json:"changedAssets"`
}

// Asset is one asset of one side. Owners are nil when there is none.
type Asset struct {
	ID              string          `json:"id"`
	Path            string          `json:"path"`
	Kind            snapshot.Kind   `json:"kind"`
	ContentHash     string          `json:"contentHash"`
	DeclaredOwner   *string         `json:"declaredOwner"`
	EffectiveOwner  *string         `json:"effectiveOwner"`
	Status          snapshot.Status `json:"status,omitempty"`
	StatusReason    string          `json:"statusReason,omitempty"`
	StatusChangedAt string          `json:"statusChangedAt,omitempty"`
}

// AssetChange is an asset of both sides that differs. ChangedFields is empty
// when only its bytes do. Path is that of the to side.
type AssetChange struct {
	ID             string   `json:"id"`
	Path           string   `json:"path"`
	ChangedFields  []string `json:"changedFields"`
	ContentChanged bool     `json:"contentChanged,omitempty"`
	From           Asset    `json:"from"`
	To             Asset    `json:"to"`
}

// assetKey identifies an asset: by its id, and by its path too where an id
// stands for several assets on either side.
type assetKey struct{ id, path string }

func compareKeys(a, b assetKey) int {
	return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.path, b.path))
}

// identities tells the keys of assets of two catalogs. It holds the ids that are
// shared in one of them.
type identities map[string]bool

func newIdentities(catalogs ...*snapshot.Catalog) identities {
	shared := identities{}
	for _, c := range catalogs {
		for _, id := range c.SharedIDs() {
			shared[id] = true
		}
	}
	return shared
}

func (shared identities) key(e *snapshot.Entry) assetKey {
	if shared[e.ID] {
		return assetKey{e.ID, e.SourcePath}
	}
	return assetKey{id: e.ID}
}

// diffCatalog also returns the number of assets on both sides.
func diffCatalog(from, to *snapshot.Catalog, ids identities) (d Catalog, common int) {
	d = Catalog{AddedAssets: []Asset{}, RemovedAssets: []Asset{}, ChangedAssets: []AssetChange{}}
	for _, p := range match(from.Entries, to.Entries, snapshot.CompareEntries, ids.key) {
		switch {
		case p.from < 0:
			d.AddedAssets = append(d.AddedAssets, newAsset(to.Entries[p.to]))
		case p.to < 0:
			d.RemovedAssets = append(d.RemovedAssets, newAsset(from.Entries[p.from]))
		default:
			common++
			if change, ok := compareAssets(newAsset(from.Entries[p.from]), newAsset(to.Entries[p.to])); ok {
				d.ChangedAssets = append(d.ChangedAssets, change)
			}
		}
	}
	compare := func(a, b Asset) int { return compareKeys(assetKey{a.ID, a.Path}, assetKey{b.ID, b.Path}) }
	slices.SortFunc(d.AddedAssets, compare)
	slices.SortFunc(d.RemovedAssets, compare)
	slices.SortFunc(d.ChangedAssets, func(a, b AssetChange) int { return compare(a.To, b.To) })
	return d, common
}

func newAsset(e *snapshot.Entry) Asset {
	return Asset{
		ID:              e.ID,
		Path:            e.SourcePath,
		Kind:            e.Kind,
		ContentHash:     e.ContentHash,
		DeclaredOwner:   e.Ownership.DeclaredOwner,
		EffectiveOwner:  e.Ownership.EffectiveOwner,
		Status:          e.Metadata.Status,
		StatusReason:    e.Metadata.StatusReason,
		StatusChangedAt: e.Metadata.StatusChangedAt,
	}
}

func compareAssets(from, to Asset) (AssetChange, bool) {
	c := AssetChange{
		ID: to.ID, Path: to.Path, ChangedFields: []string{}, ContentChanged: from.ContentHash != to.ContentHash, From: from, To: to,
	}
	field := func(name string, equal bool) {
		if !equal {
			c.ChangedFields = append(c.ChangedFields, name)
		}
	}
	field("path", from.Path == to.Path)
	field("kind", from.Kind == to.Kind)
	field("declaredOwner", equalText(from.DeclaredOwner, to.DeclaredOwner))
	field("effectiveOwner", equalText(from.EffectiveOwner, to.EffectiveOwner))
	field("status", from.Status == to.Status)
	field("statusReason", from.StatusReason == to.StatusReason)
	field("statusChangedAt", from.StatusChangedAt == to.StatusChangedAt)
	return c, c.ContentChanged || len(c.ChangedFields) > 0
}

func equalText(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// contentChanges counts the changed assets whose bytes differ, nil when the
// sides have no asset in common.
func contentChanges(common int, changed []AssetChange) *int {
	if common == 0 {
		return nil
	}
	n := 0
	for i := range changed {
		if changed[i].ContentChanged {
			n++
		}
	}
	return &n
}
