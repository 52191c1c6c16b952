package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// IdleTerm is a term of a loss that was computed from what a trained network gives, and from which no gradient comes to
// anything that steps: what the network gives was detached before another network judged it, and the gradients of that
// other one are cleared before its own optimizer steps.
type IdleTerm struct {
	// Forward is the call of the trained network, Cut is where its result leaves the graph.
	Forward *run.Call
	Cut     run.Place
	// Judge runs the other network, on what was detached.
	Judge *run.Call
	// Backward differentiates the sum for the step Optimize.
	Backward, Optimize *Event
	// Clear throws away what the pass computes for the other network.
	Clear *Event
}

// IdleTerms lists the terms of the losses of a step that train nothing, for sure: all optimizers are known, and another
// term of the same loss does train what the pass is for.
func (s *Step) IdleTerms() []*IdleTerm {
	if s.Owner == DeepSpeed || s.Owner == HFTrainer || len(s.Events) > maxEvents || s.readsGradients() {
		return nil
	}
	optimizers, ok := s.knownOptimizers()
	if !ok || len(optimizers) < 2 {
		return nil
	}
	var list []*IdleTerm
	seen := map[python.Node]bool{}
	for i, ev := range s.Events {
		if ev.Kind != Backward {
			continue
		}
		turn := s.turnOf(i, optimizers)
		if turn.optimize == nil || len(turn.apart) == 0 {
			continue
		}
		for _, loss := range run.Alternatives(ev.Loss) {
			for _, t := range s.idleTermsOf(i, loss, turn) {
				if t.Judge.Node != nil && !seen[t.Judge.Node] {
					seen[t.Judge.Node] = true
					list = append(list, t)
				}
			}
		}
	}
	return list
}

// readsGradients reports whether a step, or the file, does something with gradients besides handing them to the
// optimizers that hold their parameters: those of an input are what an attack steps on.
func (s *Step) readsGradients() bool {
	m := s.Entry.Facts.Module
	return slices.ContainsFunc(
		m.Attributes(func(name string) bool { return name == "grad" }),
		func(a *python.Attribute) bool { return m.Resolve(a) == "" && !s.Entry.ofOptimized(m, a.Value) },
	) || s.Entry.writesGradients(s.during)
}

// knownOptimizers are the optimizers that an entry makes or steps with; ok is false where something that one of them
// has is not known.
func (s *Step) knownOptimizers() (list []*run.Object, ok bool) {
	e := s.Entry
	add := func(o *run.Object) {
		if !slices.Contains(list, o) {
			list = append(list, o)
		}
	}
	for _, c := range slices.Concat(e.Built.Calls, e.Calls) {
		if o, made := c.Result.(*run.Object); made && o.Made == c && library.RoleOf(o) == knowledge.Optimizer {
			add(o)
		}
	}
	for _, ev := range e.Events() {
		if !ev.StepsOptimizer() {
			continue
		}
		if ev.Object == nil || UnseenClosure(ev) {
			return nil, false
		}
		add(ev.Object)
	}
	return list, !slices.ContainsFunc(list, func(o *run.Object) bool {
		of, known := e.OptimizedBy(o)
		return !known || !of.Whole || s.HandsOver(o)
	})
}

// turn is whom a backward pass is for.
type turn struct {
	// users are the modules that something may step on behind the pass, and optimize is the first step that does.
	users    []*run.Object
	optimize *Event
	// apart are the modules whose gradients are surely cleared before their optimizer steps, by what.
	apart map[*run.Object]*Event
}

// turnOf sorts the modules of all optimizers by what becomes of the gradients that the i-th event computes.
func (s *Step) turnOf(i int, optimizers []*run.Object) turn {
	t := turn{apart: map[*run.Object]*Event{}}
	for _, o := range optimizers {
		of, _ := s.Entry.OptimizedBy(o)
		if clear := s.clearedWheneverStepped(i, o); clear != nil {
			for _, m := range of.Modules {
				t.apart[m] = clear
			}
			continue
		}
		t.users = append(t.users, of.Modules...)
	}
	for k := 1; k <= len(s.Events); k++ {
		if ev := s.Events[(i+k)%len(s.Events)]; ev.StepsOptimizer() && ev.Object != nil {
			if of, _ := s.Entry.OptimizedBy(ev.Object); slices.ContainsFunc(of.Modules,
				func(m *run.Object) bool { return t.apart[m] == nil }) {
				t.optimize = ev
				break
			}
		}
	}
	return t
}

// clearedWheneverStepped is what clears, behind the i-th event and maybe in the next lap, what an optimizer has, each
// time before it steps; nil where it may step on what the event computed, or is not seen to step in the lap.
func (s *Step) clearedWheneverStepped(i int, optimizer *run.Object) *Event {
	var clear *Event
	for k := 1; k <= len(s.Events); k++ {
		ev := s.Events[(i+k)%len(s.Events)]
		if !ev.StepsOptimizer() || ev.Object != optimizer {
			continue
		}
		for j := 1; j < k; j++ {
			zero := s.Events[(i+j)%len(s.Events)]
			if zero.Kind == ZeroGrad && s.Clears(zero, ev) && holdAll(zero.Call.Gates, ev.Call.Gates) {
				clear = zero
			}
		}
		return clear
	}
	return nil
}

// idleTermsOf lists the terms of one sum.
func (s *Step) idleTermsOf(i int, loss run.Value, t turn) []*IdleTerm {
	g := s.Entry.graphs()
	terms := g.weightedTerms(loss, maxReshaped)
	if len(terms) < 2 {
		return nil
	}
	var idle []run.Value
	trains := false
	for _, term := range terms {
		switch reached, ok := g.passesFor(g.reachOf(g.flatten(term)), t.users); {
		case reached:
			trains = true
		case ok:
			idle = append(idle, term)
		}
	}
	if !trains {
		return nil
	}
	var list []*IdleTerm
	for _, term := range idle {
		w := &cutWalk{graph: g, turn: t, seen: map[cutVisit]bool{}}
		w.values(g.flatten(term), nil, nil)
		if found := w.found; found != nil && !w.whole {
			found.Backward, found.Optimize = s.Events[i], t.optimize
			list = append(list, found)
		}
	}
	return list
}

// weightedTerms are what a sum adds up, whatever weights they have and whichever way the program put it together.
func (g *graph) weightedTerms(v run.Value, depth int) []run.Value {
	o, ok := v.(*run.Object)
	if !ok || depth == 0 {
		return []run.Value{v}
	}
	var parts []run.Value
	switch {
	case (o.Operator == "+" || o.Operator == "-") && len(o.Operands) == 2:
		parts = o.Operands
	case (o.Operator == "*" || o.Operator == "/") && len(o.Operands) == 2:
		first, second := g.carries(o.Operands[0]) == CarriesNot, g.carries(o.Operands[1]) == CarriesNot
		switch {
		case first && second: // whichever is the weight
		case first:
			parts = o.Operands[1:]
		case second:
			parts = o.Operands[:1]
		}
	}
	if parts == nil {
		return []run.Value{v}
	}
	var list []run.Value
	for _, part := range parts {
		for _, one := range run.Alternatives(part) {
			list = append(list, g.weightedTerms(one, depth-1)...)
		}
	}
	return list
}

// cutWalk goes back from a term to the networks that its turn trains, over what leaves the graph.
type cutWalk struct {
	graph *graph
	turn  turn
	seen  map[cutVisit]bool
	// whole is set where some way leads to them without a cut, or to a weight of which it is not known whose it is.
	whole bool
	found *IdleTerm
}

type cutVisit struct {
	object *run.Object
	cut    python.Node
	judge  *run.Call
}

func (w *cutWalk) values(list []run.Value, judge *run.Call, cut *run.Place) {
	for _, v := range list {
		for _, one := range w.graph.flatten(v) {
			if o, ok := one.(*run.Object); ok && !w.whole {
				w.object(o, judge, cut)
			}
		}
	}
}

func (w *cutWalk) object(o *run.Object, judge *run.Call, cut *run.Place) {
	visit := cutVisit{object: o, judge: judge}
	if cut != nil {
		visit.cut = cut.Node
	}
	if w.seen[visit] {
		return
	}
	w.seen[visit] = true
	e := w.graph.entry
	if c := e.passInto(o, w.turn.users); c != nil {
		if cut == nil && c.Grad == run.Value(run.Bool(false)) && c.Node != nil {
			at := c.Place()
			cut = &at
		}
		switch {
		case cut == nil:
			w.whole = true
		case judge != nil && w.found == nil && c.Node != nil:
			w.found = &IdleTerm{Forward: c, Cut: *cut, Judge: judge, Clear: w.clearOf(judge)}
		}
		return
	}
	if w.graph.origin(o) == leaf && cut == nil {
		if of := ownerOf(o); of == nil || e.overlap([]*run.Object{of}, w.turn.users) {
			w.whole = true
			return
		}
	}
	if judge == nil && cut == nil {
		judge = w.judgeOf(o)
	}
	if cut == nil {
		cut = takenOutAt(o)
	}
	list := operands(o)
	if w.graph.origin(o) == container {
		list = e.Facts.machine.Contents(o)
	}
	w.values(list, judge, cut)
}

// judgeOf is the outermost call of a network of another turn that gave an object or led to it; nil when none did.
func (w *cutWalk) judgeOf(o *run.Object) *run.Call {
	var others []*run.Object
	for m := range w.turn.apart {
		others = append(others, m)
	}
	return w.graph.entry.passInto(o, others, w.turn.users...)
}

// clearOf throws away what is computed for the network that a call runs.
func (w *cutWalk) clearOf(judge *run.Call) *Event {
	var clear *Event
	for m, ev := range w.turn.apart {
		if called := moduleCalled(judge); called != nil && !w.graph.entry.related(m, called) {
			continue
		}
		if clear == nil || ev.Call.Seq < clear.Call.Seq {
			clear = ev
		}
	}
	return clear
}

// takenOutAt is where an object was taken out of the graph: fake.detach(), fake.data; nil for any other.
func takenOutAt(o *run.Object) *run.Place {
	if m := detached(o); m != nil && o.Made.Node != nil {
		at := o.Made.Place()
		return &at
	}
	if o.Operator == ".data" && o.At.Node != nil {
		return &o.At
	}
	return nil
}
