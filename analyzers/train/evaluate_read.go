package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// readAlone reports whether a forward pass of a network that is trained, loaded or handed in is there only for what is
// read of it: everything that becomes of what it gives is seen, and nothing of it is differentiated. Where a loop
// trains, the pass is none of its training then.
func (e *Entry) readAlone(c *run.Call, module *run.Object) bool {
	if len(c.Args) == 0 || calledByOthers(c) || inForward(c) || inTrainingOnly(c) {
		return false
	}
	if ofModule(c.Caller) &&
		(c.Caller.Entry && !predictsItself(c, module) || c.Caller.Caller == nil && !runsItself(c, module)) {
		// a method of a module runs under what its callers want, and none is seen; layers that a script's call comes to are a
		// part of it
		return false
	}
	if e.forBaseClass() || e.mayBeFunction(c, module) || e.leavesOutBackward(c) || wasVolatile(c) {
		return false
	}
	if e.graphs().leadsToPass(c) || e.switchesOutOfSight(c) {
		return false
	}
	if !e.records(c, module) || e.besideQuietPass(c) || e.alsoUnrecorded(c) || e.enteredUnrecorded(c) ||
		e.measured(c.Laps) {
		return false
	}
	events, pass := e.Events(), &Event{Kind: EvalMode, Call: c, Object: module}
	trained := slices.ContainsFunc(
		events,
		func(ev *Event) bool { return ev.StepsOptimizer() && e.trains(events, ev, pass) },
	)
	if !trained && !isHandedIn(module) && !e.loadedBefore(module, c) && !e.givenToOptimizer(module) &&
		!e.heldToRun(c, module) {
		mode := e.modeOf(c, module)
		if mode == nil || mode.Kind != EvalMode {
			return false
		}
	}
	// to follow what it gives costs more than all that is asked before
	if e.becomesArray(c) || !e.onlyRead(c, module, trained) || asksAround(c) {
		return false
	}
	if !trained && !e.fateOf(c).shows() && e.runsOnNothing(c) {
		return false // it shows shapes, or is traced
	}
	return e.Facts.readEverywhere(c)
}

// runsItself reports whether a method of a module runs the whole of it.
func runsItself(c *run.Call, module *run.Object) bool {
	m, ok := c.Caller.Callee.(*run.Method)
	return ok && m.Self == run.Value(module)
}

// predictsItself reports whether a method of a module that is called one that predicts runs the whole of it on one
// batch after the other: whoever calls it gets values only.
func predictsItself(c *run.Call, module *run.Object) bool {
	f := functionOf(c.Caller)
	return runsItself(c, module) && len(c.Laps) > 0 &&
		(knowledge.NamesEvaluation(f.Name()) || knowledge.SpeaksOfEvaluation(f.Name()))
}

// asksAround reports whether the function of a pass, or the script around it, says a word of gradients or of what was
// volatile before torch 0.4.
func asksAround(c *run.Call) bool {
	body := c.Unit.Module.Body
	if fn := python.EnclosingFunction(c.At); fn != nil {
		body = fn.Body
	} else if c.Unit.Module.Mentions(func(word string) bool { return word == "volatile" }) {
		return true
	}
	return asksForGradients(body)
}

// forBaseClass reports whether what is entered is a method that a class of the project from which its own inherits
// names, in more than a method of its own that is called so: that one calls it, under what it likes. An abstract method
// says nothing of that.
func (e *Entry) forBaseClass() bool {
	if e.Function == nil || e.Function.Class == nil {
		return false
	}
	return slices.ContainsFunc(e.Function.Class.Line(), func(one run.Value) bool {
		base, ours := one.(*run.Class)
		return ours && base != e.Function.Class && e.namesBesides(base, e.Function.Name())
	})
}

// namesBesides reports whether a class names a method elsewhere than where it, or a stub of it, is written.
func (e *Entry) namesBesides(class *run.Class, method string) bool {
	called := func(word string) bool { return word == method }
	return slices.ContainsFunc(class.Node.Body, func(s python.Stmt) bool {
		fn, ok := s.(*python.Function)
		if !ok || fn.Name != method {
			return python.MentionsIn(s, called)
		}
		own, _ := e.Facts.machine.ClassMember(class, method).(*run.Function)
		return own == nil || !e.Facts.machine.LeavesOpen(class, method) && !doesNothing(own)
	})
}

// heldToRun reports whether the entry is a method of an object, no module itself, whose constructor made a network that
// has something to learn: others train it, or load its weights, and the object is there to run it. A script that makes
// one tries it out, and a metric of the project is a module, too.
func (e *Entry) heldToRun(pass *run.Call, module *run.Object) bool {
	if e.Function == nil || e.Function.Class == nil || library.ModuleClass(e.Function.Class) || !classSeen(module) ||
		!slices.ContainsFunc(e.Built.Calls, func(c *run.Call) bool { return module.Made == c }) {
		return false
	}
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		layer, ok := forwardedBy(c)
		return ok && within(c, pass) && c.Grad == run.Value(run.Bool(true)) && hasWeights(layer)
	})
}

// givenToOptimizer reports whether an optimizer takes parameters of a module where the object was made whose method is
// entered: self.optimizer = Adam(self.policy.parameters()).
func (e *Entry) givenToOptimizer(module *run.Object) bool {
	return slices.ContainsFunc(e.Built.Calls, func(c *run.Call) bool {
		optimizer, ok := c.Result.(*run.Object)
		if !ok || optimizer.Made != c || library.RoleOf(optimizer) != knowledge.Optimizer {
			return false
		}
		o, ok := e.OptimizedBy(optimizer)
		return ok && slices.ContainsFunc(o.Modules, func(m *run.Object) bool { return e.related(m, module) })
	})
}

// isHandedNetwork reports whether a program is handed what it calls, and calls it like the only network of a program.
func isHandedNetwork(o *run.Object) bool { return isHandedIn(o) && knowledge.NamesMainModel(o.Word) }

// OnlyRead reports whether nothing but the values of what the pass gives is read, whatever the loop around it, if any,
// is called.
func (v *Evaluated) OnlyRead() bool {
	return v.Read || v.Method == "" && v.module != nil && v.Entry.readAlone(v.pass, v.module)
}

// HandsOn is the function of the pass where it returns something that has the graph; "" where it returns no such thing.
// Whoever else calls it may differentiate that.
func (v *Evaluated) HandsOn() string {
	if fn := python.EnclosingFunction(v.pass.At); fn != nil && v.Entry.fateOf(v.pass).handsOn {
		return fn.Name
	}
	return ""
}

// Pass is where the forward pass itself stands, which Forward may lead to.
func (v *Evaluated) Pass() run.Place { return v.pass.Place() }

// Within reports whether the pass is one of some others, or a part of it: a layer that the method of a model runs.
func (v *Evaluated) Within(passes map[run.Place]bool) bool {
	for c := v.pass; c != nil; c = c.Caller {
		if c.Node != nil && passes[c.Place()] {
			return true
		}
	}
	return false
}

// readEverywhere reports whether no program of the file needs the graph of what a pass at the same place gives, with
// other callers, or turns gradients off around it.
func (f *Facts) readEverywhere(pass *run.Call) bool {
	for _, e := range f.Entries() {
		for _, c := range e.Calls {
			if c.At != pass.At || c == pass {
				continue
			}
			if c.Grad != run.Value(run.Bool(true)) || !e.onlyRead(c, nil, false) {
				return false
			}
		}
	}
	return true
}

// leavesOutBackward reports whether a backward pass is written behind a forward pass in the loop, or the function,
// around it, and this program did not come to it, or nothing shows of what it is.
func (e *Entry) leavesOutBackward(c *run.Call) bool {
	var around python.Node
	for n := c.At.Parent(); n != nil; n = n.Parent() {
		switch n.(type) {
		case *python.Function, *python.For, *python.While:
			around = n
		}
		if around != nil {
			break
		}
	}
	if around == nil {
		return false
	}
	if missed, asked := e.missed[around]; asked {
		return missed
	}
	if e.missed == nil {
		e.missed = map[python.Node]bool{}
	}
	at := map[python.Node]bool{}
	for _, ev := range e.Events() {
		at[ev.Call.At] = true
	}
	e.missed[around] = false
	for n := range python.All(around) {
		if call, ok := n.(*python.Call); ok && call.MethodName() == "backward" && !at[call] {
			e.missed[around] = true
			break
		}
	}
	return e.missed[around]
}

// mayBeFunction reports whether what a call calls, of which nothing is known, may be a function: its file imports it,
// or it is not called like a network: eval_net(net, loader).
func (e *Entry) mayBeFunction(c *run.Call, module *run.Object) bool {
	return module.Made == nil && isBare(module) && !e.optimizes(module) && !e.Facts.forwards().set[module] &&
		(c.Unit.Module.Resolve(c.Node.Func) != "" || knowledge.SpeaksOfEvaluation(module.Word) ||
			!knowledge.NamesNetwork(module.Word))
}

// inForward reports whether a method that a module calls as its own forward pass makes a call, or a method that it
// calls.
func inForward(c *run.Call) bool {
	for c = c.Caller; c != nil; c = c.Caller {
		f := functionOf(c)
		if f == nil || f.Class == nil || !library.ModuleClass(f.Class) {
			continue
		}
		switch f.Name() {
		case "forward", "__call__", "__init__":
			return true
		}
	}
	return false
}

// methodOn is the method whose call gave a value.
func methodOn(o *run.Object) (*run.Member, bool) {
	if o.Made == nil {
		return nil, false
	}
	m, ok := o.Made.Callee.(*run.Member)
	return m, ok
}

// runsOnNothing reports whether a pass is given noise or ones alone. A mask of ones beside real ids says nothing:
// tagger(ids, torch.ones(n, n)).
func (e *Entry) runsOnNothing(c *run.Call) bool {
	given := slices.DeleteFunc(slices.Clone(c.Args), func(a run.Argument) bool { return library.IsModule(a.Value) })
	if len(given) > 0 && given[0].Name == "" {
		given = given[:1]
	}
	return slices.ContainsFunc(given, func(a run.Argument) bool { return e.madeOfNothing(a.Value) })
}

// madeOfNothing reports whether a tensor is computed of what functions of torch fill alone: noise, ones, of whatever
// shape and range.
func (e *Entry) madeOfNothing(v run.Value) bool {
	open, seen, filled := []run.Value{v}, map[*run.Object]bool{}, false
	for len(open) > 0 && len(seen) < maxStepsBack {
		v := open[0]
		open = open[1:]
		for _, one := range e.graphs().flatten(v) {
			o, ok := one.(*run.Object)
			switch {
			case !ok || seen[o]:
				continue
			case o.Made != nil && knowledge.FillsTensor(symbolOf(o.Made)):
				filled = true
				continue
			case len(operands(o)) == 0:
				return false
			}
			seen[o] = true
			if m, ok := methodOn(o); ok { // .to(device) of a device that is not known
				open = append(open, m.Object)
				continue
			}
			open = append(open, operands(o)...)
		}
	}
	return filled
}

// InUnitTest reports whether the pass stands in a function of a test: it is called so, and asserts something.
func (v *Evaluated) InUnitTest() bool {
	fn := python.EnclosingFunction(v.Forward.At)
	if fn == nil || !strings.HasPrefix(fn.Name, "test") {
		return false
	}
	for n := range python.AllIn(fn.Body) {
		switch n := n.(type) {
		case *python.Assert:
			return true
		case *python.Call:
			if strings.HasPrefix(python.LastName(n.Func), "assert") {
				return true
			}
		}
	}
	return false
}
