package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// edit is one place of the schema: the program that holds every mutant, each behind a
// switch. Compiling a package and linking its tests takes far longer than running them,
// and the schema is compiled once. No edit holds a line break: lines stay where they are.
type edit struct {
	line  int
	parts []part
}

// part replaces `replaced` bytes at an offset.
type part struct {
	offset, replaced int
	text             string
	closing          bool // stands at the end of what the edit is about
}

func (f *finder) edit(at ast.Node, parts ...part) {
	line := f.file.fset.Position(at.Pos()).Line
	f.file.edits = append(f.file.edits, edit{line: line, parts: parts})
}

// around wraps a node.
func (f *finder) around(n ast.Node, before, after string) {
	f.edit(n, part{offset: f.offset(n.Pos()), text: before}, part{offset: f.offset(n.End()), text: after, closing: true})
}

// ifStatement negates the condition, and drops each of the two bodies.
func (f *finder) ifStatement(s *ast.IfStmt) {
	if negatedElsewhere(s.Cond) {
		f.dropBodies(s)
		return
	}
	condition := f.code(s.Cond)
	id := f.add(s.Cond.Pos(), kindNegate, condition, "!("+condition+")")
	f.around(s.Cond, fmt.Sprintf("(mutantOn(%d) != (", id), "))")
	f.dropBodies(s)
}

// negatedElsewhere: the only change of !a and of a == b is their negation.
func negatedElsewhere(condition ast.Expr) bool {
	switch c := condition.(type) {
	case *ast.UnaryExpr:
		return c.Op == token.NOT
	case *ast.BinaryExpr:
		return c.Op == token.EQL || c.Op == token.NEQ
	}
	return false
}

func (f *finder) dropBodies(s *ast.IfStmt) {
	other, _ := s.Else.(*ast.BlockStmt)
	for _, body := range []*ast.BlockStmt{s.Body, other} {
		if body == nil || len(body.List) == 0 {
			continue
		}
		// Without its return, an if with an else would no longer end the function.
		if terminates, _ := lastOf(body.List); terminates && s.Else != nil {
			continue
		}
		id := f.add(body.Pos(), kindDrop, f.code(body), "{}")
		f.edit(body, part{offset: f.offset(body.Lbrace) + 1, text: fmt.Sprintf(" if !mutantOn(%d) {", id)},
			part{offset: f.offset(body.Rbrace), text: "}", closing: true})
	}
}

// clauses drops the bodies of a switch, one by one.
func (f *finder) clauses(body *ast.BlockStmt) {
	hasDefault := slices.ContainsFunc(body.List, func(s ast.Stmt) bool { return s.(*ast.CaseClause).List == nil })
	for _, statement := range body.List {
		clause := statement.(*ast.CaseClause)
		terminates, falls := lastOf(clause.Body)
		if len(clause.Body) == 0 || falls || terminates && hasDefault {
			continue
		}
		id := f.add(clause.Pos(), kindCase, f.code(clause), f.file.text[f.offset(clause.Pos()):f.offset(clause.Colon)+1])
		f.edit(clause, part{offset: f.offset(clause.Colon) + 1, text: fmt.Sprintf(" if !mutantOn(%d) {", id)},
			part{offset: f.offset(clause.Body[len(clause.Body)-1].End()), text: "}", closing: true})
	}
}

func (f *finder) not(e *ast.UnaryExpr) {
	id := f.add(e.Pos(), kindNot, f.code(e), f.code(e.X))
	f.edit(e, part{offset: f.offset(e.OpPos), replaced: 1, text: fmt.Sprintf("(mutantOn(%d) == (", id)},
		part{offset: f.offset(e.End()), text: "))", closing: true})
}

func (f *finder) binary(e *ast.BinaryExpr) {
	switch e.Op {
	case token.LAND:
		f.logic(e, "||")
	case token.LOR:
		f.logic(e, "&&")
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		f.compare(e)
	}
}

// logic writes a && b so that a switch makes it a || b = !(!a && !b); the second side
// is evaluated no more often than Go would.
func (f *finder) logic(e *ast.BinaryExpr, other string) {
	id := f.add(e.OpPos, kindLogic, f.code(e), f.code(e.X)+" "+other+" "+f.code(e.Y))
	on := fmt.Sprintf("mutantOn(%d) != (", id)
	f.edit(
		e,
		part{
			offset: f.offset(e.Pos()),
			text:   "(" + on + "(" + on,
		},
		part{offset: f.offset(e.X.End()), text: "))", closing: true},
		part{offset: f.offset(e.Y.Pos()), text: "(" + on},
		part{offset: f.offset(e.End()), text: "))))", closing: true},
	)
}

var neighbours = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS,
	token.GTR: token.GEQ, token.GEQ: token.GTR,
}

// shifts are the steps of a number that the neighbouring comparison does not make
// already: over whole numbers a < 3 with 4 for 3 is a <= 3.
var shifts = map[token.Token][]int{
	token.EQL: {-1, 1}, token.NEQ: {-1, 1}, token.LSS: {-1}, token.LEQ: {1}, token.GTR: {1}, token.GEQ: {-1},
}

// compare puts a function in the place of a comparison.
func (f *finder) compare(e *ast.BinaryExpr) {
	left, right := f.code(e.X), f.code(e.Y)
	other := neighbours[e.Op]
	id := f.add(e.OpPos, kindCompare, f.code(e), left+" "+other.String()+" "+right)
	number := isInteger(e.Y)
	if !number && (e.Op == token.EQL || e.Op == token.NEQ) { // of any type that can be compared
		f.around(e, fmt.Sprintf("(mutantOn(%d) != (", id), "))")
		return
	}
	call := fmt.Sprintf("mutantCompare(%d, %q, %q, ", id, e.Op, other)
	if number {
		call = f.number(e, id)
	}
	f.edit(e, part{offset: f.offset(e.Pos()), text: call},
		part{offset: f.offset(e.OpPos), replaced: len(e.Op.String()), text: ","},
		part{offset: f.offset(e.End()), text: ")", closing: true})
}

func (f *finder) number(e *ast.BinaryExpr, id int) string {
	ids := map[int]int{}
	value, err := strconv.Atoi(f.code(e.Y))
	if err == nil {
		for _, by := range shifts[e.Op] {
			ids[by] = f.add(e.OpPos, kindNumber, f.code(e), fmt.Sprintf("%s %s %d", f.code(e.X), e.Op, value+by))
		}
	}
	return fmt.Sprintf("mutantNumber(%d, %d, %d, %q, %q, ", id, ids[-1], ids[1], e.Op, neighbours[e.Op])
}

// returnEarly makes a function return the zero value of each result.
func (f *finder) returnEarly(d *ast.FuncDecl) {
	if len(d.Body.List) == 0 || d.Recv == nil && (d.Name.Name == "init" || d.Name.Name == "main") {
		return
	}
	zeros := ""
	if results := d.Type.Results; results != nil && len(results.List[0].Names) == 0 {
		var values []string
		for _, result := range results.List {
			kind := f.code(result.Type)
			if !oneLine(kind) {
				return
			}
			values = append(values, "*new("+kind+")")
		}
		zeros = " " + strings.Join(values, ", ")
	}
	id := f.add(d.Pos(), kindReturn, "func "+d.Name.Name, "return"+zeros)
	f.edit(d, part{offset: f.offset(d.Body.Lbrace) + 1, text: fmt.Sprintf(" if mutantOn(%d) { return%s };", id, zeros)})
}

// schema is the text of a file with the edits in it. Where several parts meet at one
// offset, what closes comes before what opens, the inner one of two that close comes
// first, and the outer one of two that open: edits are in the order of the tree.
func (s *source) schema(keep func(line int) bool) string {
	type placed struct {
		part
		order int
	}
	var parts []placed
	for i, e := range s.edits {
		if !keep(e.line) {
			continue
		}
		for _, p := range e.parts {
			order := i
			if p.closing {
				order = -i - 1
			}
			parts = append(parts, placed{p, order})
		}
	}
	slices.SortStableFunc(parts, func(a, b placed) int {
		return cmp.Or(a.offset-b.offset, cmp.Compare(a.order, b.order))
	})
	var out strings.Builder
	at := 0
	for _, p := range parts {
		out.WriteString(s.text[at:p.offset])
		out.WriteString(p.text)
		at = p.offset + p.replaced
	}
	out.WriteString(s.text[at:])
	return out.String()
}
