package tensor

// region is a part of the forward pass of which nothing is kept but its inputs: torch.utils.checkpoint runs it again in
// the backward pass.
type region struct {
	inputs      []*Storage
	outputs     []*Storage // held while it is walked back, where a backward pass of its own does that
	owner       any
	begin, end  int // the clock around it
	first, past int // the allocations in it
}

// Checkpoint runs a part of the forward pass, as torch.utils.checkpoint does: reentrant walks it back in a backward
// pass of its own. inputs are its tensor arguments. What run gives are its results.
func (t *Tape) Checkpoint(reentrant bool, inputs []Value, run func() []Value) error {
	switch {
	case !t.Grad:
		run()
		return nil
	case t.region != nil:
		return &Unknown{"torch.utils.checkpoint", "checkpoints within checkpoints are not followed"}
	}
	r := &region{owner: t.Owner, begin: t.clock, first: len(t.allocations)}
	wanted := false
	for _, v := range inputs {
		for tensor := range tensorsIn(v) {
			wanted = wanted || tensor.RequiresGrad
			if !tensor.Storage.Parameter {
				r.inputs = append(r.inputs, tensor.Storage)
			}
		}
	}
	if reentrant && !wanted {
		return &Unknown{"torch.utils.checkpoint", "none of its inputs has a gradient, so that nothing in it is trained"}
	}
	t.region = r
	defer func() { t.region = nil }()
	for _, v := range run() {
		for tensor := range tensorsIn(v) {
			if reentrant {
				r.outputs = append(r.outputs, tensor.Storage)
			}
		}
	}
	r.end, r.past = t.clock, len(t.allocations)
	return nil
}

// keeps are the storages that are there for a node when the forward pass is done.
func (n *node) keeps() []*Storage {
	if n.region != nil {
		return n.region.inputs
	}
	return n.saved
}

// regions are the parts of the graph that are run again, in the walk from the loss.
type regions map[*region]*walked

// walked is how far the walk back is through one of them.
type walked struct {
	nodes []*node
	left  int
	again bool // it was run again
}

// meet notes a node of a part that is run again.
func (e *engine) meet(n *node) {
	w := e.regions[n.region]
	if w == nil {
		w = &walked{}
		e.regions[n.region] = w
		for _, s := range n.region.inputs {
			e.kept[s]++
		}
	}
	w.nodes = append(w.nodes, n)
	w.left++
}

// arrive runs a part again, before the first of its nodes is walked back.
func (e *engine) arrive(n *node) {
	w := e.regions[n.region]
	if n.region == nil || w.again {
		return
	}
	w.again = true
	saved := map[*Storage]bool{}
	for _, one := range w.nodes {
		for _, s := range one.saved {
			saved[s] = true
		}
	}
	for _, s := range n.region.outputs {
		saved[s] = true
	}
	e.again(n.region, saved)
	for _, one := range w.nodes {
		for _, s := range one.saved {
			e.keep(s)
		}
	}
	for _, s := range n.region.outputs {
		e.keep(s)
	}
}

func (e *engine) keep(s *Storage) {
	if e.kept[s] == 0 && !e.held[s] {
		e.timeline.enter(s)
	}
	e.kept[s]++
}

// depart forgets a part when the last of its nodes is walked back.
func (e *engine) depart(n *node) {
	w := e.regions[n.region]
	if n.region == nil {
		return
	}
	if w.left--; w.left > 0 {
		return
	}
	for _, s := range n.region.inputs {
		e.forget(s)
	}
	for _, s := range n.region.outputs {
		e.forget(s)
	}
}

// again runs a part once more: of what that allocates there stays what backward reads.
func (e *engine) again(r *region, saved map[*Storage]bool) {
	births, deaths := make([][]*Storage, r.end-r.begin+2), make([][]*Storage, r.end-r.begin+2)
	for _, s := range e.tape.allocations[r.first:r.past] {
		if s.Parameter || s.host || e.kept[s] > 0 {
			continue
		}
		births[s.born-r.begin] = append(births[s.born-r.begin], s)
		if at := min(s.last, r.end) - r.begin + 1; !saved[s] {
			deaths[at] = append(deaths[at], s)
		}
	}
	copies := map[*Storage]int32{} // of what is still there from the first time
	for at := range births {
		for _, s := range deaths[at] {
			if number, copied := copies[s]; copied {
				e.free(number)
			} else {
				e.timeline.leave(s)
			}
		}
		for _, s := range births[at] {
			if e.holds(s) {
				copies[s] = e.allocate(s.Bytes)
			} else {
				e.timeline.enter(s)
			}
		}
	}
	for _, s := range e.tape.allocations[r.first:r.past] {
		if number, copied := copies[s]; copied {
			e.free(number)
		}
	}
}
