// Package collision finds Skills that get in each other's way: a client that has
// both cannot tell them apart, or a maintainer has to change both.
//
// [Find] compares all Skills of a snapshot in time that grows with their text, not
// with the number of pairs. What it reports is renma's own and in no contract.
package collision
