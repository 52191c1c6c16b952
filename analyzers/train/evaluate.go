package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Evaluated is a forward pass in a loop, of a module in eval mode or over batches, while operations are recorded and
// nothing differentiates what it gives.
type Evaluated struct {
	Entry *Entry
	// Forward is the forward pass, or the call in the loop's function of the one that makes it.
	Forward *run.Call
	Loop    *Loop
	// Mode is the call that put the module into eval mode; nil where none is seen and the loop goes over batches: their
	// name may tell.
	Mode *Event
	// Sampled is set where the laps feed a network with what it gave in the lap before, and only what they end with is
	// read, detached.
	Sampled bool
	// Shown is set where a training loop runs the module in some of its laps, in whatever mode, only to show what it
	// gives.
	Shown bool
	// Method is that of a model in evaluation mode, or of one that is trained, of whose class nothing is known: who
	// reports it asks the project what such a method does.
	Method string
	// Read is set where nothing else shows that the pass evaluates but that only the values of what it gives are read.
	// There may be no loop then.
	Read bool
	// Asked is set with Read where a training loop leaves the pass, on held-out data, to a function that is called an
	// evaluation.
	Asked bool
	// Loaded is set where the loop belongs to a script that gives the module saved weights and trains nothing.
	Loaded bool

	pass   *run.Call // the forward pass itself
	module *run.Object
}

// maxLooks is how many laps of one pass are looked at for one of which only values are read.
const maxLooks = 3

// Evaluations lists the forward passes that record a graph in a loop that evaluates, for sure: one for each loop.
func (f *Facts) Evaluations() []*Evaluated {
	var list []*Evaluated
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		if !e.Whole {
			continue
		}
		needed := map[python.Node]int{} // how often a pass was found to need its graph
		for i, c := range e.Calls {
			if !isRecorded(c) {
				continue
			}
			module, ok := forwardedBy(c)
			method, alone := "", false
			if !ok {
				module, method, alone = e.runIndirectly(i)
			}
			if module == nil || ok && knowledge.SpeaksOfLoss(python.LastName(c.Node.Func)) || e.recordsNothing(c, module) {
				continue
			}
			var ev *Evaluated
			switch {
			case alone:
			case e.isModule(module):
				ev = e.evaluated(c, module)
			case !isHandedNetwork(module):
				continue
			}
			if ev == nil && (ok || method == "" || alone) && needed[c.At] < maxLooks && !seen[c.At] {
				if !e.readAlone(c, module) {
					needed[c.At]++
					continue
				}
				ev = &Evaluated{Entry: e, Forward: c, Loop: e.LoopAround(c.Laps), Read: true, pass: c}
			}
			if ev != nil && !seen[ev.Forward.At] && (ev.Read || !seen[ev.Loop.Node()]) && (ok || ev.Mode != nil || ev.Read) &&
				(method == "" || alone || ev.overSamples()) {
				ev.Method, ev.module = method, module
				seen[ev.Forward.At] = true
				if !ev.Read { // another pass in the loop may show that all of it evaluates
					seen[ev.Loop.Node()] = true
				}
				list = append(list, ev)
			}
		}
	}
	all := slices.Clone(list)
	list = slices.DeleteFunc(list, func(ev *Evaluated) bool { return ev.isPartOf(all) })
	all = slices.Clone(list)
	list = slices.DeleteFunc(list, func(ev *Evaluated) bool { return ev.Read && leadsToAnother(ev, all) })
	// all that is imported is read for it: only where there is something to say
	if len(list) > 0 && f.importsWithoutGradients() {
		return nil
	}
	return list
}

// overSamples reports whether the loop goes over batches or samples.
func (v *Evaluated) overSamples() bool { return v.Loop.Kind == BatchLoop || v.Loop.walksSamples() }

// isRecorded reports whether a call runs something by name with gradients on, and no walk over modules.
func isRecorded(c *run.Call) bool {
	return c.Node != nil && c.Grad == run.Value(run.Bool(true)) && !knowledge.WalksModules(python.LastName(c.Node.Func))
}

// runIndirectly is the module that the i-th call runs without calling it: by a function that makes the pass, or by a
// method of a model in evaluation mode; alone is set for one of a model that is trained.
func (e *Entry) runIndirectly(i int) (module *run.Object, method string, alone bool) {
	if module = e.passOf(i); module != nil {
		return module, "", false
	}
	if module, method = e.methodInEval(e.Calls[i]); module != nil {
		return module, method, false
	}
	module, method = e.methodOfTrained(e.Calls[i])
	return module, method, module != nil
}

// isPartOf reports whether a pass that is only read is one of a layer, in a method of the network that holds it, to
// which a listed call of that method leads: model.predict_tags(ids), whose layers are no matter of their own.
func (v *Evaluated) isPartOf(list []*Evaluated) bool {
	if !v.Read || !ofModule(v.pass.Caller) || runsItself(v.pass, v.module) {
		return false
	}
	return slices.ContainsFunc(list, func(outer *Evaluated) bool {
		return outer.Read && outer != v && !ofModule(outer.pass.Caller) && leadsToAnother(outer, []*Evaluated{v})
	})
}

// leadsToAnother reports whether a method that runs a model comes to a pass that is listed itself.
func leadsToAnother(ev *Evaluated, list []*Evaluated) bool {
	return slices.ContainsFunc(list, func(inner *Evaluated) bool {
		for c := inner.pass.Caller; c != nil && inner != ev; c = c.Caller {
			if c.At == ev.Forward.At {
				return true
			}
		}
		return false
	})
}

// evaluated judges one forward pass.
func (e *Entry) evaluated(c *run.Call, module *run.Object) *Evaluated {
	loop := e.LoopAround(c.Laps)
	if loop == nil {
		return nil
	}
	site := siteOf(c, loop)
	if site == nil || calledByOthers(c) || inTrainingOnly(c) {
		return nil
	}
	mode := e.modeOf(c, module)
	if loop.Trains {
		if asked := e.evaluatedAsked(c, module, loop); asked != nil {
			return asked
		}
		if callsDown(site, c) > maxCallsDown {
			return nil // what is far off is told of the loop that it stands in
		}
		return e.evaluatedBetween(c, site, loop, mode)
	}
	if mode != nil && saysNothing(mode, c, loop) {
		mode = nil
	}
	if e.switchesOutOfSight(c) || mode != nil && ofModule(c.Caller) && mode.Call.Caller != c.Caller {
		return nil
	}
	if mode == nil { // the loop over batches may be further out
		for loop.Kind != BatchLoop && loop.Parent != nil && loop.Parent.Run.Caller == site.Caller && !loop.Parent.Trains {
			loop = loop.Parent
		}
	}
	loaded := mode == nil && e.onlyRuns(module, c)
	sampled := mode == nil && e.detachedBehind(c, site, loop)
	if mode == nil && !loaded && !sampled && loop.Kind != BatchLoop && !e.looksAtSamples(c, site, loop) ||
		mode != nil && mode.Kind != EvalMode {
		return nil
	}
	if ofModule(c.Caller) && loop.Kind != BatchLoop && !sampled {
		return nil // a module that goes over its layers
	}
	if e.isWanted(c, site, module, loop) {
		return nil
	}
	return &Evaluated{Entry: e, Forward: site, Loop: loop, Mode: mode, Loaded: loaded, Sampled: sampled, pass: c}
}

// isWanted reports whether a forward pass in a loop that evaluates records no graph, or one that something needs.
func (e *Entry) isWanted(c, site *run.Call, module *run.Object, loop *Loop) bool {
	return e.isQuietOrNeeded(c, module) || e.measured(c.Laps) || e.helpsTraining(c, loop) || site != c && e.becomesArray(c)
}

// isQuietOrNeeded reports whether a forward pass records no graph, here or for another caller of its function, or one
// that is differentiated.
func (e *Entry) isQuietOrNeeded(c *run.Call, module *run.Object) bool {
	_, whole := forwardedBy(c)
	return whole && (!e.records(c, module) || e.besideQuietPass(c)) || e.graphs().differentiates(c) ||
		e.alsoUnrecorded(c) ||
		e.enteredUnrecorded(c) || e.cutFromItsLoss(c)
}

// looksAtSamples reports whether a loop that does not go over batches measures what a forward pass gives all the same:
// it counts by a batch's size, or goes over samples and takes only numbers of what the model makes of them. Whoever
// calls its function gets nothing that could be differentiated there.
func (e *Entry) looksAtSamples(c, site *run.Call, loop *Loop) bool {
	if e.graphs().returned(c) {
		return false
	}
	return loop.countsByBatch() || site == c && (loop.walksSamples() || loop.FetchesBatches()) && e.numberTakenOf(c)
}

// walksSamples reports whether a loop goes over things that the program does not write out: what a test goes over it
// does, for size in (1, 2): model(torch.randn(size, 3)).
func (l *Loop) walksSamples() bool {
	_, each := l.Node().(*python.For)
	over, ok := l.Over().(*run.Object)
	return each && ok && !isCount(over) && (over.Kind == run.Unknown || over.Kind == run.Result)
}

// LooksOnly reports whether the loop takes a number, or something detached, of what its forward pass gives, and its
// function returns nothing that carries the graph: it looks at a model that something else trains.
func (v *Evaluated) LooksOnly() bool {
	return (v.Entry.numberTakenOf(v.pass) || v.Entry.numberTakenOf(v.Forward)) && !v.GivesBack()
}

// GivesBack reports whether the caller of the loop's program, who is not seen, gets something that carries the graph.
func (v *Evaluated) GivesBack() bool {
	g := v.Entry.graphs()
	return g.returned(v.pass) || g.returned(v.Forward)
}

// numberTakenOf reports whether a number is taken, in the same lap, of something that carries the graph of what a call
// gives, or it is detached: nothing of it is differentiated later.
func (e *Entry) numberTakenOf(c *run.Call) bool {
	return e.endsIn(
		c,
		func(by *run.Call) bool { return by.Caller == c.Caller && sameLaps(by.Laps, c.Laps) },
		valueRead,
		takenOut,
	)
}

// saysNothing reports whether the mode in which a forward pass runs does not tell whether its loop evaluates.
func saysNothing(mode *Event, pass *run.Call, loop *Loop) bool {
	switch mode.Kind {
	case EvalMode: // set for every forward pass, or for all that there will be
		return sameLaps(mode.Call.Laps, pass.Laps) || constructs(mode.Call)
	case TrainMode: // a model that gives its losses in training mode only, on batches that are held out
		return loop.Kind == BatchLoop && loop.HeldOut()
	case NoEvent: // it may be in any: what the loop and its function are called decides
		return true
	}
	return false
}

// walksItems reports whether a loop goes over things, or counts them: one that repeats the same measures how long it
// takes.
func (l *Loop) walksItems() bool {
	over := l.Over()
	if over == nil || !isCount(over) {
		return over != nil
	}
	o, ok := over.(*run.Object)
	if !ok || o.Made == nil {
		return false
	}
	return slices.ContainsFunc(o.Made.Args, func(a run.Argument) bool {
		n, ok := a.Value.(*run.Object)
		return ok && n.Operator == "len"
	})
}

// evaluatedBetween judges a forward pass in a loop that trains: one that shows how far the training is, behind what
// trains in the lap and only in some laps.
func (e *Entry) evaluatedBetween(c, site *run.Call, loop *Loop, mode *Event) *Evaluated {
	shown := e.shownInSomeLaps(c, site, loop, mode)
	if !shown && (mode == nil || mode.Kind != EvalMode || !sameLaps(mode.Call.Laps, c.Laps) ||
		len(c.Gates) == len(loop.Run.Gates) && !e.isGivenHeldOut(site) && !e.looksOnceAnEpoch(c, loop) ||
		!slices.Equal(mode.Call.Gates, c.Gates) || site != c && mode.Call.Caller != c.Caller || onceOnly(mode, loop)) {
		return nil
	}
	trained := shown
	for _, other := range e.Calls {
		if other.At != c.At {
			continue
		}
		for _, ev := range e.Events() {
			if ev.Kind != Backward && ev.Kind != Grad || !sameLaps(ev.Call.Laps, other.Laps) {
				continue
			}
			if ev.Call.Seq > other.Seq && compatible(ev.Call.Gates, other.Gates) { // in this lap, or where a phase trains
				return nil
			}
			trained = true
		}
	}
	if !trained || e.switchesOutOfSight(c) || ofModule(c.Caller) || e.graphs().leadsToPass(c) || callsFrozen(c) ||
		e.alsoUnrecorded(c) || e.enteredUnrecorded(c) {
		return nil
	}
	if shown {
		mode = nil
	}
	return &Evaluated{Entry: e, Forward: site, Loop: loop, Mode: mode, Shown: shown, pass: c}
}

// constructs reports whether a call is made by a constructor.
func constructs(c *run.Call) bool {
	for c = c.Caller; c != nil; c = c.Caller {
		if f := functionOf(c); f != nil && f.Class != nil && f.Name() == "__init__" {
			return true
		}
		if _, ok := c.Callee.(*run.Class); ok {
			return true
		}
	}
	return false
}

// ofModule reports whether a call runs a method of a module: who puts it into a mode decides what it records.
func ofModule(c *run.Call) bool {
	if c == nil {
		return false
	}
	f := functionOf(c)
	return f != nil && f.Class != nil && library.ModuleClass(f.Class)
}

// helpsTraining reports whether the function of a loop is also called by one that makes a backward pass: what is
// computed there is learnt from, unless only numbers are taken of it, and the loop is not the place to turn gradients
// off.
func (e *Entry) helpsTraining(c *run.Call, loop *Loop) bool {
	helper := loop.Run.Caller
	if helper == nil || helper.At == nil || knowledge.NamesEvaluation(calleeName(helper)) ||
		e.numberTakenOf(c) && !e.graphs().returned(c) {
		return false
	}
	for _, other := range e.Calls {
		if other.At != c.At || !slices.ContainsFunc(other.Laps, func(l run.Lap) bool { return l.Loop == loop.Node() }) {
			continue
		}
		up := other.Caller
		for up != nil && functionOf(up) != functionOf(helper) {
			up = up.Caller
		}
		if up == nil || up.At == helper.At {
			continue
		}
		for up = up.Caller; ; up = up.Caller {
			if slices.ContainsFunc(e.Events(), func(ev *Event) bool { return ev.Kind == Backward && ev.Call.Caller == up }) {
				return true
			}
			if up == nil {
				break
			}
		}
	}
	return false
}
