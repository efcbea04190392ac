package snapshot

// ownership says who owns e. Only support inside the directory of a Skill
// inherits, and only from that Skill (contract 01 section 3.4).
func (c *Catalog) ownership(e *Entry) Ownership {
	if owner := &e.Metadata.Owner; *owner != "" {
		return Ownership{DeclaredOwner: owner, EffectiveOwner: owner, Source: OwnershipDeclared}
	}
	parent := c.parent(e)
	if parent == nil || parent.Metadata.Owner == "" {
		return Ownership{Source: OwnershipUnowned}
	}
	return Ownership{
		EffectiveOwner: &parent.Metadata.Owner,
		Source:         OwnershipInherited,
		InheritedFrom:  &AssetRef{parent.ID, parent.SourcePath},
	}
}

// parent returns the Skill in whose directory the support file e lies, or nil.
func (c *Catalog) parent(e *Entry) *Entry {
	if !e.support() {
		return nil
	}
	skill := c.byPath[e.file.Classification.ParentAssetCandidatePath]
	if skill == nil || skill.Kind != KindSkill {
		return nil
	}
	return skill
}

// support reports a file in a support directory of a Skill directory.
func (e *Entry) support() bool { return e.file.Classification.Scope == scopeSkillLocal }
