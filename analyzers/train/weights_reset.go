package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// WeightsReset is a network that is given new weights by chance in every epoch of its own training.
type WeightsReset struct {
	// Call is net.apply(initialise), Loop the loop over epochs.
	Call *run.Call
	Loop *Loop
}

// WeightsReset lists where the epochs of a training initialise the weights that an optimizer made before them trains.
func (f *Facts) WeightsReset() []*WeightsReset {
	var list []*WeightsReset
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			m, ok := c.Callee.(*run.Member)
			if !ok || m.Name != "apply" || c.Node == nil || seen[c.Node] || len(c.Args) != 1 || len(c.Laps) == 0 {
				continue
			}
			net, ok := run.Bare(m.Object).(*run.Object)
			fn, given := run.Bare(c.Args[0].Value).(*run.Function)
			if !ok || !given || !library.IsModule(net) || !initialises(fn) {
				continue
			}
			loop := e.LoopAround(c.Laps)
			if loop == nil || loop.Kind != EpochLoop || !loop.Trains || !loop.again() || len(loop.gatesIn(c.Gates)) > 0 ||
				madeIn(net, loop) || !e.trainsOn(loop) || !e.stepsRightIn(loop) || !e.trainsIn(loop, net) {
				continue
			}
			seen[c.Node] = true
			list = append(list, &WeightsReset{Call: c, Loop: loop})
		}
	}
	return list
}

// trainsIn reports whether an optimizer that holds a network steps in a loop; nil for anywhere.
func (e *Entry) trainsIn(loop *Loop, net *run.Object) bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		if !ev.StepsOptimizer() || loop != nil && !loop.has(ev.Call) {
			return false
		}
		o, ok := e.OptimizedBy(ev.Object)
		return ok && slices.ContainsFunc(o.Modules, func(m *run.Object) bool { return e.holds(net, m) })
	})
}

// initialises reports whether a function gives the weights of the layer that it is given new values by chance.
func initialises(fn *run.Function) bool {
	for n := range python.All(fn.At()) {
		c, ok := n.(*python.Call)
		if !ok {
			continue
		}
		if c.MethodName() == "reset_parameters" || drawsWeights(fn.Unit.Module, c) {
			return true
		}
	}
	return false
}
