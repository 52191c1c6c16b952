package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Measures reports whether a loop measures how long a model takes, or how much memory: it repeats itself on tensors
// that the program makes up, in a function that looks at the clock. Nobody trains on such data, or keeps what comes of
// it.
func (l *Loop) Measures(e *Entry) bool {
	if l == nil || l.walksItems() || !looksAtClock(l.Node()) {
		return false
	}
	if underClock(l.Node()) {
		return true
	}
	depth, ran := len(l.Run.Laps), false
	for _, c := range e.Calls {
		if len(c.Laps) <= depth || c.Laps[depth].Entry != l.Run.Entry || c.Caller != l.Run.Caller ||
			knowledge.NamesCriterion(calleeName(c)) {
			continue
		}
		if _, unseen := c.Callee.(*run.Object); !unseen && moduleCalled(c) == nil {
			continue
		}
		for _, a := range c.Args {
			if run.Known(a.Value) {
				continue
			}
			if !madeUp(a.Value) {
				return false
			}
			ran = true
		}
	}
	return ran
}

// measured reports whether one of several loops, those around something in whichever functions, measures how long that
// takes. What goes over the batches of a loader, and all around it, does not: epochs whose time is printed are no
// benchmark.
func (e *Entry) measured(laps []run.Lap) bool {
	for _, lap := range slices.Backward(laps) {
		loop := e.loopFor(lap)
		if loop.Measures(e) {
			return true
		}
		if loop == nil || loop.Kind != BatchLoop {
			continue
		}
		if over, ok := loop.Over().(*run.Object); ok && (over.Kind == run.Unknown || over.Kind == run.Result) {
			return false
		}
	}
	return false
}

// underClock reports whether a loop repeats the same within a block that takes the time: with timer("a step"):
func underClock(loop python.Node) bool {
	for n := loop.Parent(); n != nil; n = n.Parent() {
		switch n := n.(type) {
		case *python.Function, *python.For, *python.While:
			return false
		case *python.With:
			for _, item := range n.Items {
				if c, ok := item.Context.(*python.Call); ok && knowledge.MeasuresTime(python.LastName(c.Func)) {
					return true
				}
			}
		}
	}
	return false
}

// looksAtClock reports whether the function around a loop, or the module where none is, asks for the time or for
// memory.
func looksAtClock(loop python.Node) bool {
	around := loop
	if fn := python.EnclosingFunction(loop); fn != nil {
		around = fn
	} else {
		for around.Parent() != nil {
			around = around.Parent()
		}
	}
	return python.MentionsIn(around, knowledge.MeasuresTime) ||
		python.CallsIn(around, func(name string) bool { return name == "time" })
}

// madeUp reports whether a tensor is one that a function of torch fills: ones, or noise.
func madeUp(v run.Value) bool {
	for range maxReshaped {
		o, ok := v.(*run.Object)
		if !ok {
			return false
		}
		if o.Made == nil {
			scaled := scaledTensor(o) // torch.ones(1, 3, 224, 224).to(device) * 255
			if scaled == nil {
				return false
			}
			v = scaled
			continue
		}
		switch callee := o.Made.Callee.(type) {
		case run.Symbol:
			if callee == "torch.autograd.Variable" && len(o.Made.Args) > 0 {
				v = o.Made.Args[0].Value
				continue
			}
			return knowledge.FillsTensor(string(callee))
		case *run.Member:
			if !knowledge.ReturnsItself(callee.Name) && callee.Name != "requires_grad_" {
				return false
			}
			v = callee.Object
		default:
			return false
		}
	}
	return false
}
