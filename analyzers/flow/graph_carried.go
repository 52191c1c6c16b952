package flow

import "github.com/trainlint/trainlint/analyzers/python"

// CarriedState is a state that a module returns in one iteration and is given in the
// next, while each iteration runs a backward pass through it.
type CarriedState struct {
	// Forward is the call that takes the state of the iteration before.
	Forward *python.Call
	// State is the argument that carries it; nil when the module keeps it itself.
	State    python.Expr
	Backward *python.Call
	Loop     python.Stmt
}

// CarriedStates lists the backward passes that go through the graph of the lap
// before, for sure.
func (f *Facts) CarriedStates() []*CarriedState {
	var list []*CarriedState
	seen := map[*python.Call]bool{}
	for _, r := range f.graphs().runs {
		if r.over() {
			continue
		}
		for _, second := range r.backward {
			if seen[second.call] {
				continue
			}
			if s := second.carried(); s != nil {
				seen[second.call] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// carried finds the same backward call one lap earlier, and the forward pass through
// which its graph goes on.
func (d *differentiation) carried() *CarriedState {
	if d.kind != Backward {
		return nil
	}
	for _, first := range d.run.backward {
		for i := range d.laps {
			if first.call != d.call || len(first.laps) != len(d.laps) || d.laps[i].n == 0 || !earlierLap(first.laps, d.laps, i) {
				continue
			}
			if !first.mayFollow(d) || first.recorded().shares(d.recorded()) != Carries {
				continue
			}
			if s := d.entrance(first, i); s != nil {
				s.Backward, s.Loop = d.call, d.laps[i].loop
				return s
			}
		}
	}
	return nil
}

// entrance is the forward pass of this lap that takes a result of the lap before.
func (d *differentiation) entrance(first *differentiation, i int) *CarriedState {
	earlier := first.recorded()
	for v := range d.recorded().sure {
		call, ok := v.node.(*python.Call)
		if !ok || v.kind != forwardPass || !sameLaps(v.laps, d.laps[:i+1]) {
			continue
		}
		for _, operand := range v.deps {
			for _, w := range operand {
				if earlier.sure[w] && w.kind != containerValue && sameLaps(w.laps, first.laps[:i+1]) {
					return &CarriedState{Forward: call, State: d.run.argumentHolding(call, w)}
				}
			}
		}
	}
	return nil
}

func (r *run) argumentHolding(c *python.Call, w *value) python.Expr {
	for _, a := range c.Args {
		for _, list := range r.evaluations[a.Value] {
			if r.flatten(list).has(w) {
				return a.Value
			}
		}
	}
	return nil
}
