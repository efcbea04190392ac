// Package suggest answers, for one file of a repository, what metadata it
// should get: the migration of a Skill, an owner for a canonical one, or an id,
// title and owner for another asset; or why nothing is proposed.
//
// The answer is a [Document] (renma.metadata-suggestion.v1) that prints as JSON,
// as Markdown for whoever reviews it, and as a patch that git applies. Nothing
// here opens a file or writes one: the caller says what stands where.
package suggest
