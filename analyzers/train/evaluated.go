package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Word names what a loop walks over; "" when its head shows no name.
func (l *Loop) Word() string {
	if word := l.zippedBatches(); word != "" {
		return word
	}
	if loop, ok := l.Node().(*python.For); ok {
		return python.LastName(innerIterable(loop.Iter))
	}
	return ""
}

// HeldOut reports whether what the loop walks over is called held-out data: in its head, or where it comes from, as the
// loader that a caller hands to a function which calls it loader.
func (l *Loop) HeldOut() bool {
	if loop, ok := l.Node().(*python.For); ok && calledHeldOut(innerIterable(loop.Iter)) {
		return true
	}
	if knowledge.NamesHeldOut(l.Word()) || l.countsHeldOut() {
		return true
	}
	return comesFromHeldOut(l.Over(), l.Run.Caller)
}

// comesFromHeldOut reports whether what a function goes over is called held-out data where it comes from, or where the
// function is given it.
func comesFromHeldOut(v run.Value, caller *run.Call) bool {
	over, ok := v.(*run.Object)
	if !ok {
		return false
	}
	if knowledge.NamesHeldOut(over.Named) || over.Kind == run.Unknown && knowledge.NamesHeldOut(over.Word) ||
		servesHeldOut(over) ||
		underHeldOut(over) {
		return true
	}
	for c := caller; c != nil; c = c.Caller {
		for _, a := range c.Args {
			if a.Node != nil && calledHeldOut(a.Node) && unwrap(a.Value) == run.Value(over) {
				return true
			}
		}
	}
	return false
}

// calledHeldOut reports whether an expression names held-out data, by its last name or by the key that it reads:
// val_loader, loaders["val"].
func calledHeldOut(e python.Expr) bool {
	return knowledge.NamesHeldOut(python.LastName(e)) || knowledge.NamesHeldOut(python.KeyRead(e))
}

// countsHeldOut reports whether a loop counts what is called held-out data: for val_step in range(100), while
// validation_episode < episodes.
func (l *Loop) countsHeldOut() bool {
	var counter python.Expr
	switch n := l.Node().(type) {
	case *python.While: // while not valid: is none
		if test, ok := n.Test.(*python.Compare); ok && (test.Ops[0] == "<" || test.Ops[0] == "<=") {
			counter = test.Operands[0]
		}
	case *python.For:
		if c, ok := n.Iter.(*python.Call); ok && python.PathText(c.Func) == "range" {
			counter = n.Target
		}
	}
	name := python.LastName(counter)
	return name != "" && knowledge.NamesHeldOut(name) && !knowledge.NamesInterval(name)
}

// underHeldOut reports whether something is taken out of a dictionary under a key that is a word for held-out data:
// loaders[phase], where the phase is "val".
func underHeldOut(o *run.Object) bool {
	if o.Operator != "[]" || len(o.Operands) < 2 {
		return false
	}
	key, ok := o.Operands[1].(run.Str)
	return ok && knowledge.NamesHeldOut(string(key))
}

// servesHeldOut reports whether a loader, whatever it is called, is made of what is called held-out data, or of a
// dataset that is told to be that: DataLoader(CIFAR10(root, train=False)).
func servesHeldOut(loader *run.Object) bool {
	if loader.Made == nil || library.RoleOf(loader) != knowledge.Loader {
		return false
	}
	given, _ := loader.Made.Passed("dataset", 0)
	if given == nil {
		return false
	}
	if knowledge.NamesHeldOut(python.LastName(given.Node)) {
		return true
	}
	data, ok := given.Value.(*run.Object)
	if !ok || knowledge.NamesHeldOut(data.Named) || data.Made == nil {
		return ok && knowledge.NamesHeldOut(data.Named)
	}
	train, _ := data.Made.Argument("train", -1)
	return train == run.Value(run.Bool(false))
}

// HeldOut reports whether the loop walks over what is called held-out data.
func (v *Evaluated) HeldOut() bool { return v.Loop.HeldOut() }

// BehindTraining reports whether another loop of the same call of its function trains on other data before: the loop
// looks at what that has learnt. A loop over test tasks that trains itself, as in meta-learning, has none before it.
func (v *Evaluated) BehindTraining() bool {
	mine := v.Loop.Run
	return slices.ContainsFunc(v.Entry.AllLoops(), func(l *Loop) bool {
		return l.Trains && l.Run.Caller == mine.Caller && l.Run.End < mine.Seq && !l.HeldOut() &&
			sameLaps(l.Run.Laps, mine.Laps) &&
			sameLaps(mine.Laps, l.Run.Laps)
	})
}

// differentiates reports whether a backward or grad call goes through what a forward pass gives, or may: one that is
// seen in the same laps, or an unseen function that is given it.
func (g *graph) differentiates(c *run.Call) bool {
	for _, p := range g.passes {
		if sameLaps(p.event.Call.Laps, c.Laps) && compatible(p.event.Call.Gates, c.Gates) {
			return true
		}
	}
	return g.leadsToPass(c) || callsFrozen(c)
}

// callsFrozen reports whether what a call runs is called a network that is usually not trained. What is bound to the
// name of the only model of a program is none, whatever made it: net = vgg16().
func callsFrozen(c *run.Call) bool {
	if o, ok := c.Callee.(*run.Object); ok && knowledge.NamesMainModel(o.Named) {
		return false
	}
	return knowledge.NamesFrozen(calleeName(c))
}

// leadsToPass reports whether a backward or grad call goes through what a forward pass gives, or an unseen function is
// given it.
func (g *graph) leadsToPass(c *run.Call) bool {
	leads, known := g.leads[c]
	if !known {
		if g.leads == nil {
			g.leads = map[*run.Call]bool{}
		}
		leads = g.findPass(c)
		g.leads[c] = leads
	}
	return leads
}

func (g *graph) findPass(c *run.Call) bool {
	results := g.given(c)
	for o := range results { // a number may go anywhere
		if g.requires(o) == CarriesNot && g.origin(o) != container {
			delete(results, o)
		}
	}
	for _, p := range g.passes {
		if shareOne(results, g.recorded(p).all) {
			return true
		}
	}
	if shareOne(results, g.escapedObjects()) {
		return true
	}
	return slices.ContainsFunc(
		g.differentiatesOutOfSight(),
		func(other *run.Call) bool { return other.Seq >= c.Seq && g.isGiven(other, results) },
	)
}

// shareOne reports whether two sets have a member in common. What one call gives are few objects, and what a backward
// pass goes through may be thousands.
func shareOne(a, b map[*run.Object]bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for o := range a {
		if b[o] {
			return true
		}
	}
	return false
}

// given are the objects that a call gives, the items of the lists and dictionaries among them, but for what it gives
// back as it came.
func (g *graph) given(c *run.Call) map[*run.Object]bool {
	results := map[*run.Object]bool{}
	for open := g.flatten(c.Result); len(open) > 0; {
		o, ok := open[0].(*run.Object)
		open = open[1:]
		if !ok || results[o] || len(results) > maxFollowed {
			continue
		}
		results[o] = true
		for _, item := range g.entry.Facts.machine.Contents(o) {
			open = append(open, g.flatten(item)...)
		}
	}
	for _, a := range c.Args {
		for _, v := range g.flatten(a.Value) {
			if o, ok := v.(*run.Object); ok {
				delete(results, o)
			}
		}
	}
	return results
}

// computedOf reports whether a value was computed of one of several objects.
func (g *graph) computedOf(v run.Value, some map[*run.Object]bool) bool {
	for o := range g.reachOf([]run.Value{v}).all {
		if some[o] {
			return true
		}
	}
	return false
}

// differentiatesOutOfSight lists the calls of unseen functions which by their names compute gradients.
func (g *graph) differentiatesOutOfSight() []*run.Call {
	if g.outOfSight == nil {
		g.outOfSight = []*run.Call{}
		for _, c := range g.entry.Calls {
			if c.Node != nil && !seen(c) && knowledge.DifferentiatesUnseen(calleeName(c)) {
				g.outOfSight = append(g.outOfSight, c)
			}
		}
	}
	return g.outOfSight
}

// isGiven reports whether a call is given something that was computed of one of several objects.
func (g *graph) isGiven(c *run.Call, results map[*run.Object]bool) bool {
	return slices.ContainsFunc(c.Args, func(a run.Argument) bool { return g.computedOf(a.Value, results) })
}

// returned reports whether the caller of the entry, who is not seen, gets something that still carries the graph of a
// forward pass: a loss that was computed part by part, which may be differentiated there.
func (g *graph) returned(c *run.Call) bool {
	given := g.given(c)
	return g.entry.Function != nil && slices.ContainsFunc(g.entry.Returns, func(r *run.Return) bool {
		return r.Function.At() == g.entry.Function.At() && g.computedOf(r.Value, given)
	})
}

// TrainsToo reports whether the same loop trains when it is entered another time, or what it computes is differentiated
// behind it then.
func (v *Evaluated) TrainsToo() bool {
	if v.trainsIfAsked() {
		return true
	}
	for _, e := range v.Entry.Facts.Entries() {
		for _, l := range e.AllLoops() {
			if l.Trains && l.Node() == v.Loop.Node() {
				return true
			}
		}
	}
	return slices.ContainsFunc(v.Entry.Facts.Entries(), v.differentiatedIn)
}

// differentiatedIn reports whether an entry differentiates what the pass gives another time: the episodes that a method
// plays to learn from, and to be measured.
func (v *Evaluated) differentiatedIn(e *Entry) bool {
	if !slices.ContainsFunc(e.Calls, func(c *run.Call) bool { return c.At == v.Forward.At }) {
		return false
	}
	g := e.graphs()
	return slices.ContainsFunc(g.passes, func(p *pass) bool {
		if p.event.Kind != Backward {
			return false
		}
		for o := range g.recorded(p).all {
			for c := o.Made; c != nil; c = c.Caller { // what it gives is made within it
				if c.At == v.Forward.At {
					return true
				}
			}
		}
		return false
	})
}

// AsksForGradients reports whether the code around the loop asks for gradients by a word: anywhere in a function that
// is called an evaluation, in the loop itself elsewhere.
func (v *Evaluated) AsksForGradients() bool {
	body := v.Loop.Body()
	if fn := python.EnclosingFunction(v.Loop.Node()); fn != nil && knowledge.NamesEvaluation(fn.Name) {
		body = fn.Body
	}
	return asksForGradients(body) || v.asksForInput()
}

// trainsIfAsked reports whether the function of the loop has a backward pass, in the loop or behind it and in no other
// loop, that this program leaves out: if train: loss.backward().
func (v *Evaluated) trainsIfAsked() bool {
	fn := python.EnclosingFunction(v.Loop.Node())
	if fn == nil {
		return false
	}
	for n := range python.AllIn(fn.Body) {
		c, ok := n.(*python.Call)
		if !ok || c.MethodName() != "backward" || len(python.GatesOf(c)) == 0 || v.inAnotherLoop(c, fn) ||
			slices.ContainsFunc(v.Entry.Calls, func(ran *run.Call) bool { return ran.At == python.Node(c) }) {
			continue
		}
		return true
	}
	return false
}

// inAnotherLoop reports whether a call stands in a loop of a function that is neither the one at hand nor around it.
func (v *Evaluated) inAnotherLoop(c *python.Call, fn *python.Function) bool {
	for n := c.Parent(); n != nil && n != python.Node(fn); n = n.Parent() {
		switch n.(type) {
		case *python.For, *python.While:
			return n != python.Node(v.Loop.Node()) && !python.Within(v.Loop.Node(), n)
		}
	}
	return false
}

// Attacks reports whether the forward pass is told to attack its input, model(x, target=y, make_adv=True): it
// differentiates by itself.
func (v *Evaluated) Attacks() bool {
	return v.pass.Node != nil &&
		slices.ContainsFunc(v.pass.Node.Args, func(a *python.Arg) bool { return knowledge.AsksForAttack(a.Name) })
}

// asksForInput reports whether the function of the loop makes what it gives to the network require gradients, where its
// caller asks for them: if grad: x.requires_grad = True.
func (v *Evaluated) asksForInput() bool {
	fn := python.EnclosingFunction(v.Loop.Node())
	if fn == nil || v.pass.Node == nil {
		return false
	}
	given := map[string]bool{}
	for _, a := range v.pass.Node.Args {
		if name, ok := a.Value.(*python.Name); ok {
			given[name.ID] = true
		}
	}
	for n := range python.AllIn(fn.Body) {
		a, ok := n.(*python.Attribute)
		if !ok || a.Attr != "requires_grad" && a.Attr != "requires_grad_" || !asksFor(a) {
			continue
		}
		if name, ok := a.Value.(*python.Name); ok && given[name.ID] {
			return true
		}
	}
	return false
}

func asksForGradients(body []python.Stmt) bool {
	for n := range python.AllIn(body) {
		switch n := n.(type) {
		case *python.Attribute:
			if knowledge.AsksForGradients(n.Attr) && asksFor(n) {
				return true
			}
		case *python.Name: // from torch import enable_grad
			if mode, flag, set := knowledge.GradMode("torch." + n.ID); set && mode && flag < 0 {
				return true
			}
		case *python.Arg:
			if (n.Name == "requires_grad" || knowledge.AsksForPenalty(n.Name)) && !python.IsFalse(n.Value) {
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

// DifferentiatesAlone reports whether something differentiates in a lap of the loop, when it is entered this time or
// another, and no optimizer steps in any: a forward pass that computes normals or forces by gradients of its own, a
// helper that perturbs the input.
func (v *Evaluated) DifferentiatesAlone() bool {
	alone := false
	for _, ev := range v.Entry.Events() {
		switch ev.Kind {
		case Backward, Grad, OptimStep, ScalerStep:
			if !v.inLoop(ev.Call) {
				continue
			}
			if ev.StepsOptimizer() {
				return false
			}
			alone = true
		}
	}
	return alone
}

// RunsUnseenClass reports whether a lap of the loop calls what something unknown gave when it was called: a model whose
// class the code looks up by a name, class_of(settings.model)(size).
func (v *Evaluated) RunsUnseenClass() bool {
	return slices.ContainsFunc(v.Entry.Calls, func(c *run.Call) bool {
		o, called := c.Callee.(*run.Object)
		if !called || o.Made == nil || o.Class != nil || !v.inLoop(c) {
			return false
		}
		_, unseen := o.Made.Callee.(*run.Object)
		return unseen
	})
}

// DifferentiatesNowhere reports whether all code of the model that runs is at hand, of its parts too, and none of it
// computes gradients.
func (v *Evaluated) DifferentiatesNowhere() bool {
	seen := map[*run.Object]bool{}
	for open := []*run.Object{v.module}; len(open) > 0; {
		o := open[0]
		open = open[1:]
		if o == nil || len(seen) > maxHeldParts {
			return false
		}
		if seen[o] {
			continue
		}
		seen[o] = true
		parts := v.Entry.Facts.machine.Attributes(o)
		switch class := o.Class.(type) {
		case *run.Class:
			if mayDifferentiate(class) || !library.ModuleClass(class) {
				return false
			}
		case run.Symbol:
			if !strings.HasPrefix(string(class), "torch.nn.") {
				return false
			}
			parts = append(parts[:len(parts):len(parts)], v.Entry.Facts.machine.Contents(o)...)
		default:
			if o.Operator != library.Wraps {
				return false
			}
			parts = o.Operands
		}
		for _, part := range parts {
			for _, one := range v.Entry.graphs().flatten(part) {
				if held, ok := one.(*run.Object); ok &&
					(v.Entry.isModule(held) || isBare(held) && knowledge.NamesModule(held.Word)) {
					open = append(open, held)
				}
			}
		}
	}
	return true
}

// maxHeldParts bounds how many parts of a model are looked at.
const maxHeldParts = 400

// inLoop reports whether a call happens in a lap of the loop, when it is entered this time or another.
func (v *Evaluated) inLoop(c *run.Call) bool {
	return slices.ContainsFunc(c.Laps, func(lap run.Lap) bool {
		l := v.Entry.loopFor(lap)
		return l != nil && l.Node() == v.Loop.Node()
	})
}

// asksFor reports whether an attribute that speaks of gradients may ask for them: requires_grad is not only looked at,
// `if p.requires_grad:`, and they are not switched off by it, `p.requires_grad = False`, `requires_grad_(False)`.
func asksFor(a *python.Attribute) bool {
	if call, ok := a.Parent().(*python.Call); ok && call.Func == python.Expr(a) && a.Attr == "requires_grad_" {
		return len(call.Args) != 1 || !python.IsFalse(call.Args[0].Value)
	}
	if a.Attr != "requires_grad" {
		return true
	}
	set := a.Assignment()
	return set != nil && !python.IsFalse(set.Value)
}
