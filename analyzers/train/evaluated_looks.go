package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// onlyLooks reports whether a loop over batches runs a model and trains nothing with what that gives, whatever the loop
// is called: gradients are off, or only values are read of it. None of its functions counts statistics or draws dropout
// by its name. What goes over batches that are trained on measures the training, or keeps what a slow copy says of
// them.
func (e *Entry) onlyLooks(module *run.Object, c *run.Call, loop *Loop) bool {
	loop = batchesAround(loop)
	if loop == nil || e.copiesWeights(module) || statisticsOrDropout(c) {
		return false
	}
	if c.Grad != run.Value(run.Bool(false)) && !e.onlyRead(c, module, true) && !e.onlyDetached(c) {
		return false
	}
	over := loop.Over()
	return over != nil &&
		!slices.ContainsFunc(e.AllLoops(), func(other *Loop) bool { return other.Trains && other.Over() == over })
}

// onlyDetached reports whether all that becomes of what a pass gives is seen, and it is detached at once: what nobody
// sees, a metric or a bank of features, gets the values alone.
func (e *Entry) onlyDetached(c *run.Call) bool {
	f := e.fateOf(c)
	return !f.lost && !e.graphs().leadsToPass(c) && !e.graphs().returned(c) &&
		slices.ContainsFunc(f.ends, func(end end) bool { return end.kind == takenOut })
}

// runsLoaded reports whether a method of an object that gave a network its weights when it was made runs that network
// for values alone, in a file that trains nothing: a class that recognises, translates or segments what it is given.
func (e *Entry) runsLoaded(module *run.Object, c *run.Call) bool {
	return e.Function != nil && e.Function.Class != nil && !e.Facts.trainsAnything() && e.loadedBefore(module, c) &&
		!e.copiesWeights(module) && !e.givesAway(module) && !statisticsOrDropout(c) &&
		(e.isLookedAt(c, module) || e.onlyDetached(c))
}

// modeIsOpen reports whether the object whose method is entered gave a module its weights when it was made, and may put
// it into evaluation mode out of sight of the entry: its constructor does, or another method of its class speaks of a
// mode.
func (e *Entry) modeIsOpen(module *run.Object) bool {
	if e.Function == nil || e.Function.Class == nil || !e.loadedWhenMade(module) {
		return false
	}
	if slices.ContainsFunc(e.Built.Calls, func(c *run.Call) bool {
		ev := newEvent(c)
		return ev != nil && ev.Kind == EvalMode && (ev.Object == nil || e.mayBeRelated(ev.Object, module))
	}) {
		return true
	}
	return slices.ContainsFunc(e.Function.Class.Line(), func(one run.Value) bool {
		class, ours := one.(*run.Class)
		return ours && python.MentionsIn(class.Node, func(word string) bool { return word == "eval" || word == "train" })
	})
}

// loadedWhenMade reports whether the constructor of the object whose method is entered gave a module its weights.
func (e *Entry) loadedWhenMade(module *run.Object) bool {
	loads := e.loads(module)
	return len(loads) > 0 && slices.Contains(e.Built.Calls, loads[0])
}

// Owner is the class of the object whose method is entered, where that object gave the network its weights; "" for any
// other. Who makes it may set the mode.
func (t *TrainModeEvaluation) Owner() string {
	e := t.Entry
	if !t.Loaded || e.Function == nil || e.Function.Class == nil || !e.loadedWhenMade(t.Module) {
		return ""
	}
	return e.Function.Class.Node.Name
}

// batchesAround is a loop over batches, or the one around it in the same call of its function: a decoder that goes on
// token by token, or draw by draw, for each batch. It is nil where a loop on the way trains.
func batchesAround(loop *Loop) *Loop {
	for l := loop; l != nil && !l.Trains && l.Run.Caller == loop.Run.Caller; l = l.Parent {
		if l.Kind == BatchLoop || l.countsByBatch() {
			return l
		}
	}
	return nil
}

// statisticsOrDropout reports whether a function around a pass is called one that runs a network in training mode on
// purpose.
func statisticsOrDropout(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		if slices.ContainsFunc(python.FunctionsAround(c.At), func(f *python.Function) bool {
			return knowledge.SamplesDropout(f.Name) || knowledge.CountsStatistics(f.Name)
		}) {
			return true
		}
	}
	return false
}
