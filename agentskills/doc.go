// Package agentskills judges one Agent Skill (agentskills.io): whether a
// SKILL.md is valid, which format it is in, and which authoring habits will
// keep it from being found or followed.
//
// Everything here is pure: a path and bytes in, a value out.
package agentskills
