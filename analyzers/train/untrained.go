package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Untrained is a network that no optimizer trains, run with gradients on inside a training step.
type Untrained struct {
	// Forward runs it: its own call or, where that also runs a network that is trained, the call of the helper around it.
	Forward *run.Call
	// Backward goes through what it gives.
	Backward *Event
	// Module is the network.
	Module *run.Object
}

// Untrained lists the networks of a step through which a backward pass goes although no optimizer has their parameters,
// and although what they are given needs no gradients: a teacher, the encoder of a latent diffusion. All optimizers
// have to be seen, and the network from where it is made, so that nobody can have frozen it or trains it by hand.
func (s *Step) Untrained() []*Untrained {
	e := s.Entry
	trained, ok := s.trainedInSight()
	if !ok {
		return nil
	}
	g := e.graphs()
	var list []*Untrained
	for _, ev := range s.Events {
		p := g.passOf(ev)
		if ev.Kind != Backward || p == nil || !e.steppedOn(ev) {
			continue
		}
		r := g.recorded(p)
		found := map[*run.Object]*run.Call{}
		for o := range r.all {
			c, m := e.untrainedBehind(o, trained)
			if c != nil && s.during(c.Laps) && c.Seq < ev.Call.Seq && (found[m] == nil || c.Seq < found[m].Seq) {
				found[m] = c
			}
		}
		for m, c := range found {
			if !slices.ContainsFunc(list, func(u *Untrained) bool { return u.Module == m }) && g.most(given(c)) == CarriesNot &&
				e.onlyHere(m, c) {
				list = append(list, &Untrained{e.apartFromOthers(c, m), ev, m})
			}
		}
	}
	slices.SortFunc(list, func(a, b *Untrained) int { return a.Forward.Seq - b.Forward.Seq })
	return list
}

// steppedOn reports whether an optimizer steps in the laps of a backward pass, or of a loop around: a script that tries
// whether the backward pass of one layer works asks for these gradients alone, whatever it trains further down.
func (e *Entry) steppedOn(backward *Event) bool {
	return slices.ContainsFunc(e.Events(), func(ev *Event) bool {
		return ev.StepsOptimizer() && sameLaps(backward.Call.Laps, ev.Call.Laps)
	})
}

// trainedInSight are the modules that the optimizers of a step train; ok is false where one may train others, or the
// gradients may go elsewhere.
func (s *Step) trainedInSight() (trained []*run.Object, ok bool) {
	if s.Owner != PlainTorch && s.Owner != Accelerate || len(s.Events) > maxEvents || !s.Entry.Whole ||
		s.takesGradients() {
		return nil, false
	}
	return s.Entry.trainedModules()
}

// apartFromOthers is the call that runs a network, or the innermost one around it at whose place no other network is
// run: likelihood(policy, x) and likelihood(reference, x) both call model(x) in the same line. Where there is none, it
// is the network's own call.
func (e *Entry) apartFromOthers(own *run.Call, m *run.Object) *run.Call {
	shared := map[python.Node]bool{}
	for _, other := range e.Calls {
		if other.At != own.At || other == own || moduleCalled(other) == m {
			continue
		}
		for c := other; c != nil; c = c.Caller {
			shared[c.At] = true
		}
	}
	for c := own; c != nil && c.Node != nil; c = c.Caller {
		if !shared[c.At] {
			return c
		}
	}
	return own
}

// takesGradients reports whether a step does something with gradients besides handing them to optimizers, and to them
// alone: it computes them by itself, or reads or changes p.grad of what may be any parameter. Those of parameters that
// an optimizer has, which are clamped or measured one by one, say nothing of another network's.
func (s *Step) takesGradients() bool {
	if slices.ContainsFunc(s.Events, func(ev *Event) bool { return ev.Kind == Grad }) {
		return true
	}
	m := s.Entry.Facts.Module
	own := map[python.Node]bool{}
	for _, a := range m.Attributes(func(name string) bool { return name == "grad" }) {
		if !s.Entry.ofOptimized(m, a.Value) {
			return true
		}
		for n := a.Parent(); n != nil; n = n.Parent() {
			own[n] = true
			if _, whole := n.(python.Stmt); whole {
				break
			}
		}
	}
	return s.Entry.writesGradientsBut(s.during, own)
}

// ofOptimized reports whether an expression is the name that a loop gives to the parameters of a network that the file
// hands to an optimizer under the same name, or to those that an optimizer lists.
func (e *Entry) ofOptimized(m *python.Module, parameter python.Expr) bool {
	name, ok := parameter.(*python.Name)
	if !ok {
		return false
	}
	_, bindings := m.Lookup(name.ID, name)
	return len(bindings) > 0 && !slices.ContainsFunc(bindings, func(b *python.Binding) bool {
		c, ok := b.Value.(*python.Call)
		return b.Kind != python.LoopTarget || !ok || len(c.Args) > 0 || c.MethodName() != "parameters" ||
			!e.optimizesNamed(python.PathText(c.Receiver()))
	})
}

// optimizesNamed reports whether an optimizer is made of all parameters of what is called so:
// Adam(self.q.parameters()).
func (e *Entry) optimizesNamed(path string) bool {
	return path != "" && slices.ContainsFunc(slices.Concat(e.Built.Calls, e.Calls), func(c *run.Call) bool {
		o, ok := c.Result.(*run.Object)
		if !ok || o.Made != c || c.Node == nil || len(c.Node.Args) == 0 || library.RoleOf(o) != knowledge.Optimizer {
			return false
		}
		given, ok := c.Node.Args[0].Value.(*python.Call)
		return ok && given.MethodName() == "parameters" && python.PathText(given.Receiver()) == path
	})
}

// trainedModules are all modules whose parameters some optimizer of the entry has; ok is false where that does not show
// of each optimizer, or where there is none.
func (e *Entry) trainedModules() (list []*run.Object, ok bool) {
	optimizers := map[*run.Object]bool{}
	for _, c := range e.Calls {
		if o, made := c.Result.(*run.Object); made && o.Made == c && library.RoleOf(o) == knowledge.Optimizer {
			optimizers[o] = true
		}
	}
	for _, ev := range e.Events() {
		if ev.StepsOptimizer() {
			if ev.Object == nil {
				return nil, false
			}
			optimizers[ev.Object] = true
		}
	}
	for o := range optimizers {
		of, known := e.OptimizedBy(o)
		if !known || !of.Whole {
			return nil, false
		}
		list = append(list, of.Modules...)
	}
	return list, len(list) > 0
}

// untrainedBehind is the outermost call, of those that led to an object, which runs a network that was loaded or built
// in sight and shares nothing with what is trained.
func (e *Entry) untrainedBehind(o *run.Object, trained []*run.Object) (found *run.Call, module *run.Object) {
	for c := o.Made; c != nil; c = c.Caller {
		m := moduleCalled(c)
		if on, ok := c.Callee.(*run.Object); ok && m == nil {
			m = on
		}
		if m == nil || c.Node == nil || c.Grad != run.Value(run.Bool(true)) ||
			knowledge.ModuleMethod(calleeName(c)) && calleeName(c) != "forward" {
			continue
		}
		if e.overlap([]*run.Object{m}, trained) || e.madeOf(m, trained) {
			if found != nil && !e.partOfOne(m, trained) {
				return found, module // what is around it holds the teacher and the student
			}
			return nil, nil
		}
		if (m.Made != nil && library.IsModule(m) && e.hasParameters(m) || isCopyOfOne(m, trained)) && recordsPass(c, m) {
			if _, ours := m.Class.(*run.Class); ours && insideNetwork(c) {
				continue // a part of a network that the project wrote: another program trains it through the same line
			}
			found, module = c, m
		}
	}
	return found, module
}

// partOfOne reports whether a network is one of several, or may be a part of one.
func (e *Entry) partOfOne(m *run.Object, whole []*run.Object) bool {
	return slices.ContainsFunc(whole, func(o *run.Object) bool { return e.holds(o, m) || base(o) == base(m) })
}

// isCopyOfOne reports whether a network is a copy of one of several, wherever they come from: what an optimizer trains
// has parameters that require gradients, and so has its copy.
func isCopyOfOne(m *run.Object, trained []*run.Object) bool {
	original, ok := m.CopyOf()
	return ok && slices.Contains(trained, original)
}

// insideNetwork reports whether a call stands in a class that has a forward pass.
func insideNetwork(c *run.Call) bool {
	class := python.EnclosingClass(c.Node)
	return class != nil && len(c.Unit.Module.Member(class, "forward")) > 0
}

// madeOf reports whether a network was given one of several when it was made, or one of them was given it: whatever the
// class keeps of it.
func (e *Entry) madeOf(m *run.Object, others []*run.Object) bool {
	leads := func(made *run.Call, objects []*run.Object) bool {
		return made != nil && slices.ContainsFunc(given(made), func(v run.Value) bool { return e.leads(v, objects, maxHeld) })
	}
	return leads(m.Made, others) ||
		slices.ContainsFunc(others, func(o *run.Object) bool { return leads(o.Made, []*run.Object{m}) })
}

// recordsPass reports whether a call runs a network, or a method of a library's class that runs a part of it and turns
// no gradients off.
func recordsPass(c *run.Call, m *run.Object) bool {
	member, ok := c.Callee.(*run.Member)
	return !ok || member.Object == run.Value(m) && knowledge.RunsPart(member.Name)
}

// hasParameters reports whether a network surely has parameters that require gradients where it is made: it is loaded
// by a library that freezes nothing, or layers of it are seen to run.
func (e *Entry) hasParameters(m *run.Object) bool {
	if class, ours := m.Class.(*run.Class); ours {
		return e.Facts.forwards().records(class.Node) && !e.keepsWhatItIsHanded(m)
	}
	// nn.Sequential(nn.Linear(8, 8), …)
	if class, ok := m.Class.(run.Symbol); ok && knowledge.HoldsModules(string(class)) {
		return slices.ContainsFunc((&modes{entry: e}).items(m), func(v run.Value) bool {
			return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
				part, ok := one.(*run.Object)
				if !ok {
					return false
				}
				layer, ok := part.Class.(run.Symbol)
				return ok && knowledge.IsPart(string(layer)) && knowledge.HasParameters(string(layer))
			})
		})
	}
	return knowledge.LoadsUnfrozen(symbolOf(m.Made), calleeName(m.Made))
}

// keepsWhatItIsHanded reports whether a module makes no layer itself, and runs what it was given: an ensemble records
// if its networks do.
func (e *Entry) keepsWhatItIsHanded(m *run.Object) bool {
	handed := false
	for _, v := range e.Facts.machine.Attributes(m) {
		for _, one := range run.Alternatives(v) {
			of, ok := one.(*run.Object)
			if !ok {
				continue
			}
			if slices.ContainsFunc(append(e.Facts.machine.Contents(of), of), isMadeHere) {
				return false
			}
			handed = true
		}
	}
	return handed
}

// isMadeHere reports whether a value may be a module that a call of the program gave.
func isMadeHere(v run.Value) bool {
	return slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
		o, ok := one.(*run.Object)
		return ok && !isGiven(o) && (library.IsModule(o) || isBare(o))
	})
}

// onlyHere reports whether nothing before a call can have frozen a network or trains it: it is given to nobody who is
// not seen.
func (e *Entry) onlyHere(m *run.Object, c *run.Call) bool {
	if e.mayBeFrozen(c, m) || e.frozenWhereMade(m) {
		return false
	}
	objects := []*run.Object{m}
	return !slices.ContainsFunc(e.Calls, func(other *run.Call) bool {
		if knowledge.ListsParameters(calleeName(other)) && e.mayCall(other, m) && !onlyFollows(other) {
			return true // a list of parameters that is added to behind some condition: an optimizer may have them after all
		}
		if other == c || other.Seq > c.Seq || seen(other) || library.RoleOf(other.Result) == knowledge.Model ||
			other.Result == run.Value(m) {
			return false
		}
		on, _ := receiver(other).(*run.Object)
		return calleeName(other) != "__init__" && on != m && e.handsOver(other, objects)
	})
}

// frozenWhereMade reports whether a copy of a network that another method makes, before the one that runs it is
// entered, may be frozen there: self.old = deepcopy(self.model), and a freeze_all() of its class behind that.
func (e *Entry) frozenWhereMade(m *run.Object) bool {
	if _, copied := m.CopyOf(); !copied || m.At.Node == nil {
		return false
	}
	made := python.EnclosingFunction(m.At.Node)
	if made == nil || !speaksOfFreezing(made) {
		return false
	}
	return (e.Function == nil || e.Function.Node != made) && !slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		f := functionOf(c)
		return f != nil && f.Node == made
	})
}

// onlyFollows reports whether the parameters that a call lists are gone through beside those of another network, whose
// average they follow.
func onlyFollows(c *run.Call) bool {
	arg, ok := c.At.Parent().(*python.Arg)
	if !ok {
		return false
	}
	zip, ok := arg.Parent().(*python.Call)
	if !ok || python.PathText(zip.Func) != "zip" {
		return false
	}
	loop, ok := zip.Parent().(*python.For)
	if !ok || loop.Iter != python.Expr(zip) {
		return false
	}
	for n := range python.AllIn(loop.Body) {
		switch n := n.(type) {
		case *python.Attribute: // t.requires_grad = False, params.append(t)
			if n.Attr == "requires_grad" || n.Attr == "requires_grad_" || n.Attr == "detach_" || n.Attr == "append" ||
				n.Attr == "extend" {
				return false
			}
		case *python.Yield:
			return false
		}
	}
	return true
}

// mayCall reports whether a method may be called on a network, one that it is part of or one of its parts.
func (e *Entry) mayCall(c *run.Call, m *run.Object) bool {
	return slices.ContainsFunc(run.Alternatives(receiver(c)), func(v run.Value) bool {
		on, ok := v.(*run.Object)
		return ok && (e.related(on, m) || !library.IsModule(on) && on.Kind != run.Instance)
	})
}

// Wrappable is the statement of a call where everything in it may run without gradients; nil where it runs a network
// that is trained, too, or is more than one assignment.
func (u *Untrained) Wrappable(s *Step) python.Stmt {
	stmt, ok := python.EnclosingStmt(u.Forward.Node).(*python.Assign)
	if !ok {
		return nil
	}
	if u.differentiates(stmt.Targets) {
		return nil
	}
	trained, _ := s.Entry.trainedModules()
	for _, c := range s.Entry.Calls {
		if c.Node == nil || c == u.Forward || !python.Within(c.Node, stmt) && !within(c, u.Forward) {
			continue
		}
		m := moduleCalled(c)
		if m != nil && s.Entry.overlap([]*run.Object{m}, trained) {
			return nil
		}
	}
	return stmt
}

// Named is what the code calls the network where its call is another one's; nil where it runs the network itself.
func (u *Untrained) Named() python.Expr {
	for _, a := range u.Forward.Args {
		if run.Bare(a.Value) == run.Value(u.Module) && a.Node != nil {
			return a.Node
		}
	}
	return nil
}

// differentiates reports whether the backward pass starts at what a statement binds: without its gradients there is
// none. So it is where the optimizer of a discriminator was given the parameters of the generator.
func (u *Untrained) differentiates(targets []python.Expr) bool {
	if u.Backward.Call.Node == nil {
		return false
	}
	for n := range python.All(u.Backward.Call.Node) {
		e, ok := n.(python.Expr)
		path := python.PathText(e)
		if ok && path != "" && slices.ContainsFunc(targets, func(t python.Expr) bool { return python.PathText(t) == path }) {
			return true
		}
	}
	return false
}
