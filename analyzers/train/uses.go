package train

import (
	"cmp"
	"maps"
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// uses says of each object of an entry what was computed of it, and where it went: the graph of values, read forwards.
type uses struct {
	derived map[*run.Object][]*run.Object // what was computed of an object, and the containers that hold it
	calls   map[*run.Object][]*run.Call   // the calls that were given it, or whose method's object it is
	stores  map[*run.Object][]*run.Store
	returns map[*run.Object][]*run.Return
	seen    map[*run.Object]bool
}

// uses reads the calls and stores of the entry once.
func (e *Entry) uses() *uses {
	if e.usedBy != nil {
		return e.usedBy
	}
	u := &uses{map[*run.Object][]*run.Object{}, map[*run.Object][]*run.Call{}, map[*run.Object][]*run.Store{},
		map[*run.Object][]*run.Return{}, map[*run.Object]bool{}}
	e.usedBy = u
	g := e.graphs()
	note := func(v run.Value, at func(o *run.Object)) {
		for _, one := range g.flatten(v) {
			if o, ok := one.(*run.Object); ok {
				u.visit(g, o)
				at(o)
			}
		}
	}
	for _, c := range e.Calls {
		into := func(o *run.Object) { u.calls[o] = append(u.calls[o], c) }
		for _, a := range c.Args {
			note(a.Value, into)
		}
		if m, ok := c.Callee.(*run.Member); ok {
			note(m.Object, into)
		}
		note(c.Result, func(*run.Object) {})
	}
	for _, s := range e.Stores {
		note(s.New, func(o *run.Object) { u.stores[o] = append(u.stores[o], s) })
		if s.Added != nil && s.Kind == run.StoreAdded {
			note(s.Added, func(o *run.Object) { u.stores[o] = append(u.stores[o], s) })
		}
	}
	for _, r := range e.Returns {
		note(r.Value, func(o *run.Object) { u.returns[o] = append(u.returns[o], r) })
	}
	return u
}

// visit notes for all that an object was computed of that it was.
func (u *uses) visit(g *graph, o *run.Object) {
	for open := []*run.Object{o}; len(open) > 0; {
		o, open = open[len(open)-1], open[:len(open)-1]
		if u.seen[o] {
			continue
		}
		u.seen[o] = true
		parts := operands(o)
		if o.Like != nil {
			parts = append(parts[:len(parts):len(parts)], o.Like)
		}
		parts = append(parts[:len(parts):len(parts)], g.entry.Facts.machine.Contents(o)...)
		if o.Operator == "[]" { // names[best]: the index is read, though nothing is computed of it
			for _, index := range o.Operands[min(1, len(o.Operands)):] {
				for _, one := range g.flatten(index) {
					if p, ok := one.(*run.Object); ok {
						open = append(open, p)
					}
				}
			}
		}
		for _, part := range parts {
			for _, one := range g.flatten(part) {
				if p, ok := one.(*run.Object); ok && p != o {
					u.derived[p] = append(u.derived[p], o)
					open = append(open, p)
				}
			}
		}
	}
}

// maxFollowed bounds how many values are followed from one that a forward pass gives.
const maxFollowed = 400

// onlyRead reports whether all that becomes of what a call gives is seen, and ends in numbers, arrays, comparisons and
// pictures: nothing differentiates it, keeps it, or gets it who is not seen.
func (e *Entry) onlyRead(c *run.Call, module *run.Object, trained bool) bool {
	g := e.graphs()
	if g.leadsToPass(c) || g.returned(c) || slices.ContainsFunc(g.passes, func(p *pass) bool {
		return p.event.Call.Seq > c.Seq && sameLaps(p.event.Call.Laps, c.Laps) && compatible(p.event.Call.Gates, c.Gates) &&
			(!g.explained(p) || trained && !g.passesThrough(p.event, module, e))
	}) {
		return false
	}
	f := e.fateOf(c)
	return !f.lost &&
		slices.ContainsFunc(
			f.ends,
			func(end end) bool { return end.kind == valueRead || end.kind == reported || end.kind == joined },
		)
}

// fateOf follows what a pass gives to its ends.
func (e *Entry) fateOf(c *run.Call) *fate {
	if f := e.fates[c]; f != nil {
		return f
	}
	g := e.graphs()
	f := &fate{
		entry:     e,
		held:      map[*run.Object]hold{},
		pass:      c,
		mayReturn: e.Function == nil && c.Unit.Module == e.Facts.Module,
	}
	if e.fates == nil {
		e.fates = map[*run.Call]*fate{}
	}
	e.fates[c] = f
	for _, a := range c.Args { // what it gives back as it came
		for _, v := range g.flatten(a.Value) {
			if o, ok := v.(*run.Object); ok {
				f.held[o] = withGraph
			}
		}
	}
	given := slices.SortedFunc(maps.Keys(g.given(c)), func(a, b *run.Object) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, o := range given {
		f.follow(o, withGraph)
	}
	for len(f.open) > 0 {
		o := f.open[0]
		f.open = f.open[1:]
		if len(f.held) > maxFollowed {
			f.lost = true
			break
		}
		f.step(o)
	}
	return f
}

// explained reports whether it shows which network a backward pass goes through: else it may be any that ran before.
func (g *graph) explained(p *pass) bool {
	for o := range g.recorded(p).all {
		if o.Made != nil && g.origin(o) == forward {
			return true
		}
	}
	return false
}

// hold is what a value holds of a forward pass.
type hold uint8

const (
	withGraph    hold = iota
	detachedFrom      // its values, and maybe those of others, without the graph
	numbersOf         // numbers, classes and indices
)

// fate follows what a forward pass gives to its ends.
type fate struct {
	entry *Entry
	open  []*run.Object
	held  map[*run.Object]hold // of what was met
	ends  []end
	// lost is set where not all that becomes of it is seen, or something differentiates or keeps it.
	lost bool
	// pass is the call whose result is followed; mayReturn is set where no caller of its function but those at hand can
	// be.
	pass      *run.Call
	mayReturn bool
	// handsOn is set where the function of the pass returns something that has its graph to a caller that is at hand.
	handsOn bool
}

// end is one way in which what a pass gives is read.
type end struct {
	kind endKind
	call *run.Call // that reads it; nil where none does: out > 0
}

type endKind uint8

const (
	valueRead endKind = iota // a number, an index or an array is made of it
	takenOut                 // it is taken out of its graph by detach()
	reported                 // something prints, writes or shows it
	raises                   // an array is made of it while it has a graph
	joined                   // what was detached of it is a part of another pass's loss
)

// endsIn reports whether what a call gives is read in one of several ways by a call of which something holds.
func (e *Entry) endsIn(c *run.Call, is func(by *run.Call) bool, kinds ...endKind) bool {
	return slices.ContainsFunc(
		e.fateOf(c).ends,
		func(end end) bool { return end.call != nil && slices.Contains(kinds, end.kind) && is(end.call) },
	)
}

// shows reports whether what is read is shown as a picture.
func (f *fate) shows() bool {
	return slices.ContainsFunc(
		f.ends,
		func(end end) bool { return end.kind == reported && knowledge.Shows(calleeName(end.call)) },
	)
}

func (f *fate) note(kind endKind, by *run.Call) { f.ends = append(f.ends, end{kind, by}) }

// follow notes what a value holds, and looks at it, again where it was only known to hold less: a dictionary of a loss
// and of numbers.
func (f *fate) follow(o *run.Object, holds hold) {
	if before, met := f.held[o]; !met || holds < before {
		f.held[o] = holds
		f.open = append(f.open, o)
	}
}

// step looks at what becomes of one value.
func (f *fate) step(o *run.Object) {
	u, g := f.entry.uses(), f.entry.graphs()
	holds := f.held[o]
	for _, d := range u.derived[o] {
		carries := g.origin(d) == container || g.requires(d) != CarriesNot || !isIndex(d) && takenFrom(d) == o
		switch {
		case d.Operator == ".shape": // a number of it is none of its values
		case isDetached(d): // what is taken of a value carries its graph, but for this
			if d.Made != nil {
				f.note(takenOut, d.Made)
			}
			f.follow(d, max(holds, detachedFrom))
		case holds == withGraph && carries:
			f.follow(d, withGraph)
		case holds != withGraph && f.ofAnother(d):
			if g.requires(d) == Carries { // its graph is another pass's
				f.note(joined, d.Made)
			}
		case holds == withGraph && d.Made != nil && calleeName(d.Made) == "numpy":
			f.note(raises, d.Made)
			f.lost = true // who runs it has turned gradients off
		case readsValue(d):
			f.note(valueRead, d.Made)
			f.follow(d, numbersOf)
		case carries || holds != withGraph:
			f.follow(d, holds)
		}
	}
	f.calls(u.calls[o], holds)
	f.returned(u.returns[o], holds)
	f.stored(u.stores[o], holds)
}

// ofAnother reports whether a value is computed of something else that has a graph.
func (f *fate) ofAnother(d *run.Object) bool {
	g := f.entry.graphs()
	return slices.ContainsFunc(operands(d), func(v run.Value) bool {
		return slices.ContainsFunc(g.flatten(v), func(one run.Value) bool {
			o, ok := one.(*run.Object)
			if !ok || g.requires(o) == CarriesNot {
				return false
			}
			_, mine := f.held[o]
			return !mine
		})
	})
}

// calls looks at the calls that are given a value: one may differentiate it, or train something else with it, detached.
func (f *fate) calls(list []*run.Call, holds hold) {
	for _, c := range list {
		if ev := newEvent(c); ev != nil && (ev.Kind == Backward || ev.Kind == Grad) {
			f.lost = true
			continue
		}
		module, runs := forwardedBy(c)
		switch {
		case c.Node == nil:
		case knowledge.Reports(calleeName(c)):
			f.note(reported, c)
		case sinks(c) && holds == withGraph,
			holds == withGraph && f.entry.Facts.machine.GaveUp(c), // what it computes of it is not seen
			holds == detachedFrom && runs && f.entry.mayLearn(module) && c.Grad != run.Value(run.Bool(false)):
			f.lost = true
		}
		// who holds it may do anything with it
		if class, ok := c.Callee.(*run.Class); ok && !library.ModuleClass(class) && holds == withGraph {
			f.lost = true
		}
	}
}

// mayLearn reports whether a module may have something to learn: a criterion of torch that compares a student with what
// was detached of its teacher has nothing.
func (e *Entry) mayLearn(module *run.Object) bool {
	class, theirs := module.Class.(run.Symbol)
	return e.isModule(module) && (!theirs || knowledge.HasParameters(string(class)))
}

// returned looks at the ends of functions that give a value to their callers, who need not be at hand.
func (f *fate) returned(list []*run.Return, holds hold) {
	for _, r := range list {
		out := f.entry.Function != nil && r.Function.At() == f.entry.Function.At() || !f.mayReturn && f.isOwn(r)
		switch {
		case out && holds == withGraph:
			f.lost = true
		case holds == withGraph && f.isOwn(r):
			f.handsOn = true
		case out:
			f.note(valueRead, nil)
		}
	}
}

// isOwn reports whether a return is one of the function in which the pass stands.
func (f *fate) isOwn(r *run.Return) bool {
	own := python.EnclosingFunction(f.pass.At)
	return own != nil && own == r.Function.Node
}

// stored looks at where a value is kept.
func (f *fate) stored(list []*run.Store, holds hold) {
	g := f.entry.graphs()
	for _, s := range list {
		if s.Target == nil || holds != withGraph {
			continue
		}
		switch s.Kind {
		case run.StoreAttribute:
			f.lost = true
		case run.StoreItem, run.StoreAdded:
			if s.Kind == run.StoreAdded && g.origin(s.Target) != container {
				f.lost = true
				continue
			}
			f.follow(s.Target, withGraph)
		}
	}
}

// becomesArray reports whether the function of a forward pass makes an array of NumPy of what it gives, as it is: with
// a graph that raises, and so who runs the function has turned gradients off where it is not seen.
func (e *Entry) becomesArray(c *run.Call) bool {
	return e.endsIn(c, func(by *run.Call) bool { return by.Caller == c.Caller }, raises)
}

// isDetached reports whether a value is another one without its graph.
func isDetached(o *run.Object) bool {
	if o.Made == nil {
		return o.Operator == ".data"
	}
	return calleeName(o.Made) == "detach"
}

// readsValue reports whether what carries no graph is what a tensor holds: a number, an index, an array. Its shape is
// none.
func readsValue(o *run.Object) bool {
	if o.Made != nil {
		switch callee := o.Made.Callee.(type) {
		case *run.Member:
			return knowledge.EndsGraph(callee.Name) || castsToIntegers(o.Made, callee)
		case run.Symbol:
			return knowledge.EndsGraph(run.LastPart(string(callee)))
		}
		return false
	}
	switch o.Operator {
	case "compare", "==", "<", ">", "<=", ">=", "!=":
		return true
	}
	return isIndex(o)
}

// isIndex reports whether an object is the second of a pair: the indices beside the values that torch.max gives.
func isIndex(o *run.Object) bool {
	return o.Operator == "[]" && len(o.Operands) == 2 && o.Operands[1] == run.Value(run.Int(1))
}
