package textio

import "strings"

// MermaidLabel renders s for use between the double quotes of a Mermaid label.
// Mermaid has no escape character, only entities of the form "#name;", and some
// of what it looks for it finds anywhere in a document: directives ("%%{"),
// mathematics ("$$"), Markdown (a backtick) and style statements, which need a
// colon. White space and control characters become spaces; characters that
// reorder text become U+FFFD.
func MermaidLabel(s string) string { return mermaidEntities.Replace(Trim(singleLine(s))) }

// MermaidComment renders s for use inside a "%%" comment, which it can neither
// end nor turn into a directive.
func MermaidComment(s string) string { return strings.ReplaceAll(Trim(singleLine(s)), "%", "#37;") }

var mermaidEntities = strings.NewReplacer(
	"#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;",
	"`", "#96;", `\`, "#92;", "%", "#37;", "$", "#36;", ":", "#58;",
)

// DOTLabel renders s for use between the double quotes of a DOT label: neither
// escapes nor entities of Graphviz come from it. It is single-line like
// [MermaidLabel].
func DOTLabel(s string) string { return dotEscapes.Replace(Trim(singleLine(s))) }

// DOTComment renders s for use inside a "//" comment.
func DOTComment(s string) string { return Trim(singleLine(s)) }

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;")
