package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// PilesUp reports whether the graphs of a backward pass with create_graph=True stay for sure: each hangs on the
// gradients, and in no lap of the loops around are they cleared. zero_grad() frees the graph wherever in the lap it
// stands, also where it sets the gradients to zero: it detaches them first. p.grad.zero_() does not.
func (d *Differentiation) PilesUp() *Loop {
	var over *Loop
	for _, p := range d.passes {
		loop := p.graph.pilesUp(p.pass)
		if loop == nil {
			return nil // one way to the call on which they are cleared, or may be
		}
		over = loop
	}
	return over
}

func (g *graph) pilesUp(p *pass) *Loop {
	e, call := g.entry, p.event.Call
	loop := e.LoopAround(call.Laps)
	if !e.Whole || loop == nil || !loop.again() {
		return nil
	}
	around := func(laps []run.Lap) bool {
		return slices.ContainsFunc(laps, func(l run.Lap) bool {
			return slices.ContainsFunc(call.Laps, func(mine run.Lap) bool { return mine.Loop == l.Loop })
		})
	}
	var optimizers []*run.Object
	for _, ev := range e.Events() {
		switch {
		case ev.Kind == ZeroGrad && around(ev.Call.Laps):
			return nil
		case ev.Kind == OptimStep && around(ev.Call.Laps):
			if OwnOptimizer(ev) || UnseenClosure(ev) {
				return nil
			}
			optimizers = append(optimizers, ev.Object)
		}
	}
	for _, s := range e.Stores {
		if s.Name == "grad" && around(s.Laps) {
			return nil
		}
	}
	for _, c := range e.Calls {
		if around(c.Laps) && e.mayRelease(c, optimizers) {
			return nil
		}
	}
	return loop
}

// mayRelease reports whether a call may clear gradients out of sight, or detaches them.
func (e *Entry) mayRelease(c *run.Call, optimizers []*run.Object) bool {
	if newEvent(c) != nil || e.insideEvent(c) {
		return false
	}
	if m, ok := c.Callee.(*run.Member); ok && isGradient(m.Object) {
		return m.Name == "detach_" || m.Name == "requires_grad_"
	}
	return !seen(c) && (knowledge.ClearsGradients(calleeName(c)) || e.handsOver(c, optimizers))
}
