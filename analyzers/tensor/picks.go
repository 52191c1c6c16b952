package tensor

import "slices"

// Picks say how many elements masks pick, which only their values tell: those of a loss that knows which cells hold an
// object, which tokens are hidden, which examples are hard. Whoever follows a program with none but one of them, and
// once more with all, has both ends.
type Picks struct {
	Taken bool  // it is one or all; else what a mask picks ends the run
	All   bool  // all of them, and not one
	Asked bool  // somebody wanted to know
	Most  int64 // how many there are where there are most
}

// picked is how many of so many elements are picked.
func (c *call) pickedOf(elements int64) int64 {
	p := c.tape.Picks
	if p != nil {
		p.Asked = true
	}
	switch {
	case p == nil || !p.Taken:
		c.giveUp("what a mask picks depends on its values")
	case !p.All:
		return min(1, elements)
	}
	p.Most = max(p.Most, elements)
	return elements
}

// indicesOf are where a mask is not zero: a row for each element, of its place in each dimension.
func (c *call) indicesOf(mask *Tensor) *Tensor {
	if len(mask.Shape) == 0 {
		c.giveUp("what a single truth picks depends on it")
	}
	return c.empty(Int64, c.pickedBy(mask), int64(len(mask.Shape)))
}

// byDimension are the columns of such rows.
func (c *call) byDimension(rows *Tensor) (list []*Tensor) {
	for i := range rows.Shape[1] {
		list = append(list, c.chosen(rows, 1, i))
	}
	return list
}

// masksAsIndices puts what masks pick in their place, and gives what is kept of the subscript: the masks themselves.
func (c *call) masksAsIndices(s *subscript) (kept []*Tensor) {
	kept = slices.Clone(s.picks)
	for i, p := range kept {
		if p != nil && (p.DType == Bool8 || p.DType == Uint8) {
			copy(s.picks[i:], c.byDimension(c.indicesOf(p)))
		}
	}
	return kept
}

func nonzero(c *call) Value {
	rows := c.indicesOf(c.tensor("self"))
	if !c.bool("as_tuple") {
		return rows
	}
	return asTuple(c.byDimension(rows))
}

// asTuple are tensors in a tuple.
func asTuple(list []*Tensor) Tuple {
	var out Tuple
	for _, t := range list {
		out = append(out, t)
	}
	return out
}

func argwhere(c *call) Value { return c.indicesOf(c.tensor("self")) }

func maskedSelect(c *call) Value {
	t, mask := c.tensor("self"), c.tensor("mask")
	if mask.DType != Bool8 {
		c.refuseType("masked_select: expected BoolTensor for mask")
	}
	joined := product(c.join(t.Shape, mask.Shape))
	var n int64
	if mask.routing().masks() && mask.Numel() > 0 {
		n = c.pickedBy(mask) * (joined / mask.Numel())
	} else {
		n = c.pickedOf(joined)
	}
	out := c.empty(t.DType, n)
	return c.made(out, []*Tensor{t}, t, mask)
}
