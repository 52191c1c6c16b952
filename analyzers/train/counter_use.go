package train

import "github.com/trainlint/trainlint/analyzers/python"

// usesOf lists the places of a file that read a counter, leaving out the statement that increments it. A name is that
// of the same scope; an attribute that of the same class, or of the same root name elsewhere.
func usesOf(m *python.Module, increment python.Node, target python.Expr) []python.Expr {
	var list []python.Expr
	path, home := python.PathText(target), homeOf(m, target)
	python.WalkBody(m.Body, func(n python.Node) bool {
		if n == increment {
			return false
		}
		e, ok := n.(python.Expr)
		if !ok || python.PathText(e) != path || python.IsTarget(e) {
			return true
		}
		if homeOf(m, e) == home {
			list = append(list, e)
		}
		return false
	})
	return list
}

// homeOf is what a name belongs to: its scope, or the class of self.x.
func homeOf(m *python.Module, e python.Expr) any {
	root := e
	for {
		switch x := root.(type) {
		case *python.Attribute:
			root = x.Value
			continue
		case *python.Subscript:
			root = x.Value
			continue
		}
		break
	}
	name, ok := root.(*python.Name)
	if !ok {
		return nil
	}
	if c := m.ClassOf(name); c != nil && root != e {
		return c
	}
	scope, _ := m.Lookup(name.ID, name)
	return scope
}

// readAsSteps reports whether something reads a counter as a number of steps: more than the test whether it is 0, or
// what is shown to a person. A counter that divides a sum into an average counts no steps.
func readAsSteps(m *python.Module, increment python.Node, target python.Expr) bool {
	read := false
	for _, use := range usesOf(m, increment, target) {
		by := asDivisor(use)
		switch parent := by.Parent().(type) {
		case *python.Binary:
			if (parent.Op == "/" || parent.Op == "//") && parent.Right == by {
				return false
			}
		case *python.Compare:
			if zero, ok := m.Const(parent.Operands[len(parent.Operands)-1]); ok && zero.IsZero() {
				continue
			}
		}
		read = read || !printed(use)
	}
	return read
}

// asDivisor is what a division has of a number: the number, or what keeps it from being 0, max(n, 1).
func asDivisor(n python.Expr) python.Expr {
	arg, ok := n.Parent().(*python.Arg)
	if !ok {
		return n
	}
	c, ok := arg.Parent().(*python.Call)
	if ok && (python.PathText(c.Func) == "max" || python.PathText(c.Func) == "float") {
		return c
	}
	return n
}

// printed reports whether an expression is only shown to a person.
func printed(e python.Expr) bool {
	for n := e.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Call:
			if name, ok := n.Func.(*python.Name); ok && name.ID == "print" {
				return true
			}
		case python.Stmt:
			return false
		}
	}
	return false
}

// divides reports whether a counter is divided somewhere: what it counts is not what is read.
func divides(m *python.Module, increment python.Node, target python.Expr) bool {
	for _, use := range usesOf(m, increment, target) {
		if b, ok := use.Parent().(*python.Binary); ok && (b.Op == "//" || b.Op == "/") && b.Left == use {
			return true
		}
	}
	return false
}
