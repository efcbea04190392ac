// Package migrate turns one Skill of the format before Agent Skills into a
// proposal for the canonical one, or says exactly why it will not.
//
// A proposal is lossless: every value of the old file stands in the new one, as
// text that every YAML reader takes for the same string, and the body is the
// same bytes. Where a value would have to be guessed, chosen or dropped, the
// proposal is blocked and names the field. Nothing is offered that does not
// pass validation at the path where it will stand.
//
// Everything here is pure: a path and bytes in, a value out (contract 02
// section 6).
package migrate
