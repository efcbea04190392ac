package growth_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"testing"
)

// add finds the functions of a file that blocks, which are sorted, belong to.
// What stands in a function literal belongs to the function around it.
func (p profile) add(t *testing.T, file string, blocks []block) {
	t.Helper()
	fset := token.NewFileSet()
	source, err := parser.ParseFile(fset, filepath.Join("../..", file), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, decl := range source.Decls {
		decl, ok := decl.(*ast.FuncDecl)
		if !ok || decl.Body == nil {
			continue
		}
		from, to := fset.Position(decl.Pos()).Line, fset.Position(decl.End()).Line
		f := &function{}
		for _, b := range blocks {
			if b.line >= from && b.line <= to {
				f.blocks = append(f.blocks, b.count)
			}
		}
		if len(f.blocks) > 0 {
			p[path.Dir(file)+"."+receiver(decl)+decl.Name.Name] = f
		}
	}
}

// receiver is the name of the type that a method is of, with a dot, "" for a
// function.
func receiver(decl *ast.FuncDecl) string {
	if decl.Recv == nil {
		return ""
	}
	kind := decl.Recv.List[0].Type
	for {
		switch k := kind.(type) {
		case *ast.StarExpr:
			kind = k.X
		case *ast.IndexExpr:
			kind = k.X
		case *ast.IndexListExpr:
			kind = k.X
		case *ast.Ident:
			return k.Name + "."
		default:
			return "?."
		}
	}
}
