package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Accumulation is a statement that, lap by lap, links values that carry a graph to something that outlives the lap.
type Accumulation struct {
	Entry *Entry
	Store *run.Store
	// Loop is the loop over whose laps they pile up; nil for an attribute that every call of the entry adds to.
	Loop *Loop
	// Freed is set when a backward pass has gone through what is added: its saved tensors are free, the rest of its
	// graph is not.
	Freed bool
	// Whole is set when that is so for sure, and nothing was computed from what the backward pass went through since:
	// the loss itself.
	Whole bool
	// Leaves is set when what accumulates is given to somebody who is not seen.
	Leaves bool
	// Tensor is set when what is added is one tensor for sure.
	Tensor bool
	// Limited is set when what holds the values holds a great many of them and no more.
	Limited bool
	// Gathered is set when a comprehension gathers the values: there is no statement that adds one.
	Gathered bool

	site *run.Call // the call that leads to a helper in another file, nil when the loop's own file holds the statement
}

// Place is the statement. A meter in another file may keep what it likes: who hands it a graph is the place then.
func (a *Accumulation) Place() run.Place {
	if a.site != nil {
		return a.site.Place()
	}
	return run.Place{Unit: a.Store.Unit, Node: a.Store.Node}
}

// Target is what holds the values, as the code names it; nil where the statement does not show it.
func (a *Accumulation) Target() python.Expr {
	if a.site != nil {
		if on := Receiver(a.site); on != nil {
			return on
		}
		return argumentOf(a.site, a.Store.Target)
	}
	if a.Gathered {
		return nil
	}
	if item, ok := a.Store.Node.(*python.Subscript); ok {
		return item
	}
	return grownBy(a.Store.Node)
}

// argumentOf is how a call writes an object that it is given; nil where it is not given it.
func argumentOf(c *run.Call, o *run.Object) python.Expr {
	for _, a := range c.Args {
		if a.Node != nil && holdsObject(a.Value, o) {
			return a.Node
		}
	}
	return nil
}

// Added is what is added, as the code writes it; nil where the statement does not show it.
func (a *Accumulation) Added() python.Expr {
	if a.site != nil {
		return a.Entry.graphs().argumentHolding(a.site, addedBy(a.Store))
	}
	if value, ok := a.Store.Node.(python.Expr); ok && a.Gathered {
		return value
	}
	return addedExpr(a.Store)
}

// addedExpr is what a store adds or keeps, as the code writes it; nil where the statement does not show it.
func addedExpr(s *run.Store) python.Expr {
	switch n := s.Node.(type) {
	case *python.AugAssign:
		return n.Value
	case *python.Assign:
		for _, t := range n.Targets {
			if added, _ := python.AddedTo(t, n.Value); added != nil {
				return added
			}
		}
	case *python.Call:
		if len(n.Args) > 0 {
			return n.Args[len(n.Args)-1].Value
		}
	case *python.Subscript:
		switch assign := n.Parent().(type) {
		case *python.Assign:
			return assign.Value
		case *python.AugAssign:
			return assign.Value
		}
	}
	return nil
}

// Accumulations lists where graphs pile up that nothing differentiates later. A statement is one finding, however many
// entries run it; two where backward has freed what it adds in one evaluation and not in another, as in a method that
// one call makes train and the next evaluate.
func (f *Facts) Accumulations() []*Accumulation {
	type kind struct {
		at    python.Node
		freed bool
	}
	var list []*Accumulation
	seen := map[kind]bool{}
	for _, e := range f.Entries() {
		for _, a := range e.accumulations() {
			at := a.Place().Node
			if sum, ok := at.Parent().(*python.AugAssign); ok { // totals[key] += loss writes an item, and sums
				at = sum
			}
			if is := (kind{at, a.Freed}); !seen[is] && !f.differentiatedElsewhere(a) {
				seen[is] = true
				list = append(list, a)
			}
		}
	}
	return list
}

func (e *Entry) accumulations() []*Accumulation {
	g := e.graphs()
	byNode := map[python.Node][]*run.Store{}
	var order []python.Node
	for _, s := range e.Stores {
		if s.Kind != run.StoreSummed && s.Kind != run.StoreAdded && s.Kind != run.StoreItem ||
			s.Grad == run.Value(run.Bool(false)) && copiesInto(s) {
			continue
		}
		at := s.Node
		if c := callFromElsewhere(s); c != nil {
			at = c.At
		}
		if byNode[at] == nil {
			order = append(order, at)
		}
		byNode[at] = append(byNode[at], s)
	}
	var list []*Accumulation
	for _, n := range order {
		if slices.ContainsFunc(byNode[n], intoArray) || slices.ContainsFunc(byNode[n], intoGradient) {
			continue
		}
		if found := g.judgeStores(byNode[n]); len(found) > 0 && !e.measured(byNode[n][0].Laps) {
			list = append(list, found...)
		}
	}
	return append(list, e.gathered()...)
}

// intoArray reports whether a store adds to an array of numpy's, or to an item of one: it keeps numbers, and refuses
// what carries a graph.
func intoArray(s *run.Store) bool {
	if s.Kind == run.StoreSummed {
		return slices.ContainsFunc(run.Alternatives(s.Old), isNewArray)
	}
	return s.Kind == run.StoreItem && s.Target != nil && isNewArray(s.Target)
}

// intoGradient reports whether a store adds to what something calls its gradient, as an engine does that somebody wrote
// to learn how autograd works: self.grad += grad. Gradients carry no graph unless one is asked for.
func intoGradient(s *run.Store) bool { return s.Kind == run.StoreSummed && s.Name == "grad" }

// isNewArray reports whether a value is an array that numpy has made, or an item of one.
func isNewArray(v run.Value) bool {
	o, ok := v.(*run.Object)
	if ok && o.Operator == "[]" && len(o.Operands) > 0 {
		o, ok = run.Bare(o.Operands[0]).(*run.Object)
	}
	return ok && o.Made != nil && knowledge.MakesArray(symbolOf(o.Made))
}

// judgeStores judges one statement by all its evaluations in the entry: it must pile up graphs in one of them.
func (g *graph) judgeStores(list []*run.Store) (found []*Accumulation) {
	for i := len(list) - 1; i >= 0; i-- {
		s := list[i]
		added := addedBy(s)
		most := g.limitOf(s.Target)
		if g.carries(added) != Carries || g.reachesBackward(s, added) || g.asNumber(added) || askedForNoTensor(s) ||
			most == aFew {
			continue
		}
		if g.differentiatedForOthers(s, list) {
			return nil
		}
		loop := g.growsOver(s, list)
		if loop == nil && (!g.growsWithCalls(s, added) || g.fewerThan(s, nil)) || queued(s) || partsOfPass(s, loop) ||
			g.neededBehind(s, added, loop) || g.cutInLap(s, loop) ||
			g.goesOnFrom(added, s, list) || g.goesWithStep(s) {
			continue
		}
		freed := g.freed(s, added, loop) || g.freedByCaller(added)
		if len(found) > 0 && found[0].Freed == freed || freed && most != noLimit {
			continue
		}
		found = append(found, &Accumulation{
			Entry:   g.entry,
			Store:   s,
			Loop:    loop,
			Freed:   freed,
			Whole:   freed && g.wentThrough(added),
			Leaves:  g.leaves(s, added),
			Tensor:  g.isTensor(added),
			Limited: most != noLimit,
			site:    g.siteOf(s),
		})
		if len(found) == 2 {
			break
		}
	}
	return found
}

// neededBehind reports whether a backward pass behind the loop, in the same function, goes through what the added
// values are computed from: their graphs are kept up to there whoever adds something up, as the priorities of samples
// beside their losses.
func (g *graph) neededBehind(s *run.Store, added run.Value, loop *Loop) bool {
	if loop == nil || s.Caller != loop.Run.Caller {
		return false
	}
	mine := g.reachOf([]run.Value{added})
	return slices.ContainsFunc(g.passes, func(p *pass) bool {
		c := p.event.Call
		return p.event.Kind == Backward && c.Seq > s.Seq && c.Caller == s.Caller && len(c.Laps) == len(loop.Run.Laps) &&
			sameLaps(c.Laps, loop.Run.Laps) &&
			g.shares(mine, g.recorded(p)) != CarriesNot
	})
}

// goesOnFrom reports whether what is collected is computed from what an earlier lap collected: the states of a
// recurrence, of which the last holds the graphs of all before it, whoever lists them.
func (g *graph) goesOnFrom(added run.Value, s *run.Store, list []*run.Store) bool {
	if s.Kind != run.StoreAdded {
		return false
	}
	now := g.partsOf(added, maxHeld)
	from := g.reachOf(now).all
	return slices.ContainsFunc(list, func(earlier *run.Store) bool {
		return earlier.Seq < s.Seq && earlier.Target == s.Target &&
			slices.ContainsFunc(g.partsOf(addedBy(earlier), maxHeld), func(v run.Value) bool {
				o, ok := v.(*run.Object)
				return ok && from[o] && !slices.Contains(now, v) && g.requires(o) == Carries
			})
	})
}

// goesWithStep reports whether what holds the values is made in a step that a library's trainer differentiates when it
// has returned: no pass has gone through them before, and they go with the step, whatever it does with them.
func (g *graph) goesWithStep(s *run.Store) bool {
	e := g.entry
	if len(g.passes) > 0 || !e.isTrainersStep() || len(e.Calls) == 0 || s.Target == nil {
		return false
	}
	if s.Target.Kind == run.Scope { // a sum by its name; the scope of a module is at no node of it
		return s.Target.At.Node != nil
	}
	return s.Target.Seq > e.Calls[0].Seq && !ofModuleBody(s.Target)
}

// partsOf are the tensors that a value is, or that lists and tuples in it hold.
func (g *graph) partsOf(v run.Value, depth int) []run.Value {
	var list []run.Value
	for _, one := range g.flatten(v) {
		if o, ok := one.(*run.Object); ok && o.Kind == run.List && depth > 0 {
			for _, item := range g.entry.Facts.machine.Contents(o) {
				list = append(list, g.partsOf(item, depth-1)...)
			}
			continue
		}
		list = append(list, one)
	}
	return list
}

// partsOfPass reports whether a method of a module collects what it computes in a list of its own, layer by layer: what
// it gives is made of them, and they go with it.
func partsOfPass(s *run.Store, loop *Loop) bool {
	return loop != nil && (loop.Kind == InnerLoop || loop.Kind == OtherLoop) && s.Kind == run.StoreAdded &&
		s.Target != nil &&
		runsModuleCode(s.Caller) && loop.Run.Caller == s.Caller &&
		s.Target.Seq > s.Caller.Seq
}

func addedBy(s *run.Store) run.Value {
	if s.Added != nil {
		return s.Added
	}
	return s.New
}

// growsOver is the loop in whose second lap the statement finds what it left in the first, while each lap adds the
// graph of a forward pass of its own. A loop of which only one lap, or the first few, add something is none: one around
// it, or in it, may be.
func (g *graph) growsOver(s *run.Store, list []*run.Store) *Loop {
	for i, lap := range s.Laps {
		if lap.N == 0 {
			continue
		}
		loop := g.entry.loopFor(lap)
		if loop == nil || !g.forwardedIn(addedBy(s), s.Laps[:i+1]) || atOneCount(s.Gates, loop) || g.fewerThan(s, loop) {
			continue
		}
		for _, b := range list {
			if earlierLap(b.Laps, s.Laps, i) && g.holdsEarlier(s, b, i) {
				return loop
			}
		}
		if s.Kind == run.StoreSummed && (g.carriedOver(s, i) || g.goesOnInLap(s, list, i)) {
			return loop
		}
	}
	return nil
}

// goesOnInLap reports whether the first evaluation of a statement in a lap adds to what an earlier lap of the loop
// left, while a loop within it adds more: a sum over the micro-batches of all steps.
func (g *graph) goesOnInLap(s *run.Store, list []*run.Store, i int) bool {
	for _, first := range list {
		if len(first.Laps) > i && slices.Equal(first.Laps[:i+1], s.Laps[:i+1]) {
			return first != s && slices.ContainsFunc(list, func(b *run.Store) bool {
				return earlierLap(b.Laps, first.Laps, i) && g.holdsEarlier(first, b, i)
			})
		}
	}
	return false
}

// carriedOver reports whether a sum adds to a graph of an earlier lap: the first lap bound the variable in another way.
func (g *graph) carriedOver(s *run.Store, i int) bool {
	return slices.ContainsFunc(run.Alternatives(s.Old), func(v run.Value) bool {
		o, ok := v.(*run.Object)
		return ok && earlierLap(o.Laps, s.Laps, i) && g.carries(o) == Carries
	})
}

// growsWithCalls reports whether every call of an entry adds to a list, or to a sum, that was there before it:
// self.history.append(loss), self.total += loss.
func (g *graph) growsWithCalls(s *run.Store, added run.Value) bool {
	e := g.entry
	goesRound := func(l run.Lap) bool { return !l.Exact } // not: for name, value in losses.items()
	if slices.ContainsFunc(s.Laps, goesRound) || e.Function == nil || len(e.Calls) == 0 || s.Target == nil ||
		s.Target.Seq >= e.Calls[0].Seq {
		return false
	}
	if s.Kind == run.StoreSummed && !g.sumOfCalls(s) {
		return false
	}
	return (s.Kind == run.StoreAdded || s.Kind == run.StoreSummed) && (g.freed(s, added, nil) || e.isTrainersStep()) &&
		g.forwardedIn(added, nil)
}

// isLightningStep reports whether the entry is the method that Lightning calls for every batch of the training, with
// gradients on. It differentiates what the method returns.
func (e *Entry) isLightningStep() bool {
	f := e.Function
	return f != nil && f.Class != nil && f.Name() == "training_step" && hooksOf(f.Class) == Lightning
}

// isTrainersStep reports whether the entry is a method that a library's trainer calls for every batch of the training,
// and whose result it differentiates: Lightning's step, or the loss of an heir of transformers' Trainer.
func (e *Entry) isTrainersStep() bool {
	f := e.Function
	return e.isLightningStep() ||
		f != nil && f.Class != nil && f.Name() == "compute_loss" && hooksOf(f.Class) == HFTrainer
}

// OfTrainersStep reports whether the values pile up over the batches that a library's trainer gives such a method.
func (a *Accumulation) OfTrainersStep() bool { return a.Loop == nil && a.Entry.isTrainersStep() }

// freedByCaller reports whether a library's trainer differentiates what an added value was computed from.
func (g *graph) freedByCaller(added run.Value) bool {
	if !g.entry.isTrainersStep() {
		return false
	}
	mine := g.reachOf([]run.Value{added})
	for _, r := range g.entry.Returns {
		if r.Function.At() == g.entry.Function.At() && g.shares(mine, g.reachOf(g.flatten(r.Value))) != CarriesNot {
			return true
		}
	}
	return false
}

// sumOfCalls reports whether a sum is an attribute that the entry itself never begins anew.
func (g *graph) sumOfCalls(s *run.Store) bool {
	if s.Name == "" || s.Target.Kind == run.Scope {
		return false
	}
	return !slices.ContainsFunc(g.entry.Stores, func(o *run.Store) bool {
		return o.Kind == run.StoreAttribute && o.Target == s.Target && o.Name == s.Name && o.New != s.New &&
			o.Seq > g.entry.Calls[0].Seq
	})
}

// holdsEarlier reports whether the store of a later lap adds to what the store of an earlier one left.
func (g *graph) holdsEarlier(s, b *run.Store, i int) bool {
	switch s.Kind {
	case run.StoreSummed:
		return intersect(run.Alternatives(s.Old), run.Alternatives(b.New))
	// a list has as many items as before, and another statement that one call leads to has keys of its own
	case run.StoreItem:
		if s.Target == nil || s.Target.Kind == run.List || s.Target != b.Target || s.Node != b.Node ||
			len(s.Target.Laps) > i && s.Target.Laps[i].Entry == s.Laps[i].Entry {
			return false
		}
		return !sameKey(s.Key, b.Key)
	}
	// A container that was made in the lap starts anew in each.
	return s.Target != nil && s.Target == b.Target &&
		!(len(s.Target.Laps) > i && s.Target.Laps[i].Entry == s.Laps[i].Entry)
}

// sameKey reports whether two laps write under the same key, or under one of a few, i % 4: the later one replaces the
// earlier.
func sameKey(a, b run.Value) bool {
	if o, ok := a.(*run.Object); ok && o.Operator == "%" {
		return true
	}
	same, known := run.Equal(a, b)
	return same && known
}

func (e *Entry) loopFor(lap run.Lap) *Loop {
	e.AllLoops()
	return e.loopsOf[lap.Entry]
}

// earlierLap reports whether b lies in an earlier lap of the loop that is the i-th around a.
func earlierLap(b, a []run.Lap, i int) bool {
	if len(b) <= i || b[i].Entry != a[i].Entry || b[i].N >= a[i].N {
		return false
	}
	for k := range i {
		if a[k] != b[k] {
			return false
		}
	}
	return true
}

func sameLaps(inner, outer []run.Lap) bool {
	if len(inner) < len(outer) {
		return false
	}
	for i := range outer {
		if inner[i] != outer[i] {
			return false
		}
	}
	return true
}

func intersect(a, b []run.Value) bool {
	for _, v := range a {
		o, ok := v.(*run.Object)
		if !ok {
			continue
		}
		for _, w := range b {
			if w == run.Value(o) {
				return true
			}
		}
	}
	return false
}

// DetachedLater reports whether the values are put together and detached behind the loop, in the function that collects
// them: all their graphs are kept up to there, and nobody wants them. Who else calls that function may want them.
func (a *Accumulation) DetachedLater() bool {
	if a.Store.Kind != run.StoreAdded || a.Store.Target == nil || a.Leaves {
		return false
	}
	return slices.ContainsFunc(a.Entry.Calls, func(c *run.Call) bool {
		m, ok := c.Callee.(*run.Member)
		if !ok || m.Name != "detach" || c.Seq < a.Store.Seq ||
			python.EnclosingFunction(c.At) != python.EnclosingFunction(a.Store.Node) {
			return false
		}
		whole, ok := m.Object.(*run.Object)
		return ok && whole.Made != nil && slices.ContainsFunc(given(whole.Made), func(v run.Value) bool {
			return v == run.Value(a.Store.Target)
		})
	})
}

// Steps reports whether an optimizer steps in the laps over which the values pile up: it writes the parameters in
// place, so nobody can differentiate later what was computed with them before.
func (a *Accumulation) Steps() bool {
	if a.Loop == nil {
		return false
	}
	return slices.ContainsFunc(a.Entry.Events(), func(e *Event) bool {
		return e.StepsOptimizer() && a.Entry.innermost(e.Call.Laps) == a.Loop
	})
}

// MicroBatches reports whether the laps over which the values pile up are those of one optimizer step, which is made
// behind the loop.
func (a *Accumulation) MicroBatches() bool {
	if a.Loop == nil {
		return false
	}
	behind := false
	for _, e := range a.Entry.Events() {
		if !e.StepsOptimizer() {
			continue
		}
		if a.Loop.has(e.Call) {
			return false
		}
		behind = behind || sameLaps(e.Call.Laps, a.Loop.Run.Laps) && e.Call.Seq > a.Loop.Run.Seq
	}
	return behind
}

// Evaluates reports whether the function of the statement, or the script, also puts a model into eval mode, itself or
// through what it calls: what it returns is a result then, not something to train on.
func (a *Accumulation) Evaluates() bool {
	fn := python.EnclosingFunction(a.Store.Node)
	for _, ev := range a.Entry.Events() {
		if ev.Kind != EvalMode {
			continue
		}
		for c := ev.Call; c != nil; c = c.Caller {
			if c.Unit == a.Store.Unit && c.At != nil && python.EnclosingFunction(c.At) == fn {
				return true
			}
		}
	}
	return false
}
