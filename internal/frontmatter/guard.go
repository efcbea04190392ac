package frontmatter

import (
	"strings"
	"unicode/utf8"

	"github.com/renma/renma/internal/textio"
)

// Limits of a block. They hold before the parser sees it, because its time is
// quadratic in nesting and in the entries of a collection, and it does not
// bound anything itself.
const (
	maxBlockBytes = 64 << 10
	maxDepth      = 64
	maxAliases    = 100
	maxParts      = 4096 // lines and brackets of a block that the parser reads
	maxKey        = 1024 // code points, by the YAML specification
)

// guard refuses a block that is too large, too deep or no text. The result is
// nil when the parser may see it.
func guard(block string) *Fault {
	if i := strings.IndexByte(block, 0); i >= 0 {
		return faultAt(block, i, CodeEncoding, "The frontmatter holds a NUL byte", "Save the file as UTF-8 text.")
	}
	if !utf8.ValidString(block) {
		i := 0
		for {
			r, size := utf8.DecodeRuneInString(block[i:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			i += size
		}
		return faultAt(block, i, CodeEncoding, "The frontmatter is not valid UTF-8", "Save the file as UTF-8 text.")
	}
	if len(block) > maxBlockBytes {
		return faultAt(block, maxBlockBytes, CodeLimit, "The frontmatter is larger than 64 KiB", "Move long text into the body.")
	}
	if strings.HasPrefix(block, "%") || strings.Contains(block, "\n%") {
		return directive(block)
	}
	return nil
}

// guardParser refuses what would keep the parser, but not the reader, busy.
func guardParser(block string) *Fault {
	if i := tooDeep(block); i >= 0 {
		return faultAt(block, i, CodeLimit, messageDeep, hintDeep)
	}
	parts := 0
	for i := range len(block) {
		switch block[i] {
		case '\n', '[', '{':
			if parts++; parts > maxParts {
				return faultAt(block, i, CodeLimit, messageParts, hintParts)
			}
		}
	}
	return nil
}

// tooDeep returns the offset at which flow collections or indentation pass
// maxDepth, or -1. It reads no YAML: a bracket counts where a value can begin,
// so brackets inside ordinary text do not add up.
func tooDeep(block string) int {
	flow, valueStart := 0, true
	var indents []int
	for i := 0; i < len(block); i++ {
		if i == 0 || block[i-1] == '\n' {
			if indents = pushIndents(indents, block[i:]); len(indents) > maxDepth {
				return i
			}
			valueStart = true
		}
		switch c := block[i]; c {
		case '[', '{':
			if valueStart {
				if flow++; flow > maxDepth {
					return i
				}
			}
		case ']', '}':
			flow, valueStart = max(flow-1, 0), false
		case ',', ':', '-', '?':
			valueStart = true
		case ' ', '\t', '\n':
		case '!', '&':
			if !valueStart {
				break
			}
			// A tag or anchor stands before its value.
			for i+1 < len(block) && !strings.ContainsRune(" \t\n", rune(block[i+1])) {
				i++
			}
		default:
			valueStart = false
		}
	}
	return -1
}

// pushIndents updates the stack of open indentations for the line that starts
// text; every "- " or "? " of a compact nesting opens one more.
func pushIndents(indents []int, text string) []int {
	column := 0
	for {
		start := column
		for column < len(text) && text[column] == ' ' {
			column++
		}
		if column >= len(text) || text[column] == '\n' || text[column] == '#' {
			return indents
		}
		if start == 0 {
			for len(indents) > 0 && indents[len(indents)-1] >= column {
				indents = indents[:len(indents)-1]
			}
		}
		indents = append(indents, column)
		if len(indents) > maxDepth {
			return indents
		}
		compact := (text[column] == '-' || text[column] == '?') && column+1 < len(text) && text[column+1] == ' '
		if !compact {
			return indents
		}
		column++
	}
}

// faultAt makes a fault for a byte offset of the block; the first line of the
// block is line 2 of the file.
func faultAt(block string, offset int, code Code, message, hint string) *Fault {
	line, column := textio.NewLines(block[:offset]).Position(offset)
	return &Fault{Code: code, Pos: inFile(line, column), Message: message, Hint: hint}
}

// directive finds a %YAML or %TAG line: the block has no room for the "---"
// that a directive needs.
func directive(block string) *Fault {
	offset := 0
	for line := range strings.Lines(block) {
		switch {
		case strings.HasPrefix(line, "%"):
			return faultAt(block, offset, CodeDirective, messageDirective, hintDirective)
		case strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#"):
			return nil
		}
		offset += len(line)
	}
	return nil
}
