package python

import (
	"cmp"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// Guarded reports whether what stands at n runs, or is bound, only as one of
// several ways to do the same on different versions of a library: in a `try` that
// catches ImportError or AttributeError, under an `if` that compares versions or
// asks hasattr, behind an `if … return` of that kind, or as the default of getattr.
// What only a type checker reads, under `if TYPE_CHECKING`, does not run at all.
func (m *Module) Guarded(n Node) bool {
	if m.guardedHere(n) {
		return true
	}
	e, ok := n.(Expr)
	if !ok {
		return false
	}
	root := Root(e)
	if root == nil {
		return false
	}
	_, bindings := m.Lookup(root.ID, root)
	for _, b := range bindings { // a guarded import is used anywhere
		if m.guardedHere(b.Node) {
			return true
		}
	}
	return false
}

func (m *Module) guardedHere(n Node) bool {
	for from, p := n, n.Parent(); p != nil; from, p = p, p.Parent() {
		switch p := p.(type) {
		case *Try:
			if m.catchesMissing(p, from) {
				return true
			}
		case *If:
			if from != Node(p.Test) && (m.asksVersion(p.Test, 0) || m.checksTypes(p, from)) {
				return true
			}
		case *IfExp:
			if from != Node(p.Test) && m.asksVersion(p.Test, 0) {
				return true
			}
		case *Bool:
			if m.asksVersion(p.Left, 0) || m.asksVersion(p.Right, 0) {
				return true
			}
		case *With:
			if m.suppressesMissing(p) {
				return true
			}
		case *Call:
			if name, ok := p.Func.(*Name); ok && name.ID == "getattr" {
				return true
			}
		}
		if s, ok := from.(Stmt); ok && m.leftBefore(s, p) {
			return true
		}
	}
	s, ok := outermostStmt(n)
	return ok && m.leftBefore(s, nil)
}

// checksTypes reports whether a part of an if is read by type checkers alone: they, too, go by the last part of the
// name.
func (m *Module) checksTypes(s *If, part Node) bool {
	test, read := s.Test, s.Body
	if not, ok := test.(*Unary); ok && not.Op == "not" {
		test, read = not.Operand, s.Else
	}
	name := m.Resolve(test)
	if n, ok := test.(*Name); ok && name == "" { // set to False, as the file does not import typing for it
		name = n.ID
	}
	return name[strings.LastIndexByte(name, '.')+1:] == "TYPE_CHECKING" &&
		slices.ContainsFunc(read, func(inner Stmt) bool { return Node(inner) == part })
}

func outermostStmt(n Node) (Stmt, bool) {
	for n.Parent() != nil {
		n = n.Parent()
	}
	s, ok := n.(Stmt)
	return s, ok
}

// missing are the exceptions raised where a library lacks what is asked of it: a module, a name, an argument.
var missing = map[string]bool{
	"ImportError":         true,
	"ModuleNotFoundError": true,
	"AttributeError":      true,
	"TypeError":           true,
}

// Caught reports whether an exception that is raised at n is caught in the same function, or what runs there: in a try
// that names it, or catches everything, or under contextlib.suppress.
func (m *Module) Caught(n Node, exception string) bool {
	names := map[string]bool{exception: true, "Exception": true, "BaseException": true}
	for from, up := n, n.Parent(); up != nil; from, up = up, up.Parent() {
		switch up := up.(type) {
		case *Function:
			return false
		case *Try:
			inBody := slices.ContainsFunc(up.Body, func(s Stmt) bool { return Node(s) == from })
			if inBody && slices.ContainsFunc(up.Handlers, func(h *Handler) bool {
				return h.Type == nil || catches(h.Type, names)
			}) {
				return true
			}
		case *With:
			if m.suppresses(up, names) {
				return true
			}
		}
	}
	return false
}

// catchesMissing reports whether a try falls back to something else where a
// library lacks a name. One that catches everything counts where it tries an
// import or assignment only, or what it returns: what it prints of that is no more
// than the answer.
func (m *Module) catchesMissing(t *Try, from Node) bool {
	_, inHandler := from.(*Handler)
	inFinally := false
	for _, s := range t.Finally {
		inFinally = inFinally || Node(s) == from
	}
	if inFinally {
		return false
	}
	binds := true
	for _, s := range t.Body {
		switch s.(type) {
		case *Import, *Assign, *Return:
		default:
			binds = binds && Node(s) != from && tells(s)
		}
	}
	for _, h := range t.Handlers {
		if inHandler && Node(h) != from {
			continue
		}
		if catches(h.Type, missing) ||
			binds && (h.Type == nil || catches(h.Type, map[string]bool{"Exception": true, "BaseException": true})) {
			return true
		}
	}
	return false
}

// tells reports whether a statement only prints, or logs, something.
func tells(s Stmt) bool {
	e, ok := s.(*ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.Value.(*Call)
	if !ok {
		return false
	}
	root := Root(c.Func)
	return root != nil && (root.ID == "print" || root.ID == "logging" || root.ID == "logger")
}

func catches(e Expr, names map[string]bool) bool {
	switch e := e.(type) {
	case *Name:
		return names[e.ID]
	case *Sequence:
		for _, item := range e.Items {
			if catches(item, names) {
				return true
			}
		}
	}
	return false
}

func (m *Module) suppressesMissing(w *With) bool { return m.suppresses(w, missing) }

// suppresses reports whether contextlib.suppress is given one of some exceptions by a with statement.
func (m *Module) suppresses(w *With, names map[string]bool) bool {
	for _, item := range w.Items {
		c, ok := item.Context.(*Call)
		if !ok || m.Resolve(c.Func) != "contextlib.suppress" {
			continue
		}
		for _, a := range c.Args {
			if catches(a.Value, names) {
				return true
			}
		}
	}
	return false
}

// leftBefore reports whether an earlier statement of the same block leaves it for
// other versions: `if version >= …: return new()`.
func (m *Module) leftBefore(s Stmt, parent Node) bool {
	blocks := [][]Stmt{m.Body}
	if parent != nil {
		blocks = Blocks(parent)
	}
	for _, block := range blocks {
		at, found := slices.BinarySearchFunc(block, s.Span().Start, startsAt)
		if found && block[at] == s && m.firstLeaving(block) < at {
			return true
		}
	}
	return false
}

func startsAt(s Stmt, offset int) int { return cmp.Compare(s.Span().Start, offset) }

// firstLeaving is where in a block the first `if` stands that asks for a version and
// leaves; behind the last statement when there is none. Every statement of the block
// may ask.
func (m *Module) firstLeaving(block []Stmt) int {
	if at, known := m.leaving[block[0]]; known {
		return at
	}
	at := slices.IndexFunc(block, func(s Stmt) bool {
		b, ok := s.(*If)
		return ok && (leavesBlock(b.Body) || leavesBlock(b.Else)) && m.asksVersion(b.Test, 0)
	})
	if at < 0 {
		at = len(block)
	}
	if m.leaving == nil {
		m.leaving = map[Stmt]int{}
	}
	m.leaving[block[0]] = at
	return at
}

func leavesBlock(body []Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case *Return, *Raise:
		return true
	case *Simple:
		return s.Kind != Pass
	}
	return false
}

const maxGuardSteps = 3

// asksVersion reports whether an expression depends on a library's version or on
// what it offers, through names and functions of this file too.
func (m *Module) asksVersion(e Expr, steps int) bool {
	if e == nil || steps > maxGuardSteps {
		return false
	}
	asks := false
	Walk(e, func(n Node) bool {
		switch n := n.(type) {
		case *Lambda:
			return false
		case *Name:
			asks = asks || (n.ID == "hasattr" || n.ID == "getattr") && asksModule(m, n) || knowledge.AsksVersion(n.ID) ||
				m.namesVersion(n, steps)
		case *Attribute:
			asks = asks || knowledge.AsksVersion(n.Attr)
		case *Call:
			if f, ok := m.Definition(n.Func).(*Function); ok && steps < maxGuardSteps {
				for _, r := range Returns(f) {
					asks = asks || m.asksVersion(r.Value, steps+1)
				}
			}
		}
		return !asks
	})
	return asks
}

// asksModule: hasattr(torch, "amp") asks what torch offers, hasattr(self, "amp")
// does not.
func asksModule(m *Module, n *Name) bool {
	c, ok := n.Parent().(*Call)
	if !ok || c.Func != Expr(n) || len(c.Args) == 0 {
		return false
	}
	root := Root(c.Args[0].Value)
	if root == nil {
		return false
	}
	_, bindings := m.Lookup(root.ID, root)
	return len(bindings) > 0 && bindings[0].Kind == Imported
}

// namesVersion follows a flag such as NEW_AMP, or one part of a version, to what it was set from.
func (m *Module) namesVersion(n *Name, steps int) bool {
	_, bindings := m.Lookup(n.ID, n)
	for _, b := range bindings {
		if (b.Kind == Assigned || b.Kind == Unpacked) && m.guardFlag(b, steps) {
			return true
		}
	}
	return false
}

// guardFlag: set from a version, or set differently in a try that catches ImportError.
func (m *Module) guardFlag(b *Binding, steps int) bool {
	if _, constant := b.Value.(*Constant); constant {
		t, ok := enclosingTry(b.Node)
		return ok && m.catchesMissing(t, directPart(b.Node, t)) && (triesTorch(t) || importsOtherwise(t))
	}
	return m.asksVersion(b.Value, steps+1)
}

// triesTorch reports whether a try imports from torch or asks it for an attribute.
func triesTorch(t *Try) bool {
	tries := false
	WalkBody(t.Body, func(n Node) bool {
		switch n := n.(type) {
		case *Import:
			for _, a := range n.Names {
				path := a.Path
				if n.From {
					path = n.Module
				}
				tries = tries || knowledge.IsTorch(firstPart(path))
			}
		case *Name:
			tries = tries || knowledge.IsTorch(n.ID)
		}
		return !tries
	})
	return tries
}

// importsOtherwise reports whether a try and one of its handlers import names of the same library: which of them it has
// tells its version. A handler that imports nothing of it only says that the library is not there.
func importsOtherwise(t *Try) bool {
	asked := importedFrom(t.Body)
	return slices.ContainsFunc(t.Handlers, func(h *Handler) bool {
		return slices.ContainsFunc(importedFrom(h.Body), func(library string) bool { return slices.Contains(asked, library) })
	})
}

// importedFrom lists the libraries of which the statements of a block import names.
func importedFrom(block []Stmt) []string {
	var list []string
	for _, s := range block {
		if i, ok := s.(*Import); ok && i.From {
			list = append(list, firstPart(i.Module))
		}
	}
	return list
}

func enclosingTry(n Node) (*Try, bool) {
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p := p.(type) {
		case *Try:
			return p, true
		case *Function, *Class, *For, *While:
			return nil, false
		}
	}
	return nil, false
}

// directPart is the child of owner on the way down to n.
func directPart(n, owner Node) Node {
	for p := n.Parent(); p != nil && p != owner; p = n.Parent() {
		n = p
	}
	return n
}
