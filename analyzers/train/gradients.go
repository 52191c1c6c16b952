package train

import (
	"slices"

	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// WritesGradients reports whether a step changes gradients itself, `p.grad = None`, `p.grad.mul_(c)`, or calls what by
// its name clears them.
func (s *Step) WritesGradients() bool { return s.Entry.writesGradients(s.during) }

// BringsGradients reports whether a step that waits for several micro-batches gets the gradients that the program has
// kept of them: p.grad = kept[i], under the gate of the step and behind what clears them for each.
func (s *Step) BringsGradients(zero, optimize *Event) bool {
	gates := optimize.Call.Gates
	return slices.ContainsFunc(s.Entry.Stores, func(store *run.Store) bool {
		return store.Kind == run.StoreAttribute && store.Name == "grad" && !run.IsNone(store.New) && !scales(store) &&
			store.Seq > zero.Call.Seq && store.Seq < optimize.Call.Seq && len(store.Gates) >= len(gates) &&
			slices.Equal(store.Gates[:len(gates)], gates)
	})
}

// MayClearByHand reports whether a step may clear gradients without a zero_grad: it changes them itself in another way
// than clipping by hand does, which multiplies them between the backward pass and the optimizer's step.
func (s *Step) MayClearByHand(backward, optimize *Event) bool {
	between := map[python.Node]bool{}
	for _, c := range s.calls() {
		if c.Seq > backward.Call.Seq && c.Seq < optimize.Call.Seq && knowledge.RescalesInPlace(calleeName(c)) {
			between[c.At] = true
		}
	}
	for _, store := range s.Entry.Stores { // p.grad *= mask
		if scales(store) && store.Seq > backward.Call.Seq && store.Seq < optimize.Call.Seq {
			between[store.Node] = true
		}
	}
	return s.Entry.writesGradientsBut(s.during, between)
}

// scales reports whether a store is part of a statement that multiplies or divides what was there, or that sums it over
// the ranks.
func scales(store *run.Store) bool {
	switch n := python.EnclosingStmt(store.Node).(type) {
	case *python.AugAssign:
		return n.Op == "*=" || n.Op == "/="
	case *python.Assign: // p.grad = p.grad * mask
		// p.grad = accelerator.reduce(p.grad, reduction="mean")
		if c, ok := n.Value.(*python.Call); ok && len(n.Targets) == 1 && len(c.Args) > 0 {
			was := python.PathText(n.Targets[0])
			return was != "" && knowledge.ReducesOverRanks(python.LastName(c.Func)) && python.PathText(c.Args[0].Value) == was
		}
		product, ok := n.Value.(*python.Binary)
		if !ok || len(n.Targets) != 1 || product.Op != "*" && product.Op != "/" {
			return false
		}
		was := python.PathText(n.Targets[0])
		return was != "" &&
			(python.PathText(product.Left) == was || product.Op == "*" && python.PathText(product.Right) == was)
	}
	return false
}

func (e *Entry) writesGradients(within func([]run.Lap) bool) bool {
	return e.writesGradientsBut(within, nil)
}

func (e *Entry) writesGradientsBut(within func([]run.Lap) bool, but map[python.Node]bool) bool {
	for _, store := range e.Stores {
		if (store.Name == "grad" || isGradient(store.Target)) && within(store.Laps) && !but[store.Node] {
			return true
		}
	}
	return slices.ContainsFunc(e.callsOfInterest().gradients, func(c *run.Call) bool {
		return within(c.Laps) && newEvent(c) == nil && !but[c.At]
	})
}

// ClearsItself reports whether an optimizer's step may clear the gradients that it steps on: code of the project's own
// runs that says something of clearing, or nothing shows which code runs.
func (e *Event) ClearsItself() bool {
	if !OwnOptimizer(e) {
		return false
	}
	on := run.Value(e.Object)
	if m, ok := e.Call.Callee.(*run.Method); ok {
		on = m.Self
	}
	o, ok := on.(*run.Object)
	if !ok || o == nil {
		return true
	}
	class, ours := o.Class.(*run.Class)
	if !ours {
		return true
	}
	optimizer := false
	for _, one := range class.Line() {
		switch one := one.(type) {
		case *run.Class:
			if mentionsClearing(one.Node) {
				return true
			}
		case run.Symbol:
			optimizer = optimizer || knowledge.RoleOfClass(string(one)) == knowledge.Optimizer
		}
	}
	return !optimizer // whatever else it is may do more than step
}

// mentionsClearing reports whether a class has code, other than the method zero_grad itself, in which gradients may be
// cleared.
func mentionsClearing(class *python.Class) bool {
	for _, s := range class.Body {
		if fn, ok := s.(*python.Function); ok && knowledge.ClearsGradients(fn.Name) {
			continue
		}
		for n := range python.All(s) {
			switch n := n.(type) {
			case *python.Call:
				if name := python.LastName(n.Func); knowledge.ClearsGradients(name) || name == "zero_" && ofGradient(n.Receiver()) {
					return true
				}
			case *python.Attribute:
				if n.Attr == "grad" && n.Assignment() != nil {
					return true
				}
			}
		}
	}
	return false
}

// ofGradient reports whether an expression is p.grad, or a part of it, or a name for one: p.grad.data.
func ofGradient(e python.Expr) bool {
	for {
		a, ok := e.(*python.Attribute)
		if !ok {
			return strings.Contains(python.LastName(e), "grad")
		}
		if a.Attr == "grad" {
			return true
		}
		e = a.Value
	}
}

func (e *Entry) changesGradients(c *run.Call) bool {
	name := calleeName(c)
	if knowledge.ClearsGradients(name) {
		return true
	}
	if !strings.HasSuffix(name, "_") {
		return false
	}
	if m, ok := c.Callee.(*run.Member); ok { // p.grad.mul_(c)
		return isGradient(m.Object)
	}
	for _, a := range c.Args { // torch._foreach_mul_(grads, c)
		if e.holdsGradient(a.Value) {
			return true
		}
	}
	return false
}

// isGradient reports whether a value is the gradient of something.
func isGradient(v run.Value) bool {
	for _, one := range run.Alternatives(v) {
		o, ok := one.(*run.Object)
		for ok && o != nil {
			if m := detached(o); m != nil { // p.grad.detach().mul_(c)
				o, ok = m.Object.(*run.Object)
				continue
			}
			if len(o.Operands) == 0 {
				break
			}
			if o.Operator == ".grad" {
				return true
			}
			if o.Operator != ".data" && o.Operator != "[]" && o.Operator != run.Iterating {
				break
			}
			o, ok = o.Operands[0].(*run.Object)
		}
	}
	return false
}

// detached is the detach method whose result a value is; nil for any other.
func detached(o *run.Object) *run.Member {
	if o.Made == nil {
		return nil
	}
	m, ok := o.Made.Callee.(*run.Member)
	if !ok || m.Name != "detach" {
		return nil
	}
	return m
}

// ClipsItself reports whether a clipping function of the project changes the gradients in place, with no call of
// PyTorch's own.
func (s *Step) ClipsItself(clip *Event) bool {
	changes := false
	for _, c := range s.Entry.Calls {
		if !within(c, clip.Call) {
			continue
		}
		if ev := newEvent(c); ev != nil && ev.Kind == Clip {
			return false
		}
		changes = changes || s.Entry.changesGradients(c)
	}
	return changes
}

// holdsGradient reports whether a value is a gradient or a container of some.
func (e *Entry) holdsGradient(v run.Value) bool {
	if isGradient(v) {
		return true
	}
	for _, one := range run.Alternatives(v) {
		o, ok := one.(*run.Object)
		if !ok {
			continue
		}
		for _, item := range e.Facts.machine.Contents(o) {
			if isGradient(item) {
				return true
			}
		}
	}
	return false
}

// HandsOutGradients reports whether a step gives gradients to a function that is not seen: what is done to them then is
// not known.
func (s *Step) HandsOutGradients() bool {
	for _, c := range s.calls() {
		if seen(c) || knowledge.Harmless(calleeName(c)) || newEvent(c) != nil {
			continue
		}
		if path, ok := c.Callee.(run.Symbol); ok &&
			(strings.HasPrefix(string(path), "torch.") || !strings.Contains(string(path), ".")) {
			continue
		}
		if m, ok := c.Callee.(*run.Member); ok && knowledge.MethodGives(m.Name) != knowledge.NotKnown {
			continue
		}
		for _, a := range c.Args {
			if s.Entry.holdsGradient(a.Value) {
				return true
			}
		}
	}
	return false
}
