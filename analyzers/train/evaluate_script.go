package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// onlyRuns reports whether the entry is a script that gives a module weights which were saved before, and trains
// nothing: whatever it runs the module for, nobody differentiates. A program that is given the module and not seen may.
func (e *Entry) onlyRuns(module *run.Object, pass *run.Call) bool {
	return e.Function == nil && !e.Facts.trainsAnything() && e.loadedBefore(module, pass) && !e.givesAway(module)
}

// loadedBefore reports whether a module, or one that holds it or is held by it, is given a state dict before a call,
// whichever way the program takes: if cpu: net.load_state_dict(…) else: net.load_state_dict(…).
func (e *Entry) loadedBefore(module *run.Object, pass *run.Call) bool {
	if slices.ContainsFunc(unwrapped(module, maxHeld), madeOfCheckpoint) {
		return true
	}
	var sometimes [][]run.Literal
	for _, c := range e.loads(module) {
		switch {
		case c.Seq > pass.Seq:
		case implied(c.Gates, pass.Gates), implied(e.withoutSearch(c), pass.Gates):
			return true
		default:
			sometimes = append(sometimes, c.Gates)
		}
	}
	return slices.ContainsFunc(sometimes, func(a []run.Literal) bool {
		return slices.ContainsFunc(sometimes, func(b []run.Literal) bool { return eitherWay(a, b, pass.Gates) })
	})
}

// madeOfCheckpoint reports whether a module was made with the weights of a checkpoint:
// Net.load_from_checkpoint(path).
func madeOfCheckpoint(module *run.Object) bool {
	made := module.Made
	return made != nil && made.Node != nil && knowledge.MakesOfCheckpoint(python.LastName(made.Node.Func))
}

// withoutSearch are the gates of a call that loads weights but those that ask whether a file is there, or whether one
// was named: a program that looks for weights is there to run a model that has them.
func (e *Entry) withoutSearch(load *run.Call) []run.Literal {
	return slices.DeleteFunc(slices.Clone(load.Gates), func(l run.Literal) bool {
		o := l.Condition.Object
		if o == nil {
			return false
		}
		if e.asksForWeights(l, load) {
			return true
		}
		if o.Made == nil || l.Condition.Operator != "" || !l.Holds {
			return false
		}
		m, ok := o.Made.Callee.(*run.Member)
		return knowledge.AsksWhetherThere(symbolOf(o.Made)) || ok && knowledge.AsksPathWhetherThere(m.Name)
	})
}

// asksForWeights reports whether a test before weights are loaded asks whether somebody said where they are: if
// args.weights is not None: net.load_state_dict(torch.load(args.weights)).
func (e *Entry) asksForWeights(l run.Literal, load *run.Call) bool {
	o := l.Condition.Object
	if o.Kind != run.Unknown || o.Made != nil {
		return false
	}
	switch l.Condition.Operator {
	case "":
		if !l.Holds {
			return false
		}
	case "is None":
		if l.Holds {
			return false
		}
	case "==":
		if l.Holds || l.Condition.Operand != run.Value(run.Str("")) {
			return false
		}
	default:
		return false
	}
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		return c.Seq < load.Seq && slices.Contains(c.Gates, l) &&
			slices.ContainsFunc(c.Args, func(a run.Argument) bool { return a.Value == run.Value(o) })
	})
}

// loads are the calls that give a module, or one that holds it or is held by it, a state dict: in the program, or where
// the object was made whose method is entered.
func (e *Entry) loads(module *run.Object) []*run.Call {
	var list []*run.Call
	for _, c := range e.callsOfInterest().load {
		on := c.Callee.(*run.Member).Object.(*run.Object)
		if on == module || e.holds(on, module) || e.holds(module, on) {
			list = append(list, c)
		}
	}
	return list
}

// triesOut reports whether a pass stands under `if __name__ == "__main__":` itself and nothing but the model's own
// constructors loads weights: a file of a model that shows that it runs, as in training as it may be.
func (e *Entry) triesOut(pass *run.Call, module *run.Object) bool {
	if e.Function != nil || pass.Caller != nil ||
		!slices.ContainsFunc(python.GatesOf(pass.At), func(g python.Gate) bool { return python.AsksMain(g.Test) }) {
		return false
	}
	return !slices.ContainsFunc(e.loads(module), func(c *run.Call) bool { return !constructs(c) })
}

// asksShapeOnly reports whether nothing but the shape of what a pass gives is read: y = model(x); print(y.shape).
func asksShapeOnly(pass *run.Call) bool {
	assign, ok := python.EnclosingStmt(pass.At).(*python.Assign)
	if !ok || len(assign.Targets) != 1 || assign.Value != python.Expr(pass.Node) {
		return false
	}
	target, ok := assign.Targets[0].(*python.Name)
	if !ok {
		return false
	}
	body := pass.Unit.Module.Body
	if fn := python.EnclosingFunction(assign); fn != nil {
		body = fn.Body
	}
	asked := false
	for n := range python.AllIn(body) {
		name, ok := n.(*python.Name)
		if !ok || name.ID != target.ID || python.IsTarget(name) {
			continue
		}
		a, ok := name.Parent().(*python.Attribute)
		if !ok || !knowledge.TellsShape(a.Attr) {
			return false
		}
		asked = true
	}
	return asked
}

// eitherWay reports whether two lists of gates are opposite in one condition alone, and hold for the rest where others
// do: one of the two surely holds.
func eitherWay(a, b, by []run.Literal) bool {
	if len(a) != len(b) {
		return false
	}
	opposite := 0
	var rest []run.Literal
	for i, l := range a {
		switch k := b[i]; {
		case l == k:
			rest = append(rest, l)
		case l.Condition == k.Condition:
			opposite++
		default:
			return false
		}
	}
	return opposite == 1 && implied(rest, by)
}

// readsFeatures reports whether a loop over batches only reads what a network gives that nobody trains here: it was
// given weights from a file, and runs with gradients off, in a loop in which nothing trains. A copy of a network that
// is trained is given that one's state dict.
func (e *Entry) readsFeatures(module *run.Object, pass *run.Call, loop *Loop) bool {
	if loop.Kind != BatchLoop || pass.Grad != run.Value(run.Bool(false)) {
		return false
	}
	here, events := &Event{Kind: EvalMode, Call: pass, Object: module}, e.Events()
	if slices.ContainsFunc(events, func(ev *Event) bool { return ev.StepsOptimizer() && e.trains(events, ev, here) }) {
		return false
	}
	return len(e.loads(module)) > 0 && !e.copiesWeights(module)
}

// copiesWeights reports whether a module is given the weights of another one, which may be trained:
// target.load_state_dict(net.state_dict()).
func (e *Entry) copiesWeights(module *run.Object) bool {
	return slices.ContainsFunc(e.loads(module), func(c *run.Call) bool {
		given, _ := c.Argument("state_dict", 0)
		return slices.ContainsFunc(run.Alternatives(given), func(v run.Value) bool {
			o, ok := v.(*run.Object)
			return !ok || o.Made != nil && calleeName(o.Made) == "state_dict"
		})
	})
}

// trainsAnything reports whether a program of the file makes an optimizer, has a trainer train, differentiates, or says
// a word of gradients. An optimizer that a class of another file makes with the model trains nothing before somebody
// steps.
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
			if o, ok := c.Result.(*run.Object); ok && library.RoleOf(o) == knowledge.Optimizer &&
				!(c.Unit.Module != f.Module && constructs(c)) {
				return true
			}
			if m, ok := c.Callee.(*run.Member); ok && library.RoleOf(m.Object) == knowledge.Trainer &&
				(m.Name == "fit" || m.Name == "train") {
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
	return asksForGradients(f.Module.Body)
}

// givesAway reports whether a function that is not seen is given a module.
func (e *Entry) givesAway(module *run.Object) bool {
	gives, known := e.givenAway[module]
	if !known {
		gives = slices.ContainsFunc(e.Calls, func(c *run.Call) bool { return c.Node != nil && e.outOfSight(c, module) })
		if e.givenAway == nil {
			e.givenAway = map[*run.Object]bool{}
		}
		e.givenAway[module] = gives
	}
	return gives
}
