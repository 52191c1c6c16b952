package run

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
)

// halves are the body of a generator that a with goes into: what runs on the way in, up to its one yield, and on the
// way out.
type halves struct {
	in, out []python.Stmt
	always  []python.Stmt // of what is out, that which an exception does not skip
}

// halvesFor parts the body of a context manager where a with goes into what it gives; nil where it runs in one go:
// elsewhere nobody sees when it is left, and a yield in a branch is in no half.
func (m *Machine) halvesFor(f *Function, c *Call) *halves {
	if !f.manages || f.Node == nil || c.Node == nil || python.Expr(c.Node) != m.entering {
		return nil
	}
	var yield *python.Yield
	for n := range python.AllIn(f.Node.Body) {
		y, ok := n.(*python.Yield)
		if !ok || python.EnclosingFunction(y) != f.Node {
			continue
		}
		if yield != nil || y.From {
			return nil
		}
		yield = y
	}
	if yield == nil {
		return nil
	}
	return partAt(yield, f.Node.Body)
}

// partAt parts statements at a yield.
func partAt(yield *python.Yield, body []python.Stmt) *halves {
	i := slices.IndexFunc(body, func(s python.Stmt) bool {
		return s.Span().Start <= yield.Span().Start && yield.Span().End <= s.Span().End
	})
	if i < 0 {
		return nil
	}
	before, after := body[:i:i], body[i+1:]
	switch s := body[i].(type) {
	case *python.ExprStmt, *python.Assign:
		return &halves{in: append(before, s), out: after}
	case *python.With: // it is left at once, and stands around the body of the other with
		if inner := partAt(yield, s.Body); inner != nil && len(inner.out) == 0 {
			return &halves{in: append(before, s), out: after}
		}
	case *python.Try:
		inner := partAt(yield, s.Body)
		if inner == nil || len(s.Handlers) > 0 {
			return nil
		}
		inner.in = append(before, inner.in...)
		inner.always = append(slices.Clone(inner.always), s.Finally...)
		inner.out = slices.Concat(inner.out, s.Else, s.Finally, after)
		return inner
	}
	return nil
}

// pause keeps the frame of a generator that is in its yield.
func (m *Machine) pause(manager Value, inside *frame) {
	o, ok := manager.(*Object)
	if !ok || inside.halves == nil {
		return
	}
	if m.paused == nil {
		m.paused = map[*Object]*frame{}
	}
	m.paused[o] = inside
}

// leaveGenerator is what a generator does behind its yield, nil for nothing.
func (m *Machine) leaveGenerator(o *Object) leaving {
	f := m.paused[o]
	if f == nil || len(f.halves.out) == 0 {
		return nil
	}
	return func(exception Value) bool {
		rest := f.halves.out
		if _, failed := exception.(*Object); failed {
			rest = f.halves.always
		}
		m.inFrame(&frame{function: f.function, unit: f.unit, scope: f.scope, call: f.call}, func() { m.block(rest) })
		return false
	}
}
