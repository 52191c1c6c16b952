package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/run"
)

// modeOf is the last call before a forward pass that surely put its module, or one that holds it, into a mode; nil
// where another module's mode may be its own. What is set on some ways only counts where it says the same, or is
// undone on those ways: evaluate() every few steps, which goes back to training mode behind its loop. Of a module whose
// mode that leaves open, the call has no kind.
func (e *Entry) modeOf(c *run.Call, module *run.Object) *Event {
	var last *Event
	var sometimes []*Event
	for _, ev := range e.Events() {
		if ev.Call.Seq > c.Seq || ev.Kind != TrainMode && ev.Kind != EvalMode || !compatible(ev.Call.Gates, c.Gates) {
			continue
		}
		if !ev.happensTo(module, c.Gates) && (ev.Object == nil || !e.Covers(ev.Object, module)) {
			continue
		}
		if implied(ev.Call.Gates, c.Gates) || ev.Call.Chosen > 0 && e.eachWay(ev, c, module) {
			last, sometimes = ev, nil
			continue
		}
		overruled := func(one *Event) bool { return implied(ev.Call.Gates, one.Call.Gates) }
		back := ev.Kind == TrainMode && tells(ev) && (last == nil || last.Kind == TrainMode) &&
			slices.ContainsFunc(sometimes, func(one *Event) bool { return overruled(one) && endsEvaluation(one, ev) })
		sometimes = slices.DeleteFunc(sometimes, overruled)
		if !back {
			sometimes = append(sometimes, ev)
		}
	}
	for _, ev := range sometimes {
		if last == nil || last.Kind != ev.Kind || !tells(ev) {
			return &Event{Call: sometimes[len(sometimes)-1].Call} // only sometimes: anything
		}
	}
	return last
}

// endsEvaluation reports whether a call of train() undoes a call of eval() that the same function made of the same
// module.
func endsEvaluation(eval, back *Event) bool {
	return eval.Kind == EvalMode && eval.Object != nil && eval.Object == back.Object &&
		eval.Call.Caller == back.Call.Caller
}

// eachWay reports whether a module is put into a mode whichever of several it is whose method is called: the plain one,
// or that in its wrapper.
func (e *Entry) eachWay(ev *Event, c *run.Call, module *run.Object) bool {
	for _, other := range e.Events() {
		if other.Call.At != ev.Call.At || other.Call.Caller != ev.Call.Caller ||
			!slices.Equal(other.Call.Laps, ev.Call.Laps) {
			continue
		}
		before := other.Call.Gates[:len(other.Call.Gates)-other.Call.Chosen]
		if other.Object == nil || base(other.Object) != base(module) && !e.holds(other.Object, module) ||
			!implied(before, c.Gates) {
			return false
		}
	}
	return true
}

// implied reports whether all literals of a list are among those of another.
func implied(list, by []run.Literal) bool {
next:
	for _, l := range list {
		if l.Condition.Operator == run.Iterates || l.Condition.Operator == run.Raises {
			continue
		}
		for _, k := range by {
			if l == k {
				continue next
			}
		}
		return false
	}
	return true
}
