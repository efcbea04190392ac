package frontmatter

import "github.com/renma/renma/internal/textio"

// Envelope is the rule by which the delimiters of a frontmatter block are read.
type Envelope int

const (
	// SkillEnvelope allows blanks around the opener and after the closer
	// (contract 02 section 1.1).
	SkillEnvelope Envelope = iota
	// StrictEnvelope wants both delimiters to be exactly "---"
	// (contract 01 section 3.1). It is used for every asset but Skills.
	StrictEnvelope
)

// State says how far a frontmatter block could be read.
type State int

const (
	// Absent: line 1 opens no block.
	Absent State = iota
	// Unclosed: the opener has no closer; no YAML was parsed.
	Unclosed
	// Invalid: the block is no YAML, or a guard refused it; see Document.Err.
	Invalid
	// NotMapping: the block is empty, or its root is no mapping.
	NotMapping
	// Mapping: the block is a mapping and Document.Fields holds its entries.
	Mapping
)

// Code is a short token for the kind of a YAML fault (contract 02, item 9.22).
type Code string

const (
	CodeSyntax    Code = "SYNTAX"
	CodeAlias     Code = "ALIAS"
	CodeKey       Code = "KEY"
	CodeTab       Code = "TAB"
	CodeDocuments Code = "DOCUMENTS"
	CodeDirective Code = "DIRECTIVE"
	CodeLimit     Code = "LIMIT"
	CodeEncoding  Code = "ENCODING"
)

// Fault is the first fault of an Invalid block.
type Fault struct {
	Code Code
	// Pos is where the text stops being valid YAML, in file lines.
	Pos Pos
	// Message says in a few words what is wrong, without the position.
	Message string
	// Hint says how to repair one of the usual slips; empty when none fits.
	Hint string
}

// Pos is a place in the file. Line and Column are 1-based; columns count code
// points. The zero Pos is no place. A repository has many, so they are small: what
// is parsed ends long before either number does.
type Pos struct{ line, column int32 }

// At returns the place at a line and a column.
func At(line, column int) Pos { return Pos{int32(line), int32(column)} }

// Line returns the 1-based line, 0 for no place.
func (p Pos) Line() int { return int(p.line) }

// Column returns the 1-based column, in code points.
func (p Pos) Column() int { return int(p.column) }

// Kind is the YAML 1.2 core type of a value.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Number
	String
	Sequence
	MappingKind
	// Opaque is a scalar whose explicit tag makes it no string (!!binary).
	Opaque
)

// String names the kind as a message does after "is".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "a boolean"
	case Number:
		return "a number"
	case Sequence:
		return "a list"
	case MappingKind:
		return "a mapping"
	case Opaque:
		return "tagged data"
	}
	return "a string"
}

// Value is one YAML value. An alias stands as the value of its anchor, with
// Pos and End of the alias.
type Value struct {
	Kind Kind
	// Plain reports a scalar written without quotes or block indicator.
	Plain bool
	// Text is the decoded text of a String, and the spelling in the source
	// of every other plain scalar ("1.0" stays "1.0"). Empty for collections.
	Text string
	// Pos is the first character of the value and End the place just after
	// its last one. A Null without text has the place after its key's colon.
	Pos, End Pos
	Items    []*Value
	Fields   []Field
}

// Field is one entry of a mapping. Repeated keys are kept in source order.
type Field struct {
	Key string
	// KeyPos is the first character of the key and KeyEnd the place just
	// after its last one, quotes included.
	KeyPos, KeyEnd Pos
	Value          *Value
}

// StartLine is the line of the key.
func (f *Field) StartLine() int { return f.KeyPos.Line() }

// EndLine is the last line that holds a byte of the value (contract 02 section
// 1.2): comments and blank lines after a value belong to neither field.
func (f *Field) EndLine() int { return max(f.KeyPos.Line(), f.Value.End.Line()) }

// Document is a source file split into frontmatter and body.
type Document struct {
	State State
	// CloseLine is the line of the closing delimiter, 0 without one.
	CloseLine int
	// BodyLine is the 1-based line on which the body starts and BodyOffset
	// its byte offset. An unclosed block has no body under SkillEnvelope
	// and the whole file as body under StrictEnvelope.
	BodyLine, BodyOffset int
	// Fault is set when State is Invalid.
	Fault *Fault
	// Fields are the entries of the root mapping in source order; nil
	// unless State is Mapping.
	Fields []Field
	// Lines is the line table of the whole file.
	Lines *textio.Lines
}

// Body returns the text after the frontmatter block.
func (d *Document) Body() string { return d.Lines.Text()[d.BodyOffset:] }

// All returns the entries of the root mapping named key, in source order.
func (d *Document) All(key string) []*Field {
	var out []*Field
	for i := range d.Fields {
		if d.Fields[i].Key == key {
			out = append(out, &d.Fields[i])
		}
	}
	return out
}
