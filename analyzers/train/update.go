package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// mayUpdate reports whether a step that no optimizer of torch's is seen to end may change parameters otherwise: by
// hand, or in a call that is not seen, behind the backward pass, and gets the optimizer or the model.
func (s *Step) mayUpdate() bool {
	objects := s.trainees()
	return slices.ContainsFunc(s.calls(), func(c *run.Call) bool {
		if c.Node == nil || newEvent(c) != nil || s.Entry.insideEvent(c) {
			return false
		}
		return s.behindBackward(c) && s.Entry.mayOptimize(c, objects) || s.changesByHand(c)
	}) || slices.ContainsFunc(s.Entry.Stores, func(store *run.Store) bool {
		return s.during(store.Laps) && s.storesByHand(store)
	})
}

// trainees are the modules that a step runs and the optimizers that its calls are given.
func (s *Step) trainees() []*run.Object {
	var list []*run.Object
	for _, c := range s.calls() {
		if m := moduleCalled(c); m != nil && !slices.Contains(list, m) {
			list = append(list, m)
		}
		for _, a := range c.Args {
			for _, v := range run.Alternatives(a.Value) {
				if o, ok := v.(*run.Object); ok && library.RoleOf(o) == knowledge.Optimizer && !slices.Contains(list, o) {
					list = append(list, o)
				}
			}
		}
	}
	return list
}

// behindBackward reports whether a call follows a backward pass in the same lap: what stands before prepares it.
func (s *Step) behindBackward(c *run.Call) bool {
	return slices.ContainsFunc(s.Entry.Events(), func(ev *Event) bool {
		return ev.Kind == Backward && ev.Call.Seq < c.Seq && s.during(ev.Call.Laps) && sameLaps(c.Laps, ev.Call.Laps)
	})
}

// mayOptimize reports whether a call that is not seen gets one of the objects, or is one of something that was made of
// them.
func (e *Entry) mayOptimize(c *run.Call, objects []*run.Object) bool {
	m, ok := c.Callee.(*run.Member)
	if !ok {
		return e.handsOver(c, objects)
	}
	if knowledge.SparesGradients(m.Name) {
		return false
	}
	on, ok := m.Object.(*run.Object)
	if !ok || library.IsModule(on) {
		return false // its parameters, its mode
	}
	if e.handsOver(c, objects) {
		return true
	}
	if on.Made == nil || library.RoleOf(on) != knowledge.NoRole {
		return false
	}
	if path, ok := on.Made.Callee.(run.Symbol); !ok || strings.HasPrefix(string(path), "torch.") ||
		!strings.Contains(string(path), ".") {
		return false
	}
	return slices.ContainsFunc(on.Made.Args, func(a run.Argument) bool { return e.leads(a.Value, objects, maxHeld) })
}

// changesByHand reports whether a call changes a parameter in place by a gradient: p.data.add_(p.grad, alpha=-lr).
func (s *Step) changesByHand(c *run.Call) bool {
	if !strings.HasSuffix(calleeName(c), "_") || len(c.Args) == 0 {
		return false
	}
	var given []run.Value
	for _, a := range c.Args {
		given = append(given, a.Value)
	}
	switch callee := c.Callee.(type) {
	case *run.Member:
		return s.byGradient(callee.Object, given, c.At)
	case run.Symbol: // torch._foreach_add_(parameters, gradients)
		return strings.HasPrefix(string(callee), "torch.") && !strings.HasPrefix(string(callee), "torch.nn.") &&
			s.byGradient(given[0], given[1:], c.At)
	}
	return false
}

// storesByHand reports whether a statement changes a parameter by a gradient: p -= lr * p.grad, p.data = p.data - lr *
// p.grad.
func (s *Step) storesByHand(store *run.Store) bool {
	switch {
	case store.Kind == run.StoreSummed:
		return s.byGradient(store.Old, []run.Value{addedBy(store)}, store.Node)
	case store.Name == "data" && store.Target != nil:
		return s.byGradient(store.Target, []run.Value{store.New}, store.Node)
	}
	return false
}

// byGradient reports whether something is changed by its own gradient, or is a parameter and changed by what may come
// of one: a momentum. What is summed up of gradients is no parameter: it measures them.
func (s *Step) byGradient(changed run.Value, by []run.Value, at python.Node) bool {
	for _, v := range run.Alternatives(changed) {
		o, ok := v.(*run.Object)
		if !ok || isGradient(o) {
			continue
		}
		o = withoutData(o)
		if gradientOf(by, o, maxParts) ||
			s.Entry.isParameter(o) && slices.ContainsFunc(by, isTensorLike) && s.readsGradient(at) {
			return true
		}
	}
	return false
}

// isTensorLike reports whether a value is not known to be a number or text.
func isTensorLike(v run.Value) bool { _, ok := v.(*run.Object); return ok }

// withoutData is the tensor of whose .data a value is.
func withoutData(o *run.Object) *run.Object {
	for range maxParts {
		from := run.Value(nil)
		if o.Operator == ".data" && len(o.Operands) > 0 {
			from = o.Operands[0]
		} else if m := detached(o); m != nil {
			from = m.Object
		}
		inner, ok := from.(*run.Object)
		if !ok {
			break
		}
		o = inner
	}
	return o
}

// gradientOf reports whether values were computed from the gradient of an object.
func gradientOf(list []run.Value, owner *run.Object, depth int) bool {
	return depth > 0 && slices.ContainsFunc(list, func(v run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
			o, ok := one.(*run.Object)
			if !ok {
				return false
			}
			if o.Operator == ".grad" && len(o.Operands) > 0 {
				of, ok := o.Operands[0].(*run.Object)
				return ok && withoutData(of) == owner
			}
			return gradientOf(operands(o), owner, depth-1)
		})
	})
}

// isParameter reports whether a value is one of a module's parameters, or a list of them.
func (e *Entry) isParameter(o *run.Object) bool {
	if e.graphs().origin(o) == leaf {
		return true
	}
	var from Optimized
	e.collectModules(o, &from, 0)
	return len(from.Modules) > 0
}

// readsGradient reports whether the function or the loop around a node reads what backward has left.
func (s *Step) readsGradient(at python.Node) bool {
	around := python.Node(s.Loop.Node())
	if fn := python.EnclosingFunction(at); fn != nil && !python.Within(around, fn) {
		around = fn
	}
	for n := range python.All(around) {
		if a, ok := n.(*python.Attribute); ok && a.Attr == "grad" && a.Assignment() == nil {
			return true
		}
	}
	return false
}
