package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Function is the function around the loop where gradients belong off in all of it: the module is in eval mode, or the
// script trains nothing, it computes with networks or losses outside of the loop, too, and nothing in it
// differentiates. The loop over the words of a search is such a one, behind the encoder's own pass. nil where the loop
// is enough.
func (v *Evaluated) Function() *python.Function {
	fn := python.EnclosingFunction(v.Loop.Node())
	if fn == nil || fn.Async || v.Loop.Trains || fn.Name == "__init__" || fn.Name == "forward" ||
		v.Mode == nil && !v.Loaded {
		return nil
	}
	if asksForGradients(fn.Body) || generates(fn) || v.trainsIn(fn) || !v.computesOutside(fn) {
		return nil
	}
	return fn
}

// Around is the loop to put under no_grad: the outermost one of the function in which nothing trains, where the module
// was put into eval mode before it: `for crop in crops: for x in loader:`.
func (v *Evaluated) Around() *Loop {
	around := v.Loop
	for up := around.Parent; up != nil && up.Run.Caller == around.Run.Caller && !up.Trains; up = up.Parent {
		if v.Mode == nil || python.Within(v.Mode.Call.At, up.Node()) || v.Mode.Call.Caller != up.Run.Caller ||
			asksForGradients(up.Body()) {
			break
		}
		around = up
	}
	return around
}

// trainsIn reports whether something differentiates or an optimizer steps while a function runs.
func (v *Evaluated) trainsIn(fn *python.Function) bool {
	return slices.ContainsFunc(v.Entry.Events(), func(e *Event) bool {
		if e.Kind != Backward && e.Kind != Grad && !e.StepsOptimizer() {
			return false
		}
		for c := e.Call.Caller; c != nil; c = c.Caller {
			if f := functionOf(c); f != nil && f.Node == fn {
				return true
			}
		}
		return false
	})
}

// computesOutside reports whether the function of the loop runs a network or a loss before the loop or behind it, with
// gradients on.
func (v *Evaluated) computesOutside(fn *python.Function) bool {
	return slices.ContainsFunc(v.Entry.Calls, func(c *run.Call) bool {
		if c.Caller != v.Loop.Run.Caller || c.Node == nil || c.Grad != run.Value(run.Bool(true)) ||
			python.Within(c.Node, v.Loop.Node()) ||
			python.EnclosingFunction(c.Node) != fn {
			return false
		}
		called, _ := c.Callee.(*run.Object)
		return called != nil && (library.RoleOf(called) == knowledge.Criterion || v.Entry.isModule(called))
	})
}

// generates reports whether a function is a generator: what goes on between its values runs in the mode of who asks for
// them.
func generates(fn *python.Function) bool {
	for n := range python.AllIn(fn.Body) {
		if y, ok := n.(*python.Yield); ok && python.EnclosingFunction(y) == fn {
			return true
		}
	}
	return false
}

// Generates reports whether the loop stands in a generator: a block without gradients around a yield would leave them
// off for whoever asks for the values, until he asks for the next.
func (v *Evaluated) Generates() bool {
	fn := python.EnclosingFunction(v.Loop.Node())
	return fn != nil && generates(fn)
}

// TrainsAround reports whether the function of the loop trains, too.
func (v *Evaluated) TrainsAround() bool { return v.trainsIn(python.EnclosingFunction(v.Loop.Node())) }

// LoopOfSeveral is the loop around the pass, in its own function, that calls in several places what runs the network,
// where nothing of it trains or asks for gradients: the loop belongs under no_grad then, and not each call. nil
// otherwise.
func (v *Evaluated) LoopOfSeveral() python.Stmt {
	fn := python.EnclosingFunction(v.Forward.Node)
	if fn != nil && (generates(fn) || v.trainsIn(fn)) {
		return nil
	}
	for n := v.Forward.Node.Parent(); n != nil && n != python.Node(fn); n = n.Parent() {
		var body []python.Stmt
		switch loop := n.(type) {
		case *python.For:
			body = loop.Body
		case *python.While:
			body = loop.Body
		default:
			continue
		}
		loop := n.(python.Stmt)
		if fn == nil && v.trainsWithin(loop) || asksForGradients(body) || v.onceWithin(loop) {
			return nil
		}
		return loop
	}
	return nil
}

// trainsWithin reports whether something differentiates or an optimizer steps in a statement of the script itself.
func (v *Evaluated) trainsWithin(s python.Stmt) bool {
	return slices.ContainsFunc(v.Entry.Events(), func(e *Event) bool {
		if e.Kind != Backward && e.Kind != Grad && !e.StepsOptimizer() {
			return false
		}
		for c := e.Call; c != nil; c = c.Caller {
			if python.Within(c.At, s) {
				return true
			}
		}
		return false
	})
}

// InOnePlace reports whether what is put under no_grad calls in one place alone what runs the network in it.
func (v *Evaluated) InOnePlace() bool { return v.onceWithin(v.Around().Node()) }

// onceWithin reports whether no call in a statement but the pass itself calls what the pass calls, or runs another
// network with gradients on.
func (v *Evaluated) onceWithin(s python.Node) bool {
	if slices.ContainsFunc(v.Entry.Calls, func(c *run.Call) bool {
		return c.Node != nil && c.Node != v.Forward.Node && c.Caller == v.Forward.Caller && moduleCalled(c) != nil &&
			c.Grad == run.Value(run.Bool(true)) && python.Within(c.Node, s)
	}) {
		return false
	}
	for n := range python.All(s) {
		if c, ok := n.(*python.Call); ok && c != v.Forward.Node &&
			python.PathText(c.Func) == python.PathText(v.Forward.Node.Func) {
			return false
		}
	}
	return true
}

// AloneIn reports whether no other network runs in a statement: one beside it may be trained.
func (v *Evaluated) AloneIn(stmt python.Node) bool {
	return !slices.ContainsFunc(v.Entry.Calls, func(c *run.Call) bool {
		if c.Node == nil || c.Unit != v.Forward.Unit || c.Node == v.Forward.Node || !python.Within(c.Node, stmt) {
			return false
		}
		_, runs := forwardedBy(c)
		return runs
	})
}
