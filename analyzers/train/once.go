package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// onceOnly reports whether an event ends its loop, or happens at one count of it: the block that holds it leaves the
// loop behind it.
func onceOnly(ev *Event, loop *Loop) bool {
	if atOneCount(ev.Call.Gates, loop) {
		return true
	}
	for c := ev.Call; c != nil && c != loop.Run.Caller; c = c.Caller {
		for n := c.At; n != nil && n != python.Node(loop.Node()); n = n.Parent() {
			if _, isFunction := n.(*python.Function); isFunction {
				break
			}
			if stmt, ok := n.(python.Stmt); ok && c.Caller == loop.Run.Caller && leavesBehind(stmt) {
				return true
			}
		}
	}
	return false
}

// atOneCount reports whether a condition lets something happen in one lap of a loop only: if i == 0. What another loop
// counts says nothing of it: each epoch has its first batch, and the first epoch has many.
func atOneCount(gates []run.Literal, loop *Loop) bool {
	return slices.ContainsFunc(loop.gatesIn(gates), func(l run.Literal) bool {
		if !l.Holds || l.Condition.Operator != "==" || l.Condition.Object == nil {
			return false
		}
		counter := counterIn(l.Condition.Object)
		return counter.Operator == run.Counting && loop.counts(counter)
	})
}

// counterIn is the counter to which a number of laps was added, i in i + 1; the object itself where it is no such sum.
func counterIn(o *run.Object) *run.Object {
	return leftmost(
		o,
		func(o *run.Object) bool { return (o.Operator == "+" || o.Operator == "-") && run.Known(o.Operands[1]) },
	)
}

// leftmost is what stands leftmost in an expression of operators with two sides, as far as they are of some kind.
func leftmost(o *run.Object, ofKind func(*run.Object) bool) *run.Object {
	for range maxParts {
		if len(o.Operands) != 2 || !ofKind(o) {
			break
		}
		from, ok := o.Operands[0].(*run.Object)
		if !ok {
			break
		}
		o = from
	}
	return o
}

// counts reports whether a number is another one in each lap of a loop: the loop itself gives it, or adds to it and
// never sets it back.
func (l *Loop) counts(counter *run.Object) bool {
	by := counter.At.Node
	for by != nil {
		if _, ok := by.(python.Stmt); ok {
			break
		}
		by = by.Parent()
	}
	if _, over := by.(*python.For); !over && counter.Word == "" {
		return true // an item of a comprehension
	}
	if loop, ok := by.(*python.For); ok && (counter.Word == "" || bindsName(loop.Target, counter.Word)) {
		return by == python.Node(l.Node())
	}
	adds := false
	for n := range python.All(l.Node()) {
		switch n := n.(type) {
		case *python.AugAssign:
			adds = adds || python.LastName(n.Target) == counter.Word
		case *python.Assign:
			for _, t := range n.Targets {
				if python.LastName(t) != counter.Word {
					continue
				}
				if addsOne(n) == nil {
					return false
				}
				adds = true
			}
		}
	}
	return adds
}

// bindsName reports whether a target binds a name.
func bindsName(target python.Expr, name string) bool {
	for n := range python.All(target) {
		if bound, ok := n.(*python.Name); ok && bound.ID == name {
			return true
		}
	}
	return false
}
