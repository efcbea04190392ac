package discovery

import (
	"strings"

	"github.com/renma/renma/internal/textio"
)

// Rejection says why a declared target cannot be a path inside the repository.
type Rejection string

// The rejections of contract 03 section 2.4.
const (
	RejectAbsolutePath     Rejection = "absolute-path"
	RejectRepositoryEscape Rejection = "repository-escape"
)

// NormalizeTarget returns a declared target, or the text of a focus, as it is
// compared with ids and paths: trimmed, with "/" for "\", and without one leading
// "./". Nothing inside is collapsed or folded. A rejected target is returned too
// (contract 03 section 2.4).
func NormalizeTarget(raw string) (target string, rejected Rejection) {
	target = strings.ReplaceAll(textio.Trim(raw), `\`, "/")
	target = strings.TrimPrefix(target, "./")
	switch {
	case strings.HasPrefix(target, "/"), hasDrive(target):
		return target, RejectAbsolutePath
	case escapes(target):
		return target, RejectRepositoryEscape
	}
	return target, ""
}

// hasDrive reports a path such as C:/x; C:x is none.
func hasDrive(target string) bool {
	return len(target) > 2 && target[1] == ':' && target[2] == '/' &&
		('a' <= target[0]|0x20 && target[0]|0x20 <= 'z')
}

// escapes reports a path of which some prefix lies above where it starts.
func escapes(target string) bool {
	depth := 0
	for segment := range strings.SplitSeq(target, "/") {
		switch segment {
		case "", ".":
		case "..":
			if depth == 0 {
				return true
			}
			depth--
		default:
			depth++
		}
	}
	return false
}
