package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// onlyRuns reports whether the entry is a script that gives a module weights which were saved before, and trains nothing: whatever it
// runs the module for, nobody differentiates. A program that is given the module and not seen may.
func (e *Entry) onlyRuns(module *run.Object, pass *run.Call) bool {
	return e.Function == nil && !e.Facts.trainsAnything() && e.loadedBefore(module, pass) && !e.givesAway(module)
}

// loadedBefore reports whether a module, or one that holds it or is held by it, is given a state dict before a call.
func (e *Entry) loadedBefore(module *run.Object, pass *run.Call) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		if !ok || m.Name != "load_state_dict" || c.Seq > pass.Seq || !implied(c.Gates, pass.Gates) {
			return false
		}
		on, ok := m.Object.(*run.Object)
		return ok && (on == module || e.holds(on, module) || e.holds(module, on))
	})
}

// trainsAnything reports whether a program of the file makes an optimizer, differentiates, or says a word of gradients. An optimizer that a class
// of another file makes with the model trains nothing before somebody steps.
func (f *Facts) trainsAnything() bool {
	if f.trains == nil {
		found := f.findTraining()
		f.trains = &found
	}
	return *f.trains
}

func (f *Facts) findTraining() bool {
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if o, ok := c.Result.(*run.Object); ok && library.RoleOf(o) == knowledge.Optimizer && !(c.Unit.Module != f.Module && constructs(c)) {
				return true
			}
		}
		for _, ev := range e.Events() {
			switch ev.Kind {
			case EvalMode, TrainMode, NoEvent:
			default:
				return true
			}
		}
	}
	for n := range python.AllIn(f.Module.Body) {
		switch n := n.(type) {
		case *python.Attribute:
			if knowledge.AsksForGradients(n.Attr) && asksFor(n) {
				return true
			}
		case *python.Arg:
			if n.Name == "requires_grad" && !python.IsFalse(n.Value) {
				return true
			}
		case *python.Call:
			if knowledge.DifferentiatesInput(python.LastName(n.Func)) {
				return true
			}
		}
	}
	return false
}

// givesAway reports whether a function that is not seen is given a module.
func (e *Entry) givesAway(module *run.Object) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool { return c.Node != nil && e.outOfSight(c, module) })
}
