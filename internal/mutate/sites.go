package main

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// source is one file of the package, with the mutants found in it.
type source struct {
	name  string // relative to the module
	path  string
	text  string
	fset  *token.FileSet
	edits []edit
	// declares is the name of its package
	declares string
}

// finder collects the mutants of a package.
type finder struct {
	mutants []*mutant
	counts  map[string]int // by name without the ordinal
	// within the file and the function at hand
	file     *source
	function string
}

// listed is what go list says of a package.
type listed struct {
	Dir     string
	GoFiles []string
}

func list(module, pkg string) (listed, error) {
	var l listed
	command := exec.CommandContext(context.Background(), "go", "list", "-json=Dir,GoFiles", "./"+pkg)
	command.Dir = module
	command.Stderr = os.Stderr
	text, err := command.Output()
	if err != nil {
		return l, fmt.Errorf("go list ./%s: %w", pkg, err)
	}
	return l, json.Unmarshal(text, &l)
}

// findMutants lists every mutant of some packages.
func findMutants(module string, packages ...string) ([]*mutant, error) {
	f, _, err := find(module, packages)
	if err != nil {
		return nil, err
	}
	return f.mutants, nil
}

func find(module string, packages []string) (*finder, []*source, error) {
	f := &finder{counts: map[string]int{}}
	var files []*source
	for _, pkg := range packages {
		some, err := f.inPackage(module, pkg)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, some...)
	}
	return f, files, nil
}

func (f *finder) inPackage(module, pkg string) ([]*source, error) {
	l, err := list(module, pkg)
	if err != nil {
		return nil, err
	}
	var files []*source
	for _, name := range l.GoFiles {
		s := &source{name: path.Join(pkg, name), path: filepath.Join(l.Dir, name), fset: token.NewFileSet()}
		text, err := os.ReadFile(s.path)
		if err != nil {
			return nil, err
		}
		s.text = string(text)
		tree, err := parser.ParseFile(s.fset, s.path, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		s.declares = tree.Name.Name
		if !ast.IsGenerated(tree) {
			f.inFile(s, tree)
		}
		files = append(files, s)
	}
	return files, nil
}

func (f *finder) inFile(s *source, tree *ast.File) {
	f.file = s
	for _, declared := range tree.Decls {
		switch d := declared.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				f.function = functionName(d)
				f.returnEarly(d)
				f.walk(d.Body)
			}
		case *ast.GenDecl:
			f.function = "var"
			f.inLiterals(d)
		}
	}
}

// inLiterals looks into the functions that a declaration's values hold. What else stands
// there may be a constant, which no call can replace.
func (f *finder) inLiterals(d *ast.GenDecl) {
	ast.Inspect(d, func(n ast.Node) bool {
		if literal, ok := n.(*ast.FuncLit); ok {
			f.walk(literal.Body)
			return false
		}
		return true
	})
}

// walk visits the nodes of a body, outer ones first.
func (f *finder) walk(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.CONST
		case *ast.ArrayType:
			return false // a length is a constant
		case *ast.IfStmt:
			f.ifStatement(n)
		case *ast.SwitchStmt:
			f.clauses(n.Body)
		case *ast.TypeSwitchStmt:
			f.clauses(n.Body)
		case *ast.BinaryExpr:
			f.binary(n)
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				f.not(n)
			}
		}
		return true
	})
}

func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	of := d.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	switch generic := of.(type) {
	case *ast.IndexExpr:
		of = generic.X
	case *ast.IndexListExpr:
		of = generic.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

// add makes a mutant and returns its switch.
func (f *finder) add(at token.Pos, kind, before, after string) int {
	m := &mutant{
		id: len(f.mutants) + 1, file: f.file.name, line: f.file.fset.Position(at).Line,
		function: f.function, kind: kind, before: folded(before), after: folded(after),
	}
	name := m.name()
	m.ordinal = f.counts[name]
	f.counts[name]++
	f.mutants = append(f.mutants, m)
	return m.id
}

func (f *finder) code(n ast.Node) string { return f.file.text[f.offset(n.Pos()):f.offset(n.End())] }

func (f *finder) offset(at token.Pos) int { return f.file.fset.Position(at).Offset }

// lastOf reports how a list of statements ends: it never reaches its end, or it falls
// through to the next clause.
func lastOf(list []ast.Stmt) (terminates, falls bool) {
	if len(list) == 0 {
		return false, false
	}
	switch last := list[len(list)-1].(type) {
	case *ast.BranchStmt:
		return last.Tok == token.GOTO, last.Tok == token.FALLTHROUGH
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		if !ok {
			return false, false
		}
		name, ok := call.Fun.(*ast.Ident)
		return ok && name.Name == "panic", false
	case *ast.ReturnStmt, *ast.IfStmt, *ast.ForStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt,
		*ast.BlockStmt, *ast.LabeledStmt:
		return true, false // may be, for those that hold statements
	}
	return false, false
}

func isInteger(e ast.Expr) bool {
	literal, ok := e.(*ast.BasicLit)
	return ok && literal.Kind == token.INT
}

func oneLine(text string) bool { return !strings.Contains(text, "\n") }
