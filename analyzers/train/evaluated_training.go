package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// TrainModeEvaluation is a loop over held-out data, or of a script that only runs a model, that leaves the model in
// training mode: with dropout on, with the statistics of each batch.
type TrainModeEvaluation struct {
	Entry *Entry
	// Forward is the forward pass, or the call in the loop's function that leads to it.
	Forward *run.Call
	Module  *run.Object
	Loop    *Loop
	// Mode is the call that put the model into training mode; nil where it was made so.
	Mode *Event
	// Loaded is set where the model was not trained here: it was given saved weights.
	Loaded bool
	// HeldOut is set where a name says that the loop evaluates.
	HeldOut bool
	// Layer is one that computes something else in training mode, and Keeps is set where it also learns from what it
	// evaluates. It is nil where not all is known of the model, or nothing, which the program is handed: who reports it
	// asks whether the project has such layers, and, where nothing said that it trains, ever calls eval().
	Layer *run.Object
	Keeps bool
	// Open is set where all that happens to the model from its constructor on is seen, but not all of its parts: a
	// registry of the project gives its backbone.
	Open bool
}

// TrainModeEvaluations lists the loops that surely evaluate a model in training mode, after it was trained or given
// saved weights: one for each place.
func (f *Facts) TrainModeEvaluations() []*TrainModeEvaluation {
	var list []*TrainModeEvaluation
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		if !e.Whole || e.owner() != PlainTorch && e.owner() != Accelerate || e.setsModeByHand() {
			continue // what Accelerate wraps keeps its mode
		}
		for i, c := range e.Calls {
			module, ok := runBy(c)
			if !ok {
				module, ok = e.runByMethod(i)
			}
			if !ok || c.Node == nil || !library.IsModule(module) && !isHandedIn(module) && !e.saidToTrain(module) || seen[c.At] {
				continue
			}
			if e.asksForLosses(c, module) {
				continue
			}
			ev := e.trainModeEvaluation(c, module)
			if ev == nil {
				continue
			}
			around := python.Node(python.EnclosingFunction(c.At)) // of a pass in no loop
			if ev.Loop != nil {
				around = ev.Loop.Node()
			}
			if !seen[around] {
				seen[c.At], seen[around] = true, true
				list = append(list, ev)
			}
		}
	}
	return list
}

// runBy is the module that a call runs: forward, or the generation of a model of transformers.
func runBy(c *run.Call) (*run.Object, bool) {
	if m, ok := c.Callee.(*run.Member); ok && knowledge.Generates(m.Name) {
		o, ok := m.Object.(*run.Object)
		return o, ok && o.Made != nil && (strings.HasPrefix(symbolOf(o.Made), fromTransformers) || inheritsGeneration(o))
	}
	return forwardedBy(c)
}

const fromTransformers = "transformers."

// inheritsGeneration reports whether a module is of a class of the project that has generate() of transformers.
func inheritsGeneration(o *run.Object) bool {
	class, ok := o.Made.Callee.(*run.Class)
	return ok && slices.ContainsFunc(class.Line(), func(v run.Value) bool {
		base, ok := v.(run.Symbol)
		return ok && strings.HasPrefix(string(base), fromTransformers)
	})
}

// runByMethod is the module whose own method, called i-th and by none of a module, runs layers of it:
// translator.translate(batch). One that sets the mode itself is none.
func (e *Entry) runByMethod(i int) (*run.Object, bool) {
	c := e.Calls[i]
	m, ok := c.Callee.(*run.Method)
	if !ok || len(c.Laps) == 0 || newEvent(c) != nil || m.Func.Class == nil || !library.ModuleClass(m.Func.Class) ||
		ofModule(c.Caller) {
		return nil, false
	}
	runs := false
	for _, inner := range e.Calls[i+1:] {
		if !within(inner, c) {
			break
		}
		if ev := newEvent(inner); ev != nil && (ev.Kind == EvalMode || ev.Kind == TrainMode) {
			return nil, false
		}
		runs = runs || e.isLayer(inner)
	}
	module, ok := m.Self.(*run.Object)
	return module, ok && runs
}

// setsModeByHand reports whether something writes the flag that train() and eval() set.
func (e *Entry) setsModeByHand() bool {
	return slices.ContainsFunc(
		e.Stores,
		func(s *run.Store) bool {
			return s.Kind == run.StoreAttribute && s.Name == "training" && !isNoModule(s.Target)
		},
	)
}

// isNoModule reports whether an object is surely none of torch's modules: one of a class of the project that inherits
// from a dataset alone, or from nothing. Many keep a flag under the name of a module's: self.training = training.
func isNoModule(o *run.Object) bool {
	if o == nil || o.Kind != run.Instance {
		return false
	}
	class, ours := o.Class.(*run.Class)
	return ours && !slices.ContainsFunc(class.Line(), func(base run.Value) bool {
		if _, ours := base.(*run.Class); ours {
			return false
		}
		path, ok := base.(run.Symbol)
		return !ok || path != "object" && !knowledge.IsDataset(string(path))
	})
}

func (e *Entry) trainModeEvaluation(c *run.Call, module *run.Object) *TrainModeEvaluation {
	loop := e.LoopAround(c.Laps)
	if loop == nil {
		return e.inTrainModeAlone(c, module)
	}
	if e.heldOutWalk(c) != nil {
		return e.heldOutBehind(c, module)
	}
	site := siteOf(c, loop)
	if site == nil || e.modeUnsure(c, module) {
		return nil
	}
	evaluates := !loop.Trains &&
		(e.overHeldOut(loop) && (loop.Kind == BatchLoop || e.isLookedAt(c, module)) || e.onlyRuns(module, c) ||
			e.readsFeatures(module, c, loop) || e.onlyLooks(module, c, loop) || e.runsLoaded(module, c))
	pass := &Event{Kind: EvalMode, Call: c, Object: module}
	trained := e.lastTrained(pass)
	if trained == nil && !e.loadedBefore(module, c) || !evaluates && !e.evaluatesAside(c, site, loop, trained) {
		return nil
	}
	mode := e.modeOf(c, module)
	networks := unwrapped(module, maxHeld)
	handed := len(networks) == 1 && isHandedIn(networks[0])
	from := e.trainsSince(networks, mode, trained, handed && loop.Kind == BatchLoop && !loop.Trains)
	if from == nil || slices.ContainsFunc(networks, func(o *run.Object) bool {
		return e.handsAway(&Event{Call: from, Object: o}, pass) || e.mayHaveLeft(from, c, o)
	}) {
		return nil
	}
	layer, keeps := e.modesOfPass(c, module).differs(module, 3*maxHeld)
	open := layer == nil && mode == nil && trained == nil && e.partsUnseen(networks)
	if layer == nil && !handed && !open && (mode == nil || e.sameInBothModes(module)) {
		return nil
	}
	if e.graphs().needs(c, loop) {
		return nil
	}
	return &TrainModeEvaluation{
		Entry: e, Forward: site, Module: module, Loop: loop, Mode: mode, Loaded: trained == nil,
		HeldOut: loop.Trains || e.overHeldOut(loop),
		Layer:   layer, Keeps: keeps, Open: open,
	}
}

// modesOfPass is a walk over the layers of a module that a pass may run: where a method of it is called by its name,
// the layers on self that it does not call are none. A beam search that calls decoder.lstm and decoder.linear never
// comes to the dropout of forward().
func (e *Entry) modesOfPass(c *run.Call, module *run.Object) *modes {
	m := &modes{e, map[*run.Object]bool{}}
	if _, byName := c.Callee.(*run.Method); !byName {
		return m
	}
	ran := map[run.Value]bool{}
	for _, inner := range e.Calls {
		if within(inner, c) {
			for _, one := range run.Alternatives(inner.Callee) {
				ran[one] = true
			}
		}
	}
	for held := range e.Facts.machine.EachAttribute(module) {
		layer, ok := held.(*run.Object)
		if !ok || ran[layer] {
			continue
		}
		if class, ofLibrary := layer.Class.(run.Symbol); ofLibrary {
			drops, statistics := knowledge.AsksForMode(string(class))
			m.seen[layer] = drops || statistics
		}
	}
	return m
}

// modeUnsure reports whether a pass may run in a mode that is not seen here: other callers, an argument or a function
// out of sight decide it.
func (e *Entry) modeUnsure(c *run.Call, module *run.Object) bool {
	return calledByOthers(c) || saysItsMode(c) || e.switchesOutOfSight(c) || e.endUnseen(c) || e.modeIsOpen(module)
}

// asksForLosses reports whether a pass asks a network for its losses, as the detectors of torchvision give them in
// training mode alone: it is given the targets, and the values of the dict that it gives are summed.
func (e *Entry) asksForLosses(c *run.Call, module *run.Object) bool {
	if len(c.Args) < 2 {
		return false
	}
	if on := base(module); on.Made != nil && knowledge.GivesLossesInTraining(symbolOf(on.Made)) {
		return true
	}
	return slices.ContainsFunc(e.callsOfInterest().values, func(other *run.Call) bool {
		return receiver(other) == c.Result
	})
}

// partsUnseen reports whether each of several networks of the project runs a part of which nothing is known but that
// the program makes it, self.backbone = MODELS.from_dict(cfg), and no part of it was ever put into evaluation mode.
func (e *Entry) partsUnseen(networks []*run.Object) bool {
	return len(networks) > 0 && !slices.ContainsFunc(networks, func(o *run.Object) bool {
		class, ours := o.Class.(*run.Class)
		if !ours || e.sameInBothModes(o) || strings.Contains(textOf(class), "eval(") ||
			slices.ContainsFunc(e.Events(), func(ev *Event) bool {
				return ev.Kind == EvalMode && (ev.Object == nil || e.mayBeRelated(ev.Object, o))
			}) {
			return true
		}
		return !slices.ContainsFunc(e.Facts.machine.Attributes(o), func(v run.Value) bool {
			return slices.ContainsFunc(run.Alternatives(v), e.isUnseenPart)
		})
	})
}

// isUnseenPart reports whether a program makes and runs something of which nothing is known. What is loaded ready-made
// may come in evaluation mode.
func (e *Entry) isUnseenPart(v run.Value) bool {
	part, ok := v.(*run.Object)
	if !ok || part.Class != nil || part.Kind != run.Result || part.Made == nil {
		return false
	}
	name := calleeName(part.Made)
	return !knowledge.GivesInstance(name) && name != "load" &&
		slices.ContainsFunc(e.Calls, func(c *run.Call) bool { return c.Callee == run.Value(part) })
}

// needs reports whether something differentiates what a pass in a loop gives, or may: in a loop that trains besides,
// what it gives is followed.
func (g *graph) needs(c *run.Call, loop *Loop) bool {
	if loop.Trains {
		return g.leadsToPass(c) || callsFrozen(c)
	}
	return g.differentiates(c)
}

// trainsSince is the call since which networks are in training mode for sure: the one that made them, the last that
// said so, before they were trained, or the training itself, of one that is handed in and of which nothing else is
// known; nil where they may be in another mode.
func (e *Entry) trainsSince(networks []*run.Object, mode, trained *Event, handed bool) *run.Call {
	switch {
	case len(networks) == 0:
		return nil
	case mode == nil && handed && trained != nil:
		return trained.Call
	case mode == nil && slices.ContainsFunc(networks, func(o *run.Object) bool { return !madeInTrainMode(o) }):
		return nil
	case mode == nil:
		return networks[0].Made
	case mode.Kind != TrainMode || trained == nil || !tells(mode),
		mode.Call.Seq > trained.Call.Seq && !e.setsBack(mode, trained) && !e.saysSoAnyway(mode, trained):
		return nil
	}
	return mode.Call
}

// saysSoAnyway reports whether a call of train() stands in a function of the project that was called for the training
// and is called again for something else, and switches whatever it is called for: it does not say that this is to run
// in training mode.
func (e *Entry) saysSoAnyway(mode, trained *Event) bool {
	by := mode.Call.Caller
	return by != nil && by.Node != nil && slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.Kind == TrainMode && ev.Call.At == mode.Call.At && ev.Call.Seq < trained.Call.Seq &&
			ev.Call.Caller != nil && ev.Call.Caller.At != by.At && within(trained.Call, ev.Call.Caller)
	})
}

// setsBack reports whether a call of train() undoes a call of eval() that its function made after a training step: it
// ends an evaluation, and says nothing of the next.
func (e *Entry) setsBack(mode, trained *Event) bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return endsEvaluation(ev, mode) && ev.Call.Seq > trained.Call.Seq && ev.Call.Seq < mode.Call.Seq
	})
}

// evaluatesAside reports whether a pass in a loop that does something else evaluates what was trained there.
func (e *Entry) evaluatesAside(c, site *run.Call, loop *Loop, trained *Event) bool {
	within := loop.Trains && e.evaluationAsked(c, loop) != nil
	if trained == nil && !within { // where the data come from says nothing then, and takes long to find out
		return false
	}
	if e.looksAside(site, loop) { // a generator draws what is looked at
		return trained != nil && onlyOne(e.Events(), trained)
	}
	return within
}

// looksAside reports whether a pass runs on what is called held-out data, in a loop that trains on none.
func (e *Entry) looksAside(site *run.Call, loop *Loop) bool {
	return e.isGivenHeldOut(site) && !e.trainsOnHeldOut(loop)
}

// isLookedAt reports whether nothing of a pass is differentiated for sure: gradients are off, or only values of what it
// gives are read.
func (e *Entry) isLookedAt(c *run.Call, module *run.Object) bool {
	return c.Grad == run.Value(run.Bool(false)) || e.onlyRead(c, module, false)
}

// loadedInTrainMode judges a pass in no loop of a model that was given saved weights, and that nothing here trains: one
// picture, one sentence.
func (e *Entry) loadedInTrainMode(c *run.Call, module *run.Object) *TrainModeEvaluation {
	if ofModule(c.Caller) || e.modeUnsure(c, module) || !e.loadedBefore(module, c) ||
		e.triesOut(c, module) || asksShapeOnly(c) ||
		!e.isLookedAt(c, module) {
		return nil
	}
	events, pass := e.Events(), &Event{Kind: EvalMode, Call: c, Object: module}
	if e.copiesWeights(module) || slices.ContainsFunc(events, func(ev *Event) bool {
		return ev.StepsOptimizer() && Compatible(ev, pass) && e.trains(events, ev, pass)
	}) {
		return nil
	}
	mode := e.modeOf(c, module)
	networks := unwrapped(module, maxHeld)
	from := e.trainsSince(networks, mode, nil, false)
	if from == nil || slices.ContainsFunc(networks, func(o *run.Object) bool {
		return e.handsAway(&Event{Call: from, Object: o}, pass) || e.mayHaveLeft(from, c, o)
	}) {
		return nil
	}
	layer, keeps := (&modes{e, map[*run.Object]bool{}}).differs(module, 3*maxHeld)
	if layer == nil {
		return nil
	}
	return &TrainModeEvaluation{Entry: e, Forward: c, Module: module, Mode: mode, Loaded: true, Layer: layer, Keeps: keeps}
}

// saidToTrain reports whether train() is called of something that a call of unknown code made, and which is a network
// then: getattr(models, args.model)(num_classes=10).
func (e *Entry) saidToTrain(o *run.Object) bool {
	return o.Kind == run.Result && o.Class == nil &&
		slices.ContainsFunc(e.Events(), func(ev *Event) bool { return ev.Kind == TrainMode && ev.Object == o })
}

// isHandedIn reports whether nothing is known of what a program calls but that a caller who is not seen hands it in.
func isHandedIn(o *run.Object) bool {
	return o.Kind == run.Unknown && (isBare(o) || o.Class == run.Value(run.Symbol("torch.nn.Module"))) && o.Word != "" &&
		o.Made == nil &&
		!knowledge.NamesFrozen(o.Word)
}

// Name is what the function of the loop calls the model: that of an argument where a helper runs it.
func (t *TrainModeEvaluation) Name() string {
	if m, runs := forwardedBy(t.Forward); runs && m == t.Module {
		return WhatRuns(t.Forward)
	}
	if m, ok := t.Forward.Node.Func.(*python.Attribute); ok && knowledge.Generates(m.Attr) {
		return python.LastName(m.Value)
	}
	for _, a := range t.Forward.Args {
		if name := python.LastName(a.Node); name != "" && slices.Contains(run.Alternatives(a.Value), run.Value(t.Module)) {
			return name
		}
	}
	return "the model"
}

// saysItsMode reports whether a pass happens in training mode only, or says by an argument whether it trains.
func saysItsMode(c *run.Call) bool { return inTrainingOnly(c) || toldMode(c) }

// toldMode reports whether a forward pass, or a call that leads to it, says by an argument of that name whether it
// trains: model(x, training=False). What its layers do then is not asked of their mode.
func toldMode(c *run.Call) bool {
	for ; c != nil; c = c.Caller {
		if slices.ContainsFunc(c.Args, func(a run.Argument) bool { return knowledge.NamesTrainingMode(a.Name) }) {
			return true
		}
	}
	return false
}

// unwrapped are the networks that a module may be, without what is around them: DataParallel(PointNet() if small else
// DGCNN()). None where one of them is nothing that is seen.
func unwrapped(module *run.Object, depth int) []*run.Object {
	module = base(module)
	within := library.Wrapped(module)
	if within == nil {
		return []*run.Object{module}
	}
	var list []*run.Object
	for _, v := range run.Alternatives(within) {
		inner, ok := v.(*run.Object)
		if !ok || depth == 0 {
			return nil
		}
		more := unwrapped(inner, depth-1)
		if more == nil {
			return nil
		}
		list = append(list, more...)
	}
	return list
}

// lastTrained is the last optimizer step before a forward pass that trains its module; nil when there is none.
func (e *Entry) lastTrained(pass *Event) *Event {
	events := e.Events()
	i := slices.IndexFunc(events, func(ev *Event) bool { return ev.Call.Seq > pass.Call.Seq })
	if i < 0 {
		i = len(events)
	}
	return e.trainedBefore(events[:i], pass)
}

// tells reports whether a call of train() says for sure that it switches to training mode.
func tells(mode *Event) bool {
	flag, open := mode.Call.Argument("mode", 0)
	return !open && (flag == nil || flag == run.Value(run.Bool(true)))
}

// madeInTrainMode reports whether a module was made by its own constructor, and so is in training mode: what a library
// loads may be in any.
func madeInTrainMode(o *run.Object) bool {
	if o.Made == nil || o.PassedOver {
		return false
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Class:
		return true
	case run.Symbol:
		return strings.HasPrefix(string(callee), "torch.nn.") || strings.HasPrefix(string(callee), "torchvision.models.")
	}
	return false
}

// mayHaveLeft reports whether something between two calls may put a module, or a part of it, into evaluation mode, or
// the pass also runs a module in another mode than that for training.
func (e *Entry) mayHaveLeft(from, pass *run.Call, module *run.Object) bool {
	for i, ev := range e.Events() {
		if ev.Kind == EvalMode && ev.Call.Seq > from.Seq && ev.Call.Seq < pass.Seq &&
			(ev.Object == nil || e.mayBeRelated(ev.Object, module)) && !e.undone(i, pass, module) {
			return true
		}
	}
	return slices.ContainsFunc(e.Calls, func(other *run.Call) bool {
		if other.At != pass.At || other == pass {
			return false
		}
		m, ok := runBy(other)
		if method, is := other.Callee.(*run.Method); !ok && is {
			m, ok = method.Self.(*run.Object)
		}
		if !ok {
			return true
		}
		mode := e.modeOf(other, m)
		return mode != nil && mode.Kind != TrainMode
	})
}

// undone reports whether a module that an event put into evaluation mode is put back into training mode, on all ways
// that come from there to a forward pass.
func (e *Entry) undone(number int, pass *run.Call, module *run.Object) bool {
	ev := e.Events()[number]
	return slices.ContainsFunc(e.Events()[number+1:], func(back *Event) bool {
		return back.Kind == TrainMode && back.Call.Seq < pass.Seq && back.Object != nil && e.Covers(back.Object, module) &&
			tells(back) && implied(back.Call.Gates, ev.Call.Gates)
	})
}
