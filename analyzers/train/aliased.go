package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Aliased is a state_dict() that is kept while the training goes on, and used when it is over: it holds the parameters
// themselves, and what is used is their last state.
type Aliased struct {
	// Taken is the call of state_dict().
	Taken *run.Call
	// Step changes the parameters behind it.
	Step *Event
	// Used loads or saves what was kept, behind the loop.
	Used *run.Call
}

// AliasedStates lists the snapshots of a model that surely are none: what state_dict() gave in a loop is loaded or
// saved behind that loop, an optimizer that holds the model steps between, and nothing has copied the tensors.
func (f *Facts) AliasedStates() []*Aliased {
	var list []*Aliased
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		var taken, first []*run.Call // in loops, and before any
		for _, c := range e.Calls {
			switch {
			case c.Node == nil:
			case calleeName(c) == "state_dict" && len(c.Args) == 0 && !seen[c.At]:
				switch {
				case !e.stepped(c):
				case len(c.Laps) > 0:
					taken = append(taken, c)
				default:
					first = append(first, c)
				}
			case calleeName(c) == "load_state_dict" || knowledge.SavesTensors(calleeName(c)):
				a := e.aliased(taken, c)
				if a == nil && calleeName(c) == "load_state_dict" {
					a = e.rewound(slices.Concat(first, taken), c)
				}
				if a != nil && !seen[a.Taken.At] {
					seen[a.Taken.At] = true
					list = append(list, a)
				}
			}
		}
	}
	return list
}

// stepped reports whether some optimizer steps on what a method is called on.
func (e *Entry) stepped(c *run.Call) bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool { return e.stepsOn(ev, c) })
}

// stepsOn reports whether an event steps an optimizer that surely holds parameters of the module that a method is
// called on, whichever of a few it is.
func (e *Entry) stepsOn(ev *Event, c *run.Call) bool {
	if !ev.StepsOptimizer() || ev.Object == nil {
		return false
	}
	o, ok := e.OptimizedBy(ev.Object)
	return ok && slices.ContainsFunc(run.Alternatives(receiver(c)), func(v run.Value) bool {
		m, ok := v.(*run.Object)
		return ok && e.overlap(o.Modules, []*run.Object{m})
	})
}

// aliased is the last snapshot that a call uses, where it was taken in a loop that is over by then and a step came
// between.
func (e *Entry) aliased(taken []*run.Call, used *run.Call) *Aliased {
	for _, c := range slices.Backward(taken) {
		if inLoopsOf(used, c) || !slices.ContainsFunc(used.Args, func(a run.Argument) bool {
			return e.holdsItself(a.Value, c.Result, maxViews)
		}) {
			continue
		}
		for _, ev := range e.Events() {
			if ev.Call.Seq > c.Seq && ev.Call.Seq < used.Seq && e.stepsOn(ev, c) && compatible(c.Gates, ev.Call.Gates) &&
				len(ev.Call.Laps) > 0 && ev.Call.Laps[0].Entry == c.Laps[0].Entry {
				return &Aliased{c, ev, used}
			}
		}
	}
	return nil
}

// rewound is the last snapshot that a call loads back into the very network that it is of, where a step came between:
// the network that is to begin anew, for the next round of a pruning or the next client, goes on with what it has.
func (e *Entry) rewound(taken []*run.Call, used *run.Call) *Aliased {
	if len(used.Args) == 0 {
		return nil
	}
	for _, c := range slices.Backward(taken) {
		if used.Args[0].Value != c.Result || !e.ofOneNetwork(c, used) {
			continue
		}
		for _, ev := range e.Events() {
			if ev.Call.Seq > c.Seq && ev.Call.Seq < used.Seq && e.stepsOn(ev, c) && compatible(c.Gates, ev.Call.Gates) &&
				compatible(used.Gates, ev.Call.Gates) && len(ev.Call.Laps) > 0 && !e.freed(c, used) {
				return &Aliased{c, ev, used}
			}
		}
	}
	return nil
}

// ofOneNetwork reports whether two methods are surely called on the same network.
func (e *Entry) ofOneNetwork(a, b *run.Call) bool {
	m, ok := receiver(a).(*run.Object)
	return ok && receiver(b) == run.Value(m)
}

// freed reports whether what a snapshot holds may be no longer the network's own between two calls: the network was
// moved, which gives its parameters other memory, or something was put into the dictionary.
func (e *Entry) freed(taken, used *run.Call) bool {
	between := func(seq int) bool { return seq > taken.Seq && seq < used.Seq }
	on := receiver(taken)
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		if !between(c.Seq) {
			return false
		}
		if receiver(c) == on {
			return knowledge.MovesWeights(calleeName(c))
		}
		if receiver(c) == taken.Result {
			return !knowledge.OnlyReadsDict(calleeName(c))
		}
		return !seen(c) && !knowledge.OnlyReadsDict(calleeName(c)) && slices.Contains(given(c), taken.Result)
	}) || slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return between(s.Seq) && s.Target != nil && run.Value(s.Target) == taken.Result
	})
}

// maxViews is how many containers and views lie between what is used and the snapshot: {"model": {k: v.detach() for k,
// v in state.items()}}.
const maxViews = 8

// holdsItself reports whether a value is another one, or a dictionary that holds it: {"model": best}.
func (e *Entry) holdsItself(v, kept run.Value, depth int) bool {
	return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
		if one == kept {
			return true
		}
		o, ok := one.(*run.Object)
		if ok && depth > 0 && isTensorOf(o) { // {k: v for k, v in state.items()}
			return e.holdsItself(o.Operands[0], kept, depth-1)
		}
		if ok && depth > 0 && o.Made != nil && copiesShallow(o.Made) {
			return slices.ContainsFunc(append(given(o.Made), receiver(o.Made)), func(v run.Value) bool {
				return e.holdsItself(v, kept, depth-1)
			})
		}
		return ok && o.Kind == run.Dict && depth > 0 &&
			slices.ContainsFunc(
				e.Facts.machine.Contents(o),
				func(item run.Value) bool { return e.holdsItself(item, kept, depth-1) },
			)
	})
}

// isTensorOf reports whether something unknown is what walking over a dictionary gives, or the same memory seen
// otherwise: v of state.items(), v.data.
func isTensorOf(o *run.Object) bool {
	return o.Made == nil && len(o.Operands) > 0 &&
		(o.Operator == run.Iterating || o.Operator == run.ItemOf || o.Operator == ".data")
}

// copiesShallow reports whether a call makes another view of the same tensors: state.copy(), dict(state),
// state.items().
func copiesShallow(c *run.Call) bool {
	if m, ok := c.Callee.(*run.Member); ok {
		return len(c.Args) == 0 && (m.Name == "copy" || m.Name == "items" || m.Name == "values" || m.Name == "detach")
	}
	return knowledge.CopiesShallow(symbolOf(c))
}
