package train

import (
	"slices"
	"sort"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// Consumption is a place that walks through all of an iterator.
type Consumption struct {
	Place  run.Place // what is walked through, as the code writes it
	caller *run.Call
	gates  []run.Literal
	laps   []run.Lap
	seq    int
	entry  *Entry
	known  bool // false: it is not seen whether the iterator is used up
}

// Clips reports whether the place clips gradients.
func (c *Consumption) Clips() bool {
	for n := c.Place.Node.Parent(); n != nil; n = n.Parent() {
		if call, ok := n.(*python.Call); ok {
			return knowledge.ClipsGradients(python.LastName(call.Func))
		}
	}
	return false
}

// Counts reports whether the place only adds up sizes: sum(p.numel() for p in params) is a wrong number then, and
// trains nothing else.
func (c *Consumption) Counts() bool {
	clause, ok := c.Place.Node.Parent().(*python.Clause)
	if !ok {
		return false
	}
	for n := range python.All(clause.Parent()) {
		if call, ok := n.(*python.Call); ok && (call.MethodName() == "numel" || call.MethodName() == "nelement") {
			return true
		}
	}
	return false
}

// UsedUp is an iterator over parameters that is walked through twice: the second time it gives nothing.
type UsedUp struct {
	// Made is the expression that makes the iterator.
	Made          run.Place
	First, Second *Consumption
	// Again is set when both are the same place, in another lap of a loop.
	Again bool
}

// UsedUpParameters lists the iterators over parameters that are walked through twice.
func (f *Facts) UsedUpParameters() []*UsedUp {
	uses := map[*run.Object][]*Consumption{}
	var order []*run.Object
	for _, e := range f.Entries() {
		add := func(v run.Value, c *Consumption) {
			for _, one := range ways(v) {
				o, ok := one.Value.(*run.Object)
				if !ok || !e.iteratesParameters(o) || anyOfSeveral(v, one) {
					continue
				}
				if uses[o] == nil {
					order = append(order, o)
				}
				use := *c
				use.entry, use.gates = e, slices.Concat(c.gates, one.When)
				uses[o] = append(uses[o], &use)
			}
		}
		e.walks(add)
		e.consumingCalls(add)
	}
	var list []*UsedUp
	for _, o := range order {
		if u := usedUp(o, uses[o]); u != nil {
			u.Made = madeAt(o)
			list = append(list, u)
		}
	}
	return list
}

// ways are the values that v may be, each with the conditions under which it is that one: list(params) unless params is
// a list already.
func ways(v run.Value) []run.Alternative {
	if c, ok := v.(*run.Choice); ok {
		return c.Alternatives
	}
	return []run.Alternative{{Value: v}}
}

// anyOfSeveral reports whether nothing is known of when a value is that one of several: generators[j] is another one in
// the next lap.
func anyOfSeveral(v run.Value, one run.Alternative) bool {
	_, several := v.(*run.Choice)
	return several && len(one.When) == 0
}

// usedUp judges the uses of one iterator. One that an object keeps is used up for its other methods by the function
// that makes it: its constructor.
func usedUp(o *run.Object, uses []*Consumption) *UsedUp {
	sort.SliceStable(uses, func(i, j int) bool { return uses[i].seq < uses[j].seq })
	for i, first := range uses {
		if !first.known {
			return nil // it goes somewhere that cannot be seen
		}
		for _, second := range uses[i+1:] {
			if first.entry != second.entry && (o.Made == nil || o.Made.Caller != first.caller) {
				continue
			}
			if !second.known || !compatible(first.gates, second.gates) || exactAlternatives(first, second) ||
				first.handsTo(second) || second.handsTo(first) || first.endsLoop(second) || first.rebinds(second) {
				continue
			}
			return &UsedUp{
				First:  first,
				Second: second,
				Again:  first.Place == second.Place && !sameLaps(first.laps, second.laps),
			}
		}
	}
	return nil
}

// exactAlternatives: one call of several alternatives is recorded once for each, and so is what each of several
// functions does of which one is called: OPTIMIZERS[name](net.parameters()).
func exactAlternatives(a, b *Consumption) bool {
	if a.Place == b.Place && len(a.laps) == len(b.laps) && sameLaps(a.laps, b.laps) {
		return true
	}
	for x := a.caller; x != nil; x = x.Caller {
		for y := b.caller; y != nil; y = y.Caller {
			if x != y && x.Node != nil && x.Node == y.Node && x.Caller == y.Caller && slices.Equal(x.Laps, y.Laps) {
				return true
			}
		}
	}
	return false
}

// rebinds reports whether a use puts what it walked through under the very name that the other one reads: after params
// = list(params) the name holds the iterator only where that statement did not run.
func (c *Consumption) rebinds(other *Consumption) bool {
	name, ok := c.Place.Node.(*python.Name)
	again, same := other.Place.Node.(*python.Name)
	if !ok || !same || name.ID != again.ID || c.caller != other.caller ||
		python.EnclosingFunction(name) != python.EnclosingFunction(again) {
		return false
	}
	assign, ok := python.EnclosingStmt(name).(*python.Assign)
	return ok && slices.ContainsFunc(assign.Targets, func(t python.Expr) bool {
		target, ok := t.(*python.Name)
		return ok && target.ID == name.ID
	})
}

// handsTo reports whether another use is made by the call of this one: a constructor that may be one of the project's
// functions around it.
func (c *Consumption) handsTo(other *Consumption) bool {
	for caller := other.caller; caller != nil; caller = caller.Caller {
		if caller.Caller == c.caller && caller.Node != nil && python.Within(c.Place.Node, caller.Node) {
			return true
		}
	}
	return false
}

// endsLoop reports whether the loop in whose later lap the iterator would be used again is left behind the use: it
// looks for the one optimizer of several that is asked for.
func (c *Consumption) endsLoop(again *Consumption) bool {
	for i, lap := range c.laps {
		if i >= len(again.laps) || lap.Loop != again.laps[i].Loop || lap.Entry != again.laps[i].Entry {
			return false
		}
		if lap.N == again.laps[i].N {
			continue
		}
		site := c.Place.Node
		for caller := c.caller; site != nil && !python.Within(site, lap.Loop) && caller != nil; caller = caller.Caller {
			site = caller.Node
		}
		return site != nil && leftAfter(site, lap.Loop)
	}
	return false
}

// leftAfter reports whether a loop is surely left behind a place in it.
func leftAfter(n, loop python.Node) bool {
	for ; n != nil && n != loop; n = n.Parent() {
		if _, function := n.(*python.Function); function {
			return false
		}
		s, ok := n.(python.Stmt)
		if !ok {
			continue
		}
		if leaves(s) {
			return true
		}
		list := python.BlockOf(s)
		for _, behind := range list[slices.Index(list, s)+1:] {
			simple, ok := behind.(*python.Simple)
			if leaves(behind) || ok && simple.Kind == python.Break && innermostLoop(s) == loop {
				return true
			}
		}
	}
	return false
}

// innermostLoop is the loop around a statement, nil for none.
func innermostLoop(n python.Node) python.Node {
	for n = n.Parent(); n != nil; n = n.Parent() {
		switch n.(type) {
		case *python.For, *python.While, *python.Function:
			return n
		}
	}
	return nil
}

// walks tells of the loops and comprehensions over iterators.
func (e *Entry) walks(add func(run.Value, *Consumption)) {
	for _, l := range e.Loops {
		if loop, ok := l.Node.(*python.For); ok {
			add(
				walked(l.Iterated),
				&Consumption{
					Place:  run.Place{Unit: l.Unit, Node: innerIterable(loop.Iter)},
					caller: l.Caller,
					gates:  l.Gates,
					laps:   l.Laps,
					seq:    l.Seq,
					known:  true,
				},
			)
		}
	}
	for _, w := range e.Walks {
		add(
			walked(w.Over),
			&Consumption{
				Place:  run.Place{Unit: w.Unit, Node: innerIterable(w.Clause.Iter)},
				caller: w.Caller,
				gates:  w.Gates,
				laps:   w.Laps,
				seq:    w.Seq,
				known:  true,
			},
		)
	}
}

// consumingCalls tells of the calls that are given iterators.
func (e *Entry) consumingCalls(add func(run.Value, *Consumption)) {
	for _, c := range slices.Concat(e.Built.Calls, e.Calls) { // a constructor may use up what it keeps
		if seen(c) || c.Node == nil {
			continue
		}
		name := calleeName(c)
		builtin := knowledge.WalksThrough(name) || isClip(name)
		optimizer := library.RoleOf(c.Result) == knowledge.Optimizer
		for i, a := range c.Args {
			if name == "dict" && a.Name != "" {
				continue // dict(params=…) keeps it as it is
			}
			use := &Consumption{
				Place:  run.Place{Unit: c.Unit, Node: argumentNode(c, a)},
				caller: c.Caller,
				gates:  c.Gates,
				laps:   c.Laps,
				seq:    c.Seq,
				known:  builtin || a.Star == 1,
			}
			switch {
			case optimizer && (i == 0 || a.Name == "params"):
				use.known = true
				e.groups(a.Value, func(v run.Value) { add(v, use) })
			case !knowledge.Harmless(name) && !knowledge.LooksOnly(name) && !wraps(c):
				add(a.Value, use)
			}
		}
	}
}

// wraps reports whether a call gives what walks over its argument in turn: enumerate. sorted has walked through it
// when it returns.
func wraps(c *run.Call) bool {
	o, ok := c.Result.(*run.Object)
	return ok && wrapsAnother(o) && !madeBySorted(o)
}

func wrapsAnother(o *run.Object) bool {
	return o.Operator == run.Wrapping || o.Operator == run.Enumerated || o.Operator == run.Zipped
}

// madeBySorted reports whether an object is the list that sorted() gives.
func madeBySorted(o *run.Object) bool { return o.Made != nil && calleeName(o.Made) == "sorted" }

// walked is what a loop walks through: what enumerate and the like wrap, but the list that sorted() made of an iterator
// may be walked through as often as one likes: named = sorted(module.named_parameters()).
func walked(v run.Value) run.Value {
	for o, ok := v.(*run.Object); ok && wrapsAnother(o) && len(o.Operands) > 0; o, ok = v.(*run.Object) {
		if madeBySorted(o) {
			return o
		}
		v = o.Operands[0]
	}
	return unwrap(v)
}

// groups tells of what an optimizer is given: one iterable, or that of each group.
func (e *Entry) groups(v run.Value, add func(run.Value)) {
	add(v)
	list, ok := v.(*run.Object)
	if !ok || list.Kind != run.List {
		return
	}
	for _, item := range e.Facts.machine.Contents(list) {
		if group, ok := item.(*run.Object); ok && group.Kind == run.Dict {
			if params := e.Facts.machine.Item(group, "params"); params != nil {
				add(params)
			}
		}
	}
}

func argumentNode(c *run.Call, a run.Argument) python.Node {
	if a.Node != nil {
		return a.Node
	}
	return c.At
}

// iteratesParameters reports whether an object is an iterator over parameters that gives each of them once.
func (e *Entry) iteratesParameters(o *run.Object) bool {
	if o.Kind == run.Result && parametersOf(o) != nil && len(o.Made.Args) == 0 {
		return true
	}
	if o.Made != nil {
		path, ok := o.Made.Callee.(run.Symbol)
		if !ok || !knowledge.GivesIterator(string(path)) {
			return false
		}
		for _, a := range o.Made.Args {
			if e.overParameters(a.Value) {
				return true
			}
		}
		return false
	}
	if o.Kind != run.List || o.At.Node == nil {
		return false
	}
	return (o.Class == run.Value(run.Generator) && isGenerator(o.At.Node) || isChain(o.At)) && e.overParameters(o)
}

// isChain reports whether a place is a call of itertools.chain, of which a run makes a list.
func isChain(at run.Place) bool {
	c, ok := at.Node.(*python.Call)
	return ok && at.Unit != nil && knowledge.GivesIterator(at.Unit.Module.Resolve(c.Func))
}

func isGenerator(n python.Node) bool {
	c, ok := n.(*python.Comprehension)
	return ok && c.Kind == python.Generator
}

// overParameters reports whether a value is, or holds items of, what a module's parameters() gives.
func (e *Entry) overParameters(v run.Value) bool {
	o, ok := v.(*run.Object)
	if !ok {
		return false
	}
	if parametersOf(o) != nil {
		return true
	}
	return slices.ContainsFunc(e.Facts.machine.Contents(o), func(item run.Value) bool {
		return slices.ContainsFunc(run.Alternatives(item), func(one run.Value) bool {
			for from, ok := one.(*run.Object); ok; from, ok = from.ItemFrom().(*run.Object) {
				if parametersOf(from) != nil {
					return true
				}
			}
			return false
		})
	})
}

// madeAt is the expression that makes an iterator.
func madeAt(o *run.Object) run.Place {
	if o.Made != nil {
		return o.Made.Place()
	}
	return o.At
}
