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
