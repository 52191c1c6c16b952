package tensor

// Custom is what a program says itself of an operation: a torch.autograd.Function.
type Custom struct {
	Op      string
	Inputs  []*Tensor // those that get a gradient
	Outputs []*Tensor
	Kept    []*Tensor // for the backward pass
	// Passes says of each input that its gradient is the one that came in, without new memory.
	Passes []bool
	// Scratch is what its backward allocates at most beside the gradients that it gives.
	Scratch int64
}

// Record gives the outputs of such an operation their history.
func (t *Tape) Record(own Custom) {
	c := &call{tape: t, op: own.Op}
	c.madeAll(own.Outputs, own.Inputs, own.Kept...)
	for _, out := range own.Outputs {
		n := out.fn
		if n == nil {
			continue
		}
		n.scratch = own.Scratch
		for i := range n.next {
			n.next[i].passes = own.Passes[i]
		}
		return
	}
}

// Most is the most that is allocated at once by what ran on the tape, with some of it held to the end; left is what
// that takes.
func (t *Tape) Most(held []*Tensor) (most, left int64) {
	named, kept := map[*Storage]bool{}, map[*Storage]bool{}
	for _, one := range held {
		named[one.Storage] = true
	}
	for _, s := range t.allocations {
		if named[s] && !kept[s] {
			kept[s] = true
			left += s.Bytes
		}
	}
	var forward Moment
	newTimeline(t, 0).forward(&forward, nil, func(s *Storage) bool { return kept[s] })
	return forward.Bytes, left
}
