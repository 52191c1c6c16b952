package train

import (
	"maps"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// A step that trains several networks by turns has phases: a backward pass, and the optimizers that step on what it
// gave. What follows asks what a backward pass of one phase does to a network of another.

// maxEvents bounds the laps that are compared: a longer one is no training by turns.
const maxEvents = 64

// Needless is a backward pass that goes on through a network whose gradients are cleared before its optimizer steps.
type Needless struct {
	Backward *Event
	// Forward is the call of the network whose result the pass goes through.
	Forward *run.Call
	// Detach is where its result can be detached for this pass alone: the call itself, or the one of the helper that makes
	// it, where another pass of the lap goes through the same helper; with Shared, the call that is given its result, as
	// another pass needs the graph of the very call.
	Detach *run.Call
	Shared bool
	// Clear throws the gradients away; Optimize is the step that the pass is for.
	Clear, Optimize *Event
}

// NeedlessBackwards lists the backward passes of a step that compute gradients of a network for nothing: no optimizer
// steps on them, and no network that is trained stands before it.
func (s *Step) NeedlessBackwards() []*Needless {
	var list []*Needless
	if !s.byTurns() {
		return nil
	}
	for i, ev := range s.Events {
		if ev.Kind != Backward {
			continue
		}
		for _, owner := range s.optimizerSteps() {
			o, _ := s.Entry.OptimizedBy(owner.Object)
			clear := s.clearedBefore(i, owner)
			user := s.userOf(i, owner)
			if clear == nil || user == nil || !o.Whole || s.Entry.mayFreeze(o.Modules) {
				continue
			}
			if c := s.throughFor(ev, o.Modules, user); c != nil && !s.Entry.asksGradientsOf(c) {
				used, _ := s.Entry.OptimizedBy(user.Object)
				n := &Needless{Backward: ev, Forward: c, Detach: s.apartFrom(c, ev), Clear: clear, Optimize: user}
				if taker := s.takerOf(c, ev, used.Modules); taker != nil {
					n.Detach, n.Shared = taker, true
				}
				list = append(list, n)
				break
			}
		}
	}
	return list
}

// byTurns reports whether several optimizers of different networks step, and nothing else may change gradients.
func (s *Step) byTurns() bool {
	if len(s.Events) > maxEvents || s.Owner == DeepSpeed || s.Owner == HFTrainer || s.Entry.writesGradients(s.during) {
		return false
	}
	steps := s.optimizerSteps()
	if len(steps) < 2 {
		return false
	}
	for i, a := range steps {
		o, ok := s.Entry.OptimizedBy(a.Object)
		if !ok || !o.Whole || UnseenClosure(a) || a.ClearsItself() || s.HandsOver(a.Object) {
			return false
		}
		for _, b := range steps[:i] {
			other, _ := s.Entry.OptimizedBy(b.Object)
			// one function that is tried with several models one after the other trains none of them in turn
			if s.Entry.overlap(o.Modules, other.Modules) || s.Loop == nil && a.Call.At == b.Call.At {
				return false
			}
		}
	}
	return true
}

// optimizerSteps are the steps of a lap, one for each optimizer.
func (s *Step) optimizerSteps() []*Event {
	var list []*Event
	for _, ev := range s.Events {
		if ev.StepsOptimizer() && ev.Object != nil &&
			!slices.ContainsFunc(list, func(other *Event) bool { return other.Object == ev.Object }) {
			list = append(list, ev)
		}
	}
	return list
}

func (e *Entry) overlap(a, b []*run.Object) bool {
	return slices.ContainsFunc(a, func(m *run.Object) bool {
		return slices.ContainsFunc(b, func(n *run.Object) bool { return e.holds(m, n) || e.holds(n, m) })
	})
}

// clearedBefore is what surely clears, behind the i-th event and maybe in the next lap, what an optimizer steps on; nil
// where the optimizer may step before.
func (s *Step) clearedBefore(i int, owner *Event) *Event {
	for k := 1; k <= len(s.Events); k++ {
		ev := s.Events[(i+k)%len(s.Events)]
		switch {
		case ev.StepsOptimizer() && ev.Object == owner.Object:
			return nil
		case ev.Kind == ZeroGrad && s.Clears(ev, owner):
			return ev
		}
	}
	return nil
}

// userOf is the first optimizer step behind the i-th event in its lap, another than the owner's, and before another
// backward pass.
func (s *Step) userOf(i int, owner *Event) *Event {
	for _, ev := range s.Events[i+1:] {
		switch ev.Kind {
		case OptimStep, ScalerStep:
			if ev.Object == owner.Object {
				return nil
			}
			return ev
		}
	}
	return nil
}

// throughFor is the call of one of several modules through whose result a backward pass surely goes on the way from
// those that another optimizer trains; nil where these, or something not seen, stand before it, or where a second pass
// needs the same graph.
func (s *Step) throughFor(backward *Event, modules []*run.Object, user *Event) *run.Call {
	used, _ := s.Entry.OptimizedBy(user.Object)
	g := s.Entry.graphs()
	p := g.passOf(backward)
	if p == nil {
		return nil
	}
	var through *run.Call
	for o := range g.recorded(p).all {
		c := s.Entry.passInto(o, modules, used.Modules...)
		// maybe of another lap: what costs much is run once
		if c != nil && s.during(c.Laps) && (through == nil || c.Seq < through.Seq) {
			through = c
		}
	}
	if through == nil || !g.surelyThrough(p, func(o *run.Object) bool { return madeWithin(o, through) }) {
		return nil
	}
	if reached, ok := g.passesFor(g.reachOf(given(through)), used.Modules); reached || !ok {
		return nil
	}
	behind := false
	for o := range g.recorded(p).all {
		c := s.Entry.passInto(o, used.Modules, modules...)
		if c == nil || !g.comesFrom(c, through) {
			continue
		}
		behind = true
		for _, other := range g.passes { // what both losses are computed from: detached, it would be computed twice
			if g.another(other, p) && g.recorded(other).all[o] {
				return nil
			}
		}
	}
	if !behind {
		return nil
	}
	return s.ownOf(through, backward, g.recorded(p))
}

// takerOf is the first call of one of several modules that is given what a call gives and that a backward pass goes
// through; nil where no other pass of the lap goes through the call itself: its result can be detached where it is made
// then.
func (s *Step) takerOf(through *run.Call, backward *Event, modules []*run.Object) *run.Call {
	g := s.Entry.graphs()
	own := g.passOf(backward)
	if !slices.ContainsFunc(g.passes, func(p *pass) bool { return g.another(p, own) && g.recorded(p).holdsOf(through) }) {
		return nil
	}
	mine := g.recorded(own)
	for _, c := range s.Entry.Calls {
		m := moduleCalled(c)
		if on, ok := c.Callee.(*run.Object); ok && m == nil {
			m = on
		}
		if m != nil && c.Node != nil && c.Seq > through.Seq && c.Seq < backward.Call.Seq && c.Caller == through.Caller &&
			slices.ContainsFunc(
				modules,
				func(of *run.Object) bool { return s.Entry.holds(of, m) },
			) && g.comesFrom(c, through) && mine.holdsOf(c) {
			return c
		}
	}
	return nil
}

// apartFrom is the call, or the innermost one around it, that no other backward pass of the lap goes through at the
// same place.
func (s *Step) apartFrom(through *run.Call, backward *Event) *run.Call {
	g := s.Entry.graphs()
	own := g.passOf(backward)
	shared := func(c *run.Call) bool {
		return slices.ContainsFunc(s.Entry.Calls, func(other *run.Call) bool {
			return other != c && other.At == c.At && other.Caller != c.Caller &&
				slices.ContainsFunc(g.passes, func(p *pass) bool {
					return g.another(p, own) && g.recorded(p).holdsOf(other)
				})
		})
	}
	for c := through; c != nil && c.Node != nil; c = c.Caller {
		if !shared(c) {
			return c
		}
	}
	return through
}

// ownOf is the first call of the same network that itself gives something which a backward pass goes through: a network
// that is run twice on values of the same kind is followed once, and each phase has its own call.
func (s *Step) ownOf(followed *run.Call, backward *Event, r *reach) *run.Call {
	for _, c := range s.Entry.Calls {
		if c.Seq >= followed.Seq && c.Seq < backward.Call.Seq && c.Callee == followed.Callee && s.during(c.Laps) &&
			slices.ContainsFunc(s.Entry.graphs().flatten(c.Result), func(v run.Value) bool {
				o, ok := v.(*run.Object)
				return ok && r.all[o]
			}) {
			return c
		}
	}
	return followed
}

func inOneLap(a, b *Event) bool { return slices.Equal(a.Call.Laps, b.Call.Laps) }

// another reports whether a pass is one of the same lap for a loss of its own: the gradients of a penalty, which are a
// part of the loss that a pass is for, are no loss.
func (g *graph) another(other, p *pass) bool {
	return other != p && inOneLap(other.event, p.event) &&
		!(other.event.Kind == Grad && other.event.CreatesGraph() && g.recorded(p).holdsOf(other.event.Call))
}

// passInto is the outermost call of one of several modules, of a part of them, or of one that runs them, that gave an
// object or led to it; nil when none did. A method of a model that holds several networks runs those that stand in it,
// and they have to be seen: one that also runs what stands beside them is not theirs, as a model's calc_d_loss runs
// both the generator and the discriminator.
func (e *Entry) passInto(o *run.Object, modules []*run.Object, beside ...*run.Object) *run.Call {
	var found *run.Call
	for c := o.Made; c != nil; c = c.Caller {
		called := moduleCalled(c)
		if called == nil {
			if on, ok := c.Callee.(*run.Object); ok {
				called = on
			}
		}
		if called == nil {
			continue
		}
		part := slices.ContainsFunc(modules, func(m *run.Object) bool { return e.holds(m, called) })
		runs := slices.ContainsFunc(modules, func(m *run.Object) bool { return e.holds(called, m) })
		alsoRuns := func(m *run.Object) bool { return e.runsWithin(m)[c] }
		if part || runs && (found != nil && !slices.ContainsFunc(beside, alsoRuns) || !seen(c)) {
			found = c
		}
	}
	return found
}

// runsWithin are the calls within which a module, or a part of it, is run.
func (e *Entry) runsWithin(module *run.Object) map[*run.Call]bool {
	if calls, ok := e.runners[module]; ok {
		return calls
	}
	calls := map[*run.Call]bool{}
	for _, c := range e.Calls {
		if on := moduleCalled(c); on == nil || calls[c.Caller] || !e.holds(module, on) {
			continue
		}
		for c = c.Caller; c != nil && !calls[c]; c = c.Caller {
			calls[c] = true
		}
	}
	if e.runners == nil {
		e.runners = map[*run.Object]map[*run.Call]bool{}
	}
	e.runners[module] = calls
	return calls
}

// passesFor reports whether a graph goes through one of several modules; ok is false where none is seen and something
// in it is not.
func (g *graph) passesFor(r *reach, modules []*run.Object) (reached, ok bool) {
	ok = true
	for o := range r.all {
		if g.entry.passInto(o, modules) != nil {
			return true, true
		}
		ok = ok && (g.origin(o) != opaque || g.requires(o) == CarriesNot)
	}
	return false, ok
}

// comesFrom reports whether a call is given what is computed from the result of another.
func (g *graph) comesFrom(c, from *run.Call) bool {
	for o := range g.reachOf(given(c)).all {
		if madeWithin(o, from) {
			return true
		}
	}
	return false
}

// asksGradientsOf reports whether somebody asks for gradients of what a call gives, and nothing but its graph makes
// them: autograd.grad(scores, fake) raises for a fake that was detached, unless it is told to require them.
func (e *Entry) asksGradientsOf(through *run.Call) bool {
	g := e.graphs()
	return slices.ContainsFunc(g.passes, func(p *pass) bool {
		if p.event.Kind != Grad {
			return false
		}
		inputs, _ := p.event.Call.Argument("inputs", 1)
		return slices.ContainsFunc(g.flatten(inputs), func(v run.Value) bool {
			o, ok := v.(*run.Object)
			return ok && g.origin(o) != leaf && !e.toldToRequire(o) &&
				slices.ContainsFunc(slices.Collect(maps.Keys(g.reachOf([]run.Value{o}).all)), func(from *run.Object) bool {
					return madeWithin(from, through)
				})
		})
	})
}

// toldToRequire reports whether a tensor is told to require gradients, whatever it was computed from.
func (e *Entry) toldToRequire(o *run.Object) bool {
	return slices.ContainsFunc(e.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		return ok && m.Name == "requires_grad_" && (m.Object == run.Value(o) || c.Result == run.Value(o))
	}) || slices.ContainsFunc(e.Stores, func(s *run.Store) bool {
		return s.Name == "requires_grad" && s.Target == o
	})
}

// madeWithin reports whether an object was made by a call, or by what it ran.
func madeWithin(o *run.Object, by *run.Call) bool {
	for c := o.Made; c != nil; c = c.Caller {
		if c == by || c.At == by.At && c.Caller == by.Caller && slices.Equal(c.Laps, by.Laps) {
			return true
		}
	}
	return false
}

func given(c *run.Call) []run.Value {
	list := make([]run.Value, 0, len(c.Args))
	for _, a := range c.Args {
		list = append(list, a.Value)
	}
	return list
}

// LeftOver is an optimizer step that also uses the gradients which the backward pass of another phase left in its
// network.
type LeftOver struct {
	// Optimize uses what Own computed for it, and what Left computed for the step Other.
	Optimize, Own, Left, Other *Event
}

// LeftOvers lists those steps: nothing clears the network between the two backward passes.
func (s *Step) LeftOvers() []*LeftOver {
	if !s.byTurns() || len(s.Entry.freezings()) > 0 {
		return nil
	}
	var list []*LeftOver
	for i, ev := range s.Events {
		if !ev.StepsOptimizer() {
			continue
		}
		if l := s.leftOver(i); l != nil &&
			!slices.ContainsFunc(list, func(other *LeftOver) bool { return other.Optimize.Object == ev.Object }) {
			list = append(list, l)
		}
	}
	return list
}

// leftOver goes back from an optimizer step, to the last lap and no further than to what may clear its network.
func (s *Step) leftOver(i int) *LeftOver {
	optimize := s.Events[i]
	o, _ := s.Entry.OptimizedBy(optimize.Object)
	g := s.Entry.graphs()
	var own, other *Event
	for k := 1; k < len(s.Events); k++ {
		at := i - k
		if at < 0 {
			if s.Loop == nil && !s.Entry.isLightningStep() {
				return nil
			}
			at += len(s.Events)
		}
		ev := s.Events[at]
		switch ev.Kind {
		case ZeroGrad:
			if ev.Object == nil || ev.Object == optimize.Object || !s.separate(ev, optimize) {
				return nil
			}
		case OptimStep, ScalerStep:
			if ev.Object == optimize.Object {
				if own != nil && at < i {
					return nil
				}
				continue
			}
			if own != nil {
				other = ev
			}
		case Grad:
			return nil
		case Backward:
			through, ok := s.reaches(g, ev, o.Modules)
			if !ok {
				return nil
			}
			if !through {
				continue
			}
			if own == nil {
				if at > i { // of the lap before
					return nil
				}
				own = ev
				continue
			}
			if other == nil {
				continue // another pass of the same turn: real samples, and made-up ones
			}
			theirs, _ := s.Entry.OptimizedBy(other.Object)
			if through, ok := s.reaches(g, ev, theirs.Modules); !ok || !through || !Compatible(ev, other) {
				return nil
			}
			if at < i && !s.against(g, ev, o.Modules, theirs.Modules) && !s.against(g, ev, theirs.Modules, o.Modules) {
				return nil // two losses of one lap may both be meant
			}
			return &LeftOver{optimize, own, ev, other}
		}
	}
	return nil
}

// against reports whether a backward pass goes through networks that judge what others give, which do not want to be
// found out: what one side learns from is the opposite of what the other does.
func (s *Step) against(g *graph, backward *Event, others, judges []*run.Object) bool {
	if !slices.ContainsFunc(judges, s.Entry.isJudge) {
		return false
	}
	p := g.passOf(backward)
	for o := range g.recorded(p).all {
		from := s.Entry.passInto(o, others, judges...)
		if from == nil {
			continue
		}
		for judged := range g.recorded(p).all {
			if c := s.Entry.passInto(judged, judges, others...); c != nil && g.comesFrom(c, from) {
				return true
			}
		}
	}
	return false
}

// isJudge reports whether a network, its class, the function that makes it or a variable that holds it is called one
// that tells what another one makes from data: self.d_a = patches(3), and def discriminator().
func (e *Entry) isJudge(m *run.Object) bool {
	if class, ours := m.Class.(*run.Class); ours && knowledge.NamesDiscriminator(class.Name()) {
		return true
	}
	if m.At.Node != nil {
		if in := python.EnclosingFunction(m.At.Node); in != nil && knowledge.NamesDiscriminator(in.Name) {
			return true
		}
	}
	holds := func(s *run.Store) bool {
		return (s.Kind == run.StoreAttribute || s.Kind == run.StoreName) && run.Bare(s.New) == run.Value(m) &&
			knowledge.NamesDiscriminator(s.Name)
	}
	return knowledge.NamesDiscriminator(m.Named) || knowledge.NamesDiscriminator(run.LastPart(m.Word)) ||
		slices.ContainsFunc(e.Stores, holds) || slices.ContainsFunc(e.Built.Stores, holds)
}

// passOf is the pass of a backward call; nil for an event that is none.
func (g *graph) passOf(backward *Event) *pass {
	if i := slices.IndexFunc(g.passes, func(p *pass) bool { return p.event == backward }); i >= 0 {
		return g.passes[i]
	}
	return nil
}

// reaches reports whether a backward pass surely goes through one of several modules; ok is false where that is not
// known.
func (s *Step) reaches(g *graph, backward *Event, modules []*run.Object) (through, ok bool) {
	p := g.passOf(backward)
	if p == nil {
		return false, false
	}
	if g.surelyThrough(p, func(o *run.Object) bool { return s.Entry.passInto(o, modules) != nil }) {
		return true, true
	}
	reached, ok := g.passesFor(g.recorded(p), modules)
	return false, ok && !reached
}

// surelyThrough reports whether a backward pass goes through an object of some kind whichever way the program went: its
// loss and what that is computed from may be one of several.
func (g *graph) surelyThrough(p *pass, is func(*run.Object) bool) bool {
	w := &certain{g, is, map[*run.Object]bool{}}
	return len(p.loss) > 0 && !slices.ContainsFunc(p.loss, func(v run.Value) bool { return !w.value(v) })
}

// certain is a walk back through a graph on which each alternative has to lead to an object of some kind.
type certain struct {
	graph *graph
	is    func(*run.Object) bool
	known map[*run.Object]bool
}

func (w *certain) value(v run.Value) bool {
	found := false
	for _, one := range run.Alternatives(v) {
		switch one := one.(type) {
		case *run.Object:
			if !w.object(one) {
				return false
			}
			found = true
		case *run.Tuple:
			if !slices.ContainsFunc(one.Items, w.value) {
				return false
			}
			found = true
		}
	}
	return found
}

func (w *certain) object(o *run.Object) bool {
	if found, ok := w.known[o]; ok {
		return found
	}
	w.known[o] = false
	from := w.graph.origin(o)
	if from == leaf || w.graph.requires(o) != Carries {
		return false
	}
	list := operands(o)
	if from == container {
		list = w.graph.entry.Facts.machine.Contents(o)
	}
	w.known[o] = w.is(o) || slices.ContainsFunc(list, w.value)
	return w.known[o]
}
