package frontmatter

import "strings"

// Messages and hints of faults. A message is the start of a sentence without
// its stop; a hint is a whole sentence.
const (
	messageDeep            = "The frontmatter nests more than 64 levels deep"
	messageParts           = "The frontmatter is too long for the unusual YAML in it"
	messageAliases         = "The frontmatter uses more than 100 aliases"
	messageColon           = "A plain value cannot contain \": \""
	messageNoColon         = "The line is no \"key: value\" entry"
	messageIndent          = "The line is indented unlike the entries around it"
	messageTab             = "A tab cannot indent YAML"
	messageUnclosedQuote   = "The quoted value has no closing quote"
	messageAfterQuote      = "Text follows the closing quote"
	messageUnclosedBracket = "A bracket of an earlier line is not closed"
	messageAfterBracket    = "Text follows the closing bracket"
	messageFlowComma       = "A comma or a closing bracket is missing here"
	messageFlowDash        = "A \"- \" list cannot stand inside brackets"
	messageAfterAlias      = "Text follows an alias"
	messageEscape          = "The backslash begins no escape that YAML knows"
	messageInlineDash      = "A \"- \" list cannot begin on the line of its key"
	messageDashEntry       = "A \"- \" list item stands among \"key: value\" entries"
	messageQuestion        = "A lone ? is no value"
	messageBlockHeader     = "Text follows the block indicator"
	messageLongKey         = "The key is longer than 1,024 characters"
	messageProps           = "The anchor or tag before the value is not valid YAML"
	messageKeyLines        = "A key must stand on one line"
	messageKey             = "A key must be text, not an alias or a collection"
	messageDirective       = "A YAML directive cannot stand in frontmatter"
	messageDocuments       = "A second YAML document begins inside the frontmatter"
	messageUnreadable      = "The frontmatter cannot be read as YAML"
	messageHere            = "The text is not valid YAML here"

	hintDeep          = "Flatten the value."
	hintParts         = "Move data into a file of its own, or write each key and each list item on one line without tabs."
	hintAliases       = "Write the values out."
	hintColon         = "Put quotes around the value: \": \" begins a nested mapping in plain text."
	hintLaterColon    = "Quote the whole value if the line continues it, or align the line with the other entries."
	hintNoColon       = "Write key: value, or indent the line to continue the value before it."
	hintIndent        = "Indent the line like the entries around it."
	hintTab           = "Indent with spaces."
	hintUnclosedQuote = "Close the quote where the value ends, and indent every further line of the value."
	hintAfterQuote    = "Quote the whole value once and escape the quotes inside it."
	hintQuote         = "Put quotes around the value."
	hintFlow          = "Add the missing ], } or comma, or put quotes around the value if it is text."
	hintAlias         = "Put quotes around a value that begins with *."
	hintEscape        = "Write \\\\ for a backslash, or use single quotes."
	hintInlineDash    = "Begin the list on the next line, or put quotes around the text."
	hintBlockHeader   = "Begin the text on the next line, indented."
	hintKey           = "Write the key as plain text."
	hintDirective     = "Remove the line that begins with %."
	hintDocuments     = "Keep one document between the two --- lines."
)

// failTab reports the tab before the cursor.
func (r *reader) failTab() {
	line := strings.LastIndexByte(r.text[:r.off], '\n') + 1
	r.fail(CodeTab, line+strings.IndexByte(r.text[line:], '\t'), messageTab, hintTab)
}

// misplaced reports the line at the cursor, which is indented deeper than its
// mapping or list although no value is open.
func (r *reader) misplaced() {
	switch {
	case r.stopped():
	case r.tab:
		r.failTab()
	default:
		r.fail(CodeSyntax, r.off, messageIndent, hintIndent)
	}
}

// failColon reports a ": " inside the plain scalar at start.
func (r *reader) failColon(start, colon int) {
	r.fail(CodeSyntax, colon, messageColon, hintColon)
}

// failLaterColon reports a ": " on a line that continues the plain scalar at
// start. Where both lines stand in one column, the first one lacks its colon.
func (r *reader) failLaterColon(start, next, spaces, colon int) {
	line := strings.LastIndexByte(r.text[:start], '\n') + 1
	if start-line == spaces {
		r.fail(CodeSyntax, start, messageNoColon, hintNoColon)
		return
	}
	r.fail(CodeSyntax, colon, messageColon, hintLaterColon)
}

// failKey reports the line at the cursor, which stands among entries but is
// none.
func (r *reader) failKey() {
	switch c := r.peek(r.off); {
	case c == '&' || c == '!' || c == '[' || c == '{' || c == '?' && r.gap(r.off+1):
		r.foreign = true
	case c == '*' && r.peek(r.skipBlanks(r.word(r.off+1))) == ':':
		r.fail(CodeKey, r.off, messageKey, hintKey)
	case r.dash(r.off):
		r.fail(CodeSyntax, r.off, messageDashEntry, hintIndent)
	case c == '"' || c == '\'':
		end := r.quoteEnd(r.off)
		if end < 0 || strings.IndexByte(r.text[r.off:end], '\n') >= 0 {
			r.fail(CodeSyntax, r.off, messageUnclosedQuote, hintUnclosedQuote)
			return
		}
		r.fail(CodeSyntax, r.off, messageNoColon, hintNoColon)
	case strings.IndexByte(",]}%@`|>", c) >= 0:
		r.failStart(r.off)
	default:
		r.fail(CodeSyntax, r.off, messageNoColon, hintNoColon)
	}
}

// failStart reports a character that cannot begin a plain scalar.
func (r *reader) failStart(off int) {
	r.fail(CodeSyntax, off, "A plain value cannot begin with \""+r.text[off:off+1]+"\"", hintQuote)
}

// failTail reports the text at next, behind the complete value at start.
func (r *reader) failTail(start, next int) {
	switch c := r.text[start]; c {
	case '"', '\'':
		r.fail(CodeSyntax, next, messageAfterQuote, hintAfterQuote)
	case '*':
		if r.text[next] == ':' {
			r.fail(CodeKey, start, messageKey, hintKey)
			return
		}
		r.fail(CodeAlias, next, messageAfterAlias, hintAlias)
	case '[', '{':
		if r.text[next] == ':' {
			r.fail(CodeKey, start, messageKey, hintKey)
			return
		}
		r.fail(CodeSyntax, next, messageAfterBracket, hintQuote)
	default:
		r.fail(CodeSyntax, next, messageHere, hintQuote)
	}
}
