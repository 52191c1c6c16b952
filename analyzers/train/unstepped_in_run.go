package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// UnsteppedInRun are the calls that make schedulers which a whole program surely never steps, although it trains with
// their optimizers: kept in an object of its own, as Optimisation(optimizer, scheduler), or in a dictionary. What the
// file itself shows of one is UnsteppedSchedulers.
func (f *Facts) UnsteppedInRun() []*run.Call {
	var list []*run.Call
	for _, e := range f.Entries() {
		if !e.Whole || e.owner() != PlainTorch || e.mayStepUnseen() {
			continue
		}
		for _, c := range slices.Concat(e.Built.Calls, e.Calls) {
			o, ok := c.Result.(*run.Object)
			if ok && o.Made == c && c.Node != nil && knowledge.MakesStepped(symbolOf(c)) && o.Class == c.Callee &&
				!slices.Contains(list, c) && boundOnce(c) && e.neverSteps(o) {
				list = append(list, c)
			}
		}
	}
	return list
}

// boundOnce reports whether what a call makes has no name, or one that stands for nothing else: behind
// `scheduler = None` nobody wants it.
func boundOnce(c *run.Call) bool {
	a, ok := c.Node.Parent().(*python.Assign)
	if !ok {
		return true
	}
	name, ok := a.Targets[0].(*python.Name)
	if !ok {
		return len(a.Targets) == 1
	}
	_, bindings := c.Unit.Module.Lookup(name.ID, name)
	return len(a.Targets) == 1 && len(bindings) == 1
}

// mayStepUnseen reports whether something that a program calls step on may be a scheduler: its name says so, and the
// run does not know what it is.
func (e *Entry) mayStepUnseen() bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.Kind == Schedule && ev.Object == nil
	}) || slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		on, ok := c.Callee.(*run.Member)
		if !ok || on.Name != "step" || c.Node == nil {
			return false
		}
		o, seen := run.Bare(on.Object).(*run.Object)
		return (!seen || o.Made == nil) && knowledge.NamesSchedule(python.LastName(c.Node.Receiver()))
	})
}

// neverSteps reports whether nothing steps a scheduler, nobody unseen has it, and its optimizer trains in a loop.
func (e *Entry) neverSteps(scheduler *run.Object) bool {
	drives := mayDrive(scheduler)
	trains := false
	for _, ev := range e.Events() {
		if ev.Kind == Schedule && slices.Contains(objectsOf(ev), scheduler) {
			return false
		}
		if ev.StepsOptimizer() && ev.Object != nil && slices.Contains(drives, ev.Object) && ev.Call.Seq > scheduler.Seq {
			loop := e.LoopAround(ev.Call.Laps)
			trains = trains || loop != nil && loop.Trains && loop.Parent != nil
		}
	}
	return trains && !slices.ContainsFunc(slices.Concat(e.Built.Calls, e.Calls), func(c *run.Call) bool {
		if c.Node == nil ||
			!slices.ContainsFunc(given(c), func(v run.Value) bool { return e.leads(v, []*run.Object{scheduler}, maxHeld) }) {
			return false
		}
		switch callee := c.Callee.(type) {
		case *run.Function, *run.Method, *run.Class:
			return false // followed
		case *run.Member:
			on, ok := callee.Object.(*run.Object)
			return !ok || on.Kind != run.List && on.Kind != run.Dict
		}
		return true // a schedule of several, a trainer
	})
}
