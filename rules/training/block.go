package training

import "github.com/trainlint/trainlint/analyzers/python"

// exclusive reports whether two statements stand in different branches of one if.
func exclusive(a, b python.Node) bool {
	for p := a; p != nil; p = p.Parent() {
		gate, ok := p.Parent().(*python.If)
		if ok && holds(gate, b) && !sameBranch(gate, a, b) {
			return true
		}
	}
	return false
}

func holds(outer, inner python.Node) bool {
	for p := inner; p != nil; p = p.Parent() {
		if p == outer {
			return true
		}
	}
	return false
}

func sameBranch(gate *python.If, a, b python.Node) bool {
	in := func(n python.Node, body []python.Stmt) bool {
		for _, s := range body {
			if holds(s, n) {
				return true
			}
		}
		return false
	}
	return in(a, gate.Body) == in(b, gate.Body)
}

// assigned reports whether an attribute is what a statement assigns to.
func assigned(a *python.Attribute) bool { return assignment(a) != nil }

// assignment is the statement that assigns to an attribute; nil for one that is read.
func assignment(a *python.Attribute) *python.Assign {
	s, ok := a.Parent().(*python.Assign)
	if !ok || s.Value == nil {
		return nil
	}
	for _, t := range s.Targets {
		if t == python.Expr(a) {
			return s
		}
	}
	return nil
}
