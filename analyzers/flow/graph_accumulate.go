package flow

import "github.com/trainlint/trainlint/analyzers/python"

type accumulationKind uint8

const (
	accumulatesSum  accumulationKind = iota // total += loss
	accumulatesList                         // losses.append(loss), losses += [loss]
	accumulatesItem                         // outs[k] = out
)

// accumulation is one evaluation of a statement that adds to what it found.
type accumulation struct {
	kind   accumulationKind
	node   python.Node
	target python.Expr // the variable or container
	value  python.Expr // what is added
	old    values      // what a sum was before
	now    values      // what it is then
	into   *value      // the container
	added  values
	laps   []lap
	seq    int
	run    *run
}

func (r *run) note(kind accumulationKind, n python.Node, target, value python.Expr, old, added, now values) {
	if r.grad != Carries { // a sum that is computed under no_grad has no graph
		return
	}
	r.accumulated = append(r.accumulated, &accumulation{kind: kind, node: n, target: target, value: value,
		old: old, added: added, now: now, laps: r.laps, seq: r.number(), run: r})
}

func (r *run) noteAdded(kind accumulationKind, n python.Node, target, value python.Expr, into *value, added values) {
	if into.kind != containerValue {
		return
	}
	r.accumulated = append(r.accumulated, &accumulation{kind: kind, node: n, target: target, value: value,
		into: into, added: r.flatten(added), laps: r.laps, seq: r.number(), run: r})
}

// Accumulation is a statement that, lap by lap, links values that carry a graph to
// something that outlives the lap.
type Accumulation struct {
	Node   python.Node
	Target python.Expr
	Value  python.Expr // what is added
	// Loop is the loop over whose laps they pile up; nil for an attribute that
	// every call of the function adds to.
	Loop python.Stmt
	// Freed is set when a backward pass has gone through what is added: its saved
	// tensors are free, the rest of its graph is not.
	Freed bool
	// Leaves is set when what accumulates is given to somebody who is not seen.
	Leaves bool
	// Tensor is set when what is added is one tensor for sure.
	Tensor bool
}

// Accumulations lists where graphs pile up that nothing differentiates later.
func (f *Facts) Accumulations() []*Accumulation {
	byNode := map[python.Node][]*accumulation{}
	var order []python.Node
	for _, r := range f.graphs().runs {
		if r.over() {
			continue
		}
		for _, a := range r.accumulated {
			if byNode[a.node] == nil {
				order = append(order, a.node)
			}
			byNode[a.node] = append(byNode[a.node], a)
		}
	}
	var list []*Accumulation
	for _, n := range order {
		if a := f.judgeAccumulation(byNode[n]); a != nil {
			list = append(list, a)
		}
	}
	return list
}

// judgeAccumulation judges one statement by all its evaluations: it must pile up graphs
// in one of them, and may not be harmless in any other.
func (f *Facts) judgeAccumulation(evaluations []*accumulation) *Accumulation {
	var found *Accumulation
	for _, a := range evaluations {
		switch {
		case a.added.carry() == CarriesNot: // called under no_grad here
			continue
		case a.added.carry() == MayCarry, a.reachesBackward():
			return nil
		}
		loop, grows := a.growsOver(evaluations)
		if !grows {
			continue
		}
		found = &Accumulation{Node: a.node, Target: a.target, Value: a.value, Loop: loop,
			Freed: a.freed(), Leaves: a.leaves(), Tensor: f.isTensor(a)}
	}
	return found
}

// growsOver is the loop in whose second lap the statement finds what it left in
// the first.
func (a *accumulation) growsOver(evaluations []*accumulation) (python.Stmt, bool) {
	if a.into != nil {
		return a.containerGrows(evaluations)
	}
	for i := len(a.laps) - 1; i >= 0; i-- {
		if a.laps[i].n == 0 {
			continue
		}
		for _, b := range evaluations {
			if b.run == a.run && earlierLap(b.laps, a.laps, i) && intersect(a.old, b.now) {
				return a.laps[i].loop, a.forwardedIn(a.laps[:i+1])
			}
		}
	}
	return nil, false
}

// containerGrows finds the outermost loop that the container was not made in.
func (a *accumulation) containerGrows(evaluations []*accumulation) (python.Stmt, bool) {
	made := len(a.into.laps)
	if len(a.laps) == 0 {
		attribute, ok := a.target.(*python.Attribute)
		return nil, ok && attribute != nil && a.kind == accumulatesList && a.freed() && a.run.entry != nil && a.forwardedIn(nil)
	}
	if made >= len(a.laps) || a.laps[made].n == 0 {
		return nil, false
	}
	if a.kind == accumulatesItem && !keyChanges(a.target, a.laps[len(a.laps)-1].loop) {
		return nil, false
	}
	for _, b := range evaluations {
		if b.run == a.run && b.into == a.into && earlierLap(b.laps, a.laps, made) {
			return a.laps[made].loop, a.forwardedIn(a.laps[:made+1])
		}
	}
	return nil, false
}

// keyChanges reports whether the key of outs[k] differs from lap to lap.
func keyChanges(target python.Expr, loop python.Stmt) bool {
	sub, ok := target.(*python.Subscript)
	if !ok {
		return true
	}
	changes := false
	for _, index := range sub.Index {
		for n := range python.All(index) {
			switch n := n.(type) {
			case *python.Call:
				changes = true
			case *python.Name:
				changes = changes || boundIn(loop, n.ID)
			}
		}
	}
	return changes
}

// boundIn reports whether a loop sets a name.
func boundIn(loop python.Stmt, name string) bool {
	for n := range python.All(loop) {
		var targets []python.Expr
		switch n := n.(type) {
		case *python.For:
			targets = []python.Expr{n.Target}
		case *python.Assign:
			targets = n.Targets
		case *python.AugAssign:
			targets = []python.Expr{n.Target}
		}
		for _, t := range targets {
			for part := range python.All(t) {
				if id, ok := part.(*python.Name); ok && id.ID == name {
					return true
				}
			}
		}
	}
	return false
}

// earlierLap reports whether b is the first lap of loop i where a is the second.
func earlierLap(b, a []lap, i int) bool {
	if len(b) <= i || b[i].loop != a[i].loop || b[i].entry != a[i].entry || b[i].n != 0 {
		return false
	}
	for k := range i {
		if a[k] != b[k] {
			return false
		}
	}
	return true
}

func intersect(a, b values) bool {
	for _, v := range a {
		if b.has(v) {
			return true
		}
	}
	return false
}

// forwardedIn reports whether what is added comes from a forward pass in this lap,
// not only from parameters, or from a graph that every lap adds once more.
func (a *accumulation) forwardedIn(laps []lap) bool {
	for v := range graphOf(a.added).all {
		if (v.kind == forwardPass || v.differentiated) && sameLaps(v.laps, laps) {
			return true
		}
	}
	return false
}

// reachesBackward reports whether something differentiates what accumulates, or
// calls grad on a value in another lap.
func (a *accumulation) reachesBackward() bool {
	for _, d := range a.run.backward {
		g := d.recorded()
		for _, v := range a.now {
			if g.all[v] {
				return true
			}
		}
		if a.into == nil || d.seq < a.seq || sameLaps(d.laps, a.laps) {
			continue
		}
		for _, v := range a.added {
			if g.all[v] {
				return true
			}
		}
	}
	return false
}

func sameLaps(inner, outer []lap) bool {
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

// freed reports whether a backward pass of the same lap goes through what the added
// value was computed from.
func (a *accumulation) freed() bool {
	mine := graphOf(a.added)
	for _, d := range a.run.backward {
		if d.kind == Backward && sameLaps(d.laps, a.laps) && mine.shares(d.recorded()) != CarriesNot {
			return true
		}
	}
	return false
}

// leaves reports whether what accumulates gets out of sight.
func (a *accumulation) leaves() bool {
	if root, ok := a.target.(*python.Subscript); ok {
		if _, isAttribute := root.Value.(*python.Attribute); isAttribute {
			return true
		}
	}
	if _, ok := a.target.(*python.Attribute); ok {
		return true
	}
	g := graphOf(a.run.escaped)
	for _, v := range a.now {
		if g.all[v] {
			return true
		}
	}
	return a.into != nil && (a.run.escaped.has(a.into) || intersect(a.run.flatten(a.run.escaped), a.added) || g.holdsAny(a.added))
}

func (g graph) holdsAny(vs values) bool {
	for _, v := range vs {
		if g.all[v] {
			return true
		}
	}
	return false
}
