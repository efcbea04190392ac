package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// mutant is one change of one place. Its number selects it in the instrumented
// program.
type mutant struct {
	number     int
	file       string // base name
	line       int
	kind, text string // what is done to which source
	start, end int    // byte offsets of text

	before, after string // what the instrumented source has around text
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", m.file, m.line, m.kind, m.text)
}

// The kinds of mutants.
const (
	negate     = "negate"
	boundary   = "move the boundary"
	connective = "swap && and ||"
	increment  = "add one"
	drop       = "drop"
)

var swapped = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.LAND: "||", token.LOR: "&&",
}

// finder collects the mutants of one file.
type finder struct {
	fset      *token.FileSet
	name, src string
	constants map[string]bool // names of whole constants of the package
	mutants   []*mutant
}

// findMutants returns the mutants of a source file, in its order and without
// numbers.
func findMutants(name, src string, constants map[string]bool) ([]*mutant, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := &finder{fset: fset, name: name, src: src, constants: constants}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			ast.Inspect(fn.Body, f.visit)
		}
	}
	slices.SortStableFunc(f.mutants, func(a, b *mutant) int { return cmp.Or(a.start-b.start, b.end-a.end) })
	f.mutants = slices.CompactFunc(f.mutants, func(a, b *mutant) bool { return a.start == b.start && a.end == b.end && a.kind == b.kind })
	return f.mutants, nil
}

// constantsOf returns the names that a file gives to whole numbers.
func constantsOf(src string) map[string]bool {
	names := map[string]bool{}
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return names
	}
	for _, d := range file.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			value := spec.(*ast.ValueSpec)
			for i, v := range value.Values {
				if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.INT {
					names[value.Names[i].Name] = true
				}
			}
		}
	}
	return names
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.negate(n.Cond)
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, clause := range n.Body.List {
				for _, cond := range clause.(*ast.CaseClause).List {
					f.negate(cond)
				}
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.negate(n)
		}
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.BasicLit:
		if n.Kind == token.INT {
			f.add(n, increment, "(", "+mutantOne(%d))")
		}
	case *ast.Ident:
		if f.constants[n.Name] {
			f.add(n, increment, "(", "+mutantOne(%d))")
		}
	case *ast.BlockStmt:
		f.exits(n)
	case *ast.SelectorExpr:
		ast.Inspect(n.X, f.visit)
		return false // the selector is no use of a constant
	}
	return true
}

func (f *finder) negate(n ast.Expr) {
	f.add(n, negate, "(mutantIs(%d) != (", "))")
}

func (f *finder) binary(n *ast.BinaryExpr) {
	other, ok := swapped[n.Op]
	switch {
	case n.Op == token.EQL || n.Op == token.NEQ:
		f.negate(n)
		return
	case !ok:
		return
	}
	kind := boundary
	if n.Op == token.LAND || n.Op == token.LOR {
		kind = connective
	}
	left, right := f.oneLine(n.X), f.oneLine(n.Y)
	if left == "" || right == "" {
		return
	}
	f.add(n, kind, "(mutantIs(%[1]d) && (("+escape(left)+") "+other+" ("+escape(right)+")) || !mutantIs(%[1]d) && (", "))")
}

// exits finds the ways out of a block that stand in an if without else: early
// returns and skipped iterations.
func (f *finder) exits(block *ast.BlockStmt) {
	for i, s := range block.List {
		branch, ok := s.(*ast.IfStmt)
		if !ok || branch.Else != nil || i == len(block.List)-1 && !bare(branch) || len(branch.Body.List) == 0 {
			continue
		}
		switch last := branch.Body.List[len(branch.Body.List)-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			f.add(last, drop, "if !mutantIs(%d) { ", " }")
		}
	}
}

// bare reports an if whose way out needs no value, so that code may follow it.
func bare(branch *ast.IfStmt) bool {
	if len(branch.Body.List) == 0 {
		return false
	}
	r, ok := branch.Body.List[len(branch.Body.List)-1].(*ast.ReturnStmt)
	return !ok || len(r.Results) == 0
}

// oneLine returns the source of an expression on one line, "" when it cannot
// stand there.
func (f *finder) oneLine(n ast.Expr) string {
	text := f.src[f.offset(n.Pos()):f.offset(n.End())]
	if !strings.Contains(text, "\n") {
		return text
	}
	if strings.Contains(text, "//") || strings.Contains(text, "func(") {
		return ""
	}
	return strings.Join(strings.Fields(text), " ")
}

func escape(source string) string { return strings.ReplaceAll(source, "%", "%%") }

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

// add keeps a mutant; before and after hold a verb for its number.
func (f *finder) add(n ast.Node, kind, before, after string) {
	start, end := f.offset(n.Pos()), f.offset(n.End())
	f.mutants = append(f.mutants, &mutant{
		file: f.name, line: f.fset.Position(n.Pos()).Line, kind: kind,
		text: strings.Join(strings.Fields(f.src[start:end]), " "), start: start, end: end, before: before, after: after,
	})
}

// instrument returns src with every mutant in it, each asleep until its number
// is chosen. No line moves.
func instrument(src string, mutants []*mutant) string {
	type edit struct {
		at, length int
		end        bool
		text       string
	}
	var edits []edit
	for _, m := range mutants {
		number := func(s string) string {
			if strings.Contains(s, "%[1]d") || strings.Contains(s, "%d") {
				return fmt.Sprintf(s, m.number)
			}
			return s
		}
		edits = append(edits, edit{m.start, m.end - m.start, false, number(m.before)}, edit{m.end, m.end - m.start, true, number(m.after)})
	}
	// At one place, what ends there comes first, the inner before the outer;
	// what begins there follows, the outer first.
	slices.SortStableFunc(edits, func(a, b edit) int {
		switch {
		case a.at != b.at:
			return a.at - b.at
		case a.end != b.end:
			return map[bool]int{true: -1, false: 1}[a.end]
		case a.end:
			return a.length - b.length
		}
		return b.length - a.length
	})
	var b strings.Builder
	last := 0
	for _, e := range edits {
		b.WriteString(src[last:e.at])
		b.WriteString(e.text)
		last = e.at
	}
	b.WriteString(src[last:])
	return b.String()
}
