package training

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// lastValue is what a name surely holds where it is read: the value of the last
// statement before it, in its own block or one around it, that binds the name.
// Other expressions are their own value. nil: something else may have bound it.
func lastValue(p *rules.Pass, e python.Expr) python.Expr {
	name, ok := e.(*python.Name)
	if !ok {
		return e
	}
	_, bindings := p.Python.Lookup(name.ID, name)
	var last *python.Binding
	for _, b := range bindings {
		if b.Node.Span().Start < name.Span().Start && !holds(b.Node, name) && python.EnclosingFunction(b.Node) == python.EnclosingFunction(name) {
			last = b
		}
	}
	if last == nil || last.Kind != python.Assigned || !dominates(last.Node, name) {
		return nil
	}
	return last.Value
}

// dominates reports whether a statement runs before a node whenever the node does:
// the block that holds it holds the node too.
func dominates(s python.Node, n python.Node) bool {
	parent := s.Parent()
	for p := n.Parent(); ; p = p.Parent() {
		if p == parent {
			gate, ok := p.(*python.If)
			return !ok || sameBranch(gate, s, n)
		}
		if p == nil {
			return false
		}
	}
}
