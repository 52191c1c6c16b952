package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Differentiations lists the backward and grad calls of all entries, each place once with all that happened there.
func (f *Facts) Differentiations() []*Differentiation {
	var list []*Differentiation
	at := map[python.Node]*Differentiation{}
	for _, e := range f.Entries() {
		for _, p := range e.graphs().passes {
			d := at[p.event.Call.At]
			if d == nil {
				d = &Differentiation{Event: p.event}
				at[p.event.Call.At] = d
				list = append(list, d)
			}
			d.passes = append(d.passes, graphPass{e.graphs(), p})
		}
	}
	return list
}

// Differentiation is a backward or grad call in the source, and every time that an entry came to it.
type Differentiation struct {
	Event  *Event
	passes []graphPass
}

// Compared reports whether the function around the call is a test of differentiation: it is called a test, or asserts
// something of gradients. An assertion about anything else, the shape of a batch, says nothing of them.
func (d *Differentiation) Compared() bool {
	at := d.Event.Place()
	fn := python.EnclosingFunction(at.Node)
	if fn == nil {
		return false
	}
	for n := range python.All(fn) {
		switch n := n.(type) {
		case *python.Assert:
			if strings.HasPrefix(fn.Name, "test") || n.Test != nil && comparesGradients(at.Unit.Module, n.Test) {
				return true
			}
		case *python.Call:
			if knowledge.ComparesGradients(python.LastName(n.Func)) {
				return true
			}
		}
	}
	return false
}

// LoopAround is the innermost loop of its function in which an event happens; nil when there is none.
func (e *Event) LoopAround() python.Stmt {
	fn := python.EnclosingFunction(e.Call.At)
	for i := len(e.Call.Laps) - 1; i >= 0; i-- {
		loop, ok := e.Call.Laps[i].Loop.(python.Stmt)
		if ok && python.Within(e.Call.At, loop) && python.EnclosingFunction(loop) == fn {
			return loop
		}
	}
	return nil
}

// comparesGradients reports whether an assertion is about gradients: it reads some, or says that numbers are close to
// each other.
func comparesGradients(m *python.Module, test python.Expr) bool {
	for n := range python.All(test) {
		switch n := n.(type) {
		case *python.Attribute:
			if knowledge.NamesGradient(n.Attr) {
				return true
			}
		case *python.Call:
			if n.Receiver() != nil && knowledge.ComparesNumbers(n.MethodName()) {
				return true
			}
		case *python.Name:
			if c, ok := m.OnlyValue(n).(*python.Call); ok && m.Resolve(c.Func) == "torch.autograd.grad" ||
				knowledge.NamesGradient(n.ID) {
				return true
			}
		}
	}
	return false
}

// OfSeveral reports whether what is differentiated is one of several losses that the function around the call was
// handed in a container: those of one caller may have nothing in common, those of another may.
func (d *Differentiation) OfSeveral() bool {
	return slices.ContainsFunc(d.passes, func(p graphPass) bool {
		c := p.pass.event.Call.Caller
		return c != nil && slices.ContainsFunc(c.Args, func(a run.Argument) bool {
			return slices.ContainsFunc(run.Alternatives(a.Value), func(v run.Value) bool {
				held, ok := v.(*run.Object)
				return ok && (held.Kind == run.List || held.Kind == run.Dict) && p.graph.handedSeveral(held, c, p.pass)
			})
		})
	})
}

// handedSeveral reports whether a container held what a pass starts from, and another loss beside it, when a call was
// given it: what the called function puts there itself is its own.
func (g *graph) handedSeveral(held *run.Object, c *run.Call, p *pass) bool {
	losses, among := 0, false
	for _, v := range g.entry.Facts.machine.Contents(held) {
		var there []run.Value
		for _, one := range run.Alternatives(v) {
			if o, ok := one.(*run.Object); ok && o.Seq < c.Seq {
				there = append(there, o)
			}
		}
		switch {
		case intersect(there, p.loss):
			among = true
			losses++
		case len(g.reachOf(there).all) > 0:
			losses++
		}
	}
	return among && (losses > 1 || g.open(held))
}

// open reports whether a container may hold more than is seen, as one that a loop has filled.
func (g *graph) open(held *run.Object) bool {
	machine := g.entry.Facts.machine
	_, whole := machine.Elements(held)
	if held.Kind == run.Dict {
		_, _, whole = machine.Entries(held)
	}
	return !whole
}

type graphPass struct {
	graph *graph
	pass  *pass
}

// UsedAgain is whether another backward or grad call runs, after this one, through operations that this one went
// through: later in the step, in another lap of a loop, or in another function.
func (d *Differentiation) UsedAgain() Carry {
	found := CarriesNot
	for _, p := range d.passes {
		found = max(found, p.graph.usedAgain(p.pass))
	}
	return found
}

func (g *graph) usedAgain(p *pass) Carry {
	if !g.entry.Whole || len(p.loss) == 0 || g.inClosure(p) {
		return MayCarry
	}
	mine := g.recorded(p)
	found := CarriesNot
	if g.external(mine, p) || len(mine.all) == 0 || g.weightsCarry(p) {
		found = MayCarry
	}
	for _, later := range g.passes {
		if later.event.Call.Seq > p.event.Call.Seq && compatible(p.event.Call.Gates, later.event.Call.Gates) &&
			!sameTime(p.event.Call, later.event.Call) {
			found = max(found, g.shares(mine, g.recorded(later)))
		}
	}
	if found == CarriesNot && g.keptAlive(p, mine) {
		return MayCarry
	}
	return found
}

// weightsCarry reports whether weights were made of gradients that have a graph before a pass, as the inner steps of
// MAML do: these weights are a part of all that is computed with them. An optimizer of the project's own makes them, or
// what stores them shows it.
func (g *graph) weightsCarry(p *pass) bool {
	return slices.ContainsFunc(g.passes, func(inner *pass) bool {
		create, spread := inner.event.Call.Argument("create_graph", -1)
		if inner.event.Kind != Backward || !spread && (create == nil || create == run.Value(run.Bool(false))) {
			return false
		}
		between := func(seq int) bool { return seq > inner.event.Call.Seq && seq < p.event.Call.Seq }
		return slices.ContainsFunc(g.entry.Events(), func(e *Event) bool {
			_, ours := e.Call.Callee.(*run.Method)
			return e.StepsOptimizer() && ours && between(e.Call.Seq)
		}) || slices.ContainsFunc(g.entry.Stores, func(s *run.Store) bool {
			return s.Kind == run.StoreItem && between(s.Seq) && madeOfGradient(s.New, maxParts)
		})
	})
}

// madeOfGradient reports whether a value is computed from the gradient of something: weight.add(weight.grad,
// alpha=-rate).
func madeOfGradient(v run.Value, depth int) bool {
	return depth > 0 && slices.ContainsFunc(run.Alternatives(v), func(one run.Value) bool {
		o, ok := one.(*run.Object)
		return ok &&
			(o.Operator == ".grad" || slices.ContainsFunc(inputs(o), func(v run.Value) bool {
				return madeOfGradient(v, depth-1)
			}))
	})
}

// sameTime reports whether two calls are one that the program makes once: of one of several losses, whichever it is.
func sameTime(a, b *run.Call) bool {
	return a.At == b.At && a.Caller == b.Caller && slices.Equal(a.Laps, b.Laps)
}

// external reports whether the graph that a pass goes through begins in something that was there before the entry, or
// that is not seen.
func (g *graph) external(r *reach, p *pass) bool {
	for o := range r.all {
		if slices.ContainsFunc(inputs(o), func(v run.Value) bool { return handedOver(v, maxParts) || g.goesOn(v, p) }) {
			return true
		}
		if g.origin(o) != opaque {
			continue
		}
		if whole := wholeOf(ofResult(o)); whole.Made == nil && !givenByCall(whole) {
			return true
		}
	}
	return false
}

// ofResult is what a call gave, where an object is an attribute of it: the distribution in the output of an encoder;
// the object itself where it is none.
func ofResult(o *run.Object) *run.Object {
	at := o
	for strings.HasPrefix(at.Operator, ".") && at.Made == nil && len(at.Operands) == 1 {
		of, ok := at.Operands[0].(*run.Object)
		if !ok {
			return o
		}
		at = of
	}
	if at.Made == nil {
		return o
	}
	return at
}

// goesOn reports whether requires_grad_ was called on what had a graph already, a mixture of real samples and generated
// ones: it gives the same tensor, and a backward pass goes on through the generator, which may be run once for several
// steps. A generator that runs in all the loops in which the pass does is run for each of them.
func (g *graph) goesOn(v run.Value, p *pass) bool {
	o, ok := v.(*run.Object)
	if !ok || o.Made == nil {
		return false
	}
	m, ok := o.Made.Callee.(*run.Member)
	if !ok || m.Name != "requires_grad_" || g.carries(m.Object) == CarriesNot {
		return false
	}
	for made := range g.reachOf([]run.Value{m.Object}).all {
		if made.Made == nil && made.Operator == "" || made.Made != nil && !inLoopsOf(made.Made, p.event.Call) {
			return true
		}
	}
	return false
}

// inLoopsOf reports whether a call happens in each of the loops in which another one does.
func inLoopsOf(c, other *run.Call) bool {
	return !slices.ContainsFunc(other.Laps, func(lap run.Lap) bool {
		return !slices.ContainsFunc(c.Laps, func(l run.Lap) bool { return l.Loop == lap.Loop })
	})
}

// inputs are what an object was computed from, by an operator or a method.
func inputs(o *run.Object) []run.Value {
	list := o.Operands
	if o.Made != nil {
		list = append([]run.Value{receiver(o.Made)}, given(o.Made)...)
	}
	return list[:min(len(list), maxParts)]
}

// handedOver reports whether a value is a part of what a caller gave that is called as what a forward pass computes:
// the logits of the output of a model that the caller ran; or whether it was computed from one.
func handedOver(v run.Value, depth int) bool {
	o, ok := v.(*run.Object)
	if !ok || depth == 0 {
		return false
	}
	if !strings.HasPrefix(o.Operator, ".") || len(o.Operands) == 0 || o.Made != nil {
		return slices.ContainsFunc(inputs(o), func(v run.Value) bool { return handedOver(v, depth-1) })
	}
	whole, ok := o.Operands[0].(*run.Object)
	return ok && knowledge.NamesState(o.Word) && wholeOf(whole).Operator == "parameter"
}

// givenByCall reports whether something unknown is what a call gives where it stands, or a part of it: the item that a
// list gives back.
func givenByCall(o *run.Object) bool {
	if o.Kind != run.Unknown || o.Operator != "" {
		return false
	}
	_, called := o.At.Node.(*python.Call)
	return called
}

// wholeOf is what an item is part of, however deep, and the dictionary whose items or values a loop goes over.
func wholeOf(o *run.Object) *run.Object {
	for {
		if held, _ := viewed(o); held != nil {
			o = held
			continue
		}
		if o.Made != nil {
			break
		}
		whole, ok := o.ItemFrom().(*run.Object)
		if !ok {
			break
		}
		o = whole
	}
	return o
}

// inClosure reports whether a pass stands in a function that an optimizer calls as often as it likes, or in the
// backward of an autograd function, which runs in the middle of another backward pass.
func (g *graph) inClosure(p *pass) bool {
	for c := p.event.Call.Caller; c != nil; c = c.Caller {
		f := functionOf(c)
		if f == nil {
			continue
		}
		if f.Class != nil {
			for _, one := range f.Class.Line() {
				if one == run.Value(run.Symbol("torch.autograd.Function")) {
					return true
				}
			}
		}
		if g.givenToStep(f) {
			return true
		}
	}
	return false
}

func functionOf(c *run.Call) *run.Function {
	switch f := c.Callee.(type) {
	case *run.Function:
		return f
	case *run.Method:
		return f.Func
	}
	return nil
}

// givenToStep reports whether a function is handed to a step method.
func (g *graph) givenToStep(f *run.Function) bool {
	for _, c := range g.entry.Calls {
		m, ok := c.Callee.(*run.Member)
		if !ok || m.Name != "step" {
			continue
		}
		for _, a := range c.Args {
			if given, ok := a.Value.(*run.Function); ok && given.At() == f.At() {
				return true
			}
		}
	}
	return false
}

// keptAlive reports whether what leaves the entry hangs on the graph, other than the loss itself, which is returned to
// be logged.
func (g *graph) keptAlive(p *pass, mine *reach) bool {
	loss := map[*run.Object]bool{}
	for _, v := range p.loss {
		if o, ok := v.(*run.Object); ok {
			loss[o] = true
		}
	}
	var left []run.Value
	for o := range g.escapedObjects() {
		if !loss[o] {
			left = append(left, o)
		}
	}
	if g.shares(g.reachOf(left), mine) != CarriesNot {
		return true
	}
	for _, s := range g.entry.Stores { // what stays on objects that others read
		if s.Kind != run.StoreAttribute || s.Target == nil || s.Target.Kind == run.Scope {
			continue
		}
		for _, v := range run.Alternatives(s.New) {
			if o, ok := v.(*run.Object); ok && !loss[o] && mine.all[o] && g.entry.readLater(s) {
				return true
			}
		}
	}
	return false
}

// readLater reports whether a function that the entry did not run reads an attribute of that name: what the others do
// with it was seen.
func (e *Entry) readLater(s *run.Store) bool {
	ran := map[*python.Function]bool{}
	for _, c := range e.Calls {
		if f := functionOf(c); f != nil && f.Node != nil {
			ran[f.Node] = true
		}
	}
	for _, fn := range e.Facts.readersOf(s.Name) {
		if fn != python.EnclosingFunction(s.Node) && !ran[fn] {
			return true
		}
	}
	return false
}

// readersOf are the functions of the file that read an attribute of that name; nil stands for the script.
func (f *Facts) readersOf(name string) []*python.Function {
	if f.readers == nil {
		f.readers = map[string][]*python.Function{}
		python.WalkBody(f.Module.Body, func(n python.Node) bool {
			if a, ok := n.(*python.Attribute); ok && !python.IsTarget(a) {
				f.readers[a.Attr] = append(f.readers[a.Attr], python.EnclosingFunction(a))
			}
			return true
		})
	}
	return f.readers[name]
}
