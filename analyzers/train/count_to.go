package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// countedTo is n of a test `seen == n` of a counter to which every lap adds 1 and that begins again at 0 behind the
// test, and of a test `left == 0` of one that is counted down and begins again at n; nil for any other test. The test
// may be turned round (`if seen < n: continue`), be one of several (`if seen == n or last:`), and stand in a method
// that another class asks (`if self.gate.due():`): then the object counts on itself. asked is the literal of the test
// itself.
func (s *Step) countedTo(l run.Literal, depth int) (asked run.Literal, n python.Expr) {
	if depth > maxParts {
		return l, nil
	}
	for _, part := range l.Condition.Parts {
		one := run.Literal{Condition: part.Condition, Holds: part.Holds == l.Holds}
		if asked, n := s.countedTo(one, depth+1); n != nil {
			return asked, n
		}
	}
	test, ok := l.Condition.Test.Node.(*python.Compare)
	if !ok || len(test.Operands) != 2 {
		return l, nil
	}
	for _, turned := range []bool{false, true} { // seen == n, n == seen
		if n := s.countedSide(l, test, turned); n != nil {
			return l, n
		}
	}
	return l, nil
}

// countedSide is the other side of a test whose left side, or right one where it is turned, is such a counter.
func (s *Step) countedSide(l run.Literal, test *python.Compare, turned bool) python.Expr {
	counter, direction := counterOf(test, l.Succeeds(), turned)
	bound := test.Operands[1]
	if turned {
		bound = test.Operands[0]
	}
	switch {
	case direction == 0:
		return nil
	case s.Loop != nil && l.Condition.Test.Unit == s.Loop.Run.Unit && inside(test, s.Loop.Node()):
		return countsIn(s.Loop.Node(), bound, counter, direction, func(again python.Stmt) bool {
			return behindTest(again, test, l.Succeeds())
		})
	}
	if fn := python.EnclosingFunction(test); fn != nil && isMethod(fn) && strings.HasPrefix(counter, "self.") {
		return countsIn(fn.Parent(), bound, counter, direction, func(again python.Stmt) bool {
			in := python.EnclosingFunction(again)
			return in != nil && in.Name != "__init__"
		})
	}
	return nil
}

// turnedOver is what a comparison says read from the right.
var turnedOver = map[string]string{"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

// counterOf is what a test asks whether it has been counted up, 1, or down to 0, -1, where it succeeds or fails; 0
// where it asks something else.
func counterOf(test *python.Compare, succeeds, turned bool) (counter string, direction int) {
	op, left, right := test.Ops[0], test.Operands[0], test.Operands[1]
	if turned {
		op, left, right = turnedOver[op], right, left
	}
	counter = python.PathText(left)
	switch {
	case counter == "":
		return "", 0
	case isText(right, "0"):
		if succeeds && (op == "==" || op == "<=") || !succeeds && (op == "!=" || op == ">") {
			return counter, -1
		}
	case succeeds && (op == "==" || op == ">=") || !succeeds && (op == "!=" || op == "<"):
		return counter, 1
	}
	return "", 0
}

// countsIn is to what a counter that a test asks for is counted within a piece of code: 1 is added or taken off there,
// and a statement puts it back, whose place is right.
func countsIn(
	within python.Node, bound python.Expr, counter string, direction int, right func(python.Stmt) bool,
) python.Expr {
	sign := "+="
	if direction < 0 {
		sign = "-="
	}
	counts := false
	var again python.Expr
	for n := range python.All(within) {
		switch n := n.(type) {
		case *python.AugAssign:
			counts = counts || n.Op == sign && python.PathText(n.Target) == counter && isText(n.Value, "1")
		case *python.Assign:
			v := putTo(n, counter)
			if next, ok := v.(*python.Binary); ok && next.Op+"=" == sign && python.PathText(next.Left) == counter &&
				isText(next.Right, "1") { // seen = seen + 1
				counts = true
			} else if v != nil && right(n) {
				again = v
			}
		}
	}
	switch {
	case !counts || again == nil:
		return nil
	case direction < 0:
		return again
	case !isText(again, "0"):
		return nil
	}
	return bound
}

// putTo is what an assignment puts into a variable: `seen = 0`, `seen, total = 0, 0.0`, `seen = total = 0`; nil where
// it puts nothing there.
func putTo(a *python.Assign, variable string) python.Expr {
	for _, target := range a.Targets {
		if python.PathText(target) == variable {
			return a.Value
		}
		names, isTuple := target.(*python.Sequence)
		values, alike := a.Value.(*python.Sequence)
		if !isTuple || !alike || len(names.Items) != len(values.Items) {
			continue
		}
		for i, name := range names.Items {
			if python.PathText(name) == variable {
				return values.Items[i]
			}
		}
	}
	return nil
}

// behindTest reports whether a statement runs wherever a test has let the program through, and only there: in the block
// that it opens, or behind one that the others leave, `if seen < n: continue`.
func behindTest(s python.Stmt, test *python.Compare, succeeds bool) bool {
	block, ok := python.EnclosingStmt(test).(*python.If)
	switch {
	case !ok:
		return false
	case s.Parent() == python.Node(block):
		return slices.Contains(block.Body, s) == succeeds
	}
	return !succeeds && s.Parent() == block.Parent() && s.Span().Start >= block.Span().End && endsLap(block.Body)
}

// endsLap reports whether the lap of the loop ends with a block.
func endsLap(block []python.Stmt) bool {
	if len(block) == 0 {
		return false
	}
	last := block[len(block)-1]
	simple, ok := last.(*python.Simple)
	return ok && simple.Kind == python.Continue || leaves(last)
}
