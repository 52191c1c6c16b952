package train

import (
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// CarriedState is a state that a module returns in one iteration and is given in the next, while each iteration runs a
// backward pass through it.
type CarriedState struct {
	// Forward is the call that takes the state of the iteration before.
	Forward *run.Call
	// State is the argument that carries it; nil when the module keeps it itself.
	State    python.Expr
	Backward *Event
	Loop     *Loop
}

// CarriedStates lists the backward passes that go through the graph of the lap before, for sure.
func (f *Facts) CarriedStates() []*CarriedState {
	var list []*CarriedState
	seen := map[python.Node]bool{}
	for _, e := range f.Entries() {
		if !e.Whole {
			continue
		}
		g := e.graphs()
		for _, second := range g.passes {
			if seen[second.event.Call.At] {
				continue
			}
			if s := g.carried(second); s != nil {
				seen[second.event.Call.At] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// carried finds the same backward call one lap earlier, and the forward pass through which its graph goes on.
func (g *graph) carried(p *pass) *CarriedState {
	if p.event.Kind != Backward {
		return nil
	}
	call := p.event.Call
	for _, first := range g.passes {
		for i := range call.Laps {
			if first.event.Call.At != call.At || len(first.event.Call.Laps) != len(call.Laps) || call.Laps[i].N == 0 ||
				!earlierLap(first.event.Call.Laps, call.Laps, i) {
				continue
			}
			if !compatible(first.event.Call.Gates, call.Gates) || g.shares(g.recorded(first), g.recorded(p)) != Carries {
				continue
			}
			if s := g.entrance(p, first, i); s != nil {
				s.Backward, s.Loop = p.event, g.entry.loopFor(call.Laps[i])
				return s
			}
		}
	}
	return nil
}

// entrance is the forward pass of this lap that takes a result of the lap before.
func (g *graph) entrance(p, first *pass, i int) *CarriedState {
	earlier := g.recorded(first)
	laps, before := p.event.Call.Laps[:i+1], first.event.Call.Laps[:i+1]
	for o := range g.recorded(p).sure {
		// of a run that is not made again, the arguments are those of the first
		if o.Made == nil || o.Made.Node == nil || o.Like != nil || !g.isForward(o) || !sameLaps(o.Laps, laps) {
			continue
		}
		for _, a := range o.Made.Args {
			for _, v := range g.flatten(where(a.Value, first.event.Call.Gates)) {
				if w := whole(v); w != nil && earlier.sure[w] && g.origin(w) != container && sameLaps(w.Laps, before) {
					return &CarriedState{Forward: o.Made, State: a.Node}
				}
			}
		}
	}
	return nil
}

// where is a value on the ways of the program that pass some conditions: behind the backward pass of every fourth lap,
// which also begins the state anew, it is not the state of that lap.
func where(v run.Value, gates []run.Literal) run.Value {
	c, ok := v.(*run.Choice)
	if !ok {
		return v
	}
	left := &run.Choice{}
	for _, a := range c.Alternatives {
		if compatible(a.When, gates) {
			left.Alternatives = append(left.Alternatives, a)
		}
	}
	return left
}

// whole is the object of which a value is an item: one of the results of a forward pass is part of its graph.
func whole(v run.Value) *run.Object {
	o, ok := v.(*run.Object)
	for ok && o.Operator == "[]" && len(o.Operands) > 0 {
		inner, isObject := o.Operands[0].(*run.Object)
		if !isObject {
			break
		}
		o = inner
	}
	return o
}
