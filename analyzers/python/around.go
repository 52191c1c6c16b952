package python

// Within reports whether a node is another one, or stands in it.
func Within(n, outer Node) bool {
	for ; n != nil; n = n.Parent() {
		if n == outer {
			return true
		}
	}
	return false
}

// WithinAny is the innermost of some nodes that n is, or stands in; ok is false when there is none.
func WithinAny[V any](n Node, outer map[Node]V) (found V, ok bool) {
	for ; n != nil && !ok; n = n.Parent() {
		found, ok = outer[n]
	}
	return found, ok
}

// InLambda reports whether a lambda stands between a node and the function around it.
func InLambda(n Node) bool {
	for ; n != nil; n = n.Parent() {
		switch n.(type) {
		case *Lambda:
			return true
		case *Function:
			return false
		}
	}
	return false
}

// Exclusive reports whether two nodes stand in different branches of one if.
func Exclusive(a, b Node) bool {
	for p := a; p != nil; p = p.Parent() {
		gate, ok := p.Parent().(*If)
		if ok && Within(b, gate) && InBody(gate, a) != InBody(gate, b) {
			return true
		}
	}
	return false
}

// InBody reports whether a node stands in the body of an if or a try, not in its test, else, handlers or finally.
func InBody(outer, n Node) bool {
	var body []Stmt
	switch outer := outer.(type) {
	case *If:
		body = outer.Body
	case *Try:
		body = outer.Body
	}
	for _, s := range body {
		if Within(n, s) {
			return true
		}
	}
	return false
}

// Gate is a test on the way to a node.
type Gate struct {
	Test Expr
	// Holds says that the node runs when the test does; false for the branch behind else.
	Holds bool
}

// GatesOf lists the tests of if statements and conditional expressions around a node, innermost first.
func GatesOf(n Node) []Gate {
	var list []Gate
	for from, up := n, n.Parent(); up != nil; from, up = up, up.Parent() {
		switch gate := up.(type) {
		case *If:
			if from != Node(gate.Test) {
				list = append(list, Gate{gate.Test, InBody(gate, from)})
			}
		case *IfExp:
			if from != Node(gate.Test) {
				list = append(list, Gate{gate.Test, from == Node(gate.Body)})
			}
		}
	}
	return list
}

// Contradict reports whether one of two nodes stands behind a condition and the other behind its opposite:
// `if args.use_lora` and `if train and not args.use_lora`. Conditions are compared by their text.
func (m *Module) Contradict(a, b Node) bool {
	first, second := map[string]bool{}, map[string]bool{}
	m.conditions(a, first)
	m.conditions(b, second)
	for text, holds := range first {
		if other, ok := second[text]; ok && other != holds {
			return true
		}
	}
	return false
}

// conditions collects what must be true, or false, for a node to run.
func (m *Module) conditions(n Node, into map[string]bool) {
	for _, g := range GatesOf(n) {
		if _, statement := g.Test.Parent().(*If); statement {
			m.conjuncts(g.Test, g.Holds, into)
		}
	}
}

func (m *Module) conjuncts(test Expr, positive bool, into map[string]bool) {
	switch t := test.(type) {
	case *Bool:
		if (t.Op == "and") == positive {
			m.conjuncts(t.Left, positive, into)
			m.conjuncts(t.Right, positive, into)
		}
	case *Unary:
		if t.Op == "not" {
			m.conjuncts(t.Operand, !positive, into)
		}
	case *Compare:
		text := m.File.Slice(test.Span())
		if len(t.Ops) == 1 && (t.Ops[0] == "==" || t.Ops[0] == "!=") {
			positive = positive == (t.Ops[0] == "==")
			text = m.File.Slice(t.Operands[0].Span()) + " == " + m.File.Slice(t.Operands[1].Span())
		}
		into[text] = positive
	default:
		into[m.File.Slice(test.Span())] = positive
	}
}

// CallAround is the innermost call of a method around a node in its statement, as which the node is an argument or a
// part of one; nil for none.
func CallAround(n Node, method string) *Call {
	for n = n.Parent(); n != nil; n = n.Parent() {
		if c, ok := n.(*Call); ok && c.MethodName() == method {
			return c
		}
		if _, ok := n.(Stmt); ok {
			break
		}
	}
	return nil
}

// FunctionsAround lists the functions that a node stands in, innermost first.
func FunctionsAround(n Node) []*Function {
	var list []*Function
	for fn := EnclosingFunction(n); fn != nil; fn = EnclosingFunction(fn) {
		list = append(list, fn)
	}
	return list
}

// InHandler reports whether a node runs only when an exception was caught.
func InHandler(n Node) bool {
	for ; n != nil; n = n.Parent() {
		if _, ok := n.(*Handler); ok {
			return true
		}
	}
	return false
}
