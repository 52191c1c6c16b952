package tensor

// routed says of a tensor which tokens a router hands to which expert. Which these are only a run knows; how many they
// are together follows from the code, since topk hands each token to so many. What experts keep grows with their tokens
// one by one, so what all of them keep is the same however the tokens are shared out; here each takes as many as the
// others, which is what routers are trained for.
type routed struct {
	experts int64
	// dim is the dimension of a one-hot tensor in which each expert has its place, among so many choices; -1: the
	// elements are the numbers of experts, or a mask.
	dim     int
	choices int64
	// picked is how many elements of a mask are true; -1: it is none.
	picked int64
}

// routing is what is known of it; of what was written into, nothing.
func (t *Tensor) routing() *routed {
	if t.Storage.written {
		return nil
	}
	return t.routed
}

// numbersOf are the indices that a topk gives: of a router, as its values have a history.
func numbersOf(scores *Tensor, experts int64) *routed {
	if !scores.RequiresGrad || experts < 2 {
		return nil
	}
	return &routed{experts: experts, dim: -1, picked: -1}
}

// numbers reports whether the elements are the numbers of experts.
func (r *routed) numbers() bool { return r != nil && r.dim < 0 && r.picked < 0 }

// masks reports whether these are truths of which it is known how many are true.
func (r *routed) masks() bool { return r != nil && r.picked >= 0 }

// share is how many of so many choices one expert is given: those of all of them are all choices.
func (r *routed) share(choices, expert int64) *routed {
	return &routed{experts: r.experts, dim: -1, picked: choices*(expert+1)/r.experts - choices*expert/r.experts}
}

// seenAs is what it says of a view, which may be of a part.
func (r *routed) seenAs(whole bool) *routed {
	if r.numbers() || r.masks() && whole {
		return r
	}
	return nil
}

// permuted is what it says of a view with its dimensions in another order.
func (r *routed) permuted(dims []int) *routed {
	if r == nil || r.dim < 0 {
		return r
	}
	for i, d := range dims {
		if d == r.dim {
			return &routed{experts: r.experts, dim: i, choices: r.choices, picked: -1}
		}
	}
	return nil
}

// chosen is what it says of one place of a dimension: of a one-hot tensor the mask of an expert.
func (r *routed) chosen(dim int, at int64) *routed {
	if r == nil || r.dim != dim {
		return r.seenAs(false)
	}
	return r.share(r.choices, at)
}

// compared is what `selected == 3` picks, and `mask > 0`.
func (c *call) compared(out, a *Tensor, b Value) {
	n, ok := intOf(b)
	if !ok || !equal(out.Shape, a.Shape) {
		return
	}
	switch nameOfOp(c.op) {
	case "eq", "__eq__":
		switch r := a.routing(); {
		case r.numbers() && n >= 0 && n < r.experts:
			out.routed = r.share(a.Numel(), n)
		case r.masks() && n == 1:
			out.routed = r
		}
	case "gt", "__gt__", "greater":
		if n == 0 && (a.routing().masks() || a.routing() != nil && a.routing().dim >= 0) {
			out.routed = a.routing()
		}
	}
}

// toldOf is the number that a mask's reduction gives where all of its elements are reduced to one; where its last
// dimension is, each token is still picked as often: topk gives it no expert twice.
func (c *call) toldOf(out, mask *Tensor, any bool) *Tensor {
	if !mask.routing().masks() {
		return out
	}
	picked := mask.routing().picked
	switch {
	case out.Numel() == 1 && any:
		c.tape.Shared = true
		out.Known = []float64{float64(min(picked, 1))}
	case out.Numel() == 1:
		c.tape.Shared = true
		out.Known = []float64{float64(picked)}
	case any:
		out.routed = &routed{experts: mask.routing().experts, dim: -1, picked: min(picked, out.Numel())}
	}
	return out
}

// pickedBy is how many elements a mask picks.
func (c *call) pickedBy(mask *Tensor) int64 {
	if mask.routing().masks() {
		c.tape.Shared = true
		return mask.routing().picked
	}
	return c.pickedOf(product(mask.Shape))
}
